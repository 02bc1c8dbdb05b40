//! Random games as fast as the machine allows.
//!
//! A *playout* is a game between two sides that choose each move evenly among all they may make:
//! legal, and not in an own eye. This crate plays many of them at once, one to a lane of the CPU's
//! vectors, from any position, and returns how they ended: the area of each side and, on request,
//! which side first played each point. It can place hidden stones at random before each game.
//!
//! It does not judge moves, learn, or search; it knows nothing of views and referees; it starts no
//! threads, has no clock and allocates nothing while it plays. For single moves on a board with
//! queries use `kage-goban`.
//!
//! # The rules of a playout
//! - A point is an own eye if its neighbours are own stones or the edge, and fewer than two of its
//!   diagonals are the enemy's: at the edge, none. [`Eyes`] has another definition.
//! - Suicide is illegal, of one stone or of many. So is retaking a ko at once; longer cycles are
//!   not: a game that becomes too long is stopped and marked as capped.
//! - A side passes only if it has no other move. Two passes end the game.
//!
//! # Where things are
//! | file | what it has |
//! |---|---|
//! | `playouts` | [`Playouts`], [`Finish`]: the door |
//! | `world` | [`World`], [`Fill`]: where playouts start |
//! | `point_rows` | [`PointRows`]: sets of points, row by row |
//! | `lane_batch` | starts a game in every lane, collects results, starts the next |
//! | `observer` | what is recorded meanwhile |
//! | `kernel`, `pick`, `captures` | one step of all games: candidates, a fair choice, captures and suicide |
//! | `rows`, `lanes`, `dice` | bitboards, vectors and random streams of many games |
//! | `avx2` | the vectors of AVX2: the only `unsafe` |
//! | `bitboard`, `dense_bitboard`, `scalar_bitboard`, `solo` | the same games one at a time, for callers that need few |
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
mod bitboard;
mod captures;
mod dense_bitboard;
mod dice;
mod kernel;
mod lane_batch;
mod lanes;
mod observer;
mod pick;
mod playouts;
mod point_rows;
mod rows;
mod scalar_bitboard;
mod solo;
mod world;

pub use playouts::{Act, Eyes, Finish, Path, Playouts, WrongSize, force_portable};
pub use point_rows::PointRows;
pub use world::{Fill, LastPly, World, WorldError};
