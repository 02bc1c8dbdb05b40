//! Reads a game file in either form; the form is detected.

use crate::{GameError, TextError, Transcript, from_sgf, from_text};
use std::fmt;

/// Why a file cannot be read as games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadError {
    /// The file is not valid SGF.
    Sgf(kage_sgf::ParseError),
    /// Kage cannot read a game of the SGF file.
    Game {
        /// Which game of the file, counted from 1.
        game: usize,
        /// What is wrong with it.
        error: GameError,
    },
    /// The file is not a valid text game.
    Text(TextError),
    /// The file is neither: it is not text.
    NotText,
    /// The file is empty.
    Empty,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Sgf(error) => error.fmt(f),
            ReadError::Game { game: 1, error } => error.fmt(f),
            ReadError::Game { game, error } => write!(f, "game {game} of the file: {error}"),
            ReadError::Text(error) => error.fmt(f),
            ReadError::NotText => f.write_str(
                "this is neither an SGF file nor a text game: a game is `(;GM[1]...)` or lines \
                 such as `b (D5 E4) E6`",
            ),
            ReadError::Empty => f.write_str("there is no game in it"),
        }
    }
}

impl std::error::Error for ReadError {}

/// Reads the games of a file: any number in SGF, one in the text form.
///
/// ```
/// assert_eq!(kage_record::read(b"(;SZ[9];B[ee];W[tt])").unwrap()[0].turns.len(), 2);
/// assert_eq!(kage_record::read(b"b E5\nw pass").unwrap()[0].turns.len(), 2);
/// ```
pub fn read(bytes: &[u8]) -> Result<Vec<Transcript>, ReadError> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(ReadError::Empty);
    }
    if is_sgf(bytes) {
        let collection = kage_sgf::parse(bytes).map_err(ReadError::Sgf)?;
        let games = collection.games.iter().enumerate();
        return games
            .map(|(index, game)| {
                from_sgf(game).map_err(|error| ReadError::Game { game: index + 1, error })
            })
            .collect();
    }
    let text = std::str::from_utf8(bytes).map_err(|_| ReadError::NotText)?;
    let game = from_text(text).map_err(ReadError::Text)?;
    Ok(vec![game])
}

/// Is the file in the SGF form? A text game starts with a header or a turn; it never has a node
/// after a bracket.
pub fn is_sgf(bytes: &[u8]) -> bool {
    let mut before = b' ';
    for &byte in bytes.iter().filter(|byte| !byte.is_ascii_whitespace() && **byte != 0) {
        if before == b'(' && byte == b';' {
            return true;
        }
        before = byte;
    }
    bytes.trim_ascii_start().starts_with(b"(")
}
