//! Why no report can be made of some results.

use kage_phantom::{Misheard, SetupError};
use kage_record::{ReplayError, TextError};
use std::fmt;

/// The results contradict themselves: no report can be made of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StudyError {
    /// A pairing names a player that is not in the list.
    NoSuchPlayer {
        /// Its place in the list.
        pairing: usize,
    },
    /// A game or an ending belongs to a pairing that is not in the list.
    NoSuchPairing {
        /// The place in the list that it names.
        pairing: usize,
    },
    /// A game is wrong.
    Game {
        /// Its pairing's place in the list.
        pairing: usize,
        /// Its number in the pairing.
        game: u32,
        /// What is wrong with it.
        what: GameFault,
    },
}

/// What is wrong with a stored game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameFault {
    /// Its row has players other than 0 and 1.
    Row,
    /// It cannot be read.
    Text(TextError),
    /// Its handicap stones are impossible.
    Setup(SetupError),
    /// It has another board size than the tournament.
    Size(u8),
    /// It is not a possible game.
    Replay(ReplayError),
    /// What a seat heard does not fit its view.
    Hearing(Misheard),
    /// It does not end as its row says.
    Result {
        /// The result in the row.
        told: String,
        /// The result of the replay.
        found: String,
    },
}

impl fmt::Display for StudyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StudyError::NoSuchPlayer { pairing } => {
                write!(f, "pairing {} names a player that is not in the list", pairing + 1)
            }
            StudyError::NoSuchPairing { pairing } => {
                write!(f, "there is no pairing {}, but the results name it", pairing + 1)
            }
            StudyError::Game { pairing, game, what } => {
                write!(f, "game {} of pairing {}: {what}", game + 1, pairing + 1)
            }
        }
    }
}

impl std::error::Error for StudyError {}

impl fmt::Display for GameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameFault::Row => f.write_str("its players are not 0 and 1"),
            GameFault::Text(error) => error.fmt(f),
            GameFault::Setup(error) => error.fmt(f),
            GameFault::Size(lines) => write!(f, "it is played on {lines}x{lines}"),
            GameFault::Replay(error) => write!(f, "it cannot have been played: {error}"),
            GameFault::Hearing(error) => write!(f, "the referee contradicts itself: {error}"),
            GameFault::Result { told, found } => {
                write!(f, "it ends in {found}, but is stored as {told}")
            }
        }
    }
}
