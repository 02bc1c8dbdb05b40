//! Why games cannot be stored, or a run cannot continue.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A match or a tournament cannot be stored, or cannot continue from its store. Earlier games stay
/// stored.
#[derive(Debug)]
pub enum StoreError {
    /// The file cannot be read or written. Its old contents are unchanged.
    File(PathBuf, io::Error),
    /// The file is not the report of a match.
    NotAReport(PathBuf, serde_json::Error),
    /// The file has another match.
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// The match it has.
        found: String,
        /// The match to be played.
        wanted: String,
    },
    /// The folder has no tournament.
    NoTournament(PathBuf),
    /// The folder has a tournament under other conditions.
    OtherConditions {
        /// The folder.
        path: PathBuf,
        /// The differences, a line each.
        differences: Vec<String>,
    },
    /// Another process plays this tournament.
    Locked {
        /// The folder.
        path: PathBuf,
        /// The process, if the lock names it.
        pid: String,
    },
    /// A line of a file is not what was written there.
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        damage: Damage,
    },
    /// A new entry does not fit what is stored. It was not written.
    Entry(PathBuf, EntryError),
}

/// What is wrong with a line of a store.
#[derive(Debug)]
pub enum Damage {
    /// The conditions are not the JSON that was written.
    Conditions(serde_json::Error),
    /// A pairing of the conditions has a player that is not in their list.
    NoSuchPlayer {
        /// The player, counted from 0.
        player: usize,
        /// How many players there are.
        players: usize,
    },
    /// The line has another checksum.
    Checksum,
    /// The checksum is right, but this version cannot read the entry.
    Unreadable(serde_json::Error),
    /// The entry does not fit the entries before it.
    Entry(EntryError),
}

/// An entry does not fit the conditions or the entries before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryError {
    /// The conditions have no such pairing, counted from 0.
    NoSuchPairing(usize),
    /// The game is stored already.
    Twice {
        /// The pairing, counted from 0.
        pairing: usize,
        /// The number of the game, from 0.
        game: u32,
    },
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::File(path, error) => file_error(f, path, error),
            StoreError::NotAReport(path, error) => write!(
                f,
                "{} exists and is not a match of Kage ({error}); name another file",
                path.display()
            ),
            StoreError::OtherMatch { path, found, wanted } => write!(
                f,
                "{} has another match; name another file\n  it has: {found}\n  wanted: {wanted}",
                path.display()
            ),
            StoreError::NoTournament(path) => {
                write!(
                    f,
                    "{}: there is no tournament here; name the folder that `kage tournament` has made",
                    path.display()
                )
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
            StoreError::Damaged { path, line, damage } => damaged(f, path, *line, damage),
            StoreError::Entry(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

fn file_error(f: &mut fmt::Formatter<'_>, path: &Path, error: &io::Error) -> fmt::Result {
    write!(f, "{}: {error}", path.display())?;
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            f.write_str("; all earlier games are stored: make room, and run it again")
        }
        _ => Ok(()),
    }
}

fn damaged(f: &mut fmt::Formatter<'_>, path: &Path, line: usize, damage: &Damage) -> fmt::Result {
    write!(
        f,
        "{}, line {line}: {damage}; another program has changed the file: restore it from a backup, \
         or delete the line of the game (the game is then played again)",
        path.display()
    )
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::Conditions(error) => error.fmt(f),
            Damage::NoSuchPlayer { player, players } => {
                write!(f, "a pairing has player {player}, but there are {players}, counted from 0")
            }
            Damage::Checksum => f.write_str("the checksum does not match"),
            Damage::Unreadable(error) => write!(f, "this kage cannot read it ({error})"),
            Damage::Entry(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for EntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EntryError::NoSuchPairing(pairing) => write!(f, "there is no pairing {}", pairing + 1),
            EntryError::Twice { pairing, game } => {
                write!(f, "game {game} of pairing {} is there twice", pairing + 1)
            }
        }
    }
}

impl std::error::Error for StoreError {}

impl std::error::Error for Damage {}

impl std::error::Error for EntryError {}
