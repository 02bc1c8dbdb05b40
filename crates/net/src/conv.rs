//! The convolution of three by three points, and its two derivatives.
//!
//! Weights lie by tap, input and output, taps row by row. Three places are computed at a time, four
//! vectors of outputs each, which fill the registers of AVX2; other CPUs take other vectors and get the
//! same sums, up to rounding.

use crate::maps::{LINES, PITCH, rows};
use pulp::{Arch, Simd, WithSimd};

/// Places that count for one, in rows of three.
pub(crate) const TAPS: usize = 9;
/// Places, or taps, under way.
const TOGETHER: usize = 3;
/// Vectors of outputs under way.
const VECTORS: usize = 4;

/// Adds the convolution of some maps to others.
pub(crate) fn forward(arch: Arch, x: &[f32], ins: usize, weights: &[f32], y: &mut [f32]) {
    let outs = weights.len() / (TAPS * ins);
    arch.dispatch(Forward { x, ins, weights, outs, y });
}

/// Adds to the derivative of the weights, from the inputs and the derivative of the outputs.
pub(crate) fn to_weights(arch: Arch, x: &[f32], ins: usize, dy: &[f32], dw: &mut [f32]) {
    let outs = dw.len() / (TAPS * ins);
    arch.dispatch(ToWeights { x, ins, dy, outs, dw });
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

struct Forward<'a> {
    x: &'a [f32],
    ins: usize,
    weights: &'a [f32],
    outs: usize,
    y: &'a mut [f32],
}

impl WithSimd for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        for row in rows() {
            for place in (row..row + LINES).step_by(TOGETHER) {
                let mut output = 0;
                while output + VECTORS * S::F32_LANES <= self.outs {
                    self.block::<S, VECTORS>(simd, place, output);
                    output += VECTORS * S::F32_LANES;
                }
                while output + S::F32_LANES <= self.outs {
                    self.block::<S, 1>(simd, place, output);
                    output += S::F32_LANES;
                }
                for output in output..self.outs {
                    self.single(place, output);
                }
            }
        }
    }
}

impl<'a> Forward<'a> {
    /// The inputs under a tap of three places in a row.
    #[inline(always)]
    fn inputs(&self, place: usize, tap: usize) -> [&'a [f32]; TOGETHER] {
        let from = under(place, tap);
        std::array::from_fn(|i| &self.x[self.ins * (from + i)..][..self.ins])
    }

    #[inline(always)]
    fn block<S: Simd, const V: usize>(&mut self, simd: S, place: usize, output: usize) {
        let wide = V * S::F32_LANES;
        let mut sums = [[simd.splat_f32s(0.0); V]; TOGETHER];
        for (tap, weights) in self.weights.chunks_exact(self.ins * self.outs).enumerate() {
            let [one, two, three] = self.inputs(place, tap);
            let inputs = one.iter().zip(two).zip(three);
            for (weights, ((&one, &two), &three)) in weights.chunks_exact(self.outs).zip(inputs) {
                let (weights, _) = S::as_simd_f32s(&weights[output..output + wide]);
                let x = [simd.splat_f32s(one), simd.splat_f32s(two), simd.splat_f32s(three)];
                add_products(simd, &mut sums, x, weights);
            }
        }
        for (i, sums) in sums.into_iter().enumerate() {
            let y = &mut self.y[self.outs * (place + i) + output..][..wide];
            for (y, sum) in S::as_mut_simd_f32s(y).0.iter_mut().zip(sums) {
                *y = simd.add_f32s(*y, sum);
            }
        }
    }

    /// One output, where they are fewer than a vector has room for.
    fn single(&mut self, place: usize, output: usize) {
        for tap in 0..TAPS {
            let weights = &self.weights[tap * self.ins * self.outs..][..self.ins * self.outs];
            for (i, inputs) in self.inputs(place, tap).into_iter().enumerate() {
                let products = inputs.iter().zip(weights.chunks_exact(self.outs));
                let sum: f32 = products.map(|(x, weights)| x * weights[output]).sum();
                self.y[self.outs * (place + i) + output] += sum;
            }
        }
    }
}

struct ToWeights<'a> {
    x: &'a [f32],
    ins: usize,
    dy: &'a [f32],
    outs: usize,
    dw: &'a mut [f32],
}

impl WithSimd for ToWeights<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        for taps in (0..TAPS).step_by(TOGETHER) {
            for input in 0..self.ins {
                let mut output = 0;
                while output + VECTORS * S::F32_LANES <= self.outs {
                    self.block::<S, VECTORS>(simd, taps, input, output);
                    output += VECTORS * S::F32_LANES;
                }
                while output + S::F32_LANES <= self.outs {
                    self.block::<S, 1>(simd, taps, input, output);
                    output += S::F32_LANES;
                }
                for output in output..self.outs {
                    self.single(taps, input, output);
                }
            }
        }
    }
}

