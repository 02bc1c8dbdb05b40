//! The convolution of three by three points and its two derivatives, by Winograd's short cut.
//!
//! A board is nine tiles of three by three points. What a tile becomes depends on five by five places;
//! in another basis, the sums that make it are products, number by number of those 25 (Winograd
//! 1980; Lavin and Gray 2016). So 25 products do the work of 81, and going to the basis and back costs
//! little, for it is done once a map, not once a pair of maps. The basis is that of the values of polynomials
//! at 0, 1, -1, 2 and infinity.
//!
//! Several boards lie one after the other, and the numbers of a place are padded with zeros to a multiple
//! of [`ROOM`], so vectors of any length fit.

#![allow(clippy::needless_range_loop, reason = "small matrices, by row and column")]

use crate::maps::{PITCH, PLACES};
use pulp::{Arch, Simd, WithSimd};

/// Places that count for one, in rows of three.
pub(crate) const TAPS: usize = 9;
/// The numbers of a place are padded to a multiple of this.
const ROOM: usize = 16;
/// Lines of a tile, and tiles in a line.
const TILE: usize = 3;
const TILES: usize = TILE * TILE;
/// Lines that a tile depends on.
const REACH: usize = TILE + 2;
/// Numbers of the other basis.
const BASIS: usize = REACH * REACH;
/// Lanes of the widest vectors. With those there are twice as many registers too.
const WIDEST: usize = ROOM;

/// How many numbers a place has room for.
pub(crate) const fn padded(maps: usize) -> usize {
    maps.next_multiple_of(ROOM)
}

/// From weights to the other basis: what a polynomial of three weights is at each of the five places,
/// divided by what the basis makes of one.
const OF_WEIGHTS: [[f32; 3]; REACH] = [
    [1.0 / 2.0, 0.0, 0.0],
    [-1.0 / 2.0, -1.0 / 2.0, -1.0 / 2.0],
    [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
    [1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0],
    [0.0, 0.0, 1.0],
];

/// The weights of a convolution, in the other basis.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Kernel {
    ins: usize,
    outs: usize,
    /// By number of the basis, input and output, the outputs padded.
    weights: Vec<f32>,
}

impl Kernel {
    /// Of weights by tap, input and output, the taps row by row.
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

    /// All zero: the derivative of a kernel, before anything was added.
    pub(crate) fn blank(ins: usize, outs: usize) -> Kernel {
        Kernel { ins, outs, weights: vec![0.0; BASIS * ins * padded(outs)] }
    }

    /// Adds a derivative to that of the weights it was made of.
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

/// How much a weight counts in a number of the basis.
fn factor(number: usize, tap: usize) -> f32 {
    OF_WEIGHTS[number / REACH][tap / 3] * OF_WEIGHTS[number % REACH][tap % 3]
}

/// The weights that take the derivative of the outputs to that of the inputs: inputs and outputs
/// change places, and taps their sides.
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

/// What is computed on the way, kept so that it need not be asked for again.
#[derive(Clone, Default, Debug)]
pub(crate) struct Scratch {
    /// Tiles in the other basis: by number, tile and input, and by number, tile and output.
    ins: Vec<f32>,
    outs: Vec<f32>,
}

/// What a convolution ends with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finish<'a> {
    /// Added to every place, padded; nothing if empty.
    pub(crate) bias: &'a [f32],
    /// Maps that are added.
    pub(crate) skip: Option<&'a [f32]>,
    /// Are negative numbers cut off?
    pub(crate) cut: bool,
}

/// The convolution of some boards, in place of what is in `y`.
pub(crate) fn forward(
    arch: Arch,
    x: &[f32],
    kernel: &Kernel,
    finish: Finish<'_>,
    y: &mut [f32],
    scratch: &mut Scratch,
) {
    let (boards, tiles) = scratch.fit(x, kernel);
    let Scratch { ins, outs } = scratch;
    arch.dispatch(Spread { x, maps: padded(kernel.ins), boards, way: Way::Inputs, to: ins });
    arch.dispatch(Multiply { ins, kernel, tiles, outs });
    arch.dispatch(Gather { from: outs, maps: padded(kernel.outs), boards, finish, y });
}

