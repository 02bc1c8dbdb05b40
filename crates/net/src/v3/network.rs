//! The weights, and how they are laid out.

use crate::conv::TAPS;
use crate::v3::features::PLANES;
use std::ops::Range;

/// The outputs for each point: advantage, hidden stone, owner.
pub(crate) const HEADS: usize = 3;
/// An advantage of a twentieth of a game is 1 in the net: numbers near 1 are learned best.
pub(crate) const ADVANTAGE_SCALE: f32 = 20.0;

/// How large a net is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Shape {
    /// Pairs of convolutions, each with a skip connection around it.
    pub(crate) blocks: usize,
    /// Maps between convolutions.
    pub(crate) channels: usize,
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
pub(crate) struct Net {
    pub(crate) shape: Shape,
    pub(crate) weights: Vec<f32>,
}

impl Shape {
    /// The convolutions: the first, then two for each block.
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

    /// The weights of the heads by point, and of the head of the game.
    pub(crate) fn heads(self) -> (Range<usize>, Range<usize>) {
        let points = self.end_of_layers()..self.end_of_layers() + HEADS * (self.channels + 1);
        let game = points.end..points.end + self.channels + 1;
        (points, game)
    }

    /// The number of weights.
    pub(crate) fn weights(self) -> usize {
        self.heads().1.end
    }

    /// Whether a net of this shape can be built.
    pub(crate) fn is_sound(self) -> bool {
        let Shape { blocks, channels } = self;
        (1..=64).contains(&blocks) && (1..=512).contains(&channels)
    }
}
