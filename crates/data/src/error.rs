//! What can be wrong with a data file, in words: what, where, and what to do.

use std::fmt;
use std::io;

/// Why a data file cannot be read or written.
#[derive(Debug)]
pub enum DataError {
    /// The disk, or whatever the bytes come from, failed.
    Io(io::Error),
    /// The file is no self-play data.
    NotData,
    /// The file is of a later version of the format.
    Newer(u16),
    /// The header cannot be read.
    Header(String),
    /// A block is damaged.
    Damaged {
        /// Where the block begins, in bytes from the start of the file.
        at: u64,
        /// How many games stand before it.
        games: u32,
        /// What is wrong with it.
        what: String,
    },
    /// A game cannot have been played.
    Impossible {
        /// Its number.
        game: u32,
        /// What is wrong with it.
        what: String,
    },
    /// The file has games of another self-play.
    Other(String),
    /// Someone else is writing the file.
    Busy,
    /// A game could not be played, twice in a row.
    Void(String),
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DataError::Io(error) => error.fmt(f),
            DataError::NotData => {
                f.write_str("this is no self-play data: `kage selfplay --out FILE` writes it")
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
            DataError::Impossible { game, what } => {
                write!(f, "game {game} cannot have been played: {what}")
            }
            DataError::Other(what) => write!(
                f,
                "the file has another self-play ({what}); name a new file, or give the same \
                 command to go on"
            ),
            DataError::Busy => f.write_str("another Kage is writing this file; wait, or stop it"),
            DataError::Void(what) => write!(f, "a game was void twice: {what}"),
        }
    }
}

impl std::error::Error for DataError {}

impl From<io::Error> for DataError {
    fn from(error: io::Error) -> DataError {
        DataError::Io(error)
    }
}
