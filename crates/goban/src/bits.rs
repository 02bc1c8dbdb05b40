//! Small sets of points, cheap to copy.
//!
//! Boards up to 11x11 fit into one word of 128 bits; larger ones use [`PointSet`].

use crate::{BoardSize, Point, PointSet};
use std::fmt::Debug;

/// The largest board whose points fit into 128 bits.
pub const NARROW: u8 = 11;

/// A set of points, each known by its place on the [`Grid`].
pub trait Bits: Copy + Eq + Debug + Send + 'static {
    /// No points.
    const NONE: Self;
    /// How far rows are apart on a board of this size.
    fn stride(size: BoardSize) -> usize;
    /// The set of one point.
    fn of(place: u16) -> Self;
    /// Is the point in the set?
    fn has(self, place: u16) -> bool;
    /// The points of both sets.
    fn and(self, other: Self) -> Self;
    /// The points of either set.
    fn or(self, other: Self) -> Self;
    /// The points of this set that are not in the other.
    fn minus(self, other: Self) -> Self;
    /// Has it no points?
    #[inline]
    fn is_none(self) -> bool {
        self == Self::NONE
    }
    /// The number of points.
    fn count(self) -> u32;
    /// The lowest point, if there is one.
    fn first(self) -> Option<u16>;
    /// The points next to a point of the set.
    fn near(self, grid: &Grid<Self>) -> Self;
    /// The points next to two or more points of the set.
    fn near_two(self, grid: &Grid<Self>) -> Self;

    /// The lowest points but `skip`, if there are so many.
    fn nth(self, skip: u32) -> Option<u16> {
        let mut rest = self;
        for _ in 0..skip {
            rest = rest.minus(Self::of(rest.first()?));
        }
        rest.first()
    }

    /// All points of the set, from the lowest.
    #[inline]
    fn places(self) -> impl Iterator<Item = u16> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let place = rest.first()?;
            rest = rest.minus(Self::of(place));
            Some(place)
        })
    }
}

impl Bits for u128 {
    const NONE: u128 = 0;

    fn stride(size: BoardSize) -> usize {
        usize::from(size.get())
    }

    #[inline]
    fn of(place: u16) -> u128 {
        1 << place
    }

    #[inline]
    fn has(self, place: u16) -> bool {
        self >> place & 1 == 1
    }

    #[inline]
    fn and(self, other: u128) -> u128 {
        self & other
    }

    #[inline]
    fn or(self, other: u128) -> u128 {
        self | other
    }

    #[inline]
    fn minus(self, other: u128) -> u128 {
        self & !other
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn first(self) -> Option<u16> {
        (self != 0).then(|| self.trailing_zeros() as u16)
    }

    #[inline]
    fn near(self, grid: &Grid<u128>) -> u128 {
        let sides = (self & !grid.last) << 1 | (self & !grid.first) >> 1;
        (sides | self << grid.stride | self >> grid.stride) & grid.board
    }

    #[inline]
    fn near_two(self, grid: &Grid<u128>) -> u128 {
        let (left, right) = ((self & !grid.last) << 1, (self & !grid.first) >> 1);
        let (below, above) = (self << grid.stride, self >> grid.stride);
        let two = left & right | below & above | (left | right) & (below | above);
        two & grid.board
    }
}

impl Bits for PointSet {
    const NONE: PointSet = PointSet::EMPTY;

    fn stride(_: BoardSize) -> usize {
        usize::from(BoardSize::MAX.get())
    }

    fn of(place: u16) -> PointSet {
        point_at(place, BoardSize::MAX.get().into()).map_or(PointSet::EMPTY, PointSet::of)
    }

    fn has(self, place: u16) -> bool {
        point_at(place, BoardSize::MAX.get().into()).is_some_and(|point| self.contains(point))
    }

    fn and(self, other: PointSet) -> PointSet {
        self & other
    }

    fn or(self, other: PointSet) -> PointSet {
        self | other
    }

    fn minus(self, other: PointSet) -> PointSet {
        self - other
    }

    fn count(self) -> u32 {
        self.len() as u32
    }

    fn first(self) -> Option<u16> {
        PointSet::first(&self).map(|point| point.index() as u16)
    }

    fn near(self, grid: &Grid<PointSet>) -> PointSet {
        self.neighbors(grid.size)
    }

