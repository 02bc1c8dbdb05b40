//! The live game.

use crate::{Record, Turn, TurnEnd, Witness, witness};
use kage_goban::{ByColor, Color, Move, Point, Score, area};
use kage_phantom::{
    Choice, Ending, Forfeit, NotATry, Observation, Outcome, RefereeRules, Refusal, Repetition,
    Ruling, Setup, Table, Tie,
};
use std::fmt;
use std::sync::mpsc::Sender;

/// What each seat hears, in order.
pub type Heard = ByColor<Vec<Observation>>;

/// The referee did not take what was said. Nothing has happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RefereeError {
    /// It is the other seat's turn.
    NotYourTurn,
    /// The game is over.
    GameOver,
    /// The point is not on the board.
    OffBoard(Point),
}

impl fmt::Display for RefereeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RefereeError::NotYourTurn => f.write_str("it is the opponent's turn"),
            RefereeError::GameOver => f.write_str("the game is over"),
            RefereeError::OffBoard(point) => write!(f, "{point} is off the board"),
        }
    }
}

impl std::error::Error for RefereeError {}

impl From<NotATry> for RefereeError {
    fn from(error: NotATry) -> RefereeError {
        match error {
            NotATry::OffBoard(point) => RefereeError::OffBoard(point),
            NotATry::GameOver => RefereeError::GameOver,
        }
    }
}

/// A game in progress, and its truth.
pub struct Referee {
    rules: RefereeRules,
    setup: Setup,
    table: Table,
    turns: Vec<Turn>,
    /// The refused tries of the present turn.
    refused: Vec<(Point, Refusal)>,
    outcome: Option<Outcome>,
    witness: Sender<Ruling>,
}

impl Referee {
    /// Begins a game. The witness sees everything; drop it if nobody may.
    pub fn new(rules: RefereeRules, setup: Setup) -> (Referee, Witness) {
        let position = setup.position(rules.ko);
        let (sender, witness) = witness::pair(position.clone(), rules);
        let referee = Referee {
            rules,
            setup,
            table: Table::new(position),
            turns: Vec::new(),
            refused: Vec::new(),
            outcome: None,
            witness: sender,
        };
        (referee, witness)
    }

    /// The rules of the game.
    pub const fn rules(&self) -> &RefereeRules {
        &self.rules
    }

    /// The start of the game.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Whose turn it is; `None` when the game is over.
    pub fn to_move(&self) -> Option<Color> {
        self.outcome.is_none().then(|| self.table.position().turn())
    }

    /// The result, once the game is over.
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// Hears what a seat wishes to do, rules on it, and says what each seat hears. A seat may
    /// resign at any time, and do everything else in its turn.
    pub fn hear(&mut self, seat: Color, choice: Choice) -> Result<Heard, RefereeError> {
        let turn = self.to_move().ok_or(RefereeError::GameOver)?;
        let wish = match choice {
            Choice::Resign => {
                return Ok(self.stop(seat, TurnEnd::Resign, Outcome::resigned(seat)));
            }
            _ if turn != seat => return Err(RefereeError::NotYourTurn),
            Choice::Pass => Move::Pass,
            Choice::Try(point) => Move::Play(point),
        };
        let (ruling, heard) = self.table.rule(&self.rules, wish)?;
        self.keep(&ruling);
        // A witness that was dropped hears nothing, and that is as it should be.
        let _ = self.witness.send(ruling);
        let mut heard = heard.map(Vec::from_iter);
        if let Some(outcome) = self.ended_by(&ruling) {
            let over = self.announce(outcome);
            heard.black.extend(over.black);
            heard.white.extend(over.white);
        }
        Ok(heard)
    }

    /// A seat forfeits: its time is up, or it does not behave.
    pub fn forfeit(&mut self, seat: Color, why: Forfeit) -> Result<Heard, RefereeError> {
        self.to_move().ok_or(RefereeError::GameOver)?;
        Ok(self.stop(seat, TurnEnd::Forfeit(why), Outcome::forfeited(seat, why)))
    }

