//! Root parallelization: several trees, one in each thread.

use crate::{BudgetMeter, FinalChoice, SearchError, parallel, select};
use kage_phantom::Explanation;
use kage_playout::WrongSize;

/// Grows one tree in each thread, with its share of the budget and its own seed, and adds up their
/// roots.
pub(crate) fn grow_all(
    threads: usize,
    budget: &mut BudgetMeter,
    seed: u64,
    grow: impl Fn(BudgetMeter, u64) -> Result<Explanation, SearchError> + Sync,
) -> Result<Explanation, SearchError> {
    let (whole, threads) = (*budget, threads.max(1) as u64);
    let trees = parallel::map(0..threads, |index| {
        grow(whole.share(index, threads), seed.wrapping_add(index))
    })?;
    let trees = trees.into_iter().collect::<Result<Vec<Explanation>, SearchError>>()?;
    let sum = sum(trees);
    budget.spend(sum.playouts);
    Ok(sum)
}

/// A tree that grows by one simulation after another.
pub(crate) trait Simulations {
    /// One simulation: down to a leaf, a playout with this number, and back.
    fn simulate(&mut self, game: u64) -> Result<(), WrongSize>;

    /// The root after this number of simulations.
    fn explanation(&self, simulations: u64) -> Explanation;
}

/// The same for trees of simulations, with the final choice of the sum.
pub(crate) fn grow_simulations<T: Simulations>(
    threads: usize,
    budget: &mut BudgetMeter,
    seed: u64,
    tree: impl Fn(u64) -> T + Sync,
    final_choice: FinalChoice,
) -> Result<Explanation, SearchError> {
    let mut found = grow_all(threads, budget, seed, |mut budget, seed| {
        let mut tree = tree(seed);
        while let Some(games) = budget.next(1) {
            tree.simulate(games.start)?;
        }
        Ok(tree.explanation(budget.spent()))
    })?;
    final_choice.arrange(&mut found.candidates, seed);
    Ok(found)
}

/// Adds up the roots of several trees. The first tree is the one that is displayed.
fn sum(trees: Vec<Explanation>) -> Explanation {
    let mut trees = trees.into_iter();
    let mut sum = trees.next().unwrap_or_default();
    for tree in trees {
        sum.playouts += tree.playouts;
        for more in tree.candidates {
            if let Some(candidate) = sum.candidates.iter_mut().find(|c| c.choice == more.choice) {
                let visits = candidate.visits + more.visits;
                let values =
                    candidate.value * candidate.visits as f64 + more.value * more.visits as f64;
                candidate.value = values / visits.max(1) as f64;
                candidate.visits = visits;
            }
        }
    }
    select::by_visits(&mut sum.candidates);
    sum
}
