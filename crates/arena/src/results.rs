//! A tournament as data: who played whom, on what terms, and every game.

use crate::GameRow;
use serde::{Deserialize, Serialize};

/// One player of a tournament.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// What the tables call him.
    pub name: String,
    /// How he is seated: a spec, or a program after `gtp:`, `sau:` or `sighted:`.
    pub spec: String,
    /// Is he told the truth?
    pub sighted: bool,
}

/// Two players who meet.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// Their places in the list of entrants.
    pub players: [usize; 2],
    /// How many games they are to play, at most.
    pub games: u32,
}

/// How a tournament is played, in full: with the same programs, it can be played again from this.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// Its title.
    pub title: String,
    /// The rules in their text form, komi included.
    pub rules: String,
    /// Lines of the board.
    pub size: u8,
    /// The time a player has, in words.
    pub time: String,
    /// The seed of the tournament.
    pub seed: u64,
    /// The version of Kage that began it.
    pub version: String,
    /// The machine it began on, in words.
    pub machine: String,
    /// The players.
    pub entrants: Vec<Entrant>,
    /// Who meets whom.
    pub pairings: Vec<Pairing>,
}

/// A game of a tournament.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct StoredGame {
    /// Which pairing, by its place in the list.
    pub pairing: usize,
    /// What came of it; players are counted 0 and 1 as in the pairing, games from 0 in it.
    pub row: GameRow,
    /// The whole game with its tries, in the text form of `kage-record`.
    pub game: String,
}

/// A tournament, as far as it has been played.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Results {
    /// How it is played.
    pub conditions: Conditions,
    /// The games, by pairing and number.
    pub games: Vec<StoredGame>,
    /// Void games that were played again, in words.
    pub voids: Vec<String>,
    /// Pairings that ended before their last game, each with the reason in words.
    pub ended: Vec<(usize, String)>,
}
