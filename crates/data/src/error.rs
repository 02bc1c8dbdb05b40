//! Errors of data files: what is wrong, where, and what to do.

use kage_arena::Void;
use kage_parallel::WorkerPanicked;
use kage_phantom::{Misheard, NotATry, PlayerError};
use kage_referee::RefereeError;
use std::fmt;
use std::io;

/// Why bytes are not a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnpackError {
    /// They end too soon.
    Cut,
    /// This is not the number of a choice.
    Choice(u16),
    /// This is not the number of an ending.
    Ending(u8),
    /// A number has too many bytes.
    LongNumber,
    /// A try has too many noted candidates.
    Candidates,
}

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnpackError::Cut => f.write_str("a game ends too soon"),
            UnpackError::Choice(code) => write!(f, "{code} is not a choice"),
            UnpackError::Ending(code) => write!(f, "{code} is not an ending"),
            UnpackError::LongNumber => f.write_str("a number is too long"),
            UnpackError::Candidates => f.write_str("a try has too many candidates"),
        }
    }
}

impl std::error::Error for UnpackError {}

/// Why a game cannot have been played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameError {
    /// There are choices after the end.
    GoesOn,
    /// There is no end.
    Endless,
    /// The referee did not take a choice.
    Referee(RefereeError),
    /// A move of the record cannot be made.
    Record(NotATry),
    /// A seat cannot have heard what it was told.
    Misheard(Misheard),
    /// A game of so many bytes does not fit a block.
    TooLong(usize),
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::GoesOn => f.write_str("it goes on after its end"),
            GameError::Endless => f.write_str("it has no end"),
            GameError::Referee(error) => error.fmt(f),
            GameError::Record(error) => error.fmt(f),
            GameError::Misheard(error) => error.fmt(f),
            GameError::TooLong(bytes) => {
                write!(f, "it takes {bytes} bytes: note fewer candidates")
            }
        }
    }
}

impl std::error::Error for GameError {}

impl From<RefereeError> for GameError {
    fn from(error: RefereeError) -> GameError {
        GameError::Referee(error)
    }
}

impl From<NotATry> for GameError {
    fn from(error: NotATry) -> GameError {
        GameError::Record(error)
    }
}

impl From<Misheard> for GameError {
    fn from(error: Misheard) -> GameError {
        GameError::Misheard(error)
    }
}

/// Why a game was not played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// A player could not be seated.
    Seat(PlayerError),
    /// The game does not count.
    Void(Void),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Seat(error) => error.fmt(f),
            PlayError::Void(void) => f.write_str(&void.what),
        }
    }
}

impl std::error::Error for PlayError {}

/// Why a data file cannot be read or written.
#[derive(Debug)]
pub enum DataError {
    /// An input or output error.
    Io(io::Error),
    /// The file is not self-play data.
    NotData,
    /// The file has a later version of the format.
    Newer(u16),
    /// The header cannot be read.
    Header(String),
    /// A block is damaged.
    Damaged {
        /// Where the block begins, in bytes from the start of the file.
        at: u64,
        /// The number of games before it.
        games: u32,
        /// What is wrong with it.
        what: String,
    },
    /// A game cannot have been played.
    Impossible {
        /// Its number.
        game: u32,
        /// What is wrong with it.
        error: GameError,
    },
    /// The games of the file were made differently, in words.
    Other(String),
    /// Two files that are to be merged have the same seed.
    SameSeed(u64),
    /// Another program is writing the file.
    Busy,
    /// A game could not be played, twice in a row.
    Void {
        /// Its number.
        game: u64,
        /// Why.
        error: PlayError,
    },
    /// A thread panicked.
    Panicked(WorkerPanicked),
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DataError::Io(error) => error.fmt(f),
            DataError::NotData => {
                f.write_str("this is not self-play data: `kage data make --out FILE` writes it")
            }
            DataError::Newer(version) => write!(
                f,
                "the file has format version {version}, and this Kage reads up to {}: use a newer \
                 Kage",
                crate::FORMAT_VERSION
            ),
            DataError::Header(what) => write!(f, "the header cannot be read: {what}"),
            DataError::Damaged { at, games, what } => write!(
                f,
                "damaged at byte {at}: {what}; the {games} games before it are good, and \
                 `truncate -s {at}` on a copy keeps just them"
            ),
            DataError::Impossible { game, error } => {
                write!(f, "game {game} cannot have been played: {error}")
            }
            DataError::Other(what) => write!(
                f,
                "the file has another self-play ({what}); name a new file, or give the same \
                 command to go on"
            ),
            DataError::SameSeed(seed) => write!(
                f,
                "both files have seed {seed}, so their games may be the same; make them with \
                 different seeds"
            ),
            DataError::Busy => {
                f.write_str("another program is writing this file; wait, or stop it")
            }
            DataError::Void { game, error } => write!(f, "game {game} was void twice: {error}"),
            DataError::Panicked(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DataError {}

impl From<io::Error> for DataError {
    fn from(error: io::Error) -> DataError {
        DataError::Io(error)
    }
}

impl From<WorkerPanicked> for DataError {
    fn from(error: WorkerPanicked) -> DataError {
        DataError::Panicked(error)
    }
}
