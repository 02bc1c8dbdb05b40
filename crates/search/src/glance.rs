//! No search: what a hunch says, as it is or by chance.

use crate::stream::Stream;
use crate::{Evaluation, Evaluator, Meter, Reading};
use kage_goban::Komi;
use kage_phantom::{Candidate, Choice};

/// Takes the hunch of a reading for the truth. Without a hunch all tries look alike.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Glance {
    /// Of two tries, the one that gains so much more is e times as likely to be made; at 0 the best
    /// is made, and chance decides among equals.
    pub temperature: f64,
}

/// So little that it decides among equals only.
const COLD: f64 = 1e-9;

impl Evaluator for Glance {
    fn evaluate(&mut self, reading: &Reading, _: Komi, _: Meter, seed: u64) -> Evaluation {
        let mut random = Stream::new(seed);
        let hunch = reading.hunch.clone().unwrap_or_default();
        let heat = self.temperature.max(COLD);
        let mut tries: Vec<(f64, Candidate)> = Vec::new();
        for point in &reading.open {
            // With Gumbel's noise added, the greatest is each with the chance it should have.
            let noise = -(-random.unit().max(f64::MIN_POSITIVE).ln()).ln();
            let value = hunch.win + hunch.gain(point);
            let (choice, reasons) = (Choice::Try(point), vec!["at first sight"]);
            let candidate = Candidate { choice, value, visits: 0, reasons };
            tries.push((value + heat * noise, candidate));
        }
        tries.sort_by(|one, other| other.0.total_cmp(&one.0));
        let candidates = tries.into_iter().map(|(_, candidate)| candidate).collect();
        Evaluation { candidates, ..Evaluation::default() }
    }
}
