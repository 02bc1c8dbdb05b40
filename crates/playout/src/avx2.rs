//! The vectors of x86-64 machines with AVX2.
//!
//! The only file of this crate with `unsafe` in it. Its vectors exist only inside
//! [`Avx2::play`], and an [`Avx2`] only where the CPU has been asked: that is what every `SAFETY`
//! below relies on.
#![allow(unsafe_code, reason = "the one fenced file: intrinsics need it")]

use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};

use crate::bitboard::Select;
use crate::dense_bitboard::DenseBitboard;
use crate::dice::{Dice, PairedDice};
use crate::lane_batch::{self, Job, Sink};
use crate::lanes::{Halves, Lanes, Words32};
use crate::playouts::{Eyes, WrongSize};
use crate::scalar_bitboard::ScalarBitboard;
use crate::solo;

/// The knowledge that this CPU has what this file needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// Asks the CPU.
    pub(crate) fn detect() -> Option<Avx2> {
        let available = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        available.then_some(Avx2(()))
    }

    /// Plays all games of a job.
    pub(crate) fn play(self, job: Job<'_>, sink: Sink<'_>) -> Result<(), WrongSize> {
        match job.eyes {
            Eyes::Diagonals => self.play_with::<false>(job, sink),
            Eyes::Walls => self.play_with::<true>(job, sink),
        }
    }

    fn play_with<const WALLS: bool>(self, job: Job<'_>, sink: Sink<'_>) -> Result<(), WrongSize> {
        // SAFETY: `self` exists, so the CPU has all that these functions enable.
        unsafe {
            match job.size.get() {
                ..=9 if job.is_small() => play_few_small::<WALLS>(job, sink),
                10..=solo::LINES if job.is_small() => play_few_medium::<WALLS>(job, sink),
                ..=9 => play_small::<WALLS>(job, sink),
                10..=13 => play_medium::<WALLS>(job, sink),
                14.. => play_large::<WALLS>(job, sink),
            }
        }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn play_small<const WALLS: bool>(job: Job<'_>, sink: Sink<'_>) -> Result<(), WrongSize> {
    lane_batch::play::<Avx2x16, 11, WALLS>(job, sink)
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn play_medium<const WALLS: bool>(job: Job<'_>, sink: Sink<'_>) -> Result<(), WrongSize> {
    lane_batch::play::<Avx2x16, 15, WALLS>(job, sink)
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn play_large<const WALLS: bool>(job: Job<'_>, sink: Sink<'_>) -> Result<(), WrongSize> {
    lane_batch::play::<Avx2x8, 21, WALLS>(job, sink)
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn play_few_small<const WALLS: bool>(job: Job<'_>, sink: Sink<'_>) -> Result<(), WrongSize> {
    solo::play::<DenseBitboard<Bmi2>, WALLS>(job, sink)
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn play_few_medium<const WALLS: bool>(job: Job<'_>, sink: Sink<'_>) -> Result<(), WrongSize> {
    solo::play::<ScalarBitboard<4>, WALLS>(job, sink)
}

/// Bits counted off with an instruction of BMI2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bmi2;

impl Select for Bmi2 {
    #[inline(always)]
    fn nth_bit(word: u64, rank: u32) -> u64 {
        // SAFETY: it is used only inside `Avx2::play`, where the CPU is known to have BMI2.
        unsafe { _pdep_u64(1 << rank, word) }
    }
}

macro_rules! avx2 {
    ($name:ident, $word:ty, $count:literal, $add:ident, $sub:ident, $splat:ident, $equals:ident,
     $exceeds:ident, $max:ident, $min:ident, $shift_down:ident, $rolls:ty, $count_ones:ident, $multiply:ident) => {
        /// Lanes of an AVX2 register.
        #[derive(Clone, Copy, Debug)]
        #[repr(transparent)]
        pub(crate) struct $name(__m256i);

        avx2!(@operator $name, BitAnd, bitand, _mm256_and_si256);
        avx2!(@operator $name, BitOr, bitor, _mm256_or_si256);
        avx2!(@operator $name, BitXor, bitxor, _mm256_xor_si256);
        avx2!(@operator $name, Add, add, $add);
        avx2!(@operator $name, Sub, sub, $sub);

        impl Not for $name {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                // SAFETY: the CPU has AVX2; see the head of this file.
                Self(unsafe { _mm256_xor_si256(self.0, _mm256_set1_epi8(-1)) })
            }
        }

        impl Lanes for $name {
            type Rolls = $rolls;
            const COUNT: usize = $count;
            const BITS: u32 = <$word>::BITS;
            // SAFETY: every bit pattern is a vector.
            const ZERO: Self = Self(unsafe { std::mem::transmute::<[u64; 4], __m256i>([0; 4]) });

            #[inline(always)]
            fn splat(word: u32) -> Self {
                // SAFETY: the CPU has AVX2; see the head of this file.
                Self(unsafe { $splat(word as _) })
            }
            #[inline(always)]
            fn get(&self, lane: usize) -> u32 {
                // SAFETY: a vector is as large as the array of its words, aligned no worse, and
                // every bit pattern is a valid array.
                let words: &[$word; $count] = unsafe { &*(&raw const *self).cast() };
                u32::from(words[lane])
            }
            #[inline(always)]
            fn set(&mut self, lane: usize, word: u32) {
                // SAFETY: as in `get`, and every array is a valid vector.
                let words: &mut [$word; $count] = unsafe { &mut *(&raw mut *self).cast() };
                words[lane] = word as $word;
            }
            #[inline(always)]
            fn up(self) -> Self {
                self + self
            }
            #[inline(always)]
            fn down(self) -> Self {
                // SAFETY: the CPU has AVX2; see the head of this file.
                Self(unsafe { $shift_down::<1>(self.0) })
            }
            #[inline(always)]
            fn equals(self, other: Self) -> Self {
                // SAFETY: the CPU has AVX2; see the head of this file.
                Self(unsafe { $equals(self.0, other.0) })
            }
            #[inline(always)]
            fn exceeds(self, other: Self) -> Self {
                // SAFETY: the CPU has AVX2; see the head of this file.
                Self(unsafe { $exceeds(self.0, other.0) })
            }
            #[inline(always)]
            fn below(self, other: Self) -> Self {
                // SAFETY: the CPU has AVX2; see the head of this file.
                !self.equals(Self(unsafe { $max(self.0, other.0) }))
            }
            #[inline(always)]
            fn both(self, other: Self) -> Self {
                // SAFETY: the CPU has AVX2; see the head of this file.
                Self(unsafe { $min(self.0, other.0) })
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                // SAFETY: the CPU has AVX2; see the head of this file.
                Self(unsafe { $max(self.0, other.0) })
            }
            #[inline(always)]
            fn count_ones(self) -> Self {
                // SAFETY: the CPU has AVX2; see the head of this file.
                Self(unsafe { $count_ones(self.0) })
            }
            #[inline(always)]
            fn multiply(self, other: Self) -> (Self, Self) {
                // SAFETY: the CPU has AVX2; see the head of this file.
                let (high, low) = unsafe { $multiply(self.0, other.0) };
                (Self(high), Self(low))
            }
            #[inline(always)]
            fn any(self) -> bool {
                // SAFETY: the CPU has AVX2; see the head of this file.
                unsafe { _mm256_testz_si256(self.0, self.0) == 0 }
            }
        }
    };
    (@operator $name:ident, $trait:ident, $method:ident, $intrinsic:ident) => {
        impl $trait for $name {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: the CPU has AVX2; see the head of this file.
                Self(unsafe { $intrinsic(self.0, other.0) })
            }
        }
    };
}

avx2!(
    Avx2x16,
    u16,
    16,
    _mm256_add_epi16,
    _mm256_sub_epi16,
    _mm256_set1_epi16,
    _mm256_cmpeq_epi16,
    _mm256_cmpgt_epi16,
    _mm256_max_epu16,
    _mm256_min_epu16,
    _mm256_srli_epi16,
    PairedDice<Avx2x16>,
    count_ones_16,
    multiply_16
);
avx2!(
    Avx2x8,
    u32,
    8,
    _mm256_add_epi32,
    _mm256_sub_epi32,
    _mm256_set1_epi32,
    _mm256_cmpeq_epi32,
    _mm256_cmpgt_epi32,
    _mm256_max_epu32,
    _mm256_min_epu32,
    _mm256_srli_epi32,
    Dice<Avx2x8>,
    count_ones_32,
    multiply_32
);

impl Words32 for Avx2x8 {
    #[inline(always)]
    fn rotate<const N: i32, const M: i32>(self) -> Self {
        // SAFETY: the CPU has AVX2; see the head of this file.
        Self(unsafe {
            _mm256_or_si256(_mm256_slli_epi32::<N>(self.0), _mm256_srli_epi32::<M>(self.0))
        })
    }
    #[inline(always)]
    fn up_by<const N: i32>(self) -> Self {
        // SAFETY: the CPU has AVX2; see the head of this file.
        Self(unsafe { _mm256_slli_epi32::<N>(self.0) })
    }
}

impl Halves for Avx2x16 {
    type Whole = Avx2x8;

    #[inline(always)]
    fn join(even: Avx2x8, odd: Avx2x8) -> Self {
        // SAFETY: the CPU has AVX2; see the head of this file.
        Self(unsafe { _mm256_blend_epi16::<0xaa>(_mm256_srli_epi32::<16>(even.0), odd.0) })
    }
}

/// How many bits each byte has.
#[inline]
#[target_feature(enable = "avx2")]
fn count_ones_8(words: __m256i) -> __m256i {
    let nibble = _mm256_set1_epi8(15);
    let ones = _mm256_setr_epi8(
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3,
        3, 4,
    );
    let low = _mm256_and_si256(words, nibble);
    let high = _mm256_and_si256(_mm256_srli_epi16::<4>(words), nibble);
    _mm256_add_epi8(_mm256_shuffle_epi8(ones, low), _mm256_shuffle_epi8(ones, high))
}

#[inline]
#[target_feature(enable = "avx2")]
fn count_ones_16(words: __m256i) -> __m256i {
    _mm256_maddubs_epi16(count_ones_8(words), _mm256_set1_epi8(1))
}

#[inline]
#[target_feature(enable = "avx2")]
fn count_ones_32(words: __m256i) -> __m256i {
    _mm256_madd_epi16(count_ones_16(words), _mm256_set1_epi16(1))
}

#[inline]
#[target_feature(enable = "avx2")]
fn multiply_16(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    (_mm256_mulhi_epu16(a, b), _mm256_mullo_epi16(a, b))
}

#[inline]
#[target_feature(enable = "avx2")]
fn multiply_32(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    let even = _mm256_mul_epu32(a, b);
    let odd = _mm256_mul_epu32(_mm256_srli_epi64::<32>(a), _mm256_srli_epi64::<32>(b));
    let high = _mm256_blend_epi32::<0xaa>(_mm256_srli_epi64::<32>(even), odd);
    let low = _mm256_blend_epi32::<0xaa>(even, _mm256_slli_epi64::<32>(odd));
    (high, low)
}
