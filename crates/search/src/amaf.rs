//! All-as-first (AMAF): every move of a playout counts as if it had been the first.

use crate::{BudgetMeter, RootState, Scoring, Search, SearchError, parallel, select};
use kage_goban::{ByColor, Color, Point};
use kage_phantom::{Candidate, Explanation};
use kage_playout::{PointRows, World, WrongSize};
use std::ops::Range;

/// How the value of a point is computed from its means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ranking {
    /// The mean of the playouts in which the player played it first, minus the mean of those in
    /// which the opponent did.
    Difference,
    /// The mean of the playouts in which the player played it first.
    Own,
}

/// Brügmann's all-as-first, as Cazenave (2006) and Borsboom (2007) use it: the value of a point is
/// the mean of the playouts in which the player played it first, minus the mean of those in which
/// the opponent did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Amaf {
    /// The value of a playout.
    pub scoring: Scoring,
    /// How the means are compared.
    pub ranking: Ranking,
    /// How many threads share the playouts. The result is the same for any number.
    pub threads: usize,
}

/// The rows of the largest board, each wide enough for its columns.
const ROWS: usize = 19;
const STRIDE: usize = 32;

/// Some points of a board, row by row.
type Mask = [u32; ROWS];
const ALL: Mask = [u32::MAX; ROWS];

/// A point may be empty in only a few worlds, and the best mean of a few playouts is often best by
/// chance. So each mean is shrunk: this share of all playouts is added to it, with the mean of all
/// playouts.
const CAUTION: f64 = 0.05;

/// Sums and counts of the playouts in which a side played each point first.
#[derive(Clone)]
struct FirstMoveStats {
    sums: ByColor<Box<[f64]>>,
    counts: ByColor<Box<[u32]>>,
    total: f64,
    playouts: u64,
}

impl FirstMoveStats {
    fn new() -> FirstMoveStats {
        FirstMoveStats {
            sums: ByColor::new(|_| vec![0.0; ROWS * STRIDE].into()),
            counts: ByColor::new(|_| vec![0; ROWS * STRIDE].into()),
            total: 0.0,
            playouts: 0,
        }
    }

    /// Adds a playout. Only the points of this mask count: in a world, those that were empty. A
    /// stone on another point was played after a capture, and tells nothing about a try.
    fn add(&mut self, first: &ByColor<PointRows>, within: &Mask, value: f64) {
        self.total += value;
        self.playouts += 1;
        for color in Color::BOTH {
            let (sums, counts) = (&mut self.sums[color], &mut self.counts[color]);
            for (row, &line) in first[color].rows().iter().enumerate() {
                let mut line = line & within[row];
                while line != 0 {
                    let at = row * STRIDE + line.trailing_zeros() as usize;
                    sums[at] += value;
                    counts[at] += 1;
                    line &= line - 1;
                }
            }
        }
    }

    fn merge(&mut self, other: &FirstMoveStats) {
        self.total += other.total;
        self.playouts += other.playouts;
        for color in Color::BOTH {
            for (sum, more) in self.sums[color].iter_mut().zip(&other.sums[color]) {
                *sum += more;
            }
            for (count, more) in self.counts[color].iter_mut().zip(&other.counts[color]) {
                *count += more;
            }
        }
    }

    fn mean(&self) -> f64 {
        self.total / self.playouts.max(1) as f64
    }

    /// The mean of the playouts in which a side played the point first, and their number; the mean
    /// of all playouts if there are none. `caution` is the number of playouts with the mean of all
    /// that are added.
    fn mean_of(&self, color: Color, point: Point, caution: f64) -> (f64, u32) {
        let at = usize::from(point.row()) * STRIDE + usize::from(point.col());
        let count = self.counts[color][at];
        if count == 0 {
            return (self.mean(), 0);
        }
        let sum = self.sums[color][at] + caution * self.mean();
        (sum / (f64::from(count) + caution), count)
    }
}

impl Amaf {
    /// Spends the budget: in the worlds of the root, or on its assumed board.
    fn tally(
        &self,
        root: &RootState,
        budget: &mut BudgetMeter,
        seed: u64,
    ) -> Result<FirstMoveStats, SearchError> {
        if root.worlds.is_empty() {
            let world = root.assumed_world()?;
            return self.spend(root, budget, seed, |_| (world, ALL));
        }
        self.spend(root, budget, seed, |game| {
            let world = root.worlds.of_game(game);
            (world.start, *world.empty.rows())
        })
    }

    /// Spends the budget on playouts from these worlds, counting the points of their masks.
    fn spend(
        &self,
        root: &RootState,
        budget: &mut BudgetMeter,
        seed: u64,
        world: impl Fn(u64) -> (World, Mask) + Sync,
    ) -> Result<FirstMoveStats, SearchError> {
        let playouts = root.playouts(seed);
        let play = |games: Range<u64>| -> Result<FirstMoveStats, WrongSize> {
            let mut tally = FirstMoveStats::new();
            playouts.run_traced(
                games,
                |game| world(game).0,
                |finish, first| {
                    let value = self.scoring.value(&finish, root.komi, root.color);
                    tally.add(first, &world(finish.game).1, f64::from(value));
                },
            )?;
            Ok(tally)
        };
        let mut sum = FirstMoveStats::new();
        let part = budget.part();
        while let Some(games) = budget.next(part * self.threads.max(1) as u64) {
            let starts = games.clone().step_by(part as usize);
            let parts = starts.map(|start| start..(start + part).min(games.end));
            // Sums of floating-point numbers are the same for any number of threads if the parts
            // are added in order.
            for part in parallel::map(parts, play)? {
                sum.merge(&part?);
            }
        }
        Ok(sum)
    }
}

impl Search for Amaf {
    fn search(
        &mut self,
        root: &RootState,
        budget: &mut BudgetMeter,
        seed: u64,
    ) -> Result<Explanation, SearchError> {
        let tally = self.tally(root, budget, seed)?;
        let side = root.color;
        let in_worlds = !root.worlds.is_empty();
        let caution = if in_worlds { CAUTION * tally.playouts as f64 } else { 0.0 };
        let candidates = root.open.iter().map(|point| {
            let (own, visits) = tally.mean_of(side, point, caution);
            let (theirs, _) = tally.mean_of(!side, point, caution);
            let (value, reason) = match self.ranking {
                Ranking::Difference => (own - theirs, "all-as-first"),
                Ranking::Own => (own, "own mean"),
            };
            select::candidate(point, value, u64::from(visits), vec![reason])
        });
        let mut candidates: Vec<Candidate> = candidates.collect();
        select::by_value(&mut candidates);
        if in_worlds {
            select::unseen_last(&mut candidates);
        }
        let (playouts, hidden) = (tally.playouts, root.belief());
        Ok(Explanation { playouts, candidates, hidden, tree: Vec::new() })
    }
}
