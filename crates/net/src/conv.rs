//! The convolution of three by three points and its two derivatives, by Winograd's minimal filtering.
//!
//! A board is cut into tiles of three by three points. A tile of the output depends on five by five places of
//! the input. In another basis the convolution of a tile is a product of 25 pairs of numbers instead of 81
//! (Winograd 1980; Lavin and Gray 2016). The transforms to the basis and back cost little, because they are
//! done once for each map and not for each pair of maps. The basis are the values of polynomials at 0, 1,
//! -1, 2 and infinity.
//!
//! Several boards lie one after the other. The numbers of a place are padded with zeros to a multiple of
//! [`PADDING`], so that vectors of any length fit.

#![allow(clippy::needless_range_loop, reason = "small matrices, by row and column")]

use crate::grid::{Grid, TILE};
use product::{Multiply, MultiplyGradients};
use pulp::Arch;
use transform::{FromBasis, Source, ToBasis};

mod product;
mod transform;

/// Weights of a pair of maps, in rows of three.
pub(crate) const TAPS: usize = 9;
/// The numbers of a place are padded to a multiple of this.
const PADDING: usize = 16;
/// Tiles are multiplied in blocks of up to so many, so room is made for a multiple of this.
const BLOCK: usize = 9;
/// Boards are convolved in groups of about so many tiles, whose numbers stay in the nearest caches.
const GROUP: usize = 18;
/// Lines that a tile depends on.
const REACH: usize = TILE + 2;
/// Numbers of a tile in the basis.
const BASIS: usize = REACH * REACH;
/// Lanes of the widest vectors. Processors with those also have twice as many registers.
const WIDEST: usize = PADDING;

/// The padded number of maps of a place.
pub(crate) const fn padded(maps: usize) -> usize {
    maps.next_multiple_of(PADDING)
}

/// The transform of weights: the values of a polynomial of three weights at the five points, divided by the
/// scale of the basis.
const OF_WEIGHTS: [[f32; 3]; REACH] = [
    [1.0 / 2.0, 0.0, 0.0],
    [-1.0 / 2.0, -1.0 / 2.0, -1.0 / 2.0],
    [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
    [1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0],
    [0.0, 0.0, 1.0],
];

/// The weights of a convolution in the basis.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Kernel {
    ins: usize,
    outs: usize,
    /// By number of the basis, input and output. Outputs are padded.
    weights: Vec<f32>,
}

impl Kernel {
    /// Transforms weights, given by tap, input and output. Taps are given row by row.
    pub(crate) fn new(weights: &[f32], ins: usize) -> Kernel {
        let outs = weights.len() / (TAPS * ins);
        let mut kernel = Kernel::blank(ins, outs);
        for (number, to) in kernel.weights.chunks_exact_mut(ins * padded(outs)).enumerate() {
            for (tap, from) in weights.chunks_exact(ins * outs).enumerate() {
                let factor = factor(number, tap);
                for (to, from) in to.chunks_exact_mut(padded(outs)).zip(from.chunks_exact(outs)) {
                    to.iter_mut().zip(from).for_each(|(to, from)| *to += factor * from);
                }
            }
        }
        kernel
    }

    /// A kernel of zeros, to which gradients are added.
    pub(crate) fn blank(ins: usize, outs: usize) -> Kernel {
        Kernel { ins, outs, weights: vec![0.0; BASIS * ins * padded(outs)] }
    }

    /// Adds this gradient of a kernel to that of the weights the kernel was made of.
    pub(crate) fn add_to(&self, weights: &mut [f32]) {
        let Kernel { ins, outs, .. } = *self;
        for (number, from) in self.weights.chunks_exact(ins * padded(outs)).enumerate() {
            for (tap, to) in weights.chunks_exact_mut(ins * outs).enumerate() {
                let factor = factor(number, tap);
                for (to, from) in to.chunks_exact_mut(outs).zip(from.chunks_exact(padded(outs))) {
                    to.iter_mut().zip(from).for_each(|(to, from)| *to += factor * from);
                }
            }
        }
    }
}

/// The factor of a weight in a number of the basis.
fn factor(number: usize, tap: usize) -> f32 {
    OF_WEIGHTS[number / REACH][tap / 3] * OF_WEIGHTS[number % REACH][tap % 3]
}

/// The weights that take gradients of outputs to gradients of inputs: inputs and outputs are exchanged, and
/// taps are reversed.
pub(crate) fn flipped(weights: &[f32], ins: usize) -> Vec<f32> {
    let outs = weights.len() / (TAPS * ins);
    let mut flipped = vec![0.0; weights.len()];
    let taps = weights.chunks_exact(ins * outs);
    for (from, to) in taps.zip(flipped.chunks_exact_mut(ins * outs).rev()) {
        for (input, weights) in from.chunks_exact(outs).enumerate() {
            for (output, &weight) in weights.iter().enumerate() {
                to[ins * output + input] = weight;
            }
        }
    }
    flipped
}

