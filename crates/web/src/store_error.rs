//! Why the store fails: when it is opened, and later.

use crate::command_error::CommandError;
use rusqlite::ErrorCode;
use std::fmt;
use std::path::PathBuf;

/// Why the store did not save or load something. Nothing is lost or half written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// The disk is full, or the store has reached its largest size.
    Full,
    /// The store or the server is closed.
    Closed,
    /// SQLite reports an error.
    Database(String),
    /// A saved game cannot be read or replayed.
    Unreadable(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self {
            StoreError::Full => {
                return f.write_str(
                    "the server has no room left on its disk: nothing was saved and nothing is \
                     lost; tell the person who runs the server, and try again",
                );
            }
            StoreError::Closed => "it is being stopped",
            StoreError::Database(error) | StoreError::Unreadable(error) => error,
        };
        write!(f, "the server could not use its store ({what}): nothing is lost; try again")
    }
}

impl std::error::Error for StoreError {}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full,
            _ => StoreError::Database(error.to_string()),
        }
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> StoreError {
        StoreError::Unreadable(error.to_string())
    }
}

impl From<CommandError> for StoreError {
    fn from(error: CommandError) -> StoreError {
        StoreError::Unreadable(error.to_string())
    }
}

/// Why a store cannot be opened.
#[derive(Debug)]
pub enum OpenError {
    /// The folder cannot be created or used.
    Folder(PathBuf, std::io::Error),
    /// Another server uses it.
    InUse(PathBuf),
    /// A newer version of Kage made it.
    Newer(PathBuf),
    /// The file is not a store, or it is damaged.
    Broken(PathBuf, String),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Folder(path, error) => write!(
                f,
                "cannot save games in {}: {error}; name a folder that you may write to with --data",
                path.display()
            ),
            OpenError::InUse(path) => write!(
                f,
                "another kage serve uses {}: stop it, or use another --data",
                path.display()
            ),
            OpenError::Newer(path) => write!(
                f,
                "{} was made by a newer Kage: use that version, or another --data",
                path.display()
            ),
            OpenError::Broken(path, error) => write!(
                f,
                "{} is not a store of games ({error}): move it away, or use another --data",
                path.display()
            ),
        }
    }
}

impl std::error::Error for OpenError {}
