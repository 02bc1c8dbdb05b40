//! A fair choice: one of the candidates of each lane, all equally likely.

use crate::lanes::Lanes;
use crate::rows::Rows;

/// One point in every lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pick<V, const H: usize> {
    /// The point.
    pub(crate) point: Rows<V, H>,
    /// The points next to it, perhaps spilling over the edge of the board.
    pub(crate) around: Rows<V, H>,
    /// Mask: there is a point.
    pub(crate) some: V,
    /// Mask: there was none to choose from.
    pub(crate) stuck: V,
}

/// Picks the candidate whose rank is the high half of `random` times the number of candidates.
///
/// That is fair but for the lowest products, which some ranks have one more of than others
/// (Lemire, *Fast random integer generation in an interval*): a lane that meets one of those picks
/// nothing, and tries again in the next step with another random number.
#[inline(always)]
pub(crate) fn pick<V: Lanes, const H: usize>(candidates: &Rows<V, H>, random: V) -> Pick<V, H> {
    let mut sums = [V::ZERO; H];
    for row in 1..H - 1 {
        sums[row] = sums[row - 1] + candidates[row].count_ones();
    }
    let total: V = sums[H - 2];
    let (rank, low) = random.multiply(total);

    let after = rank + V::splat(1);
    let mut beyond = !V::ZERO;
    let mut here = [V::ZERO; H];
    let mut line = V::ZERO;
    let mut skipped = V::ZERO;
    for row in 1..H - 1 {
        let further = after.exceeds(sums[row]);
        here[row] = beyond & !further;
        beyond = further;
        line = line | (candidates[row] & here[row]);
        skipped = skipped.max(sums[row] & further);
    }
    let mut bit = select::<V, H>(line, rank - skipped);
    if low.below(total).any() {
        bit = bit & !unfair(low, total);
    }

    let beside = bit.up() | bit.down();
    let mut point = [V::ZERO; H];
    let mut around = [V::ZERO; H];
    for row in 1..H - 1 {
        point[row] = here[row] & bit;
    }
    for row in 1..H - 1 {
        around[row] = (here[row] & beside) | (point[row - 1] | point[row + 1]);
    }
    Pick { point, around, some: bit.nonzero(), stuck: total.equals(V::ZERO) }
}

/// The bit of `line` that has `rank` set bits below it.
#[inline(always)]
fn select<V: Lanes, const H: usize>(mut line: V, rank: V) -> V {
    // A row has H - 2 bits at most, so no more than H - 3 lie below the one.
    for passed in 0..H as u32 - 3 {
        // A mask is minus one: this clears the lowest bit, or nothing.
        line = line & (line + rank.exceeds(V::splat(passed)));
    }
    line & (V::ZERO - line)
}

/// The lanes whose low product falls among those that would make a choice unfair.
#[cold]
#[inline(never)]
fn unfair<V: Lanes>(low: V, total: V) -> V {
    let mut mask = V::ZERO;
    for lane in 0..V::COUNT {
        let (low, total) = (u64::from(low.get(lane)), u64::from(total.get(lane)));
        if total != 0 && low < (1 << V::BITS) % total {
            mask.set(lane, u32::MAX);
        }
    }
    mask
}
