//! What both seats know before the first try.

use kage_goban::{Board, BoardSize, ByColor, Color, KoRule, Point, PointSet, Position};
use std::fmt;

/// The start of a game: a board and Black's handicap stones, known to both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    size: BoardSize,
    handicap: PointSet,
}

/// The handicap stones cannot stand on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetupError(kage_goban::SetupError);

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "handicap: {}", self.0)
    }
}

impl std::error::Error for SetupError {}

impl Setup {
    /// An empty board, Black to move.
    pub const fn even(size: BoardSize) -> Setup {
        Setup { size, handicap: PointSet::EMPTY }
    }

    /// Black's stones on the board, White to move (Black, if there are none).
    pub fn handicap(
        size: BoardSize,
        stones: impl IntoIterator<Item = Point>,
    ) -> Result<Setup, SetupError> {
        let handicap: PointSet = stones.into_iter().collect();
        let stones = ByColor { black: handicap, white: PointSet::EMPTY };
        Board::from_stones(size, stones).map_err(SetupError)?;
        Ok(Setup { size, handicap })
    }

    /// The number of lines.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The stones of a colour before the first try.
    pub const fn stones(&self, color: Color) -> PointSet {
        match color {
            Color::Black => self.handicap,
            Color::White => PointSet::EMPTY,
        }
    }

    /// Who moves first.
    pub fn first(&self) -> Color {
        if self.handicap.is_empty() { Color::Black } else { Color::White }
    }

    /// The true position before the first try.
    pub fn position(&self, ko: KoRule) -> Position {
        let stones = ByColor::new(|color| self.stones(color));
        // `handicap` has checked the stones; an empty board stands in for the impossible.
        let board = Board::from_stones(self.size, stones).unwrap_or(Board::new(self.size));
        Position::from_board(board, self.first(), ko)
    }
}

/// The usual points for so many handicap stones, by section 4.1.1 of the GTP specification; `None` if
/// there are none for this number on this board.
///
/// ```
/// use kage_goban::BoardSize;
/// let two = kage_phantom::usual_handicap(BoardSize::NINE, 2).unwrap();
/// assert_eq!(two[1].to_string(), "G7");
/// ```
pub fn usual_handicap(size: BoardSize, stones: usize) -> Option<Vec<Point>> {
    let lines = size.get();
    let most = match lines {
        0..7 => 0,
        7 | 8 | 10 | 12 | 14 | 16 | 18 => 4,
        _ => 9,
    };
    if stones < 2 || stones > most {
        return None;
    }
    let low = if lines < 13 { 2 } else { 3 };
    let (high, mid) = (lines - 1 - low, lines / 2);
    let corners = [(low, low), (high, high), (low, high), (high, low)];
    let sides = [(low, mid), (high, mid), (mid, low), (mid, high)];
    let with_center = stones >= 5 && stones % 2 == 1;
    let corner_and_side = corners.into_iter().chain(sides).take(stones - usize::from(with_center));
    let places = corner_and_side.chain(with_center.then_some((mid, mid)));
    places.map(|(col, row)| Point::new(col, row)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(lines: u8, stones: usize) -> Option<String> {
        let points = usual_handicap(BoardSize::new(lines)?, stones)?;
        Some(points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn handicaps_are_as_the_specification_has_them() {
        assert_eq!(drawn(9, 2).as_deref(), Some("C3 G7"));
        assert_eq!(drawn(9, 5).as_deref(), Some("C3 G7 C7 G3 E5"));
        assert_eq!(drawn(19, 7).as_deref(), Some("D4 Q16 D16 Q4 D10 Q10 K10"));
        assert_eq!(drawn(19, 8).as_deref(), Some("D4 Q16 D16 Q4 D10 Q10 K4 K16"));
        assert_eq!(drawn(13, 9).map(|points| points.split(' ').count()), Some(9));
        assert_eq!(drawn(8, 5), None);
        assert_eq!(drawn(5, 2), None);
        assert_eq!(drawn(19, 10), None);
        assert_eq!(drawn(19, 1), None);
    }
}
