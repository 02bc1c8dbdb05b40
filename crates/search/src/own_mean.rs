//! All-as-first with a ledger for each world, kept as long as the world may be true.
//!
//! The value of a point is the mean of the playouts in which we played it first, in worlds where it
//! was empty. So it is the value *if the try is accepted*: a refused one costs nothing and tells of a
//! stone, which is why this reaches for points that the opponent may hold already. What was
//! learned in worlds that a refusal does not touch is kept, and only the new ones are played.

use crate::{Aim, AllAsFirst, Evaluation, Evaluator, Meter, Ranking, Reading, Scene, Scoring};
use kage_goban::{BoardSize, ByColor, Color, Komi, Point, PointSet};
use kage_phantom::{Candidate, Choice};
use kage_playout::{Playouts, PointRows, World};
use std::collections::HashMap;
use std::ops::Range;
use std::thread;

/// Evaluates tries by their own mean over worlds. Without worlds it is [`AllAsFirst`].
#[derive(Clone, Debug)]
pub struct OwnMean {
    /// What a playout is worth.
    pub scoring: Scoring,
    /// How many threads share the worlds. The result is the same for any number, unless time counts.
    pub threads: usize,
    /// How many playouts a reading's hunch is worth, beside up to a thousand of them; beside more it is worth more,
    /// for what playouts get wrong does not become less wrong by their number.
    pub trust: f64,
    /// In the opening one of the best tries is made by chance, so that nobody knows beforehand where the first stones will
    /// be: of two, one that is worth so much more is e times as likely. At 0, or without a hunch, the best is made.
    pub temperature: f64,
    /// What was learned of worlds, by their numbers.
    known: HashMap<u64, Ledger>,
}

/// How many playouts with the mean of all each point is thought to have had: what is empty in a few
/// worlds only was played too seldom to be trusted.
const CAUTION: f64 = 8.0;

/// Playouts beyond which a hunch is trusted in proportion to them.
const MANY: f64 = 1_000.0;

/// Moves of both sides that are the opening: after that, positions differ by themselves.
const OPENING: u32 = 8;

/// How many temperatures a try may be worse than the best to be made in its place. There are many that are worse, and
/// together they would be likelier than the good ones.
const NEAR: f64 = 3.0;

/// What the playouts of one world came to.
#[derive(Clone, Debug)]
struct Ledger {
    /// By point: the sum and the number of the playouts in which we played it first.
    points: Vec<(f32, u32)>,
    total: f64,
    playouts: u64,
}

impl Ledger {
    fn new(size: BoardSize) -> Ledger {
        Ledger { points: vec![(0.0, 0); size.area()], total: 0.0, playouts: 0 }
    }

    fn add(&mut self, value: f32) {
        self.total += f64::from(value);
        self.playouts += 1;
    }

    /// Counts a playout for the points that we played first, of those that were empty.
    fn add_first(&mut self, first: &PointRows, scene: &Scene, lines: usize, value: f32) {
        for (row, (&line, &within)) in first.rows().iter().zip(scene.empty.rows()).enumerate() {
            let mut line = line & within;
            while line != 0 {
                self.count(row * lines + line.trailing_zeros() as usize, value);
                line &= line - 1;
            }
        }
    }

    /// A playout that came to aims counts for the moves that reach them, whether or not it began
    /// with them: what a move is worth that takes a chain is what taking the chain is worth. A move
    /// that reaches several is counted once.
    fn reach(
        &mut self,
        aims: &[Aim],
        first: &ByColor<PointRows>,
        me: Color,
        lines: usize,
        value: f32,
    ) {
        let reached = aims.iter().filter(|aim| is_reached(aim, first));
        let moves = reached.fold(PointSet::EMPTY, |moves, aim| moves | aim.moves);
        for point in moves.iter().filter(|&point| !first[me].contains(point)) {
            self.count(usize::from(point.row()) * lines + usize::from(point.col()), value);
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

    fn merge(&mut self, other: &Ledger) {
        self.total += other.total;
        self.playouts += other.playouts;
        for ((sum, count), (more, times)) in self.points.iter_mut().zip(&other.points) {
            *sum += more;
            *count += times;
        }
    }
}

/// Did a playout come to this?
fn is_reached(aim: &Aim, first: &ByColor<PointRows>) -> bool {
    let played = first.black.rows().iter().zip(first.white.rows());
    let mut again = played.zip(aim.stones.rows()).map(|((b, w), stones)| (b | w) & stones);
    // Somebody played where the chain stood, so it had been taken.
    again.any(|line| line != 0) == aim.taken
}

/// What is played for.
struct Table<'a> {
    reading: &'a Reading,
    playouts: Playouts,
    scoring: Scoring,
    komi: Komi,
}

impl Table<'_> {
    fn blank(&self, worlds: &[&Scene]) -> Vec<Ledger> {
        worlds.iter().map(|_| Ledger::new(self.reading.board.size())).collect()
    }

    /// Playouts in these worlds by turns, each written into the ledger of its world.
    fn play(&self, worlds: &[&Scene], games: Range<u64>, ledgers: &mut [Ledger]) {
        let (me, lines) = (self.reading.color, usize::from(self.reading.board.size().get()));
        let at = |game: u64| (game % worlds.len() as u64) as usize;
        let start = |game: u64| -> &World { &worlds[at(game)].start };
        // The worlds were made for boards of this size.
        let _ = self.playouts.run_traced(games, start, |finish, first| {
            let value = self.scoring.value(&finish, self.komi, me);
            let world = at(finish.game);
            let (scene, ledger) = (worlds[world], &mut ledgers[world]);
            ledger.add(value);
            ledger.add_first(&first[me], scene, lines, value);
            if let Some(aims) = &scene.aims {
                ledger.reach(aims, first, me, lines, value);
            }
        });
    }
}