impl ToWeights<'_> {
    /// Three taps in a row: what is under the second now was under the third before.
    #[inline(always)]
    fn block<S: Simd, const V: usize>(
        &mut self,
        simd: S,
        taps: usize,
        input: usize,
        output: usize,
    ) {
        let wide = V * S::F32_LANES;
        let mut sums = [[simd.splat_f32s(0.0); V]; TOGETHER];
        for row in rows() {
            let line = &self.x[self.ins * under(row, taps)..][..self.ins * PITCH];
            let dy = &self.dy[self.outs * row..][..self.outs * LINES];
            let mut one = simd.splat_f32s(line[input]);
            let mut two = simd.splat_f32s(line[self.ins + input]);
            let places = line.chunks_exact(self.ins).skip(2);
            for (dy, place) in dy.chunks_exact(self.outs).zip(places) {
                let (dy, _) = S::as_simd_f32s(&dy[output..output + wide]);
                let three = simd.splat_f32s(place[input]);
                add_products(simd, &mut sums, [one, two, three], dy);
                (one, two) = (two, three);
            }
        }
        for (i, sums) in sums.into_iter().enumerate() {
            let at = self.outs * (self.ins * (taps + i) + input) + output;
            let (dw, _) = S::as_mut_simd_f32s(&mut self.dw[at..at + wide]);
            for (dw, sum) in dw.iter_mut().zip(sums) {
                *dw = simd.add_f32s(*dw, sum);
            }
        }
    }

    fn single(&mut self, taps: usize, input: usize, output: usize) {
        for tap in taps..taps + TOGETHER {
            let mut sum = 0.0;
            for place in crate::maps::places() {
                let x = self.x[self.ins * under(place, tap) + input];
                sum += x * self.dy[self.outs * place + output];
            }
            self.dw[self.outs * (self.ins * tap + input) + output] += sum;
        }
    }
}

/// Adds each of three numbers times each of V vectors. How many is known beforehand, so the sums stay
/// in registers. (No closures here: they would be compiled for any CPU.)
#[inline(always)]
fn add_products<S: Simd, const V: usize>(
    simd: S,
    sums: &mut [[S::f32s; V]; TOGETHER],
    x: [S::f32s; TOGETHER],
    by: &[S::f32s],
) {
    for j in 0..V {
        let by = by[j];
        for i in 0..TOGETHER {
            sums[i][j] = simd.mul_add_f32s(x[i], by, sums[i][j]);
        }
    }
}

/// The place under a tap.
#[inline(always)]
const fn under(place: usize, tap: usize) -> usize {
    place + PITCH * (tap / 3) + tap % 3 - PITCH - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maps::{PLACES, places};

    fn numbers(count: usize, salt: usize) -> Vec<f32> {
        (0..count).map(|i| ((i * 7919 + salt) % 101) as f32 / 100.0 - 0.5).collect()
    }

    fn on_board(maps: usize, salt: usize) -> Vec<f32> {
        let mut board = vec![0.0; maps * PLACES];
        for place in places() {
            let to = &mut board[maps * place..][..maps];
            to.copy_from_slice(&numbers(maps, salt + 31 * place));
        }
        board
    }

    /// As many outputs as make blocks, vectors and single ones, whatever the vectors are.
    const OUTS: usize = 4 * 16 + 16 + 3;

    #[test]
    fn it_is_the_sum_over_neighbours() {
        let (ins, outs) = (3, OUTS);
        let (x, weights) = (on_board(ins, 1), numbers(outs * ins * TAPS, 5));
        let mut y = vec![0.25; outs * PLACES];
        forward(Arch::new(), &x, ins, &weights, &mut y);
        let mut checked = 0;
        for place in places() {
            for output in 0..outs {
                let mut sum = 0.25;
                for (tap, by) in [-12, -11, -10, -1, 0, 1, 10, 11, 12].into_iter().enumerate() {
                    for input in 0..ins {
                        let weight = weights[outs * (ins * tap + input) + output];
                        sum += weight * x[ins * place.wrapping_add_signed(by) + input];
                    }
                }
                assert!((sum - y[outs * place + output]).abs() < 1e-5);
                checked += 1;
            }
        }
        assert_eq!(checked, 81 * OUTS);
        assert_eq!(y.iter().filter(|&&y| y == 0.25).count(), (PLACES - 81) * OUTS, "the border");
    }

    /// The derivatives are those of the sum of all outputs, each times a number.
    #[test]
    fn the_derivatives_are_adjoint() {
        let (ins, outs) = (7, OUTS);
        let (x, weights) = (on_board(ins, 1), numbers(outs * ins * TAPS, 5));
        let dy = on_board(outs, 9);
        let mut y = vec![0.0; outs * PLACES];
        forward(Arch::new(), &x, ins, &weights, &mut y);
        let dot = |a: &[f32], b: &[f32]| -> f64 {
            a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
        };
        let whole = dot(&y, &dy);
        let mut dw = vec![0.0; weights.len()];
        to_weights(Arch::new(), &x, ins, &dy, &mut dw);
        assert!((dot(&dw, &weights) - whole).abs() < 1e-3 * whole.abs().max(1.0), "the weights");
        // One by one: a fault in some must not hide behind the others.
        for (at, &said) in dw.iter().enumerate().step_by(13) {
            let (tap, input, output) = (at / outs / ins, at / outs % ins, at % outs);
            let products = places().map(|p| x[ins * under(p, tap) + input] * dy[outs * p + output]);
            assert!((products.sum::<f32>() - said).abs() < 1e-4);
        }
        let mut dx = vec![0.0; ins * PLACES];
        forward(Arch::new(), &dy, outs, &flipped(&weights, ins), &mut dx);
        assert!((dot(&dx, &x) - whole).abs() < 1e-3 * whole.abs().max(1.0), "the inputs");
    }
}
