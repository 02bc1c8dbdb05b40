//! Random numbers that depend on the seed alone.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Dice(Xoshiro256PlusPlus);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below another, all with the same chance (the error is below one in 2^32); zero if
    /// there is none.
    #[inline]
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (((self.0.next_u64() >> 32) * end as u64) >> 32) as usize
    }

    /// A number above zero and not above one.
    #[inline]
    pub(crate) fn unit(&mut self) -> f64 {
        ((self.0.next_u64() >> 11) + 1) as f64 / (1_u64 << 53) as f64
    }

    /// One of the list.
    #[inline]
    pub(crate) fn pick<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        list.get(self.below(list.len())).copied()
    }
}
