//! From values to a choice: orders candidates, and gives each the probability of being chosen.

use crate::stream::{SALT, Stream};
use kage_goban::Point;
use kage_phantom::{Candidate, Choice};

/// How the try is taken from the root of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FinalChoice {
    /// The most visited.
    MaxVisit,
    /// The one with the best mean.
    MaxValue,
    /// One at random, in proportion to the visits.
    NormalizedVisit,
}

impl FinalChoice {
    /// Puts the chosen candidate first.
    pub(crate) fn arrange(self, candidates: &mut [Candidate], seed: u64) {
        by_visits(candidates);
        match self {
            FinalChoice::MaxVisit => {}
            FinalChoice::MaxValue => {
                by_value(candidates);
                unseen_last(candidates);
            }
            FinalChoice::NormalizedVisit => {
                let visits: Vec<f64> = candidates.iter().map(|one| one.visits as f64).collect();
                draw_first(candidates, &visits, seed ^ SALT);
            }
        }
    }
}

/// A candidate that is not yet ordered among the others.
pub(crate) fn candidate(
    point: Point,
    value: f64,
    visits: u64,
    reasons: Vec<&'static str>,
) -> Candidate {
    Candidate { choice: Choice::Try(point), value, visits, probability: 0.0, reasons }
}

/// Puts the best value first; equal ones stay in their order. The first is chosen.
pub(crate) fn by_value(candidates: &mut [Candidate]) {
    candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
    choose_first(candidates);
}

/// Puts the most visited first, then the best mean. The first is chosen.
pub(crate) fn by_visits(candidates: &mut [Candidate]) {
    candidates.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
    choose_first(candidates);
}

/// Puts candidates without a playout last, with the lowest value of the others: they were illegal
/// in every world. The first is chosen.
pub(crate) fn unseen_last(candidates: &mut [Candidate]) {
    let seen = candidates.iter().filter(|candidate| candidate.visits > 0);
    let least = seen.map(|candidate| candidate.value).min_by(f64::total_cmp);
    for candidate in candidates.iter_mut().filter(|candidate| candidate.visits == 0) {
        candidate.value = least.unwrap_or(candidate.value);
    }
    candidates.sort_by_key(|candidate| candidate.visits == 0);
    choose_first(candidates);
}

/// Orders the candidates at random: the first is drawn by the softmax of the values at this
/// temperature, the second in the same way from the rest, and so on.
pub(crate) fn softmax_order(candidates: &mut Vec<Candidate>, temperature: f64, seed: u64) {
    set_softmax(candidates, temperature);
    let mut random = Stream::new(seed);
    let noisy = std::mem::take(candidates).into_iter().map(|candidate| {
        // With Gumbel noise added, each candidate is the greatest with its softmax probability.
        let noise = -libm::log(-libm::log(random.unit().max(f64::MIN_POSITIVE)));
        (candidate.value + temperature * noise, candidate)
    });
    let mut noisy: Vec<(f64, Candidate)> = noisy.collect();
    noisy.sort_by(|one, other| other.0.total_cmp(&one.0));
    *candidates = noisy.into_iter().map(|(_, candidate)| candidate).collect();
}

/// Draws the first from the candidates that are at most `near` temperatures worse than the best, by
/// the softmax of their values. The others stay in order, best first. At temperature 0 the best stays.
pub(crate) fn softmax_near_best(
    candidates: &mut [Candidate],
    temperature: f64,
    near: f64,
    seed: u64,
) {
    let Some(best) = candidates.first().map(|candidate| candidate.value) else { return };
    let good = |candidate: &&Candidate| candidate.value >= best - near * temperature;
    let weight = |candidate: &Candidate| libm::exp((candidate.value - best) / temperature);
    let weights: Vec<f64> = candidates.iter().take_while(good).map(weight).collect();
    if draw_first(candidates, &weights, seed) {
        candidates[0].reasons.push("mixed opening");
    }
}

/// Draws the first by these weights, one for each of the leading candidates. Returns whether the
/// first has changed.
fn draw_first(candidates: &mut [Candidate], weights: &[f64], seed: u64) -> bool {
    let sum: f64 = weights.iter().sum();
    let Some(chosen) = Stream::new(seed).weighted(weights.iter().copied()) else { return false };
    for (candidate, weight) in candidates.iter_mut().zip(weights) {
        candidate.probability = weight / sum;
    }
    candidates[..=chosen].rotate_right(1);
    chosen > 0
}

/// The first is certain.
fn choose_first(candidates: &mut [Candidate]) {
    for (place, candidate) in candidates.iter_mut().enumerate() {
        candidate.probability = if place == 0 { 1.0 } else { 0.0 };
    }
}

fn set_softmax(candidates: &mut [Candidate], temperature: f64) {
    let best = candidates.iter().map(|one| one.value).max_by(f64::total_cmp).unwrap_or(0.0);
    let weight = |candidate: &Candidate| libm::exp((candidate.value - best) / temperature);
    let sum: f64 = candidates.iter().map(weight).sum();
    for candidate in candidates {
        candidate.probability = weight(candidate) / sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[f64]) -> Vec<Candidate> {
        let points = kage_goban::BoardSize::NINE.points();
        let candidate = |(point, &value)| super::candidate(point, value, 1, Vec::new());
        let mut candidates: Vec<Candidate> = points.zip(values).map(candidate).collect();
        by_value(&mut candidates);
        candidates
    }

    /// Two candidates are near the best: one equally good, one worse by one temperature. The many
    /// others are too far away.
    #[test]
    fn one_near_the_best_is_drawn() {
        let values = [[0.6, 0.6, 0.57].as_slice(), &[0.5; 60]].concat();
        let mut firsts = [0.0; 3];
        for seed in 0..6_000 {
            let mut mixed = of(&values);
            softmax_near_best(&mut mixed, 0.03, 3.0, seed);
            let first = of(&values).iter().position(|one| one.choice == mixed[0].choice);
            firsts[first.unwrap_or(usize::MAX)] += 1.0 / 6_000.0;
            let rest: Vec<f64> = mixed[1..].iter().map(|one| one.value).collect();
            assert!(rest.is_sorted_by(|one, other| one >= other), "the rest stays best first");
            assert_eq!(!mixed[0].reasons.is_empty(), first != Some(0), "and it says so");
            let sum: f64 = mixed.iter().map(|one| one.probability).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        }
        let e = std::f64::consts::E;
        for (share, weight) in firsts.iter().zip([e, e, 1.0]) {
            assert!((share - weight / (2.0 * e + 1.0)).abs() < 0.03, "{firsts:?}");
        }
    }

    #[test]
    fn probabilities_are_those_of_the_draw() {
        let mut mixed = of(&[0.6, 0.57, 0.1]);
        softmax_near_best(&mut mixed, 0.03, 3.0, 1);
        let mut chances: Vec<f64> = mixed.iter().map(|one| one.probability).collect();
        chances.sort_by(f64::total_cmp);
        let e = std::f64::consts::E;
        let expected = [0.0, 1.0 / (1.0 + e), e / (1.0 + e)];
        assert!(chances.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-9));
    }

    #[test]
    fn without_a_temperature_the_best_stays() {
        let mut plain = of(&[0.6, 0.59, 0.1]);
        softmax_near_best(&mut plain, 0.0, 3.0, 5);
        assert_eq!(plain, of(&[0.6, 0.59, 0.1]));
        softmax_near_best(&mut of(&[]), 0.1, 3.0, 5);
    }
}
