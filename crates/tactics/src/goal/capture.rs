//! A stone is taken off the board.

use super::corridor::weak_enemies;
use super::{Goal, Ground, key};
use crate::ReadingBoard;
use kage_goban::{Color, Point, PointSet};

/// The stone is taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Capture {
    /// Who takes it: the other colour's stone.
    pub color: Color,
    /// The stone.
    pub stone: Point,
}

impl Capture {
    /// Own chains around the target that are weak enough to matter.
    fn weak_walls(self, board: &ReadingBoard) -> PointSet {
        let target = board.group(self.stone);
        let walls = target.stones.neighbors(board.size());
        let mut points = PointSet::EMPTY;
        for chain in board.chains_in(self.color, &walls) {
            let wall = board.group(chain);
            if wall.breath <= 2 {
                points |= wall.liberties | weak_enemies(board, self.color, &wall.stones, 2);
            }
        }
        points
    }
}

impl Goal for Capture {
    fn color(self) -> Color {
        self.color
    }

    #[inline]
    fn is_won(self, board: &ReadingBoard) -> bool {
        board.at(self.stone) != Some(!self.color)
    }

    #[inline]
    fn is_hopeless(self, board: &ReadingBoard) -> bool {
        board.group(self.stone).breath > 4
    }

    #[inline]
    fn last_moves(self, board: &ReadingBoard) -> PointSet {
        let target = board.group(self.stone);
        if target.breath == 1 { target.liberties } else { PointSet::EMPTY }
    }

    fn moves(self, board: &ReadingBoard, order: usize) -> PointSet {
        let target = board.group(self.stone);
        if usize::from(target.breath) > order + 1 {
            return PointSet::EMPTY;
        }
        let mut points = target.liberties | self.weak_walls(board);
        if order >= 2 {
            points |= target.liberties.neighbors(board.size()) & board.empty();
        }
        points
    }

    fn ground(self, _: &ReadingBoard, _: Option<Point>) -> Ground {
        // All that matters is that the move takes what it takes.
        Ground::default()
    }

    fn stakes(self, board: &ReadingBoard) -> PointSet {
        let target = board.group(self.stone);
        target.liberties | target.liberties.neighbors(board.size())
    }

    fn key(self) -> u64 {
        key(3, self.color, [self.stone, self.stone])
    }

    fn points(self) -> PointSet {
        PointSet::of(self.stone)
    }
}
