//! Problems with their right answers, as text.
//!
//! A file has any number of problems. Each begins with a line `problem NAME` and has lines
//! `word: value`, then `board:` and the board, drawn. What follows `#` is for people.
//!
//! ```text
//! problem ladder-1
//! goal: capture C3           # or connect, empty-connect, separate, live, or the opposite of one
//! first: black               # who moves first
//! answer: won                # or lost
//! region: A1-E5              # where both may play: points and rectangles; the board if left out
//! board:
//! . . . . .
//! . . X . .
//! . X O . .
//! . . X . .
//! . . . . .
//! ```
//!
//! A problem of sente has `threat:` and `move:` instead of `first:`, and its answer is `sente` or
//! `not sente`.

use crate::any_goal::Wish;
use crate::{Reader, ReadingBoard};
use kage_goban::{Board, BoardSize, Color, Point, PointSet};
use std::fmt;

/// A board, a question and its right answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    /// What it is called.
    pub name: String,
    /// The board.
    pub board: Board,
    /// Where both sides may play.
    pub region: PointSet,
    /// What is asked.
    pub question: Question,
    /// Is the goal reached, or is the move sente?
    pub answer: bool,
}

/// What a problem asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Is this reached, if that colour moves first?
    Goal(Wish, Color),
    /// Does a move that reaches the goal threaten another?
    Sente {
        /// What the move reaches: a positive goal.
        goal: Wish,
        /// What it may threaten.
        threat: Wish,
        /// The move.
        point: Point,
    },
}

/// What the search says to a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Its answer.
    pub answer: bool,
    /// How play goes.
    pub line: Vec<(Color, Point)>,
    /// The points that could overturn it.
    pub trace: PointSet,
    /// Moves tried.
    pub nodes: u64,
}

/// A text that is no problem: where, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProblemError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for ProblemError {}

impl Problem {
    /// Reads all problems of a text.
    pub fn read_all(text: &str) -> Result<Vec<Problem>, ProblemError> {
        let mut drafts: Vec<Draft> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let (at, line) = (index + 1, line.split('#').next().unwrap_or_default().trim_end());
            if let Some(name) = line.strip_prefix("problem ") {
                drafts.push(Draft::new(at, name.trim()));
            } else if let Some(draft) = drafts.last_mut() {
                draft.take(at, line)?;
            } else if !line.trim().is_empty() {
                return Err(error(at, "a file begins with `problem NAME`"));
            }
        }
        drafts.into_iter().map(Draft::finish).collect()
    }

    /// A reader for the board and the region of the problem, who may try so many moves in each of
    /// his searches.
    pub fn reader(&self, limit: u64) -> Reader {
        Reader::new(ReadingBoard::from(&self.board)).within(self.region).limited_to(limit)
    }

    /// Asks a fresh reader.
    pub fn solve(&self, limit: u64) -> Solution {
        self.solve_with(&mut self.reader(limit))
    }

    /// Asks a reader, whose board must be the problem's.
    pub fn solve_with(&self, reader: &mut Reader) -> Solution {
        let before = reader.nodes();
        match self.question {
            Question::Goal(wish, first) => {
                let reading = wish.search(reader, first);
                let nodes = reader.nodes() - before;
                Solution {
                    answer: reading.reached,
                    line: reading.line,
                    trace: reading.trace,
                    nodes,
                }
            }
            Question::Sente { goal, threat, point } => {
                let sente = goal.sente(reader, threat, point);
                let nodes = reader.nodes() - before;
                Solution { answer: sente.is_sente, line: sente.line, trace: sente.trace, nodes }
            }
        }
    }

    /// An answer to this problem, in words.
    pub const fn in_words(&self, answer: bool) -> &'static str {
        match (&self.question, answer) {
            (Question::Goal(..), true) => "won",
            (Question::Goal(..), false) => "lost",
            (Question::Sente { .. }, true) => "sente",
            (Question::Sente { .. }, false) => "not sente",
        }
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Goal(wish, first) => {
                write!(f, "{wish} by {}, {first} first", wish.color())
            }
            Question::Sente { goal, threat, point } => {
                write!(f, "{} {point}: {goal}, and threaten {threat}", goal.color())
            }
        }
    }
}

