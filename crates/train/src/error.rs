//! Errors of training: what is wrong, where, and what to do.

use crate::CheckpointError;
use kage_belief::TrainingError;
use kage_data::{DataError, GameError, PlayError};
use kage_net::{FileError, Shape};
use kage_parallel::WorkerPanicked;
use kage_phantom::PlayerError;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a training failed.
#[derive(Debug)]
pub enum TrainError {
    /// A file cannot be read.
    Read(PathBuf, io::Error),
    /// A file cannot be written. What was there is unchanged.
    Write(PathBuf, io::Error),
    /// A file exists already.
    Exists(PathBuf),
    /// A file of self-play cannot be used.
    Data(PathBuf, DataError),
    /// A file is not a net.
    Net(PathBuf, FileError),
    /// The training cannot be resumed from a checkpoint.
    Checkpoint(PathBuf, CheckpointError),
    /// There are too few games.
    TooFewGames {
        /// The number of games.
        games: usize,
        /// The smallest number that is enough.
        needed: usize,
    },
    /// No net of this shape can be built.
    Shape,
    /// A net of another shape was expected.
    OtherShape {
        /// The file of the net.
        path: PathBuf,
        /// Its shape.
        shape: Shape,
    },
    /// The loss is not finite.
    Diverged {
        /// When: after how many steps or games.
        after: String,
        /// The learning rate.
        rate: f32,
    },
    /// An opponent cannot be seated.
    Seat(String, PlayerError),
    /// A game of self-play could not be played.
    Play {
        /// Its number.
        game: u64,
        /// Why.
        error: PlayError,
    },
    /// A finished game cannot be replayed.
    Replay {
        /// Its number.
        game: u64,
        /// Why.
        error: GameError,
    },
    /// A prior cannot learn from a game.
    Prior(TrainingError),
    /// A thread panicked.
    Panicked(WorkerPanicked),
}

impl fmt::Display for TrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrainError::Read(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            TrainError::Write(path, error) => {
                write!(f, "cannot write {}: {error}; nothing there was changed", path.display())
            }
            TrainError::Exists(path) => {
                write!(f, "{} exists already; --force replaces it", path.display())
            }
            TrainError::Data(path, error) => write!(f, "{}: {error}", path.display()),
            TrainError::Net(path, error) => write!(f, "{}: {error}", path.display()),
            TrainError::Checkpoint(path, error) => write!(f, "{}: {error}", path.display()),
            TrainError::TooFewGames { games, needed } => {
                write!(f, "{games} games on 9x9 are too few: at least {needed} are needed")
            }
            TrainError::Shape => f.write_str(Shape::SOUND),
            TrainError::OtherShape { path, shape: Shape { blocks, channels, .. } } => write!(
                f,
                "{}: this net has {blocks} blocks of {channels} channels; use --blocks {blocks} \
                 --channels {channels}",
                path.display()
            ),
            TrainError::Diverged { after, rate } => {
                write!(f, "the loss is not finite after {after}; try a smaller --rate than {rate}")
            }
            TrainError::Seat(label, error) => write!(f, "{label}: {error}"),
            TrainError::Play { game, error } => write!(f, "game {game}: {error}"),
            TrainError::Replay { game, error } => write!(f, "game {game}: {error}"),
            TrainError::Prior(error) => error.fmt(f),
            TrainError::Panicked(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TrainError {}

impl From<WorkerPanicked> for TrainError {
    fn from(error: WorkerPanicked) -> TrainError {
        TrainError::Panicked(error)
    }
}

impl From<TrainingError> for TrainError {
    fn from(error: TrainingError) -> TrainError {
        TrainError::Prior(error)
    }
}
