//! A recorded game as each seat heard it, with the truth.

use kage_goban::{Color, Move, PointSet, Position};
use kage_phantom::Seat;
use kage_record::{End, ReplayError, Transcript, replay, replay_with_views};
use std::fmt;
use std::path::PathBuf;

/// A game, and the file it is from.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    /// The file.
    pub file: PathBuf,
    /// The game.
    pub game: Transcript,
}

/// A recorded game cannot have been played.
#[derive(Clone, Debug)]
pub struct RecordedGameError {
    /// The file it is from.
    pub file: PathBuf,
    /// What contradicts the rules.
    pub error: ReplayError,
}

impl fmt::Display for RecordedGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: this game cannot have been played: {}", self.file.display(), self.error)
    }
}

impl std::error::Error for RecordedGameError {}

/// What a seat knew at one moment, and what it could not know.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The seat: its view and its log.
    pub seat: Seat,
    /// The opponent's stones.
    pub their_stones: PointSet,
}

impl RecordedGame {
    /// The moment before the first turn and the one after each turn, for one seat.
    pub fn moments(&self, seat: Color) -> Result<Vec<Moment>, RecordedGameError> {
        let mut moments = Vec::new();
        let replayed = replay_with_views(&self.game, |at| {
            let their_stones = at.position.board().stones(!seat);
            moments.push(Moment { seat: at.seats[seat].clone(), their_stones });
        });
        replayed.map_err(|error| self.fail(error))?;
        Ok(moments)
    }

    /// A seat before the first turn and after each turn.
    pub fn seats(&self, seat: Color) -> Result<Vec<Seat>, RecordedGameError> {
        Ok(self.moments(seat)?.into_iter().map(|moment| moment.seat).collect())
    }

    /// The moves and passes of a colour, in order, each with the number of its turn, from 0.
    pub fn plays(&self, color: Color) -> impl Iterator<Item = (usize, Move)> {
        let turns = self.game.turns.iter().enumerate().filter(move |(_, turn)| turn.color == color);
        turns.filter_map(|(number, turn)| match turn.end {
            End::Play(point) => Some((number, Move::Play(point))),
            End::Pass => Some((number, Move::Pass)),
            _ => None,
        })
    }

    /// The true position after every `every`-th turn, while the game goes on.
    pub fn positions(&self, every: usize) -> Result<Vec<Position>, RecordedGameError> {
        let (mut turns, mut positions) = (0_usize, Vec::new());
        replay(&self.game, |step| {
            turns += 1;
            if turns.is_multiple_of(every) && !step.position.is_over() {
                positions.push(step.position.clone());
            }
        })
        .map_err(|error| self.fail(error))?;
        Ok(positions)
    }

    fn fail(&self, error: ReplayError) -> RecordedGameError {
        RecordedGameError { file: self.file.clone(), error }
    }
}
