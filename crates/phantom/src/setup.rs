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