/// Adds to the derivative of a kernel, from the inputs and the derivative of the outputs.
pub(crate) fn to_kernel(
    arch: Arch,
    x: &[f32],
    dy: &[f32],
    kernel: &mut Kernel,
    scratch: &mut Scratch,
) {
    let (boards, tiles) = scratch.fit(x, kernel);
    let Scratch { ins, outs } = scratch;
    arch.dispatch(Spread { x, maps: padded(kernel.ins), boards, way: Way::Inputs, to: ins });
    let way = Way::Outputs;
    arch.dispatch(Spread { x: dy, maps: padded(kernel.outs), boards, way, to: outs });
    arch.dispatch(Pair { ins, outs, tiles, kernel });
}

impl Scratch {
    /// Makes room for the boards. Returns how many there are, and their tiles.
    fn fit(&mut self, x: &[f32], kernel: &Kernel) -> (usize, usize) {
        let boards = x.len() / (PLACES * padded(kernel.ins));
        let tiles = TILES * boards;
        self.ins.resize(BASIS * tiles * padded(kernel.ins), 0.0);
        self.outs.resize(BASIS * tiles * padded(kernel.outs), 0.0);
        (boards, tiles)
    }
}

/// Where each tile begins among the places of all boards: the first that it depends on.
fn corners(boards: usize) -> impl Iterator<Item = usize> {
    (0..boards * TILES).map(|tile| {
        let (board, tile) = (tile / TILES, tile % TILES);
        PLACES * board + TILE * (PITCH * (tile / TILE) + tile % TILE)
    })
}

/// What is taken to the other basis.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// The five by five places that a tile depends on.
    Inputs,
    /// The three by three places of a tile, the way back that [`Gather`] came.
    Outputs,
}

/// Takes tiles to the other basis.
struct Spread<'a> {
    x: &'a [f32],
    maps: usize,
    boards: usize,
    way: Way,
    to: &'a mut [f32],
}

impl WithSimd for Spread<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Spread { x, maps, boards, way, to } = self;
        let (x, to) = (S::as_simd_f32s(x).0, S::as_mut_simd_f32s(to).0);
        let vectors = maps / S::F32_LANES;
        let pitch = TILES * boards * vectors;
        for (tile, corner) in corners(boards).enumerate() {
            for vector in 0..vectors {
                let mut numbers = [[simd.splat_f32s(0.0); REACH]; REACH];
                if way == Way::Inputs {
                    for row in 0..REACH {
                        let mut line = [simd.splat_f32s(0.0); REACH];
                        for col in 0..REACH {
                            line[col] = x[vectors * (corner + PITCH * row + col) + vector];
                        }
                        numbers[row] = spread(simd, line);
                    }
                    for col in 0..REACH {
                        let line = spread(simd, column(&numbers, col));
                        for row in 0..REACH {
                            numbers[row][col] = line[row];
                        }
                    }
                } else {
                    for row in 0..TILE {
                        let mut line = [simd.splat_f32s(0.0); TILE];
                        for col in 0..TILE {
                            let place = corner + PITCH * (row + 1) + col + 1;
                            line[col] = x[vectors * place + vector];
                        }
                        numbers[row] = unfold(simd, line);
                    }
                    for col in 0..REACH {
                        let [one, two, three, ..] = column(&numbers, col);
                        let line = unfold(simd, [one, two, three]);
                        for row in 0..REACH {
                            numbers[row][col] = line[row];
                        }
                    }
                }
                for row in 0..REACH {
                    for col in 0..REACH {
                        let number = REACH * row + col;
                        to[pitch * number + vectors * tile + vector] = numbers[row][col];
                    }
                }
            }
        }
    }
}

/// Each tile times the weights, number by number.
struct Multiply<'a> {
    ins: &'a [f32],
    kernel: &'a Kernel,
    tiles: usize,
    outs: &'a mut [f32],
}

impl WithSimd for Multiply<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        // As many sums at once as there are registers for.
        if S::F32_LANES == WIDEST {
            self.all::<S, 9, 2>(simd);
        } else {
            self.all::<S, 3, 4>(simd);
        }
    }
}

