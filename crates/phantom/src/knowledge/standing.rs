//! What holds at every moment: each chain has a liberty, and each component of the points without the
//! seat's stones holds an empty point.
//!
//! The points that are certainly empty for this reason, the *breaths*, depend on the seat's own stones and the
//! known stones of theirs alone. So they outlive a move of theirs, and only what is next to a change is looked
//! at again.

use crate::View;
use kage_goban::{Point, PointSet};

/// So few lonely points are looked at without asking first what is near a change.
const FEW: usize = 3;

/// What changed on the board of known stones since the breaths were found.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Changes {
    /// Stones that came.
    pub(crate) came: PointSet,
    /// Stones that left, or may have.
    pub(crate) left: PointSet,
}

impl View {
    /// Finds the points that are the only one left where a chain of the seat's can have a liberty, or where
    /// a component of the points without its stones can be empty.
    pub(crate) fn find_breaths(&mut self) {
        let Changes { came, left } = std::mem::take(&mut self.changes);
        if came.is_empty() && left.is_empty() {
            return;
        }
        let open = PointSet::board(self.size) - self.mine - self.theirs;
        // A chain beside a new own stone had a liberty there, so no other point was its only one.
        self.breaths &= open;
        let mut touched = (came.neighbors(self.size) | came) & self.mine;
        let mut dropped = PointSet::EMPTY;
        if !left.is_empty() {
            dropped = self.drop_breaths(left);
            let near = dropped.neighbors(self.size) | left.neighbors(self.size) | left;
            touched |= near & self.mine;
        }
        self.find_breaths_of_chains(touched, open);
        self.find_holes(came | left | dropped, open);
    }

    /// The points that are the only one of their component which can be empty, next to what changed.
    fn find_holes(&mut self, changed: PointSet, open: PointSet) {
        let size = self.size;
        let mut alone = open - open.neighbors(size) - self.breaths;
        if alone.has_more_than(FEW) {
            let near = changed | changed.neighbors(size);
            let walls = (near & self.theirs).flood(&self.theirs, size);
            alone &= near | walls.neighbors(size);
        }
        for point in alone {
            if self.is_shut_in(point, open - PointSet::of(point)) {
                self.breaths.insert(point);
            }
        }
    }

    /// Chains beside stones that left have other liberties than before. Returns the breaths to find again.
    fn drop_breaths(&mut self, left: PointSet) -> PointSet {
        let size = self.size;
        let near = left.neighbors(size) | left;
        let chains = (near & self.mine).flood(&self.mine, size);
        let walls = (near & self.theirs).flood(&self.theirs, size);
        let doubtful = self.breaths & (chains | walls | left).neighbors(size);
        self.breaths -= doubtful;
        doubtful
    }

    /// The breaths of the chains of these stones.
    fn find_breaths_of_chains(&mut self, stones: PointSet, open: PointSet) {
        let mut rest = stones;
        while let Some(stone) = rest.first() {
            let (chain, breath) = self.only_breath(stone, open);
            rest -= chain;
            self.breaths.extend(breath);
        }
    }

    /// The point that must be the liberty of this stone's chain, if there is one, and the part of the chain
    /// that was looked at.
    fn only_breath(&self, stone: Point, open: PointSet) -> (PointSet, Option<Point>) {
        let mut chain = PointSet::of(stone);
        loop {
            let near = chain.neighbors(self.size);
            let breaths = near & open;
            if breaths.has_two() {
                return (chain, None);
            }
            let more = (near & self.mine) - chain;
            if more.is_empty() {
                return (chain, breaths.first());
            }
            chain |= more;
        }
    }

    /// Is none of these points next to this one or to stones of theirs that are joined to it?
    pub(crate) fn is_shut_in(&self, point: Point, out: PointSet) -> bool {
        let mut chain = PointSet::of(point);
        loop {
            let near = chain.neighbors(self.size);
            if near.intersects(&out) {
                return false;
            }
            let more = (near & self.theirs) - chain;
            if more.is_empty() {
                return true;
            }
            chain |= more;
        }
    }
}
