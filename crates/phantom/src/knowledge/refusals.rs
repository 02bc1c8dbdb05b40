//! Refused tries whose reason is open, and what a later answer says about them.

use crate::{Causes, Refused};
use kage_goban::{Point, PointSet};

/// A refused try that is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OpenRefusal {
    pub(crate) point: Point,
    pub(crate) refused: Refused,
    /// If it was either a stone or suicide: where their stones stood then if it was suicide. Points
    /// where a stone may have been taken since then are left out.
    pub(crate) walls: PointSet,
}

impl OpenRefusal {
    /// Was it either a stone or suicide?
    const fn is_open(&self) -> bool {
        let Causes { stone, suicide, ko } = self.refused.causes;
        stone && suicide && !ko
    }
}

/// The refused tries that are kept, by point.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Refusals(Vec<OpenRefusal>);

impl Refusals {
    pub(crate) fn get(&self, point: Point) -> Option<Refused> {
        let index = self.0.binary_search_by_key(&point, |kept| kept.point).ok()?;
        Some(self.0[index].refused)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &OpenRefusal> {
        self.0.iter()
    }

    pub(crate) fn points(&self) -> PointSet {
        self.0.iter().map(|kept| kept.point).collect()
    }

    /// Keeps a refusal, the newest of its point.
    pub(crate) fn keep(&mut self, refusal: OpenRefusal) {
        match self.0.binary_search_by_key(&refusal.point, |kept| kept.point) {
            Ok(index) => self.0[index] = refusal,
            Err(index) => self.0.insert(index, refusal),
        }
    }

    pub(crate) fn forget(&mut self, points: PointSet) {
        self.0.retain(|kept| !points.contains(kept.point));
    }

    /// Stones may have been taken from these points.
    pub(crate) fn disturb(&mut self, points: PointSet) {
        for kept in &mut self.0 {
            kept.walls -= points;
        }
    }

    /// The points that have a stone, or else stones on all these walls.
    pub(crate) fn walled(&self) -> impl Iterator<Item = (Point, PointSet)> {
        let walled = self.0.iter().filter(|kept| kept.is_open());
        walled.map(|kept| (kept.point, kept.walls))
    }

    /// Stones of theirs that follow when these points prove to be empty.
    ///
    /// If a wall was empty, it was no suicide: so it was a stone. If the point itself was empty, it
    /// was suicide, and all walls were stones.
    pub(crate) fn judge(&self, empty: PointSet) -> PointSet {
        let mut stones = PointSet::EMPTY;
        for kept in self.0.iter().filter(|kept| kept.is_open()) {
            if empty.contains(kept.point) {
                stones |= kept.walls;
            } else if kept.walls.intersects(&empty) {
                stones.insert(kept.point);
            }
        }
        stones
    }
}
