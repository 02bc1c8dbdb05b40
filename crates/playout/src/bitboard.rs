//! What a playout of one game asks of its sets of points.

use std::ops::{BitAnd, BitOr};

/// The lines of the widest board that fits.
pub(crate) const LINES: usize = 13;

/// A set of points of a board, small enough for registers. Row 0 lies outside the board; shifts may
/// spill over its edges, so that their results must be masked.
pub(crate) trait Bitboard:
    Copy + PartialEq + BitAnd<Output = Self> + BitOr<Output = Self>
{
    const EMPTY: Self;

    /// The set with these rows, row 1 of the board first.
    fn from_rows(rows: &[u32]) -> Self;

    /// A row of the board, from 1; the rows outside are empty.
    fn row(&self, row: usize) -> u32;

    /// Every point one column on.
    fn up(self) -> Self;

    /// Every point one column back.
    fn down(self) -> Self;

    /// Every point one row on.
    fn north(self) -> Self;

    /// Every point one row back.
    fn south(self) -> Self;

    /// How many points there are.
    fn len(self) -> u32;

    fn is_empty(self) -> bool;

    /// The points that are not in the other set.
    fn without(self, other: Self) -> Self;

    /// The point that has so many others before it, row by row; nothing if there are no more.
    fn nth(self, rank: u32) -> Self;

    /// As far as two sweeps of the lanes go from the points inside bounds: north and south, row by row,
    /// twice.
    #[inline(always)]
    fn two_sweeps(self, within: Self, lines: usize) -> Self {
        let mut rows = [0; LINES];
        for (row, line) in rows[..lines].iter_mut().enumerate() {
            *line = self.row(row + 1);
        }
        let mut grow = |row: usize, before: u32| {
            let line = rows[row];
            rows[row] = (line | line << 1 | line >> 1 | before) & within.row(row + 1);
            rows[row]
        };
        for _ in 0..2 {
            (0..lines).fold(0, |before, row| grow(row, before));
            (0..lines).rev().fold(0, |before, row| grow(row, before));
        }
        Self::from_rows(&rows)
    }

    /// What lies next to the points.
    #[inline(always)]
    fn beside(self) -> Self {
        (self.up() | self.down()) | (self.north() | self.south())
    }

    /// What lies next to two of the points or more.
    #[inline(always)]
    fn beside_two(self) -> Self {
        let (up, down, north, south) = (self.up(), self.down(), self.north(), self.south());
        ((up & down) | (north & south)) | ((up | down) & (north | south))
    }

    /// Is there no more than one point?
    #[inline(always)]
    fn is_single(self) -> bool {
        self.len() <= 1
    }

    /// The points, and all that they reach inside bounds; stops as soon as `enough` of it.
    #[inline(always)]
    fn flood(self, within: Self, enough: impl Fn(Self) -> bool) -> Self {
        let mut reached = self;
        while !enough(reached) {
            let more = (reached.beside() & within) | reached;
            if more == reached {
                break;
            }
            reached = more;
        }
        reached
    }
}

/// How the bits of a word are counted off; a processor may have an instruction for it.
pub(crate) trait Select: Copy {
    /// The bit of a word that has so many set bits below it; nothing if there are no more.
    fn nth_bit(word: u64, rank: u32) -> u64;
}

/// With the instructions that every processor has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlainSelect;

impl Select for PlainSelect {
    #[inline(always)]
    fn nth_bit(word: u64, rank: u32) -> u64 {
        let (mut word, mut rank, mut base) = (word, rank, 0);
        for half in [32, 16] {
            let count = (word & ((1 << half) - 1)).count_ones();
            let far = rank >= count;
            rank -= if far { count } else { 0 };
            base += if far { half } else { 0 };
            word >>= if far { half } else { 0 };
        }
        for _ in 0..rank {
            word &= word.wrapping_sub(1);
        }
        (word & word.wrapping_neg()) << base
    }
}
