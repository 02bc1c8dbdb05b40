//! The player that a spec on the command line names: a built-in one, or a program.

use crate::args::spec_error;
use kage_arena::{Budget, SeatedPlayer};
use kage_gtp::{GtpPlayer, SauPlayer, SightedGtp, Timeouts, WireLog};
use kage_phantom::{Player, PlayerError, SightedPlayer};
use kage_players::{PlayerSpec, SpecError};
use std::fmt;

/// The time of a turn is divided by this number of tries. When it runs low, tries are shorter.
const TRIES_A_TURN: u32 = 3;

/// The word before the command line of a program, and how the program is seated.
const PROGRAMS: [(&str, Protocol); 3] =
    [("gtp:", Protocol::Gtp), ("sau:", Protocol::Sau), ("sighted:", Protocol::Sighted)];

/// The language of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Protocol {
    /// GTP with the `PG-` commands.
    Gtp,
    /// The protocol of the student contest.
    Sau,
    /// GTP for visible Go: the program is told the true position.
    Sighted,
}

/// Whom a spec on the command line names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SeatSpec {
    /// A built-in player.
    BuiltIn(PlayerSpec),
    /// A program, by its command line.
    Program(Program),
}

/// A program on a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Program {
    protocol: Protocol,
    command: String,
}

impl fmt::Display for SeatSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatSpec::BuiltIn(spec) => spec.fmt(f),
            SeatSpec::Program(Program { protocol, command }) => {
                let word = PROGRAMS.iter().find(|(_, known)| known == protocol);
                write!(f, "{}{command}", word.map_or("", |(word, _)| word))
            }
        }
    }
}

impl SeatSpec {
    /// Reads a spec. Nothing is started yet.
    pub(crate) fn parse(spec: &str) -> Result<SeatSpec, SpecError> {
        for (word, protocol) in PROGRAMS {
            if let Some(command) = spec.strip_prefix(word) {
                let command = command.to_owned();
                return Ok(SeatSpec::Program(Program { protocol, command }));
            }
        }
        spec.parse().map(SeatSpec::BuiltIn)
    }

    /// Reads a spec for a game.
    pub(crate) fn read(spec: &str) -> Result<SeatSpec, PlayerError> {
        SeatSpec::parse(spec).map_err(|error| wrong(&error))
    }

    /// Does it name a program?
    pub(crate) const fn is_program(&self) -> bool {
        matches!(self, SeatSpec::Program(_))
    }

    /// Does it name a player that is told the true position?
    pub(crate) fn is_sighted(&self) -> bool {
        match self {
            SeatSpec::BuiltIn(spec) => spec.is_sighted(),
            SeatSpec::Program(program) => program.protocol == Protocol::Sighted,
        }
    }

    /// Seats the player.
    pub(crate) fn seat(
        &self,
        seed: u64,
        log: Option<WireLog>,
    ) -> Result<SeatedPlayer, PlayerError> {
        match self {
            SeatSpec::Program(program) => program.start(log),
            SeatSpec::BuiltIn(spec) if spec.is_sighted() => {
                sighted(spec, seed).map(SeatedPlayer::Sighted)
            }
            SeatSpec::BuiltIn(spec) => {
                spec.seat(seed).map(SeatedPlayer::Blind).map_err(|error| wrong(&error))
            }
        }
    }

    /// Seats a player that must be blind.
    pub(crate) fn blind(&self, seed: u64) -> Result<Box<dyn Player>, PlayerError> {
        if !self.is_sighted()
            && let SeatedPlayer::Blind(player) = self.seat(seed, None)?
        {
            return Ok(player);
        }
        Err(PlayerError::Infrastructure(format!(
            "`{self}` sees the whole board, and this seat is for players that do not"
        )))
    }

    /// The same with the budget of the games, if the player searches and has no budget of its own. A clock
    /// for the whole game needs no option: the player is told the time that is left and takes its share.
    pub(crate) fn with_budget(self, budget: &Budget) -> SeatSpec {
        let SeatSpec::BuiltIn(player) = &self else { return self };
        let entry = player.entry();
        let spends = entry.is_ok_and(|entry| entry.options.iter().any(|o| o.name == "playouts"));
        let budgets = ["playouts", "time", "bank", "clock"];
        if !spends || budgets.iter().any(|name| player.option(name).is_some()) {
            return self;
        }
        let tries = f64::from(TRIES_A_TURN);
        let (option, value) = match (budget.playouts, budget.time_per_move) {
            (Some(playouts), _) => ("playouts", playouts.to_string()),
            (_, Some(seconds)) => ("time", (seconds / tries).to_string()),
            (None, None) => return self,
        };
        SeatSpec::BuiltIn(player.with_default(option, &value))
    }
}

impl Program {
    fn start(&self, log: Option<WireLog>) -> Result<SeatedPlayer, PlayerError> {
        let (command, timeouts) = (&self.command, Timeouts::default());
        Ok(match self.protocol {
            Protocol::Gtp => {
                SeatedPlayer::Blind(Box::new(GtpPlayer::start(command, timeouts, log)?))
            }
            Protocol::Sau => {
                SeatedPlayer::Blind(Box::new(SauPlayer::start(command, timeouts, log)?))
            }
            Protocol::Sighted => {
                SeatedPlayer::Sighted(Box::new(SightedGtp::start(command, timeouts, log)?))
            }
        })
    }
}

/// Seats a player that must be blind, once.
pub(crate) fn blind(spec: &str, seed: u64) -> Result<Box<dyn Player>, PlayerError> {
    SeatSpec::read(spec)?.blind(seed)
}

/// Seats a built-in player that sees the board.
pub(crate) fn sighted(spec: &PlayerSpec, seed: u64) -> Result<Box<dyn SightedPlayer>, PlayerError> {
    spec.seat_sighted(seed).map_err(|error| wrong(&error))
}

/// The error of a spec, with a hint about names that have changed.
fn wrong(error: &SpecError) -> PlayerError {
    PlayerError::Infrastructure(spec_error(error))
}
