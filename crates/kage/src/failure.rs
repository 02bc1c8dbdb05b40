//! Errors of commands: what is wrong, where, and what to do.

use kage_arena::ConfigError;
use kage_record::{GameError, ReadError, ReplayError};
use kage_terminal::TerminalError;
use std::fmt;
use std::path::PathBuf;
use std::process::ExitCode;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A file could not be opened or read.
    Read(PathBuf, std::io::Error),
    /// A file could not be written; its old contents are unchanged.
    Write(PathBuf, std::io::Error),
    /// A file exists already.
    Exists(PathBuf),
    /// Standard output is closed or full.
    Output(std::io::Error),
    /// A file is not a game.
    NoGame(PathBuf, ReadError),
    /// A file does not have that many games.
    NoSuchGame { file: PathBuf, wanted: usize, games: usize },
    /// A recorded game is impossible under the rules.
    Impossible(PathBuf, ReplayError),
    /// The game has fewer moves.
    NoSuchMove { file: PathBuf, wanted: usize, moves: usize },
    /// A game cannot be written in this form.
    Form(PathBuf, GameError),
    /// A tournament's file has an error.
    Config(ConfigError),
    /// The command line names something that does not exist, as text.
    Usage(String),
    /// Any other error, as text.
    Other(String),
}

impl Failure {
    /// 2 for an error on the command line or in a file of the user, 1 for others.
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
                write!(f, "{} exists already; --force replaces it", path.display())
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

/// Standard output is the only output without a path.
impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl From<TerminalError> for Failure {
    fn from(error: TerminalError) -> Failure {
        match error {
            TerminalError::Output(error) => Failure::Output(error),
            error => Failure::Other(error.to_string()),
        }
    }
}

/// Errors whose own text is complete.
macro_rules! in_words {
    ($($error:ty),+ $(,)?) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                Failure::Other(error.to_string())
            }
        }
    )+};
}

in_words!(
    kage_phantom::PlayerError,
    kage_phantom::HearingError,
    kage_phantom::Misheard,
    kage_arena::MatchError,
    kage_arena::StoreError,
    kage_lab::CalibrationError,
    kage_lab::CompactRunError,
    kage_lab::exact::SolveError,
    kage_lab::NetRateError,
    kage_lab::PlayoutError,
    kage_lab::PriorError,
    kage_lab::RecordedGameError,
    kage_lab::SamplingRateError,
    kage_lab::ServerLoadError,
    kage_lab::SignatureError,
    kage_lab::ViewRateError,
    kage_net::Unsupported,
);

/// Errors of the command line: something does not exist.
macro_rules! asked_wrongly {
    ($($error:ty),+ $(,)?) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                Failure::Usage(error.to_string())
            }
        }
    )+};
}

asked_wrongly!(kage_lab::ExperimentError, kage_lab::ReproductionError);
