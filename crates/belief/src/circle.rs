//! What lies around a point: stones of both sides, and the edge.

use kage_goban::{BoardSize, Point};
use std::collections::BTreeSet;

/// The eight points around a point, two bits each: empty, the mover's, the other side's, off the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(crate) struct Circle(u16);

/// From a point to those around it, in a circle that begins at a corner.
const OFFSETS: [(i8, i8); 8] =
    [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];
/// Those of them that touch the point.
const BESIDE: u8 = 0b1010_1010;

impl Circle {
    /// What may be on a place of it, if not nothing.
    pub(crate) const OWN: u16 = 1;
    pub(crate) const OTHER: u16 = 2;
    const OFF: u16 = 3;

    /// Every circle there could be, in the order of their indices.
    pub(crate) fn all() -> impl Iterator<Item = Circle> {
        (0..=u16::MAX).map(Circle)
    }

    /// Its place among all.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0.into()
    }

    /// The circle with a stone of the mover's, if that is on it.
    pub(crate) fn own(middle: Point, stone: Point) -> Circle {
        Circle::with(middle, stone, Circle::OWN)
    }

    /// The same with a stone of the other side's.
    pub(crate) fn other(middle: Point, stone: Point) -> Circle {
        Circle::with(middle, stone, Circle::OTHER)
    }

    fn with(middle: Point, stone: Point, what: u16) -> Circle {
        let across = stone.col() as i8 - middle.col() as i8;
        let up = stone.row() as i8 - middle.row() as i8;
        let place = OFFSETS.iter().position(|&offset| offset == (across, up));
        Circle(place.map_or(0, |place| what << (2 * place)))
    }

    /// Where the circle around a point is off the board.
    pub(crate) fn edge(middle: Point, size: BoardSize) -> Circle {
        let lines = 0..size.get() as i8;
        let is_off = |(across, up): (i8, i8)| {
            let (col, row) = (middle.col() as i8 + across, middle.row() as i8 + up);
            !(lines.contains(&col) && lines.contains(&row))
        };
        let off = (0..8).filter(|&place| is_off(OFFSETS[place]));
        Circle(off.fold(0, |all, place| all | Circle::OFF << (2 * place)))
    }

    /// What is on either. Where one has something the other has nothing.
    #[inline]
    pub(crate) fn or(self, other: Circle) -> Circle {
        Circle(self.0 | other.0)
    }

    /// The places where something is, as bits.
    pub(crate) fn places(self, what: u16) -> u8 {
        (0..8).filter(|&place| self.at(place) == what).fold(0, |bits, place| bits | 1 << place)
    }

    /// How many of the four neighbours are something.
    pub(crate) fn beside(self, what: u16) -> usize {
        (self.places(what) & BESIDE).count_ones() as usize
    }

    /// The least of those that turning and mirroring the board makes of it.
    pub(crate) fn least(self) -> Circle {
        let mirrored = (0..8).fold(0, |all, place| all | self.at((8 - place) % 8) << (2 * place));
        let turns = (0..16).step_by(4);
        let all = turns.flat_map(|by| [self.0.rotate_left(by), mirrored.rotate_left(by)]);
        Circle(all.min().unwrap_or(self.0))
    }

    fn at(self, place: usize) -> u16 {
        self.0 >> (2 * place) & 3
    }
}

/// All patterns with one of these edges: of circles that a turn or a mirror makes of one another, the
/// least.
pub(crate) fn patterns(edges: impl Iterator<Item = Circle>) -> Vec<Circle> {
    let edges: BTreeSet<u8> = edges.map(|edge| edge.places(Circle::OFF)).collect();
    let can_be = |circle: &Circle| edges.contains(&circle.places(Circle::OFF));
    let least: BTreeSet<Circle> = Circle::all().filter(can_be).map(Circle::least).collect();
    least.into_iter().collect()
}
