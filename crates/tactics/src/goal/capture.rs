//! The goal to capture a stone.

use super::link_layers::weak_enemies;
use super::{Goal, Support, key};
use crate::ReadingBoard;
use kage_goban::{Color, Point, PointSet};

/// The stone is captured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Capture {
    /// The colour that captures: not the stone's.
    pub color: Color,
    /// The stone.
    pub stone: Point,
}

impl Capture {
    /// Liberties of own chains around the target that have at most two liberties.
    fn weak_walls(self, board: &ReadingBoard) -> PointSet {
        let target = board.group(self.stone);
        let walls = target.stones.neighbors(board.size());
        let mut points = PointSet::EMPTY;
        for chain in board.chains_in(self.color, &walls) {
            let wall = board.group(chain);
            if wall.liberty_count <= 2 {
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
        board.group(self.stone).liberty_count > 4
    }

    #[inline]
    fn last_moves(self, board: &ReadingBoard) -> PointSet {
        let target = board.group(self.stone);
        if target.liberty_count == 1 { target.liberties } else { PointSet::EMPTY }
    }

    fn moves(self, board: &ReadingBoard, order: usize) -> PointSet {
        let target = board.group(self.stone);
        if usize::from(target.liberty_count) > order + 1 {
            return PointSet::EMPTY;
        }
        let mut points = target.liberties | self.weak_walls(board);
        if order >= 2 {
            points |= target.liberties.neighbors(board.size()) & board.empty();
        }
        points
    }

    fn support(self, _: &ReadingBoard, _: Option<Point>) -> Support {
        // The win depends on the capture alone, and the search adds the captured stones.
        Support::default()
    }

    fn failure_points(self, board: &ReadingBoard) -> PointSet {
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
