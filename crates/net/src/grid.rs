//! Boards of any size, cut into tiles, with a border on which a convolution needs no special cases.
//!
//! A tile has three by three points. A board whose lines are no multiple of three is filled up with places
//! outside of the board. Those, and the outer ring, are always zero. The numbers of a place, one for each map,
//! are adjacent.

/// Lines of a tile.
pub(crate) const TILE: usize = 3;

/// How the boards of one size lie in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Grid {
    /// The lines of the board.
    pub(crate) lines: usize,
}

impl Grid {
    pub(crate) const fn new(lines: usize) -> Grid {
        Grid { lines }
    }

    /// Points of the board.
    pub(crate) const fn area(self) -> usize {
        self.lines * self.lines
    }

    /// Tiles in a line of tiles.
    pub(crate) const fn tiles_a_line(self) -> usize {
        self.lines.div_ceil(TILE)
    }

    /// Tiles of a board.
    pub(crate) const fn tiles(self) -> usize {
        self.tiles_a_line() * self.tiles_a_line()
    }

    /// From one row of places to the next.
    pub(crate) const fn pitch(self) -> usize {
        TILE * self.tiles_a_line() + 2
    }

    /// Places of a board with its border.
    pub(crate) const fn places(self) -> usize {
        self.pitch() * self.pitch()
    }

    /// The places of the board's points, in the order of points.
    pub(crate) fn points(self) -> impl Iterator<Item = usize> {
        let rows = (1..=self.lines).map(move |row| self.pitch() * row + 1);
        rows.flat_map(move |row| row..row + self.lines)
    }

    /// The place of a point, given by its column and row.
    pub(crate) const fn place(self, col: usize, row: usize) -> usize {
        self.pitch() * (row + 1) + col + 1
    }
}
