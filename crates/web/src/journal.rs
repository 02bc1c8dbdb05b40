//! What happened in a game, one entry a thing: what is on disk before anyone hears of it.

use crate::json;
use kage_goban::{Color, PointSet};
use kage_phantom::Choice;
use serde::{Deserialize, Serialize};

/// The message that asked for it, so that asking twice does nothing twice.
pub(crate) type MessageId = Option<String>;

/// One entry of a journal.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
#[serde(tag = "entry", rename_all = "kebab-case")]
pub(crate) enum Entry {
    /// Somebody takes the empty seat.
    Seated {
        #[serde(with = "json::seat")]
        seat: Color,
        name: String,
        guest: Option<String>,
    },
    /// The first turn begins.
    Began,
    /// A seat's try, pass or resignation, with the ruling on it.
    Said {
        #[serde(with = "json::seat")]
        seat: Color,
        #[serde(with = "json::choice")]
        choice: Choice,
        /// The ruling in words, checked when the journal is read again.
        ruled: String,
        /// Milliseconds of his time.
        spent: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chance: Option<f64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: MessageId,
    },
    /// A seat's time is up, or it does not behave.
    Forfeited {
        #[serde(with = "json::seat")]
        seat: Color,
        why: Why,
    },
    /// A seat asks to take its last move back.
    UndoAsked {
        #[serde(with = "json::seat")]
        seat: Color,
        id: MessageId,
    },
    /// The other seat answers.
    UndoAnswered {
        #[serde(with = "json::seat")]
        seat: Color,
        yes: bool,
        id: MessageId,
    },
    /// The operator has mistyped.
    Back { id: MessageId },
    /// A seat marks dead stones.
    Marked {
        #[serde(with = "json::seat")]
        seat: Color,
        #[serde(with = "json::points")]
        dead: PointSet,
        id: MessageId,
    },
    /// A seat wants another game.
    RematchAsked {
        #[serde(with = "json::seat")]
        seat: Color,
        id: MessageId,
    },
    /// The other game is there.
    Rematch {
        game: String,
        /// The tokens there of those who sit here on Black's and White's side.
        black: Option<String>,
        white: Option<String>,
    },
}

/// What a seat forfeited for.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Why {
    /// Its time is up.
    Time,
    /// It broke down.
    Conduct,
}

impl Entry {
    /// Does the time until it count, or does it set the clocks anew? What is merely said at the table
    /// stops nobody's clock.
    pub(crate) const fn is_paid_for(&self) -> bool {
        match self {
            Entry::Began | Entry::Said { .. } | Entry::Forfeited { .. } | Entry::Back { .. } => {
                true
            }
            Entry::UndoAnswered { yes, .. } => *yes,
            Entry::Seated { .. }
            | Entry::UndoAsked { .. }
            | Entry::Marked { .. }
            | Entry::RematchAsked { .. }
            | Entry::Rematch { .. } => false,
        }
    }

    /// Who asked for it, and by which message; `None` is the desk or the house.
    pub(crate) fn asked_by(&self) -> Option<(Option<Color>, &str)> {
        let (seat, id) = match self {
            Entry::Said { seat, id, .. }
            | Entry::UndoAsked { seat, id }
            | Entry::UndoAnswered { seat, id, .. }
            | Entry::Marked { seat, id, .. }
            | Entry::RematchAsked { seat, id } => (Some(*seat), id),
            Entry::Back { id } => (None, id),
            Entry::Seated { .. }
            | Entry::Began
            | Entry::Forfeited { .. }
            | Entry::Rematch { .. } => return None,
        };
        id.as_deref().map(|id| (seat, id))
    }
}
