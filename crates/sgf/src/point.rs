//! Points of a board as SGF writes them: two letters, column then row, `aa` at the top left.
//!
//! A point is `(column, row)`, both from 0, the row from the top. Capital letters go on from `z`, so
//! that boards have up to 52 lines. No rules here: only letters and the edge of the board.
//!
//! ```
//! use kage_sgf::point;
//! // 9 . . . .         aa ba ca da
//! // 8 . . X .    X is cb
//! assert_eq!(point::parse("cb", 9), Ok((2, 1)));
//! assert_eq!(point::format((2, 1)).as_deref(), Ok("cb"));
//! ```

use thiserror::Error;

/// A column from the left and a row from the top, both from 0.
pub type Point = (u8, u8);

/// The lines of the largest board that letters can name.
pub const MAX_SIZE: u8 = 52;

/// Text that is not a point, or a point that is not on the board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PointError {
    /// The text is not two letters.
    #[error("`{0}` is not a point; write two letters, as in `ee`")]
    NotAPoint(String),
    /// The point is beyond the edge.
    #[error("`{text}` is not on a board of {size} lines; check it against `SZ`")]
    OffBoard {
        /// The point as written.
        text: String,
        /// The lines of the board.
        size: u8,
    },
    /// There is no letter for this line.
    #[error("no letters for column {}, row {}: SGF ends at {MAX_SIZE} lines", .0.0, .0.1)]
    NoLetters(Point),
    /// The text is not the size of a board.
    #[error("`{0}` is not a board size; write a number from 1 to {MAX_SIZE}, as in `9`")]
    NotASize(String),
}

/// Reads a point on a board of `size` lines. Blanks around it are forgiven.
///
/// # Errors
/// If it is not a point, or not on the board.
pub fn parse(text: &str, size: u8) -> Result<Point, PointError> {
    let point = letters(text)?;
    if point.0 < size && point.1 < size {
        return Ok(point);
    }
    Err(PointError::OffBoard { text: text.trim().to_owned(), size })
}

/// Reads a move: a point, or `None` for a pass, which is an empty value or, as FF\[3\] has it, `tt` on
/// boards of up to 19 lines.
///
/// ```
/// use kage_sgf::point::parse_move;
/// assert_eq!(parse_move("", 9), Ok(None));
/// assert_eq!(parse_move("tt", 9), Ok(None));
/// assert_eq!(parse_move("tt", 25), Ok(Some((19, 19))));
/// ```
///
/// # Errors
/// If it is neither.
pub fn parse_move(text: &str, size: u8) -> Result<Option<Point>, PointError> {
    match text.trim() {
        "" => Ok(None),
        "tt" if size <= 19 => Ok(None),
        point => parse(point, size).map(Some),
    }
}

/// Reads a value of a point list: one point, or a rectangle `aa:cc`, given row by row.
///
/// ```
/// use kage_sgf::point::parse_list;
/// assert_eq!(parse_list("aa:ba", 9), Ok(vec![(0, 0), (1, 0)]));
/// assert_eq!(parse_list("cb", 9), Ok(vec![(2, 1)]));
/// ```
///
/// # Errors
/// If a corner is not a point, or not on the board.
pub fn parse_list(text: &str, size: u8) -> Result<Vec<Point>, PointError> {
    let Some((from, to)) = text.split_once(':') else { return Ok(vec![parse(text, size)?]) };
    let (a, b) = (parse(from, size)?, parse(to, size)?);
    // The standard puts the top left corner first; not every program does.
    let (left, right) = (a.0.min(b.0), a.0.max(b.0));
    let (top, bottom) = (a.1.min(b.1), a.1.max(b.1));
    Ok((top..=bottom).flat_map(|row| (left..=right).map(move |column| (column, row))).collect())
}

/// Writes a point.
///
/// # Errors
/// If the letters do not reach so far.
pub fn format(point: Point) -> Result<String, PointError> {
    match (letter(point.0), letter(point.1)) {
        (Some(column), Some(row)) => Ok(String::from_iter([column, row])),
        _ => Err(PointError::NoLetters(point)),
    }
}

/// Writes a move; a pass is the empty value.
///
/// # Errors
/// If the letters do not reach so far.
pub fn format_move(point: Option<Point>) -> Result<String, PointError> {
    point.map_or(Ok(String::new()), format)
}

