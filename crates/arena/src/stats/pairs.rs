//! Games in pairs.
//!
//! Two games with one seed and swapped colours are not independent: where Black has the better start,
//! most pairs end one to one. The counts of the five possible results of a pair give the real precision
//! of the rate.

use super::Interval;
use super::interval::{wilson, wilson95};
use crate::GameRow;
use std::collections::BTreeMap;

/// How many virtual pairs of independent games are added to the estimate of the variance when the
/// observed pairs vary less than independent games would. A few pairs that all ended one to one do not
/// prove that all will. With this number the coverage is as stated when most pairs end alike.
const PRIOR_PAIRS: f64 = 5.0;

/// Pairs of games, by the first player's points.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pairs {
    /// How many pairs gave 0, ½, 1, 1½ and 2 points.
    pub counts: [u64; 5],
}

impl Pairs {
    /// The pairs of a pairing's games: 2k and 2k+1 belong together, in whatever order they come.
    /// The first player is player 0, a draw is half a point, and an incomplete pair is left out.
    pub fn of(games: &[GameRow]) -> Pairs {
        let halves: BTreeMap<u32, usize> =
            games.iter().map(|row| (row.game, half_points(row))).collect();
        let mut pairs = Pairs::default();
        for (game, first) in halves.iter().filter(|(game, _)| *game % 2 == 0) {
            if let Some(second) = halves.get(&(game + 1)) {
                pairs.counts[first + second] += 1;
            }
        }
        pairs
    }

    /// Adds other pairs of the same two players.
    pub fn add(&mut self, other: Pairs) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
    }

    /// The same pairs, as the second player sees them.
    pub fn reversed(mut self) -> Pairs {
        self.counts.reverse();
        self
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        2 * self.counts.iter().sum::<u64>()
    }

    /// The first player's points a game; a half without games.
    pub fn mean(&self) -> f64 {
        let pairs = self.count();
        if pairs == 0.0 {
            return 0.5;
        }
        self.cells().iter().map(|(rate, count)| rate * count).sum::<f64>() / pairs
    }

    /// The mean with its 95% interval: Wilson's, for the number of independent games that would have the
    /// same precision as these pairs.
    ///
    /// Pairs that vary more than independent games count for fewer than two games each. Those that
    /// vary less count for more, but conservatively. Where one side made all points the variance is
    /// unknown, and the interval is Wilson's for the games.
    ///
    /// ```
    /// use kage_arena::{Pairs, wilson95};
    /// // As independent games fall; mostly one to one; and always alike.
    /// let width = |counts| { let i = Pairs { counts }.interval95(); i.high - i.low };
    /// let games = wilson95(100.0, 200);
    /// assert!((width([25, 0, 50, 0, 25]) - (games.high - games.low)).abs() < 0.002);
    /// assert!(width([5, 0, 90, 0, 5]) < 0.1 && width([50, 0, 0, 0, 50]) > 0.19);
    /// assert_eq!(Pairs { counts: [0, 0, 0, 0, 10] }.interval95(), wilson95(20.0, 20));
    /// ```
    pub fn interval95(&self) -> Interval {
        if self.games() == 0 {
            return wilson95(0.0, 0);
        }
        let rate = self.mean();
        let of_a_game = rate * (1.0 - rate);
        if of_a_game <= 0.0 {
            return wilson(rate, self.games() as f64);
        }
        wilson(rate, self.count() * of_a_game / self.variance(rate))
    }

    /// The variance of a pair's points a game, estimated conservatively.
    fn variance(&self, mean: f64) -> f64 {
        let squares: f64 =
            self.cells().iter().map(|(rate, count)| count * (rate - mean).powi(2)).sum();
        let free = self.count() - 1.0;
        let independent = mean * (1.0 - mean) / 2.0;
        if squares > free * independent {
            return squares / free.max(1.0);
        }
        (squares + PRIOR_PAIRS * independent) / (free + PRIOR_PAIRS)
    }

    fn count(&self) -> f64 {
        self.counts.iter().sum::<u64>() as f64
    }

    /// The cells: points a game, and how many pairs.
    pub(super) fn cells(&self) -> [(f64, f64); 5] {
        std::array::from_fn(|cell| (cell as f64 / 4.0, self.counts[cell] as f64))
    }
}

/// Player 0's half points.
fn half_points(row: &GameRow) -> usize {
    match row.winner {
        Some(0) => 2,
        Some(_) => 0,
        None => 1,
    }
}
