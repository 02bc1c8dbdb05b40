//! Adam, repeatable and resumable.

use crate::backward::{by_size, gradient, parts};
use crate::example::TrainingExample;
use crate::inference::{Inference, NetOutput};
use crate::loss::{ChoiceOptions, Losses, loss};
use crate::network::Net;
use kage_parallel::WorkerPanicked;

/// The size of a step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StepOptions {
    /// The learning rate.
    pub rate: f32,
    /// The weight decay, as a share of the rate.
    pub decay: f32,
    /// The largest norm of a gradient; a larger one is made shorter.
    pub norm: f32,
    /// How choices are improved.
    pub choices: ChoiceOptions,
}

/// Trains a net by Adam (Kingma and Ba 2015), with decoupled weight decay.
#[derive(Clone, PartialEq, Debug)]
pub struct Optimizer {
    /// The net.
    pub net: Net,
    /// The running mean of the gradient, and of its square.
    pub(crate) mean: Vec<f32>,
    pub(crate) square: Vec<f32>,
    /// The exponential moving average of the weights.
    pub(crate) ema: Vec<f32>,
    pub(crate) steps: u64,
}

/// What a step was like.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step {
    /// The losses before it.
    pub losses: Losses,
    /// The norm of the gradient.
    pub norm: f64,
}

const KEEP_MEAN: f32 = 0.9;
const KEEP_SQUARE: f32 = 0.999;
const KEEP_EMA: f32 = 0.995;

impl Optimizer {
    /// Begins with a net.
    pub fn new(net: Net) -> Optimizer {
        let count = net.weights.len();
        let ema = net.weights.clone();
        Optimizer { net, mean: vec![0.0; count], square: vec![0.0; count], ema, steps: 0 }
    }

    /// The net with the exponential moving average of the weights over a few hundred steps. It has less of
    /// the noise of single batches.
    pub fn ema(&self) -> Net {
        Net { weights: self.ema.clone(), ..self.net.clone() }
    }

    /// The number of steps so far.
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// One step along the gradient of a batch. The number of threads changes nothing but the time. If a
    /// worker panics, no step is made.
    pub fn step(
        &mut self,
        batch: &[&TrainingExample],
        options: StepOptions,
        threads: usize,
    ) -> Result<Step, WorkerPanicked> {
        let (losses, gradient) = gradient(&self.net, batch, options.choices, threads)?;
        let squares = gradient.iter().map(|by| f64::from(*by) * f64::from(*by));
        let norm = squares.sum::<f64>().sqrt();
        let shorter = (f64::from(options.norm) / norm.max(1e-30)).min(1.0) as f32;
        self.steps += 1;
        let steps = self.steps as f32;
        let correct = |kept: f32| 1.0 / (1.0 - libm::powf(kept, steps));
        let (of_mean, of_square) = (correct(KEEP_MEAN), correct(KEEP_SQUARE));
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, gradient), (mean, square)) in
            self.net.weights.iter_mut().zip(gradient).zip(moments)
        {
            let gradient = shorter * gradient;
            *mean += (1.0 - KEEP_MEAN) * (gradient - *mean);
            *square += (1.0 - KEEP_SQUARE) * (gradient * gradient - *square);
            let step = (*mean * of_mean) / ((*square * of_square).sqrt() + 1e-8);
            *weight -= options.rate * (step + options.decay * *weight);
        }
        // At first the average is over fewer steps, so that it does not hold on to untrained weights.
        let keep = KEEP_EMA.min((1.0 + steps) / (10.0 + steps));
        for (ema, weight) in self.ema.iter_mut().zip(&self.net.weights) {
            *ema += (1.0 - keep) * (weight - *ema);
        }
        Ok(Step { losses, norm })
    }

    /// The losses of the net on some examples.
    pub fn test(
        &self,
        examples: &[TrainingExample],
        threads: usize,
    ) -> Result<Losses, WorkerPanicked> {
        let mut losses = Losses::default();
        let inference = Inference::new(&self.net);
        for group in parts(examples).chunks(threads.max(1)) {
            for part in kage_parallel::map(group, |part| test(&inference, part))? {
                losses.add(&part);
            }
        }
        Ok(losses)
    }
}