/// Intermediate results. They are kept to save allocations.
#[derive(Clone, Default, Debug)]
pub(crate) struct Scratch {
    /// Tiles in the basis: by number, tile and input, and by number, tile and output.
    ins: Vec<f32>,
    outs: Vec<f32>,
}

/// What is added to every place of a board, one padded number for each map.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Bias<'a> {
    /// Nothing.
    None,
    /// The same for all boards.
    Shared(&'a [f32]),
    /// One for each board, one after the other.
    OfBoard(&'a [f32]),
}

impl<'a> Bias<'a> {
    /// That of some boards, from a first one on.
    fn of_boards_after(self, board: usize, maps: usize) -> Bias<'a> {
        match self {
            Bias::OfBoard(bias) => Bias::OfBoard(&bias[board * maps..]),
            other => other,
        }
    }
}

/// What is applied to the sums of a convolution.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Epilogue<'a> {
    /// The bias.
    pub(crate) bias: Bias<'a>,
    /// The maps of a skip connection, which are added.
    pub(crate) skip: Option<&'a [f32]>,
    /// Whether negative numbers become zero.
    pub(crate) rectify: bool,
}

/// Writes the convolution of some boards to `y`.
pub(crate) fn forward(
    arch: Arch,
    grid: Grid,
    x: &[f32],
    kernel: &Kernel,
    epilogue: Epilogue<'_>,
    y: &mut [f32],
    scratch: &mut Scratch,
) {
    let (from, to) = (padded(kernel.ins), padded(kernel.outs));
    let group = (GROUP / grid.tiles()).max(1);
    let boards = x.len() / (grid.places() * from);
    let chunks = x.chunks(group * grid.places() * from);
    for (index, (x, y)) in chunks.zip(y.chunks_mut(group * grid.places() * to)).enumerate() {
        let first = index * group;
        let lay = scratch.fit(grid, group.min(boards - first), kernel);
        let Scratch { ins, outs } = scratch;
        let past = first * grid.places() * to;
        let epilogue = Epilogue {
            bias: epilogue.bias.of_boards_after(first, to),
            skip: epilogue.skip.map(|skip| &skip[past..]),
            ..epilogue
        };
        arch.dispatch(ToBasis { x, maps: from, lay, source: Source::Inputs, to: ins });
        arch.dispatch(Multiply { ins, kernel, rows: lay.rows, outs });
        arch.dispatch(FromBasis { from: outs, maps: to, lay, epilogue, y });
    }
}

/// Adds to the gradient of a kernel, from the inputs and the gradient of the outputs.
pub(crate) fn kernel_gradient(
    arch: Arch,
    grid: Grid,
    x: &[f32],
    dy: &[f32],
    kernel: &mut Kernel,
    scratch: &mut Scratch,
) {
    let lay = scratch.fit(grid, x.len() / (grid.places() * padded(kernel.ins)), kernel);
    let Scratch { ins, outs } = scratch;
    let source = Source::Inputs;
    arch.dispatch(ToBasis { x, maps: padded(kernel.ins), lay, source, to: ins });
    let source = Source::Gradients;
    arch.dispatch(ToBasis { x: dy, maps: padded(kernel.outs), lay, source, to: outs });
    let tiles = lay.boards * grid.tiles();
    arch.dispatch(MultiplyGradients { ins, outs, tiles, rows: lay.rows, kernel });
}

/// How the tiles of some boards lie in the basis.
#[derive(Clone, Copy)]
struct Layout {
    grid: Grid,
    boards: usize,
    /// The room for tiles in each number of the basis: the tiles, filled up to whole blocks.
    rows: usize,
}

