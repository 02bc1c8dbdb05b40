//! All-as-first with a ledger for each world, kept as long as the world may be true.
//!
//! The value of a point is the mean of the playouts in which we played it first, in worlds where it
//! was empty. So it is the value *if the try is accepted*: a refused one costs nothing and tells of a
//! stone, which is why this reaches for points that the opponent may hold already. What was
//! learned in worlds that a refusal does not touch is kept, and only the new ones are played.

use crate::{AllAsFirst, Evaluation, Evaluator, Meter, Ranking, Reading, Scene, Scoring};
use kage_goban::{BoardSize, Komi, Move, Point};
use kage_phantom::{Candidate, Choice};
use kage_playout::{PointRows, World};
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
    /// How many playouts with the mean of all each point is thought to have had.
    pub caution: f64,
    /// The share of the budget that goes to the best few, with the try really made first.
    pub confirm: f64,
    /// How many such playouts weigh as much as the mean that they are to confirm.
    pub trust: f64,
    /// What was learned of worlds, by their numbers.
    known: HashMap<u64, Ledger>,
}

/// What the playouts of one world came to.
#[derive(Clone, Debug)]
struct Ledger {
    /// By point, of the playouts in which we played it first: their sum and number.
    points: Vec<(f32, u32)>,
    /// The same of the playouts in which it was made the first move.
    made: Vec<(f32, u32)>,
    total: f64,
    playouts: u64,
}

impl Ledger {
    fn new(size: BoardSize) -> Ledger {
        let none = vec![(0.0, 0); size.area()];
        Ledger { points: none.clone(), made: none, total: 0.0, playouts: 0 }
    }

    fn add(&mut self, first: &PointRows, empty: &PointRows, lines: usize, value: f32) {
        self.total += f64::from(value);
        self.playouts += 1;
        for (row, (&line, &within)) in first.rows().iter().zip(empty.rows()).enumerate() {
            let mut line = line & within;
            while line != 0 {
                let (sum, count) = &mut self.points[row * lines + line.trailing_zeros() as usize];
                *sum += value;
                *count += 1;
                line &= line - 1;
            }
        }
    }

    fn merge(&mut self, other: &Ledger) {
        self.total += other.total;
        self.playouts += other.playouts;
        let mine = self.points.iter_mut().chain(&mut self.made);
        for ((sum, count), (more, times)) in mine.zip(other.points.iter().chain(&other.made)) {
            *sum += more;
            *count += times;
        }
    }
}

impl OwnMean {
    /// Knows nothing yet.
    pub fn new(
        scoring: Scoring,
        threads: usize,
        caution: f64,
        confirm: f64,
        trust: f64,
    ) -> OwnMean {
        OwnMean { scoring, threads, caution, confirm, trust, known: HashMap::new() }
    }

    /// Plays the worlds that nothing is known of, for their share of the budget. Returns the number
    /// of playouts.
    fn learn(&mut self, reading: &Reading, komi: Komi, meter: &mut Meter, seed: u64) -> u64 {
        let scenes = reading.worlds.scenes();
        let mut known = std::mem::take(&mut self.known);
        self.known =
            scenes.iter().filter_map(|scene| Some((scene.id, known.remove(&scene.id)?))).collect();
        let fresh: Vec<&Scene> =
            scenes.iter().filter(|scene| !self.known.contains_key(&scene.id)).collect();
        if fresh.is_empty() {
            return 0;
        }
        let share = fresh.len() as f64 / scenes.len() as f64;
        let share_all = share;
        let share = share * (1.0 - self.confirm);
        let most = (meter.left() as f64 * share).ceil() as u64;
        let _ = share_all;
        let size = reading.board.size();
        let mut ledgers: Vec<Ledger> = fresh.iter().map(|_| Ledger::new(size)).collect();
        let mut spent = 0;
        let round = (meter.part() * self.threads.max(1) as u64).max(fresh.len() as u64);
        while spent < most && !(spent > 0 && meter.is_used(share)) {
            let Some(games) = meter.next(round.min(most - spent)) else { break };
            spent += games.end - games.start;
            self.play(reading, komi, &fresh, games, seed, &mut ledgers);
        }
        self.known.extend(fresh.iter().map(|scene| scene.id).zip(ledgers));
        spent
    }

    /// Plays a range of playouts, the same number in each world.
    fn play(
        &self,
        reading: &Reading,
        komi: Komi,
        fresh: &[&Scene],
        games: Range<u64>,
        seed: u64,
        ledgers: &mut [Ledger],
    ) {
        let threads = self.threads.clamp(1, fresh.len());
        let share = fresh.len().div_ceil(threads);
        let parts = fresh.chunks(share).zip(ledgers.chunks_mut(share));
        let each = |worlds: usize| (games.end - games.start) * worlds as u64 / fresh.len() as u64;
        if threads == 1 {
            return self.play_part(reading, komi, fresh, games.clone(), seed, ledgers);
        }
        thread::scope(|scope| {
            let mut start = games.start;
            for (worlds, ledgers) in parts {
                let part = start..(start + each(worlds.len())).max(start + 1);
                start = part.end;
                scope.spawn(move || self.play_part(reading, komi, worlds, part, seed, ledgers));
            }
        });
    }

