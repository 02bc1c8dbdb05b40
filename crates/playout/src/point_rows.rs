//! Sets of points as playouts keep them.

use kage_goban::{BoardSize, Point, PointSet};
use std::ops::{BitAnd, BitOr, Not};

/// The most lines a board has.
const LINES: usize = 19;

/// A set of points, row by row: bit 0 of a row is column A, and the first row is row 1.
///
/// ```
/// use kage_goban::{Point, PointSet};
/// use kage_playout::PointRows;
///
/// let c2: Point = "C2".parse().unwrap();
/// let rows = PointRows::from(PointSet::of(c2));
/// assert!(rows.contains(c2));
/// assert_eq!(rows.rows()[1], 0b100);
/// assert_eq!(PointSet::from(rows), PointSet::of(c2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct PointRows([u32; LINES]);

impl PointRows {
    /// No points.
    pub const EMPTY: PointRows = PointRows([0; LINES]);

    /// The set of these rows, the lowest first.
    pub const fn from_rows(rows: [u32; LINES]) -> PointRows {
        PointRows(rows)
    }

    /// All points of a board.
    pub fn board(size: BoardSize) -> PointRows {
        let lines = usize::from(size.get());
        let line = (1 << lines) - 1;
        PointRows(std::array::from_fn(|row| if row < lines { line } else { 0 }))
    }

    /// The rows, the lowest first.
    pub const fn rows(&self) -> &[u32; LINES] {
        &self.0
    }

    pub(crate) const fn rows_mut(&mut self) -> &mut [u32; LINES] {
        &mut self.0
    }

    /// Is the point in the set?
    pub const fn contains(&self, point: Point) -> bool {
        self.0[point.row() as usize] >> point.col() & 1 == 1
    }

    /// The number of points.
    pub fn len(&self) -> usize {
        self.0.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Has it no points?
    pub fn is_empty(&self) -> bool {
        self.0 == [0; LINES]
    }

    /// The points in order, from A1 to the right and up.
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        (0..).zip(self.0).flat_map(|(row, line)| {
            (0..LINES as u8)
                .filter(move |col| line >> col & 1 == 1)
                .filter_map(move |col| Point::new(col, row))
        })
    }
}

impl BitAnd for PointRows {
    type Output = PointRows;

    fn bitand(self, other: PointRows) -> PointRows {
        PointRows(std::array::from_fn(|row| self.0[row] & other.0[row]))
    }
}

impl BitOr for PointRows {
    type Output = PointRows;

    fn bitor(self, other: PointRows) -> PointRows {
        PointRows(std::array::from_fn(|row| self.0[row] | other.0[row]))
    }
}

/// All other bits, those beyond the board too.
impl Not for PointRows {
    type Output = PointRows;

    fn not(self) -> PointRows {
        PointRows(self.0.map(|row| !row))
    }
}

impl From<PointSet> for PointRows {
    fn from(points: PointSet) -> PointRows {
        let mut rows = PointRows::EMPTY;
        for point in points {
            rows.0[usize::from(point.row())] |= 1 << point.col();
        }
        rows
    }
}

impl From<PointRows> for PointSet {
    fn from(rows: PointRows) -> PointSet {
        rows.iter().collect()
    }
}
