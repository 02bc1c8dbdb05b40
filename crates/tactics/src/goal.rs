//! What reading tries to reach.
//!
//! A *positive* goal is well defined: when [`Goal::is_won`] says so it is reached, and a search
//! that returns Won has proved that it can be. Its *opposite* is reached when nobody finds how the
//! positive goal could be, which is not the same: an [`Opposite`] is optimistic, and has a type of
//! its own so that nobody takes it for a proof.

mod capture;
mod connect;
mod corridor;
mod live;
mod separate;

use crate::ReadingBoard;
use kage_goban::{Color, Point, PointSet};

pub use capture::Capture;
pub use connect::{Connect, EmptyConnect};
pub(crate) use corridor::Corridor;
pub use live::Live;
pub use separate::Separate;

/// The points that a won position rests on.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Ground {
    /// Points where a single stone could undo it.
    pub core: PointSet,
    /// Points that only several stones together could undo it with.
    pub more: PointSet,
}

impl Ground {
    /// Adds a chain that must have two liberties: with more than two, no single stone matters.
    pub(crate) fn breathes_twice(&mut self, board: &ReadingBoard, stone: Point) {
        let group = board.group(stone);
        if group.breath <= 2 {
            self.core |= group.liberties;
        } else {
            self.more.extend(group.liberties.iter().take(3));
        }
    }
}

/// A positive goal of one colour: certain when won.
///
/// Moves are hints: a search that misses one may call a goal Lost that could be reached, never the
/// other way round. What a won position rests on is no hint.
pub trait Goal: Copy {
    /// Who wants to reach it.
    fn color(self) -> Color;

    /// Is it reached on this board?
    fn is_won(self, board: &ReadingBoard) -> bool;

    /// Is it beyond reach, as far as a glance tells?
    fn is_hopeless(self, board: &ReadingBoard) -> bool;

    /// Moves that may reach it at once.
    fn last_moves(self, board: &ReadingBoard) -> PointSet;

    /// Moves that may threaten to reach it, by threats of lower orders than this one.
    fn moves(self, board: &ReadingBoard, order: usize) -> PointSet;

    /// On a board where it was reached by this last move, what that rests on. What the move took
    /// is known to the search.
    fn ground(self, board: &ReadingBoard, last: Option<Point>) -> Ground;

    /// Points that have a say in a board where it is not reached, beside the moves that were tried.
    /// Every leaf of a search asks: it should be quick.
    fn stakes(self, board: &ReadingBoard) -> PointSet;

    /// A number that tells goals apart.
    fn key(self) -> u64;

    /// The points it is about.
    fn points(self) -> PointSet;
}

/// The opposite of a positive goal, wanted by the other colour: reached, as far as anybody knows,
/// when the search for the positive goal does not return Won. Disconnect, unseparate, escape, kill.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Opposite<G>(pub G);

/// A number for a kind of goal, a colour and two points.
pub(crate) fn key(kind: u64, color: Color, points: [Point; 2]) -> u64 {
    let color = u64::from(color == Color::White);
    let [one, other] = points.map(|point| point.index() as u64);
    let word = 1 + (kind << 19 | color << 18 | one << 9 | other);
    let mixed = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ mixed >> 32
}
