//! What a solution resumes from.
//!
//! A file is one line of JSON (the game, the caps that are solved, the iteration), then the numbers
//! of both sides as little-endian doubles, then a checksum of everything before it.

use super::cfr::SideState;
use super::solve::SolvedCap;
use kage_goban::{ByColor, Color};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The first words of the file.
const FORMAT: &str = "kage exact 1";

/// A run as it stands.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Checkpoint {
    pub(crate) head: Head,
    /// The numbers of the cap that is being solved, if it has begun.
    pub(crate) state: Option<ByColor<SideState>>,
}

/// The line of JSON.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub(crate) struct Head {
    format: String,
    /// The game, in words.
    pub(crate) game: String,
    pub(crate) solved: Vec<SolvedCap>,
    pub(crate) cap: u8,
    pub(crate) iterations: u64,
    /// The numbers of sequences, if numbers follow.
    sequences: Option<[usize; 2]>,
}

/// A run cannot be resumed from a file, or cannot be saved.
#[derive(Debug)]
pub enum CheckpointError {
    /// The file cannot be read or written.
    File(PathBuf, io::Error),
    /// The file is no checkpoint, or is damaged.
    Damaged(PathBuf),
    /// The file belongs to another game.
    OtherGame {
        /// The file.
        file: PathBuf,
        /// Its game.
        game: String,
    },
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::File(path, error) => {
                write!(f, "checkpoint {}: {error}", path.display())
            }
            CheckpointError::Damaged(path) => write!(
                f,
                "{} is no checkpoint of this version of Kage, or is damaged; delete it to begin again",
                path.display()
            ),
            CheckpointError::OtherGame { file, game } => {
                write!(f, "{} is the checkpoint of another game: {game}", file.display())
            }
        }
    }
}

impl std::error::Error for CheckpointError {}

impl Checkpoint {
    pub(crate) fn new(
        game: String,
        solved: Vec<SolvedCap>,
        cap: u8,
        running: Option<(u64, ByColor<SideState>)>,
    ) -> Checkpoint {
        let count = |state: &ByColor<SideState>| Color::BOTH.map(|color| state[color].sum.len());
        let sequences = running.as_ref().map(|(_, state)| count(state));
        let iterations = running.as_ref().map_or(0, |(iterations, _)| *iterations);
        let format = FORMAT.to_owned();
        let head = Head { format, game, solved, cap, iterations, sequences };
        Checkpoint { head, state: running.map(|(_, state)| state) }
    }

    /// Writes the file whole or not at all.
    pub(crate) fn save(&self, path: &Path) -> Result<(), CheckpointError> {
        self.write(path).map_err(|error| CheckpointError::File(path.to_owned(), error))
    }

    fn write(&self, path: &Path) -> io::Result<()> {
        let mut bytes = serde_json::to_vec(&self.head)?;
        bytes.push(b'\n');
        for side in self.state.iter().flat_map(|state| [&state.black, &state.white]) {
            for numbers in [&side.regrets, &side.expected, &side.sum] {
                bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            }
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        let mut file = kage_arena::unfinished(path)?;
        file.write_all(&bytes)?;
        file.as_file().sync_all()?;
        file.persist(path).map(drop).map_err(|error| error.error)
    }

    /// Reads the file of a game; `None` if there is none yet.
    pub(crate) fn load(path: &Path, game: &str) -> Result<Option<Checkpoint>, CheckpointError> {
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(CheckpointError::File(path.to_owned(), error)),
        };
        let found = read(&bytes).ok_or_else(|| CheckpointError::Damaged(path.to_owned()))?;
        if found.head.game != game {
            let (file, game) = (path.to_owned(), found.head.game);
            return Err(CheckpointError::OtherGame { file, game });
        }
        Ok(Some(found))
    }
}

fn read(bytes: &[u8]) -> Option<Checkpoint> {
    let (content, sum) = bytes.split_last_chunk::<4>()?;
    if crc32fast::hash(content) != u32::from_le_bytes(*sum) {
        return None;
    }
    let end = content.iter().position(|&byte| byte == b'\n')?;
    let head: Head = serde_json::from_slice(&content[..end]).ok()?;
    let numbers = &content[end + 1..];
    let Some([black, white]) = head.sequences else {
        return (head.format == FORMAT && numbers.is_empty())
            .then_some(Checkpoint { head, state: None });
    };
    if head.format != FORMAT || numbers.len() != (black + white) * 3 * 8 {
        return None;
    }
    let mut numbers = numbers.chunks_exact(8).filter_map(|number| number.try_into().ok());
    let mut take = |count: usize| -> Vec<f64> {
        numbers.by_ref().take(count).map(f64::from_le_bytes).collect()
    };
    let mut side =
        |count| SideState { regrets: take(count), expected: take(count), sum: take(count) };
    let state = ByColor { black: side(black), white: side(white) };
    Some(Checkpoint { head, state: Some(state) })
}