impl Multiply<'_> {
    /// T tiles and V vectors of outputs at a time. T divides the number of tiles.
    #[inline(always)]
    fn all<S: Simd, const T: usize, const V: usize>(&mut self, simd: S) {
        let outs = padded(self.kernel.outs);
        for number in 0..BASIS {
            for tile in (0..self.tiles).step_by(T) {
                let mut output = 0;
                while output + V * S::F32_LANES <= outs {
                    self.block::<S, T, V>(simd, number, tile, output);
                    output += V * S::F32_LANES;
                }
                while output < outs {
                    self.block::<S, T, 1>(simd, number, tile, output);
                    output += S::F32_LANES;
                }
            }
        }
    }

    #[inline(always)]
    fn block<S: Simd, const T: usize, const V: usize>(
        &mut self,
        simd: S,
        number: usize,
        tile: usize,
        output: usize,
    ) {
        let (ins, outs) = (self.kernel.ins, padded(self.kernel.outs));
        let wide = V * S::F32_LANES;
        let mut sums = [[simd.splat_f32s(0.0); V]; T];
        let weights = &self.kernel.weights[number * ins * outs..][..ins * outs];
        let mut tiles = [&self.ins[..0]; T];
        for i in 0..T {
            tiles[i] = &self.ins[padded(ins) * (number * self.tiles + tile + i)..][..ins];
        }
        for (input, weights) in weights.chunks_exact(outs).enumerate() {
            let (weights, _) = S::as_simd_f32s(&weights[output..output + wide]);
            let mut x = [simd.splat_f32s(0.0); T];
            for i in 0..T {
                x[i] = simd.splat_f32s(tiles[i][input]);
            }
            add_products(simd, &mut sums, x, weights);
        }
        for (i, sums) in sums.into_iter().enumerate() {
            let at = outs * (number * self.tiles + tile + i) + output;
            S::as_mut_simd_f32s(&mut self.outs[at..at + wide]).0.copy_from_slice(&sums);
        }
    }
}

/// Inputs times derivatives of outputs, number by number, summed over tiles.
struct Pair<'a> {
    ins: &'a [f32],
    outs: &'a [f32],
    tiles: usize,
    kernel: &'a mut Kernel,
}

impl WithSimd for Pair<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        if S::F32_LANES == WIDEST {
            self.all::<S, 8, 2>(simd);
        } else {
            self.all::<S, 3, 4>(simd);
        }
    }
}

impl Pair<'_> {
    /// I inputs and V vectors of outputs at a time.
    #[inline(always)]
    fn all<S: Simd, const I: usize, const V: usize>(&mut self, simd: S) {
        let outs = padded(self.kernel.outs);
        for number in 0..BASIS {
            for input in (0..self.kernel.ins).step_by(I) {
                let mut output = 0;
                while output + V * S::F32_LANES <= outs {
                    self.block::<S, I, V>(simd, number, input, output);
                    output += V * S::F32_LANES;
                }
                while output < outs {
                    self.block::<S, I, 1>(simd, number, input, output);
                    output += S::F32_LANES;
                }
            }
        }
    }

    /// What is padded is zero, and is not kept.
    #[inline(always)]
    fn block<S: Simd, const I: usize, const V: usize>(
        &mut self,
        simd: S,
        number: usize,
        input: usize,
        output: usize,
    ) {
        let (ins, outs) = (padded(self.kernel.ins), padded(self.kernel.outs));
        let wide = V * S::F32_LANES;
        let mut sums = [[simd.splat_f32s(0.0); V]; I];
        let x = &self.ins[ins * number * self.tiles..][..ins * self.tiles];
        let dy = &self.outs[outs * number * self.tiles..][..outs * self.tiles];
        let last = ins - 1;
        for (x, dy) in x.chunks_exact(ins).zip(dy.chunks_exact(outs)) {
            let (dy, _) = S::as_simd_f32s(&dy[output..output + wide]);
            let mut numbers = [simd.splat_f32s(0.0); I];
            for i in 0..I {
                numbers[i] = simd.splat_f32s(x[last.min(input + i)]);
            }
            add_products(simd, &mut sums, numbers, dy);
        }
        for (i, sums) in sums.into_iter().enumerate().take(self.kernel.ins - input) {
            let at = outs * (self.kernel.ins * number + input + i) + output;
            let (to, _) = S::as_mut_simd_f32s(&mut self.kernel.weights[at..at + wide]);
            for (to, sum) in to.iter_mut().zip(sums) {
                *to = simd.add_f32s(*to, sum);
            }
        }
    }
}

/// Takes tiles back from the other basis, and finishes them.
struct Gather<'a> {
    from: &'a [f32],
    maps: usize,
    boards: usize,
    finish: Finish<'a>,
    y: &'a mut [f32],
}

