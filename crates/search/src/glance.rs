//! No search: what a hunch says, as it is or by chance.

use crate::{Evaluation, Evaluator, Meter, Reading};
use kage_goban::{Komi, Point};
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
        let hunch = reading.hunch.clone().unwrap_or_default();
        let candidate = |point: Point| {
            let value = hunch.win + hunch.gain(point);
            let (choice, reasons) = (Choice::Try(point), vec!["at first sight"]);
            Candidate { choice, value, visits: 0, reasons }
        };
        let candidates = reading.open.iter().map(candidate).collect();
        let mut evaluation = Evaluation { candidates, ..Evaluation::default() };
        evaluation.leave_to_chance(self.temperature.max(COLD), seed);
        evaluation
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use crate::{Budget, Hunch, Memory, Purse};
    use kage_goban::{BoardSize, Color};
    use kage_phantom::{RefereeRules, Setup, View};

    /// How often C3, which gains a tenth of a game, is made before E5, which gains nothing.
    fn share(temperature: f64) -> f64 {
        let rules = RefereeRules::default();
        let view = View::new(rules, &Setup::even(BoardSize::NINE), Color::Black);
        let mut reading = Reading::of(&view, &Memory::default());
        let [c3, e5] = ["C3", "E5"].map(|name| name.parse::<Point>().unwrap());
        reading.hunch = Some(Hunch { gains: vec![(c3, 0.1)], ..Hunch::default() });
        let meter = || Purse::new(Budget::Playouts(1)).draw(1, None);
        let place = |found: &Evaluation, point| {
            found.candidates.iter().position(|one| one.choice == Choice::Try(point)).unwrap()
        };
        let first = (0..4_000).filter(|&seed| {
            let found = Glance { temperature }.evaluate(&reading, rules.komi, meter(), seed);
            place(&found, c3) < place(&found, e5)
        });
        first.count() as f64 / 4_000.0
    }

    #[test]
    fn the_warmer_the_more_is_left_to_chance() {
        assert!((share(0.0) - 1.0).abs() < 1e-9);
        // e times as likely, and next to even.
        let e = std::f64::consts::E;
        assert!((share(0.1) - e / (1.0 + e)).abs() < 0.03);
        assert!((share(10.0) - 0.5).abs() < 0.03);
    }
}
