//! The sampled worlds of a try. They are drawn once, and playouts take them in turn.

use crate::BudgetMeter;
use kage_belief::Sampler;
use kage_goban::{Move, Point, PointSet, Position};
use kage_phantom::View;
use kage_playout::{PointRows, World};

/// How many worlds are drawn for a try.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SampleCount {
    /// This number.
    Number(usize),
    /// One for this many playouts of the budget, within bounds.
    OneFor(u64),
}

/// The bounds of [`SampleCount::OneFor`]: fewer are not a sample, and more are no better.
const FEWEST: u64 = 32;
const MOST: u64 = 256;
/// Worlds that are drawn before the clock is checked again.
const AT_ONCE: usize = 16;

impl SampleCount {
    fn number(self, meter: &BudgetMeter) -> usize {
        match self {
            SampleCount::Number(number) => number,
            SampleCount::OneFor(playouts) => {
                (meter.left() / playouts.max(1)).clamp(FEWEST, MOST) as usize
            }
        }
    }
}

/// Sampled worlds, all equally likely. If there are none, a search starts from the board that the
/// [`RootState`](crate::RootState) assumes.
#[derive(Clone, Default, Debug)]
pub struct WorldSet {
    worlds: Vec<SampledWorld>,
    hidden: Vec<(Point, f64)>,
    /// The number of worlds drawn so far.
    drawn: u64,
}

/// One world of a [`WorldSet`].
#[derive(Clone, Debug)]
pub struct SampledWorld {
    /// Its number among all that were drawn.
    pub id: u64,
    /// The position, with the point that ko forbids to the side to move. It has no history.
    pub position: Position,
    /// Where its playouts start.
    pub start: World,
    /// Its points without a stone.
    pub empty: PointRows,
}

impl WorldSet {
    /// Drops all worlds when another turn begins. Their numbers are not used again.
    pub fn clear(&mut self) {
        self.worlds.clear();
    }

    /// Draws the missing worlds of a view. After another refusal in the same turn, the worlds in
    /// which the refused tries are illegal stay, because their relative probabilities are
    /// unchanged; new worlds replace the others. With a time limit, drawing stops after a quarter
    /// of the time.
    pub fn renew(
        &mut self,
        refused: &[Point],
        sampler: &mut dyn Sampler,
        view: &View,
        count: SampleCount,
        meter: &BudgetMeter,
    ) {
        let fits = |world: &SampledWorld| {
            refused.iter().all(|&point| world.position.check(Move::Play(point)).is_err())
        };
        self.worlds.retain(fits);
        let number = count.number(meter);
        let mut asked = self.worlds.len();
        let first = asked;
        while asked < number && (asked == first || !meter.is_used(0.25)) {
            let next = AT_ONCE.min(number - asked);
            let WorldSet { worlds, drawn, .. } = self;
            sampler.draw(next, &mut |world| {
                worlds.push(SampledWorld::of(world, *drawn));
                *drawn += 1;
            });
            asked += next;
        }
        self.hidden = marginals(&self.worlds, view);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.worlds.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.worlds.is_empty()
    }

    /// All of them.
    pub fn worlds(&self) -> &[SampledWorld] {
        &self.worlds
    }

    /// The world of a playout; playouts take the worlds in turn. There must be at least one.
    pub fn of_game(&self, game: u64) -> &SampledWorld {
        &self.worlds[(game % self.worlds.len() as u64) as usize]
    }

    /// For each unknown point, the share of the worlds in which it has a stone of the opponent.
    /// Points without a stone in any world are left out.
    pub fn hidden(&self) -> &[(Point, f64)] {
        &self.hidden
    }
}

impl SampledWorld {
    fn of(world: kage_belief::World, id: u64) -> SampledWorld {
        let position = world.into_position();
        let start = World::from(&position);
        let empty = position.board().empty().into();
        SampledWorld { id, position, start, empty }
    }
}

fn marginals(worlds: &[SampledWorld], view: &View) -> Vec<(Point, f64)> {
    let unsure = PointSet::board(view.size()) - view.mine() - view.theirs() - view.empty();
    let theirs = |world: &SampledWorld| world.position.board().stones(!view.color());
    let sets: Vec<PointSet> = worlds.iter().map(theirs).collect();
    let share = |point: Point| {
        let with = sets.iter().filter(|set| set.contains(point)).count();
        (point, with as f64 / sets.len().max(1) as f64)
    };
    unsure.iter().map(share).filter(|(_, chance)| *chance > 0.0).collect()
}
