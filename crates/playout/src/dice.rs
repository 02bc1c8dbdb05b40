//! Randomness: one xoshiro128++ stream a lane, seeded anew for every game.
//!
//! A game's stream depends on the run's seed and the game's number and on nothing else, so that
//! neither lanes nor threads nor instruction sets can change what is played.

use crate::lanes::{Halves, Words32};

/// One random stream a lane.
pub(crate) trait Rolls<V>: Copy {
    /// Streams that were never seeded.
    fn unseeded() -> Self;
    /// Starts the stream of one lane.
    fn seed(&mut self, lane: usize, state: [u32; 4]);
    /// The next random word of every lane.
    fn roll(&mut self) -> V;
}

/// Blackman and Vigna's xoshiro128++, a lane a stream.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dice<V>([V; 4]);

impl<V: Words32> Rolls<V> for Dice<V> {
    fn unseeded() -> Self {
        Self([V::splat(1); 4])
    }

    fn seed(&mut self, lane: usize, state: [u32; 4]) {
        for (words, word) in self.0.iter_mut().zip(state) {
            words.set(lane, word);
        }
    }

    #[inline(always)]
    fn roll(&mut self) -> V {
        let [a, b, c, d] = self.0;
        let word = (a + d).rotate::<7, 25>() + a;
        let (c, d) = (c ^ a, d ^ b);
        self.0 = [a ^ d, b ^ c, c ^ b.up_by::<9>(), d.rotate::<11, 21>()];
        word
    }
}

/// A stream a lane for lanes half as wide: each takes the high half of a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairedDice<V: Halves>([Dice<V::Whole>; 2]);

impl<V: Halves> Rolls<V> for PairedDice<V> {
    fn unseeded() -> Self {
        Self([Dice::unseeded(); 2])
    }

    fn seed(&mut self, lane: usize, state: [u32; 4]) {
        self.0[lane % 2].seed(lane / 2, state);
    }

    #[inline(always)]
    fn roll(&mut self) -> V {
        let [even, odd] = &mut self.0;
        V::join(even.roll(), odd.roll())
    }
}

/// The first state of a game's stream: four words of `SplitMix64`.
pub(crate) fn seed(run: u64, game: u64) -> [u32; 4] {
    let mut state = mix(run).wrapping_add(mix(!game));
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(state)
    };
    let (a, b) = (next(), next());
    // The all-zero state is the one that xoshiro never leaves.
    [a as u32 | 1, (a >> 32) as u32, b as u32, (b >> 32) as u32]
}

/// The finalizer of `SplitMix64`: a permutation of the 64-bit words.
fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
