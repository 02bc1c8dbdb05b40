//! Why games cannot be kept or taken up again.

use std::fmt;
use std::path::PathBuf;

/// A match or a tournament cannot be kept or taken up again. What was kept still is.
#[derive(Debug)]
pub enum StoreError {
    /// The file cannot be read or written. What was in it still is.
    File(PathBuf, std::io::Error),
    /// The file is no report.
    NotAReport(PathBuf, serde_json::Error),
    /// The file has another match.
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// What match it has.
        found: String,
        /// What match was to be played.
        wanted: String,
    },
    /// The folder has no tournament.
    NoTournament(PathBuf),
    /// The folder has a tournament under other conditions.
    OtherConditions {
        /// The folder.
        path: PathBuf,
        /// What differs, a line each.
        differences: Vec<String>,
    },
    /// Another process plays this tournament.
    Locked {
        /// The folder.
        path: PathBuf,
        /// Who has it, if it says so.
        pid: String,
    },
    /// A line of the games is not what was once written there.
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::File(path, error) => {
                write!(f, "{}: {error}", path.display())?;
                match error.kind() {
                    std::io::ErrorKind::StorageFull
                    | std::io::ErrorKind::QuotaExceeded
                    | std::io::ErrorKind::FileTooLarge => {
                        f.write_str("; every game before is safe: make room, and run it again")
                    }
                    _ => Ok(()),
                }
            }
            StoreError::NotAReport(path, error) => write!(
                f,
                "{} is there already and is no match of Kage's ({error}): name another file",
                path.display()
            ),
            StoreError::OtherMatch { path, found, wanted } => write!(
                f,
                "{} has another match; name another file\n  it has: {found}\n  wanted: {wanted}",
                path.display()
            ),
            StoreError::NoTournament(path) => {
                write!(f, "{}: there is no tournament here", path.display())
            }
            StoreError::OtherConditions { path, differences } => write!(
                f,
                "{} has this tournament under other conditions; name another store, or undo the \
                 change:\n  {}",
                path.display(),
                differences.join("\n  ")
            ),
            StoreError::Locked { path, pid } => write!(
                f,
                "{}: another kage is running this tournament (pid {pid}); wait for it, or stop it",
                path.display()
            ),
            StoreError::Damaged { path, line, why } => write!(
                f,
                "{}, line {line}: {why}; something else has changed the file: take the line out \
                 (its game is then played again), or take the file from a backup",
                path.display()
            ),
        }
    }
}

impl std::error::Error for StoreError {}
