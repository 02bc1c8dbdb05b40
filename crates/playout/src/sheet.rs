//! A bitboard of one game: a whole board in a few words.
//!
//! Sixteen bits a row, four rows a word. Row 0 and the rows after the last lie outside the board
//! and are always empty; so are the columns beyond it, wherever a result has been masked.

use std::ops::{BitAnd, BitOr, Not};

/// A set of points of one board of at most `4 * W - 2` lines, and at most thirteen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sheet<const W: usize>([u64; W]);

/// Every bit but the highest of each row.
const NOT_HIGHEST: u64 = 0x7fff_7fff_7fff_7fff;

impl<const W: usize> Sheet<W> {
    pub(crate) const EMPTY: Self = Self([0; W]);

    /// The sheet with these rows, row 1 of the board first.
    #[inline(always)]
    pub(crate) fn from_rows(rows: &[u32]) -> Self {
        let mut sheet = Self::EMPTY;
        for (row, &line) in (1..).zip(rows).take(4 * W - 1) {
            sheet.0[row / 4] |= u64::from(line) << (row % 4 * 16);
        }
        sheet
    }

    /// A row; row 0 lies outside the board.
    #[inline(always)]
    pub(crate) fn row(&self, row: usize) -> u32 {
        (self.0[row / 4] >> (row % 4 * 16)) as u32 & 0xffff
    }

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

    /// Every point one column on.
    #[inline(always)]
    pub(crate) fn up(self) -> Self {
        self.map(|word| word << 1)
    }

    /// Every point one column back.
    #[inline(always)]
    pub(crate) fn down(self) -> Self {
        self.map(|word| word >> 1 & NOT_HIGHEST)
    }

    /// Every point one row on.
    #[inline(always)]
    pub(crate) fn north(self) -> Self {
        let below = |i: usize| if i == 0 { 0 } else { self.0[i - 1] };
        Self::of(|i| self.0[i] << 16 | below(i) >> 48)
    }

    /// Every point one row back.
    #[inline(always)]
    pub(crate) fn south(self) -> Self {
        let above = |i: usize| if i + 1 == W { 0 } else { self.0[i + 1] };
        Self::of(|i| self.0[i] >> 16 | above(i) << 48)
    }

    /// What lies next to the points. It may spill over the edges of the board: mask it.
    #[inline(always)]
    pub(crate) fn beside(self) -> Self {
        (self.up() | self.down()) | (self.north() | self.south())
    }

    #[inline(always)]
    pub(crate) fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// The points that are not in the other set.
    #[inline(always)]
    pub(crate) fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// Is there no more than one point?
    #[inline(always)]
    pub(crate) fn is_single(self) -> bool {
        self.len() <= 1
    }

    /// How many points there are.
    #[inline(always)]
    pub(crate) fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The point that has so many others before it, row by row; nothing if there are no more.
    #[inline(always)]
    pub(crate) fn nth(self, mut rank: u32) -> Self {
        let mut point = Self::EMPTY;
        for (word, place) in self.0.into_iter().zip(&mut point.0) {
            let count = word.count_ones();
            if rank < count {
                *place = nth_bit(word, rank);
                return point;
            }
            rank -= count;
        }
        point
    }

    /// The points, and all that they reach inside bounds; stops as soon as `enough` of it.
    #[inline(always)]
    pub(crate) fn flood(self, within: Self, enough: impl Fn(Self) -> bool) -> Self {
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

/// The bit of a word that has so many set bits below it.
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
        word &= word - 1;
    }
    (word & word.wrapping_neg()) << base
}

impl<const W: usize> BitAnd for Sheet<W> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const W: usize> BitOr for Sheet<W> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const W: usize> Not for Sheet<W> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self.map(|word| !word)
    }
}
