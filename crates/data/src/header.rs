//! The header of a file: who played, and under which rules.

use crate::DataError;
use kage_goban::{BoardSize, Point};
use kage_phantom::{RefereeRules, Setup};
use serde::{Deserialize, Serialize};

/// What all games of a file have in common. It is kept as JSON.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Default, Debug)]
pub struct Header {
    /// The version of Kage that began the file.
    pub kage: String,
    /// The command line that began it.
    pub command: String,
    /// The specs of the two players, numbered 0 and 1 in the games.
    pub players: [String; 2],
    /// The rules in their text form, komi and limits included.
    pub rules: String,
    /// Lines of the board.
    pub size: u8,
    /// Black's stones before the first turn, as `D4 F6`.
    #[serde(default)]
    pub handicap: String,
    /// The time control, in words.
    pub time: String,
    /// The seed of all games.
    pub seed: u64,
    /// The largest number of noted candidates of a try; 0 if there are no notes.
    pub notes: u8,
    /// The seeds of the files that were merged into this one. Empty in a file that was not merged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub merged: Vec<u64>,
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

    /// The seeds of all games.
    pub(crate) fn seeds(&self) -> Vec<u64> {
        if self.merged.is_empty() { vec![self.seed] } else { self.merged.clone() }
    }

    /// The first difference between two headers that matters for their games, in words. The command does
    /// not matter; the version does, because another version may play differently.
    pub(crate) fn difference(&self, other: &Header) -> Option<String> {
        let seen = |header: &Header| {
            let header = Header { command: String::new(), ..header.clone() };
            serde_json::to_value(header).unwrap_or_default()
        };
        let (mine, theirs) = (seen(self), seen(other));
        let names = mine.as_object()?.keys().chain(theirs.as_object()?.keys());
        let name = names.into_iter().find(|name| mine.get(name) != theirs.get(name))?;
        Some(format!("{name} is {} there, {} here", mine[name], theirs[name]))
    }
}