impl Scratch {
    /// Resizes the buffers.
    fn fit(&mut self, grid: Grid, boards: usize, kernel: &Kernel) -> Layout {
        let rows = (grid.tiles() * boards).next_multiple_of(BLOCK);
        self.ins.resize(BASIS * rows * padded(kernel.ins), 0.0);
        self.outs.resize(BASIS * rows * padded(kernel.outs), 0.0);
        Layout { grid, boards, rows }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(count: usize, salt: usize) -> Vec<f32> {
        (0..count).map(|i| ((i * 7919 + salt) % 101) as f32 / 100.0 - 0.5).collect()
    }

    /// Some boards with a number of maps.
    fn boards(grid: Grid, count: usize, maps: usize, salt: usize) -> Vec<f32> {
        let mut boards = vec![0.0; count * padded(maps) * grid.places()];
        for board in 0..count {
            for place in grid.points().map(|place| grid.places() * board + place) {
                let to = &mut boards[padded(maps) * place..][..maps];
                to.copy_from_slice(&numbers(maps, salt + 31 * place));
            }
        }
        boards
    }

    /// A number of outputs that leaves a rest after blocks and vectors of any length.
    const OUTS: usize = 4 * 16 + 16 + 3;
    const BOARDS: usize = 2;
    /// Lines that are a multiple of those of a tile, and others.
    const GRIDS: [Grid; 4] = [Grid::new(9), Grid::new(5), Grid::new(7), Grid::new(2)];

    /// The place under a tap.
    fn under(grid: Grid, place: usize, tap: usize) -> usize {
        place + grid.pitch() * (tap / 3) + tap % 3 - grid.pitch() - 1
    }

    /// The places of all boards.
    fn all(grid: Grid) -> impl Iterator<Item = usize> {
        (0..BOARDS).flat_map(move |board| grid.points().map(move |at| grid.places() * board + at))
    }

    /// One output of one place, by definition.
    fn plainly(
        grid: Grid,
        x: &[f32],
        ins: usize,
        weights: &[f32],
        (place, output): (usize, usize),
    ) -> f32 {
        let outs = weights.len() / (TAPS * ins);
        let mut sum = 0.0;
        for tap in 0..TAPS {
            for input in 0..ins {
                let weight = weights[outs * (ins * tap + input) + output];
                sum += weight * x[padded(ins) * under(grid, place, tap) + input];
            }
        }
        sum
    }

    const PLAIN: Epilogue<'_> = Epilogue { bias: Bias::None, skip: None, rectify: false };

    #[test]
    fn it_is_the_sum_over_neighbors() {
        for (grid, rectify) in GRIDS.into_iter().flat_map(|grid| [(grid, false), (grid, true)]) {
            it_is_the_sum(grid, rectify);
        }
    }

    fn it_is_the_sum(grid: Grid, rectify: bool) {
        let (ins, outs) = (7, OUTS);
        let (x, weights) = (boards(grid, BOARDS, ins, 1), numbers(outs * ins * TAPS, 5));
        let (skip, mut bias) = (boards(grid, BOARDS, outs, 3), numbers(BOARDS * padded(outs), 8));
        bias.chunks_exact_mut(padded(outs)).for_each(|bias| bias[outs..].fill(0.0));
        let kernel = Kernel::new(&weights, ins);
        let mut y = vec![0.0; BOARDS * padded(outs) * grid.places()];
        let epilogue = Epilogue { bias: Bias::OfBoard(&bias), skip: Some(&skip), rectify };
        forward(Arch::new(), grid, &x, &kernel, epilogue, &mut y, &mut Scratch::default());
        let mut negative = 0;
        for place in all(grid) {
            for output in 0..outs {
                let at = padded(outs) * place + output;
                let bias = bias[padded(outs) * (place / grid.places()) + output];
                let sum = plainly(grid, &x, ins, &weights, (place, output)) + skip[at] + bias;
                let sum = if rectify { sum.max(0.0) } else { sum };
                assert!((sum - y[at]).abs() < 2e-5, "{sum} {}", y[at]);
                negative += usize::from(sum < 0.0);
                y[at] = 0.0;
            }
        }
        assert_eq!(negative > 6 * grid.area(), !rectify);
        assert!(y.iter().all(|&y| y == 0.0), "the border and the padding");
    }

    /// The gradients are those of a weighted sum of all outputs.
    #[test]
    fn the_derivatives_are_adjoint() {
        GRIDS.into_iter().for_each(check_derivatives);
    }

    fn check_derivatives(grid: Grid) {
        let (ins, outs) = (7, OUTS);
        let (x, weights) = (boards(grid, BOARDS, ins, 1), numbers(outs * ins * TAPS, 5));
        let dy = boards(grid, BOARDS, outs, 9);
        let mut scratch = Scratch::default();
        let mut gradient = Kernel::blank(ins, outs);
        kernel_gradient(Arch::new(), grid, &x, &dy, &mut gradient, &mut scratch);
        let mut dw = vec![0.0; weights.len()];
        gradient.add_to(&mut dw);
        // Each weight by itself, so that a wrong one is seen.
        for (at, &said) in dw.iter().enumerate() {
            let (tap, input, output) = (at / outs / ins, at / outs % ins, at % outs);
            let product = |place: usize| {
                let x = x[padded(ins) * under(grid, place, tap) + input];
                x * dy[padded(outs) * place + output]
            };
            assert!((all(grid).map(product).sum::<f32>() - said).abs() < 2e-4);
        }
        let dot = |a: &[f32], b: &[f32]| -> f64 {
            a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
        };
        let whole = dot(&dw, &weights);
        let mut dx = vec![0.0; x.len()];
        let back = Kernel::new(&flipped(&weights, ins), outs);
        forward(Arch::new(), grid, &dy, &back, PLAIN, &mut dx, &mut scratch);
        assert!((dot(&dx, &x) - whole).abs() < 1e-3 * whole.abs().max(1.0), "the inputs");
    }
}
