//! What it takes to sit at the table.

use crate::{Choice, Explanation, Observation, RefereeRules, Setup, View};
use kage_goban::{Color, Move, Position};
use std::fmt;
use std::time::Duration;

/// A player could not do his part. The text is for people: what happened, and what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerError {
    /// It is the player's fault, and he forfeits: nonsense, silence, a crash.
    Fault(String),
    /// It is not his fault, and the game is void: the house could not seat or reach him.
    House(String),
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerError::Fault(what) | PlayerError::House(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for PlayerError {}

/// A blind player: all he ever gets is his own [`View`] and what he hears.
///
/// ```
/// use kage_phantom::{Choice, Player, PlayerError, View};
/// use std::time::Duration;
///
/// struct Passer;
///
/// impl Player for Passer {
///     fn name(&self) -> String {
///         "passer".to_owned()
///     }
///     fn choose(&mut self, _: &View, _: Option<Duration>) -> Result<Choice, PlayerError> {
///         Ok(Choice::Pass)
///     }
/// }
/// ```
pub trait Player: Send {
    /// What to call him in records.
    fn name(&self) -> String;

    /// A game begins; the view is that of his seat.
    fn begin(&mut self, view: &View) -> Result<(), PlayerError> {
        let _ = view;
        Ok(())
    }

    /// His turn: what does he try? Asked again after each refusal. `left` is what remains of his
    /// time, where there is a clock.
    fn choose(&mut self, view: &View, left: Option<Duration>) -> Result<Choice, PlayerError>;

    /// Something was heard; the view has it already.
    fn hear(&mut self, view: &View, news: &Observation) -> Result<(), PlayerError> {
        let _ = (view, news);
        Ok(())
    }

    /// Why he chose as he last did, if he can say.
    fn explain(&self) -> Option<&Explanation> {
        None
    }
}

/// A player who is told the truth: a program for Go with everything visible. Who sits like this
/// is called *sighted* wherever the result is shown.
pub trait SightedPlayer: Send {
    /// What to call him in records.
    fn name(&self) -> String;

    /// A game begins.
    fn begin(
        &mut self,
        rules: &RefereeRules,
        setup: &Setup,
        color: Color,
    ) -> Result<(), PlayerError>;

    /// His turn, in the true position.
    fn choose(
        &mut self,
        position: &Position,
        left: Option<Duration>,
    ) -> Result<Choice, PlayerError>;

    /// A move was made, by either side.
    fn played(&mut self, color: Color, play: Move) -> Result<(), PlayerError>;
}
