//! The weights, and what they say of a view.

use crate::conv::{self, TAPS};
use crate::maps::{AREA, LINES, PLACES, number, places, rows};
use crate::planes::{PLANES, Planes, turn};
use kage_goban::Point;
use pulp::Arch;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::ops::Range;

/// What is said of each point: what a try gains, a hidden stone, whose it will be.
pub(crate) const HEADS: usize = 3;
/// A gain of a twentieth of a game is one in the net: numbers near one are learned best.
pub(crate) const GAIN: f32 = 20.0;

/// How large a net is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// Pairs of convolutions with a skip around them.
    pub blocks: usize,
    /// Maps between them; fastest if they are a multiple of 32.
    pub channels: usize,
}

/// One convolution.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub(crate) ins: usize,
    pub(crate) weights: Range<usize>,
    pub(crate) bias: Range<usize>,
}

/// A net.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    shape: Shape,
    pub(crate) weights: Vec<f32>,
}

/// What a net says of a view, by [place](Outlook::place) of a point.
#[derive(Clone, PartialEq, Debug)]
pub struct Outlook {
    /// How much better than the mean of all tries a try there is, as a share of a game.
    pub gains: [f32; 81],
    /// The chance of a hidden stone.
    pub hidden: [f32; 81],
    /// Whose it will be: from -1, theirs, to 1, ours.
    pub owner: [f32; 81],
    /// The chance that the game is won.
    pub win: f32,
}

impl Outlook {
    /// The place of a point in what is said by point.
    pub fn place(point: Point) -> usize {
        number(point)
    }
}

/// What comes out of a net, before it is made into chances.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Raw {
    pub(crate) maps: [[f32; AREA]; HEADS],
    pub(crate) win: f32,
}

/// All that is computed on the way.
pub(crate) struct Activity {
    pub(crate) input: Vec<f32>,
    /// The maps after each convolution, negative ones cut off.
    pub(crate) maps: Vec<Vec<f32>>,
}

impl Shape {
    /// The convolutions: the first, then two a block.
    pub(crate) fn layers(self) -> Vec<Layer> {
        let mut at = 0;
        let mut take = |count: usize| {
            at += count;
            at - count..at
        };
        let ins = std::iter::once(PLANES).chain((0..2 * self.blocks).map(|_| self.channels));
        let layer = |ins: usize| Layer {
            ins,
            weights: take(self.channels * ins * TAPS),
            bias: take(self.channels),
        };
        ins.map(layer).collect()
    }

    fn end_of_layers(self) -> usize {
        self.layers().last().map_or(0, |layer| layer.bias.end)
    }

    /// The weights from the last maps to what is said of points, and to the game.
    pub(crate) fn heads(self) -> (Range<usize>, Range<usize>) {
        let points = self.end_of_layers()..self.end_of_layers() + HEADS * (self.channels + 1);
        let game = points.end..points.end + self.channels + 1;
        (points, game)
    }

    /// How many weights a net has.
    pub fn weights(self) -> usize {
        self.heads().1.end
    }

    /// What a shape has to be, for those who ask for another.
    pub const SOUND: &str = "a net has from 1 to 64 blocks, and from 1 to 512 channels";

    /// Is it one that can be built?
    pub fn is_sound(self) -> bool {
        let Shape { blocks, channels } = self;
        (1..=64).contains(&blocks) && (1..=512).contains(&channels)
    }
}

impl Net {
    /// A net that knows nothing yet. The shape must be sound.
    pub fn new(shape: Shape, seed: u64) -> Net {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut weights = vec![0.0; shape.weights()];
        for (index, layer) in shape.layers().into_iter().enumerate() {
            // As He and others 2015; the last of a block begins small, so that deep nets begin flat.
            let last = index > 0 && index % 2 == 0;
            let scale = (2.0 / (layer.ins * TAPS) as f32).sqrt();
            let scale = if last { scale / shape.blocks as f32 } else { scale };
            for weight in &mut weights[layer.weights] {
                *weight = scale * normal(&mut random);
            }
        }
        let (points, game) = shape.heads();
        for weight in &mut weights[points.start..game.end] {
            *weight = 0.01 * normal(&mut random);
        }
        Net { shape, weights }
    }

    /// A net of these weights, if they are as many as the shape needs.
    pub(crate) fn of(shape: Shape, weights: Vec<f32>) -> Option<Net> {
        (shape.is_sound() && weights.len() == shape.weights()).then_some(Net { shape, weights })
    }

    /// Its shape.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// What it says of a view.
    pub fn look(&self, planes: &Planes) -> Outlook {
        let mut activity = Activity::new(self.shape);
        let Raw { maps, win } = self.run(Arch::new(), planes, &mut activity);
        Outlook {
            gains: maps[0].map(|gain| gain / GAIN),
            hidden: maps[1].map(sigmoid),
            owner: maps[2].map(f32::tanh),
            win: sigmoid(win),
        }
    }

