//! The rules of ordinary Go, with everything visible.
//!
//! | file | what it has |
//! |---|---|
//! | `color` | [`Color`], and [`ByColor`]: one value a side |
//! | `point` | [`Point`] and [`BoardSize`] |
//! | `point_set` | [`PointSet`], the set type used everywhere |
//! | `bits` | [`bits::Bits`] and [`bits::Grid`]: the fastest sets, for samplers and search |
//! | `board` | [`Board`]: stones, chains, liberties, captures |
//! | `position` | [`Position`]: a board with turn, ko, history; legality of moves |
//! | `eye` | [`is_eye`], [`has_safe_walls`]: points a side does not fill |
//! | `life` | [`pass_alive`]: life that nothing can take (Benson) |
//! | `zobrist` | the random numbers that positions are hashed with |
//! | `score` | [`area`], [`area_points`], [`Komi`], [`Score`] |
//! | `diagram` | drawn boards, in and out |
//!
//! This crate does no input or output, has no clock, no random numbers and no serialization, and
//! depends on nothing. It does not know that a stone could be hidden. It aims at correctness and ease
//! of use; for millions of moves a second `kage-playout` has its own boards.

pub mod bits;
mod board;
mod color;
mod diagram;
mod eye;
mod life;
mod point;
mod point_set;
mod position;
mod score;
mod zobrist;

pub use board::{Board, Chain, PlaceError, SetupError};
pub use color::{ByColor, Color, ParseColorError};
pub use diagram::{DiagramError, draw, stone_mark};
pub use eye::{has_safe_walls, is_eye};
pub use life::pass_alive;
pub use point::{BoardSize, ParsePointError, Point};
pub use point_set::{Iter, PointSet};
pub use position::{Illegal, KoRule, Move, Position};
pub use score::{Komi, ParseKomiError, Score, area, area_points};
