//! The trait of all searches.

use crate::{BudgetMeter, RootState, SearchError};
use kage_phantom::{Explanation, Seat};

/// Spends a budget on a root and gives every open point a value.
pub trait Search: Send {
    /// A game begins, seen by this seat. Nothing of an earlier game is kept. Within a game a search
    /// may keep state from try to try and from turn to turn.
    fn begin(&mut self, seat: &Seat) {
        let _ = seat;
    }

    /// Searches. The same root, budget and seed give the same explanation, unless the budget is time.
    /// The candidates come best first; the first is the one to try.
    fn search(
        &mut self,
        root: &RootState,
        budget: &mut BudgetMeter,
        seed: u64,
    ) -> Result<Explanation, SearchError>;
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use crate::parallel::faults::while_job_panics;
    use crate::{
        Amaf, BeliefMcts, BeliefOptions, CandidateOptions, FinalChoice, FlatMonteCarlo,
        HiddenStoneModel, Ismcts, IsmctsOptions, Observer, Ranking, RefusalModel, SampleCount,
        Scoring, Uct, UctOptions, WorkerPanicked, WorldAmaf, WorldAmafOptions, WorldSet,
    };
    use kage_belief::{Options, Sampler, Uniform};
    use kage_goban::{BoardSize, Color};
    use kage_phantom::{RefereeRules, Setup};
    use std::sync::Arc;

    fn root() -> RootState {
        let view = Seat::new(RefereeRules::default(), &Setup::even(BoardSize::NINE), Color::Black);
        let mut sampler = Uniform::new(Options::default());
        sampler.update(&view);
        let mut worlds = WorldSet::default();
        let budget = BudgetMeter::playouts(8);
        worlds.renew(&[], &mut sampler, &view, SampleCount::Number(8), &budget);
        let mut refusals = RefusalModel::default();
        let candidates = refusals.candidates(&view, CandidateOptions::default());
        RootState::new(&view, &refusals, candidates, Arc::new(worlds), None)
    }

    /// Every search that uses threads. [`PolicyOnly`](crate::PolicyOnly) uses none.
    /// Each with a number of playouts that is work for three threads.
    fn searches(threads: usize) -> Vec<(Box<dyn Search>, u64)> {
        let (scoring, final_choice) = (Scoring::Win, FinalChoice::MaxVisit);
        let hidden_stones = HiddenStoneModel::Late;
        let (explore, bias, rave) = (0.5, 0.0, 0.0);
        let uct = UctOptions { scoring, explore, hidden_stones, bias, rave, batch: 1 };
        let observer = Observer::Single;
        let ismcts = IsmctsOptions { scoring, explore, observer, final_choice, rave };
        let belief = BeliefOptions { scoring, explore, guess: 0.0, predict: 0.0, final_choice };
        // All-as-first gives each thread parts of a fixed size.
        let parts = 3 * BudgetMeter::playouts(1).part();
        vec![
            (Box::new(Amaf { scoring, ranking: Ranking::Difference, threads }), parts),
            (Box::new(WorldAmaf::new(WorldAmafOptions::new(scoring, threads), None)), 100),
            (Box::new(FlatMonteCarlo { scoring, threads }), 100),
            (Box::new(Uct { options: uct, threads }), 100),
            (Box::new(Ismcts { options: ismcts, threads }), 100),
            (Box::new(BeliefMcts { options: belief, threads }), 100),
        ]
    }

    #[test]
    fn a_worker_that_panics_fails_the_search() {
        let root = root();
        for (threads, job) in [(1, 0), (3, 0), (3, 1), (3, 2)] {
            for (mut search, playouts) in searches(threads) {
                let mut run = || {
                    let mut budget = BudgetMeter::playouts(playouts);
                    search.search(&root, &mut budget, 1).map(|found| found.playouts)
                };
                let failed = while_job_panics(job, &mut run);
                assert_eq!(failed, Err(SearchError::Worker(WorkerPanicked)), "{job} of {threads}");
                assert_eq!(run(), Ok(playouts), "and the next search works");
            }
        }
    }
}
