//! A game as a file has it, not yet checked.

use kage_goban::{BoardSize, ByColor, Color, Point, PointSet};
use kage_phantom::{Outcome, RefereeRules};
use kage_referee::{Record, TurnEnd};
use kage_sgf::Node;

/// How a turn ended, according to the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// A stone.
    Play(Point),
    /// A pass.
    Pass,
    /// Resignation.
    Resign,
    /// A forfeit.
    Forfeit,
    /// The turn has no end.
    Open,
}

/// One side's tries until a move was accepted, according to the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TranscriptTurn {
    /// Whose turn.
    pub color: Color,
    /// The refused tries, in order.
    pub tries: Vec<Point>,
    /// How the turn ended.
    pub end: End,
    /// What else an SGF file has on this turn's node.
    pub other: Node,
}

impl TranscriptTurn {
    /// A turn with nothing else on it.
    pub fn new(color: Color, tries: Vec<Point>, end: End) -> TranscriptTurn {
        TranscriptTurn { color, tries, end, other: Node::new() }
    }
}

/// A game as a file has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transcript {
    /// The number of lines.
    pub size: BoardSize,
    /// The rules, komi included.
    pub rules: RefereeRules,
    /// Black's stones before the first turn.
    pub handicap: PointSet,
    /// The players' names.
    pub names: ByColor<Option<String>>,
    /// The result, if the file gives one.
    pub result: Option<Outcome>,
    /// The stones both sides marked as dead.
    pub dead: PointSet,
    /// Remarks on the whole game, a line each.
    pub comments: Vec<String>,
    /// The turns, in order.
    pub turns: Vec<TranscriptTurn>,
    /// What else an SGF file has on the root node.
    pub other: Node,
}

impl Transcript {
    /// A game without turns.
    pub fn new(size: BoardSize, rules: RefereeRules) -> Transcript {
        Transcript {
            size,
            rules,
            handicap: PointSet::EMPTY,
            names: ByColor::default(),
            result: None,
            dead: PointSet::EMPTY,
            comments: Vec::new(),
            turns: Vec::new(),
            other: Node::new(),
        }
    }

    /// A finished game, ready to be written.
    pub fn of(record: &Record) -> Transcript {
        let setup = record.setup();
        let mut transcript = Transcript::new(setup.size(), *record.rules());
        transcript.handicap = setup.stones(Color::Black);
        transcript.result = Some(*record.outcome());
        transcript.dead = record.dead();
        transcript.turns = record
            .turns()
            .iter()
            .map(|turn| {
                let tries = turn.refused.iter().map(|&(point, _)| point).collect();
                TranscriptTurn::new(turn.color, tries, End::from(&turn.end))
            })
            .collect();
        transcript
    }
}

impl From<&TurnEnd> for End {
    fn from(end: &TurnEnd) -> End {
        match end {
            TurnEnd::Play { point, .. } => End::Play(*point),
            TurnEnd::Pass => End::Pass,
            TurnEnd::Resign => End::Resign,
            TurnEnd::Forfeit(_) => End::Forfeit,
            TurnEnd::Open => End::Open,
        }
    }
}
