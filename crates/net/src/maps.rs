//! Boards with a border, on which a convolution needs no special cases.
//!
//! A map is a board of eleven by eleven points in rows, the outer ones always zero, and some room
//! behind it, so that vectors may begin anywhere on the board and read over its end.

use kage_goban::Point;

/// Lines of a board.
pub(crate) const LINES: usize = 9;
/// Points of a board.
pub(crate) const AREA: usize = LINES * LINES;
/// Numbers of a map.
pub(crate) const MAP: usize = 144;
/// The first place that is on the board.
pub(crate) const FROM: usize = PITCH + 1;
/// The places from there that are computed: all of the board, in whole vectors.
pub(crate) const SPAN: usize = 112;
/// From one row to the next.
const PITCH: usize = LINES + 2;
/// From a place to its nine neighbours, itself included.
pub(crate) const TAPS: [isize; 9] = [-12, -11, -10, -1, 0, 1, 10, 11, 12];

/// The places of the board's points, in the order of points.
pub(crate) fn places() -> impl Iterator<Item = usize> {
    (0..AREA).map(|index| FROM + PITCH * (index / LINES) + index % LINES)
}

/// The number of a point among all points of the board.
pub(crate) fn number(point: Point) -> usize {
    LINES * usize::from(point.row()) + usize::from(point.col())
}

/// One where the board is, zero elsewhere.
pub(crate) fn mask() -> [f32; MAP] {
    let mut mask = [0.0; MAP];
    for place in places() {
        mask[place] = 1.0;
    }
    mask
}
