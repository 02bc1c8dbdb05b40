//! What our result says of a published figure.

use crate::published_rate;
use kage_arena::{WinDrawLoss, p_same, wilson95};
use std::ops::RangeInclusive;

/// Fewer games of ours than this decide nothing.
const ENOUGH: u32 = 100;
/// What counts as a difference, after the correction.
const LEVEL: f64 = 0.05;
/// Before the correction: more games may change what follows from so likely a difference.
const CLOSE: RangeInclusive<f64> = 0.01..=0.2;

/// What ours say of a published figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Finding {
    Agrees,
    Differs,
    Undecided,
}

impl Finding {
    /// Weighs our result against the published one. `p` is corrected for the number of figures. They
    /// agree if they do not differ and the same side is ahead for certain, or if all that ours leave
    /// open lies within what was published.
    pub(super) fn of(published: [u32; 2], ours: WinDrawLoss, p: f64) -> Finding {
        let (theirs, mine) = (published_rate(published), wilson95(ours.points(), ours.games()));
        let sure = mine.low > 0.5 || mine.high < 0.5;
        let same_side = sure && (mine.rate > 0.5) == (theirs.rate > 0.5) && theirs.rate != 0.5;
        let within = mine.low >= theirs.low && mine.high <= theirs.high;
        match p < LEVEL {
            true => Finding::Differs,
            false if ours.games() >= ENOUGH && (same_side || within) => Finding::Agrees,
            false => Finding::Undecided,
        }
    }

    /// In a word, as on the page.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Finding::Agrees => "agrees",
            Finding::Differs => "**differs**",
            Finding::Undecided => "undecided",
        }
    }
}

/// The chance of so large a difference between a published result and ours if the rates were equal.
pub(super) fn chance([won, lost]: [u32; 2], ours: WinDrawLoss) -> f64 {
    p_same(f64::from(won), won + lost, ours.points(), ours.games())
}

/// Would more games help? Our result is undecided, or its difference is near the level.
pub(super) fn is_close(published: [u32; 2], ours: WinDrawLoss) -> bool {
    let p = chance(published, ours);
    CLOSE.contains(&p) || Finding::of(published, ours, p) == Finding::Undecided
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(wins: u32, games: u32) -> WinDrawLoss {
        WinDrawLoss { wins, draws: 0, losses: games - wins }
    }

    /// The first figure of table 3.1 is 36 of 50, or 72%.
    #[test]
    fn findings_follow_the_intervals() {
        let of = |wins, games| {
            let ours = ours(wins, games);
            Finding::of([36, 14], ours, chance([36, 14], ours))
        };
        assert_eq!(of(72, 100), Finding::Agrees);
        assert_eq!(of(20, 100), Finding::Differs);
        assert_eq!(of(30, 40), Finding::Undecided, "too few games");
        assert_eq!(of(57, 100), Finding::Undecided, "neither far from it nor surely ahead");
    }

    #[test]
    fn a_close_result_is_told_from_a_clear_one() {
        let close = |wins| is_close([36, 14], ours(wins, 100));
        assert!(!close(20) && !close(45), "it differs clearly");
        assert!(!close(72) && !close(78), "it agrees clearly");
        assert!(close(53) && close(57), "near the level, or undecided");
        assert!(is_close([25, 25], ours(58, 100)) && !is_close([25, 25], ours(50, 100)));
        assert!(!is_close([50, 0], ours(100, 100)));
    }
}
