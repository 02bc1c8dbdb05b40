//! Games between any two players, matches of many games, and what can be said of their results.
//!
//! | file | what it has |
//! |---|---|
//! | `seat` | [`Seat`]: a player at the table, blind or sighted |
//! | `game` | [`play`]: one game, from the first try to the record |
//! | `interval` | [`wilson95`]: how sure a winning rate is |
//! | `matches` | [`Match`]: two players, many games, colours balanced |
//! | `report` | [`Report`]: a match as data, kept on disk after each game |
//! | `results` | [`Results`]: a tournament as data |
//! | `pages` | the reports of a tournament: Markdown, and one page with every game |
//!
//! The arena is given players and names none. It is on the side of the house that may hold the
//! truth; a blind seat still gets nothing but its own view and what it hears. It does not decide
//! who is strong: it counts, and says how sure the count is.

mod game;
mod interval;
mod matches;
pub mod pages;
mod report;
mod results;
mod seat;

pub use game::{Played, SeatStats, Terms, Time, Void, play};
pub use interval::{Interval, wilson95};
pub use matches::{Contestant, Invitation, Match, MatchError, Progress};
pub use report::{GameRow, PlayerRow, Report, StoreError};
pub use results::{Conditions, Entrant, Pairing, Results, StoredGame};
pub use seat::Seat;
