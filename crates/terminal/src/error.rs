//! What ends a game at the terminal.

use crate::AnswerError;
use kage_phantom::PlayerError;
use kage_referee::SessionError;
use std::fmt;

/// Why a game at the terminal cannot go on.
#[derive(Debug)]
pub enum TerminalError {
    /// The output cannot be written.
    Output(std::io::Error),
    /// The player cannot be seated, or fails.
    Player(PlayerError),
    /// What was heard cannot be told to a player that takes its seat again.
    Answer(AnswerError),
    /// The referee has a fault.
    Referee(SessionError),
}

impl fmt::Display for TerminalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TerminalError::Output(error) => write!(f, "cannot write the output: {error}"),
            TerminalError::Player(error) => error.fmt(f),
            TerminalError::Answer(error) => error.fmt(f),
            TerminalError::Referee(error) => {
                write!(f, "the referee has a fault; please report this: {error}")
            }
        }
    }
}

impl std::error::Error for TerminalError {}

impl From<std::io::Error> for TerminalError {
    fn from(error: std::io::Error) -> TerminalError {
        TerminalError::Output(error)
    }
}

impl From<PlayerError> for TerminalError {
    fn from(error: PlayerError) -> TerminalError {
        TerminalError::Player(error)
    }
}

impl From<AnswerError> for TerminalError {
    fn from(error: AnswerError) -> TerminalError {
        TerminalError::Answer(error)
    }
}

impl From<SessionError> for TerminalError {
    fn from(error: SessionError) -> TerminalError {
        TerminalError::Referee(error)
    }
}
