//! Intersections of the board, and the size of a board.

use std::fmt;
use std::str::FromStr;

/// The letters of the columns: there is no I.
const COLUMNS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

/// The number of lines of a board, from 2 to 19.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BoardSize(u8);

impl BoardSize {
    /// The smallest board.
    pub const MIN: BoardSize = BoardSize(2);
    /// The board where Phantom Go is at home.
    pub const NINE: BoardSize = BoardSize(9);
    /// The largest board.
    pub const MAX: BoardSize = BoardSize(19);

    /// A board size, if it is between 2 and 19.
    pub const fn new(lines: u8) -> Option<BoardSize> {
        if lines >= 2 && lines <= 19 { Some(BoardSize(lines)) } else { None }
    }

    /// The number of lines.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The number of points of the board.
    pub const fn area(self) -> usize {
        self.0 as usize * self.0 as usize
    }

    /// Is the point on a board of this size?
    pub const fn contains(self, point: Point) -> bool {
        point.col() < self.0 && point.row() < self.0
    }

    /// All points of the board, row by row from A1.
    pub fn points(self) -> impl DoubleEndedIterator<Item = Point> + Clone {
        let lines = u16::from(self.0);
        (0..lines * lines).map(move |i| Point(i / lines * Point::STRIDE + i % lines))
    }

    /// The two, three or four points next to a point of this board.
    ///
    /// ```
    /// use kage_goban::{BoardSize, Point};
    /// let corner = Point::new(0, 0).unwrap();
    /// let next: Vec<String> = BoardSize::NINE.neighbors(corner).map(|p| p.to_string()).collect();
    /// assert_eq!(next, ["B1", "A2"]);
    /// ```
    pub fn neighbors(self, point: Point) -> impl Iterator<Item = Point> + Clone {
        let (col, row, last) = (point.col(), point.row(), self.0 - 1);
        let west = (col > 0).then(|| Point(point.0 - 1));
        let east = (col < last).then(|| Point(point.0 + 1));
        let south = (row > 0).then(|| Point(point.0 - Point::STRIDE));
        let north = (row < last).then(|| Point(point.0 + Point::STRIDE));
        [west, east, south, north].into_iter().flatten()
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.0)
    }
}

/// An intersection. It knows its column and row, not the size of the board it is on.
///
/// In text a column letter, skipping I, and a row number from the bottom.
///
/// ```
/// use kage_goban::Point;
/// let point: Point = "j9".parse().unwrap();
/// assert_eq!((point.col(), point.row()), (8, 8));
/// assert_eq!(point.to_string(), "J9");
/// assert!("I5".parse::<Point>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// Rows are 19 apart in every set and table, whatever the board's size.
    pub(crate) const STRIDE: u16 = 19;
    /// The number of points of the largest board.
    pub(crate) const COUNT: usize = 361;

    /// The point in this column and row, both counted from 0 at A1; `None` outside 19x19.
    pub const fn new(col: u8, row: u8) -> Option<Point> {
        if col < 19 && row < 19 { Some(Point(row as u16 * 19 + col as u16)) } else { None }
    }

    /// The column, counted from 0 at A.
    pub const fn col(self) -> u8 {
        (self.0 % Point::STRIDE) as u8
    }

    /// The row, counted from 0 at the bottom.
    pub const fn row(self) -> u8 {
        (self.0 / Point::STRIDE) as u8
    }

    /// The place of this point in tables of 361 entries: 19 times the row plus the column.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point with this index.
    pub(crate) const fn from_index(index: usize) -> Point {
        debug_assert!(index < Point::COUNT);
        Point(index as u16)
    }

    /// The letter of a column.
    pub(crate) fn column_letter(col: u8) -> char {
        char::from(COLUMNS[usize::from(col)])
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Point::column_letter(self.col()), self.row() + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is no point: a letter from A to T without I, then a number from 1 to 19.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsePointError;

impl fmt::Display for ParsePointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a point is a letter from A to T (there is no I) and a number, such as D5")
    }
}

impl std::error::Error for ParsePointError {}

impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Point, ParsePointError> {
        let (&letter, digits) = text.as_bytes().split_first().ok_or(ParsePointError)?;
        let col = COLUMNS.iter().position(|&c| c == letter.to_ascii_uppercase());
        // `u8::from_str` would take a sign; coordinates have no leading zeros.
        let plain = digits.first().is_some_and(|d| (b'1'..=b'9').contains(d));
        let row = text.get(1..).filter(|_| plain).and_then(|d| d.parse::<u8>().ok());
        match (col, row) {
            (Some(col), Some(row)) => Point::new(col as u8, row - 1).ok_or(ParsePointError),
            _ => Err(ParsePointError),
        }
    }
}
