//! The traits of players: blind ones and sighted ones.

use crate::{Choice, Explanation, Observation, RefereeRules, Seat, Setup};
use kage_goban::{BoardSize, Color, Move, Position};
use std::fmt;
use std::time::Duration;

/// A player could not do its part. The text is for people: what happened, and what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerError {
    /// The player is at fault and forfeits: nonsense, silence, a crash.
    Fault(String),
    /// The player is not at fault and the game is void: it could not be started or reached.
    Infrastructure(String),
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerError::Fault(what) | PlayerError::Infrastructure(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for PlayerError {}

/// A blind player: it gets its own [`Seat`], a view and the log of what was heard, and nothing else.
///
/// ```
/// use kage_phantom::{Choice, Player, PlayerError, Seat};
/// use std::time::Duration;
///
/// struct Passer;
///
/// impl Player for Passer {
///     fn name(&self) -> String {
///         "passer".to_owned()
///     }
///     fn choose(&mut self, _: &Seat, _: Option<Duration>) -> Result<Choice, PlayerError> {
///         Ok(Choice::Pass)
///     }
/// }
/// ```
pub trait Player: Send {
    /// Its name in records.
    fn name(&self) -> String;

    /// Can it play on boards of this size? If not, its game does not begin.
    fn plays(&self, size: BoardSize) -> bool {
        let _ = size;
        true
    }

    /// A game begins; the view is that of its seat.
    fn begin(&mut self, seat: &Seat) -> Result<(), PlayerError> {
        let _ = seat;
        Ok(())
    }

    /// Its turn: what does it try? Asked again after each refusal. `left` is what remains of its
    /// time, where there is a clock.
    fn choose(&mut self, seat: &Seat, left: Option<Duration>) -> Result<Choice, PlayerError>;

    /// Something was heard; the view has it already.
    fn hear(&mut self, seat: &Seat, news: &Observation) -> Result<(), PlayerError> {
        let _ = (seat, news);
        Ok(())
    }

    /// Why it chose as it last did, if it can say.
    fn explain(&self) -> Option<&Explanation> {
        None
    }
}

/// A player that is told the true position: a program for Go with everything visible. Every result
/// calls it *sighted*.
pub trait SightedPlayer: Send {
    /// Its name in records.
    fn name(&self) -> String;

    /// A game begins.
    fn begin(
        &mut self,
        rules: &RefereeRules,
        setup: &Setup,
        color: Color,
    ) -> Result<(), PlayerError>;

    /// Its turn, in the true position.
    fn choose(
        &mut self,
        position: &Position,
        left: Option<Duration>,
    ) -> Result<Choice, PlayerError>;

    /// A move was made, by either side.
    fn played(&mut self, color: Color, play: Move) -> Result<(), PlayerError>;
}
