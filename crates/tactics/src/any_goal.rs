//! Goals by name: where a text says which goal is meant, and from there on no more is asked.

use crate::goal::{Capture, Connect, EmptyConnect, Goal, Live, Separate};
use crate::{First, Opposite, Reader, Sente};
use kage_goban::{Board, Color, Point, PointSet};
use std::fmt;

/// Any positive goal. The kind is looked at once, before a search.
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

/// A positive goal, or the opposite of one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wish {
    /// To reach it: certain when Won.
    Reach(AnyGoal),
    /// To prevent it: optimistic.
    Prevent(AnyGoal),
}

/// Does the same with a goal of each kind.
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

/// What a search for a named goal came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Reached: proved of a positive goal, an opinion of the opposite of one.
    pub reached: bool,
    /// The trace of the search.
    pub trace: PointSet,
    /// Best play, where there is a proof.
    pub line: Vec<(Color, Point)>,
}

impl AnyGoal {
    /// Who wants to reach it.
    pub fn color(self) -> Color {
        for_kind!(self, goal => goal.color())
    }

    /// The points it is about.
    pub fn points(self) -> PointSet {
        for_kind!(self, goal => goal.points())
    }
}

impl Wish {
    /// The positive goal behind it.
    pub const fn goal(self) -> AnyGoal {
        match self {
            Wish::Reach(goal) | Wish::Prevent(goal) => goal,
        }
    }

    /// Who wishes.
    pub fn color(self) -> Color {
        match self {
            Wish::Reach(goal) => goal.color(),
            Wish::Prevent(goal) => !goal.color(),
        }
    }

    /// Reads `connect C3 E3`, `empty-connect D4 C3`, `capture D4`, `separate C3 E3`, `live C3`, or
    /// the opposite of one: `disconnect`, `empty-disconnect`, `escape`, `unseparate`, `kill`. Whose
    /// goal it is follows from the stones.
    pub fn read(text: &str, board: &Board) -> Result<Wish, String> {
        let mut words = text.split_whitespace();
        let kind = words.next().unwrap_or_default();
        let points: Result<Vec<Point>, String> =
            words.map(|word| read_point(word, board)).collect();
        let points = points?;
        let needs =
            KINDS.iter().find(|(positive, opposite, _)| [*positive, *opposite].contains(&kind));
        let Some(&(positive, opposite, needs)) = needs else {
            let all = KINDS.map(|(positive, opposite, _)| format!("{positive}, {opposite}"));
            return Err(format!("`{kind}` is no goal; use {}", all.join(", ")));
        };
        if points.len() != needs {
            return Err(format!("`{kind}` takes {needs} points, not {}", points.len()));
        }
        let goal = make(positive, &points, board)?;
        Ok(if kind == opposite { Wish::Prevent(goal) } else { Wish::Reach(goal) })
    }

    /// Searches it, if this colour moves first.
    pub fn search(self, reader: &mut Reader, first: Color) -> Reading {
        for_kind!(self.goal(), goal => {
            let side = if first == goal.color() { First::Friend } else { First::Enemy };
            let answer = reader.search(goal, side);
            let line = if answer.is_won() { reader.line(goal, side) } else { Vec::new() };
            let reached = answer.is_won() == matches!(self, Wish::Reach(_));
            Reading { reached, trace: answer.trace(), line }
        })
    }

    /// Does a move that reaches this positive goal threaten the other wish?
    pub fn sente(self, reader: &mut Reader, threat: Wish, point: Point) -> Sente {
        for_kind!(self.goal(), goal => match threat {
            Wish::Reach(other) => for_kind!(other, other => reader.sente(goal, other, point)),
            Wish::Prevent(other) => {
                for_kind!(other, other => reader.sente(goal, Opposite(other), point))
            }
        })
    }
}

/// Names of goals and of their opposites, and how many points they are about.
const KINDS: [(&str, &str, usize); 5] = [
    ("connect", "disconnect", 2),
    ("empty-connect", "empty-disconnect", 2),
    ("capture", "escape", 1),
    ("separate", "unseparate", 2),
    ("live", "kill", 1),
];

fn read_point(word: &str, board: &Board) -> Result<Point, String> {
    let point: Point = word.parse().map_err(|error| format!("`{word}`: {error}"))?;
    if board.size().contains(point) { Ok(point) } else { Err(format!("{point} is off the board")) }
}

fn make(kind: &str, points: &[Point], board: &Board) -> Result<AnyGoal, String> {
    let &last = points.last().ok_or("no points")?;
    let &one = points.first().ok_or("no points")?;
    let color = board.at(last).ok_or_else(|| format!("there is no stone at {last}"))?;
    if kind != "empty-connect" && board.at(one) != Some(color) {
        return Err(format!("there is no {color} stone at {one}"));
    }
    if kind == "empty-connect" && board.at(one).is_some() {
        return Err(format!("{one} is not empty"));
    }
    Ok(match kind {
        "connect" => AnyGoal::Connect(Connect { color, one, other: last }),
        "empty-connect" => AnyGoal::EmptyConnect(EmptyConnect { color, point: one, stone: last }),
        "capture" => AnyGoal::Capture(Capture { color: !color, stone: last }),
        "separate" => AnyGoal::Separate(Separate { color: !color, one, other: last }),
        _ => AnyGoal::Live(Live { color, stone: last }),
    })
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, points) = match self.goal() {
            AnyGoal::Connect(Connect { one, other, .. }) => (0, vec![one, other]),
            AnyGoal::EmptyConnect(EmptyConnect { point, stone, .. }) => (1, vec![point, stone]),
            AnyGoal::Capture(Capture { stone, .. }) => (2, vec![stone]),
            AnyGoal::Separate(Separate { one, other, .. }) => (3, vec![one, other]),
            AnyGoal::Live(Live { stone, .. }) => (4, vec![stone]),
        };
        let (positive, opposite, _) = KINDS[kind];
        f.write_str(if matches!(self, Wish::Reach(_)) { positive } else { opposite })?;
        points.iter().try_for_each(|point| write!(f, " {point}"))
    }
}
