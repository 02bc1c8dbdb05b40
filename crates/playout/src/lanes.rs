//! What the kernel asks of a vector: one word a game, many games side by side.
//!
//! The kernel is written once, over [`Lanes`]. Here are the trait and the portable vectors, plain
//! arrays that any compiler can turn into whatever the target has; `avx2` holds the others.

use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};

use crate::dice::{Dice, PairedDice, Rolls};
use crate::kernel::{LaneBoard, LaneGames, LaneStep};

/// A vector of unsigned words, one to a lane, and each lane a game.
///
/// A *mask* is such a vector whose words are all ones (yes) or zero (no).
pub(crate) trait Lanes:
    Copy
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
{
    /// One random stream a lane.
    type Rolls: Rolls<Self>;
    /// How many games lie side by side.
    const COUNT: usize;
    /// How many bits a lane has.
    const BITS: u32;
    /// Every bit of every lane zero.
    const ZERO: Self;

    /// The same word in every lane.
    fn splat(word: u32) -> Self;
    /// The word in a lane.
    fn get(&self, lane: usize) -> u32;
    /// Puts a word into a lane.
    fn set(&mut self, lane: usize, word: u32);
    /// Every word one bit up.
    fn up(self) -> Self;
    /// Every word one bit down.
    fn down(self) -> Self;
    /// A mask of the lanes where the words are equal.
    fn equals(self, other: Self) -> Self;
    /// A mask of the lanes where `self` is greater; both are read as signed.
    fn exceeds(self, other: Self) -> Self;
    /// A mask of the lanes where `self` is smaller; both are read as unsigned.
    fn below(self, other: Self) -> Self;
    /// The smaller words, read as unsigned: not zero where both are not.
    fn both(self, other: Self) -> Self;
    /// The greater words, read as unsigned.
    fn max(self, other: Self) -> Self;
    /// How many bits are set, lane by lane.
    fn count_ones(self) -> Self;
    /// The double-width product, lane by lane: its high words and its low words.
    fn multiply(self, other: Self) -> (Self, Self);
    /// Is any bit of any lane set?
    fn any(self) -> bool;

    /// One step of all games, with eyes by their walls or by their diagonals.
    #[inline(always)]
    fn step<const H: usize, const WALLS: bool>(
        games: &mut LaneGames<Self, H>,
        ground: &LaneBoard<Self, H>,
        filling: bool,
    ) -> LaneStep<Self, H> {
        games.step::<WALLS>(ground, filling)
    }
    /// A mask of the lanes that are not zero.
    #[inline(always)]
    fn nonzero(self) -> Self {
        !self.equals(Self::ZERO)
    }
    /// The lanes where a mask says yes.
    #[inline(always)]
    fn chosen(self) -> impl Iterator<Item = usize> {
        (0..Self::COUNT).filter(move |&lane| self.get(lane) != 0)
    }
    /// `self` where the mask says yes, `other` where it says no.
    #[inline(always)]
    fn or_else(self, mask: Self, other: Self) -> Self {
        (self & mask) | (other & !mask)
    }
}

/// Vectors of 32-bit words, which random streams are made of.
pub(crate) trait Words32: Lanes {
    /// Every word rotated upwards by `N` bits.
    fn rotate<const N: i32, const M: i32>(self) -> Self;
    /// Every word `N` bits up.
    fn up_by<const N: i32>(self) -> Self;
}

/// Vectors of 16-bit words, which take their randomness from two vectors of 32-bit words.
pub(crate) trait Halves: Lanes {
    /// The vector with words twice as wide, and half as many.
    type Whole: Words32;
    /// The high halves of the words: those of `even` in the even lanes, of `odd` in the odd ones.
    fn join(even: Self::Whole, odd: Self::Whole) -> Self;
}

