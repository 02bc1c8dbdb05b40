//! The weights, and how they are laid out.

use crate::conv::TAPS;
use crate::planes::PLANES;
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
    pub(crate) shape: Shape,
    pub(crate) weights: Vec<f32>,
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

    /// A larger net that says the same as this one, as near as numbers go: it has new maps that nothing
    /// listens to yet, and new blocks that add nothing yet. `None` if the shape has less of either, or is
    /// not sound.
    pub fn grown(&self, shape: Shape, seed: u64) -> Option<Net> {
        let Shape { blocks, channels } = self.shape;
        if shape.blocks < blocks || shape.channels < channels || !shape.is_sound() {
            return None;
        }
        let mut net = Net::new(shape, seed);
        let (small, large) = (channels, shape.channels);
        let layers = self.shape.layers();
        for (index, layer) in shape.layers().into_iter().enumerate() {
            let old = layers.get(index);
            let ins = old.map_or(0, |old| old.ins);
            let weights = net.weights[layer.weights].chunks_exact_mut(large).enumerate();
            for (row, outs) in weights {
                let (tap, of) = (row / layer.ins, row % layer.ins);
                match old {
                    // What was there stays, and does not hear the new maps.
                    Some(old) if of < ins => {
                        let from = old.weights.start + (tap * ins + of) * small;
                        outs[..small].copy_from_slice(&self.weights[from..from + small]);
                    }
                    Some(_) => outs[..small].fill(0.0),
                    // The second of a new block says nothing.
                    None if index % 2 == 0 => outs.fill(0.0),
                    None => {}
                }
            }
            if let Some(old) = old {
                let from = &self.weights[old.bias.clone()];
                net.weights[layer.bias.start..][..small].copy_from_slice(from);
            }
        }
        let starts = |shape: Shape| shape.heads().0.start;
        for head in 0..=HEADS {
            let from = &self.weights[starts(self.shape) + head * (small + 1)..][..=small];
            let to = &mut net.weights[starts(shape) + head * (large + 1)..][..=large];
            to[..small].copy_from_slice(&from[..small]);
            to[small..large].fill(0.0);
            to[large] = from[small];
        }
        Some(net)
    }

    /// A net of these weights, if they are as many as the shape needs.
    pub(crate) fn of(shape: Shape, weights: Vec<f32>) -> Option<Net> {
        (shape.is_sound() && weights.len() == shape.weights()).then_some(Net { shape, weights })
    }

    /// Its shape.
    pub const fn shape(&self) -> Shape {
        self.shape
    }
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
    use crate::{Planes, Sight};
    use kage_goban::{BoardSize, Color};
    use kage_phantom::{RefereeRules, Setup, View};

    #[test]
    fn a_net_that_has_grown_says_the_same() {
        let small = Net::new(Shape { blocks: 2, channels: 5 }, 3);
        let view = View::new(RefereeRules::default(), &Setup::even(BoardSize::NINE), Color::Black);
        let planes = Planes::of(&view).unwrap();
        let look = |net: &Net| Sight::new(net).look(&planes);
        let said = look(&small);
        assert!(said.gains.iter().any(|gain| gain.abs() > 1e-4), "it says something");
        for (blocks, channels) in [(2, 5), (2, 8), (4, 5), (3, 40)] {
            let now = look(&small.grown(Shape { blocks, channels }, 9).unwrap());
            let pairs = said.gains.iter().zip(&now.gains).chain(said.owner.iter().zip(&now.owner));
            for (one, other) in pairs.chain([(&said.win, &now.win)]) {
                assert!((one - other).abs() < 1e-5, "{blocks} {channels}: {one} {other}");
            }
        }
        assert_eq!(small.grown(small.shape(), 1).as_ref(), Some(&small));
        for (blocks, channels) in [(1, 8), (3, 4), (65, 8)] {
            assert_eq!(small.grown(Shape { blocks, channels }, 1), None);
        }
    }
}
