//! Boards with a border, on which a convolution needs no special cases.
//!
//! A board is eleven by eleven places in rows, the outer ones always zero. The numbers of a place, one
//! of each map, lie together.

use kage_goban::Point;

/// Lines of a board.
pub(crate) const LINES: usize = 9;
/// Points of a board.
pub(crate) const AREA: usize = LINES * LINES;
/// From one row to the next.
pub(crate) const PITCH: usize = LINES + 2;
/// Places of a board with its border.
pub(crate) const PLACES: usize = PITCH * PITCH;

/// Where the points of a row begin, for each row.
pub(crate) fn rows() -> impl Iterator<Item = usize> {
    (1..=LINES).map(|row| PITCH * row + 1)
}

/// The places of the board's points, in the order of points.
pub(crate) fn places() -> impl Iterator<Item = usize> {
    rows().flat_map(|row| row..row + LINES)
}

/// The number of a point among all points of the board.
pub(crate) fn number(point: Point) -> usize {
    LINES * usize::from(point.row()) + usize::from(point.col())
}
