//! The gradient of the loss of a batch.

use crate::activations::{Activations, Look, Prepared, add_scaled, size_factor};
use crate::conv::{self, Bias, Epilogue, Kernel, padded};
use crate::example::TrainingExample;
use crate::grid::Grid;
use crate::inference::GameLayer;
use crate::instructions::arch;
use crate::loss::{ChoiceOptions, Losses, OutputGradient, loss};
use crate::network::{GAME_LAYER, HEADS, Layer, Net, POOLED};
use crate::planes::{PLANES, turned_place};
use kage_parallel::WorkerPanicked;
use pulp::Arch;

/// A batch is cut into so many parts, whatever the number of threads, so that sums are always added in
/// the same order.
const PARTS: usize = 8;

/// What the threads share.
struct Task {
    prepared: Prepared,
    /// The kernels of the backward pass.
    back: Vec<Kernel>,
    options: ChoiceOptions,
    arch: Arch,
}

/// The gradient with respect to maps, on the way back through the net.
#[derive(Default)]
struct MapGradients {
    back: Vec<f32>,
    /// The gradient of a skip connection, until it reaches the input of its block.
    skipped: Vec<f32>,
    /// Space for the gradient of the layer before.
    next: Vec<f32>,
}

/// The gradient with respect to weights.
struct Gradients {
    weights: Vec<f32>,
    /// Those of convolutions, before they are added to the others.
    kernels: Vec<Kernel>,
}

/// The losses of a net on a batch, and the mean gradient with respect to each weight.
pub(crate) fn gradient(
    net: &Net,
    batch: &[&TrainingExample],
    options: ChoiceOptions,
    threads: usize,
) -> Result<(Losses, Vec<f32>), WorkerPanicked> {
    let task = Task::new(net, options);
    let mut losses = Losses::default();
    let mut gradient = vec![0.0; net.weights.len()];
    for group in parts(batch).chunks(threads.max(1)) {
        for (part, gradients) in kage_parallel::map(group, |part| task.gradient(part))? {
            losses.add(&part);
            for (to, from) in gradient.iter_mut().zip(gradients) {
                *to += from / batch.len() as f32;
            }
        }
    }
    Ok((losses, gradient))
}

/// The parts that are worked on in parallel.
pub(crate) fn parts<T>(all: &[T]) -> Vec<&[T]> {
    all.chunks(all.len().div_ceil(PARTS).max(1)).collect()
}

/// The rectifier passes a gradient only where a map is positive; outside of the board it is zero.
fn back_from_rectifier(back: &mut [f32], map: &[f32]) {
    for (back, y) in back.iter_mut().zip(map) {
        *back = if *y > 0.0 { *back } else { 0.0 };
    }
}

/// Boards of one size together.
pub(crate) fn by_size<'a>(examples: &[&'a TrainingExample]) -> Vec<&'a TrainingExample> {
    let mut sorted = examples.to_vec();
    sorted.sort_by_key(|example| example.planes.lines);
    sorted
}

impl Task {
    fn new(net: &Net, options: ChoiceOptions) -> Task {
        let prepared = Prepared::new(net);
        let back = prepared.parts.layers.iter().map(|layer| {
            let weights = &net.weights[layer.weights.clone()];
            Kernel::new(&conv::flipped(weights, layer.ins), net.shape.channels)
        });
        Task { back: back.collect(), prepared, options, arch: arch() }
    }

    /// The losses of a part, and the sum of the gradients.
    fn gradient(&self, part: &[&TrainingExample]) -> (Losses, Vec<f32>) {
        let (net, layers) = (&self.prepared.net, &self.prepared.parts.layers);
        let mut losses = Losses::default();
        let blank = |layer: &Layer| Kernel::blank(layer.ins, net.shape.channels);
        let kernels = layers.iter().map(blank).collect();
        let mut gradients = Gradients { weights: vec![0.0; net.weights.len()], kernels };
        let mut maps = MapGradients::default();
        for same in by_size(part).chunk_by(|one, next| one.planes.lines == next.planes.lines) {
            let grid = Grid::new(same[0].planes.lines);
            let mut activations = Activations::new(net.shape, grid);
            for examples in same.chunks(grid.batch()) {
                let looks: Vec<Look<'_>> = examples.iter().map(|example| example.look()).collect();
                self.prepared.forward(self.arch, &looks, &mut activations);
                maps.back.clear();
                for (board, example) in examples.iter().enumerate() {
                    let loss = self.back_from_heads(
                        &activations,
                        board,
                        example,
                        &mut gradients,
                        &mut maps,
                    );
                    losses.add(&loss);
                }
                self.back(&looks, &mut activations, &mut maps, &mut gradients);
            }
        }
        for (layer, kernel) in layers.iter().zip(&gradients.kernels) {
            kernel.add_to(&mut gradients.weights[layer.weights.clone()]);
        }
        (losses, gradients.weights)
    }

