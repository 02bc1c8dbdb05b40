//! Who played what, under which rules: the first thing in a file.

use crate::DataError;
use kage_goban::{BoardSize, Point};
use kage_phantom::{RefereeRules, Setup};
use serde::{Deserialize, Serialize};

/// What all games of a file have in common. It is kept as JSON.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The version of Kage that began the file.
    pub kage: String,
    /// The command line that began it.
    pub command: String,
    /// The specs of the two players, numbered 0 and 1 in the games. In self-play proper they are
    /// the same.
    pub players: [String; 2],
    /// The rules in their text form, komi and limits included.
    pub rules: String,
    /// Lines of the board.
    pub size: u8,
    /// Black's stones before the first turn, as `D4 F6`.
    #[serde(default)]
    pub handicap: String,
    /// The time a player has, in words.
    pub time: String,
    /// The seed of all games.
    pub seed: u64,
    /// How many candidates of each try are noted, at most; 0 where there are no notes.
    pub notes: u8,
}

impl Header {
    /// The rules, as data.
    pub fn referee_rules(&self) -> Result<RefereeRules, DataError> {
        self.rules.parse().map_err(|error| DataError::Header(format!("rules: {error}")))
    }

    /// The start of every game.
    pub fn setup(&self) -> Result<Setup, DataError> {
        let fail = |what: String| DataError::Header(what);
        let size = BoardSize::new(self.size)
            .ok_or_else(|| fail(format!("{} is no board size from 2 to 19", self.size)))?;
        let stones: Result<Vec<Point>, _> =
            self.handicap.split_whitespace().map(str::parse).collect();
        let stones = stones.map_err(|error| fail(format!("handicap: {error}")))?;
        Setup::handicap(size, stones).map_err(|error| fail(error.to_string()))
    }

    /// What another header says differently of the games, in words. How it was begun does not
    /// matter, and a newer Kage may play otherwise.
    pub(crate) fn difference(&self, other: &Header) -> Option<String> {
        let seen = |header: &Header| {
            let header = Header { command: String::new(), ..header.clone() };
            serde_json::to_value(header).unwrap_or_default()
        };
        let (mine, theirs) = (seen(self), seen(other));
        let fields = mine.as_object()?;
        let (name, value) = fields.iter().find(|(name, value)| theirs.get(name) != Some(value))?;
        Some(format!("{name} is {value} there, {} here", theirs[name]))
    }
}
