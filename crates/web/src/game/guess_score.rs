//! The score of guess stones when the game is over.
//!
//! A guess stone is judged by the time for which it stood, not by the last board: it is right if an
//! enemy stone was on its point at some moment of that time, also if that stone was captured later.
//! A guess stone that was taken away is not scored.

use super::{Game, Recording};
use crate::command_error::CommandError;
use crate::event::Event;
use crate::guess_log::GuessLog;
use crate::json::point_words;
use crate::opened::GuessScore;
use crate::spec::Spec;
use kage_goban::{ByColor, Color, PointSet};

/// The scores of both seats, by playing the game again. `None` for a seat without guess stones.
pub(crate) fn score_guesses(
    spec: &Spec,
    journal: &[Event],
    logs: &ByColor<GuessLog>,
) -> Result<ByColor<Option<GuessScore>>, CommandError> {
    let mut game = Game::new(spec.clone(), Recording::Off);
    let mut right = ByColor::new(|seat| game.guessed_right(seat, &logs[seat], 0));
    for (event, events) in journal.iter().zip(1..) {
        game.apply(event)?;
        for seat in Color::BOTH {
            let before = right[seat] & logs[seat].stones_after(events);
            right[seat] = before | game.guessed_right(seat, &logs[seat], events);
        }
    }
    Ok(ByColor::new(|seat| game.guess_score(seat, logs[seat].stones(), right[seat])))
}

impl Game {
    /// The guess stones that stand on a stone of the opponent now, after so many events.
    fn guessed_right(&self, seat: Color, log: &GuessLog, events: usize) -> PointSet {
        log.stones_after(events) & self.witness.position().board().stones(!seat)
    }

    fn guess_score(&self, seat: Color, stones: PointSet, right: PointSet) -> Option<GuessScore> {
        let known = self.log(seat).view().theirs();
        let hidden = self.witness.position().board().stones(!seat) - known;
        let count = |points: PointSet| points.len() as u32;
        (!stones.is_empty()).then(|| GuessScore {
            right: count(right),
            wrong: count(stones - right),
            missed: count(hidden - stones),
            found: point_words(right),
        })
    }
}