    /// Goes back from the outputs of a board to its last maps. Returns its losses.
    fn back_from_heads(
        &self,
        activations: &Activations,
        board: usize,
        example: &TrainingExample,
        gradients: &mut Gradients,
        maps: &mut MapGradients,
    ) -> Losses {
        let channels = self.prepared.net.shape.channels;
        let (output, layer) = self.prepared.read_heads(activations, board, example.symmetry);
        let (loss, gradient) = loss(example, &output, self.options);
        let from = (board, example.symmetry);
        self.back_from_points(activations, from, &gradient, gradients, maps);
        let pooled = self.back_from_game(activations, board, &layer, &gradient, gradients);
        let last = activations.last(board, channels);
        let start = maps.back.len() - last.len();
        back_from_pool(activations.grid, channels, last, &pooled, &mut maps.back[start..]);
        loss
    }

    /// Goes back from the last maps, and adds the gradient with respect to each weight.
    fn back(
        &self,
        looks: &[Look<'_>],
        activations: &mut Activations,
        map_gradients: &mut MapGradients,
        gradients: &mut Gradients,
    ) {
        let channels = self.prepared.net.shape.channels;
        let Activations { grid, input, maps, pooled, scratch, .. } = activations;
        let (grid, arch) = (*grid, self.arch);
        let MapGradients { back, skipped, next } = map_gradients;
        let used = back.len();
        next.resize(used, 0.0);
        let input = &input[..used / padded(channels) * padded(PLANES)];
        for (index, layer) in self.prepared.parts.layers.iter().enumerate().rev() {
            let (before, y) = maps.split_at(index);
            back_from_rectifier(back, &y[0]);
            if index > 0 && index % 2 == 0 {
                skipped.clone_from(back);
            }
            let x = before.last().map_or(input, |maps| &maps[..used]);
            conv::kernel_gradient(arch, grid, x, back, &mut gradients.kernels[index], scratch);
            let first = index % 2 == 1;
            let whole = |board: usize| match index {
                0 => &looks[board].planes.globals[..],
                _ if first => &pooled[index / 2][POOLED * channels * board..][..POOLED * channels],
                _ => &[],
            };
            let of_whole = self.back_from_bias(layer, grid, back, whole, &mut gradients.weights);
            if index == 0 {
                continue;
            }
            let skip = first.then_some(&skipped[..]);
            let epilogue = Epilogue { bias: Bias::None, skip, rectify: false };
            conv::forward(arch, grid, back, &self.back[index], epilogue, next, scratch);
            std::mem::swap(back, next);
            if first {
                let length = padded(channels) * grid.places();
                let boards = back.chunks_exact_mut(length).zip(x.chunks_exact(length));
                for ((back, x), pooled) in boards.zip(&of_whole) {
                    back_from_pool(grid, channels, x, pooled, back);
                }
            }
        }
    }

    /// Adds the gradient of a bias, and of the weights from numbers of the whole board. Returns, for each
    /// board, the gradient with respect to those numbers.
    fn back_from_bias<'a>(
        &self,
        layer: &Layer,
        grid: Grid,
        back: &[f32],
        whole: impl Fn(usize) -> &'a [f32],
        gradients: &mut [f32],
    ) -> Vec<Vec<f32>> {
        let channels = self.prepared.net.shape.channels;
        let weights = &self.prepared.net.weights[layer.whole.clone()];
        let boards = back.chunks_exact(padded(channels) * grid.places()).enumerate();
        let of_board = |(board, back): (usize, &[f32])| {
            let mut sums = vec![0.0; channels];
            for place in back.chunks_exact(padded(channels)) {
                sums.iter_mut().zip(place).for_each(|(sum, back)| *sum += back);
            }
            let biases = &mut gradients[layer.bias.clone()];
            biases.iter_mut().zip(&sums).for_each(|(bias, sum)| *bias += sum);
            let to = gradients[layer.whole.clone()].chunks_exact_mut(channels);
            for (number, to) in whole(board).iter().zip(to) {
                add_scaled(to, *number, &sums);
            }
            weights.chunks_exact(channels).map(|weights| dot(weights, &sums)).collect()
        };
        boards.map(of_board).collect()
    }

