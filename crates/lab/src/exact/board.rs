//! Boards of at most nine points, square or not, as bit masks.

use kage_goban::{ByColor, Color, Point};
use std::fmt;
use std::str::FromStr;

/// The most points of a board here.
pub(crate) const MOST_POINTS: usize = 9;

/// Rows and columns of a tiny board: two points at least, nine at most.
///
/// ```
/// use kage_lab::exact::Shape;
/// let shape: Shape = "2x3".parse().unwrap();
/// assert_eq!((shape.rows(), shape.columns(), shape.points()), (2, 3, 6));
/// assert!("4x4".parse::<Shape>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    rows: u8,
    columns: u8,
}

/// The text names no board of two to nine points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShapeError;

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a tiny board is ROWSxCOLUMNS with 2 to 9 points, such as 2x2, 2x3 or 3x3")
    }
}

impl std::error::Error for ShapeError {}

impl Shape {
    /// A board with so many rows and columns, if it has two to nine points.
    pub fn new(rows: u8, columns: u8) -> Option<Shape> {
        let points = usize::from(rows) * usize::from(columns);
        (2..=MOST_POINTS).contains(&points).then_some(Shape { rows, columns })
    }

    /// The number of rows.
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// The number of columns.
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// The number of points.
    pub fn points(self) -> usize {
        usize::from(self.rows) * usize::from(self.columns)
    }

    /// All points, one bit each.
    pub(crate) fn all(self) -> u16 {
        (1 << self.points()) - 1
    }

    /// The name of a point: its column from A, its row from 1 at the bottom.
    pub(crate) fn name(self, point: usize) -> String {
        self.point(point).map_or(String::new(), |point| point.to_string())
    }

    /// The point as the other crates have it.
    pub(crate) fn point(self, index: usize) -> Option<Point> {
        let columns = usize::from(self.columns);
        Point::new((index % columns) as u8, (index / columns) as u8)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl FromStr for Shape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Shape, ShapeError> {
        let (rows, columns) = text.split_once(['x', 'X']).ok_or(ShapeError)?;
        let number = |text: &str| text.parse().map_err(|_| ShapeError);
        Shape::new(number(rows)?, number(columns)?).ok_or(ShapeError)
    }
}

/// The points of a mask, in order.
pub(crate) fn points_of(mask: u16) -> impl Iterator<Item = usize> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let point = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            point
        })
    })
}

/// Which points are neighbours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub(crate) shape: Shape,
    next: [u16; MOST_POINTS],
}

impl Grid {
    pub(crate) fn new(shape: Shape) -> Grid {
        let (rows, columns) = (usize::from(shape.rows), usize::from(shape.columns));
        let mut next = [0; MOST_POINTS];
        for (point, mask) in next.iter_mut().enumerate().take(shape.points()) {
            let (row, column) = (point / columns, point % columns);
            let beside = [
                (column > 0).then(|| point - 1),
                (column + 1 < columns).then(|| point + 1),
                (row > 0).then(|| point - columns),
                (row + 1 < rows).then(|| point + columns),
            ];
            *mask = beside.into_iter().flatten().fold(0, |mask, point| mask | 1 << point);
        }
        Grid { shape, next }
    }

    /// All points next to a point of the mask.
    pub(crate) fn neighbors(&self, mask: u16) -> u16 {
        points_of(mask).fold(0, |all, point| all | self.next[point])
    }

    /// All points of `within` that a walk inside it reaches.
    pub(crate) fn flood(&self, from: u16, within: u16) -> u16 {
        let mut reached = from & within;
        loop {
            let more = (reached | self.neighbors(reached)) & within;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// The stones of `theirs` that a stone on this empty point takes.
    pub(crate) fn takes(&self, point: usize, mine: u16, theirs: u16) -> u16 {
        let here = 1 << point;
        let empty = self.shape.all() & !(mine | theirs | here);
        let mut taken = 0;
        for stone in points_of(self.next[point] & theirs) {
            let chain = self.flood(1 << stone, theirs);
            if self.neighbors(chain) & empty == 0 {
                taken |= chain;
            }
        }
        taken
    }

    /// Has the chain on this point a liberty?
    pub(crate) fn breathes(&self, point: usize, stones: u16, others: u16) -> bool {
        let chain = self.flood(1 << point, stones);
        self.neighbors(chain) & !(stones | others) & self.shape.all() != 0
    }

    /// Is a chain of these stones next to `near` in atari?
    pub(crate) fn in_atari(&self, near: u16, stones: u16, others: u16) -> bool {
        let empty = self.shape.all() & !(stones | others);
        points_of(near & stones).any(|stone| {
            let chain = self.flood(1 << stone, stones);
            (self.neighbors(chain) & empty).count_ones() == 1
        })
    }

    /// The points next to a point.
    pub(crate) fn beside(&self, point: usize) -> u16 {
        self.next[point]
    }

    /// The number of points of each side's area.
    pub(crate) fn area(&self, stones: &ByColor<u16>) -> ByColor<u32> {
        let empty = self.shape.all() & !(stones.black | stones.white);
        let touched =
            ByColor::new(|color: Color| self.flood(self.neighbors(stones[color]) & empty, empty));
        ByColor::new(|color| (stones[color] | (touched[color] & !touched[!color])).count_ones())
    }
}
