//! Files of self-play merged into one.

use crate::{DataError, Header, Reader, Writer};
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

/// Why files cannot be merged: which file, and what is wrong with it.
#[derive(Debug)]
pub struct MergeError {
    /// The file.
    pub path: PathBuf,
    /// The error.
    pub error: DataError,
}

impl std::fmt::Display for MergeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.error)
    }
}

impl std::error::Error for MergeError {}

/// Writes the games of some files to one, in order, and returns their number.
///
/// The files must have the same players, rules, size and notes, and different seeds. The header lists all
/// seeds, so that no command can add games to a merged file.
pub fn merge(
    paths: &[PathBuf],
    command: &str,
    output: impl Write,
    out: &Path,
) -> Result<u32, MergeError> {
    let mut readers = Vec::new();
    for path in paths {
        let fail = |error| MergeError { path: path.clone(), error };
        readers.push((path, Reader::open(path).map_err(fail)?));
    }
    let header = merged_header(&readers, command)?;
    let fail = |error| MergeError { path: out.to_owned(), error };
    let mut writer = Writer::new(output, &header).map_err(fail)?;
    for (path, mut reader) in readers {
        while let Some(game) =
            reader.next_game().map_err(|error| MergeError { path: path.clone(), error })?
        {
            writer.push(&game).map_err(fail)?;
        }
    }
    let games = writer.games();
    let flushed = writer.finish().and_then(|mut output| Ok(output.flush()?));
    flushed.map_err(fail).map(|()| games)
}

/// The header of all files together.
fn merged_header(
    readers: &[(&PathBuf, Reader<BufReader<File>>)],
    command: &str,
) -> Result<Header, MergeError> {
    let mut merged: Option<Header> = None;
    let mut seeds = Vec::new();
    for (path, reader) in readers {
        let fail = |error| MergeError { path: (*path).clone(), error };
        let header = reader.header();
        let first = merged.get_or_insert_with(|| header.clone());
        let same = Header { seed: first.seed, merged: first.merged.clone(), ..header.clone() };
        if let Some(what) = same.difference(first) {
            return Err(fail(DataError::Other(what)));
        }
        for seed in header.seeds() {
            if seeds.contains(&seed) {
                return Err(fail(DataError::SameSeed(seed)));
            }
            seeds.push(seed);
        }
    }
    let first = merged.unwrap_or_default();
    Ok(Header { command: command.to_owned(), merged: seeds, ..first })
}
