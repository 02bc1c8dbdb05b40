//! Games between any two players, matches of many games, and statistics of their results.
//!
//! | file | what it has |
//! |---|---|
//! | `seat` | [`SeatedPlayer`]: a player in a game, blind or sighted |
//! | `game` | [`play`]: one game, from the first try to the record |
//! | `budget` | [`Budget`]: the terms of many games, and the players' budgets |
//! | `game_job` | [`Contestant`]: a player of a match or tournament; one game of many |
//! | `game_pool` | plays many games, several at once |
//! | `guarded` | calls into a player that survive its panic |
//! | `matches` | [`Match`]: two players, many games, colours balanced |
//! | `match_report` | [`MatchReport`]: a match as data, stored after each game |
//! | `tournament` | [`Tournament`]: many players, many games, in a store that survives interruption |
//! | `tournament/config` | [`Config`]: a tournament's file |
//! | `tournament/store` | [`load`]: a tournament on disk |
//! | `tournament/standings` | [`Standing`]: the players' points |
//! | `results`, `summary` | [`Results`]: a tournament as data, and in short |
//! | `stats` | [`wilson95`], [`Pairs`], [`Sprt`], [`ratings`], [`p_even`], [`Spread`]: statistics of results |
//! | `pages` | the reports of a tournament: Markdown, and one page with every game |
//! | `whole`, `store_error` | [`unfinished`]: files written atomically; [`StoreError`] |
//!
//! The arena is given players and knows none by name. It is on the side of the firewall that may hold
//! the truth; a blind seat still gets only its own view and what it hears. The arena counts results
//! and gives their intervals; it draws no conclusions about strength.

mod budget;
mod game;
mod game_job;
mod game_pool;
mod guarded;
mod match_report;
mod matches;
pub mod pages;
mod results;
mod seat;
mod stats;
mod store_error;
mod summary;
mod tournament;
mod whole;

pub use budget::Budget;
pub use game::{Played, SeatStats, Terms, Time, Try, Void, play, play_watched};
pub use game_job::{Contestant, SeatFactory, SeatRequest};
pub use match_report::{GameRow, MatchReport, PlayerRow};
pub use matches::{Match, MatchError, MatchEvent};
pub use results::{Conditions, Entrant, Pairing, Results, StoredGame};
pub use seat::SeatedPlayer;
pub use stats::{
    Encounter, Interval, Pairs, Rating, RatingError, Spread, Sprt, SprtError, Verdict,
    elo_interval, elo_of, elo_text, holm, p_even, p_same, rate_of, ratings, wilson95,
};
pub use store_error::{Damage, EntryError, StoreError};
pub use tournament::{
    Config, ConfigError, Decide, Format, Objection, Standing, Tournament, TournamentEvent,
    WinDrawLoss, decide_by, load,
};
pub use whole::unfinished;
