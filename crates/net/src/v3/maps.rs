//! The board of this format: nine by nine points.

use crate::grid::Grid;
use kage_goban::Point;

/// How its boards lie in memory.
pub(crate) const GRID: Grid = Grid::new(9);
/// Lines of a board.
pub(crate) const LINES: usize = GRID.lines;
/// Points of a board.
pub(crate) const AREA: usize = GRID.area();
/// Places of a board with its border.
pub(crate) const PLACES: usize = GRID.places();

/// The places of the board's points, in the order of points.
pub(crate) fn places() -> impl Iterator<Item = usize> {
    GRID.points()
}

/// The number of a point among all points of the board.
pub(crate) fn number(point: Point) -> usize {
    LINES * usize::from(point.row()) + usize::from(point.col())
}
