//! A bitboard of one game on a small board: two words, without rows that are always empty.

use crate::bitboard::{Bitboard, Select};
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr};

/// How far rows are apart: nine columns, and one that stays empty.
const STRIDE: usize = 10;

/// A set of points of a board of at most [`LINES`](DenseBitboard::LINES) lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DenseBitboard<S>(u128, PhantomData<S>);

impl<S> DenseBitboard<S> {
    /// The lines of the widest board that fits.
    pub(crate) const LINES: u8 = 9;

    #[inline(always)]
    const fn of(bits: u128) -> Self {
        DenseBitboard(bits, PhantomData)
    }

    /// The points, and all they reach over open points in one direction, by steps of one row, then two,
    /// four and eight.
    #[inline(always)]
    fn fill(self, mut open: u128, step: impl Fn(u128, usize) -> u128) -> Self {
        let mut reached = self.0;
        for rows in [1, 2, 4, 8] {
            reached |= open & step(reached, rows * STRIDE);
            open &= step(open, rows * STRIDE);
        }
        Self::of(reached)
    }
}

impl<S: Select + PartialEq> Bitboard for DenseBitboard<S> {
    const EMPTY: Self = Self::of(0);

    #[inline(always)]
    fn from_rows(rows: &[u32]) -> Self {
        let mut bits = 0;
        for (row, &line) in rows.iter().take(Self::LINES.into()).enumerate() {
            bits |= u128::from(line) << (row * STRIDE);
        }
        Self::of(bits)
    }

    #[inline(always)]
    fn row(&self, row: usize) -> u32 {
        if row == 0 { 0 } else { (self.0 >> ((row - 1) * STRIDE)) as u32 & 0x1ff }
    }

    #[inline(always)]
    fn up(self) -> Self {
        Self::of(self.0 << 1)
    }

    #[inline(always)]
    fn down(self) -> Self {
        Self::of(self.0 >> 1)
    }

    #[inline(always)]
    fn north(self) -> Self {
        Self::of(self.0 << STRIDE)
    }

    #[inline(always)]
    fn south(self) -> Self {
        Self::of(self.0 >> STRIDE)
    }

    #[inline(always)]
    fn len(self) -> u32 {
        (self.0 as u64).count_ones() + ((self.0 >> 64) as u64).count_ones()
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Self::of(self.0 & !other.0)
    }

    /// A row grows by one to each side when it is come to, and by what was reached in the row before.
    #[inline(always)]
    fn two_sweeps(self, within: Self, _: usize) -> Self {
        let mut reached = self;
        for _ in 0..2 {
            let wide = (reached | (reached.up() | reached.down())) & within;
            reached = wide.fill(within.0, |bits, by| bits << by);
            let wide = (reached | (reached.up() | reached.down())) & within;
            reached = wide.fill(within.0, |bits, by| bits >> by);
        }
        reached
    }

    #[inline(always)]
    fn nth(self, rank: u32) -> Self {
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let count = low.count_ones();
        let far = rank >= count;
        let bit = S::nth_bit(if far { high } else { low }, if far { rank - count } else { rank });
        let (low, high) = if far { (0, bit) } else { (bit, 0) };
        Self::of(u128::from(low) | u128::from(high) << 64)
    }
}

impl<S> BitAnd for DenseBitboard<S> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self::of(self.0 & other.0)
    }
}

impl<S> BitOr for DenseBitboard<S> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self::of(self.0 | other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::PlainSelect;
    use crate::scalar_bitboard::ScalarBitboard;

    type Dense = DenseBitboard<PlainSelect>;

    /// Both bitboards say the same of all rows of random sets, edges masked.
    #[test]
    fn it_is_what_the_wider_one_is() {
        let mut word = 1_u64;
        let mut random = || {
            word = word.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (word >> 40) as u32 & 0x1ff
        };
        let board = [0x1ff; 9];
        let (dense_board, wide_board) =
            (Dense::from_rows(&board), ScalarBitboard::<3>::from_rows(&board));
        for _ in 0..500 {
            let rows: [u32; 9] = std::array::from_fn(|_| random() & random());
            let (dense, wide) = (Dense::from_rows(&rows), ScalarBitboard::<3>::from_rows(&rows));
            let same = |dense: Dense, wide: ScalarBitboard<3>| {
                let (dense, wide) = (dense & dense_board, wide & wide_board);
                assert!((0..=9).all(|row| dense.row(row) == wide.row(row)));
                assert_eq!((dense.len(), dense.is_empty()), (wide.len(), wide.is_empty()));
            };
            same(dense, wide);
            same(dense.beside(), wide.beside());
            same(dense.beside_two(), wide.beside_two());
            same(dense_board.without(dense), wide_board.without(wide));
            for rank in 0..=dense.len() {
                same(dense.nth(rank), wide.nth(rank));
            }
            let start = (dense.nth(0), wide.nth(0));
            same(start.0.flood(dense, |_| false), start.1.flood(wide, |_| false));
            same(start.0.two_sweeps(dense, 9), start.1.two_sweeps(wide, 9));
        }
    }
}
