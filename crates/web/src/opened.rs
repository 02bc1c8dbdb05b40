//! The truth that both seats get when the game is over.

use kage_goban::PointSet;
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

/// How many guess stones were right.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
pub(crate) struct GuessScore {
    pub(crate) right: u32,
    pub(crate) wrong: u32,
    pub(crate) missed: u32,
}

impl GuessScore {
    /// `None` if nothing was guessed.
    pub(crate) fn of(guess: PointSet, stones: PointSet) -> Option<GuessScore> {
        let count = |points: PointSet| points.len() as u32;
        (!guess.is_empty()).then(|| GuessScore {
            right: count(guess & stones),
            wrong: count(guess - stones),
            missed: count(stones - guess),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_are_scored() {
        let set = |words: &str| {
            words.split_whitespace().map(|point| point.parse().unwrap()).collect::<PointSet>()
        };
        let score = GuessScore::of(set("A1 B2 C3"), set("B2 C3 D4 E5"));
        assert_eq!(score, Some(GuessScore { right: 2, wrong: 1, missed: 2 }));
        assert_eq!(GuessScore::of(PointSet::EMPTY, set("A1")), None);
    }
}
