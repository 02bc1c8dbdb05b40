//! A net prepared for evaluation, and its output.

use crate::buffer_pool::BufferPool;
use crate::conv::{self, Bias, Epilogue, Kernel, Scratch, padded};
use crate::file::FileError;
use crate::instructions::arch;
use crate::v3::features::{PLANES, Planes, turn};
use crate::v3::maps::{AREA, GRID, PLACES, number, places};
use crate::v3::network::{ADVANTAGE_SCALE, HEADS, Net, Shape};
use kage_goban::{BoardSize, Point};
use kage_phantom::{Prediction, View};
use pulp::Arch;

/// The output of a net for a view. Arrays are indexed by the [index](NetOutput::index) of a point.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct NetOutput {
    /// The advantage of a try there, as a share of a game. Only differences between points have a meaning.
    pub(crate) advantages: [f32; AREA],
    /// The probability of a hidden stone.
    pub(crate) hidden: [f32; AREA],
    /// The expected owner at the end: from -1, the opponent, to 1, the seat itself.
    pub(crate) owner: [f32; AREA],
    /// The probability of a win.
    pub(crate) win: f32,
}

impl NetOutput {
    const ZERO: NetOutput =
        NetOutput { advantages: [0.0; AREA], hidden: [0.0; AREA], owner: [0.0; AREA], win: 0.0 };

    /// The index of a point in the arrays.
    pub(crate) fn index(point: Point) -> usize {
        number(point)
    }
}

/// A net prepared for evaluation: its kernels are transformed to the basis in which they are multiplied.
#[derive(Clone, Debug)]
pub(crate) struct Inference {
    shape: Shape,
    kernels: Vec<Kernel>,
    /// The biases of each convolution, padded.
    biases: Vec<Vec<f32>>,
    /// The weights of the heads: those by point, then that of the game.
    heads: Vec<f32>,
    buffers: BufferPool<Activations>,
}

/// Boards that are evaluated together: the maps of so many fit the cache.
pub(crate) const BATCH: usize = 8;

/// The outputs of a net before they become probabilities.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RawOutput {
    pub(crate) maps: [[f32; AREA]; HEADS],
    pub(crate) win: f32,
}

/// Everything that is computed for some boards.
pub(crate) struct Activations {
    pub(crate) input: Vec<f32>,
    /// The maps after each convolution and its rectifier.
    pub(crate) maps: Vec<Vec<f32>>,
    pub(crate) scratch: Scratch,
}

impl Inference {
    /// Prepares a net.
    pub(crate) fn new(net: &Net) -> Inference {
        let shape = net.shape;
        let (mut kernels, mut biases) = (Vec::new(), Vec::new());
        for layer in shape.layers() {
            kernels.push(Kernel::new(&net.weights[layer.weights], layer.ins));
            let mut bias = net.weights[layer.bias].to_vec();
            bias.resize(padded(shape.channels), 0.0);
            biases.push(bias);
        }
        let (points, game) = shape.heads();
        let heads = net.weights[points.start..game.end].to_vec();
        Inference { shape, kernels, biases, heads, buffers: BufferPool::default() }
    }

    /// Prepares the net of a file.
    pub(crate) fn of_bytes(bytes: &[u8]) -> Result<Inference, FileError> {
        Net::from_bytes(bytes).map(|net| Inference::new(&net))
    }

    /// What it predicts of each view, as the mean of several symmetries; `None` of other sizes than 9x9.
    pub(crate) fn predict(&self, views: &[&View], symmetries: u8) -> Vec<Option<Prediction>> {
        let planes: Vec<Option<Planes>> = views.iter().map(|view| Planes::of(view)).collect();
        let inputs: Vec<&Planes> = planes.iter().flatten().collect();
        let mut outputs = self.evaluate_symmetries(&inputs, symmetries).into_iter();
        let predicted = planes.iter().map(|planes| planes.as_ref().and_then(|_| outputs.next()));
        predicted.map(|output| output.map(|output| prediction(&output))).collect()
    }

    /// Evaluates views, and returns an output that must be used.
    pub(crate) fn evaluate_all(&self, views: &[&View]) -> f32 {
        let planes: Vec<Planes> = views.iter().filter_map(|view| Planes::of(view)).collect();
        self.evaluate_batch(&planes).iter().map(|output| output.win).sum()
    }

    /// Evaluates some views. This is faster than one after the other.
    pub(crate) fn evaluate_batch(&self, views: &[Planes]) -> Vec<NetOutput> {
        let mut activations = self.buffers.take(|_| true, || Activations::new(self.shape, BATCH));
        let mut outputs = Vec::with_capacity(views.len());
        for views in views.chunks(BATCH) {
            self.forward(arch(), views, &mut activations);
            outputs.extend(
                (0..views.len()).map(|board| self.read_heads(&activations, board).to_output()),
            );
        }
        self.buffers.put(activations);
        outputs
    }

    /// For each view, the mean of its evaluations under several symmetries, from one to eight.
    pub(crate) fn evaluate_symmetries(&self, views: &[&Planes], symmetries: u8) -> Vec<NetOutput> {
        let symmetries = symmetries.clamp(1, 8);
        let mut inputs = Vec::with_capacity(views.len() * usize::from(symmetries));
        for planes in views {
            inputs.extend((0..symmetries).map(|symmetry| planes.turned(symmetry)));
        }
        let outputs = self.evaluate_batch(&inputs);
        outputs.chunks_exact(usize::from(symmetries)).map(mean_of_symmetries).collect()
    }

