//! What a seat heard of the last turn of either side.

use crate::{Answer, Observation, Sound};
use kage_goban::{Move, Point, PointSet};

/// What a seat heard since it made its last move, that move included.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LastTurns {
    /// The last stone of the seat; none before its first move and after a pass.
    pub mine: Option<Point>,
    /// What the opponent's move took.
    pub lost: PointSet,
    /// The number of refused tries of the opponent.
    pub tries: u32,
    /// Did the opponent pass, and was it announced?
    pub passed: bool,
    /// Was an atari called after either turn?
    pub atari: bool,
}

impl LastTurns {
    pub(crate) fn hear(&mut self, news: &Observation) {
        match *news {
            Observation::Mine(Answer::Accepted { play, atari, .. }) => {
                let mine = match play {
                    Move::Play(point) => Some(point),
                    Move::Pass => None,
                };
                *self = LastTurns { mine, atari, ..LastTurns::default() };
            }
            Observation::Theirs(Sound::Moved { passed, tries, lost, atari, .. }) => {
                self.lost = lost.points();
                self.tries = self.tries.saturating_add(tries.unwrap_or(0));
                self.passed = passed;
                self.atari |= atari;
            }
            Observation::Theirs(Sound::Tried) => self.tries += 1,
            Observation::Mine(Answer::Refused { .. }) | Observation::Over(_) => {}
        }
    }
}
