//! The convolution of three by three points, and its two derivatives.
//!
//! Maps lie one behind the other. Two outputs are computed at a time, seven vectors of each, which
//! fill the registers of AVX2; other CPUs take other vectors and get the same sums, up to rounding.

use crate::maps::{FROM, MAP, SPAN, TAPS};
use pulp::{Arch, Simd, WithSimd};

/// Weights for one output and one input.
pub(crate) const KERNEL: usize = TAPS.len();
/// Vectors of an output under way.
const VECTORS: usize = 7;

/// Adds the convolution of some maps to others: weights by output, input and tap. The number of
/// outputs is even. What is added outside the board is nonsense.
pub(crate) fn forward(arch: Arch, x: &[f32], weights: &[f32], y: &mut [f32]) {
    arch.dispatch(Forward { x, weights, y });
}

/// Adds to the derivative of the weights, from the inputs and the derivative of the outputs, which
/// is zero outside the board.
pub(crate) fn to_weights(arch: Arch, x: &[f32], dy: &[f32], dw: &mut [f32]) {
    arch.dispatch(ToWeights { x, dy, dw });
}

/// The weights that take the derivative of the outputs to that of the inputs: inputs and outputs
/// change places, and taps their sides.
pub(crate) fn flipped(weights: &[f32], ins: usize) -> Vec<f32> {
    let outs = weights.len() / (KERNEL * ins);
    let mut flipped = vec![0.0; weights.len()];
    for (index, kernel) in weights.chunks_exact(KERNEL).enumerate() {
        let (output, input) = (index / ins, index % ins);
        let to = &mut flipped[KERNEL * (outs * input + output)..][..KERNEL];
        for (tap, &weight) in kernel.iter().enumerate() {
            to[KERNEL - 1 - tap] = weight;
        }
    }
    flipped
}

struct Forward<'a> {
    x: &'a [f32],
    weights: &'a [f32],
    y: &'a mut [f32],
}

impl WithSimd for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let ins = self.x.len() / MAP;
        let pairs = self.y.chunks_exact_mut(2 * MAP);
        for (y, weights) in pairs.zip(self.weights.chunks_exact(2 * KERNEL * ins)) {
            let (one, two) = y.split_at_mut(MAP);
            let (of_one, of_two) = weights.split_at(KERNEL * ins);
            let mut from = FROM;
            while from < FROM + SPAN {
                let sums = pair(simd, self.x, of_one, of_two, from);
                for (y, sums) in [&mut *one, &mut *two].into_iter().zip(sums) {
                    let (y, _) = S::as_mut_simd_f32s(&mut y[from..from + VECTORS * S::F32_LANES]);
                    for (y, sum) in y.iter_mut().zip(sums) {
                        *y = simd.add_f32s(*y, sum);
                    }
                }
                from += VECTORS * S::F32_LANES;
            }
        }
    }
}

/// Seven vectors of two outputs.
#[inline(always)]
fn pair<S: Simd>(
    simd: S,
    x: &[f32],
    of_one: &[f32],
    of_two: &[f32],
    from: usize,
) -> [[S::f32s; VECTORS]; 2] {
    let mut sums = [[simd.splat_f32s(0.0); VECTORS]; 2];
    let kernels = of_one.chunks_exact(KERNEL).zip(of_two.chunks_exact(KERNEL));
    for (map, (one, two)) in x.chunks_exact(MAP).zip(kernels) {
        for ((tap, &one), &two) in TAPS.iter().zip(one).zip(two) {
            let at = from.wrapping_add_signed(*tap);
            let (vectors, _) = S::as_simd_f32s(&map[at..at + VECTORS * S::F32_LANES]);
            let (one, two) = (simd.splat_f32s(one), simd.splat_f32s(two));
            for (i, &vector) in vectors.iter().enumerate().take(VECTORS) {
                sums[0][i] = simd.mul_add_f32s(one, vector, sums[0][i]);
                sums[1][i] = simd.mul_add_f32s(two, vector, sums[1][i]);
            }
        }
    }
    sums
}

struct ToWeights<'a> {
    x: &'a [f32],
    dy: &'a [f32],
    dw: &'a mut [f32],
}

impl WithSimd for ToWeights<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let ins = self.x.len() / MAP;
        let outputs = self.dw.chunks_exact_mut(KERNEL * ins);
        for (dy, dw) in self.dy.chunks_exact(MAP).zip(outputs) {
            for (x, dw) in self.x.chunks_exact(MAP).zip(dw.chunks_exact_mut(KERNEL)) {
                let mut sums = [simd.splat_f32s(0.0); KERNEL];
                let mut from = FROM;
                while from < FROM + SPAN {
                    let (dy, _) = S::as_simd_f32s(&dy[from..from + S::F32_LANES]);
                    for (sum, tap) in sums.iter_mut().zip(TAPS) {
                        let at = from.wrapping_add_signed(tap);
                        let (x, _) = S::as_simd_f32s(&x[at..at + S::F32_LANES]);
                        *sum = simd.mul_add_f32s(dy[0], x[0], *sum);
                    }
                    from += S::F32_LANES;
                }
                for (dw, sum) in dw.iter_mut().zip(sums) {
                    *dw += simd.reduce_sum_f32s(sum);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maps::{mask, places};

    fn numbers(count: usize, salt: usize) -> Vec<f32> {
        (0..count).map(|i| ((i * 7919 + salt) % 101) as f32 / 100.0 - 0.5).collect()
    }

    fn on_board(maps: usize, salt: usize) -> Vec<f32> {
        let mask = mask();
        numbers(maps * MAP, salt).iter().enumerate().map(|(i, v)| v * mask[i % MAP]).collect()
    }

    #[test]
    fn it_is_the_sum_over_neighbours() {
        let (ins, outs) = (3, 4);
        let (x, weights) = (on_board(ins, 1), numbers(outs * ins * KERNEL, 5));
        let mut y = vec![0.25; outs * MAP];
        forward(Arch::new(), &x, &weights, &mut y);
        for output in 0..outs {
            for place in places() {
                let mut sum = 0.25;
                for input in 0..ins {
                    for (tap, by) in TAPS.iter().enumerate() {
                        let weight = weights[KERNEL * (ins * output + input) + tap];
                        sum += weight * x[MAP * input + place.wrapping_add_signed(*by)];
                    }
                }
                assert!((sum - y[MAP * output + place]).abs() < 1e-5);
            }
        }
    }

    /// The derivatives are those of the sum of all outputs, each times a number.
    #[test]
    fn the_derivatives_are_adjoint() {
        let (ins, outs) = (4, 6);
        let (x, weights) = (on_board(ins, 1), numbers(outs * ins * KERNEL, 5));
        let dy = on_board(outs, 9);
        let mut y = vec![0.0; outs * MAP];
        forward(Arch::new(), &x, &weights, &mut y);
        let dot = |a: &[f32], b: &[f32]| -> f64 {
            a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
        };
        let whole = dot(&y, &dy);
        let mut dw = vec![0.0; weights.len()];
        to_weights(Arch::new(), &x, &dy, &mut dw);
        assert!((dot(&dw, &weights) - whole).abs() < 1e-3, "linear in the weights");
        let mut dx = vec![0.0; ins * MAP];
        forward(Arch::new(), &dy, &flipped(&weights, ins), &mut dx);
        assert!((dot(&dx, &x) - whole).abs() < 1e-3, "linear in the inputs");
    }
}
