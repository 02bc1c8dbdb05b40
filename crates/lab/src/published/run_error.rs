//! What stops a run, and what it has to say.

use super::CompactError;
use crate::{ExperimentError, ReproductionError, SignatureError};
use std::fmt;
use std::path::PathBuf;

/// A run cannot go on.
#[derive(Debug)]
pub enum CompactRunError {
    /// A file or folder could not be read or written.
    File(PathBuf, std::io::Error),
    /// A file's results cannot be read, or are of other terms.
    Results(PathBuf, CompactError),
    /// An experiment cannot be played.
    Experiment(ReproductionError),
    /// A built-in definition is broken.
    Definition(ExperimentError),
    /// The players of a file cannot be signed.
    Players(PathBuf, SignatureError),
}

impl fmt::Display for CompactRunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompactRunError::File(path, error) => write!(f, "{}: {error}", path.display()),
            CompactRunError::Results(path, error) => write!(f, "{}: {error}", path.display()),
            CompactRunError::Experiment(error) => error.fmt(f),
            CompactRunError::Definition(error) => error.fmt(f),
            CompactRunError::Players(path, error) => {
                write!(f, "{}: the players have no signature: {error}", path.display())
            }
        }
    }
}

impl std::error::Error for CompactRunError {}

/// What a run says while it plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CompactNote {
    /// A game was void and is played again: which, and why.
    Void(String, String),
    /// A game was void too often and is left out: which.
    LeftOut(String),
    /// The players of this file play differently from those of its games so far.
    OtherPlayers(PathBuf),
}

impl fmt::Display for CompactNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompactNote::Void(game, why) => write!(f, "{game} is void: {why}"),
            CompactNote::LeftOut(game) => {
                write!(f, "{game} is left out; the same command tries it again")
            }
            CompactNote::OtherPlayers(file) => write!(
                f,
                "{}: this build plays differently from the one before; the line `# played` says from which game on",
                file.display()
            ),
        }
    }
}
