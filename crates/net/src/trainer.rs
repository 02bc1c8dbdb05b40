//! Gradients and steps, repeatable and resumable.

use crate::conv::{self, Finish, Kernel, padded};
use crate::lesson::{Lesson, Losses};
use crate::maps::{AREA, places};
use crate::net::Net;
use crate::planes::{PLANES, Planes};
use crate::sight::{Activity, Raw, Sight, TOGETHER, means};
use pulp::Arch;
use std::thread;

/// How a trainer goes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    /// How far a step goes.
    pub rate: f32,
    /// How fast weights shrink, as a share of the rate.
    pub decay: f32,
}

/// Changes a net so that its outlooks become less wrong, by Adam (Kingma and Ba 2015).
#[derive(Clone, PartialEq, Debug)]
pub struct Trainer {
    /// The net.
    pub net: Net,
    /// The running mean of the gradient, and of its square.
    pub(crate) mean: Vec<f32>,
    pub(crate) square: Vec<f32>,
    /// The running mean of the weights.
    pub(crate) calm: Vec<f32>,
    pub(crate) steps: u64,
}

/// A batch is cut into so many parts, whatever the number of threads: so the sums are the same.
const PARTS: usize = 8;
const KEEP_MEAN: f32 = 0.9;
const KEEP_SQUARE: f32 = 0.999;
const KEEP_CALM: f32 = 0.995;

/// What the parts of a step share.
struct Task<'a> {
    net: &'a Net,
    sight: Sight,
    /// Each convolution for the way back.
    back: Vec<Kernel>,
    arch: Arch,
}

/// How a loss changes with maps, on the way back through the net.
#[derive(Default)]
struct WaysBack {
    back: Vec<f32>,
    /// What came through a skip, until it reaches the input of its block.
    skipped: Vec<f32>,
    /// Room for the next.
    next: Vec<f32>,
}

/// How a loss changes with each weight.
struct Slopes {
    weights: Vec<f32>,
    /// With those of convolutions, before they are added to the others.
    kernels: Vec<Kernel>,
}

impl Trainer {
    /// Begins with a net.
    pub fn new(net: Net) -> Trainer {
        let count = net.weights.len();
        let calm = net.weights.clone();
        Trainer { net, mean: vec![0.0; count], square: vec![0.0; count], calm, steps: 0 }
    }

    /// The mean of the nets of the last few hundred steps: it has less of what each batch happened to
    /// say.
    pub fn calm(&self) -> Net {
        Net { weights: self.calm.clone(), ..self.net.clone() }
    }

    /// The steps made so far.
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// One step by a batch of lessons, each turned its own way. Says how wrong the net was before.
    pub fn step(&mut self, batch: &[(&Lesson, u8)], pace: Pace, threads: usize) -> Losses {
        let (losses, gradient) = self.gradient(batch, threads);
        self.steps += 1;
        let steps = self.steps as i32;
        let correct = |kept: f32| 1.0 / (1.0 - kept.powi(steps));
        let (of_mean, of_square) = (correct(KEEP_MEAN), correct(KEEP_SQUARE));
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, slope), (mean, square)) in
            self.net.weights.iter_mut().zip(gradient).zip(moments)
        {
            *mean += (1.0 - KEEP_MEAN) * (slope - *mean);
            *square += (1.0 - KEEP_SQUARE) * (slope * slope - *square);
            let step = (*mean * of_mean) / ((*square * of_square).sqrt() + 1e-8);
            *weight -= pace.rate * (step + pace.decay * *weight);
        }
        for (calm, weight) in self.calm.iter_mut().zip(&self.net.weights) {
            *calm += (1.0 - KEEP_CALM) * (weight - *calm);
        }
        losses
    }

    /// How wrong the net is, and how that changes with each weight: means over the batch.
    fn gradient(&self, batch: &[(&Lesson, u8)], threads: usize) -> (Losses, Vec<f32>) {
        let layers = self.net.shape().layers();
        let back = layers.iter().map(|layer| {
            let weights = &self.net.weights[layer.weights.clone()];
            Kernel::new(&conv::flipped(weights, layer.ins), self.net.shape().channels)
        });
        let (back, sight, arch) = (back.collect(), Sight::new(&self.net), Arch::new());
        let task = Task { net: &self.net, sight, back, arch };
        let parts: Vec<&[(&Lesson, u8)]> =
            batch.chunks(batch.len().div_ceil(PARTS).max(1)).collect();
        let mut losses = Losses::default();
        let mut gradient = vec![0.0; self.net.weights.len()];
        for group in parts.chunks(threads.max(1)) {
            thread::scope(|scope| {
                let task = &task;
                let work: Vec<_> =
                    group.iter().map(|part| scope.spawn(move || task.learn(part))).collect();
                for (part, slopes) in work.into_iter().map(finished) {
                    losses.add(&part);
                    for (to, from) in gradient.iter_mut().zip(slopes) {
                        *to += from / batch.len() as f32;
                    }
                }
            });
        }
        (losses, gradient)
    }

    /// How wrong the net is about some lessons.
    pub fn test(&self, lessons: &[Lesson], threads: usize) -> Losses {
        let mut losses = Losses::default();
        let sight = &Sight::new(&self.net);
        let test = |part: &[Lesson]| {
            let mut losses = Losses::default();
            let mut activity = Activity::new(self.net.shape(), TOGETHER);
            for lessons in part.chunks(TOGETHER) {
                let views: Vec<Planes> =
                    lessons.iter().map(|lesson| lesson.planes.clone()).collect();
                sight.run(Arch::new(), &views, &mut activity);
                for (board, lesson) in lessons.iter().enumerate() {
                    losses.add(&lesson.grade(&sight.speak(&activity, board), 0).0);
                }
            }
            losses
        };
        let parts: Vec<&[Lesson]> = lessons.chunks(lessons.len().div_ceil(PARTS).max(1)).collect();
        for group in parts.chunks(threads.max(1)) {
            thread::scope(|scope| {
                let work: Vec<_> =
                    group.iter().map(|part| scope.spawn(move || test(part))).collect();
                for part in work.into_iter().map(finished) {
                    losses.add(&part);
                }
            });
        }
        losses
    }
}

