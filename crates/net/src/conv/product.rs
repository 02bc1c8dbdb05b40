//! The products in the basis: of tiles and weights, and of tiles and gradients.

use super::{BASIS, Kernel, WIDEST, padded};
use pulp::{Simd, WithSimd};

/// Multiplies each tile with the weights, for each number of the basis.
pub(super) struct Multiply<'a> {
    pub(super) ins: &'a [f32],
    pub(super) kernel: &'a Kernel,
    /// The room for tiles: whole blocks.
    pub(super) rows: usize,
    pub(super) outs: &'a mut [f32],
}

impl WithSimd for Multiply<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        // As many sums at once as fit the registers.
        if S::F32_LANES == WIDEST {
            self.all::<S, 9, 2>(simd);
        } else {
            self.all::<S, 3, 4>(simd);
        }
    }
}

impl Multiply<'_> {
    /// T tiles and V vectors of outputs at a time. T divides a block.
    #[inline(always)]
    fn all<S: Simd, const T: usize, const V: usize>(&mut self, simd: S) {
        let outs = padded(self.kernel.outs);
        for number in 0..BASIS {
            for tile in (0..self.rows).step_by(T) {
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
            tiles[i] = &self.ins[padded(ins) * (number * self.rows + tile + i)..][..ins];
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
            let at = outs * (number * self.rows + tile + i) + output;
            S::as_mut_simd_f32s(&mut self.outs[at..at + wide]).0.copy_from_slice(&sums);
        }
    }
}

/// Multiplies inputs with gradients of outputs, for each number of the basis, and sums over tiles.
pub(super) struct MultiplyGradients<'a> {
    pub(super) ins: &'a [f32],
    pub(super) outs: &'a [f32],
    pub(super) tiles: usize,
    /// The room for tiles.
    pub(super) rows: usize,
    pub(super) kernel: &'a mut Kernel,
}

impl WithSimd for MultiplyGradients<'_> {
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

impl MultiplyGradients<'_> {
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

    /// Products of padding are zero and are not stored.
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
        let x = &self.ins[ins * number * self.rows..][..ins * self.tiles];
        let dy = &self.outs[outs * number * self.rows..][..outs * self.tiles];
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

/// Adds the products of N numbers and V vectors. N and V are constants, so the sums stay in registers.
/// There are no closures here, because a closure would be compiled without the vector instructions.
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
