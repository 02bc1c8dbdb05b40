//! Everything that is computed for some boards, from the input to the last maps.

use crate::conv::{self, Bias, Epilogue, Kernel, Scratch, padded};
use crate::grid::Grid;
use crate::network::{Layer, Net, POOLED, Parts, Shape};
use crate::planes::{PLANES, Planes};
use pulp::Arch;

/// Places of the boards that are evaluated together: their maps fit the cache.
const PLACES: usize = 1000;

/// One input: planes, and the symmetry of the board under which the net sees them.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The planes.
    pub planes: &'a Planes,
    /// One of the eight symmetries.
    pub symmetry: u8,
}

/// A net with its kernels transformed to the basis in which they are multiplied.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    pub(crate) net: Net,
    pub(crate) parts: Parts,
    kernels: Vec<Kernel>,
}

/// Everything that is computed for some boards of one size.
pub(crate) struct Activations {
    pub(crate) grid: Grid,
    pub(crate) input: Vec<f32>,
    /// The maps after each convolution and its rectifier.
    pub(crate) maps: Vec<Vec<f32>>,
    /// For each block, and then for the outputs for the game, what is pooled of its input.
    pub(crate) pooled: Vec<Vec<f32>>,
    /// The bias of a convolution for each board.
    biases: Vec<f32>,
    pub(crate) scratch: Scratch,
}

impl Grid {
    /// Boards that are evaluated together.
    pub(crate) fn batch(self) -> usize {
        (PLACES / self.places()).max(1)
    }
}

impl Activations {
    pub(crate) fn new(shape: Shape, grid: Grid) -> Activations {
        let places = grid.batch() * grid.places();
        let maps = vec![vec![0.0; places * padded(shape.channels)]; 2 * shape.blocks + 1];
        let pooled = vec![vec![0.0; grid.batch() * POOLED * shape.channels]; shape.blocks + 1];
        Activations {
            grid,
            input: vec![0.0; places * padded(PLANES)],
            maps,
            pooled,
            biases: vec![0.0; grid.batch() * padded(shape.channels)],
            scratch: Scratch::default(),
        }
    }

    /// The last maps of a board, which the outputs are read from.
    pub(crate) fn last(&self, board: usize, channels: usize) -> &[f32] {
        let length = padded(channels) * self.grid.places();
        self.maps.last().map_or(&[][..], |maps| &maps[length * board..][..length])
    }
}

impl Prepared {
    pub(crate) fn new(net: &Net) -> Prepared {
        let parts = net.shape().parts();
        let kernel = |layer: &Layer| Kernel::new(&net.weights[layer.weights.clone()], layer.ins);
        let kernels = parts.layers.iter().map(kernel).collect();
        Prepared { net: net.clone(), parts, kernels }
    }

    /// Computes the maps of all layers, and what is pooled. There are at most as many boards as belong to a
    /// batch of the grid, and all have its size.
    pub(crate) fn forward(&self, arch: Arch, looks: &[Look<'_>], activations: &mut Activations) {
        let Activations { grid, input, maps, pooled, biases, scratch } = activations;
        let (grid, channels, count) = (*grid, self.net.shape.channels, looks.len());
        for (look, board) in
            looks.iter().zip(input.chunks_exact_mut(padded(PLANES) * grid.places()))
        {
            look.planes.write(grid, look.symmetry, board);
        }
        let input = &input[..count * padded(PLANES) * grid.places()];
        let used = count * padded(channels) * grid.places();
        let globals = looks.iter().map(|look| &look.planes.globals[..]);
        self.board_biases(0, globals, biases);
        for (index, kernel) in self.kernels.iter().enumerate() {
            let (before, rest) = maps.split_at_mut(index);
            let x = before.last().map_or(input, |maps| &maps[..used]);
            if index % 2 == 1 {
                let pooled = &mut pooled[index / 2][..count * POOLED * channels];
                arch.dispatch(|| pool(grid, channels, x, pooled));
                self.board_biases(index, pooled.chunks_exact(POOLED * channels), biases);
            }
            // The block's input is added to its second convolution.
            let second = index > 0 && index % 2 == 0;
            let skip = second.then(|| &before[index - 2][..used]);
            if second {
                self.board_biases(index, looks.iter().map(|_| &[][..]), biases);
            }
            let epilogue = Epilogue { bias: Bias::OfBoard(biases), skip, rectify: true };
            conv::forward(arch, grid, x, kernel, epilogue, &mut rest[0][..used], scratch);
        }
        let last = maps.last().map_or(&[][..], |maps| &maps[..used]);
        let to = pooled.last_mut().map_or(&mut [][..], |to| &mut to[..count * POOLED * channels]);
        arch.dispatch(|| pool(grid, channels, last, to));
    }

    /// The bias of a convolution for each board, from numbers of the whole board.
    fn board_biases<'a>(
        &self,
        layer: usize,
        whole: impl Iterator<Item = &'a [f32]>,
        biases: &mut [f32],
    ) {
        let (channels, layer) = (self.net.shape.channels, &self.parts.layers[layer]);
        let weights = &self.net.weights[layer.whole.clone()];
        for (whole, bias) in whole.zip(biases.chunks_exact_mut(padded(channels))) {
            bias[..channels].copy_from_slice(&self.net.weights[layer.bias.clone()]);
            for (number, weights) in whole.iter().zip(weights.chunks_exact(channels)) {
                add_scaled(&mut bias[..channels], *number, weights);
            }
        }
    }
}

/// Adds the products of a number and some weights.
pub(crate) fn add_scaled(to: &mut [f32], number: f32, weights: &[f32]) {
    to.iter_mut().zip(weights).for_each(|(to, weight)| *to += number * weight);
}

/// The factor of the second mean: how much larger than 9x9 the board is.
pub(crate) fn size_factor(grid: Grid) -> f32 {
    (grid.lines as f32 - 9.0) / 10.0
}

/// For each board: the mean of each map, the same times the size of the board, and the largest number of each
/// map. Maps are never negative, and zero outside of the board.
#[inline(always)]
fn pool(grid: Grid, channels: usize, maps: &[f32], pooled: &mut [f32]) {
    let boards = maps.chunks_exact(padded(channels) * grid.places());
    for (board, pooled) in boards.zip(pooled.chunks_exact_mut(POOLED * channels)) {
        pooled.fill(0.0);
        let (means, rest) = pooled.split_at_mut(channels);
        let (scaled, largest) = rest.split_at_mut(channels);
        for place in board.chunks_exact(padded(channels)) {
            means.iter_mut().zip(place).for_each(|(sum, value)| *sum += value);
            largest.iter_mut().zip(place).for_each(|(most, value)| {
                *most = if *value > *most { *value } else { *most };
            });
        }
        for (mean, scaled) in means.iter_mut().zip(scaled) {
            *mean /= grid.area() as f32;
            *scaled = *mean * size_factor(grid);
        }
    }
}