fn test(inference: &Inference, part: &[TrainingExample]) -> Losses {
    let mut losses = Losses::default();
    let part = by_size(&part.iter().collect::<Vec<_>>());
    let looks: Vec<_> = part.iter().map(|example| example.look()).collect();
    let outputs: Vec<NetOutput> = inference.evaluate(&looks);
    for (example, output) in part.iter().zip(&outputs) {
        losses.add(&loss(example, output, ChoiceOptions::default()).0);
    }
    losses
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use crate::example::ChoiceTarget;
    use crate::planes::{Input, Planes};
    use crate::{Shape, open_points};
    use kage_goban::{BoardSize, Color, Move, Point, PointSet};
    use kage_phantom::{Answer, Observation, RefereeRules, Setup, Taken, View};

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    /// Black has put a stone on a point; White has one beside it.
    fn example(lines: u8, stone: &str, hidden: &str) -> TrainingExample {
        let setup = Setup::even(BoardSize::new(lines).unwrap());
        let mut view = View::new(RefereeRules::default(), &setup, Color::Black);
        let (play, taken) = (Move::Play(point(stone)), Taken::default());
        let answer = Answer::Accepted { play, taken, atari: false, stones: None };
        view.update(&Observation::Mine(answer)).unwrap();
        let all = PointSet::board(view.size());
        TrainingExample {
            choice: ChoiceTarget::Imitate {
                open: open_points(&view),
                chances: vec![(3, 0.75), (lines as usize * lines as usize - 1, 0.25)],
            },
            unknown: all - view.mine(),
            hidden: PointSet::of(point(hidden)),
            own_area: PointSet::of(point(stone)),
            their_area: all - PointSet::of(point(stone)),
            next: Some(point(hidden)),
            win: Some(if stone == "E5" { 1.0 } else { 0.25 }),
            lead: Some(if stone == "E5" { 30.0 } else { -3.0 }),
            ..TrainingExample::of(Planes::of_view(&view), lines % 8)
        }
    }

    fn improved(example: TrainingExample, advantage: f32) -> TrainingExample {
        let ChoiceTarget::Imitate { open, .. } = &example.choice else { unreachable!() };
        let count = open.len() + 1;
        let anchor = (0..count).map(|at| -4.0 - (at % 3) as f32).collect();
        let choice = ChoiceTarget::Improve {
            open: *open,
            made: 5,
            log_chance: -((count as f32).ln()),
            advantage,
            anchor: Some(anchor),
        };
        TrainingExample { choice, ..example }
    }

    fn examples() -> Vec<TrainingExample> {
        vec![
            example(9, "E5", "E6"),
            example(9, "C3", "C4"),
            example(5, "C3", "C4"),
            example(13, "C3", "D4"),
            improved(example(7, "B2", "B3"), 0.8),
            improved(example(9, "B2", "B3"), -1.3),
        ]
    }

    fn all(examples: &[TrainingExample]) -> Vec<&TrainingExample> {
        examples.iter().collect()
    }

    const OPTIONS: ChoiceOptions = ChoiceOptions { clip: 0.2, entropy: 0.3, anchor: 0.4 };

    /// What is minimized: the sum over examples of all losses with their weights.
    fn total(net: &Net, examples: &[TrainingExample]) -> f64 {
        let of_one = |example: &TrainingExample| {
            gradient(net, &[example], OPTIONS, 1).unwrap().0.total(OPTIONS)
        };
        examples.iter().map(of_one).sum::<f64>() / examples.len() as f64
    }

    /// The derivative along some direction is what a small step there changes.
    #[test]
    fn the_gradient_is_the_slope() {
        let net = Net::new(Shape { input: Input::View, blocks: 2, channels: 6 }, 3);
        let examples = examples();
        let (_, gradient) = gradient(&net, &all(&examples), OPTIONS, 1).unwrap();
        // Each part of the net by itself: a fault in one must not hide behind the others.
        let parts = net.shape.parts();
        let mut ranges = vec![parts.points, parts.game_layer, parts.game];
        for layer in parts.layers {
            ranges.extend([layer.weights, layer.bias, layer.whole]);
        }
        for part in ranges.into_iter().filter(|range| !range.is_empty()) {
            let length: f32 = gradient[part.clone()].iter().map(|part| part * part).sum();
            assert!(length > 0.0, "nothing comes back to {part:?}");
            let moved = |by: f32| {
                let mut weights = net.weights.clone();
                for place in part.clone() {
                    weights[place] += by * gradient[place] / length.sqrt();
                }
                total(&Net::of(net.shape, weights).unwrap(), &examples)
            };
            let by = 2e-3;
            let slope = (moved(by) - moved(-by)) / f64::from(2.0 * by);
            let said = f64::from(length.sqrt());
            assert!((slope - said).abs() < 0.03 * said + 3e-4, "{part:?}: {slope} {said}");
        }
    }

    fn options(rate: f32) -> StepOptions {
        StepOptions { rate, decay: 0.0, norm: 10.0, choices: OPTIONS }
    }

    #[test]
    fn it_learns_and_the_same_seed_learns_the_same() {
        let examples = &examples()[..4];
        let train = |threads: usize| {
            let shape = Shape { input: Input::View, blocks: 1, channels: 8 };
            let mut optimizer = Optimizer::new(Net::new(shape, 1));
            let before = optimizer.test(examples, 2).unwrap().total(OPTIONS);
            for _ in 0..150 {
                optimizer.step(&all(examples), options(0.01), threads).unwrap();
            }
            (before, optimizer.test(examples, 1).unwrap().total(OPTIONS), optimizer)
        };
        let (before, after, optimizer) = train(2);
        // Two choices share three to one: their entropy stays.
        assert!(after < before / 4.0, "{before} {after}");
        assert_eq!(optimizer, train(1).2, "the number of threads changes nothing");
    }

    /// A choice that was better than expected becomes likelier, and beyond the clip nothing moves it.
    #[test]
    fn choices_are_improved() {
        for advantage in [1.0, -1.0] {
            let example = improved(example(9, "E5", "E6"), advantage);
            let ChoiceTarget::Improve { open, .. } = example.choice else { unreachable!() };
            let shape = Shape { input: Input::View, blocks: 1, channels: 8 };
            let mut optimizer = Optimizer::new(Net::new(shape, 1));
            let chance = |net: &Net| {
                let output = Inference::new(net).evaluate(&[example.look()]).remove(0);
                crate::Choices::of(&output, open).log_chances[5]
            };
            let before = chance(&optimizer.net);
            // The choice is the only target.
            let made_at = |log_chance: f32| {
                let (made, anchor) = (5, None);
                let choice = ChoiceTarget::Improve { open, made, log_chance, advantage, anchor };
                TrainingExample { choice, ..TrainingExample::of(example.planes.clone(), 1) }
            };
            let choices = ChoiceOptions::default();
            let options = StepOptions { choices, ..options(0.001) };
            let beyond = made_at(before - 0.3 * advantage);
            assert_eq!(optimizer.clone().step(&[&beyond], options, 1).unwrap().norm, 0.0);
            let step = optimizer.step(&[&made_at(before)], options, 1).unwrap();
            assert!(step.norm > 0.0 && step.losses.clipped.sum == 0.0);
            let moved = (chance(&optimizer.net) - before) * advantage;
            assert!(moved > 1e-4, "{advantage}: {moved}");
        }
    }

    #[test]
    fn a_long_gradient_is_made_shorter() {
        let examples = examples();
        let mut optimizer =
            Optimizer::new(Net::new(Shape { input: Input::View, blocks: 1, channels: 8 }, 1));
        let norm = optimizer.step(&all(&examples), options(0.01), 1).unwrap().norm;
        assert!(norm > 0.1, "{norm}");
        let mut optimizer =
            Optimizer::new(Net::new(Shape { input: Input::View, blocks: 1, channels: 8 }, 1));
        optimizer.step(&all(&examples), StepOptions { norm: 0.05, ..options(0.01) }, 1).unwrap();
        let kept: f32 = optimizer.mean.iter().map(|mean| mean * mean).sum();
        assert!((kept.sqrt() - 0.1 * 0.05).abs() < 1e-4, "{}", kept.sqrt());
    }

    /// A target that is not a choice makes a worker panic, on this thread or on another.
    #[test]
    fn a_worker_that_panics_fails_the_step() {
        let mut examples = examples();
        let choice = ChoiceTarget::Imitate { open: PointSet::EMPTY, chances: vec![(1_000, 1.0)] };
        let bad = TrainingExample { choice, ..examples[0].clone() };
        for index in [0, examples.len() - 1] {
            let whole = std::mem::replace(&mut examples[index], bad.clone());
            let shape = Shape { input: Input::View, blocks: 1, channels: 8 };
            let mut optimizer = Optimizer::new(Net::new(shape, 1));
            let before = optimizer.clone();
            for threads in [1, 3] {
                let step = optimizer.step(&all(&examples), options(0.01), threads);
                assert_eq!(step, Err(WorkerPanicked));
                assert_eq!(optimizer.test(&examples, threads), Err(WorkerPanicked));
            }
            assert_eq!(optimizer, before, "no step was made");
            examples[index] = whole;
        }
    }
}
