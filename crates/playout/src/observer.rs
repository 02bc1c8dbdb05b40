//! Observers of the games: how much of what happens is recorded.

use kage_goban::{ByColor, Color, Move, Point};

use crate::kernel::LaneStep;
use crate::lanes::Lanes;
use crate::playouts::{Act, Finish, RecordSink};
use crate::point_rows::PointRows;
use crate::rows::Rows;

/// Watches the games of a batch, lane by lane.
pub(crate) trait Observer<V, const H: usize> {
    /// A game begins in a lane.
    fn open(&mut self, lane: usize);
    /// A step has been made.
    fn note(&mut self, step: &LaneStep<V, H>);
    /// The game in a lane has ended.
    fn close(&mut self, lane: usize, finish: Finish);
}

/// Hands on results, and records nothing.
pub(crate) struct Plain<'a> {
    pub(crate) sink: &'a mut dyn FnMut(Finish),
}

impl<V: Lanes, const H: usize> Observer<V, H> for Plain<'_> {
    #[inline(always)]
    fn open(&mut self, _: usize) {}
    #[inline(always)]
    fn note(&mut self, _: &LaneStep<V, H>) {}
    #[inline(always)]
    fn close(&mut self, _: usize, finish: Finish) {
        (self.sink)(finish);
    }
}

/// Records the side that first played each point.
pub(crate) struct Tracer<'a, V, const H: usize> {
    played: Rows<V, H>,
    by_black: Rows<V, H>,
    sink: &'a mut dyn FnMut(Finish, &ByColor<PointRows>),
}

impl<'a, V: Lanes, const H: usize> Tracer<'a, V, H> {
    pub(crate) fn new(sink: &'a mut dyn FnMut(Finish, &ByColor<PointRows>)) -> Self {
        Self { played: [V::ZERO; H], by_black: [V::ZERO; H], sink }
    }
}

impl<V: Lanes, const H: usize> Observer<V, H> for Tracer<'_, V, H> {
    #[inline(always)]
    fn open(&mut self, lane: usize) {
        for row in 1..H - 1 {
            self.played[row].set(lane, 0);
            self.by_black[row].set(lane, 0);
        }
    }

    #[inline(always)]
    fn note(&mut self, step: &LaneStep<V, H>) {
        let moved = step.taken & step.turned;
        for row in 1..H - 1 {
            let first = (step.point[row] & moved) & !self.played[row];
            self.played[row] = self.played[row] | first;
            self.by_black[row] = self.by_black[row] | (first & step.black);
        }
    }

    #[inline(always)]
    fn close(&mut self, lane: usize, finish: Finish) {
        let mut first = ByColor::default();
        for row in 1..H - 1 {
            let by_black = self.by_black[row].get(lane);
            let ByColor { black, white }: &mut ByColor<PointRows> = &mut first;
            black.rows_mut()[row - 1] = by_black;
            white.rows_mut()[row - 1] = self.played[row].get(lane) & !by_black;
        }
        (self.sink)(finish, &first);
    }
}

/// Records every act of every game. Slow: for tests, and for looking at playouts.
pub(crate) struct Recorder<'a> {
    lanes: Vec<Vec<(Color, Act)>>,
    sink: &'a mut RecordSink<'a>,
}

impl<'a> Recorder<'a> {
    pub(crate) fn new(lanes: usize, sink: &'a mut RecordSink<'a>) -> Self {
        Self { lanes: vec![Vec::new(); lanes], sink }
    }
}

impl<V: Lanes, const H: usize> Observer<V, H> for Recorder<'_> {
    fn open(&mut self, lane: usize) {
        self.lanes[lane].clear();
    }

    fn note(&mut self, step: &LaneStep<V, H>) {
        for (lane, acts) in self.lanes.iter_mut().enumerate() {
            let color = if step.black.get(lane) == 0 { Color::White } else { Color::Black };
            let point = (1..H - 1).find_map(|row| match step.point[row].get(lane) {
                0 => None,
                line => Point::new(line.trailing_zeros() as u8, row as u8 - 1),
            });
            match (point, step.taken.get(lane) != 0, step.turned.get(lane) != 0) {
                (Some(point), true, true) => acts.push((color, Act::Move(Move::Play(point)))),
                (Some(point), true, false) => acts.push((color, Act::Hide(point))),
                (_, false, true) => acts.push((color, Act::Move(Move::Pass))),
                _ => {}
            }
        }
    }

    fn close(&mut self, lane: usize, finish: Finish) {
        (self.sink)(finish, &self.lanes[lane]);
    }
}
