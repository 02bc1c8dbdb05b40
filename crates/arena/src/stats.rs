//! What can be said of results: how sure a rate is, when a match may stop, how strong the players
//! of a table are, and whether a difference is one.
//!
//! | file | what it has |
//! |---|---|
//! | `elo` | [`elo_of`], [`rate_of`]: rates as Elo and back |
//! | `interval` | [`wilson95`]: how sure a rate is, of games apart |
//! | `pairs` | [`Pairs`]: games in pairs with colours swapped, and how sure their rate is |
//! | `sprt` | [`Sprt`]: a match that stops when enough is known |
//! | `ratings` | [`ratings`]: Elo of everybody in a table |
//! | `chance` | [`p_even`], [`p_same`], [`holm`]: could it be chance? |
//! | `spread` | [`Spread`], [`histogram`]: many numbers in few |
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
pub use elo::{elo_of, rate_of};
pub use interval::{Interval, wilson95};
pub use pairs::Pairs;
pub use ratings::{Encounter, Rating, RatingError, ratings};
pub use spread::{Histogram, Spread, histogram};
pub use sprt::{Sprt, SprtError, Verdict};
