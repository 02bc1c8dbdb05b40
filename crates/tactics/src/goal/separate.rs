//! A wall between two enemy stones.

use super::corridor::Corridor;
use super::{Goal, Ground, key};
use crate::ReadingBoard;
use kage_goban::{Color, Point, PointSet};

/// Own stones and edges stand between two enemy stones, all of the wall in chains of two liberties
/// or more; or one of the two has been taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Separate {
    /// Whose wall: the other colour's stones are kept apart.
    pub color: Color,
    /// One stone.
    pub one: Point,
    /// The other.
    pub other: Point,
}

impl Separate {
    /// Everything the first stone could reach without passing a sound stone of the wall.
    fn yard(self, board: &ReadingBoard) -> PointSet {
        let all = board.stones(self.color);
        let sound = board.chains_in(self.color, &all).map(|chain| board.group(chain));
        let sound = sound.filter(|group| group.breath >= 2);
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
        self.taken(board) || !self.yard(board).contains(self.other)
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
            [self.one, self.other].map(|end| Corridor::from(board, them, end, order + 1));
        let mut points = from.meet(&to, order + 1);
        for end in [self.one, self.other] {
            let group = board.group(end);
            if usize::from(group.breath) <= order + 1 {
                points |= group.liberties;
            }
        }
        points
    }

    fn ground(self, board: &ReadingBoard, last: Option<Point>) -> Ground {
        let mut ground = Ground::default();
        if let Some(last) = last {
            ground.core |= PointSet::of(last).neighbors(board.size());
        }
        if self.taken(board) {
            return ground;
        }
        let yard = self.yard(board);
        let wall = yard.neighbors(board.size()) - yard;
        ground.core |= wall | PointSet::of(self.one) | PointSet::of(self.other);
        for chain in board.chains_in(self.color, &wall) {
            ground.breathes_twice(board, chain);
        }
        ground
    }

    fn stakes(self, board: &ReadingBoard) -> PointSet {
        self.moves(board, 2)
    }

    fn key(self) -> u64 {
        key(4, self.color, [self.one, self.other])
    }

    fn points(self) -> PointSet {
        [self.one, self.other].into_iter().collect()
    }
}
