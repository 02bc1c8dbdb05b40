//! The effective sample size of a series of worlds.

use crate::World;
use kage_goban::{Color, Point, PointSet};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A series of worlds, in the order they were drawn, and its effective sample size.
///
/// ```
/// use kage_belief::SampleDiagnostics;
/// use kage_goban::{Color, PointSet};
///
/// let mut series = SampleDiagnostics::new(4);
/// let (a1, b1) = ("A1".parse().unwrap(), "B1".parse().unwrap());
/// for draw in 0..4000_u32 {
///     // No chain ever moves: four chains are worth four worlds, however many are drawn.
///     let point = if draw % 4 < 2 { a1 } else { b1 };
///     series.add_stones(PointSet::of(point), u64::from(draw % 4));
/// }
/// assert_eq!(series.worlds(), 4000);
/// assert_eq!(series.distinct(), 4);
/// assert!(series.effective_sample_size() < 10.0);
/// ```
#[derive(Clone, Debug)]
pub struct SampleDiagnostics {
    chains: usize,
    stones: Vec<PointSet>,
    seen: HashSet<u64>,
}

/// Points that hold a stone in fewer worlds than this share, or in nearly all, are left out.
const RARE: f64 = 0.05;

impl SampleDiagnostics {
    /// A series drawn from this number of chains in turn.
    pub fn new(chains: usize) -> SampleDiagnostics {
        SampleDiagnostics { chains: chains.max(1), stones: Vec::new(), seen: HashSet::new() }
    }

    /// Adds the next world of the series. The hidden stones are those of this colour.
    pub fn add(&mut self, world: &World, color: Color) {
        let mut hasher = DefaultHasher::new();
        world.plays().hash(&mut hasher);
        world.stones(color).hash(&mut hasher);
        self.add_stones(world.stones(color), hasher.finish());
    }

    /// Adds the hidden stones of the next world, and a number that identifies the world.
    pub fn add_stones(&mut self, stones: PointSet, name: u64) {
        self.stones.push(stones);
        self.seen.insert(name);
    }

    /// The number of worlds.
    pub fn worlds(&self) -> usize {
        self.stones.len()
    }

    /// The number of different worlds.
    pub fn distinct(&self) -> usize {
        self.seen.len()
    }

    /// The share of the worlds in which a point holds a stone.
    pub fn share(&self, point: Point) -> f64 {
        let held = self.stones.iter().filter(|stones| stones.contains(point)).count();
        held as f64 / self.stones.len().max(1) as f64
    }

    /// The number of independent worlds that would give the share of a point as exactly as this series does: the least
    /// over all points that hold a stone in 5% to 95% of the worlds.
    ///
    /// Chains count as independent. Within a chain, autocorrelations are summed by Geyer's rule. A series without such
    /// a point counts in full.
    pub fn effective_sample_size(&self) -> f64 {
        let all = self.stones.len() as f64;
        self.slowest().map_or(all, |(_, worth)| worth.min(all))
    }

    /// The point whose share is known least exactly, and the effective sample size there.
    pub fn slowest(&self) -> Option<(Point, f64)> {
        let all = self.stones.iter().fold(PointSet::EMPTY, |sum, stones| sum | *stones);
        let sizes = all.iter().filter_map(|point| Some((point, self.worth(point)?)));
        sizes.min_by(|(_, a), (_, b)| a.total_cmp(b))
    }

    fn worth(&self, point: Point) -> Option<f64> {
        let share = self.share(point);
        if !(RARE..=1.0 - RARE).contains(&share) {
            return None;
        }
        let length = self.stones.len() / self.chains;
        let series: Vec<Vec<f64>> = (0..self.chains)
            .map(|chain| {
                let held = |draw: usize| self.stones[draw * self.chains + chain].contains(point);
                (0..length).map(|draw| f64::from(u8::from(held(draw))) - share).collect()
            })
            .collect();
        Some((length * self.chains) as f64 / correlation_time(&series, share * (1.0 - share)))
    }
}

/// One plus twice the sum of the autocorrelations, about the mean of all chains, so that chains which stay apart count
/// as correlated. Geyer's rule ends the sum: pairs of lags are added as long as their sum is positive.
fn correlation_time(series: &[Vec<f64>], variance: f64) -> f64 {
    let length = series.first().map_or(0, Vec::len);
    let at_lag = |lag: usize| {
        let products = series.iter().flat_map(|s| s.iter().zip(&s[lag..]).map(|(a, b)| a * b));
        products.sum::<f64>() / ((length - lag).max(1) * series.len()) as f64 / variance
    };
    let mut time = -1.0;
    for pair in 0..length / 2 {
        let both = at_lag(2 * pair) + at_lag(2 * pair + 1);
        if both <= 0.0 {
            break;
        }
        time += 2.0 * both;
    }
    time.max(f64::MIN_POSITIVE)
}