impl WithSimd for Gather<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Gather { from, maps, boards, finish, y } = self;
        let (from, y) = (S::as_simd_f32s(from).0, S::as_mut_simd_f32s(y).0);
        let (bias, _) = S::as_simd_f32s(finish.bias);
        let vectors = maps / S::F32_LANES;
        let pitch = TILES * boards * vectors;
        let zero = simd.splat_f32s(0.0);
        for (tile, corner) in corners(boards).enumerate() {
            for vector in 0..vectors {
                let mut rows = [[zero; REACH]; TILE];
                for col in 0..REACH {
                    let mut line = [zero; REACH];
                    for row in 0..REACH {
                        let number = REACH * row + col;
                        line[row] = from[pitch * number + vectors * tile + vector];
                    }
                    let line = fold(simd, line);
                    for row in 0..TILE {
                        rows[row][col] = line[row];
                    }
                }
                for row in 0..TILE {
                    let line = fold(simd, rows[row]);
                    for col in 0..TILE {
                        let place = corner + PITCH * (row + 1) + col + 1;
                        let mut sum = line[col];
                        if let Some(&bias) = bias.get(vector) {
                            sum = simd.add_f32s(sum, bias);
                        }
                        if let Some(skip) = finish.skip {
                            sum = simd
                                .add_f32s(sum, S::as_simd_f32s(skip).0[vectors * place + vector]);
                        }
                        if finish.cut {
                            sum = simd.max_f32s(sum, zero);
                        }
                        y[vectors * place + vector] = sum;
                    }
                }
            }
        }
    }
}

/// Five inputs in a line to the other basis.
#[inline(always)]
fn spread<S: Simd>(simd: S, x: [S::f32s; REACH]) -> [S::f32s; REACH] {
    let two = simd.splat_f32s(2.0);
    let (long, short) = (simd.sub_f32s(x[3], x[1]), simd.sub_f32s(x[3], x[2]));
    [
        simd.mul_add_f32s(two, simd.sub_f32s(x[0], x[2]), long),
        simd.sub_f32s(short, simd.add_f32s(x[1], x[1])),
        simd.mul_add_f32s(two, simd.sub_f32s(x[1], x[2]), short),
        long,
        simd.sub_f32s(simd.sub_f32s(x[4], x[2]), simd.add_f32s(long, long)),
    ]
}

/// Three outputs in a line from the other basis.
#[inline(always)]
fn fold<S: Simd>(simd: S, m: [S::f32s; REACH]) -> [S::f32s; TILE] {
    let (two, four) = (simd.splat_f32s(2.0), simd.splat_f32s(4.0));
    let both = simd.add_f32s(m[1], m[2]);
    [
        simd.add_f32s(simd.add_f32s(m[0], both), m[3]),
        simd.mul_add_f32s(two, m[3], simd.sub_f32s(m[1], m[2])),
        simd.mul_add_f32s(four, m[3], simd.add_f32s(both, m[4])),
    ]
}

/// The same the other way: to derivatives in the basis.
#[inline(always)]
fn unfold<S: Simd>(simd: S, y: [S::f32s; TILE]) -> [S::f32s; REACH] {
    let (two, four) = (simd.splat_f32s(2.0), simd.splat_f32s(4.0));
    let ends = simd.add_f32s(y[0], y[2]);
    [
        y[0],
        simd.add_f32s(ends, y[1]),
        simd.sub_f32s(ends, y[1]),
        simd.mul_add_f32s(four, y[2], simd.mul_add_f32s(two, y[1], y[0])),
        y[2],
    ]
}

#[inline(always)]
fn column<T: Copy>(rows: &[[T; REACH]; REACH], col: usize) -> [T; REACH] {
    [rows[0][col], rows[1][col], rows[2][col], rows[3][col], rows[4][col]]
}

