//! A hosted player and his view.

use kage_phantom::{Choice, HearingError, Observation, Player, PlayerError, View};
use std::fmt;
use std::time::Duration;

/// A seat could not take what came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SeatError {
    Player(PlayerError),
    Hearing(HearingError),
}

impl fmt::Display for SeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatError::Player(error) => write!(f, "the player failed: {error}"),
            SeatError::Hearing(error) => write!(f, "this cannot be: {error}"),
        }
    }
}

impl From<PlayerError> for SeatError {
    fn from(error: PlayerError) -> SeatError {
        SeatError::Player(error)
    }
}

impl From<HearingError> for SeatError {
    fn from(error: HearingError) -> SeatError {
        SeatError::Hearing(error)
    }
}

/// A hosted player and all that he has heard.
pub(crate) struct Seat {
    player: Box<dyn Player>,
    view: View,
}

impl Seat {
    /// Seats a player at the start of a game.
    pub(crate) fn new(mut player: Box<dyn Player>, view: View) -> Result<Seat, SeatError> {
        player.begin(&view)?;
        Ok(Seat { player, view })
    }

    pub(crate) fn view(&self) -> &View {
        &self.view
    }

    pub(crate) fn player(&self) -> &dyn Player {
        self.player.as_ref()
    }

    pub(crate) fn hear(&mut self, news: &Observation) -> Result<(), SeatError> {
        self.view.update(news)?;
        Ok(self.player.hear(&self.view, news)?)
    }

    pub(crate) fn choose(&mut self, left: Option<Duration>) -> Result<Choice, SeatError> {
        Ok(self.player.choose(&self.view, left)?)
    }
}
