//! All-as-first: every move of a playout counts as if it had been the first.

use crate::{Evaluation, Evaluator, Meter, Reading, Scoring};
use kage_goban::{ByColor, Color, Komi, Point};
use kage_phantom::{Candidate, Choice};
use kage_playout::{PointRows, World};
use std::ops::Range;
use std::thread;

/// What a point's means are made into a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ranking {
    /// The mean when we played it first, less the mean when they did.
    Difference,
    /// The mean when we played it first.
    Own,
}

/// Brügmann's all-as-first, as Cazenave (2006) and Borsboom (2007) use it: the value of a point is
/// the mean of the playouts in which we played it first, less the mean of those in which they did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AllAsFirst {
    /// What a playout is worth.
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

/// In worlds a point may be empty in a few of them only, and a mean of a few playouts is often the
/// best by chance: all means are taken with so large a share of the playouts added at the mean.
const CAUTION: f64 = 0.05;

/// Sums and counts of the playouts in which a side played each point first.
#[derive(Clone)]
struct Tally {
    sums: ByColor<Box<[f64]>>,
    counts: ByColor<Box<[u32]>>,
    total: f64,
    playouts: u64,
}

impl Tally {
    fn new() -> Tally {
        Tally {
            sums: ByColor::new(|_| vec![0.0; ROWS * STRIDE].into()),
            counts: ByColor::new(|_| vec![0; ROWS * STRIDE].into()),
            total: 0.0,
            playouts: 0,
        }
    }

    /// Adds a playout. Only points of this mask count: in a world, those that were empty. A stone
    /// that can come down there only after a capture says nothing of a try.
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

    fn merge(&mut self, other: &Tally) {
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

    /// The mean when a side played the point first, and how often that was; the mean of all
    /// playouts where it never did. `caution` is how many playouts more it is thought to have had,
    /// with the mean of all.
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

impl AllAsFirst {
    /// Spends the budget: in the worlds of the reading, or from what it assumes.
    fn tally(&self, reading: &Reading, komi: Komi, meter: &mut Meter, seed: u64) -> Tally {
        if !reading.worlds.is_empty() {
            let world = |game: u64| {
                let scene = reading.worlds.of_game(game);
                (scene.start, *scene.empty.rows())
            };
            return self.spend(reading, komi, meter, seed, world);
        }
        match reading.world() {
            Ok(world) => self.spend(reading, komi, meter, seed, |_| (world, ALL)),
            Err(_) => Tally::new(),
        }
    }

    /// Spends the budget on playouts from these worlds, counting the points of their masks.
    fn spend(
        &self,
        reading: &Reading,
        komi: Komi,
        meter: &mut Meter,
        seed: u64,
        world: impl Fn(u64) -> (World, Mask) + Sync,
    ) -> Tally {
        let playouts = reading.playouts(seed);
        let play = |games: Range<u64>| {
            let mut tally = Tally::new();
            // The worlds were made for boards of this size.
            let _ = playouts.run_traced(
                games,
                |game| world(game).0,
                |finish, first| {
                    let value = self.scoring.value(&finish, komi, reading.color);
                    tally.add(first, &world(finish.game).1, f64::from(value));
                },
            );
            tally
        };
        let mut tally = Tally::new();
        let part = meter.part();
        while let Some(games) = meter.next(part * self.threads.max(1) as u64) {
            self.add_up(&mut tally, &games, part, &play);
        }
        tally
    }

    /// Plays a range of playouts, a part of it on each thread, and adds the parts to the tally in
    /// order: sums of floating-point numbers come out the same for any number of threads.
    fn add_up(
        &self,
        tally: &mut Tally,
        games: &Range<u64>,
        part: u64,
        play: &(impl Fn(Range<u64>) -> Tally + Sync),
    ) {
        let parts: Vec<Range<u64>> = games
            .clone()
            .step_by(part as usize)
            .map(|start| start..(start + part).min(games.end))
            .collect();
        if let [part] = parts.as_slice() {
            tally.merge(&play(part.clone()));
            return;
        }
        thread::scope(|scope| {
            let workers: Vec<_> =
                parts.into_iter().map(|part| scope.spawn(move || play(part))).collect();
            for worker in workers {
                // A worker only panics if the kernel does; its part is then missing.
                if let Ok(part) = worker.join() {
                    tally.merge(&part);
                }
            }
        });
    }
}

impl Evaluator for AllAsFirst {
    fn evaluate(
        &mut self,
        reading: &Reading,
        komi: Komi,
        mut meter: Meter,
        seed: u64,
    ) -> Evaluation {
        let tally = self.tally(reading, komi, &mut meter, seed);
        let side = reading.color;
        let in_worlds = !reading.worlds.is_empty();
        let caution = if in_worlds { CAUTION * tally.playouts as f64 } else { 0.0 };
        let candidates = reading.open.iter().map(|point| {
            let (own, visits) = tally.mean_of(side, point, caution);
            let (theirs, _) = tally.mean_of(!side, point, caution);
            let (value, reason) = match self.ranking {
                Ranking::Difference => (own - theirs, "all-as-first"),
                Ranking::Own => (own, "own mean"),
            };
            let (choice, visits) = (Choice::Try(point), u64::from(visits));
            Candidate { choice, value, visits, reasons: vec![reason] }
        });
        let mut evaluation = Evaluation {
            playouts: tally.playouts,
            candidates: candidates.collect(),
            hidden: reading.belief(),
            tree: Vec::new(),
        };
        evaluation.sort();
        if in_worlds {
            evaluation.sink();
        }
        evaluation
    }
}
