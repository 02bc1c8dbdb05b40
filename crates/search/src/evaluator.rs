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
