//! Self-play data: games with everything that can be learned from them.
//!
//! A game is determined by its rules, its start and the sequence of choices. So a file has just that, a byte
//! for each try, and what the players noted about their tries. [`replay`] takes a game through the referee
//! again and shows every try as a [`Sample`]: both views, the true position, the ruling, and the result.
//!
//! | file | what it has |
//! |---|---|
//! | `header` | [`Header`]: who played, and under which rules |
//! | `game` | [`Game`]: the choices and [`Notes`] of one game |
//! | `packing` | a game as bytes, and back |
//! | `blocks` | the file: [`Reader`] and [`Writer`] of compressed blocks with checksums |
//! | `replay` | [`replay()`] and [`PlayedGame`]: a game, try by try, as [`Sample`]s |
//! | `play` | the loop of self-play: [`play_in_order`], [`play_game`] |
//! | `selfplay` | [`SelfPlay`]: many games into a file, on many threads |
//! | `merge` | [`merge()`]: files of self-play merged into one |
//! | `summary` | [`Summary`]: a file in figures |
//! | `arrays` | [`ARRAYS`] and [`Selection`]: what goes to Python, and which tries |
//! | `npz` | `.npz` files, for numpy |
//! | `error` | [`DataError`] and its parts |
//!
//! `docs/selfplay.md` has the format byte by byte. This crate has the true position of every game, so no
//! blind crate may depend on it. It learns nothing itself: `kage-train` does.

mod arrays;
mod blocks;
mod error;
mod game;
mod header;
mod merge;
mod npz;
mod packing;
mod play;
mod replay;
mod selfplay;
mod summary;

pub use arrays::{ARRAYS, Array, Exported, Selection, Shape, export};
pub use blocks::{FORMAT_VERSION, Reader, Writer};
pub use error::{DataError, GameError, PlayError, UnpackError};
pub use game::{Game, MOST_NOTED, NotedCandidate, Notes};
pub use header::Header;
pub use merge::{MergeError, merge};
pub use play::{game_seed, play_game, play_in_order};
pub use replay::{PlayedGame, Sample, replay};
pub use selfplay::{Progress, SelfPlay};
pub use summary::{HiddenShare, Summary};
