//! Why something that was asked of a game does not happen, as a code for programs and in words.

use kage_referee::RefereeError;
use std::fmt;

/// Why an entry cannot be. Nothing has happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Objection {
    NotYourTurn,
    NotPlaying,
    NotOver,
    OffBoard,
    NoUndo,
    NothingToUndo,
    NotAsked,
    NoMarks,
    /// The seat is not free.
    Taken,
    /// The journal says one thing and the referee another.
    Changed(String),
}

impl Objection {
    pub(crate) const fn code(&self) -> &'static str {
        match self {
            Objection::NotYourTurn => "not-your-turn",
            Objection::NotPlaying => "not-playing",
            Objection::NotOver => "not-over",
            Objection::OffBoard => "off-board",
            Objection::NoUndo => "no-undo",
            Objection::NothingToUndo => "nothing-to-undo",
            Objection::NotAsked => "not-asked",
            Objection::NoMarks => "no-marks",
            Objection::Taken => "taken",
            Objection::Changed(_) => "changed",
        }
    }
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Objection::NotYourTurn => "it is the opponent's turn",
            Objection::NotPlaying => "the game is not being played: a seat is empty, or it is over",
            Objection::NotOver => "the game is not over",
            Objection::OffBoard => "the point is not on this board",
            Objection::NoUndo => "nothing is taken back in this game: it was agreed so",
            Objection::NothingToUndo => "there is no move of yours to take back",
            Objection::NotAsked => "nobody has asked",
            Objection::NoMarks => {
                "there is nothing to mark: dead stones are marked once, by people, after a count"
            }
            Objection::Taken => "the seat is taken",
            Objection::Changed(what) => what,
        })
    }
}

impl From<RefereeError> for Objection {
    fn from(error: RefereeError) -> Objection {
        match error {
            RefereeError::NotYourTurn => Objection::NotYourTurn,
            RefereeError::GameOver => Objection::NotPlaying,
            RefereeError::OffBoard(_) => Objection::OffBoard,
        }
    }
}
