//! The whole truth, after the end.

use crate::referee::counted;
use kage_goban::{ByColor, Color, Move, Point, PointSet, Position, Score, area};
use kage_phantom::{Forfeit, Outcome, RefereeRules, Refusal, Setup};

/// What ended a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnEnd {
    /// A stone.
    Play {
        /// Where it was put.
        point: Point,
        /// The opponent's stones it took.
        taken: PointSet,
    },
    /// A pass.
    Pass,
    /// Resignation.
    Resign,
    /// A forfeit.
    Forfeit(Forfeit),
    /// Nothing: the game stopped in the middle of the turn.
    Open,
}

impl TurnEnd {
    /// The move, if the turn ended in one.
    pub const fn play(&self) -> Option<Move> {
        match self {
            TurnEnd::Play { point, .. } => Some(Move::Play(*point)),
            TurnEnd::Pass => Some(Move::Pass),
            TurnEnd::Resign | TurnEnd::Forfeit(_) | TurnEnd::Open => None,
        }
    }
}

/// One side's tries until a move was accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Whose turn.
    pub color: Color,
    /// The refused tries in order, each with its reason.
    pub refused: Vec<(Point, Refusal)>,
    /// How the turn ended.
    pub end: TurnEnd,
}

/// A game that is over, with everything that happened. Only a [`Referee`](crate::Referee) makes
/// one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    rules: RefereeRules,
    setup: Setup,
    turns: Vec<Turn>,
    position: Position,
    dead: PointSet,
    outcome: Outcome,
}

impl Record {
    pub(crate) fn new(
        rules: RefereeRules,
        setup: Setup,
        turns: Vec<Turn>,
        position: Position,
        outcome: Outcome,
    ) -> Record {
        Record { rules, setup, turns, position, dead: PointSet::EMPTY, outcome }
    }

    /// The rules of the game.
    pub const fn rules(&self) -> &RefereeRules {
        &self.rules
    }

    /// The start of the game.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The turns, in order.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The last position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The stones that both sides marked as dead.
    pub const fn dead(&self) -> PointSet {
        self.dead
    }

    /// The result.
    pub const fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// The count of the last position, whether or not it decided the game.
    pub fn score(&self) -> Score {
        Score { area: area(self.position.board(), &self.dead), komi: self.rules.komi }
    }

    /// Both sides have marked dead stones on the opened board. If the game ended by two passes and
    /// the marks are the same, it is counted again without those stones; otherwise all stones
    /// stay alive and nothing changes. Says whether the marks took effect.
    pub fn agree_on_dead(&mut self, marks: &ByColor<PointSet>) -> bool {
        let board = self.position.board();
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        let agreed = marks.black == marks.white && marks.black.is_subset(&stones);
        if !self.position.is_over() || !agreed {
            return false;
        }
        self.dead = marks.black;
        self.outcome = counted(&self.rules, self.score());
        true
    }
}
