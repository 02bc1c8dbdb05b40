//! Where their last moves can have been: the points that were free of their stones before each of
//! them.
//!
//! A move puts down one stone. When as many stones are known to have come since a moment as moves
//! were made, every other point that was free then is free now.

use kage_goban::PointSet;

/// So many of their last moves are kept.
const KEPT: usize = 8;

/// The moment before one of their moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Moment {
    /// Points without a stone of theirs.
    free: PointSet,
    /// Points where stones of theirs may have been taken since.
    disturbed: PointSet,
    /// Stones that are known to have come to free points since.
    came: u32,
    /// The number of their moves before it.
    before: u32,
}

/// The moments before their last moves, in no order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct RecentMoves {
    moments: [Moment; KEPT],
    /// The number of their moves.
    made: u32,
}

impl RecentMoves {
    /// They move. `free` are the points that were free before.
    pub(crate) fn begin(&mut self, free: PointSet) {
        let before = self.made;
        self.moments[before as usize % KEPT] = Moment { free, before, ..Moment::default() };
        self.made += 1;
    }

    /// These points are free of their stones now. They were so before, unless something was taken there.
    pub(crate) fn know_free(&mut self, points: PointSet) {
        if let Some(point) = points.single() {
            for moment in &mut self.moments {
                if !moment.disturbed.contains(point) {
                    moment.free.insert(point);
                }
            }
            return;
        }
        for moment in &mut self.moments {
            moment.free |= points - moment.disturbed;
        }
    }

    /// These stones of theirs are known now.
    pub(crate) fn know_stones(&mut self, stones: PointSet) {
        // Mostly it is one stone.
        for stone in stones {
            for moment in &mut self.moments {
                moment.came += u32::from(moment.free.contains(stone));
            }
        }
    }

    /// Their last move was one of these points, all of which have their stones now. Those that were known
    /// or free before are counted already.
    pub(crate) fn came_among(&mut self, points: PointSet) {
        for moment in &mut self.moments {
            moment.came += u32::from(!moment.free.intersects(&points));
        }
    }

    /// Stones of theirs were taken from the one set, and perhaps from the other, of which these were known.
    pub(crate) fn lose(&mut self, taken: PointSet, perhaps: PointSet, known: PointSet) {
        for moment in &mut self.moments {
            moment.came -= (known & perhaps & moment.free).len() as u32;
            moment.came += ((taken - known) & moment.free).len() as u32;
            moment.disturbed |= taken | perhaps;
        }
    }

    /// Points that must be free.
    pub(crate) fn free(&self) -> PointSet {
        let settled = self.moments.iter().filter(|moment| moment.came >= self.made - moment.before);
        settled.fold(PointSet::EMPTY, |free, moment| free | moment.free)
    }

    /// For each moment, the points that were free then, and how many more stones can have come there.
    pub(crate) fn limits(&self) -> Vec<(PointSet, u32)> {
        let more = |moment: &Moment| (self.made - moment.before).saturating_sub(moment.came);
        let kept = self.moments.iter().filter(|moment| !moment.free.is_empty());
        kept.map(|moment| (moment.free, more(moment))).collect()
    }
}
