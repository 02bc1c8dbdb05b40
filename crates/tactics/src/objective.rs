//! A goal of any kind, or its opposite, as a text names it.

use crate::goal::{Capture, Connect, EmptyConnect, Goal, Live, Separate};
use crate::{First, Opposite, Reader, Sente};
use kage_goban::{Board, Color, ParsePointError, Point, PointSet};
use std::fmt;

/// A positive goal of any kind. The search itself is generic over the kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnyGoal {
    /// Two stones in one chain.
    Connect(Connect),
    /// An empty point and a stone in one chain.
    EmptyConnect(EmptyConnect),
    /// A stone taken.
    Capture(Capture),
    /// Two stones kept apart.
    Separate(Separate),
    /// A chain alive.
    Live(Live),
}

/// What a side wants: a positive goal, or the opposite of one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Objective {
    /// To reach the goal. A search that returns Won has proved it.
    Reach(AnyGoal),
    /// To prevent the goal. A positive result is an opinion, not a proof.
    Prevent(AnyGoal),
}

/// Why a text is no objective on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ObjectiveError {
    /// No goal has this name.
    UnknownGoal(String),
    /// The goal takes another number of points.
    PointCount {
        /// The goal.
        kind: String,
        /// How many points the goal takes.
        needs: usize,
        /// How many points the text has.
        given: usize,
    },
    /// A word that is no point.
    Point {
        /// The word.
        word: String,
        /// What is wrong with it.
        error: ParsePointError,
    },
    /// The point is not on this board.
    OffBoard(Point),
    /// The point has no stone of the required colour.
    NoStone {
        /// The point.
        point: Point,
        /// The required colour; `None` if either would do.
        color: Option<Color>,
    },
    /// The point has a stone and must be empty.
    NotEmpty(Point),
}

impl fmt::Display for ObjectiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ObjectiveError::UnknownGoal(kind) => {
                let all = KINDS.map(|(positive, opposite, _)| format!("{positive}, {opposite}"));
                write!(f, "`{kind}` is no goal; use {}", all.join(", "))
            }
            ObjectiveError::PointCount { kind, needs, given } => {
                write!(f, "`{kind}` takes {needs} points, not {given}")
            }
            ObjectiveError::Point { word, error } => write!(f, "`{word}`: {error}"),
            ObjectiveError::OffBoard(point) => write!(f, "{point} is off the board"),
            ObjectiveError::NoStone { point, color: None } => {
                write!(f, "there is no stone at {point}")
            }
            ObjectiveError::NoStone { point, color: Some(color) } => {
                write!(f, "there is no {color} stone at {point}")
            }
            ObjectiveError::NotEmpty(point) => write!(f, "{point} is not empty"),
        }
    }
}

impl std::error::Error for ObjectiveError {}

/// Runs the same expression for a goal of each kind.
macro_rules! for_kind {
    ($any:expr, $goal:ident => $do:expr) => {
        match $any {
            AnyGoal::Connect($goal) => $do,
            AnyGoal::EmptyConnect($goal) => $do,
            AnyGoal::Capture($goal) => $do,
            AnyGoal::Separate($goal) => $do,
            AnyGoal::Live($goal) => $do,
        }
    };
}

/// The result of a search for an objective.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// Whether the objective is reached: a proof for a positive goal, an opinion for an opposite.
    pub reached: bool,
    /// The trace of the search.
    pub trace: PointSet,
    /// Best play of both sides, if the search returned a proof.
    pub line: Vec<(Color, Point)>,
}

impl AnyGoal {
    /// The colour that wants to reach it.
    pub fn color(self) -> Color {
        for_kind!(self, goal => goal.color())
    }

    /// The points it is about.
    pub fn points(self) -> PointSet {
        for_kind!(self, goal => goal.points())
    }
}

impl Objective {
    /// The positive goal that is reached or prevented.
    pub const fn goal(self) -> AnyGoal {
        match self {
            Objective::Reach(goal) | Objective::Prevent(goal) => goal,
        }
    }

    /// The colour whose objective it is.
    pub fn color(self) -> Color {
        match self {
            Objective::Reach(goal) => goal.color(),
            Objective::Prevent(goal) => !goal.color(),
        }
    }

