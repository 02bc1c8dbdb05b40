//! A bot: a player with its view. It knows nothing but what its seat has heard.

use crate::bots::Level;
use crate::hint::{Hint, Values};
use kage_phantom::{Choice, HearingError, Observation, Player, PlayerError, Seat};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// A bot. It moves from the room to the worker pool and back.
pub(crate) struct Bot {
    player: Box<dyn Player>,
    seat: Seat,
}

/// The result of a bot's thinking.
pub(crate) struct BotMove {
    pub(crate) choice: Result<Choice, BotError>,
    /// The chance to win that the bot gives itself, if its level has one.
    pub(crate) chance: Option<f64>,
    pub(crate) took: Duration,
}

impl BotMove {
    /// The bot has no move.
    pub(crate) const fn failed(error: BotError) -> BotMove {
        BotMove { choice: Err(error), chance: None, took: Duration::ZERO }
    }
}

/// Why a bot has no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum BotError {
    /// The game is older than this program, which does not have its level any more.
    NoSuchLevel,
    /// The player panicked.
    Panicked,
    /// The view does not accept an observation.
    Seat(HearingError),
    /// The player reports an error.
    Player(PlayerError),
}

impl fmt::Display for BotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotError::NoSuchLevel => f.write_str("this Kage does not have its level"),
            BotError::Panicked => f.write_str("the bot panicked"),
            BotError::Seat(error) => error.fmt(f),
            BotError::Player(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BotError {}

impl From<HearingError> for BotError {
    fn from(error: HearingError) -> BotError {
        BotError::Seat(error)
    }
}

impl From<PlayerError> for BotError {
    fn from(error: PlayerError) -> BotError {
        BotError::Player(error)
    }
}

impl Bot {
    /// A bot of a level. `start` is its seat before the first try.
    pub(crate) fn create(level: &Level, start: &Seat, seed: u64) -> Result<Box<Bot>, PlayerError> {
        let mut player = (level.make_player)(start, seed)?;
        player.begin(start)?;
        Ok(Box::new(Bot { player, seat: start.clone() }))
    }

    /// Hears what is new and chooses. A player that panics gives an error, and the bot is dropped.
    pub(crate) fn think(
        mut self: Box<Self>,
        unheard: &[Observation],
        time_left: Option<Duration>,
        level: &Level,
    ) -> (Option<Box<Bot>>, BotMove) {
        let start = Instant::now();
        let choice = catch_unwind(AssertUnwindSafe(|| self.choose(unheard, time_left)))
            .unwrap_or(Err(BotError::Panicked));
        let chance = match &choice {
            Ok(choice) if level.chance => self.chance(*choice),
            _ => None,
        };
        let bot = choice.is_ok().then_some(self);
        (bot, BotMove { choice, chance, took: start.elapsed() })
    }

    /// Hears everything, and says what it would try and why.
    pub(crate) fn hint(
        mut self: Box<Self>,
        heard: &[Observation],
        level: &Level,
    ) -> Result<Hint, BotError> {
        let choice = catch_unwind(AssertUnwindSafe(|| self.choose(heard, None)))
            .unwrap_or(Err(BotError::Panicked))?;
        let values = if level.chance { Values::Chances } else { Values::Other };
        Ok(Hint::of(choice, self.player.explain(), values))
    }

    fn choose(
        &mut self,
        unheard: &[Observation],
        time_left: Option<Duration>,
    ) -> Result<Choice, BotError> {
        for observation in unheard {
            self.seat.hear(observation)?;
            self.player.hear(&self.seat, observation)?;
        }
        Ok(self.player.choose(&self.seat, time_left)?)
    }

    /// The player's value of its choice, if it rests on simulations and is a probability.
    fn chance(&self, choice: Choice) -> Option<f64> {
        let candidates = &self.player.explain()?.candidates;
        let chosen = candidates.iter().find(|c| c.choice == choice && c.visits > 0)?;
        (0.0..=1.0).contains(&chosen.value).then_some(chosen.value)
    }
}
