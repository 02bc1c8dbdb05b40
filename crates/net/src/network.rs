//! The weights, and how they are laid out.

use crate::conv::TAPS;
use crate::planes::{Input, PLANES};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::ops::Range;

/// The outputs for each point: choice, hidden stone, owner, the opponent's next move.
pub(crate) const HEADS: usize = 4;
/// The outputs for the game: pass, win, lead.
pub(crate) const GAME_HEADS: usize = 3;
/// Numbers between the last maps and the outputs for the game.
pub(crate) const GAME_LAYER: usize = 32;
/// What is pooled of a map: the mean, the mean times the size of the board, the largest number.
pub(crate) const POOLED: usize = 3;

/// What a net is given, and how large it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// What it is given.
    pub input: Input,
    /// Pairs of convolutions, each with a skip connection around it.
    pub blocks: usize,
    /// Maps between convolutions; multiples of 32 are fastest.
    pub channels: usize,
}

/// The weights of a convolution, and of what is added to each of its maps.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub(crate) ins: usize,
    pub(crate) weights: Range<usize>,
    pub(crate) bias: Range<usize>,
    /// The weights from numbers of the whole board: for the first convolution those of the input, for the
    /// first of each block those that are pooled. Empty for the second of a block.
    pub(crate) whole: Range<usize>,
}

/// Where the weights of each part of a net are.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    /// The convolutions: the first, then two for each block.
    pub(crate) layers: Vec<Layer>,
    /// For each output by point, a weight for each map and a bias.
    pub(crate) points: Range<usize>,
    /// The layer between the pooled maps and the outputs for the game: weights by input, then biases.
    pub(crate) game_layer: Range<usize>,
    /// For each output for the game, the weights of that layer and a bias.
    pub(crate) game: Range<usize>,
}

/// A net.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    pub(crate) shape: Shape,
    pub(crate) weights: Vec<f32>,
}

impl Shape {
    pub(crate) fn parts(self) -> Parts {
        let Shape { input, blocks, channels } = self;
        let mut at = 0;
        let mut take = |count: usize| {
            at += count;
            at - count..at
        };
        let mut layer = |ins: usize, whole: usize| Layer {
            ins,
            weights: take(channels * ins * TAPS),
            bias: take(channels),
            whole: take(whole * channels),
        };
        let mut layers = vec![layer(PLANES, input.globals())];
        for _ in 0..blocks {
            layers.extend([layer(channels, POOLED * channels), layer(channels, 0)]);
        }
        Parts {
            layers,
            points: take(HEADS * (channels + 1)),
            game_layer: take((POOLED * channels + 1) * GAME_LAYER),
            game: take(GAME_HEADS * (GAME_LAYER + 1)),
        }
    }

    /// The number of weights.
    pub fn weights(self) -> usize {
        self.parts().game.end
    }

    /// The text of the error for an invalid shape.
    pub const SOUND: &str = "a net has from 1 to 64 blocks, and from 1 to 512 channels";

    /// Whether a net of this shape can be built.
    pub fn is_sound(self) -> bool {
        let Shape { blocks, channels, .. } = self;
        (1..=64).contains(&blocks) && (1..=512).contains(&channels)
    }
}

impl Net {
    /// An untrained net. The shape must be valid.
    pub fn new(shape: Shape, seed: u64) -> Net {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut weights = vec![0.0; shape.weights()];
        let mut draw = |range: Range<usize>, scale: f32| {
            weights[range].iter_mut().for_each(|weight| *weight = scale * normal(&mut random));
        };
        let Parts { layers, points, game_layer, game } = shape.parts();
        for (index, layer) in layers.into_iter().enumerate() {
            // As in He and others 2015. The second convolution of a block begins small, so that a deep net
            // begins close to a shallow one.
            let last = index > 0 && index % 2 == 0;
            let scale = (2.0 / (layer.ins * TAPS) as f32).sqrt();
            draw(layer.weights, if last { scale / shape.blocks as f32 } else { scale });
            draw(layer.whole, 0.1 / (shape.channels as f32).sqrt());
        }
        draw(points, 0.01);
        let biases = game_layer.end - GAME_LAYER;
        draw(game_layer.start..biases, (1.0 / (POOLED * shape.channels) as f32).sqrt());
        draw(game, 0.01);
        Net { shape, weights }
    }

    /// A net of these weights; `None` if their number does not match the shape.
    pub(crate) fn of(shape: Shape, weights: Vec<f32>) -> Option<Net> {
        (shape.is_sound() && weights.len() == shape.weights()).then_some(Net { shape, weights })
    }

    /// Its shape.
    pub const fn shape(&self) -> Shape {
        self.shape
    }
}

/// A normally distributed number, by the method of Box and Muller.
fn normal(random: &mut ChaCha8Rng) -> f32 {
    let (one, two): (f32, f32) = (random.random(), random.random());
    (-2.0 * libm::logf(1.0 - one)).sqrt() * libm::cosf(std::f32::consts::TAU * two)
}
