//! Tiles to the basis and back.

use super::{Bias, Epilogue, Layout, REACH};
use crate::grid::TILE;
use pulp::{Simd, WithSimd};

/// A tile of some boards.
#[derive(Clone, Copy)]
struct Tile {
    board: usize,
    /// The row and the column of its first point.
    row: usize,
    col: usize,
    /// The first place that it depends on, among the places of all boards.
    corner: usize,
}

impl Layout {
    fn tiles(self) -> impl Iterator<Item = Tile> {
        let Layout { grid, boards, .. } = self;
        let a_line = grid.tiles_a_line();
        (0..boards * grid.tiles()).map(move |tile| {
            let (board, tile) = (tile / grid.tiles(), tile % grid.tiles());
            let (row, col) = (TILE * (tile / a_line), TILE * (tile % a_line));
            Tile { board, row, col, corner: grid.places() * board + grid.pitch() * row + col }
        })
    }
}

/// What is transformed to the basis.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// Inputs: the five by five places that a tile depends on.
    Inputs,
    /// Gradients of outputs: the three by three places of a tile. This is the transpose of [`FromBasis`].
    Gradients,
}

/// Transforms tiles to the basis.
pub(super) struct ToBasis<'a> {
    pub(super) x: &'a [f32],
    pub(super) maps: usize,
    pub(super) lay: Layout,
    pub(super) source: Source,
    pub(super) to: &'a mut [f32],
}

impl WithSimd for ToBasis<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let ToBasis { x, maps, lay, source, to } = self;
        let (x, to) = (S::as_simd_f32s(x).0, S::as_mut_simd_f32s(to).0);
        let vectors = maps / S::F32_LANES;
        let (pitch, line) = (lay.rows * vectors, vectors * lay.grid.pitch());
        for (tile, Tile { corner, .. }) in lay.tiles().enumerate() {
            for vector in 0..vectors {
                let numbers = match source {
                    Source::Inputs => {
                        inputs_to_basis(simd, x, vectors * corner + vector, [line, vectors])
                    }
                    Source::Gradients => {
                        let first = vectors * (corner + 1) + line + vector;
                        gradients_to_basis(simd, x, first, [line, vectors])
                    }
                };
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

/// Five by five vectors, by row and column.
type Numbers<S> = [[<S as Simd>::f32s; REACH]; REACH];

/// Transforms the inputs of a tile, from the vector at `first`, with the steps from line to line and from place
/// to place.
#[inline(always)]
fn inputs_to_basis<S: Simd>(
    simd: S,
    x: &[S::f32s],
    first: usize,
    [pitch, step]: [usize; 2],
) -> Numbers<S> {
    let mut numbers = [[simd.splat_f32s(0.0); REACH]; REACH];
    for row in 0..REACH {
        let mut line = [simd.splat_f32s(0.0); REACH];
        for col in 0..REACH {
            line[col] = x[first + pitch * row + step * col];
        }
        numbers[row] = spread(simd, line);
    }
    for col in 0..REACH {
        let line = spread(simd, column(&numbers, col));
        for row in 0..REACH {
            numbers[row][col] = line[row];
        }
    }
    numbers
}

/// Transforms the gradients of a tile, from the vector at `first`, with the same steps.
#[inline(always)]
fn gradients_to_basis<S: Simd>(
    simd: S,
    x: &[S::f32s],
    first: usize,
    [pitch, step]: [usize; 2],
) -> Numbers<S> {
    let mut numbers = [[simd.splat_f32s(0.0); REACH]; REACH];
    for row in 0..TILE {
        let mut line = [simd.splat_f32s(0.0); TILE];
        for col in 0..TILE {
            line[col] = x[first + pitch * row + step * col];
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
    numbers
}

/// Transforms tiles back from the basis, and finishes them.
pub(super) struct FromBasis<'a> {
    pub(super) from: &'a [f32],
    pub(super) maps: usize,
    pub(super) lay: Layout,
    pub(super) epilogue: Epilogue<'a>,
    pub(super) y: &'a mut [f32],
}

impl WithSimd for FromBasis<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let FromBasis { from, maps, lay, epilogue, y } = self;
        let (from, y) = (S::as_simd_f32s(from).0, S::as_mut_simd_f32s(y).0);
        let vectors = maps / S::F32_LANES;
        let (bias, of_board) = match epilogue.bias {
            Bias::None => (&[][..], 0),
            Bias::Shared(bias) => (S::as_simd_f32s(bias).0, 0),
            Bias::OfBoard(bias) => (S::as_simd_f32s(bias).0, vectors),
        };
        let skip = epilogue.skip.map_or(&[][..], |skip| S::as_simd_f32s(skip).0);
        let (pitch, lines) = (lay.rows * vectors, lay.grid.lines);
        let zero = simd.splat_f32s(0.0);
        for (tile, Tile { board, row: first, col: left, corner }) in lay.tiles().enumerate() {
            for vector in 0..vectors {
                let rows = columns_from_basis(simd, from, vectors * tile + vector, pitch);
                let bias = bias.get(of_board * board + vector).copied();
                for row in 0..TILE.min(lines - first) {
                    let line = fold(simd, rows[row]);
                    let start = corner + lay.grid.pitch() * (row + 1) + 1;
                    for col in 0..TILE.min(lines - left) {
                        let place = vectors * (start + col) + vector;
                        let mut sum = line[col];
                        if let Some(bias) = bias {
                            sum = simd.add_f32s(sum, bias);
                        }
                        if let Some(&skip) = skip.get(place) {
                            sum = simd.add_f32s(sum, skip);
                        }
                        if epilogue.rectify {
                            sum = simd.max_f32s(sum, zero);
                        }
                        y[place] = sum;
                    }
                }
            }
        }
    }
}

/// The columns of a tile back from the basis, from the vector at `first`.
#[inline(always)]
fn columns_from_basis<S: Simd>(
    simd: S,
    from: &[S::f32s],
    first: usize,
    pitch: usize,
) -> [[S::f32s; REACH]; TILE] {
    let mut rows = [[simd.splat_f32s(0.0); REACH]; TILE];
    for col in 0..REACH {
        let mut line = [simd.splat_f32s(0.0); REACH];
        for row in 0..REACH {
            line[row] = from[first + pitch * (REACH * row + col)];
        }
        let line = fold(simd, line);
        for row in 0..TILE {
            rows[row][col] = line[row];
        }
    }
    rows
}

/// Five inputs in a line to the basis.
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

/// Three outputs in a line from the basis.
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

/// The transpose of `fold`: three gradients of outputs in a line to the basis.
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
