//! Reading a capture of the seat's own: which stones were taken.
//!
//! A chain is taken when all its neighbours are the captor's stones. So what is taken is one or more
//! whole connected components of the points without the captor's stones, next to the new stone, with sizes
//! that add up to the number told.

use crate::{CaptorHears, Taken, View};
use kage_goban::{Point, PointSet};

/// What a capture may have taken.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct ReadCapture {
    /// Taken for certain.
    pub(crate) taken: PointSet,
    /// Components that were perhaps taken.
    pub(crate) perhaps: PointSet,
    /// Points of such components that are empty now, whether they were taken or not.
    pub(crate) empty: PointSet,
}

/// A component next to the new stone.
#[derive(Clone, Copy, Default)]
struct Component {
    points: PointSet,
    /// Points of it that are not certainly theirs.
    unseen: PointSet,
    /// The number of stones that the seat had not seen, if it was taken.
    hidden: usize,
    size: usize,
    /// Certainly among what was taken.
    must: bool,
}

impl View {
    /// What the seat's stone on this point took; `None` if nothing can have been taken in this way.
    /// The view is as before the move.
    pub(crate) fn read_capture(&self, point: Point, taken: &Taken) -> Option<ReadCapture> {
        if taken.is_complete() {
            return Some(ReadCapture { taken: taken.points, ..ReadCapture::default() });
        }
        let components = self.components(point, taken);
        let unseen = self.unseen();
        let number = taken.number as usize;
        let (mut all, mut any) = (None, PointSet::EMPTY);
        for choice in 0_u8..1 << components.len() {
            let (mut size, mut hidden, mut points, mut fits) = (0, 0, PointSet::EMPTY, true);
            for (index, component) in components.iter().enumerate() {
                let chosen = choice >> index & 1 == 1;
                fits &= chosen || !component.must;
                if chosen {
                    size += component.size;
                    hidden += component.hidden;
                    points |= component.points;
                }
            }
            if fits && size == number && hidden <= unseen {
                all = Some(all.map_or(points, |all: PointSet| all & points));
                any |= points;
            }
        }
        let taken = all?;
        let perhaps = any - taken;
        // A component has an empty point unless it was taken: if it is the only one that can be
        // empty, it is so either way.
        let doubtful = components.iter().filter(|component| component.points.intersects(&perhaps));
        let single = doubtful.filter_map(|component| component.unseen.single());
        Some(ReadCapture { taken, perhaps, empty: single.collect() })
    }

    /// The components next to the point that may have been taken.
    fn components(&self, point: Point, taken: &Taken) -> Vec<Component> {
        let size = self.size;
        let (told, here) = (taken.points, PointSet::of(point));
        let without = PointSet::board(size) - self.mine - here;
        let mut rest = here.neighbors(size) & without;
        let mut components = Vec::with_capacity(4);
        while let Some(next) = rest.first() {
            let points = PointSet::of(next).flood(&without, size);
            rest -= points;
            let unseen = points - self.theirs - told;
            let empty = points.intersects(&(self.empty - told));
            let untold =
                self.rules.captor == CaptorHears::Shown && points.intersects(&(self.shown - told));
            let count = points.len();
            if empty || untold || count > taken.number as usize {
                continue;
            }
            let must = unseen.is_empty() || points.intersects(&told);
            let hidden = (points - self.theirs).len();
            components.push(Component { points, unseen, hidden, size: count, must });
        }
        components
    }
}
