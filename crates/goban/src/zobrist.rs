//! Zobrist hashing: one random number for each stone on each point.

use crate::{ByColor, Color, Point, PointSet};

/// 128 bits: two different positions of a game share a number less often than hardware errs.
static STONES: ByColor<[u128; Point::COUNT]> = ByColor { black: table(1), white: table(2) };

/// The number of a stone.
pub(crate) fn stone(color: Color, point: Point) -> u128 {
    STONES[color][point.index()]
}

/// The number of a set of stones.
pub(crate) fn stones(color: Color, points: &PointSet) -> u128 {
    points.iter().fold(0, |hash, point| hash ^ stone(color, point))
}

const fn table(seed: u64) -> [u128; Point::COUNT] {
    let mut numbers = [0; Point::COUNT];
    let mut state = seed.wrapping_mul(0xD1B5_4A32_D192_ED03);
    let mut i = 0;
    while i < Point::COUNT {
        let (high, low);
        (state, high) = splitmix(state);
        (state, low) = splitmix(state);
        numbers[i] = (high as u128) << 64 | low as u128;
        i += 1;
    }
    numbers
}

/// Steele, Lea and Flood's `SplitMix64`: the next state and its output.
const fn splitmix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = state;
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    (state, z ^ z >> 31)
}
