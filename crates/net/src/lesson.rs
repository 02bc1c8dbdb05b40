//! What a try has to teach, and how wrong an outlook was.

use crate::maps::{AREA, number};
use crate::net::{GAIN, HEADS};
use crate::planes::{Planes, turn};
use crate::sight::{Raw, sigmoid};
use kage_goban::{Point, PointSet};

/// What a try has to teach. Whoever makes it may see the truth; the net sees the planes.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The view it was made from.
    pub planes: Planes,
    /// How much better than others some tries were, and how far that is to be trusted, from 0 to 1. What is
    /// added to all of them alike makes no difference.
    pub gains: Vec<(Point, f32, f32)>,
    /// The points where a hidden stone could be.
    pub unsure: PointSet,
    /// Those of them where one was.
    pub hidden: PointSet,
    /// What was ours and theirs at the end; nothing at all if nobody counted.
    pub area: [PointSet; 2],
    /// Was the game won: 1, or lost: 0? Or the chance of it, as it turned out to be. `None` if it was
    /// neither won nor lost.
    pub won: Option<f32>,
}

/// How wrong outlooks were: sums over lessons, and the number of lessons each was asked in.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Losses {
    /// Squared errors of gains, but for what they have in common, in units of the net.
    pub gain: (f64, u64),
    /// Surprise at hidden stones, in nats a point.
    pub hidden: (f64, u64),
    /// Squared errors of whose a point is.
    pub owner: (f64, u64),
    /// Surprise at the result, in nats.
    pub win: (f64, u64),
}

/// What counts how much.
const WEIGHTS: [f32; 4] = [1.0, 2.0, 0.5, 0.5];

impl Losses {
    /// Adds others.
    pub fn add(&mut self, other: &Losses) {
        let pairs = [
            (&mut self.gain, other.gain),
            (&mut self.hidden, other.hidden),
            (&mut self.owner, other.owner),
            (&mut self.win, other.win),
        ];
        for (to, from) in pairs {
            to.0 += from.0;
            to.1 += from.1;
        }
    }

    /// What training makes less: the mean of each, weighed.
    pub fn total(&self) -> f64 {
        let means = [self.gain, self.hidden, self.owner, self.win];
        let mean = |(sum, count): (f64, u64)| sum / count.max(1) as f64;
        means.into_iter().zip(WEIGHTS).map(|(part, weight)| f64::from(weight) * mean(part)).sum()
    }
}

impl Lesson {
    /// How wrong this is, and how that changes with each number of it. The board is turned and
    /// mirrored one of eight ways.
    pub(crate) fn grade(&self, raw: &Raw, way: u8) -> (Losses, Raw) {
        let mut losses = Losses::default();
        let mut slope = Raw { maps: [[0.0; AREA]; HEADS], win: 0.0 };
        let at = |point: Point| turn(number(point), way);
        let trust: f32 = self.gains.iter().map(|(_, _, trust)| trust).sum();
        if trust > 0.0 {
            losses.gain.1 = 1;
            let error = |point: Point, gain: f32| raw.maps[0][at(point)] - GAIN * gain;
            let all = self.gains.iter().map(|&(point, gain, part)| error(point, gain) * part);
            let common = all.sum::<f32>() / trust;
            for &(point, gain, part) in &self.gains {
                let error = error(point, gain) - common;
                losses.gain.0 += f64::from(error * error * part / trust);
                slope.maps[0][at(point)] = WEIGHTS[0] * 2.0 * error * part / trust;
            }
        }
        if !self.unsure.is_empty() {
            losses.hidden.1 = 1;
            let share = 1.0 / self.unsure.len() as f32;
            for point in self.unsure {
                let is = f32::from(u8::from(self.hidden.contains(point)));
                let (loss, by) = surprise(raw.maps[1][at(point)], is);
                losses.hidden.0 += f64::from(loss * share);
                slope.maps[1][at(point)] = WEIGHTS[1] * by * share;
            }
        }
        if !self.area.iter().all(PointSet::is_empty) {
            losses.owner.1 = 1;
            for point in kage_goban::BoardSize::NINE.points() {
                let side = |side: usize| f32::from(u8::from(self.area[side].contains(point)));
                let said = raw.maps[2][at(point)].tanh();
                let error = said - (side(0) - side(1));
                losses.owner.0 += f64::from(error * error / AREA as f32);
                slope.maps[2][at(point)] =
                    WEIGHTS[2] * 2.0 * error * (1.0 - said * said) / AREA as f32;
            }
        }
        if let Some(won) = self.won {
            let (loss, by) = surprise(raw.win, won);
            losses.win = (f64::from(loss), 1);
            slope.win = WEIGHTS[3] * by;
        }
        (losses, slope)
    }
}

/// Minus the logarithm of the chance that was given to what is, and its derivative.
fn surprise(said: f32, is: f32) -> (f32, f32) {
    let chance = sigmoid(said);
    let ln = |chance: f32| chance.max(1e-9).ln();
    (-is * ln(chance) - (1.0 - is) * ln(1.0 - chance), chance - is)
}
