//! Standard Monte-Carlo: the candidates take turns as the first move of a playout.

use crate::{BudgetMeter, RootState, SampledWorld, Scoring, Search, SearchError, parallel, select};
use kage_goban::{Move, Point};
use kage_phantom::{Candidate, Explanation};
use kage_playout::{Finish, World, WrongSize};
use std::ops::Range;

/// The candidates take turns as the first move of a playout. The value of a candidate is the mean
/// of its playouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlatMonteCarlo {
    /// The value of a playout.
    pub scoring: Scoring,
    /// How many threads share the playouts. The result is the same for any number.
    pub threads: usize,
}

impl FlatMonteCarlo {
    /// Spends the budget and returns the sum and the number of the values of each start.
    fn sums(
        &self,
        starts: &Starts<'_>,
        root: &RootState,
        budget: &mut BudgetMeter,
        seed: u64,
    ) -> Result<Vec<(f64, u64)>, SearchError> {
        let playouts = root.playouts(seed);
        let value = |finish: &Finish| self.scoring.value(finish, root.komi, root.color);
        let play = |games: Range<u64>| -> Result<Vec<(u64, f32)>, WrongSize> {
            let mut values = Vec::new();
            let note = |finish: Finish| values.push((finish.game, value(&finish)));
            playouts.run(games, |game| starts.start(game), note)?;
            // Games end in any order, but sums of floating-point numbers depend on their order.
            values.sort_unstable_by_key(|(game, _)| *game);
            Ok(values)
        };
        let count = starts.points.len() as u64;
        let mut sums = vec![(0.0_f64, 0_u64); starts.points.len()];
        let threads = self.threads.max(1) as u64;
        while count > 0
            && let Some(games) = budget.next(budget.part() * threads)
        {
            let share = (games.end - games.start).div_ceil(threads).max(1);
            let firsts = games.clone().step_by(share as usize);
            let parts = firsts.map(|first| first..(first + share).min(games.end));
            for part in parallel::map(parts, play)? {
                for (game, value) in part? {
                    let (sum, visits) = &mut sums[(game % count) as usize];
                    *sum += f64::from(value);
                    *visits += 1;
                }
            }
        }
        Ok(sums)
    }
}

impl Search for FlatMonteCarlo {
    fn search(
        &mut self,
        root: &RootState,
        budget: &mut BudgetMeter,
        seed: u64,
    ) -> Result<Explanation, SearchError> {
        let starts = Starts::of(root);
        let sums = self.sums(&starts, root, budget, seed)?;
        let seen = starts.points.iter().zip(&sums).filter(|(_, (_, visits))| *visits > 0);
        let candidates = seen.map(|((point, _), &(sum, visits))| {
            select::candidate(*point, sum / visits as f64, visits, vec!["standard"])
        });
        let mut candidates: Vec<Candidate> = candidates.collect();
        select::by_value(&mut candidates);
        let (playouts, hidden) = (budget.spent(), root.belief());
        Ok(Explanation { playouts, candidates, hidden, tree: Vec::new() })
    }
}

/// Where the playouts of each candidate start.
struct Starts<'a> {
    /// The candidates that are legal in some world, each with these worlds.
    points: Vec<(Point, Vec<Start<'a>>)>,
}

/// A start, or a world to make it from.
enum Start<'a> {
    Ready(Box<World>),
    In(&'a SampledWorld),
}

impl<'a> Starts<'a> {
    fn of(root: &'a RootState) -> Starts<'a> {
        let starts = |point: Point| -> Vec<Start<'a>> {
            if root.worlds.is_empty() {
                return after(root, point)
                    .map(|world| Start::Ready(Box::new(world)))
                    .into_iter()
                    .collect();
            }
            let legal = |world: &&SampledWorld| world.position.check(Move::Play(point)).is_ok();
            root.worlds.worlds().iter().filter(legal).map(Start::In).collect()
        };
        let points = root.open.iter().map(|point| (point, starts(point)));
        Starts { points: points.filter(|(_, starts)| !starts.is_empty()).collect() }
    }

    /// The world of a playout: the candidates take turns, and for each candidate its worlds.
    fn start(&self, game: u64) -> World {
        let count = self.points.len() as u64;
        let (point, starts) = &self.points[(game % count) as usize];
        match &starts[(game / count) as usize % starts.len()] {
            Start::Ready(world) => **world,
            Start::In(world) => {
                let mut position = world.position.clone();
                // It was legal when the starts were made.
                let _ = position.play(Move::Play(*point));
                World::from(&position)
            }
        }
    }
}

/// The world after the seat plays on a point. Hidden stones are placed afterwards, as in the thesis
/// of 2007. `None` if the assumed stones make the point illegal.
fn after(root: &RootState, point: Point) -> Option<World> {
    let mut position = root.position();
    position.play(Move::Play(point)).ok()?;
    World::from(&position).with_fill(root.fill()).ok()
}