/// Reads a value of `SZ`, `9` or `9:9`, as (columns, rows). It is written as a plain number.
///
/// # Errors
/// If it is not a size, or too large for letters.
pub fn parse_size(text: &str) -> Result<(u8, u8), PointError> {
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    let lines = |text: &str| text.trim().parse().ok().filter(|n| (1..=MAX_SIZE).contains(n));
    lines(columns).zip(lines(rows)).ok_or_else(|| PointError::NotASize(text.to_owned()))
}

fn letters(text: &str) -> Result<Point, PointError> {
    let point = match text.trim().as_bytes() {
        [column, row] => line(*column).zip(line(*row)),
        _ => None,
    };
    point.ok_or_else(|| PointError::NotAPoint(text.to_owned()))
}

fn line(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    }
}

fn letter(line: u8) -> Option<char> {
    match line {
        0..26 => Some((b'a' + line).into()),
        26..52 => Some((b'A' + line - 26).into()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn off(text: &str, size: u8) -> PointError {
        PointError::OffBoard { text: text.into(), size }
    }

    fn no_point(text: &str) -> PointError {
        PointError::NotAPoint(text.into())
    }

    #[test]
    fn points() {
        let cases = [
            ("aa", 9, Ok((0, 0))),
            ("ia", 9, Ok((8, 0))),
            (" ai\n", 9, Ok((0, 8))),
            ("ja", 9, Err(off("ja", 9))),
            ("aj", 9, Err(off("aj", 9))),
            ("tt", 19, Err(off("tt", 19))),
            ("AZ", 52, Ok((26, 51))),
            ("", 9, Err(no_point(""))),
            ("a", 9, Err(no_point("a"))),
            ("aaa", 9, Err(no_point("aaa"))),
            ("a1", 9, Err(no_point("a1"))),
            ("é", 9, Err(no_point("é"))),
        ];
        for (text, size, expected) in cases {
            assert_eq!(parse(text, size), expected, "{text:?}");
        }
    }

    #[test]
    fn moves() {
        let cases = [
            ("", 9, Ok(None)),
            (" ", 25, Ok(None)),
            ("tt", 2, Ok(None)),
            ("tt", 19, Ok(None)),
            ("tt", 20, Ok(Some((19, 19)))),
            ("ss", 19, Ok(Some((18, 18)))),
            ("ss", 9, Err(off("ss", 9))),
        ];
        for (text, size, expected) in cases {
            assert_eq!(parse_move(text, size), expected, "{text:?}");
        }
        assert_eq!(format_move(None).as_deref(), Ok(""));
        assert_eq!(format_move(Some((3, 4))).as_deref(), Ok("de"));
    }

    #[test]
    fn lists() {
        let square = vec![(0, 0), (1, 0), (0, 1), (1, 1)];
        for corners in ["aa:bb", "bb:aa", "ba:ab", " aa : bb "] {
            assert_eq!(parse_list(corners, 9), Ok(square.clone()), "{corners:?}");
        }
        assert_eq!(parse_list("aa:aa", 9), Ok(vec![(0, 0)]));
        assert_eq!(parse_list("aa:jj", 9), Err(off("jj", 9)));
        assert_eq!(parse_list("aa:", 9), Err(no_point("")));
        assert_eq!(parse_list("aa:bb:cc", 9), Err(no_point("bb:cc")));
    }

    #[test]
    fn sizes() {
        for (text, size) in [("9", (9, 9)), (" 19 ", (19, 19)), ("9:9", (9, 9)), ("5:7", (5, 7))] {
            assert_eq!(parse_size(text), Ok(size));
        }
        for text in ["", "0", "53", "9x9", "9:", "-9", "999", "9:9:9"] {
            assert_eq!(parse_size(text), Err(PointError::NotASize(text.into())));
        }
    }

    #[test]
    fn every_point_comes_back() {
        for column in 0..MAX_SIZE {
            for row in 0..MAX_SIZE {
                let text = format((column, row)).unwrap();
                assert_eq!(parse(&text, MAX_SIZE), Ok((column, row)));
            }
        }
        assert_eq!(format((0, MAX_SIZE)), Err(PointError::NoLetters((0, MAX_SIZE))));
    }
}
