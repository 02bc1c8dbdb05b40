//! All-as-first with statistics for each world, kept as long as the world may be true.
//!
//! The value of a point is the mean of the playouts in which the seat played it first, in worlds
//! where it was empty. So it is the value *if the try is accepted*. A refused try costs nothing and
//! gives information, so the search may also try points that the opponent may hold. After a refusal
//! the statistics of the worlds that agree with it are kept, and only new worlds are played.

use crate::aims::{AimReader, WorldAims};
use crate::{
    Amaf, BudgetMeter, Ranking, RootState, SampledWorld, Scoring, Search, SearchError, parallel,
    select,
};
use kage_goban::{BoardSize, Point};
use kage_phantom::{Candidate, Explanation, Seat};
use kage_playout::{Playouts, PointRows, World, WrongSize};
use std::collections::HashMap;
use std::ops::Range;

/// How a [`WorldAmaf`] searches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WorldAmafOptions {
    /// The value of a playout.
    pub scoring: Scoring,
    /// How many threads share the worlds. The result is the same for any number, unless the budget
    /// is time.
    pub threads: usize,
    /// The weight of the prior, in playouts, with up to a thousand playouts. With more it grows in
    /// proportion, because the errors of playouts do not average out.
    pub prior_visits: f64,
    /// Softmax temperature of the opening, in win rate, among the tries near the best, so that the
    /// first stones cannot be predicted. At 0, or without a prior, the best is chosen.
    pub temperature: f64,
}

impl WorldAmafOptions {
    /// Without a prior, and with the best try chosen.
    pub const fn new(scoring: Scoring, threads: usize) -> WorldAmafOptions {
        WorldAmafOptions { scoring, threads, prior_visits: 0.0, temperature: 0.0 }
    }
}

/// Evaluates tries by their own mean over worlds. Without worlds it is [`Amaf`].
pub struct WorldAmaf {
    options: WorldAmafOptions,
    /// Finds which chains a move captures or saves, if this is on.
    aim_reader: Option<Box<dyn AimReader>>,
    /// The statistics of worlds, by their numbers.
    known: HashMap<u64, WorldStatistics>,
}

/// Shrinkage: each point counts as if it had this many more playouts with the mean of all. A point
/// that is empty in few worlds has too few playouts for its own mean.
const CAUTION: f64 = 8.0;

/// With more playouts than this, the weight of the prior grows in proportion to them.
const MANY: f64 = 1_000.0;

/// The number of moves of both sides in the opening.
const OPENING: u32 = 8;

/// A try may be worse than the best by this many temperatures and still be chosen. Without this
/// limit the many worse tries together would be likelier than the few good ones.
const NEAR: f64 = 3.0;

/// The statistics of the playouts of one world.
#[derive(Clone)]
struct WorldStatistics {
    /// By point: the sum and the number of the playouts in which the seat played it first.
    points: Vec<(f32, u32)>,
    total: f64,
    playouts: u64,
}

impl WorldStatistics {
    fn new(size: BoardSize) -> WorldStatistics {
        WorldStatistics { points: vec![(0.0, 0); size.area()], total: 0.0, playouts: 0 }
    }

    fn add(&mut self, value: f32) {
        self.total += f64::from(value);
        self.playouts += 1;
    }

    /// Counts a playout for the points that the seat played first, of those that were empty.
    fn add_first(&mut self, first: &PointRows, world: &SampledWorld, lines: usize, value: f32) {
        for (row, (&line, &within)) in first.rows().iter().zip(world.empty.rows()).enumerate() {
            let mut line = line & within;
            while line != 0 {
                self.count(row * lines + line.trailing_zeros() as usize, value);
                line &= line - 1;
            }
        }
    }

    fn count(&mut self, place: usize, value: f32) {
        let (sum, count) = &mut self.points[place];
        *sum += value;
        *count += 1;
    }

    /// The mean of all playouts.
    fn mean(&self) -> f64 {
        self.total / self.playouts.max(1) as f64
    }