    /// Adds what the weights of the outputs by point have to do with it, and goes back to the last maps.
    fn back_from_points(
        &self,
        activations: &Activations,
        (board, symmetry): (usize, u8),
        gradient: &OutputGradient,
        gradients: &mut Gradients,
        to: &mut MapGradients,
    ) {
        let (grid, channels) = (activations.grid, self.prepared.net.shape.channels);
        let maps = activations.last(board, channels);
        let range = self.prepared.parts.points.clone();
        let weights = &self.prepared.net.weights[range.clone()];
        let gradients = &mut gradients.weights[range];
        let start = to.back.len();
        to.back.resize(start + maps.len(), 0.0);
        let back = &mut to.back[start..];
        for (at, by) in gradient.points.iter().enumerate() {
            let place = turned_place(grid, at % grid.lines, at / grid.lines, symmetry);
            let place = padded(channels) * place..padded(channels) * place + channels;
            for head in (0..HEADS).filter(|head| by[*head] != 0.0) {
                let head_at = head * (channels + 1);
                add_scaled(&mut gradients[head_at..][..channels], by[head], &maps[place.clone()]);
                add_scaled(&mut back[place.clone()], by[head], &weights[head_at..][..channels]);
                gradients[head_at + channels] += by[head];
            }
        }
    }

    /// The same for the outputs for the game. Returns the gradient with respect to what is pooled.
    fn back_from_game(
        &self,
        activations: &Activations,
        board: usize,
        layer: &GameLayer,
        gradient: &OutputGradient,
        gradients: &mut Gradients,
    ) -> Vec<f32> {
        let count = POOLED * self.prepared.net.shape.channels;
        let (parts, weights) = (&self.prepared.parts, &self.prepared.net.weights);
        let mut of_layer = [0.0; GAME_LAYER];
        let heads = weights[parts.game.clone()].chunks_exact(GAME_LAYER + 1);
        let to = gradients.weights[parts.game.clone()].chunks_exact_mut(GAME_LAYER + 1);
        for ((by, weights), to) in gradient.game.iter().zip(heads).zip(to) {
            add_scaled(&mut to[..GAME_LAYER], *by, layer);
            to[GAME_LAYER] += by;
            add_scaled(&mut of_layer, *by, &weights[..GAME_LAYER]);
        }
        for (by, number) in of_layer.iter_mut().zip(layer) {
            *by = if *number > 0.0 { *by } else { 0.0 };
        }
        let pooled =
            activations.pooled.last().map_or(&[][..], |all| &all[count * board..][..count]);
        let to = &mut gradients.weights[parts.game_layer.clone()];
        let (to_weights, to_biases) = to.split_at_mut(count * GAME_LAYER);
        to_biases.iter_mut().zip(of_layer).for_each(|(to, by)| *to += by);
        for (number, to) in pooled.iter().zip(to_weights.chunks_exact_mut(GAME_LAYER)) {
            add_scaled(to, *number, &of_layer);
        }
        let weights = weights[parts.game_layer.clone()].chunks_exact(GAME_LAYER).take(count);
        weights.map(|weights| dot(weights, &of_layer)).collect()
    }
}

/// From the gradient of what was pooled to that of the maps of one board.
fn back_from_pool(grid: Grid, channels: usize, maps: &[f32], pooled: &[f32], back: &mut [f32]) {
    let (means, rest) = pooled.split_at(channels);
    let (scaled, largest) = rest.split_at(channels);
    let by = means.iter().zip(scaled);
    let by: Vec<f32> =
        by.map(|(mean, scaled)| (mean + scaled * size_factor(grid)) / grid.area() as f32).collect();
    let mut most = vec![(0.0, None); channels];
    for place in grid.points().map(|place| padded(channels) * place) {
        back[place..place + channels].iter_mut().zip(&by).for_each(|(back, by)| *back += by);
        for (channel, most) in most.iter_mut().enumerate() {
            if maps[place + channel] > most.0 {
                *most = (maps[place + channel], Some(place + channel));
            }
        }
    }
    for ((_, at), by) in most.into_iter().zip(largest) {
        if let Some(at) = at {
            back[at] += by;
        }
    }
}

fn dot(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}
