//! A replay frame: one thing that happened, with all three boards.
//!
//! Only those who may see everything get replay frames: spectators, the operator of a desk, and
//! everyone after the end.

use crate::json::{Sides, seat_board, true_board};
use crate::seat_log::{SeatLog, StoneSource};
use kage_goban::{Board, ByColor, Color, Move, Point, PointSet};
use kage_phantom::Ruling;
use serde::Serialize;
use std::collections::BTreeMap;

/// One thing that happened, and the three boards after it.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub(crate) struct ReplayFrame {
    pub(crate) seq: u32,
    /// The number of moves made after it.
    #[serde(rename = "move")]
    pub(crate) moves: u32,
    pub(crate) kind: ReplayFrameKind,
    pub(crate) mover: Option<&'static str>,
    pub(crate) point: Option<String>,
    /// The true reason of a refusal.
    pub(crate) reason: Option<&'static str>,
    pub(crate) taken: Vec<String>,
    /// What each seat was told.
    pub(crate) words: Sides<Vec<String>>,
    pub(crate) boards: Boards,
    /// By seat: how it knows each enemy stone that it knows.
    pub(crate) how: Sides<BTreeMap<String, StoneSource>>,
    pub(crate) turn: Option<&'static str>,
    pub(crate) result: Option<String>,
    pub(crate) chance: Option<f64>,
    /// Accepted moves so far, including those taken back. A spectator's delay is counted in them.
    #[serde(skip)]
    pub(crate) accepted: u32,
}

/// What a replay frame shows.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ReplayFrameKind {
    Began,
    Refused,
    Played,
    Passed,
    Resigned,
    Forfeited,
    Undone,
    Settled,
}

/// The true board, and the board of each seat.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub(crate) struct Boards {
    truth: String,
    black: String,
    white: String,
}

impl Boards {
    pub(crate) fn new(truth: &Board, logs: &ByColor<SeatLog>) -> Boards {
        Boards {
            truth: true_board(truth),
            black: seat_board(logs.black.view()),
            white: seat_board(logs.white.view()),
        }
    }
}

/// Why a replay frame is recorded. The rest of the frame follows from the game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrameCause {
    pub(crate) kind: ReplayFrameKind,
    pub(crate) mover: Option<Color>,
    pub(crate) point: Option<Point>,
    pub(crate) reason: Option<&'static str>,
    pub(crate) taken: PointSet,
    pub(crate) chance: Option<f64>,
}

impl FrameCause {
    /// Something that neither seat did alone.
    pub(crate) const fn of(kind: ReplayFrameKind) -> FrameCause {
        let taken = PointSet::EMPTY;
        FrameCause { kind, mover: None, point: None, reason: None, taken, chance: None }
    }

    /// Something that a seat did.
    pub(crate) const fn by(kind: ReplayFrameKind, seat: Color) -> FrameCause {
        FrameCause { mover: Some(seat), ..FrameCause::of(kind) }
    }

    /// A seat's choice. A resignation has no ruling.
    pub(crate) fn of_ruling(seat: Color, ruling: Option<Ruling>) -> FrameCause {
        match ruling {
            None => FrameCause::by(ReplayFrameKind::Resigned, seat),
            Some(Ruling::Refused { point, reason, .. }) => FrameCause {
                point: Some(point),
                reason: Some(reason.word()),
                ..FrameCause::by(ReplayFrameKind::Refused, seat)
            },
            Some(Ruling::Accepted { play: Move::Pass, .. }) => {
                FrameCause::by(ReplayFrameKind::Passed, seat)
            }
            Some(Ruling::Accepted { play: Move::Play(point), taken, .. }) => FrameCause {
                point: Some(point),
                taken,
                ..FrameCause::by(ReplayFrameKind::Played, seat)
            },
        }
    }
}
