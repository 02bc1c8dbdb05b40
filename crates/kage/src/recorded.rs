//! Recorded games, from game files and files of self-play alike.

use crate::commands::data;
use crate::failure::Failure;
use crate::files;
use kage_data::{DataError, Header, Reader};
use kage_lab::RecordedGame;
use kage_record::Transcript;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// All games of some files: every game of a file of self-play, the first of a game file.
pub(crate) fn load(paths: &[PathBuf]) -> Result<Vec<RecordedGame>, Failure> {
    let mut games = Vec::new();
    for path in paths {
        match selfplay(path)? {
            Some(more) => games.extend(more),
            None => games.push(load_one(path, 1)?),
        }
    }
    Ok(games)
}

/// The first game of each file.
pub(crate) fn load_first(paths: &[PathBuf]) -> Result<Vec<RecordedGame>, Failure> {
    paths.iter().map(|path| load_one(path, 1)).collect()
}

/// One game of a file.
pub(crate) fn load_one(path: &Path, game: usize) -> Result<RecordedGame, Failure> {
    let (game, _) = files::load(path, game)?;
    Ok(RecordedGame { file: path.to_owned(), game })
}

/// The header of a file of self-play; `None` for another file.
pub(crate) fn header(path: &Path) -> Result<Option<Header>, Failure> {
    Ok(open(path)?.map(|reader| reader.header().clone()))
}

/// The games of a file of self-play; `None` for another file.
fn selfplay(path: &Path) -> Result<Option<Vec<RecordedGame>>, Failure> {
    let Some(mut reader) = open(path)? else { return Ok(None) };
    let fail = |error| data::failure(path, &error);
    let (rules, setup) = (*reader.rules(), *reader.setup());
    let mut games = Vec::new();
    while let Some(game) = reader.next_game().map_err(fail)? {
        let number = games.len() as u32;
        let record = kage_data::replay(&game, number, rules, setup, |_| {}).map_err(fail)?;
        games.push(RecordedGame { file: path.to_owned(), game: Transcript::of(&record) });
    }
    Ok(Some(games))
}

fn open(path: &Path) -> Result<Option<Reader<BufReader<File>>>, Failure> {
    if path == Path::new("-") {
        return Ok(None);
    }
    match Reader::open(path) {
        Ok(reader) => Ok(Some(reader)),
        Err(DataError::NotData) => Ok(None),
        Err(DataError::Io(error)) => Err(Failure::Read(path.to_owned(), error)),
        Err(error) => Err(data::failure(path, &error)),
    }
}
