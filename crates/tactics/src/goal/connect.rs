//! The goals to connect two stones, or an empty point and a stone.

use super::link_layers::{LinkLayers, weak_enemies};
use super::{Goal, Support, key};
use crate::ReadingBoard;
use kage_goban::{Color, Point, PointSet};

/// The two stones are in one chain with at least two liberties, so it cannot be captured at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Connect {
    /// The colour of the stones.
    pub color: Color,
    /// One stone.
    pub one: Point,
    /// The other.
    pub other: Point,
}

/// A point that is empty at first has a stone in the other stone's chain, which has at least two
/// liberties.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EmptyConnect {
    /// The colour of the stones.
    pub color: Color,
    /// The empty point.
    pub point: Point,
    /// The stone.
    pub stone: Point,
}

/// The test of both goals: two points in one chain with at least two liberties.
fn linked(board: &ReadingBoard, color: Color, one: Point, other: Point) -> bool {
    board.at(one) == Some(color)
        && board.same_chain(one, other)
        && board.group(one).liberty_count >= 2
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
    let [from, to] = ends.map(|end| LinkLayers::from(board, color, end, order));
    let ways = from.between(&to, order);
    let own = ends.map(|end| match board.at(end) {
        Some(owner) if owner == color => board.group(end).stones,
        _ => PointSet::of(end),
    });
    ways | weak_enemies(board, color, &(ways | own[0] | own[1]), 1 + order.min(2) as u16)
}

fn support(board: &ReadingBoard, color: Color, ends: [Point; 2], last: Option<Point>) -> Support {
    let mut support = Support { core: ends.into_iter().collect(), more: PointSet::EMPTY };
    if let Some(last) = last {
        // Any of the chains that the last stone joins may supply the liberties.
        support.core |= PointSet::of(last).neighbors(board.size()) & board.stones(color);
    }
    support.add_two_liberties(board, ends[0]);
    support
}

fn failure_points(board: &ReadingBoard, color: Color, ends: [Point; 2]) -> PointSet {
    let mut failure_points: PointSet = ends.into_iter().collect();
    for end in ends.into_iter().filter(|&end| board.at(end) == Some(color)) {
        failure_points |= board.group(end).liberties;
    }
    failure_points
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

    fn support(self, board: &ReadingBoard, last: Option<Point>) -> Support {
        support(board, self.color, [self.one, self.other], last)
    }

    fn failure_points(self, board: &ReadingBoard) -> PointSet {
        failure_points(board, self.color, [self.one, self.other])
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
            // An enemy stone on the point must be captured first. Only a weak one is considered.
            || board.at(self.point) == Some(!self.color) && board.group(self.point).liberty_count > 2
    }

    #[inline]
    fn last_moves(self, board: &ReadingBoard) -> PointSet {
        last_moves(board, self.color, self.point, self.stone)
    }

    fn moves(self, board: &ReadingBoard, order: usize) -> PointSet {
        moves(board, self.color, [self.point, self.stone], order)
    }

    fn support(self, board: &ReadingBoard, last: Option<Point>) -> Support {
        support(board, self.color, [self.point, self.stone], last)
    }

    fn failure_points(self, board: &ReadingBoard) -> PointSet {
        failure_points(board, self.color, [self.point, self.stone])
    }

    fn key(self) -> u64 {
        key(2, self.color, [self.point, self.stone])
    }

    fn points(self) -> PointSet {
        [self.point, self.stone].into_iter().collect()
    }
}