    /// What it says of a view that it looks at from several sides, from one to eight: the mean.
    pub fn look_around(&self, planes: &Planes, sides: u8) -> Outlook {
        let sides = sides.clamp(1, 8);
        let mut mean =
            Outlook { gains: [0.0; AREA], hidden: [0.0; AREA], owner: [0.0; AREA], win: 0.0 };
        for side in 0..sides {
            let seen = self.look(&planes.turned(side));
            for place in 0..AREA {
                let there = turn(place, side);
                mean.gains[place] += seen.gains[there] / f32::from(sides);
                mean.hidden[place] += seen.hidden[there] / f32::from(sides);
                mean.owner[place] += seen.owner[there] / f32::from(sides);
            }
            mean.win += seen.win / f32::from(sides);
        }
        mean
    }

    /// Computes everything, and keeps it in the activity.
    pub(crate) fn run(&self, arch: Arch, planes: &Planes, activity: &mut Activity) -> Raw {
        planes.write(&mut activity.input);
        let channels = self.shape.channels;
        for (index, layer) in self.shape.layers().iter().enumerate() {
            let (before, rest) = activity.maps.split_at_mut(index);
            let (x, y) = (before.last().unwrap_or(&activity.input), &mut rest[0]);
            // The second of a block has the block's input added.
            let skip = (index > 0 && index % 2 == 0).then(|| &before[index - 2]);
            let bias = &self.weights[layer.bias.clone()];
            for place in places().map(|place| channels * place..channels * (place + 1)) {
                y[place.clone()].copy_from_slice(bias);
                if let Some(skip) = skip {
                    y[place.clone()].iter_mut().zip(&skip[place]).for_each(|(y, more)| *y += more);
                }
            }
            conv::forward(arch, x, layer.ins, &self.weights[layer.weights.clone()], y);
            for row in rows() {
                let row = &mut y[channels * row..channels * (row + LINES)];
                row.iter_mut().for_each(|y| *y = y.max(0.0));
            }
        }
        self.speak(activity.last())
    }

    fn speak(&self, maps: &[f32]) -> Raw {
        let (points, game) = self.shape.heads();
        let channels = self.shape.channels;
        let mut raw = Raw { maps: [[0.0; AREA]; HEADS], win: self.weights[game.end - 1] };
        let heads = self.weights[points].chunks_exact(channels + 1);
        for (head, weights) in raw.maps.iter_mut().zip(heads) {
            for (to, place) in head.iter_mut().zip(places()) {
                let maps = &maps[channels * place..channels * (place + 1)];
                *to = weights[channels] + dot(maps, &weights[..channels]);
            }
        }
        raw.win += dot(&means(maps, channels), &self.weights[game]);
        raw
    }
}

fn dot(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

impl Activity {
    pub(crate) fn new(shape: Shape) -> Activity {
        let maps = vec![vec![0.0; shape.channels * PLACES]; 2 * shape.blocks + 1];
        Activity { input: vec![0.0; PLANES * PLACES], maps }
    }

    /// The maps that the net speaks from.
    pub(crate) fn last(&self) -> &[f32] {
        self.maps.last().unwrap_or(&self.input)
    }
}

/// The mean of each map over the board. They are zero elsewhere.
pub(crate) fn means(maps: &[f32], channels: usize) -> Vec<f32> {
    let mut means = vec![0.0; channels];
    for place in maps.chunks_exact(channels) {
        means.iter_mut().zip(place).for_each(|(mean, value)| *mean += value / AREA as f32);
    }
    means
}

pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// A number of the normal distribution, by Box and Muller.
fn normal(random: &mut ChaCha8Rng) -> f32 {
    let (one, two): (f32, f32) = (random.random(), random.random());
    (-2.0 * (1.0 - one).ln()).sqrt() * (std::f32::consts::TAU * two).cos()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use kage_goban::{BoardSize, Color, PointSet};
    use kage_phantom::{RefereeRules, Setup, View};

    /// Who looks from all sides sees the same on a board that was turned, and who looks from one
    /// does not.
    #[test]
    fn all_sides_together_have_no_side() {
        let stones: PointSet =
            ["C3", "D3", "G6"].map(|name| name.parse::<Point>().unwrap()).into_iter().collect();
        let setup = Setup::handicap(BoardSize::NINE, stones).unwrap();
        let view = View::new(RefereeRules::default(), &setup, Color::Black);
        let (net, planes) =
            (Net::new(Shape { blocks: 1, channels: 8 }, 3), Planes::of(&view).unwrap());
        let apart = |sides: u8, way: u8| {
            let (plain, other) =
                (net.look_around(&planes, sides), net.look_around(&planes.turned(way), sides));
            let gain = |place: usize| (plain.gains[place] - other.gains[turn(place, way)]).abs();
            (0..AREA).map(gain).fold((plain.win - other.win).abs(), f32::max)
        };
        for way in 1..8 {
            assert!(apart(8, way) < 1e-5, "{}", apart(8, way));
            assert!(apart(1, way) > 1e-4, "{}", apart(1, way));
        }
        assert_eq!(net.look_around(&planes, 1), net.look(&planes));
    }
}