    /// Computes the maps of all layers. The activations have room for at least as many boards as there are
    /// views.
    pub(crate) fn forward(&self, arch: Arch, views: &[Planes], activations: &mut Activations) {
        let Activations { input, maps, scratch } = activations;
        for (view, board) in views.iter().zip(input.chunks_exact_mut(padded(PLANES) * PLACES)) {
            view.write(board);
        }
        let input = &input[..views.len() * padded(PLANES) * PLACES];
        let used = views.len() * padded(self.shape.channels) * PLACES;
        for (index, (kernel, bias)) in self.kernels.iter().zip(&self.biases).enumerate() {
            let (before, rest) = maps.split_at_mut(index);
            let x = before.last().map_or(input, |maps| &maps[..used]);
            // The block's input is added to its second convolution.
            let skip = (index > 0 && index % 2 == 0).then(|| &before[index - 2][..used]);
            let epilogue = Epilogue { bias: Bias::Shared(bias), skip, rectify: true };
            conv::forward(arch, GRID, x, kernel, epilogue, &mut rest[0][..used], scratch);
        }
    }

    /// The outputs for a board.
    pub(crate) fn read_heads(&self, activations: &Activations, board: usize) -> RawOutput {
        let channels = self.shape.channels;
        let maps = activations.last(board, channels);
        let (points, game) = self.heads.split_at(HEADS * (channels + 1));
        let mut raw = RawOutput { maps: [[0.0; AREA]; HEADS], win: game[channels] };
        for (head, weights) in raw.maps.iter_mut().zip(points.chunks_exact(channels + 1)) {
            for (to, place) in head.iter_mut().zip(places()) {
                let maps = &maps[padded(channels) * place..];
                *to = weights[channels] + dot(maps, &weights[..channels]);
            }
        }
        raw.win += dot(&means(maps, channels), &game[..channels]);
        raw
    }
}

/// The mean of the outputs for one view under the first symmetries, turned back.
fn mean_of_symmetries(outputs: &[NetOutput]) -> NetOutput {
    let count = outputs.len() as f32;
    let mut mean = NetOutput::ZERO;
    for (symmetry, output) in (0..).zip(outputs) {
        for index in 0..AREA {
            let there = turn(index, symmetry);
            mean.advantages[index] += output.advantages[there] / count;
            mean.hidden[index] += output.hidden[there] / count;
            mean.owner[index] += output.owner[there] / count;
        }
        mean.win += output.win / count;
    }
    mean
}

impl RawOutput {
    fn to_output(&self) -> NetOutput {
        NetOutput {
            advantages: self.maps[0].map(|advantage| advantage / ADVANTAGE_SCALE),
            hidden: self.maps[1].map(sigmoid),
            owner: self.maps[2].map(f32::tanh),
            win: sigmoid(self.win),
        }
    }
}

fn prediction(output: &NetOutput) -> Prediction {
    let by_point = |values: &[f32; AREA]| {
        let value = |point: Point| (point, f64::from(values[NetOutput::index(point)]));
        BoardSize::NINE.points().map(value).collect()
    };
    Prediction {
        win: output.win.into(),
        advantages: by_point(&output.advantages),
        choices: Vec::new(),
        hidden: by_point(&output.hidden),
    }
}

fn dot(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

impl Activations {
    pub(crate) fn new(shape: Shape, boards: usize) -> Activations {
        let maps = vec![vec![0.0; boards * padded(shape.channels) * PLACES]; 2 * shape.blocks + 1];
        let input = vec![0.0; boards * padded(PLANES) * PLACES];
        Activations { input, maps, scratch: Scratch::default() }
    }

    /// The last maps of a board, which the heads read.
    pub(crate) fn last(&self, board: usize, channels: usize) -> &[f32] {
        let length = padded(channels) * PLACES;
        &self.maps.last().unwrap_or(&self.input)[length * board..][..length]
    }
}

/// The mean of each map over the board. Maps are zero on the border.
pub(crate) fn means(maps: &[f32], channels: usize) -> Vec<f32> {
    let mut means = vec![0.0; channels];
    for place in maps.chunks_exact(padded(channels)) {
        means.iter_mut().zip(place).for_each(|(mean, value)| *mean += value / AREA as f32);
    }
    means
}

pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use kage_goban::{Color, PointSet};
    use kage_phantom::{RefereeRules, Setup};

    /// The mean of all symmetries is the same for a turned board; that of one symmetry is not.
    #[test]
    fn the_mean_of_all_symmetries_is_invariant() {
        let stones: PointSet =
            ["C3", "D3", "G6"].map(|name| name.parse::<Point>().unwrap()).into_iter().collect();
        let setup = Setup::handicap(BoardSize::NINE, stones).unwrap();
        let view = View::new(RefereeRules::default(), &setup, Color::Black);
        let net = Net::from_bytes(include_bytes!("../../weights/view-9x9.net")).unwrap();
        let net = Inference::new(&net);
        let planes = Planes::of(&view).unwrap();
        let mean = |planes: &Planes, count: u8| net.evaluate_symmetries(&[planes], count).remove(0);
        let difference = |count: u8, symmetry: u8| {
            let (plain, turned) = (mean(&planes, count), mean(&planes.turned(symmetry), count));
            let advantage = |index: usize| {
                (plain.advantages[index] - turned.advantages[turn(index, symmetry)]).abs()
            };
            (0..AREA).map(advantage).fold((plain.win - turned.win).abs(), f32::max)
        };
        for symmetry in 1..8 {
            assert!(difference(8, symmetry) < 1e-5, "{}", difference(8, symmetry));
            assert!(difference(1, symmetry) > 1e-4, "{}", difference(1, symmetry));
        }
    }
}
