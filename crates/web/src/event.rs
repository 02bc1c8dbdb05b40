//! An event: what happened in a game. The journal of a game is the list of its events.
//!
//! Some names in the stored text are older than the names in this file (`serde(rename)`). Old
//! journals must still load, so the stored names stay.

use crate::command::MessageId;
use crate::hint::Hint;
use crate::json;
use kage_goban::{ByColor, Color, PointSet};
use kage_phantom::{Choice, Refusal, Ruling};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What happened in a game. An event is complete: applying it needs nothing else.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
#[serde(tag = "entry", rename_all = "kebab-case")]
pub(crate) enum Event {
    /// A person took the empty seat.
    #[serde(rename = "seated")]
    SeatTaken {
        #[serde(with = "json::seat")]
        seat: Color,
        name: String,
        guest: Option<String>,
    },
    /// The first turn began.
    Began,
    /// The referee ruled on a try, a pass or a resignation.
    #[serde(rename = "said")]
    Ruled {
        #[serde(with = "json::seat")]
        seat: Color,
        #[serde(with = "json::choice")]
        choice: Choice,
        #[serde(rename = "ruled", with = "json::text")]
        ruling: ChoiceRuling,
        /// Milliseconds of the seat's time that the choice took.
        spent: u64,
        /// The chance to win that a bot gave itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chance: Option<f64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: MessageId,
    },
    /// A seat lost by forfeit.
    Forfeited {
        #[serde(with = "json::seat")]
        seat: Color,
        why: ForfeitReason,
    },
    /// A seat asked to take its last move back.
    UndoAsked {
        #[serde(with = "json::seat")]
        seat: Color,
        id: MessageId,
    },
    /// The other seat answered that question.
    UndoAnswered {
        #[serde(with = "json::seat")]
        seat: Color,
        #[serde(rename = "yes")]
        allowed: bool,
        id: MessageId,
    },
    /// The operator of a desk took back the last entry.
    #[serde(rename = "back")]
    EntryTakenBack { id: MessageId },
    /// A seat marked its dead stones.
    #[serde(rename = "marked")]
    DeadMarked {
        #[serde(with = "json::seat")]
        seat: Color,
        #[serde(with = "json::points")]
        dead: PointSet,
        id: MessageId,
    },
    /// A seat got a hint.
    HintGiven {
        #[serde(with = "json::seat")]
        seat: Color,
        hint: Hint,
        id: MessageId,
    },
    /// A seat asked for a rematch.
    RematchAsked {
        #[serde(with = "json::seat")]
        seat: Color,
        id: MessageId,
    },
    /// The rematch exists.
    #[serde(rename = "rematch")]
    RematchMade {
        game: String,
        /// By present seat: the token of that person's seat in the rematch.
        #[serde(flatten, with = "json::sides")]
        tokens: ByColor<Option<String>>,
    },
}

/// Why a seat forfeits.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ForfeitReason {
    /// Its time is up.
    Time,
    /// Its bot failed.
    Conduct,
}

impl Event {
    /// Does the event end the time that the side to move has been thinking? Questions, answers and
    /// marks do not stop the running clock.
    pub(crate) const fn ends_thinking(&self) -> bool {
        match self {
            Event::Began
            | Event::Ruled { .. }
            | Event::Forfeited { .. }
            | Event::EntryTakenBack { .. } => true,
            Event::UndoAnswered { allowed, .. } => *allowed,
            Event::SeatTaken { .. }
            | Event::UndoAsked { .. }
            | Event::DeadMarked { .. }
            | Event::HintGiven { .. }
            | Event::RematchAsked { .. }
            | Event::RematchMade { .. } => false,
        }
    }

    /// Does the event take moves back?
    pub(crate) const fn takes_moves_back(&self) -> bool {
        matches!(self, Event::UndoAnswered { allowed: true, .. } | Event::EntryTakenBack { .. })
    }

    /// The seat and the id of the client message that asked for the event. The seat is `None` for
    /// an operator.
    pub(crate) fn asked_by(&self) -> Option<(Option<Color>, &str)> {
        let (seat, id) = match self {
            Event::Ruled { seat, id, .. }
            | Event::UndoAsked { seat, id }
            | Event::UndoAnswered { seat, id, .. }
            | Event::DeadMarked { seat, id, .. }
            | Event::HintGiven { seat, id, .. }
            | Event::RematchAsked { seat, id } => (Some(*seat), id),
            Event::EntryTakenBack { id } => (None, id),
            Event::SeatTaken { .. }
            | Event::Began
            | Event::Forfeited { .. }
            | Event::RematchMade { .. } => return None,
        };
        id.as_deref().map(|id| (seat, id))
    }
}

/// How the referee ruled on a choice.
///
/// Its text is what the journal stores: `legal`, `legal, takes D4 E4`, `refused: ko` or `resigns`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChoiceRuling {
    Legal { taken: PointSet },
    Refused(Refusal),
    Resigned,
}

impl From<Ruling> for ChoiceRuling {
    fn from(ruling: Ruling) -> ChoiceRuling {
        match ruling {
            Ruling::Accepted { taken, .. } => ChoiceRuling::Legal { taken },
            Ruling::Refused { reason, .. } => ChoiceRuling::Refused(reason),
        }
    }
}

impl fmt::Display for ChoiceRuling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChoiceRuling::Legal { taken } if taken.is_empty() => f.write_str("legal"),
            ChoiceRuling::Legal { taken } => write!(f, "legal, takes {taken}"),
            ChoiceRuling::Refused(reason) => write!(f, "refused: {}", reason.word()),
            ChoiceRuling::Resigned => f.write_str("resigns"),
        }
    }
}

/// The text is not a ruling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ParseRulingError;

impl fmt::Display for ParseRulingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a ruling is `legal`, `legal, takes POINTS`, `refused: REASON` or `resigns`")
    }
}

impl std::error::Error for ParseRulingError {}

impl FromStr for ChoiceRuling {
    type Err = ParseRulingError;

    fn from_str(text: &str) -> Result<ChoiceRuling, ParseRulingError> {
        if let Some(word) = text.strip_prefix("refused: ") {
            let reason = Refusal::ALL.into_iter().find(|reason| reason.word() == word);
            return reason.map(ChoiceRuling::Refused).ok_or(ParseRulingError);
        }
        if let Some(points) = text.strip_prefix("legal, takes ") {
            let taken = points.split(' ').map(str::parse).collect::<Result<PointSet, _>>();
            return taken.map(|taken| ChoiceRuling::Legal { taken }).map_err(|_| ParseRulingError);
        }
        match text {
            "legal" => Ok(ChoiceRuling::Legal { taken: PointSet::EMPTY }),
            "resigns" => Ok(ChoiceRuling::Resigned),
            _ => Err(ParseRulingError),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]
    use super::*;

    #[test]
    fn a_ruling_is_read_as_it_was_written() {
        for text in [
            "legal",
            "legal, takes D4 E4",
            "refused: opponent stone",
            "refused: own stone",
            "refused: suicide",
            "refused: ko",
            "resigns",
        ] {
            assert_eq!(text.parse::<ChoiceRuling>().unwrap().to_string(), text);
        }
        for wrong in ["", "legal,", "legal, takes ", "legal, takes Z99", "refused: mood"] {
            assert_eq!(wrong.parse::<ChoiceRuling>(), Err(ParseRulingError), "{wrong}");
        }
    }
}