    fn merge(&mut self, other: &WorldStatistics) {
        self.total += other.total;
        self.playouts += other.playouts;
        for ((sum, count), (more, times)) in self.points.iter_mut().zip(&other.points) {
            *sum += more;
            *count += times;
        }
    }
}

/// How playouts are played and scored.
struct WorldPlayouts<'a> {
    root: &'a RootState,
    playouts: Playouts,
    scoring: Scoring,
    /// The chains that moves capture or save in each world, if they are counted.
    aims: Option<WorldAims>,
}

impl WorldPlayouts<'_> {
    /// Plays out these worlds in turn, and adds each playout to the statistics of its world.
    fn play(
        &self,
        worlds: &[&SampledWorld],
        games: Range<u64>,
        statistics: &mut [WorldStatistics],
    ) -> Result<(), WrongSize> {
        let (me, lines) = (self.root.color, usize::from(self.root.board.size().get()));
        let at = |game: u64| (game % worlds.len() as u64) as usize;
        let start = |game: u64| -> &World { &worlds[at(game)].start };
        self.playouts.run_traced(games, start, |finish, first| {
            let value = self.scoring.value(&finish, self.root.komi, me);
            let world = at(finish.game);
            let of_world = &mut statistics[world];
            of_world.add(value);
            of_world.add_first(&first[me], worlds[world], lines, value);
            if let Some(aims) = &self.aims {
                for point in &aims.moves(world, first, me) {
                    of_world.count(place(point, self.root.board.size()), value);
                }
            }
        })
    }
}

impl WorldAmaf {
    /// A search with these options. With a reader of aims, it counts them too.
    pub fn new(options: WorldAmafOptions, aim_reader: Option<Box<dyn AimReader>>) -> WorldAmaf {
        WorldAmaf { options, aim_reader, known: HashMap::new() }
    }

    /// Plays the worlds that have no statistics yet, for their share of the budget. Returns the
    /// number of playouts.
    fn learn(
        &mut self,
        root: &RootState,
        budget: &mut BudgetMeter,
        seed: u64,
    ) -> Result<u64, SearchError> {
        let worlds = root.worlds.worlds();
        let fresh = self.keep_only(worlds);
        if fresh.is_empty() {
            return Ok(0);
        }
        let mut statistics = vec![WorldStatistics::new(root.board.size()); fresh.len()];
        let WorldAmafOptions { scoring, threads, .. } = self.options;
        let reader = self.aim_reader.as_deref_mut();
        let aims = reader.map(|reader| WorldAims::read(reader, &fresh, budget));
        let playouts = WorldPlayouts { root, playouts: root.playouts(seed), scoring, aims };
        let share = fresh.len() as f64 / worlds.len() as f64;
        let most = (budget.left() as f64 * share).ceil() as u64;
        let mut spent = 0;
        let round = budget.part() * threads.max(1) as u64;
        while spent < most && !(spent > 0 && budget.is_used(share)) {
            let Some(games) = budget.next(round.min(most - spent)) else { break };
            spent += games.end - games.start;
            self.play(&playouts, &fresh, &games, &mut statistics)?;
        }
        self.known.extend(fresh.iter().map(|world| world.id).zip(statistics));
        Ok(spent)
    }

