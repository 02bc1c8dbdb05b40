//! Standard Monte-Carlo: every candidate in turns, and only the first move counts.

use crate::{Evaluation, Evaluator, Meter, Reading, Scene, Scoring};
use kage_goban::{Komi, Move, Point};
use kage_phantom::{Candidate, Choice};
use kage_playout::{Finish, World};
use std::ops::Range;
use std::thread;

/// Every candidate is played in turns as the first move of a playout; its value is the mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standard {
    /// What a playout is worth.
    pub scoring: Scoring,
    /// How many threads share the playouts. The result is the same for any number.
    pub threads: usize,
}

impl Evaluator for Standard {
    fn evaluate(
        &mut self,
        reading: &Reading,
        komi: Komi,
        mut meter: Meter,
        seed: u64,
    ) -> Evaluation {
        let starts = Starts::of(reading);
        let mut sums = vec![(0.0_f64, 0_u64); starts.points.len()];
        let playouts = reading.playouts(seed);
        let count = starts.points.len() as u64;
        let value = |finish: &Finish| self.scoring.value(finish, komi, reading.color);
        let play = |games: Range<u64>| {
            let mut values = Vec::new();
            // The worlds were made for boards of this size.
            let _ = playouts.run(
                games,
                |game| starts.start(game),
                |finish| values.push((finish.game, value(&finish))),
            );
            // Games end in no particular order; sums of floating-point numbers want one.
            values.sort_unstable_by_key(|(game, _)| *game);
            values
        };
        let threads = self.threads.max(1) as u64;
        while count > 0
            && let Some(games) = meter.next(meter.part() * threads)
        {
            for (game, value) in in_parts(games, threads, &play) {
                let (sum, visits) = &mut sums[(game % count) as usize];
                *sum += f64::from(value);
                *visits += 1;
            }
        }
        let seen = starts.points.iter().zip(&sums).filter(|(_, (_, visits))| *visits > 0);
        let candidates = seen.map(|((point, _), &(sum, visits))| Candidate {
            choice: Choice::Try(*point),
            value: sum / visits as f64,
            visits,
            reasons: vec!["standard"],
        });
        let mut evaluation = Evaluation {
            playouts: meter.spent(),
            candidates: candidates.collect(),
            hidden: reading.belief(),
            tree: Vec::new(),
        };
        evaluation.sort();
        evaluation
    }
}

/// Shares games between threads and returns what came of them, in order.
fn in_parts<T: Send>(
    games: Range<u64>,
    threads: u64,
    play: &(impl Fn(Range<u64>) -> Vec<T> + Sync),
) -> Vec<T> {
    if threads == 1 {
        return play(games);
    }
    let share = (games.end - games.start).div_ceil(threads).max(1);
    let parts = games.clone().step_by(share as usize).map(|at| at..(at + share).min(games.end));
    thread::scope(|scope| {
        let workers: Vec<_> = parts.map(|part| scope.spawn(move || play(part))).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).flatten().collect()
    })
}

/// Where the playouts of each candidate start.
struct Starts<'a> {
    /// The candidates that are legal somewhere, each with the scenes in which it is.
    points: Vec<(Point, Vec<Start<'a>>)>,
}

/// One start: ready, or to be made of a scene.
enum Start<'a> {
    Ready(Box<World>),
    In(&'a Scene),
}

impl<'a> Starts<'a> {
    fn of(reading: &'a Reading) -> Starts<'a> {
        let starts = |point: Point| -> Vec<Start<'a>> {
            if reading.worlds.is_empty() {
                return after(reading, point)
                    .map(|world| Start::Ready(Box::new(world)))
                    .into_iter()
                    .collect();
            }
            let legal = |scene: &&Scene| scene.position.check(Move::Play(point)).is_ok();
            reading.worlds.scenes().iter().filter(legal).map(Start::In).collect()
        };
        let points = reading.open.iter().map(|point| (point, starts(point)));
        Starts { points: points.filter(|(_, starts)| !starts.is_empty()).collect() }
    }

    /// The world of a playout: the candidates take turns, and so do the worlds of each.
    fn start(&self, game: u64) -> World {
        let count = self.points.len() as u64;
        let (point, starts) = &self.points[(game % count) as usize];
        match &starts[(game / count) as usize % starts.len()] {
            Start::Ready(world) => **world,
            Start::In(scene) => {
                let mut position = scene.position.clone();
                // It was legal when the starts were made.
                let _ = position.play(Move::Play(*point));
                World::from(&position)
            }
        }
    }
}

/// The world after our stone on a point: the hidden stones come after it, as in the thesis. A point
/// that the assumed stones make illegal has none.
fn after(reading: &Reading, point: Point) -> Option<World> {
    let mut position = reading.position();
    position.play(Move::Play(point)).ok()?;
    World::from(&position).with_fill(reading.fill()).ok()
}
