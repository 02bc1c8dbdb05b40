//! What it takes to sit at the table.

use crate::{Choice, Observation, View};
use std::fmt;
use std::time::Duration;

/// A player could not do his part. The text is for people: what happened, and what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerError(pub String);

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
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
}