/// Adds each of N numbers times each of V vectors. How many is known beforehand, so the sums stay
/// in registers. (No closures here: they would be compiled for any CPU.)
#[inline(always)]
fn add_products<S: Simd, const N: usize, const V: usize>(
    simd: S,
    sums: &mut [[S::f32s; V]; N],
    x: [S::f32s; N],
    by: &[S::f32s],
) {
    for j in 0..V {
        let by = by[j];
        for i in 0..N {
            sums[i][j] = simd.mul_add_f32s(x[i], by, sums[i][j]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maps::places;

    fn numbers(count: usize, salt: usize) -> Vec<f32> {
        (0..count).map(|i| ((i * 7919 + salt) % 101) as f32 / 100.0 - 0.5).collect()
    }

    /// Some boards with so many maps.
    fn boards(count: usize, maps: usize, salt: usize) -> Vec<f32> {
        let mut boards = vec![0.0; count * padded(maps) * PLACES];
        for board in 0..count {
            for place in places().map(|place| PLACES * board + place) {
                let to = &mut boards[padded(maps) * place..][..maps];
                to.copy_from_slice(&numbers(maps, salt + 31 * place));
            }
        }
        boards
    }

    /// As many outputs as make blocks, vectors and single ones, whatever the vectors are.
    const OUTS: usize = 4 * 16 + 16 + 3;
    const BOARDS: usize = 2;

    /// The place under a tap.
    fn under(place: usize, tap: usize) -> usize {
        place + PITCH * (tap / 3) + tap % 3 - PITCH - 1
    }

    /// The places of all boards.
    fn all() -> impl Iterator<Item = usize> {
        (0..BOARDS).flat_map(|board| places().map(move |place| PLACES * board + place))
    }

    /// What the definition says, one output of one place.
    fn plainly(x: &[f32], ins: usize, weights: &[f32], place: usize, output: usize) -> f32 {
        let outs = weights.len() / (TAPS * ins);
        let mut sum = 0.0;
        for tap in 0..TAPS {
            for input in 0..ins {
                let weight = weights[outs * (ins * tap + input) + output];
                sum += weight * x[padded(ins) * under(place, tap) + input];
            }
        }
        sum
    }

    const PLAIN: Finish<'_> = Finish { bias: &[], skip: None, cut: false };

    #[test]
    fn it_is_the_sum_over_neighbours() {
        let (ins, outs) = (7, OUTS);
        let (x, weights) = (boards(BOARDS, ins, 1), numbers(outs * ins * TAPS, 5));
        let (skip, mut bias) = (boards(BOARDS, outs, 3), numbers(outs, 8));
        bias.resize(padded(outs), 0.0);
        let kernel = Kernel::new(&weights, ins);
        let mut scratch = Scratch::default();
        for cut in [false, true] {
            let mut y = vec![0.0; BOARDS * padded(outs) * PLACES];
            let finish = Finish { bias: &bias, skip: Some(&skip), cut };
            forward(Arch::new(), &x, &kernel, finish, &mut y, &mut scratch);
            let mut negative = 0;
            for place in all() {
                for output in 0..outs {
                    let at = padded(outs) * place + output;
                    let sum = plainly(&x, ins, &weights, place, output) + skip[at] + bias[output];
                    let sum = if cut { sum.max(0.0) } else { sum };
                    assert!((sum - y[at]).abs() < 2e-5, "{sum} {}", y[at]);
                    negative += usize::from(sum < 0.0);
                    y[at] = 0.0;
                }
            }
            assert_eq!(negative > 1000, !cut);
            assert!(y.iter().all(|&y| y == 0.0), "the border, and what is padded");
        }
    }

    /// The derivatives are those of the sum of all outputs, each times a number.
    #[test]
    fn the_derivatives_are_adjoint() {
        let (ins, outs) = (7, OUTS);
        let (x, weights) = (boards(BOARDS, ins, 1), numbers(outs * ins * TAPS, 5));
        let dy = boards(BOARDS, outs, 9);
        let mut scratch = Scratch::default();
        let mut slopes = Kernel::blank(ins, outs);
        to_kernel(Arch::new(), &x, &dy, &mut slopes, &mut scratch);
        let mut dw = vec![0.0; weights.len()];
        slopes.add_to(&mut dw);
        // One by one: a fault in some must not hide behind the others.
        for (at, &said) in dw.iter().enumerate() {
            let (tap, input, output) = (at / outs / ins, at / outs % ins, at % outs);
            let product = |place: usize| {
                let x = x[padded(ins) * under(place, tap) + input];
                x * dy[padded(outs) * place + output]
            };
            assert!((all().map(product).sum::<f32>() - said).abs() < 2e-4);
        }
        let dot = |a: &[f32], b: &[f32]| -> f64 {
            a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
        };
        let whole = dot(&dw, &weights);
        let mut dx = vec![0.0; x.len()];
        let back = Kernel::new(&flipped(&weights, ins), outs);
        forward(Arch::new(), &dy, &back, PLAIN, &mut dx, &mut scratch);
        assert!((dot(&dx, &x) - whole).abs() < 1e-3 * whole.abs().max(1.0), "the inputs");
    }
}
