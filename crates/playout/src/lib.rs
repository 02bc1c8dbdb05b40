//! Random games as fast as the machine allows.
//!
//! A *playout* is a game between two sides who choose each move evenly among all they may make:
//! legal, and not in an own eye. This crate plays many of them at once, one to a lane of the CPU's
//! vectors, from any position, and tells how they ended: the area of each side and, on request,
//! who first played each point. It can hide stones at random before each game.
//!
//! It does not judge moves, learn, or search; it knows nothing of views and referees; it starts no
//! threads, has no clock and allocates nothing while it plays. For single moves on a board that
//! can be asked questions there is `kage-goban`.
//!
//! # The rules of a playout
//! - A point is an own eye if its neighbours are own stones or the edge, and fewer than two of its
//!   diagonals are the enemy's: at the edge, none. Another idea of eyes can be chosen: [`Eyes`].
//! - Suicide is illegal, of one stone or of many. So is retaking a ko at once; longer cycles are
//!   not, and a game that becomes too long is broken off and says so.
//! - A side with no move passes, and does not pass otherwise. Two passes end the game.
//!
//! # Where things are
//! | file | what it has |
//! |---|---|
//! | `playouts` | [`Playouts`], [`Finish`]: the door |
//! | `world` | [`World`], [`Fill`]: where playouts start |
//! | `point_rows` | [`PointRows`]: sets of points, row by row |
//! | `table` | seats a game in every lane, collects results, seats the next |
//! | `scribe` | what is written down meanwhile |
//! | `kernel`, `pick`, `fate` | one step of all games: candidates, a fair choice, captures and suicide |
//! | `rows`, `lanes`, `dice` | bitboards, vectors and random streams of many games |
//! | `avx2` | the vectors of AVX2: the only `unsafe` |
//! | `sheet`, `solo` | the same games one at a time, for those who want few |
//! | `area` | the score |
//!
//! ```
//! use kage_goban::{Board, BoardSize, Color};
//! use kage_playout::{Playouts, World};
//!
//! let board = Board::from_diagram("
//!     . X O . .
//!     X X O O O
//!     . X X X O
//!     X X . X X
//!     . X X . X
//! ").unwrap();
//! let world = World::new(&board, Color::White);
//! let mut leads = Vec::new();
//! Playouts::new(board.size(), 7)
//!     .run(0..100, |_| &world, |finish| leads.push(finish.lead()))
//!     .unwrap();
//! // White has a single eye. Black takes it sooner or later.
//! assert_eq!(leads, [25; 100]);
//! ```

mod area;
#[cfg(target_arch = "x86_64")]
mod avx2;
mod dice;
mod fate;
mod kernel;
mod lanes;
mod pick;
mod playouts;
mod point_rows;
mod rows;
mod scribe;
mod sheet;
mod solo;
mod table;
mod world;

pub use playouts::{Act, Eyes, Finish, Path, Playouts, WrongSize};
pub use point_rows::PointRows;
pub use world::{Fill, World, WorldError};
