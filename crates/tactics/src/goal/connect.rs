//! Two stones in one chain, or an empty point linked to a stone.

use super::corridor::{Corridor, weak_enemies};
use super::{Goal, Ground, key};
use crate::ReadingBoard;
use kage_goban::{Color, Point, PointSet};

/// The two stones are in one chain, which has two liberties: it cannot simply be taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Connect {
    /// Whose stones.
    pub color: Color,
    /// One stone.
    pub one: Point,
    /// The other.
    pub other: Point,
}

/// A point, empty so far, has a stone in the chain of another, and the chain has two liberties.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EmptyConnect {
    /// Whose stones.
    pub color: Color,
    /// The empty point.
    pub point: Point,
    /// The stone.
    pub stone: Point,
}

/// Both kinds ask the same of the board: two places in one chain that breathes twice.
fn linked(board: &ReadingBoard, color: Color, one: Point, other: Point) -> bool {
    board.at(one) == Some(color) && board.same_chain(one, other) && board.group(one).breath >= 2
}

fn last_moves(board: &ReadingBoard, color: Color, one: Point, other: Point) -> PointSet {
    let way = |start: Point| match board.at(start) {
        None => PointSet::of(start),
        Some(owner) if owner == color => board.group(start).liberties,
        Some(_) => PointSet::EMPTY,
    };
    way(one) & way(other)
}

fn moves(board: &ReadingBoard, color: Color, ends: [Point; 2], order: usize) -> PointSet {
    let [from, to] = ends.map(|end| Corridor::from(board, color, end, order));
    let ways = from.meet(&to, order);
    let own = ends.map(|end| match board.at(end) {
        Some(owner) if owner == color => board.group(end).stones,
        _ => PointSet::of(end),
    });
    ways | weak_enemies(board, color, &(ways | own[0] | own[1]), 1 + order.min(2) as u16)
}

fn ground(board: &ReadingBoard, color: Color, ends: [Point; 2], last: Option<Point>) -> Ground {
    let mut ground = Ground { core: ends.into_iter().collect(), more: PointSet::EMPTY };
    if let Some(last) = last {
        // Every chain that the last stone joins may be the one that gives the liberties.
        ground.core |= PointSet::of(last).neighbors(board.size()) & board.stones(color);
    }
    ground.breathes_twice(board, ends[0]);
    ground
}

fn stakes(board: &ReadingBoard, color: Color, ends: [Point; 2]) -> PointSet {
    let mut stakes: PointSet = ends.into_iter().collect();
    for end in ends.into_iter().filter(|&end| board.at(end) == Some(color)) {
        stakes |= board.group(end).liberties;
    }
    stakes
}

impl Goal for Connect {
    fn color(self) -> Color {
        self.color
    }

    #[inline]
    fn is_won(self, board: &ReadingBoard) -> bool {
        linked(board, self.color, self.one, self.other)
    }

    #[inline]
    fn is_hopeless(self, board: &ReadingBoard) -> bool {
        board.at(self.one) != Some(self.color) || board.at(self.other) != Some(self.color)
    }

    #[inline]
    fn last_moves(self, board: &ReadingBoard) -> PointSet {
        last_moves(board, self.color, self.one, self.other)
    }

    fn moves(self, board: &ReadingBoard, order: usize) -> PointSet {
        moves(board, self.color, [self.one, self.other], order)
    }

    fn ground(self, board: &ReadingBoard, last: Option<Point>) -> Ground {
        ground(board, self.color, [self.one, self.other], last)
    }

    fn stakes(self, board: &ReadingBoard) -> PointSet {
        stakes(board, self.color, [self.one, self.other])
    }

    fn key(self) -> u64 {
        key(1, self.color, [self.one, self.other])
    }

    fn points(self) -> PointSet {
        [self.one, self.other].into_iter().collect()
    }
}

impl Goal for EmptyConnect {
    fn color(self) -> Color {
        self.color
    }

    #[inline]
    fn is_won(self, board: &ReadingBoard) -> bool {
        linked(board, self.color, self.point, self.stone)
    }

    #[inline]
    fn is_hopeless(self, board: &ReadingBoard) -> bool {
        board.at(self.stone) != Some(self.color)
            // An enemy stone there would have to be taken first: only a weak one is looked at.
            || board.at(self.point) == Some(!self.color) && board.group(self.point).breath > 2
    }

    #[inline]
    fn last_moves(self, board: &ReadingBoard) -> PointSet {
        last_moves(board, self.color, self.point, self.stone)
    }

    fn moves(self, board: &ReadingBoard, order: usize) -> PointSet {
        moves(board, self.color, [self.point, self.stone], order)
    }

    fn ground(self, board: &ReadingBoard, last: Option<Point>) -> Ground {
        ground(board, self.color, [self.point, self.stone], last)
    }

    fn stakes(self, board: &ReadingBoard) -> PointSet {
        stakes(board, self.color, [self.point, self.stone])
    }

    fn key(self) -> u64 {
        key(2, self.color, [self.point, self.stone])
    }

    fn points(self) -> PointSet {
        [self.point, self.stone].into_iter().collect()
    }
}