/// A problem that is being read.
struct Draft {
    line: usize,
    name: String,
    fields: Vec<(usize, String, String)>,
    drawing: Option<(usize, String)>,
}

const FIELDS: [&str; 6] = ["goal", "threat", "move", "first", "answer", "region"];

impl Draft {
    fn new(line: usize, name: &str) -> Draft {
        Draft { line, name: name.to_owned(), fields: Vec::new(), drawing: None }
    }

    fn take(&mut self, at: usize, line: &str) -> Result<(), ProblemError> {
        if let Some((_, drawing)) = &mut self.drawing {
            *drawing += line;
            drawing.push('\n');
            return Ok(());
        }
        if line.trim() == "board:" {
            self.drawing = Some((at, String::new()));
            return Ok(());
        }
        if line.trim().is_empty() {
            return Ok(());
        }
        let (word, value) = line.split_once(':').unwrap_or((line, ""));
        if !FIELDS.contains(&word.trim()) {
            let all = FIELDS.join(", ");
            return Err(error(
                at,
                &format!("`{}` is no line of a problem; use {all}", word.trim()),
            ));
        }
        self.fields.push((at, word.trim().to_owned(), value.trim().to_owned()));
        Ok(())
    }

    fn field(&self, word: &str) -> Option<(usize, &str)> {
        let found = self.fields.iter().find(|(_, name, _)| name == word);
        found.map(|(at, _, value)| (*at, value.as_str()))
    }

    fn need(&self, word: &str) -> Result<(usize, &str), ProblemError> {
        let missing = || error(self.line, &format!("problem {} has no `{word}:`", self.name));
        self.field(word).ok_or_else(missing)
    }

    fn wish(&self, word: &str, board: &Board) -> Result<Wish, ProblemError> {
        let (at, text) = self.need(word)?;
        Wish::read(text, board).map_err(|what| error(at, &what))
    }

    fn finish(self) -> Result<Problem, ProblemError> {
        let (at, drawing) = self
            .drawing
            .as_ref()
            .ok_or_else(|| error(self.line, &format!("problem {} has no board", self.name)))?;
        let board = Board::from_diagram(drawing).map_err(|why| error(*at, &why.to_string()))?;
        let region = match self.field("region") {
            None => PointSet::board(board.size()),
            Some((at, text)) => read_region(text, board.size()).map_err(|what| error(at, &what))?,
        };
        let goal = self.wish("goal", &board)?;
        let (at, answer) = self.need("answer")?;
        let (question, words) = if self.field("threat").is_some() {
            let (at, point) = self.need("move")?;
            let point = point.parse().map_err(|why| error(at, &format!("`{point}`: {why}")))?;
            let threat = self.wish("threat", &board)?;
            if matches!(goal, Wish::Prevent(_)) || threat.color() != goal.color() {
                return Err(error(
                    self.line,
                    "goal and threat must be one colour's, the goal positive",
                ));
            }
            (Question::Sente { goal, threat, point }, ["sente", "not sente"])
        } else {
            let (at, first) = self.need("first")?;
            let first = first.parse().map_err(|why| error(at, &format!("`{first}`: {why}")))?;
            (Question::Goal(goal, first), ["won", "lost"])
        };
        let place = words.iter().position(|word| *word == answer);
        let place =
            place.ok_or_else(|| error(at, &format!("the answer is {}", words.join(" or "))))?;
        Ok(Problem { name: self.name, board, region, question, answer: place == 0 })
    }
}

/// Points, and rectangles such as `B2-E5`.
fn read_region(text: &str, size: BoardSize) -> Result<PointSet, String> {
    let mut region = PointSet::EMPTY;
    for word in text.split_whitespace() {
        let (one, other) = word.split_once('-').unwrap_or((word, word));
        let read = |text: &str| text.parse::<Point>().map_err(|why| format!("`{text}`: {why}"));
        let (one, other) = (read(one)?, read(other)?);
        let within = |low: u8, at: u8, high: u8| low.min(high) <= at && at <= low.max(high);
        let inside = |point: &Point| {
            within(one.col(), point.col(), other.col())
                && within(one.row(), point.row(), other.row())
        };
        region.extend(size.points().filter(inside));
    }
    Ok(region)
}

fn error(line: usize, what: &str) -> ProblemError {
    ProblemError { line, what: what.to_owned() }
}
