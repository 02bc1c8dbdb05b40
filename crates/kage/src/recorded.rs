//! Recorded games, from game files and files of self-play alike.

use crate::failure::Failure;
use crate::{data, files};
use kage_data::{DataError, Header, Reader};
use kage_goban::{Color, Move};
use kage_record::{End, Transcript};
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// A game, and the file it is from.
pub(crate) struct Recorded {
    pub(crate) file: PathBuf,
    pub(crate) game: Transcript,
}

impl Recorded {
    /// The moves and passes of a colour, in order, with the number of the turn each was made in,
    /// from 0.
    pub(crate) fn plays(&self, color: Color) -> impl Iterator<Item = (usize, Move)> {
        let of_color =
            self.game.turns.iter().enumerate().filter(move |(_, turn)| turn.color == color);
        of_color.filter_map(|(number, turn)| match turn.end {
            End::Play(point) => Some((number, Move::Play(point))),
            End::Pass => Some((number, Move::Pass)),
            _ => None,
        })
    }
}

/// All games of some files: every game of a file of self-play, the first of a game file.
pub(crate) fn load(paths: &[PathBuf]) -> Result<Vec<Recorded>, Failure> {
    let mut games = Vec::new();
    for path in paths {
        match selfplay(path)? {
            Some(more) => games.extend(more),
            None => games.push(Recorded { file: path.clone(), game: files::load(path, 1)?.0 }),
        }
    }
    Ok(games)
}

/// The header of a file of self-play; `None` if it is none.
pub(crate) fn header(path: &Path) -> Result<Option<Header>, Failure> {
    Ok(open(path)?.map(|reader| reader.header().clone()))
}

/// The games of a file of self-play; `None` if it is none.
fn selfplay(path: &Path) -> Result<Option<Vec<Recorded>>, Failure> {
    let Some(mut reader) = open(path)? else { return Ok(None) };
    let fail = |error| data::failure(path, &error);
    let (rules, setup) = (*reader.rules(), *reader.setup());
    let mut games = Vec::new();
    while let Some(game) = reader.next_game().map_err(fail)? {
        let number = games.len() as u32;
        let record = kage_data::replay(&game, number, rules, setup, |_| {}).map_err(fail)?;
        games.push(Recorded { file: path.to_owned(), game: Transcript::of(&record) });
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
