//! No search: the prior alone, as it is or at random. A prior that says the chances of choices, a pass
//! included, is drawn from; one that says advantages of tries is asked about the candidates.

use crate::{BudgetMeter, RootState, Search, SearchError, select};
use kage_phantom::{Candidate, Choice, Explanation, Prediction};

/// Orders the candidates by the prior of the root. Without a prior all are equal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PolicyOnly {
    /// Softmax temperature, in win rate; 0 picks the best. Of several equally good ones, it picks
    /// one at random.
    pub temperature: f64,
}

/// A temperature so low that chance decides only between equal values.
const COLD: f64 = 1e-9;

impl Search for PolicyOnly {
    fn search(
        &mut self,
        root: &RootState,
        _: &mut BudgetMeter,
        seed: u64,
    ) -> Result<Explanation, SearchError> {
        let prior = root.prior.clone().unwrap_or_default();
        let of_choice = |&(choice, chance): &(Choice, f64)| {
            let value = prior.win + Prediction::LOGIT_WORTH * libm::log(chance.max(1e-30));
            let (visits, probability, reasons) = (0, 0.0, vec!["policy"]);
            Candidate { choice, value, visits, probability, reasons }
        };
        let of_point = |point| {
            let value = prior.win + prior.advantage(point);
            select::candidate(point, value, 0, vec!["policy"])
        };
        let mut candidates: Vec<Candidate> = match &prior.choices[..] {
            [] => root.open.iter().map(of_point).collect(),
            choices => choices.iter().map(of_choice).collect(),
        };
        select::softmax_order(&mut candidates, self.temperature.max(COLD), seed);
        Ok(Explanation { candidates, ..Explanation::default() })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use crate::{CandidateOptions, RefusalModel};
    use kage_goban::{BoardSize, Color, Point};
    use kage_phantom::{Choice, Prediction, RefereeRules, Setup, View};
    use std::sync::Arc;

    /// How often C3, whose value is 0.1 above that of the others, comes before E5.
    fn share(temperature: f64) -> f64 {
        let rules = RefereeRules::default();
        let view = View::new(rules, &Setup::even(BoardSize::NINE), Color::Black);
        let [c3, e5] = ["C3", "E5"].map(|name| name.parse::<Point>().unwrap());
        let prior = Prediction { advantages: vec![(c3, 0.1), (e5, 0.0)], ..Prediction::default() };
        let mut refusals = RefusalModel::default();
        let candidates = refusals.candidates(&view, CandidateOptions::default());
        let root = RootState::new(&view, &refusals, candidates, Arc::default(), Some(prior));
        let place = |found: &Explanation, point| {
            found.candidates.iter().position(|one| one.choice == Choice::Try(point)).unwrap()
        };
        let first = (0..4_000).filter(|&seed| {
            let mut budget = BudgetMeter::playouts(1);
            let found = PolicyOnly { temperature }.search(&root, &mut budget, seed).unwrap();
            place(&found, c3) < place(&found, e5)
        });
        first.count() as f64 / 4_000.0
    }

    /// A prior with chances is drawn from at its own temperature, a pass included.
    #[test]
    fn choices_are_drawn() {
        let rules = RefereeRules::default();
        let view = View::new(rules, &Setup::even(BoardSize::NINE), Color::Black);
        let c3 = Choice::Try("C3".parse().unwrap());
        let prior =
            Prediction { choices: vec![(c3, 0.2), (Choice::Pass, 0.8)], ..Prediction::default() };
        let mut refusals = RefusalModel::default();
        let candidates = refusals.candidates(&view, CandidateOptions::default());
        let root = RootState::new(&view, &refusals, candidates, Arc::default(), Some(prior));
        let passes = |seed: &u64| {
            let mut policy = PolicyOnly { temperature: Prediction::LOGIT_WORTH };
            let found = policy.search(&root, &mut BudgetMeter::playouts(1), *seed).unwrap();
            assert_eq!(found.candidates.len(), 2);
            found.candidates[0].choice == Choice::Pass
        };
        let share = (0..4_000).filter(passes).count() as f64 / 4_000.0;
        assert!((share - 0.8).abs() < 0.03, "{share}");
    }

    #[test]
    fn a_higher_temperature_leaves_more_to_chance() {
        assert!((share(0.0) - 1.0).abs() < 1e-9);
        // The ratio is e at this temperature, and nearly 1 at a high one.
        let e = std::f64::consts::E;
        assert!((share(0.1) - e / (1.0 + e)).abs() < 0.03);
        assert!((share(10.0) - 0.5).abs() < 0.03);
    }
}
