//! Go with everything visible: the rules, and nothing hidden from anyone.
//!
//! | file | what it has |
//! |---|---|
//! | `color` | [`Color`], and [`ByColor`]: one value a side |
//! | `point` | [`Point`] and [`BoardSize`] |
//! | `point_set` | [`PointSet`], the working currency of the house |
//! | `bits` | [`bits::Bits`] and [`bits::Grid`]: sets as fast as they get, for samplers and ledgers |
//! | `board` | [`Board`]: stones, chains, liberties, captures |
//! | `position` | [`Position`]: a board with turn, ko, history; legality of moves |
//! | `score` | [`area`], [`area_points`], [`Komi`], [`Score`] |
//! | `diagram` | drawn boards, in and out |
//!
//! This crate does no input or output, has no clock, no random numbers and no serialization, and
//! depends on nothing. It does not know that a stone could be hidden. It is made to be right and
//! pleasant; where millions of moves a second count, `kage-playout` has its own boards.

pub mod bits;
mod board;
mod color;
mod diagram;
mod point;
mod point_set;
mod position;
mod score;
mod zobrist;

pub use board::{Board, Chain, PlaceError, SetupError};
pub use color::{ByColor, Color, ParseColorError};
pub use diagram::{DiagramError, draw, stone_mark};
pub use point::{BoardSize, ParsePointError, Point};
pub use point_set::{Iter, PointSet};
pub use position::{Illegal, KoRule, Move, Position};
pub use score::{Komi, ParseKomiError, Score, area, area_points};