    /// Reads `connect C3 E3`, `empty-connect D4 C3`, `capture D4`, `separate C3 E3`, `live C3`, or
    /// the opposite of one: `disconnect`, `empty-disconnect`, `escape`, `unseparate`, `kill`. The
    /// stones tell which colour's goal it is.
    pub fn read(text: &str, board: &Board) -> Result<Objective, ObjectiveError> {
        let mut words = text.split_whitespace();
        let kind = words.next().unwrap_or_default();
        let points: Result<Vec<Point>, ObjectiveError> =
            words.map(|word| read_point(word, board)).collect();
        let points = points?;
        let needs =
            KINDS.iter().find(|(positive, opposite, _)| [*positive, *opposite].contains(&kind));
        let Some(&(positive, opposite, needs)) = needs else {
            return Err(ObjectiveError::UnknownGoal(kind.to_owned()));
        };
        if points.len() != needs {
            let (kind, given) = (kind.to_owned(), points.len());
            return Err(ObjectiveError::PointCount { kind, needs, given });
        }
        let goal = make(positive, &points, board)?;
        Ok(if kind == opposite { Objective::Prevent(goal) } else { Objective::Reach(goal) })
    }

    /// Searches the objective with this colour to move first.
    pub fn search(self, reader: &mut Reader, first: Color) -> SearchResult {
        for_kind!(self.goal(), goal => {
            let side = if first == goal.color() { First::Friend } else { First::Enemy };
            let answer = reader.search(goal, side);
            let line = if answer.is_won() { reader.line(goal, side) } else { Vec::new() };
            let reached = answer.is_won() == matches!(self, Objective::Reach(_));
            SearchResult { reached, trace: answer.trace(), line }
        })
    }

    /// Whether a move that reaches this positive goal threatens the other objective.
    pub fn sente(self, reader: &mut Reader, threat: Objective, point: Point) -> Sente {
        for_kind!(self.goal(), goal => match threat {
            Objective::Reach(other) => for_kind!(other, other => reader.sente(goal, other, point)),
            Objective::Prevent(other) => {
                for_kind!(other, other => reader.sente(goal, Opposite(other), point))
            }
        })
    }
}

/// The names of the goals and of their opposites, and the number of points each takes.
const KINDS: [(&str, &str, usize); 5] = [
    ("connect", "disconnect", 2),
    ("empty-connect", "empty-disconnect", 2),
    ("capture", "escape", 1),
    ("separate", "unseparate", 2),
    ("live", "kill", 1),
];

fn read_point(word: &str, board: &Board) -> Result<Point, ObjectiveError> {
    let unreadable = |error| ObjectiveError::Point { word: word.to_owned(), error };
    let point: Point = word.parse().map_err(unreadable)?;
    if board.size().contains(point) { Ok(point) } else { Err(ObjectiveError::OffBoard(point)) }
}

/// Makes the goal. The stone on the last point tells the colour.
fn make(kind: &str, points: &[Point], board: &Board) -> Result<AnyGoal, ObjectiveError> {
    let (&[one, .., last] | &[one @ last]) = points else {
        let (kind, given) = (kind.to_owned(), points.len());
        return Err(ObjectiveError::PointCount { kind, needs: 1, given });
    };
    let color = board.at(last).ok_or(ObjectiveError::NoStone { point: last, color: None })?;
    if kind != "empty-connect" && board.at(one) != Some(color) {
        return Err(ObjectiveError::NoStone { point: one, color: Some(color) });
    }
    if kind == "empty-connect" && board.at(one).is_some() {
        return Err(ObjectiveError::NotEmpty(one));
    }
    Ok(match kind {
        "connect" => AnyGoal::Connect(Connect { color, one, other: last }),
        "empty-connect" => AnyGoal::EmptyConnect(EmptyConnect { color, point: one, stone: last }),
        "capture" => AnyGoal::Capture(Capture { color: !color, stone: last }),
        "separate" => AnyGoal::Separate(Separate { color: !color, one, other: last }),
        _ => AnyGoal::Live(Live { color, stone: last }),
    })
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, points) = match self.goal() {
            AnyGoal::Connect(Connect { one, other, .. }) => (0, vec![one, other]),
            AnyGoal::EmptyConnect(EmptyConnect { point, stone, .. }) => (1, vec![point, stone]),
            AnyGoal::Capture(Capture { stone, .. }) => (2, vec![stone]),
            AnyGoal::Separate(Separate { one, other, .. }) => (3, vec![one, other]),
            AnyGoal::Live(Live { stone, .. }) => (4, vec![stone]),
        };
        let (positive, opposite, _) = KINDS[kind];
        f.write_str(if matches!(self, Objective::Reach(_)) { positive } else { opposite })?;
        points.iter().try_for_each(|point| write!(f, " {point}"))
    }
}
