//! The truth that both seats get when the game is over.

use serde::Serialize;

/// The truth at the end, with the score of a seat's guess stones.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub(crate) struct Opened {
    pub(crate) board: String,
    pub(crate) result: String,
    pub(crate) winner: Option<&'static str>,
    pub(crate) how: &'static str,
    pub(crate) score: ScoreShown,
    pub(crate) dead: Vec<String>,
    pub(crate) markable: bool,
    pub(crate) guess: Option<GuessScore>,
}

/// The area of each side.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub(crate) struct ScoreShown {
    pub(crate) black: u32,
    pub(crate) white: u32,
    pub(crate) komi: f64,
}

/// How many guess stones were right, and where they were. A guess stone is judged by the time for which it
/// stood; `missed` are the stones of the last board that the seat neither knew nor guessed.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub(crate) struct GuessScore {
    pub(crate) right: u32,
    pub(crate) wrong: u32,
    pub(crate) missed: u32,
    /// The points of the right ones.
    pub(crate) found: Vec<String>,
}
