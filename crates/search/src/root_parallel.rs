//! Root parallelization: several trees, one in each thread.

use crate::{BudgetMeter, SearchError, parallel, select};
use kage_phantom::Explanation;

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
