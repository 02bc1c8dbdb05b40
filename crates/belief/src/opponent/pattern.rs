//! The 3x3 pattern around a point: stones of both sides, and the edge.

use kage_goban::{BoardSize, Point};
use std::collections::BTreeSet;

/// The eight points around a point, two bits each: empty, the mover's, the other side's, off the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(crate) struct Pattern3x3(u16);

/// From a point to those around it, in a circle that begins at a corner.
const OFFSETS: [(i8, i8); 8] =
    [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];
/// Those of them that touch the point.
const BESIDE: u8 = 0b1010_1010;

impl Pattern3x3 {
    /// What a place may hold, if it is not empty.
    pub(crate) const OWN: u16 = 1;
    pub(crate) const OTHER: u16 = 2;
    const OFF: u16 = 3;

    /// Every pattern, in the order of their indices.
    pub(crate) fn all() -> impl Iterator<Item = Pattern3x3> {
        (0..=u16::MAX).map(Pattern3x3)
    }

    /// Its index among all.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0.into()
    }

    /// The pattern with one stone of the mover's, or none if the stone is not beside the middle.
    pub(crate) fn own(middle: Point, stone: Point) -> Pattern3x3 {
        Pattern3x3::with(middle, stone, Pattern3x3::OWN)
    }

    /// The same with a stone of the other side's.
    pub(crate) fn other(middle: Point, stone: Point) -> Pattern3x3 {
        Pattern3x3::with(middle, stone, Pattern3x3::OTHER)
    }

    fn with(middle: Point, stone: Point, what: u16) -> Pattern3x3 {
        let across = stone.col() as i8 - middle.col() as i8;
        let up = stone.row() as i8 - middle.row() as i8;
        let place = OFFSETS.iter().position(|&offset| offset == (across, up));
        Pattern3x3(place.map_or(0, |place| what << (2 * place)))
    }

    /// The pattern of an empty board around a point.
    pub(crate) fn edge(middle: Point, size: BoardSize) -> Pattern3x3 {
        let lines = 0..size.get() as i8;
        let is_off = |(across, up): (i8, i8)| {
            let (col, row) = (middle.col() as i8 + across, middle.row() as i8 + up);
            !(lines.contains(&col) && lines.contains(&row))
        };
        let off = (0..8).filter(|&place| is_off(OFFSETS[place]));
        Pattern3x3(off.fold(0, |all, place| all | Pattern3x3::OFF << (2 * place)))
    }

    /// Both patterns together. Where one has something the other must be empty.
    #[inline]
    pub(crate) fn or(self, other: Pattern3x3) -> Pattern3x3 {
        Pattern3x3(self.0 | other.0)
    }

    /// The places that hold this, as bits.
    pub(crate) fn places(self, what: u16) -> u8 {
        (0..8).filter(|&place| self.at(place) == what).fold(0, |bits, place| bits | 1 << place)
    }

    /// The number of the four direct neighbours that hold this.
    pub(crate) fn beside(self, what: u16) -> usize {
        (self.places(what) & BESIDE).count_ones() as usize
    }

    /// The least of its eight rotations and mirror images.
    pub(crate) fn least(self) -> Pattern3x3 {
        let mirrored = (0..8).fold(0, |all, place| all | self.at((8 - place) % 8) << (2 * place));
        let turns = (0..16).step_by(4);
        let all = turns.flat_map(|by| [self.0.rotate_left(by), mirrored.rotate_left(by)]);
        Pattern3x3(all.min().unwrap_or(self.0))
    }

    fn at(self, place: usize) -> u16 {
        self.0 >> (2 * place) & 3
    }
}

/// All patterns with one of these edges, one for each class of symmetric patterns: the least.
pub(crate) fn patterns(edges: impl Iterator<Item = Pattern3x3>) -> Vec<Pattern3x3> {
    let edges: BTreeSet<u8> = edges.map(|edge| edge.places(Pattern3x3::OFF)).collect();
    let can_be = |pattern: &Pattern3x3| edges.contains(&pattern.places(Pattern3x3::OFF));
    let least: BTreeSet<Pattern3x3> =
        Pattern3x3::all().filter(can_be).map(Pattern3x3::least).collect();
    least.into_iter().collect()
}
