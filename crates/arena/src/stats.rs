//! Statistics of results: intervals of rates, sequential tests, ratings, and tests of differences.
//!
//! | file | what it has |
//! |---|---|
//! | `elo` | [`elo_of`], [`rate_of`], [`elo_text`], [`elo_interval`]: rates as Elo and back, and as text |
//! | `interval` | [`wilson95`]: the interval of a rate, for independent games |
//! | `pairs` | [`Pairs`]: games in pairs with colours swapped, and the interval of their rate |
//! | `sprt` | [`Sprt`]: a sequential test that stops a match |
//! | `ratings` | [`ratings`]: Elo of all players of a tournament |
//! | `chance` | [`p_even`], [`p_same`], [`holm`]: p-values |
//! | `spread` | [`Spread`]: mean, deviation and quartiles |
//!
//! Everything here is pure: numbers in, numbers out; no files and no randomness.

mod chance;
mod elo;
mod interval;
mod pairs;
mod ratings;
mod spread;
mod sprt;

pub use chance::{holm, p_even, p_same};
pub use elo::{elo_interval, elo_of, elo_text, rate_of};
pub use interval::{Interval, wilson95};
pub use pairs::Pairs;
pub use ratings::{Encounter, Rating, RatingError, ratings};
pub use spread::Spread;
pub use sprt::{Sprt, SprtError, Verdict};