/// What a thread came to. Its panic is ours: half a gradient would be a wrong one.
fn finished<T>(work: thread::ScopedJoinHandle<'_, T>) -> T {
    work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

impl Task<'_> {
    fn learn(&self, part: &[(&Lesson, u8)]) -> (Losses, Vec<f32>) {
        let shape = self.net.shape();
        let mut losses = Losses::default();
        let layers = shape.layers();
        let kernels = layers.iter().map(|layer| Kernel::blank(layer.ins, shape.channels)).collect();
        let mut slopes = Slopes { weights: vec![0.0; self.net.weights.len()], kernels };
        let mut activity = Activity::new(shape, TOGETHER);
        let mut ways = WaysBack::default();
        for lessons in part.chunks(TOGETHER) {
            let views: Vec<Planes> =
                lessons.iter().map(|(lesson, way)| lesson.planes.turned(*way)).collect();
            self.sight.run(self.arch, &views, &mut activity);
            ways.back.clear();
            for (board, (lesson, way)) in lessons.iter().enumerate() {
                let (loss, slope) = lesson.grade(&self.sight.speak(&activity, board), *way);
                losses.add(&loss);
                let maps = activity.last(board, shape.channels);
                self.back_from_heads(maps, &slope, &mut slopes, &mut ways.back);
            }
            self.back(&mut activity, &mut ways, &mut slopes);
        }
        for (layer, kernel) in layers.into_iter().zip(&slopes.kernels) {
            kernel.add_to(&mut slopes.weights[layer.weights]);
        }
        (losses, slopes.weights)
    }

    /// Goes back from the last maps, and adds how the loss changes with each weight.
    fn back(&self, activity: &mut Activity, ways: &mut WaysBack, slopes: &mut Slopes) {
        let (layers, channels) = (self.net.shape().layers(), self.net.shape().channels);
        let Activity { input, maps, scratch } = activity;
        let WaysBack { back, skipped, next } = ways;
        let used = back.len();
        next.resize(used, 0.0);
        let input = &input[..used / padded(channels) * padded(PLANES)];
        for (index, layer) in layers.into_iter().enumerate().rev() {
            let (before, y) = maps.split_at(index);
            // Where a map was cut off nothing comes back, and outside the board it is zero.
            for (back, y) in back.iter_mut().zip(&y[0]) {
                *back = if *y > 0.0 { *back } else { 0.0 };
            }
            if index > 0 && index % 2 == 0 {
                skipped.clone_from(back);
            }
            let x = before.last().map_or(input, |maps| &maps[..used]);
            conv::to_kernel(self.arch, x, back, &mut slopes.kernels[index], scratch);
            let biases = &mut slopes.weights[layer.bias];
            for place in back.chunks_exact(padded(channels)) {
                biases.iter_mut().zip(place).for_each(|(bias, back)| *bias += back);
            }
            if index > 0 {
                let skip = (index % 2 == 1).then_some(&skipped[..]);
                let finish = Finish { bias: &[], skip, cut: false };
                conv::forward(self.arch, back, &self.back[index], finish, next, scratch);
                std::mem::swap(back, next);
            }
        }
    }

    /// Adds what the heads' weights have to do with it, and goes back to the maps they speak from.
    fn back_from_heads(&self, maps: &[f32], slope: &Raw, slopes: &mut Slopes, to: &mut Vec<f32>) {
        let (slopes, channels) = (&mut slopes.weights, self.net.shape().channels);
        let (points, game) = self.net.shape().heads();
        let begin = to.len();
        to.resize(begin + maps.len(), 0.0);
        let back = &mut to[begin..];
        for (head, from) in slope.maps.iter().zip((points.start..).step_by(channels + 1)) {
            for (slope, place) in head.iter().zip(places()) {
                let place = padded(channels) * place..padded(channels) * place + channels;
                let maps = maps[place.clone()].iter().zip(&mut back[place]);
                for (channel, (map, back)) in maps.enumerate() {
                    slopes[from + channel] += slope * map;
                    *back += slope * self.net.weights[from + channel];
                }
            }
            slopes[from + channels] += head.iter().sum::<f32>();
        }
        for (slope_of, mean) in slopes[game.clone()].iter_mut().zip(means(maps, channels)) {
            *slope_of += slope.win * mean;
        }
        let weights = &self.net.weights[game.start..game.end - 1];
        for place in places() {
            let back = back[padded(channels) * place..].iter_mut();
            for (back, weight) in back.zip(weights) {
                *back += slope.win * weight / AREA as f32;
            }
        }
        slopes[game.end - 1] += slope.win;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use crate::{Planes, Shape};
    use kage_goban::{BoardSize, Color, Move, Point, PointSet};
    use kage_phantom::{Answer, Observation, RefereeRules, Setup, Taken, View};

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    /// Black has put a stone on a point; White has one beside it.
    fn lesson(stone: &str, hidden: &str) -> Lesson {
        let mut view =
            View::new(RefereeRules::default(), &Setup::even(BoardSize::NINE), Color::Black);
        let (play, taken) = (Move::Play(point(stone)), Taken::default());
        let answer = Answer::Accepted { play, taken, atari: false, stones: None };
        view.update(&Observation::Mine(answer)).unwrap();
        let all = PointSet::board(BoardSize::NINE);
        Lesson {
            planes: Planes::of(&view).unwrap(),
            gains: vec![(point("A1"), -0.05, 1.0), (point(hidden), 0.1, 0.5)],
            unsure: all - view.mine(),
            hidden: PointSet::of(point(hidden)),
            area: [PointSet::of(point(stone)), all - PointSet::of(point(stone))],
            won: Some(if stone == "E5" { 1.0 } else { 0.25 }),
        }
    }

    /// The derivative along some direction is what a small step there changes.
    #[test]
    fn the_gradient_is_the_slope() {
        let net = Net::new(Shape { blocks: 2, channels: 6 }, 3);
        let lessons = [lesson("E5", "E6"), lesson("C3", "C4")];
        let batch: Vec<(&Lesson, u8)> = lessons.iter().zip([0, 5]).collect();
        let trainer = Trainer::new(net);
        let (_, gradient) = trainer.gradient(&batch, 1);
        let loss = |weights: Vec<f32>| {
            let net = Net::of(trainer.net.shape(), weights).unwrap();
            Trainer::new(net).gradient(&batch, 2).0.total()
        };
        // Each part of the net by itself: a fault in one must not hide behind the others.
        let (points, game) = trainer.net.shape().heads();
        let mut parts: Vec<std::ops::Range<usize>> = vec![points, game];
        for layer in trainer.net.shape().layers() {
            parts.extend([layer.weights, layer.bias]);
        }
        for part in parts {
            let length: f32 = gradient[part.clone()].iter().map(|slope| slope * slope).sum();
            assert!(length > 0.0, "nothing comes back to {part:?}");
            let moved = |by: f32| {
                let mut weights = trainer.net.weights.clone();
                for place in part.clone() {
                    weights[place] += by * gradient[place] / length.sqrt();
                }
                loss(weights)
            };
            let by = 2e-3;
            let slope = (moved(by) - moved(-by)) / f64::from(2.0 * by);
            let said = f64::from(length.sqrt());
            assert!((slope - said).abs() < 0.03 * said + 2e-4, "{part:?}: {slope} {said}");
        }
    }

    #[test]
    fn it_learns_and_the_same_seed_learns_the_same() {
        let lessons = [lesson("E5", "E6"), lesson("C3", "C4"), lesson("G7", "F7")];
        let train = |threads: usize| {
            let mut trainer = Trainer::new(Net::new(Shape { blocks: 1, channels: 8 }, 1));
            let before = trainer.test(&lessons, 2).total();
            for step in 0..150_u32 {
                let ways = (0..).map(|index| ((step + index) % 8) as u8);
                let batch: Vec<(&Lesson, u8)> = lessons.iter().zip(ways).collect();
                trainer.step(&batch, Pace { rate: 0.01, decay: 0.0 }, threads);
            }
            (before, trainer.test(&lessons, 1).total(), trainer)
        };
        let (before, after, trainer) = train(2);
        assert!(after < before / 4.0, "{before} {after}");
        assert_eq!(trainer, train(1).2, "the number of threads changes nothing");
        // The board was turned, so nobody can know on which side of the stone the other is.
        let hidden = Sight::new(&trainer.net).look(&lessons[0].planes).hidden;
        let chance = |name: &str| hidden[crate::maps::number(point(name))];
        assert!(chance("E6") > 0.04 && chance("E6") > 10.0 * chance("J9"), "{hidden:?}");
    }
}
