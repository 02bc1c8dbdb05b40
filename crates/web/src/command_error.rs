//! Why a game refuses a command: a code for programs, and a text for people.

use crate::event::ChoiceRuling;
use kage_phantom::{Choice, HearingError, NotATry};
use kage_referee::RefereeError;
use std::fmt;

/// Why a command is refused or an event does not fit. The game is unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum CommandError {
    NotYourTurn,
    NotPlaying,
    NotOver,
    OffBoard,
    NoUndo,
    NothingToUndo,
    NotAsked,
    NoMarks,
    NoHints,
    SeatTaken,
    /// An event of the journal has another ruling than the referee.
    WrongRuling {
        choice: Choice,
        journal: ChoiceRuling,
        referee: ChoiceRuling,
    },
    /// A seat's view does not accept what the referee said.
    View(HearingError),
}

impl CommandError {
    /// The code of the error in messages.
    pub(crate) const fn code(&self) -> &'static str {
        match self {
            CommandError::NotYourTurn => "not-your-turn",
            CommandError::NotPlaying => "not-playing",
            CommandError::NotOver => "not-over",
            CommandError::OffBoard => "off-board",
            CommandError::NoUndo => "no-undo",
            CommandError::NothingToUndo => "nothing-to-undo",
            CommandError::NotAsked => "not-asked",
            CommandError::NoMarks => "no-marks",
            CommandError::NoHints => "no-hints",
            CommandError::SeatTaken => "taken",
            CommandError::WrongRuling { .. } | CommandError::View(_) => "changed",
        }
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CommandError::NotYourTurn => "it is the opponent's turn",
            CommandError::NotPlaying => "the game is not running: a seat is empty, or it is over",
            CommandError::NotOver => "the game is not over",
            CommandError::OffBoard => "the point is not on this board",
            CommandError::NoUndo => "this game does not allow taking moves back",
            CommandError::NothingToUndo => "there is no move to take back",
            CommandError::NotAsked => "the opponent has not asked to take a move back",
            CommandError::NoMarks => {
                "dead stones can be marked only once, by two people, after the board was counted"
            }
            CommandError::NoHints => "there are hints only in games against a bot",
            CommandError::SeatTaken => "the seat is taken",
            CommandError::WrongRuling { choice, journal, referee } => {
                return write!(
                    f,
                    "the journal says `{journal}` of {choice}, the referee `{referee}`"
                );
            }
            CommandError::View(error) => {
                return write!(f, "a view does not fit the referee: {error}");
            }
        })
    }
}

impl std::error::Error for CommandError {}

impl From<RefereeError> for CommandError {
    fn from(error: RefereeError) -> CommandError {
        match error {
            RefereeError::NotYourTurn => CommandError::NotYourTurn,
            RefereeError::GameOver => CommandError::NotPlaying,
            RefereeError::OffBoard(_) => CommandError::OffBoard,
        }
    }
}

impl From<HearingError> for CommandError {
    fn from(error: HearingError) -> CommandError {
        CommandError::View(error)
    }
}

impl From<NotATry> for CommandError {
    fn from(error: NotATry) -> CommandError {
        match error {
            NotATry::OffBoard(_) => CommandError::OffBoard,
            NotATry::GameOver => CommandError::NotPlaying,
        }
    }
}