macro_rules! portable {
    ($name:ident, $word:ty, $double:ty, $signed:ty, $count:literal, $rolls:ty) => {
        /// Portable lanes.
        #[derive(Clone, Copy, Debug)]
        #[repr(align(32))]
        pub(crate) struct $name([$word; $count]);

        impl $name {
            #[inline(always)]
            fn zip(self, other: Self, f: impl Fn($word, $word) -> $word) -> Self {
                let mut out = self;
                for (a, b) in out.0.iter_mut().zip(other.0) {
                    *a = f(*a, b);
                }
                out
            }
            #[inline(always)]
            fn map(self, f: impl Fn($word) -> $word) -> Self {
                let mut out = self;
                for a in &mut out.0 {
                    *a = f(*a);
                }
                out
            }
        }

        portable!(@operator $name, BitAnd, bitand, |a, b| a & b);
        portable!(@operator $name, BitOr, bitor, |a, b| a | b);
        portable!(@operator $name, BitXor, bitxor, |a, b| a ^ b);
        portable!(@operator $name, Add, add, |a, b| a.wrapping_add(b));
        portable!(@operator $name, Sub, sub, |a, b| a.wrapping_sub(b));

        impl Not for $name {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                self.map(|a| !a)
            }
        }

        impl Lanes for $name {
            type Rolls = $rolls;
            const COUNT: usize = $count;
            const BITS: u32 = <$word>::BITS;
            const ZERO: Self = Self([0; $count]);

            // Compiled once, not once a observer: portable vectors keep the compiler busy.
            #[inline(never)]
            fn step<const H: usize, const WALLS: bool>(
                games: &mut LaneGames<Self, H>,
                ground: &LaneBoard<Self, H>,
                filling: bool,
            ) -> LaneStep<Self, H> {
                games.step::<WALLS>(ground, filling)
            }
            #[inline(always)]
            fn splat(word: u32) -> Self {
                Self([word as $word; $count])
            }
            #[inline(always)]
            fn get(&self, lane: usize) -> u32 {
                u32::from(self.0[lane])
            }
            #[inline(always)]
            fn set(&mut self, lane: usize, word: u32) {
                self.0[lane] = word as $word;
            }
            #[inline(always)]
            fn up(self) -> Self {
                self.map(|a| a << 1)
            }
            #[inline(always)]
            fn down(self) -> Self {
                self.map(|a| a >> 1)
            }
            #[inline(always)]
            fn equals(self, other: Self) -> Self {
                self.zip(other, |a, b| <$word>::from(a == b).wrapping_neg())
            }
            #[inline(always)]
            fn exceeds(self, other: Self) -> Self {
                self.zip(other, |a, b| <$word>::from(a as $signed > b as $signed).wrapping_neg())
            }
            #[inline(always)]
            fn below(self, other: Self) -> Self {
                self.zip(other, |a, b| <$word>::from(a < b).wrapping_neg())
            }
            #[inline(always)]
            fn both(self, other: Self) -> Self {
                self.zip(other, |a, b| b & <$word>::from(a != 0).wrapping_neg())
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                self.zip(other, |a, b| a.max(b))
            }
            #[inline(always)]
            fn count_ones(self) -> Self {
                self.map(|a| a.count_ones() as $word)
            }
            #[inline(always)]
            fn multiply(self, other: Self) -> (Self, Self) {
                let product = |a, b| <$double>::from(a) * <$double>::from(b);
                (
                    self.zip(other, |a: $word, b: $word| (product(a, b) >> <$word>::BITS) as $word),
                    self.zip(other, |a: $word, b: $word| a.wrapping_mul(b)),
                )
            }
            #[inline(always)]
            fn any(self) -> bool {
                self.0.iter().fold(0, |all, &a| all | a) != 0
            }
        }
    };
    (@operator $name:ident, $trait:ident, $method:ident, $f:expr) => {
        impl $trait for $name {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.zip(other, $f)
            }
        }
    };
}

portable!(Portable16, u16, u32, i16, 16, PairedDice<Portable16>);
portable!(Portable32, u32, u64, i32, 8, Dice<Portable32>);

impl Words32 for Portable32 {
    #[inline(always)]
    fn rotate<const N: i32, const M: i32>(self) -> Self {
        self.map(|a| a.rotate_left(N as u32))
    }
    #[inline(always)]
    fn up_by<const N: i32>(self) -> Self {
        self.map(|a| a << N)
    }
}

impl Halves for Portable16 {
    type Whole = Portable32;

    #[inline(always)]
    fn join(even: Portable32, odd: Portable32) -> Self {
        Self(std::array::from_fn(|lane| {
            let words = if lane % 2 == 0 { even } else { odd };
            (words.0[lane / 2] >> 16) as u16
        }))
    }
}