    fn play_part(
        &self,
        reading: &Reading,
        komi: Komi,
        worlds: &[&Scene],
        games: Range<u64>,
        seed: u64,
        ledgers: &mut [Ledger],
    ) {
        let (me, lines) = (reading.color, usize::from(reading.board.size().get()));
        let at = |game: u64| (game % worlds.len() as u64) as usize;
        let start = |game: u64| -> &World { &worlds[at(game)].start };
        // The worlds were made for boards of this size.
        let _ = reading.playouts(seed).run_traced(games, start, |finish, first| {
            let value = self.scoring.value(&finish, komi, me);
            let world = at(finish.game);
            ledgers[world].add(&first[me], &worlds[world].empty, lines, value);
        });
    }

    /// All that is known, over all worlds.
    fn sum(&self, size: BoardSize) -> Ledger {
        let mut sum = Ledger::new(size);
        let mut ids: Vec<&u64> = self.known.keys().collect();
        ids.sort_unstable();
        for id in ids {
            sum.merge(&self.known[id]);
        }
        sum
    }
}

/// How many tries are looked at more closely, round by round.
const ROUNDS: [usize; 3] = [8, 4, 2];

impl OwnMean {
    /// The value of each open point so far, the best first.
    fn ranked(&self, reading: &Reading) -> Vec<(Point, f64, u32)> {
        let size = reading.board.size();
        let sum = self.sum(size);
        let mean = sum.total / sum.playouts.max(1) as f64;
        let value = |point: Point| {
            let at = usize::from(point.row()) * usize::from(size.get()) + usize::from(point.col());
            let (first, count) = sum.points[at];
            let first =
                (f64::from(first) + self.caution * mean) / (f64::from(count) + self.caution);
            let (made, times) = sum.made[at];
            let value = (f64::from(made) + self.trust * first) / (f64::from(times) + self.trust);
            (point, value, count)
        };
        let mut ranked: Vec<_> = reading.open.iter().map(value).collect();
        ranked.sort_by(|a, b| (b.2 > 0).cmp(&(a.2 > 0)).then(b.1.total_cmp(&a.1)));
        ranked
    }

    /// Makes the best tries the first move of playouts, in all worlds where they are legal.
    fn confirm(
        &mut self,
        reading: &Reading,
        komi: Komi,
        meter: &mut Meter,
        seed: u64,
        budget: u64,
    ) -> u64 {
        let mut spent = 0;
        let mut made: HashMap<Point, Vec<(u64, World)>> = HashMap::new();
        for best in ROUNDS {
            let ranked = self.ranked(reading);
            let best: Vec<Point> =
                ranked.iter().take(best).filter(|(_, _, count)| *count > 0).map(|r| r.0).collect();
            let each = budget / ROUNDS.len() as u64 / best.len().max(1) as u64;
            for point in best {
                let starts = made.entry(point).or_insert_with(|| starts(reading, point));
                if starts.is_empty() {
                    continue;
                }
                let Some(games) = meter.next(each) else { return spent };
                spent += games.end - games.start;
                self.make(reading, komi, point, starts, games, seed);
            }
        }
        spent
    }

    fn make(
        &mut self,
        reading: &Reading,
        komi: Komi,
        point: Point,
        starts: &[(u64, World)],
        games: Range<u64>,
        seed: u64,
    ) {
        let (me, lines) = (reading.color, usize::from(reading.board.size().get()));
        let at = usize::from(point.row()) * lines + usize::from(point.col());
        let of = |game: u64| (game % starts.len() as u64) as usize;
        let mut sums = vec![(0.0f32, 0u32); starts.len()];
        let _ = reading.playouts(seed).run(
            games,
            |game| &starts[of(game)].1,
            |finish| {
                let value = self.scoring.value(&finish, komi, me);
                let (sum, count) = &mut sums[of(finish.game)];
                *sum += value;
                *count += 1;
            },
        );
        for ((id, _), (sum, count)) in starts.iter().zip(sums) {
            if let Some(ledger) = self.known.get_mut(id) {
                ledger.made[at].0 += sum;
                ledger.made[at].1 += count;
            }
        }
    }
}

fn starts(reading: &Reading, point: Point) -> Vec<(u64, World)> {
    let after = |scene: &Scene| {
        let mut position = scene.position.clone();
        position.play(Move::Play(point)).ok()?;
        Some((scene.id, World::from(&position)))
    };
    reading.worlds.scenes().iter().filter_map(after).collect()
}

impl Evaluator for OwnMean {
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
        let all = meter.left();
        let mut playouts = self.learn(reading, komi, &mut meter, seed);
        if self.confirm > 0.0 {
            let budget = (playouts as f64 / (1.0 - self.confirm) * self.confirm) as u64;
            let budget = budget.min(all);
            playouts += self.confirm(reading, komi, &mut meter, seed ^ 0x5eed, budget);
        }
        let candidate = |(point, value, count): (Point, f64, u32)| Candidate {
            choice: Choice::Try(point),
            value,
            visits: count.into(),
            reasons: vec!["own mean"],
        };
        Evaluation {
            playouts,
            candidates: self.ranked(reading).into_iter().map(candidate).collect(),
            hidden: reading.belief(),
            tree: Vec::new(),
        }
    }
}
