//! Self-play data: games with everything that can be learned from them.
//!
//! A game is determined by its rules, its start and the sequence of choices, so that is what a
//! file holds, a byte a try, with what the players noted of their thoughts. [`replay`] takes a
//! game through the referee again and shows every try as a [`Sample`]: the view it was made from,
//! the truth behind it, how it was ruled, and how the game ended.
//!
//! | file | what it has |
//! |---|---|
//! | `header` | [`Header`]: who played what, under which rules |
//! | `game` | [`Game`]: the choices and [`Notes`] of one game |
//! | `packing` | a game as bytes, and back |
//! | `blocks` | the file: [`Reader`] and [`Writer`] of checked, compressed blocks |
//! | `replay` | [`replay()`]: a game, try by try, as [`Sample`]s |
//! | `selfplay` | [`SelfPlay`]: many games into a file, on many threads |
//! | `summary` | [`Summary`]: what a file has, in figures |
//! | `arrays` | [`ARRAYS`] and [`Selection`]: what goes to Python, and which tries |
//! | `npz` | `.npz` files, for numpy |
//! | `error` | [`DataError`] |
//!
//! `docs/selfplay.md` has the format byte by byte. This crate holds the truth of every game, so no
//! blind crate may depend on it: what is learned here comes back to players as figures, not as
//! code that can look.

mod arrays;
mod blocks;
mod error;
mod game;
mod header;
mod npz;
mod packing;
mod replay;
mod selfplay;
mod summary;

pub use arrays::{ARRAYS, Array, Exported, Selection, Shape, export};
pub use blocks::{FORMAT_VERSION, Reader, Writer};
pub use error::DataError;
pub use game::{Game, MOST_NOTED, NotedCandidate, Notes};
pub use header::Header;
pub use replay::{Sample, replay};
pub use selfplay::{Progress, SelfPlay};
pub use summary::{HiddenShare, Summary};
