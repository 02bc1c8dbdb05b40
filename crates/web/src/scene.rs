//! What those see who may see everything: spectators, a desk's operator, and everyone afterwards.

use crate::json::{seat_board, seat_word, true_board};
use crate::story::{How, Story};
use kage_goban::{Board, ByColor, Color, PointSet};
use serde::Serialize;
use std::collections::BTreeMap;

/// One thing that happened, and the three boards after it.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub(crate) struct Scene {
    pub(crate) seq: u32,
    /// Moves made after it.
    #[serde(rename = "move")]
    pub(crate) moves: u32,
    pub(crate) kind: SceneKind,
    pub(crate) mover: Option<&'static str>,
    pub(crate) point: Option<String>,
    /// The true reason of a refusal.
    pub(crate) reason: Option<&'static str>,
    pub(crate) taken: Vec<String>,
    pub(crate) words: SeatWords,
    pub(crate) boards: Boards,
    pub(crate) how: SeatHow,
    pub(crate) turn: Option<&'static str>,
    pub(crate) result: Option<String>,
    pub(crate) chance: Option<f64>,
    /// Accepted moves ever made, those taken back too: what a delay is counted in.
    #[serde(skip)]
    pub(crate) age: u32,
}

/// What a scene is of.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SceneKind {
    Began,
    Refused,
    Played,
    Passed,
    Resigned,
    Forfeited,
    Undone,
    Settled,
}

/// What each seat was told.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
pub(crate) struct SeatWords {
    black: Vec<String>,
    white: Vec<String>,
}

impl SeatWords {
    pub(crate) fn new(words: ByColor<Vec<String>>) -> SeatWords {
        SeatWords { black: words.black, white: words.white }
    }
}

/// The truth, and what each seat makes of it.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub(crate) struct Boards {
    truth: String,
    black: String,
    white: String,
}

impl Boards {
    pub(crate) fn new(truth: &Board, stories: &ByColor<Story>) -> Boards {
        Boards {
            truth: true_board(truth),
            black: seat_board(stories.black.view()),
            white: seat_board(stories.white.view()),
        }
    }
}

/// How each seat knows of the stones that it knows of the other's, by point.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub(crate) struct SeatHow {
    black: BTreeMap<String, How>,
    white: BTreeMap<String, How>,
}

impl SeatHow {
    pub(crate) fn new(stories: &ByColor<Story>) -> SeatHow {
        SeatHow { black: stories.black.how(), white: stories.white.how() }
    }
}

/// What is particular to a scene.
#[derive(Clone, Debug)]
pub(crate) struct Shot {
    pub(crate) kind: SceneKind,
    pub(crate) mover: Option<Color>,
    pub(crate) point: Option<String>,
    pub(crate) reason: Option<&'static str>,
    pub(crate) taken: PointSet,
    pub(crate) chance: Option<f64>,
}

impl Shot {
    pub(crate) const fn of(kind: SceneKind, mover: Option<Color>) -> Shot {
        Shot { kind, mover, point: None, reason: None, taken: PointSet::EMPTY, chance: None }
    }

    pub(crate) fn mover_word(&self) -> Option<&'static str> {
        self.mover.map(seat_word)
    }
}
