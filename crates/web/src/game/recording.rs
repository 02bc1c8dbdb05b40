//! The replay frames of a game. They are recorded only while somebody watches.

use super::Game;
use crate::json::{Sides, point_words, seat_word};
use crate::replay_frame::{Boards, FrameCause, ReplayFrame};
use kage_goban::ByColor;

/// Whether a game records replay frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Recording {
    On,
    Off,
}

/// The recorded frames.
pub(crate) struct ReplayFrames {
    recording: Recording,
    frames: Vec<ReplayFrame>,
    /// Accepted moves, including those taken back later. Delays are counted in them.
    accepted: u32,
}

impl ReplayFrames {
    pub(super) const fn new(recording: Recording) -> ReplayFrames {
        ReplayFrames { recording, frames: Vec::new(), accepted: 0 }
    }

    pub(crate) const fn recording(&self) -> Recording {
        self.recording
    }

    pub(crate) fn is_recording(&self) -> bool {
        self.recording == Recording::On
    }

    /// All frames.
    pub(crate) fn all(&self) -> &[ReplayFrame] {
        &self.frames
    }

    /// The frames that are at least so many moves old.
    pub(super) fn older_than(&self, delay: u32) -> &[ReplayFrame] {
        // The move counts of frames never decrease.
        let end = self
            .frames
            .partition_point(|frame| frame.accepted.saturating_add(delay) <= self.accepted);
        &self.frames[..end]
    }

    pub(super) const fn count_move(&mut self) {
        self.accepted += 1;
    }
}

impl Game {
    /// Records a frame of the game as it is now, if frames are recorded.
    pub(super) fn record_frame(&mut self, cause: FrameCause, words: ByColor<Vec<String>>) {
        if !self.frames.is_recording() {
            return;
        }
        let FrameCause { kind, mover, point, reason, taken, chance } = cause;
        let frame = ReplayFrame {
            seq: self.frames.all().len() as u32 + 1,
            moves: self.moves(),
            kind,
            mover: mover.map(seat_word),
            point: point.map(|point| point.to_string()),
            reason,
            taken: point_words(taken),
            words: words.into(),
            boards: Boards::new(self.witness.position().board(), &self.logs),
            how: Sides { black: self.logs.black.sources(), white: self.logs.white.sources() },
            turn: self.to_move().map(seat_word),
            result: self.result(),
            chance,
            accepted: self.frames.accepted,
        };
        self.frames.frames.push(frame);
    }
}
