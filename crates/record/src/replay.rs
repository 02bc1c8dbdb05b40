//! A transcript, replayed through the referee.

use crate::{End, Transcript, TranscriptTurn};
use kage_goban::{ByColor, Color, Point, Position};
use kage_phantom::{
    Choice, Ending, Forfeit, Limits, Misheard, Outcome, RefereeRules, Refusal, Ruling, Setup,
    SetupError,
};
use kage_referee::{Heard, Record, Referee, RefereeError, Witness};
use std::fmt;

/// What is impossible in a transcript.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contradiction {
    /// A try is recorded as refused, but it is legal.
    LegalTry(Point),
    /// A move is recorded as played, but it is not legal.
    IllegalMove(Point, Refusal),
    /// It is not this side's turn, or the game is over, or the point is off the board.
    Referee(RefereeError),
    /// A turn without an end is not the last.
    OpenTurn,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contradiction::LegalTry(point) => {
                write!(f, "the try at {point} is written down as refused, but it is legal here")
            }
            Contradiction::IllegalMove(point, reason) => {
                write!(f, "{point} is written down as played, but it is illegal: {reason}")
            }
            Contradiction::Referee(error) => error.fmt(f),
            Contradiction::OpenTurn => f.write_str("the turn has no move, but the game goes on"),
        }
    }
}

/// Why a transcript is not a possible game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// The stones before the first turn.
    Setup(SetupError),
    /// The result cannot be given to this game.
    Result(RefereeError),
    /// Something in a turn.
    Turn {
        /// The turn, counted from 1: the number of its move.
        number: usize,
        /// Whose turn.
        color: Color,
        /// What is wrong.
        what: Contradiction,
    },
    /// What the referee said does not fit a seat's view: the referee is at fault.
    Misheard(Misheard),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Setup(error) => error.fmt(f),
            ReplayError::Result(error) => write!(f, "its result does not fit: {error}"),
            ReplayError::Turn { number, color, what } => {
                write!(f, "move {number} ({color}): {what}")
            }
            ReplayError::Misheard(error) => write!(f, "the referee contradicts itself: {error}"),
        }
    }
}

impl std::error::Error for ReplayError {}

/// One turn of a replay: what was heard, and the true position after it.
#[derive(Debug)]
pub struct Step<'a> {
    /// What each seat heard, in order.
    pub heard: Heard,
    /// The full truth of each try, in order.
    pub rulings: Vec<Ruling>,
    /// The true position after the turn.
    pub position: &'a Position,
}

/// Replays a transcript through the referee, and shows each turn to `watch`.
///
/// ```
/// use kage_record::{from_text, replay};
/// let game = from_text("b E5\nw (E5) E4\nb pass\nw pass").unwrap();
/// let record = replay(&game, |_| {}).unwrap();
/// assert_eq!(record.outcome().to_string(), "W+6.5");
///
/// let wrong = from_text("b E5\nw (E4) E6").unwrap();
/// assert_eq!(
///     replay(&wrong, |_| {}).unwrap_err().to_string(),
///     "move 2 (White): the try at E4 is written down as refused, but it is legal here",
/// );
/// ```
pub fn replay(game: &Transcript, mut watch: impl FnMut(Step<'_>)) -> Result<Record, ReplayError> {
    let setup = Setup::handicap(game.size, game.handicap).map_err(ReplayError::Setup)?;
    let (referee, witness) = Referee::new(without_limits(game.rules), setup);
    let mut replay = Replay { referee, witness, heard: Heard::default(), rulings: Vec::new() };
    for (index, turn) in game.turns.iter().enumerate() {
        let last = index + 1 == game.turns.len();
        replay.turn(turn, last, game.result.as_ref()).map_err(|what| ReplayError::Turn {
            number: index + 1,
            color: turn.color,
            what,
        })?;
        let heard = std::mem::take(&mut replay.heard);
        let rulings = std::mem::take(&mut replay.rulings);
        watch(Step { heard, rulings, position: replay.witness.position() });
    }
    if let Some(outcome) = &game.result {
        end_as_told(&mut replay.referee, outcome).map_err(ReplayError::Result)?;
    }
    let mut record = replay.referee.finish();
    if !game.dead.is_empty() {
        record.agree_on_dead(&ByColor { black: game.dead, white: game.dead });
    }
    Ok(record)
}

/// The game was played to its end under its limits; a replay does not apply them again.
fn without_limits(rules: RefereeRules) -> RefereeRules {
    RefereeRules { limits: Limits::default(), ..rules }
}

/// If the turns do not end the game, the file's result does.
fn end_as_told(referee: &mut Referee, outcome: &Outcome) -> Result<(), RefereeError> {
    if referee.to_move().is_none() {
        return Ok(());
    }
    let loser = outcome.winner.map(|winner| !winner);
    let heard = match (outcome.ending, loser) {
        (Ending::Unfinished, _) => return Ok(()),
        (Ending::Resignation, Some(loser)) => referee.hear(loser, Choice::Resign),
        (Ending::Forfeit(why), Some(loser)) => referee.forfeit(loser, why),
        (Ending::Agreement(margin), _) => referee.agree(outcome.winner, margin),
        _ => referee.agree(outcome.winner, None),
    };
    heard.map(drop)
}

/// A replay in progress.
struct Replay {
    referee: Referee,
    witness: Witness,
    heard: Heard,
    rulings: Vec<Ruling>,
}

impl Replay {
    fn turn(
        &mut self,
        turn: &TranscriptTurn,
        last: bool,
        result: Option<&Outcome>,
    ) -> Result<(), Contradiction> {
        for &point in &turn.tries {
            if self.refused(turn.color, point)?.is_none() {
                return Err(Contradiction::LegalTry(point));
            }
        }
        match turn.end {
            End::Play(point) => match self.refused(turn.color, point)? {
                Some(reason) => Err(Contradiction::IllegalMove(point, reason)),
                None => Ok(()),
            },
            End::Pass => self.say(turn.color, Choice::Pass),
            End::Resign => self.say(turn.color, Choice::Resign),
            End::Forfeit => {
                let why = match result.map(|outcome| outcome.ending) {
                    Some(Ending::Forfeit(why)) => why,
                    _ => Forfeit::Conduct,
                };
                let heard = self.referee.forfeit(turn.color, why);
                self.note(heard.map_err(Contradiction::Referee)?);
                Ok(())
            }
            End::Open if last => Ok(()),
            End::Open => Err(Contradiction::OpenTurn),
        }
    }

    /// The reason if the try is refused.
    fn refused(&mut self, color: Color, point: Point) -> Result<Option<Refusal>, Contradiction> {
        self.say(color, Choice::Try(point))?;
        Ok(match self.rulings.last() {
            Some(Ruling::Refused { reason, .. }) => Some(*reason),
            _ => None,
        })
    }

    fn say(&mut self, color: Color, choice: Choice) -> Result<(), Contradiction> {
        let heard = self.referee.hear(color, choice).map_err(Contradiction::Referee)?;
        self.note(heard);
        Ok(())
    }

    fn note(&mut self, heard: Heard) {
        self.heard.black.extend(heard.black);
        self.heard.white.extend(heard.white);
        self.rulings.extend(self.witness.news());
    }
}
