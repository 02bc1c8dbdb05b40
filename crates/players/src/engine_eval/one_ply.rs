//! A search of one ply by upper bounds: each open point in sampled worlds, and a program's estimate.

use super::estimator::Estimator;
use kage_goban::{Move, Point, Position};
use kage_phantom::{Candidate, Choice, Explanation};
use kage_search::{BudgetMeter, RootState, Search, SearchError};

/// The search. A program's estimate of the lead is the value.
pub(super) struct OnePly {
    pub(super) estimator: Estimator,
    /// The exploration constant, as a share of the range of values.
    pub(super) explore: f64,
}

/// A candidate with its statistics.
struct Arm<'a> {
    point: Point,
    /// The positions in which it is legal.
    worlds: Vec<&'a Position>,
    visits: u64,
    sum: f64,
}

impl Search for OnePly {
    fn search(
        &mut self,
        root: &RootState,
        budget: &mut BudgetMeter,
        _: u64,
    ) -> Result<Explanation, SearchError> {
        let assumed = root.position();
        let sampled = root.worlds.worlds().iter().map(|world| &world.position);
        let worlds: Vec<&Position> =
            if root.worlds.is_empty() { vec![&assumed] } else { sampled.collect() };
        let mut arms = arms(root, &worlds);
        self.pull(&mut arms, root, budget)?;
        Ok(explanation(root, &arms, budget.spent()))
    }
}

/// The open points that are legal in some world.
fn arms<'a>(root: &RootState, worlds: &[&'a Position]) -> Vec<Arm<'a>> {
    let arm = |point: Point| {
        let legal = |world: &&Position| world.check(Move::Play(point)).is_ok();
        let worlds: Vec<&Position> = worlds.iter().copied().filter(legal).collect();
        Arm { point, worlds, visits: 0, sum: 0.0 }
    };
    root.open.iter().map(arm).filter(|arm| !arm.worlds.is_empty()).collect()
}

fn explanation(root: &RootState, arms: &[Arm<'_>], playouts: u64) -> Explanation {
    let candidate = |arm: &Arm<'_>| Candidate {
        choice: Choice::Try(arm.point),
        value: arm.sum / arm.visits.max(1) as f64,
        visits: arm.visits,
        probability: 0.0,
        reasons: vec!["engine's estimate"],
    };
    let mut candidates: Vec<Candidate> =
        arms.iter().filter(|arm| arm.visits > 0).map(candidate).collect();
    candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
    if let Some(first) = candidates.first_mut() {
        first.probability = 1.0;
    }
    Explanation { playouts, candidates, hidden: root.belief(), tree: Vec::new() }
}

impl OnePly {
    /// Spends the budget on estimates.
    fn pull(
        &mut self,
        arms: &mut [Arm<'_>],
        root: &RootState,
        budget: &mut BudgetMeter,
    ) -> Result<(), SearchError> {
        let span = self.estimator.scoring().span(root.board.size().area());
        while let Some(next) = self.best(arms, span, budget.spent())
            && budget.next(1).is_some()
        {
            let arm = &mut arms[next];
            let mut position = arm.worlds[arm.visits as usize % arm.worlds.len()].clone();
            // The move was legal when the candidates were collected.
            let _ = position.play(Move::Play(arm.point));
            arm.sum += self.estimator.value_for(root.color, &position, root.komi)?;
            arm.visits += 1;
        }
        Ok(())
    }

    /// The candidate with the best bound; candidates without an estimate come first.
    fn best(&self, arms: &[Arm<'_>], span: f64, all: u64) -> Option<usize> {
        let bound = |arm: &Arm<'_>| match arm.visits {
            0 => f64::INFINITY,
            visits => {
                let bonus = (libm::log(all.max(1) as f64) / visits as f64).sqrt();
                arm.sum / visits as f64 + self.explore * span * bonus
            }
        };
        let bounds: Vec<f64> = arms.iter().map(bound).collect();
        // The first of equal ones.
        (0..arms.len()).rev().max_by(|&a, &b| bounds[a].total_cmp(&bounds[b]))
    }
}
