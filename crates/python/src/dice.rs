//! Random numbers that depend on a seed alone.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Dice(Xoshiro256PlusPlus);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The next seed of a sequence.
    pub(crate) fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below another, all with the same chance (the error is below one in 2^32); zero if there is
    /// none.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (((self.0.next_u64() >> 32) * end as u64) >> 32) as usize
    }
}
