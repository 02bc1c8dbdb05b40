//! A policy whose chances are learned, in place of the choices that were made.
//!
//! A choice is one sample of a policy. Its chances say much more, so fewer games are enough.

use kage_goban::PointSet;
use kage_net::{ChoiceTarget, TrainingExample, open_points};
use kage_phantom::{Choice, Policy, Prediction, View};

/// A policy that is imitated.
#[derive(Clone, Copy)]
pub struct Teacher<'a> {
    /// The policy.
    pub policy: &'a dyn Policy,
    /// The softmax temperature of its advantages, in win rate.
    pub temperature: f64,
}

/// Views that are evaluated together.
const BATCH: usize = 64;

impl Teacher<'_> {
    /// Puts the teacher's chances in the place of the choices, where it has an opinion and a point was
    /// chosen.
    ///
    /// A pass stays what is learned: not every policy knows when to pass.
    pub(crate) fn teach(&self, views: &[View], examples: &mut [TrainingExample]) {
        for (views, examples) in views.chunks(BATCH).zip(examples.chunks_mut(BATCH)) {
            let seen: Vec<&View> = views.iter().collect();
            for ((view, example), said) in seen.iter().zip(examples).zip(self.policy.predict(&seen))
            {
                let ChoiceTarget::Imitate { open, chances } = &mut example.choice else { continue };
                let passed = chances.iter().any(|(made, _)| *made == open.len());
                if let Some(said) = said.filter(|_| !passed) {
                    *chances = self.chances(&said, open_points(view));
                }
            }
        }
    }

    /// The chance of each choice that has one: from the policy's own chances, or else from its advantages.
    fn chances(&self, said: &Prediction, open: PointSet) -> Vec<(usize, f32)> {
        if !said.choices.is_empty() {
            let number = |choice: Choice| match choice {
                Choice::Try(point) => open.iter().position(|at| at == point),
                _ => Some(open.len()),
            };
            let chances = said.choices.iter();
            return chances.filter_map(|(choice, p)| Some((number(*choice)?, *p as f32))).collect();
        }
        let advantages: Vec<f64> = open.iter().map(|point| said.advantage(point)).collect();
        let most = advantages.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weight = |advantage: &f64| libm::exp((advantage - most) / self.temperature);
        let weights: Vec<f64> = advantages.iter().map(weight).collect();
        let sum: f64 = weights.iter().sum();
        weights.iter().map(|weight| (weight / sum) as f32).enumerate().collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use kage_goban::{BoardSize, Color, Point};
    use kage_net::Planes;
    use kage_phantom::{RefereeRules, Setup};

    /// Says that A1 is worth 0.01 more than all other points.
    struct LikesTheCorner;

    impl Policy for LikesTheCorner {
        fn predict(&self, views: &[&View]) -> Vec<Option<Prediction>> {
            let corner: Point = "A1".parse().unwrap();
            let said = Prediction { advantages: vec![(corner, 0.01)], ..Prediction::default() };
            views.iter().map(|_| Some(said.clone())).collect()
        }
    }

    #[test]
    fn chances_are_the_softmax_of_advantages_and_a_pass_stays() {
        let size = BoardSize::new(2).unwrap();
        let view = View::new(RefereeRules::default(), &Setup::even(size), Color::Black);
        let open = open_points(&view);
        let example = |made: usize| TrainingExample {
            choice: ChoiceTarget::Imitate { open, chances: vec![(made, 1.0)] },
            ..TrainingExample::of(Planes::of_view(&view), 0)
        };
        let mut examples = [example(2), example(4)];
        let teacher = Teacher { policy: &LikesTheCorner, temperature: 0.01 };
        teacher.teach(&[view.clone(), view.clone()], &mut examples);
        let ChoiceTarget::Imitate { chances, .. } = &examples[0].choice else { panic!() };
        let (e, corner) = (std::f32::consts::E, open.iter().position(|at| at.to_string() == "A1"));
        for (number, chance) in chances {
            let expected = if Some(*number) == corner { e } else { 1.0 } / (e + 3.0);
            assert!((chance - expected).abs() < 1e-6, "{chances:?}");
        }
        assert_eq!(examples[1].choice, example(4).choice);
    }
}
