//! What an evaluator is.

use crate::stream::Stream;
use crate::{Meter, Reading};
use kage_goban::{Komi, Point};
use kage_phantom::{Branch, Candidate, Choice};

/// What an evaluator found out.
#[derive(Clone, Debug, Default)]
pub struct Evaluation {
    /// The playouts it made.
    pub playouts: u64,
    /// The candidates, best first.
    pub candidates: Vec<Candidate>,
    /// The chance of each point to hold a hidden stone, as it was used.
    pub hidden: Vec<(Point, f64)>,
    /// The search tree, if there is one.
    pub tree: Vec<Branch>,
}

impl Evaluation {
    /// The best candidate.
    pub fn best(&self) -> Option<Choice> {
        self.candidates.first().map(|candidate| candidate.choice)
    }

    /// Puts the best first; equal ones stay in their order.
    pub(crate) fn sort(&mut self) {
        self.candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
    }

    /// Puts first what chance decides: of two candidates, the one that is worth `temperature` more is e times as
    /// likely to stand before the other.
    pub(crate) fn leave_to_chance(&mut self, temperature: f64, seed: u64) {
        let mut random = Stream::new(seed);
        let candidates = std::mem::take(&mut self.candidates).into_iter();
        let noisy = candidates.map(|candidate| {
            // With Gumbel's noise added, the greatest is each with the chance it should have.
            let noise = -(-random.unit().max(f64::MIN_POSITIVE).ln()).ln();
            (candidate.value + temperature * noise, candidate)
        });
        let mut noisy: Vec<(f64, Candidate)> = noisy.collect();
        noisy.sort_by(|one, other| other.0.total_cmp(&one.0));
        self.candidates = noisy.into_iter().map(|(_, candidate)| candidate).collect();
    }

    /// Puts one of the best first, by chance: of two that are at most `near` temperatures worse than the best, the one
    /// that is worth `temperature` more is e times as likely. The others stay as they are, best first.
    pub(crate) fn mix(&mut self, temperature: f64, near: f64, seed: u64) {
        let Some(best) = self.candidates.first().map(|candidate| candidate.value) else { return };
        let good = |candidate: &&Candidate| candidate.value >= best - near * temperature;
        let weight = |candidate: &Candidate| ((candidate.value - best) / temperature).exp();
        let weights = self.candidates.iter().take_while(good).map(weight);
        let chosen = Stream::new(seed).weighted(weights).unwrap_or(0);
        if chosen == 0 {
            return;
        }
        self.candidates[..=chosen].rotate_right(1);
        self.candidates[0].reasons.push("mixed opening");
    }

    /// Puts candidates that no playout spoke for last, with the least value that any other has: in
    /// every world they were illegal.
    pub(crate) fn sink(&mut self) {
        let seen = self.candidates.iter().filter(|candidate| candidate.visits > 0);
        let least = seen.map(|candidate| candidate.value).min_by(f64::total_cmp);
        for candidate in self.candidates.iter_mut().filter(|candidate| candidate.visits == 0) {
            candidate.value = least.unwrap_or(candidate.value);
        }
        self.candidates.sort_by_key(|candidate| candidate.visits == 0);
    }
}

/// Spends playouts on a reading and gives every open point a value.
pub trait Evaluator: Send {
    /// Another game begins: what was learned of the last one is forgotten.
    fn begin(&mut self) {}

    /// Evaluates the open points of a reading. The same reading, meter and seed give the same
    /// evaluation, unless the meter counts time.
    fn evaluate(&mut self, reading: &Reading, komi: Komi, meter: Meter, seed: u64) -> Evaluation;

    /// What went wrong in the last evaluation, in words, if something did: one who needs help from
    /// outside may not get it.
    fn trouble(&mut self) -> Option<String> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[f64]) -> Evaluation {
        let points = kage_goban::BoardSize::NINE.points();
        let candidate = |(point, &value)| {
            let choice = Choice::Try(point);
            Candidate { choice, value, visits: 1, reasons: Vec::new() }
        };
        let candidates = points.zip(values).map(candidate).collect();
        Evaluation { candidates, ..Evaluation::default() }
    }

    /// Two are near the best, one as good and one a temperature worse; the others are too far away, many as they are.
    #[test]
    fn one_of_the_best_is_put_first_by_chance() {
        let values = [[0.6, 0.6, 0.57].as_slice(), &[0.5; 60]].concat();
        let mut firsts = [0.0; 3];
        for seed in 0..6_000 {
            let mut mixed = of(&values);
            mixed.mix(0.03, 3.0, seed);
            let first = of(&values)
                .candidates
                .iter()
                .position(|candidate| candidate.choice == mixed.candidates[0].choice);
            firsts[first.unwrap_or(usize::MAX)] += 1.0 / 6_000.0;
            let rest: Vec<f64> = mixed.candidates[1..].iter().map(|one| one.value).collect();
            assert!(rest.is_sorted_by(|one, other| one >= other), "the rest stays best first");
            let said = !mixed.candidates[0].reasons.is_empty();
            assert_eq!(said, first != Some(0), "and it says so");
        }
        let e = std::f64::consts::E;
        for (share, weight) in firsts.iter().zip([e, e, 1.0]) {
            assert!((share - weight / (2.0 * e + 1.0)).abs() < 0.03, "{firsts:?}");
        }
    }

    #[test]
    fn without_a_temperature_nothing_is_mixed() {
        let mut plain = of(&[0.6, 0.59, 0.1]);
        plain.mix(0.0, 3.0, 5);
        assert_eq!(plain.best(), of(&[0.6]).best());
        of(&[]).mix(0.1, 3.0, 5);
    }
}
