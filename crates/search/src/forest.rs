//! Several trees side by side, one to a thread.

use crate::{Evaluation, Meter};
use kage_phantom::Candidate;
use std::thread;

/// Grows as many trees as there are threads, each on its share of the budget and with its own seed,
/// and adds up their roots.
pub(crate) fn grow_all(
    threads: usize,
    meter: Meter,
    seed: u64,
    grow: impl Fn(Meter, u64) -> Evaluation + Sync,
) -> Evaluation {
    if threads <= 1 {
        return grow(meter, seed);
    }
    let grow = &grow;
    let trees: Vec<Evaluation> = thread::scope(|scope| {
        let grow = |index: usize| {
            let meter = meter.share(index as u64, threads as u64);
            let seed = seed.wrapping_add(index as u64);
            scope.spawn(move || grow(meter, seed))
        };
        let workers: Vec<_> = (0..threads).map(grow).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
    });
    together(trees)
}

/// Adds up the roots of several trees. The tree that is shown is the first one's.
fn together(trees: Vec<Evaluation>) -> Evaluation {
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
    sort_by_visits(&mut sum.candidates);
    sum
}

/// The most visited is played, not the best mean.
pub(crate) fn sort_by_visits(candidates: &mut [Candidate]) {
    candidates.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
}
