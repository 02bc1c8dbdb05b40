//! Games between any two players, matches of many games, and what can be said of their results.
//!
//! | file | what it has |
//! |---|---|
//! | `seat` | [`Seat`]: a player at the table, blind or sighted |
//! | `game` | [`play`]: one game, from the first try to the record |
//! | `budget` | [`Budget`]: the terms of many games, and how long players think |
//! | `bout` | [`Contestant`]: who can be seated; one game of many |
//! | `hall` | where many games are played, so many at once |
//! | `matches` | [`Match`]: two players, many games, colours balanced |
//! | `report` | [`Report`]: a match as data, kept on disk after each game |
//! | `tournament` | [`Tournament`]: many players, many games, taken up wherever it was cut off |
//! | `tournament/config` | [`Config`]: a tournament as a person writes it |
//! | `tournament/store` | [`load`]: a tournament on disk |
//! | `tournament/standings` | [`Standing`]: who has how many points |
//! | `results` | [`Results`]: a tournament as data |
//! | `stats` | [`wilson95`], [`Pairs`], [`Sprt`], [`ratings`], [`p_even`], [`Spread`]: what results say |
//! | `pages` | the reports of a tournament: Markdown, and one page with every game |
//! | `whole`, `store_error` | [`unfinished`]: files written whole or not at all; [`StoreError`] |
//!
//! The arena is given players and names none. It is on the side of the house that may hold the
//! truth; a blind seat still gets nothing but its own view and what it hears. It does not decide
//! who is strong: it counts, and says how sure the count is.

mod bout;
mod budget;
mod game;
mod hall;
mod matches;
pub mod pages;
mod report;
mod results;
mod seat;
mod stats;
mod store_error;
mod tournament;
mod whole;

pub use bout::{Contestant, Invitation, Seating};
pub use budget::Budget;
pub use game::{Played, SeatStats, Terms, Time, Try, Void, play, play_watched};
pub use matches::{Match, MatchError, Progress};
pub use report::{GameRow, PlayerRow, Report};
pub use results::{Conditions, Entrant, Pairing, Results, StoredGame};
pub use seat::Seat;
pub use stats::{
    Encounter, Histogram, Interval, Pairs, Rating, RatingError, Spread, Sprt, SprtError, Verdict,
    elo_of, histogram, holm, p_even, p_same, rate_of, ratings, wilson95,
};
pub use store_error::StoreError;
pub use tournament::{
    Config, ConfigError, Decide, Format, News, Objection, Standing, Tally, Tournament, decide_by,
    load,
};
pub use whole::unfinished;