impl OwnMean {
    /// Knows nothing yet.
    pub fn new(scoring: Scoring, threads: usize) -> OwnMean {
        OwnMean { scoring, threads, trust: 0.0, temperature: 0.0, known: HashMap::new() }
    }

    /// Plays the worlds that nothing is known of, for their share of the budget. Returns the number
    /// of playouts.
    fn learn(&mut self, table: &Table<'_>, meter: &mut Meter) -> u64 {
        let scenes = table.reading.worlds.scenes();
        let mut known = std::mem::take(&mut self.known);
        let mut fresh: Vec<&Scene> = Vec::new();
        for scene in scenes {
            match known.remove(&scene.id) {
                Some(ledger) => drop(self.known.insert(scene.id, ledger)),
                None => fresh.push(scene),
            }
        }
        if fresh.is_empty() {
            return 0;
        }
        let share = fresh.len() as f64 / scenes.len() as f64;
        let most = (meter.left() as f64 * share).ceil() as u64;
        let mut ledgers = table.blank(&fresh);
        let mut spent = 0;
        let round = meter.part() * self.threads.max(1) as u64;
        while spent < most && !(spent > 0 && meter.is_used(share)) {
            let Some(games) = meter.next(round.min(most - spent)) else { break };
            spent += games.end - games.start;
            self.play(table, &fresh, &games, &mut ledgers);
        }
        self.known.extend(fresh.iter().map(|scene| scene.id).zip(ledgers));
        spent
    }

    /// Plays a range of playouts, a part of it on each thread.
    fn play(
        &self,
        table: &Table<'_>,
        fresh: &[&Scene],
        games: &Range<u64>,
        ledgers: &mut [Ledger],
    ) {
        let part = (games.end - games.start).div_ceil(self.threads.max(1) as u64);
        let parts = games.clone().step_by(part as usize);
        let mut parts = parts.map(|start| start..(start + part).min(games.end));
        let first = parts.next();
        thread::scope(|scope| {
            let play = |part: Range<u64>| {
                let mut ledgers = table.blank(fresh);
                table.play(fresh, part, &mut ledgers);
                ledgers
            };
            let workers: Vec<_> = parts.map(|part| scope.spawn(move || play(part))).collect();
            if let Some(part) = first {
                table.play(fresh, part, ledgers);
            }
            // A worker only panics if the kernel does; its part is then missing.
            for part in workers.into_iter().filter_map(|worker| worker.join().ok()) {
                for (ledger, more) in ledgers.iter_mut().zip(&part) {
                    ledger.merge(more);
                }
            }
        });
    }

    /// What a point is worth, if it is accepted, by what is known of all worlds.
    fn value(&self, reading: &Reading, sum: &Ledger, point: Point) -> f64 {
        let (value, count) = sum.points[place(point, reading.board.size())];
        let (value, count) = (f64::from(value), f64::from(count));
        let said = (value - count * sum.mean()) / (count + CAUTION);
        let weighed = reading.hunch.as_ref().map_or(said, |hunch| {
            let count = count.max(1.0);
            let trust = self.trust * (sum.playouts as f64 / MANY).max(1.0);
            (trust * hunch.gain(point) + count * said) / (trust + count)
        });
        sum.mean() + weighed
    }

    /// All that is known, of all worlds.
    fn sum(&self, size: BoardSize) -> Ledger {
        // Sums of floating-point numbers want an order.
        let mut ids: Vec<u64> = self.known.keys().copied().collect();
        ids.sort_unstable();
        let mut sum = Ledger::new(size);
        for ledger in ids.iter().filter_map(|id| self.known.get(id)) {
            sum.merge(ledger);
        }
        sum
    }
}

impl Evaluator for OwnMean {
    fn begin(&mut self) {
        self.known.clear();
    }

    fn evaluate(
        &mut self,
        reading: &Reading,
        komi: Komi,
        mut meter: Meter,
        seed: u64,
    ) -> Evaluation {
        if reading.worlds.is_empty() {
            let OwnMean { scoring, threads, .. } = *self;
            let mut simple = AllAsFirst { scoring, ranking: Ranking::Difference, threads };
            return simple.evaluate(reading, komi, meter, seed);
        }
        let (playouts, scoring) = (reading.playouts(seed), self.scoring);
        let table = Table { reading, playouts, scoring, komi };
        let playouts = self.learn(&table, &mut meter);
        let size = reading.board.size();
        let sum = self.sum(size);
        // What was heard has its say, so that a move can be explained.
        let reason = if reading.hunch.is_some() { "own mean and hunch" } else { "own mean" };
        let candidate = |point: Point| {
            let (choice, value) = (Choice::Try(point), self.value(reading, &sum, point));
            let visits = u64::from(sum.points[place(point, size)].1);
            Candidate { choice, value, visits, reasons: vec![reason] }
        };
        let mut evaluation = Evaluation {
            playouts,
            candidates: reading.open.iter().map(candidate).collect(),
            hidden: reading.belief(),
            tree: Vec::new(),
        };
        evaluation.sort();
        evaluation.sink();
        // Without a hunch values are too much alike to tell a good first stone from a bad one.
        if reading.hunch.is_some() && reading.moves < OPENING {
            evaluation.mix(self.temperature, NEAR, !seed);
        }
        evaluation
    }
}

fn place(point: Point, size: BoardSize) -> usize {
    usize::from(point.row()) * usize::from(size.get()) + usize::from(point.col())
}