    /// Drops the statistics of worlds that are not in the set, and returns the worlds without
    /// statistics.
    fn keep_only<'a>(&mut self, worlds: &'a [SampledWorld]) -> Vec<&'a SampledWorld> {
        let mut known = std::mem::take(&mut self.known);
        let mut fresh = Vec::new();
        for world in worlds {
            match known.remove(&world.id) {
                Some(statistics) => drop(self.known.insert(world.id, statistics)),
                None => fresh.push(world),
            }
        }
        fresh
    }

    /// Plays a range of playouts, a part of it on each thread.
    fn play(
        &self,
        playouts: &WorldPlayouts<'_>,
        fresh: &[&SampledWorld],
        games: &Range<u64>,
        statistics: &mut Vec<WorldStatistics>,
    ) -> Result<(), SearchError> {
        let part = (games.end - games.start).div_ceil(self.options.threads.max(1) as u64);
        let starts = games.clone().step_by(part as usize).skip(1);
        let range = |start: u64| start..(start + part).min(games.end);
        let blank = || vec![WorldStatistics::new(playouts.root.board.size()); fresh.len()];
        let mut jobs: Vec<(Range<u64>, Vec<WorldStatistics>)> =
            starts.map(|start| (range(start), blank())).collect();
        // The first part continues with the existing statistics.
        jobs.insert(0, (range(games.start), std::mem::take(statistics)));
        let parts = parallel::map(jobs, |(games, mut own)| {
            playouts.play(fresh, games, &mut own).map(|()| own)
        })?;
        for part in parts {
            let part = part?;
            if statistics.is_empty() {
                *statistics = part;
            } else {
                statistics.iter_mut().zip(&part).for_each(|(sum, more)| sum.merge(more));
            }
        }
        Ok(())
    }

    /// The value of a point if the try is accepted, from the statistics of all worlds.
    fn value(&self, root: &RootState, sum: &WorldStatistics, point: Point) -> f64 {
        let (value, count) = sum.points[place(point, root.board.size())];
        let (value, count) = (f64::from(value), f64::from(count));
        let above_mean = (value - count * sum.mean()) / (count + CAUTION);
        let blended = root.prior.as_ref().map_or(above_mean, |prior| {
            let count = count.max(1.0);
            let weight = self.options.prior_visits * (sum.playouts as f64 / MANY).max(1.0);
            (weight * prior.advantage(point) + count * above_mean) / (weight + count)
        });
        sum.mean() + blended
    }

    /// The statistics of all worlds together.
    fn sum(&self, size: BoardSize) -> WorldStatistics {
        // Sums of floating-point numbers depend on their order.
        let mut ids: Vec<u64> = self.known.keys().copied().collect();
        ids.sort_unstable();
        let mut sum = WorldStatistics::new(size);
        for statistics in ids.iter().filter_map(|id| self.known.get(id)) {
            sum.merge(statistics);
        }
        sum
    }

    /// The candidates by their values; in the opening the first is drawn from those near the best.
    fn candidates(&self, root: &RootState, seed: u64) -> Vec<Candidate> {
        let size = root.board.size();
        let sum = self.sum(size);
        let reason = if root.prior.is_some() { "own mean and prior" } else { "own mean" };
        let candidates = root.open.iter().map(|point| {
            let visits = u64::from(sum.points[place(point, size)].1);
            select::candidate(point, self.value(root, &sum, point), visits, vec![reason])
        });
        let mut candidates: Vec<Candidate> = candidates.collect();
        select::by_value(&mut candidates);
        select::unseen_last(&mut candidates);
        // Without a prior, the values of good and bad first stones are too similar.
        if root.prior.is_some() && root.moves < OPENING {
            select::softmax_near_best(&mut candidates, self.options.temperature, NEAR, !seed);
        }
        candidates
    }
}

impl Search for WorldAmaf {
    fn begin(&mut self, _: &Seat) {
        self.known.clear();
    }

    fn search(
        &mut self,
        root: &RootState,
        budget: &mut BudgetMeter,
        seed: u64,
    ) -> Result<Explanation, SearchError> {
        if root.worlds.is_empty() {
            let WorldAmafOptions { scoring, threads, .. } = self.options;
            return Amaf { scoring, ranking: Ranking::Difference, threads }
                .search(root, budget, seed);
        }
        let playouts = self.learn(root, budget, seed)?;
        let candidates = self.candidates(root, seed);
        Ok(Explanation { playouts, candidates, hidden: root.belief(), tree: Vec::new() })
    }
}

fn place(point: Point, size: BoardSize) -> usize {
    usize::from(point.row()) * usize::from(size.get()) + usize::from(point.col())
}
