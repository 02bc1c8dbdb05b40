//! The goal to separate two enemy stones.

use super::link_layers::LinkLayers;
use super::{Goal, Support, key};
use crate::ReadingBoard;
use kage_goban::{Color, Point, PointSet};

/// A wall of own stones and board edges stands between two enemy stones, and each chain of the wall
/// has at least two liberties; or one of the two stones has been captured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Separate {
    /// The colour of the wall. The two stones have the other colour.
    pub color: Color,
    /// One stone.
    pub one: Point,
    /// The other.
    pub other: Point,
}

impl Separate {
    /// All points that the first stone reaches without crossing a chain with two liberties.
    fn reachable(self, board: &ReadingBoard) -> PointSet {
        let all = board.stones(self.color);
        let sound = board.chains_in(self.color, &all).map(|chain| board.group(chain));
        let sound = sound.filter(|group| group.liberty_count >= 2);
        let wall = sound.fold(PointSet::EMPTY, |wall, group| wall | group.stones);
        let open = PointSet::board(board.size()) - wall;
        PointSet::of(self.one).flood(&open, board.size())
    }

    fn taken(self, board: &ReadingBoard) -> bool {
        [self.one, self.other].iter().any(|&stone| board.at(stone) != Some(!self.color))
    }
}

impl Goal for Separate {
    fn color(self) -> Color {
        self.color
    }

    fn is_won(self, board: &ReadingBoard) -> bool {
        self.taken(board) || !self.reachable(board).contains(self.other)
    }

    fn is_hopeless(self, board: &ReadingBoard) -> bool {
        board.same_chain(self.one, self.other)
    }

    fn last_moves(self, board: &ReadingBoard) -> PointSet {
        self.moves(board, 1)
    }

    fn moves(self, board: &ReadingBoard, order: usize) -> PointSet {
        let them = !self.color;
        let [from, to] =
            [self.one, self.other].map(|end| LinkLayers::from(board, them, end, order + 1));
        let mut points = from.between(&to, order + 1);
        for end in [self.one, self.other] {
            let group = board.group(end);
            if usize::from(group.liberty_count) <= order + 1 {
                points |= group.liberties;
            }
        }
        points
    }

    fn support(self, board: &ReadingBoard, last: Option<Point>) -> Support {
        let mut support = Support::default();
        if let Some(last) = last {
            support.core |= PointSet::of(last).neighbors(board.size());
        }
        if self.taken(board) {
            return support;
        }
        let reachable = self.reachable(board);
        let wall = reachable.neighbors(board.size()) - reachable;
        support.core |= wall | PointSet::of(self.one) | PointSet::of(self.other);
        for chain in board.chains_in(self.color, &wall) {
            support.add_two_liberties(board, chain);
        }
        support
    }

    fn failure_points(self, board: &ReadingBoard) -> PointSet {
        self.moves(board, 2)
    }

    fn key(self) -> u64 {
        key(4, self.color, [self.one, self.other])
    }

    fn points(self) -> PointSet {
        [self.one, self.other].into_iter().collect()
    }
}
