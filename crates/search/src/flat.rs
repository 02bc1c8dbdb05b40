//! Standard Monte-Carlo: every candidate in turns, and only the first move counts.

use crate::{Evaluation, Evaluator, Meter, Reading, Scoring};
use kage_goban::{Komi, Move, Point};
use kage_phantom::{Candidate, Choice};
use kage_playout::{Playouts, World};

/// Every candidate is played in turns as the first move of a playout; its value is the mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standard {
    /// What a playout is worth.
    pub scoring: Scoring,
}

/// Playouts between two looks at the budget.
const CHUNK: u64 = 2048;

impl Evaluator for Standard {
    fn evaluate(
        &mut self,
        reading: &Reading,
        komi: Komi,
        mut meter: Meter,
        seed: u64,
    ) -> Evaluation {
        let starts: Vec<(Point, World)> =
            reading.open.iter().filter_map(|point| Some((point, after(reading, point)?))).collect();
        let mut sums = vec![(0.0_f64, 0_u64); starts.len()];
        let playouts = Playouts::new(reading.board.size(), seed);
        let count = starts.len() as u64;
        while count > 0
            && let Some(games) = meter.next(CHUNK)
        {
            let start = |game: u64| &starts[(game % count) as usize].1;
            // The worlds were made for boards of this size.
            let _ = playouts.run(games, start, |finish| {
                let (sum, visits) = &mut sums[(finish.game % count) as usize];
                *sum += f64::from(self.scoring.value(&finish, komi, reading.color));
                *visits += 1;
            });
        }
        let candidates = starts.iter().zip(&sums).map(|((point, _), &(sum, visits))| Candidate {
            choice: Choice::Try(*point),
            value: if visits == 0 { f64::MIN } else { sum / visits as f64 },
            visits,
            reasons: Vec::new(),
        });
        let mut evaluation = Evaluation {
            playouts: meter.spent(),
            candidates: candidates.collect(),
            hidden: reading.uniform_belief(),
            tree: Vec::new(),
        };
        evaluation.sort();
        evaluation
    }
}

/// The world after our stone on a point: the hidden stones come after it, as in the thesis. A point
/// that the assumed stones make illegal has none.
fn after(reading: &Reading, point: Point) -> Option<World> {
    let mut position = reading.position();
    position.play(Move::Play(point)).ok()?;
    World::from(&position).with_fill(reading.fill()).ok()
}