    /// The players agree on a result, with a margin in half points if they name one.
    pub fn agree(
        &mut self,
        winner: Option<Color>,
        margin: Option<u32>,
    ) -> Result<Heard, RefereeError> {
        self.to_move().ok_or(RefereeError::GameOver)?;
        Ok(self.announce(Outcome { winner, ending: Ending::Agreement(margin) }))
    }

    /// Ends the referee's work and opens the truth. A game that is not over is recorded as
    /// unfinished.
    pub fn finish(mut self) -> Record {
        if !self.refused.is_empty() {
            self.end_turn(self.table.position().turn(), TurnEnd::Open);
        }
        let outcome = self.outcome.unwrap_or(Outcome::UNFINISHED);
        let position = self.table.position().clone();
        Record::new(self.rules, self.setup, self.turns, position, outcome)
    }

    /// Ends the game by what a seat does outside the rules of Go. If it is not that seat's turn,
    /// the open turn stays open in the record.
    fn stop(&mut self, seat: Color, end: TurnEnd, outcome: Outcome) -> Heard {
        if self.table.position().turn() == seat {
            self.end_turn(seat, end);
        }
        self.announce(outcome)
    }

    fn keep(&mut self, ruling: &Ruling) {
        match *ruling {
            Ruling::Refused { mover, point, reason } => {
                self.refused.push((point, reason));
                if self.too_many_tries() {
                    self.end_turn(mover, TurnEnd::Forfeit(Forfeit::Tries));
                }
            }
            Ruling::Accepted { mover, play: Move::Pass, .. } => self.end_turn(mover, TurnEnd::Pass),
            Ruling::Accepted { mover, play: Move::Play(point), taken, .. } => {
                self.end_turn(mover, TurnEnd::Play { point, taken });
            }
        }
    }

    fn end_turn(&mut self, color: Color, end: TurnEnd) {
        self.turns.push(Turn { color, refused: std::mem::take(&mut self.refused), end });
    }

    fn too_many_tries(&self) -> bool {
        self.rules.limits.tries.is_some_and(|limit| self.table.tries() > limit)
    }

    /// Does this ruling, just applied, end the game, and how?
    fn ended_by(&self, ruling: &Ruling) -> Option<Outcome> {
        let position = self.table.position();
        if let Ruling::Refused { mover, .. } = *ruling
            && self.too_many_tries()
        {
            return Some(Outcome::forfeited(mover, Forfeit::Tries));
        }
        let stone = matches!(ruling, Ruling::Accepted { play: Move::Play(_), .. });
        if stone && self.rules.repetition == Repetition::Draw && position.is_repetition() {
            return Some(Outcome { winner: None, ending: Ending::Repetition });
        }
        (position.is_over() || self.at_limit()).then(|| self.count())
    }

    fn at_limit(&self) -> bool {
        let limits = &self.rules.limits;
        let points = self.setup.size().area() as u32;
        let most_steps = limits.steps_per_point.map(|each| each.saturating_mul(points));
        limits.moves.is_some_and(|most| self.table.position().moves() >= most)
            || most_steps.is_some_and(|most| self.table.steps() >= most)
    }

    fn count(&self) -> Outcome {
        let score = Score {
            area: area(self.table.position().board(), &kage_goban::PointSet::EMPTY),
            komi: self.rules.komi,
        };
        counted(&self.rules, score)
    }

    fn announce(&mut self, outcome: Outcome) -> Heard {
        self.outcome = Some(outcome);
        ByColor::new(|_| vec![Observation::Over(outcome)])
    }
}

/// The result that a score stands for.
pub(crate) fn counted(rules: &RefereeRules, score: Score) -> Outcome {
    let tie = match rules.tie {
        Tie::Draw => None,
        Tie::White => Some(Color::White),
    };
    let winner = score.winner().map(|(color, _)| color).or(tie);
    Outcome { winner, ending: Ending::Count(score) }
}

/// Redacted: it says only what both seats know.
impl fmt::Debug for Referee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Referee")
            .field("rules", &self.rules.to_string())
            .field("moves", &self.table.position().moves())
            .field("to_move", &self.to_move())
            .field("outcome", &self.outcome)
            .finish_non_exhaustive()
    }
}
