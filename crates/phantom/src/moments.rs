//! A moment of the game for each point.

use kage_goban::{Point, PointSet};
use std::fmt;

const POINTS: usize = 361;

/// For each point a number of moves, or nothing.
#[derive(Clone)]
pub(crate) struct Moments {
    /// One more than the number of moves; 0 for nothing.
    moves: [u16; POINTS],
    set: PointSet,
}

impl Default for Moments {
    fn default() -> Moments {
        Moments { moves: [0; POINTS], set: PointSet::EMPTY }
    }
}

impl Moments {
    pub(crate) fn get(&self, point: Point) -> Option<u32> {
        self.set.contains(point).then(|| self.moves[point.index()].into())
    }

    /// Games are shorter than a `u16` counts; a later moment is the last one that it knows.
    pub(crate) fn set(&mut self, point: Point, moves: u32) {
        self.set.insert(point);
        self.moves[point.index()] = u16::try_from(moves).unwrap_or(u16::MAX);
    }

    pub(crate) fn forget(&mut self, points: PointSet) {
        self.set -= points;
    }
}

/// What is left in places that are not set does not count.
impl PartialEq for Moments {
    fn eq(&self, other: &Moments) -> bool {
        self.set == other.set && self.set.iter().all(|point| self.get(point) == other.get(point))
    }
}

impl Eq for Moments {}

impl fmt::Debug for Moments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.set.iter().map(|point| (point, self.get(point)))).finish()
    }
}
