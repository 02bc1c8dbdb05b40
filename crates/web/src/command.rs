//! A command: what someone asks a game to do. The game decides whether it becomes an event.

use crate::event::ForfeitReason;
use crate::hint::Hint;
use kage_goban::{ByColor, Color, PointSet};
use kage_phantom::Choice;

/// The id of the client message behind a command. It makes a repeated message harmless.
pub(crate) type MessageId = Option<String>;

/// What someone asks a game to do: a person, a bot, the clock or the room itself.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Command {
    /// A person takes the empty seat.
    TakeSeat { name: String, guest: Option<String> },
    /// The first turn begins.
    Begin,
    /// A seat tries a point, passes or resigns. `spent` is in milliseconds; `chance` is the chance
    /// to win that a bot gives itself.
    Choose { seat: Color, choice: Choice, spent: u64, chance: Option<f64>, id: MessageId },
    /// A seat forfeits.
    Forfeit { seat: Color, why: ForfeitReason },
    /// A seat asks to take its last move back.
    AskUndo { seat: Color, id: MessageId },
    /// The other seat answers that question.
    AnswerUndo { seat: Color, allowed: bool, id: MessageId },
    /// The operator of a desk takes back the last entry.
    TakeEntryBack { id: MessageId },
    /// A seat marks its dead stones.
    MarkDead { seat: Color, dead: PointSet, id: MessageId },
    /// A seat gets the hint that it asked for.
    GiveHint { seat: Color, hint: Hint, id: MessageId },
    /// A seat asks for a rematch.
    AskRematch { seat: Color, id: MessageId },
    /// The rematch was made. `tokens` has, by present seat, the token of that person's new seat.
    LinkRematch { game: String, tokens: ByColor<Option<String>> },
}
