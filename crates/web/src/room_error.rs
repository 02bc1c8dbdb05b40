//! Why a room refuses a request: a code for programs, and a text for people.

use crate::command_error::CommandError;
use crate::json::PointError;
use crate::store::StoreError;
use std::fmt;

/// Why a request was refused. Nothing has happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RoomError {
    /// The game refuses the command.
    Command(CommandError),
    /// The store did not save the event.
    Store(StoreError),
    /// The message is not one for a seat.
    NotForSeat,
    /// The message is not one for a desk.
    NotForDesk,
    /// Spectators cannot do anything.
    NotForSpectator,
    /// The text is not a point.
    Point(PointError),
    /// The text is not a seat.
    UnknownSeat,
    /// The seat's time was up before the message came.
    TimeIsUp,
    /// Guess stones cannot change after the end.
    GuessAfterEnd,
    /// A hint is on its way.
    ThinksOfHint,
}

impl RoomError {
    /// The code of the error in messages.
    pub(crate) const fn code(&self) -> &'static str {
        match self {
            RoomError::Command(error) => error.code(),
            RoomError::Store(_) => "disk",
            RoomError::NotForSeat | RoomError::NotForDesk | RoomError::NotForSpectator => {
                "not-here"
            }
            RoomError::Point(_) => "bad-point",
            RoomError::UnknownSeat => "bad-json",
            RoomError::TimeIsUp => "not-playing",
            RoomError::GuessAfterEnd => "bad-guess",
            RoomError::ThinksOfHint => "slow-down",
        }
    }
}

impl fmt::Display for RoomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RoomError::Command(error) => error.fmt(f),
            RoomError::Store(error) => error.fmt(f),
            RoomError::NotForSeat => f.write_str("a seat cannot send that message"),
            RoomError::NotForDesk => f.write_str("a desk cannot send that message"),
            RoomError::NotForSpectator => f.write_str("a spectator cannot send that message"),
            RoomError::Point(error) => error.fmt(f),
            RoomError::UnknownSeat => f.write_str("a seat is \"black\" or \"white\""),
            RoomError::TimeIsUp => f.write_str("your time is up"),
            RoomError::ThinksOfHint => f.write_str("Kage is thinking about a hint already"),
            RoomError::GuessAfterEnd => {
                f.write_str("the game is over: guess stones cannot change any more")
            }
        }
    }
}

impl std::error::Error for RoomError {}

impl From<CommandError> for RoomError {
    fn from(error: CommandError) -> RoomError {
        RoomError::Command(error)
    }
}

impl From<StoreError> for RoomError {
    fn from(error: StoreError) -> RoomError {
        RoomError::Store(error)
    }
}

impl From<PointError> for RoomError {
    fn from(error: PointError) -> RoomError {
        RoomError::Point(error)
    }
}
