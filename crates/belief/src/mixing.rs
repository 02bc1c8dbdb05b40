//! How many independent worlds a series of worlds is worth.

use crate::World;
use kage_goban::{Color, Point, PointSet};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A series of worlds, as they were drawn, and what it is worth.
///
/// ```
/// use kage_belief::Mixing;
/// use kage_goban::{Color, PointSet};
///
/// let mut mixing = Mixing::new(4);
/// let (a1, b1) = ("A1".parse().unwrap(), "B1".parse().unwrap());
/// for draw in 0..4000_u32 {
///     // Each chain stays where it is: four chains are worth four worlds, however often drawn.
///     let point = if draw % 4 < 2 { a1 } else { b1 };
///     mixing.add_stones(PointSet::of(point), u64::from(draw % 4));
/// }
/// assert_eq!(mixing.worlds(), 4000);
/// assert_eq!(mixing.distinct(), 4);
/// assert!(mixing.effective_sample_size() < 10.0);
/// ```
#[derive(Clone, Debug)]
pub struct Mixing {
    chains: usize,
    stones: Vec<PointSet>,
    seen: HashSet<u64>,
}

/// Points that hold a stone more seldom than this, or more often than the rest, say little.
const RARE: f64 = 0.05;

impl Mixing {
    /// A series drawn from so many chains in turn.
    pub fn new(chains: usize) -> Mixing {
        Mixing { chains: chains.max(1), stones: Vec::new(), seen: HashSet::new() }
    }

    /// The next world of the series, of which the stones of a colour are looked at.
    pub fn add(&mut self, world: &World, color: Color) {
        let mut hasher = DefaultHasher::new();
        world.plays().hash(&mut hasher);
        world.stones(color).hash(&mut hasher);
        self.add_stones(world.stones(color), hasher.finish());
    }

    /// The next world of the series: its hidden stones, and a number that tells it from others.
    pub fn add_stones(&mut self, stones: PointSet, name: u64) {
        self.stones.push(stones);
        self.seen.insert(name);
    }

    /// How many worlds there are.
    pub fn worlds(&self) -> usize {
        self.stones.len()
    }

    /// How many of them differ.
    pub fn distinct(&self) -> usize {
        self.seen.len()
    }

    /// How often a point holds a stone.
    pub fn share(&self, point: Point) -> f64 {
        let held = self.stones.iter().filter(|stones| stones.contains(point)).count();
        held as f64 / self.stones.len().max(1) as f64
    }

    /// The least, over all points that are neither nearly always nor nearly never taken, of the
    /// number of independent worlds that would tell its share as exactly as this series does.
    ///
    /// The error of a share is found from the worlds themselves: chains are independent, and within
    /// a chain correlation is summed as far as it can be seen. A series in which no point is in
    /// doubt is worth all its worlds.
    pub fn effective_sample_size(&self) -> f64 {
        let all = self.stones.len() as f64;
        self.slowest().map_or(all, |(_, worth)| worth.min(all))
    }

    /// The point whose share is known least exactly, and how many worlds the series is worth there.
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

/// One plus twice the sum of the autocorrelations, about the mean of all chains, so that chains
/// which stay apart count as correlated. Geyer's rule ends the sum: pairs of lags as long as they
/// are positive.
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
