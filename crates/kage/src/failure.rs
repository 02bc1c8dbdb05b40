//! What can go wrong, in words: what, where, and what to do.

use kage_arena::ConfigError;
use kage_record::{GameError, ReadError, ReplayError};
use std::fmt;
use std::path::PathBuf;
use std::process::ExitCode;

/// A command that did not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A file could not be opened or read.
    Read(PathBuf, std::io::Error),
    /// A file could not be written; whatever was there is still there.
    Write(PathBuf, std::io::Error),
    /// A file is there already.
    Exists(PathBuf),
    /// Standard output is gone or full.
    Output(std::io::Error),
    /// A file is no game.
    NoGame(PathBuf, ReadError),
    /// A file does not have that many games.
    NoSuchGame { file: PathBuf, wanted: usize, games: usize },
    /// A recorded game cannot have been.
    Impossible(PathBuf, ReplayError),
    /// The game is not that long.
    NoSuchMove { file: PathBuf, wanted: usize, moves: usize },
    /// A game cannot be put into that form.
    Form(PathBuf, GameError),
    /// A tournament's file is not as it should be.
    Config(ConfigError),
    /// The command line names something that is not there, in words.
    Usage(String),
    /// Anything else, in words.
    Other(String),
}

impl Failure {
    /// 2 for what the caller wrote, 1 for the rest.
    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(if matches!(self, Failure::Config(_) | Failure::Usage(_)) { 2 } else { 1 })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Read(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            Failure::Write(path, error) => {
                write!(f, "cannot write {}: {error}; nothing there was changed", path.display())
            }
            Failure::Exists(path) => {
                write!(f, "{} is there already; --force replaces it", path.display())
            }
            Failure::Output(error) => write!(f, "cannot write the output: {error}"),
            Failure::NoGame(path, error) => write!(f, "{}: {error}", path.display()),
            Failure::NoSuchGame { file, wanted, games } => write!(
                f,
                "{}: there is no game {wanted}, the file has {games}; use --game 1 to {games}",
                file.display()
            ),
            Failure::Impossible(path, error) => {
                write!(f, "{}: this game cannot have been played: {error}", path.display())
            }
            Failure::NoSuchMove { file, wanted, moves } => write!(
                f,
                "{}: there is no move {wanted}, the game has {moves}; use --at 0 to {moves}",
                file.display()
            ),
            Failure::Form(path, error) => write!(f, "{}: {error}", path.display()),
            Failure::Config(error) => error.fmt(f),
            Failure::Usage(what) | Failure::Other(what) => f.write_str(what),
        }
    }
}

/// Only standard output is written to without a path.
impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        Failure::Output(error)
    }
}

/// A player of our own that fails says why.
impl From<kage_phantom::PlayerError> for Failure {
    fn from(error: kage_phantom::PlayerError) -> Failure {
        Failure::Other(error.to_string())
    }
}
