//! Boards drawn as text: parsing and printing.

use crate::{Board, BoardSize, ByColor, Color, Point, PointSet, SetupError};
use std::fmt;

/// Draws a board with coordinates, one character a point.
///
/// ```
/// use kage_goban::{BoardSize, draw};
/// let two = BoardSize::new(2).unwrap();
/// let text = draw(two, |point| if point.col() == point.row() { '?' } else { '.' });
/// assert_eq!(text, concat!(
///     "   A B\n",
///     " 2 . ? 2\n",
///     " 1 ? . 1\n",
///     "   A B\n",
/// ));
/// ```
pub fn draw(size: BoardSize, mut mark: impl FnMut(Point) -> char) -> String {
    let lines = size.get();
    let letters: String = (0..lines).flat_map(|c| [' ', Point::column_letter(c)]).collect();
    let mut text = format!("  {letters}\n");
    for row in (0..lines).rev() {
        text += &format!("{:2}", row + 1);
        for point in (0..lines).filter_map(|col| Point::new(col, row)) {
            text.push(' ');
            text.push(mark(point));
        }
        text += &format!(" {}\n", row + 1);
    }
    text + "  " + &letters + "\n"
}

/// Why a text is no drawn board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiagramError {
    /// There are no rows, or one, or more than 19.
    Rows(usize),
    /// This row, counted from 1 at the top, does not have as many points as there are rows.
    Width {
        /// The row, from 1 at the top.
        row: usize,
        /// How many points it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// A character that stands for nothing, in this row from the top.
    Character {
        /// The row, from 1 at the top.
        row: usize,
        /// What was found.
        found: char,
    },
    /// The stones cannot stand together.
    Setup(SetupError),
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiagramError::Rows(rows) => {
                write!(f, "a board has from 2 to 19 rows, this drawing has {rows}")
            }
            DiagramError::Width { row, found, expected } => {
                write!(f, "row {row} from the top has {found} points, it should have {expected}")
            }
            DiagramError::Character { row, found } => write!(
                f,
                "`{found}` in row {row} from the top: use X or # for Black, O for White, . for empty"
            ),
            DiagramError::Setup(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DiagramError {}

impl Board {
    /// Reads a drawn board: a line a row, `X` or `#` for Black, `O` for White, `.`, `,` or `+`
    /// for an empty point; spaces are free, and coordinates as [`draw`] puts them are passed over.
    ///
    /// ```
    /// use kage_goban::Board;
    /// let board = Board::from_diagram(".X\nO.").unwrap();
    /// assert_eq!(Board::from_diagram(&board.to_string()), Ok(board));
    /// ```
    pub fn from_diagram(text: &str) -> Result<Board, DiagramError> {
        let rows: Vec<&str> = text.lines().map(cells).filter(|row| !row.is_empty()).collect();
        let size = u8::try_from(rows.len()).ok().and_then(BoardSize::new);
        let size = size.ok_or(DiagramError::Rows(rows.len()))?;
        let mut stones = ByColor::<PointSet>::default();
        for (row, line) in rows.iter().enumerate() {
            let marks: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
            if marks.len() != rows.len() {
                let (found, expected) = (marks.len(), rows.len());
                return Err(DiagramError::Width { row: row + 1, found, expected });
            }
            for (col, &mark) in marks.iter().enumerate() {
                let point = Point::new(col as u8, (rows.len() - 1 - row) as u8);
                match (point, read_mark(mark)) {
                    (_, None) => return Err(DiagramError::Character { row: row + 1, found: mark }),
                    (Some(point), Some(Some(color))) => {
                        stones[color].insert(point);
                    }
                    _ => {}
                }
            }
        }
        Board::from_stones(size, stones).map_err(DiagramError::Setup)
    }
}

/// The part of a line that draws points: no row numbers, and nothing of a line of column letters.
fn cells(line: &str) -> &str {
    let line = line.trim().trim_matches(|c: char| c.is_ascii_digit()).trim();
    if line.starts_with('A') { "" } else { line }
}

/// What a character stands for: `None` for nothing, `Some(None)` for an empty point.
fn read_mark(mark: char) -> Option<Option<Color>> {
    match mark {
        'X' | 'x' | '#' => Some(Some(Color::Black)),
        'O' | 'o' => Some(Some(Color::White)),
        '.' | ',' | '+' => Some(None),
        _ => None,
    }
}

/// The character a stone is drawn with.
pub const fn stone_mark(color: Color) -> char {
    match color {
        Color::Black => 'X',
        Color::White => 'O',
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&draw(self.size(), |point| self.at(point).map_or('.', stone_mark)))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board(\n{self})")
    }
}

impl fmt::Debug for crate::Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (turn, ko, moves) = (self.turn(), self.ko(), self.moves());
        write!(f, "Position(move {moves}, {turn} to play, ko {ko:?},\n{})", self.board())
    }
}