    fn near_two(self, grid: &Grid<PointSet>) -> PointSet {
        let two = |place: &u16| grid.beside(*place).and(self).count() >= 2;
        let found = self.near(grid).places().filter(two);
        found.fold(PointSet::EMPTY, |found, place| found.or(Bits::of(place)))
    }
}

fn point_at(place: u16, stride: usize) -> Option<Point> {
    let place = usize::from(place);
    Point::new((place % stride) as u8, (place / stride) as u8)
}

/// A board's points as places, and what lies next to each.
#[derive(Clone, Debug)]
pub struct Grid<B> {
    /// The number of lines.
    pub size: BoardSize,
    /// All points of the board.
    pub board: B,
    stride: usize,
    first: B,
    last: B,
    near: Vec<B>,
    points: Vec<Option<Point>>,
}

impl<B: Bits> Grid<B> {
    /// The grid of a board.
    pub fn new(size: BoardSize) -> Grid<B> {
        let stride = B::stride(size);
        let places = usize::from(size.get()) * stride;
        let point = |place: u16| point_at(place, stride).filter(|&point| size.contains(point));
        let points = (0..places as u16).map(point).collect();
        let (board, first, last, near) = (B::NONE, B::NONE, B::NONE, Vec::new());
        let mut grid = Grid { size, board, stride, first, last, near, points };
        grid.board = grid.set(&PointSet::board(size));
        let column = |col: u8| size.points().filter(|point| point.col() == col).collect();
        grid.first = grid.set(&column(0));
        grid.last = grid.set(&column(size.get() - 1));
        grid.near = (0..places as u16).map(|place| B::of(place).near(&grid)).collect();
        grid
    }

    /// The number of places, on and off the board.
    pub fn places(&self) -> usize {
        self.near.len()
    }

    /// The points next to a place.
    #[inline]
    pub fn beside(&self, place: u16) -> B {
        self.near[usize::from(place)]
    }

    /// The place of a point.
    pub fn place(&self, point: Point) -> u16 {
        u16::from(point.row()) * self.stride as u16 + u16::from(point.col())
    }

    /// The point of a place, if it is on the board.
    pub fn point(&self, place: u16) -> Option<Point> {
        self.points.get(usize::from(place)).copied().flatten()
    }

    /// The same points, as places.
    pub fn set(&self, points: &PointSet) -> B {
        points.iter().fold(B::NONE, |set, point| set.or(B::of(self.place(point))))
    }

    /// The same places, as points.
    pub fn points(&self, set: B) -> PointSet {
        set.places().filter_map(|place| self.point(place)).collect()
    }

    /// All points of `within` that a walk inside it reaches from the set.
    #[inline]
    pub fn flood(&self, from: B, within: B) -> B {
        let mut reached = from.and(within);
        loop {
            let more = reached.or(reached.near(self)).and(within);
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// The connected parts of a set.
    pub fn regions(&self, set: B) -> impl Iterator<Item = B> {
        let mut rest = set;
        std::iter::from_fn(move || {
            let region = self.flood(B::of(rest.first()?), rest);
            rest = rest.minus(region);
            Some(region)
        })
    }

    /// Does the chain of this stone touch one of these empty points? `stones` are its colour's.
    #[inline]
    pub fn breathes(&self, stone: u16, stones: B, empty: B) -> bool {
        let mut reached = B::of(stone);
        loop {
            let near = reached.near(self);
            if !near.and(empty).is_none() {
                return true;
            }
            let more = reached.or(near.and(stones));
            if more == reached {
                return false;
            }
            reached = more;
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use fastrand::Rng;

    /// Any points of a board, more or less of them.
    fn any<B: Bits>(grid: &Grid<B>, random: &mut Rng) -> B {
        let share = random.f64();
        let some = grid.board.places().filter(|_| random.f64() < share);
        some.fold(B::NONE, |set, place| set.or(B::of(place)))
    }

    fn neighbors_are_counted<B: Bits>(size: u8) {
        let random = &mut Rng::with_seed(size.into());
        let grid = Grid::<B>::new(BoardSize::new(size).unwrap());
        for _ in 0..200 {
            let set = any(&grid, random);
            for place in grid.board.places() {
                let count = grid.beside(place).and(set).count();
                assert_eq!(set.near(&grid).has(place), count >= 1);
                assert_eq!(set.near_two(&grid).has(place), count >= 2);
            }
        }
    }

    #[test]
    fn near_and_near_two_are_what_counting_finds() {
        for size in [2, 5, 9, 11] {
            neighbors_are_counted::<u128>(size);
            neighbors_are_counted::<PointSet>(size);
        }
        neighbors_are_counted::<PointSet>(19);
    }
}
