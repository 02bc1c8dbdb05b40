//! Tactical goals.
//!
//! A *positive* goal is well defined: it is reached when [`Goal::is_won`] returns true, and a search
//! that returns Won has proved that it can be reached. The *opposite* of a goal counts as reached
//! when the search finds no way to reach the positive goal. This is an opinion and not a proof, so
//! [`Opposite`] is a type of its own.

mod capture;
mod connect;
mod link_layers;
mod live;
mod separate;

use crate::ReadingBoard;
use kage_goban::{Color, Point, PointSet};

pub use capture::Capture;
pub use connect::{Connect, EmptyConnect};
pub(crate) use link_layers::LinkLayers;
pub use live::Live;
pub use separate::Separate;

/// The points that a won position depends on.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Support {
    /// Points where a single enemy stone could undo the win.
    pub core: PointSet,
    /// Points where several enemy stones together could undo the win.
    pub more: PointSet,
}

impl Support {
    /// Adds the liberties of a chain that must keep two. With more than two liberties no single
    /// enemy stone matters.
    pub(crate) fn add_two_liberties(&mut self, board: &ReadingBoard, stone: Point) {
        let group = board.group(stone);
        if group.liberty_count <= 2 {
            self.core |= group.liberties;
        } else {
            self.more.extend(group.liberties.iter().take(3));
        }
    }
}

/// A positive goal of one colour.
///
/// The moves that a goal suggests need not be complete: if one is missing, the search may return
/// Lost for a goal that could be reached, but never a wrong Won. The support of a won position must
/// be complete.
pub trait Goal: Copy {
    /// The colour that wants to reach it.
    fn color(self) -> Color;

    /// Whether it is reached on this board.
    fn is_won(self, board: &ReadingBoard) -> bool;

    /// Whether a quick test says that it cannot be reached.
    fn is_hopeless(self, board: &ReadingBoard) -> bool;

    /// Moves that may reach it immediately.
    fn last_moves(self, board: &ReadingBoard) -> PointSet;

    /// Moves that may threaten to reach it by threats of lower orders than this one.
    fn moves(self, board: &ReadingBoard, order: usize) -> PointSet;

    /// On a board where this last move reached it, the points that the win depends on. The search
    /// adds the stones that the move captured.
    fn support(self, board: &ReadingBoard, last: Option<Point>) -> Support;

    /// On a board where it is not reached, the points that could change this, beside the moves that
    /// were tried. Every leaf of a search calls this function, so it should be fast.
    fn failure_points(self, board: &ReadingBoard) -> PointSet;

    /// A hash key, different for different goals.
    fn key(self) -> u64;

    /// The points it is about.
    fn points(self) -> PointSet;
}

/// The opposite of a positive goal, wanted by the other colour: disconnect, unseparate, escape,
/// kill. It counts as reached when the search for the positive goal does not return Won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Opposite<G>(pub G);

/// A hash key for a kind of goal, a colour and two points.
pub(crate) fn key(kind: u64, color: Color, points: [Point; 2]) -> u64 {
    let color = u64::from(color == Color::White);
    let [one, other] = points.map(|point| point.index() as u64);
    let word = 1 + (kind << 19 | color << 18 | one << 9 | other);
    let mixed = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ mixed >> 32
}
