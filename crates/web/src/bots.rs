//! What the server is given by its caller: levels of bots, and beliefs for replays. This crate names
//! no player itself.

use kage_goban::Point;
use kage_phantom::{Player, PlayerError, Seat, View};
use serde::Serialize;
use std::fmt;
use std::sync::Arc;

/// Makes a player for a seat: from the seat's view before the first try, and a seed.
pub type MakePlayer = dyn Fn(&View, u64) -> Result<Box<dyn Player>, PlayerError> + Send + Sync;

/// A bot that a person can choose to play against.
#[derive(Clone)]
pub struct Level {
    /// Its name in addresses and messages.
    pub id: String,
    /// Its name for people, and what it does and how well it plays, on 9x9.
    pub on_nine: LevelText,
    /// The same on boards of other sizes.
    pub elsewhere: LevelText,
    /// Are the values of its candidates chances to win?
    pub chance: bool,
    /// Makes the player. The time that the player takes for a move must be bounded.
    pub make_player: Arc<MakePlayer>,
}

/// How a level is called, and what it does.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct LevelText {
    /// Its name for people.
    pub title: String,
    /// What it does and how well it plays.
    pub about: String,
}

impl Level {
    /// Its texts on a board of so many lines.
    pub(crate) const fn text(&self, size: u8) -> &LevelText {
        if size == 9 { &self.on_nine } else { &self.elsewhere }
    }
}

impl fmt::Debug for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Level").field("id", &self.id).finish_non_exhaustive()
    }
}

/// What a seat could have believed at one moment of a finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct Belief {
    /// The probability of each point to have a hidden enemy stone, from 0 to 1.
    pub hidden: Vec<(Point, f64)>,
    /// What was certain, in words.
    pub certain: Vec<String>,
    /// The number of sampled worlds.
    pub worlds: u32,
    /// How well the worlds fit, in words.
    pub health: String,
}

/// Computes beliefs for replays.
pub trait BeliefSource: Send + Sync {
    /// What this seat could believe. The time that it takes must be bounded.
    fn belief(&self, seat: &Seat) -> Belief;
}
