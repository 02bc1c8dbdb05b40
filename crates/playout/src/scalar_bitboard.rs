//! A bitboard of one game: a whole board in a few words.
//!
//! Sixteen bits a row, four rows a word. Row 0 and the rows after the last lie outside the board
//! and are always empty; so are the columns beyond it, wherever a result has been masked.

use crate::bitboard::{Bitboard, PlainSelect, Select};
use std::ops::{BitAnd, BitOr};

/// A set of points of one board of at most `4 * W - 2` lines, and at most thirteen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ScalarBitboard<const W: usize>([u64; W]);

/// Every bit but the highest of each row.
const NOT_HIGHEST: u64 = 0x7fff_7fff_7fff_7fff;

impl<const W: usize> ScalarBitboard<W> {
    #[inline(always)]
    fn map(self, f: impl Fn(u64) -> u64) -> Self {
        Self::of(|i| f(self.0[i]))
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self::of(|i| f(self.0[i], other.0[i]))
    }

    /// Word by word. A plain loop: functions over arrays are not always inlined, least of all into
    /// code for another instruction set.
    #[inline(always)]
    fn of(f: impl Fn(usize) -> u64) -> Self {
        let mut words = [0; W];
        for (i, word) in words.iter_mut().enumerate() {
            *word = f(i);
        }
        Self(words)
    }
}

impl<const W: usize> Bitboard for ScalarBitboard<W> {
    const EMPTY: Self = Self([0; W]);

    #[inline(always)]
    fn from_rows(rows: &[u32]) -> Self {
        let mut bitboard = Self::EMPTY;
        for (row, &line) in (1..).zip(rows).take(4 * W - 1) {
            bitboard.0[row / 4] |= u64::from(line) << (row % 4 * 16);
        }
        bitboard
    }

    #[inline(always)]
    fn row(&self, row: usize) -> u32 {
        (self.0[row / 4] >> (row % 4 * 16)) as u32 & 0xffff
    }

    #[inline(always)]
    fn up(self) -> Self {
        self.map(|word| word << 1)
    }

    #[inline(always)]
    fn down(self) -> Self {
        self.map(|word| word >> 1 & NOT_HIGHEST)
    }

    #[inline(always)]
    fn north(self) -> Self {
        let below = |i: usize| if i == 0 { 0 } else { self.0[i - 1] };
        Self::of(|i| self.0[i] << 16 | below(i) >> 48)
    }

    #[inline(always)]
    fn south(self) -> Self {
        let above = |i: usize| if i + 1 == W { 0 } else { self.0[i + 1] };
        Self::of(|i| self.0[i] >> 16 | above(i) << 48)
    }

    #[inline(always)]
    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn nth(self, mut rank: u32) -> Self {
        let mut point = Self::EMPTY;
        for (word, place) in self.0.into_iter().zip(&mut point.0) {
            let count = word.count_ones();
            if rank < count {
                *place = PlainSelect::nth_bit(word, rank);
                return point;
            }
            rank -= count;
        }
        point
    }
}

impl<const W: usize> BitAnd for ScalarBitboard<W> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const W: usize> BitOr for ScalarBitboard<W> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}
