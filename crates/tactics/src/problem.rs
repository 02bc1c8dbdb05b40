//! Tactical problems with their right answers, as text.
//!
//! A file has any number of problems. Each begins with a line `problem NAME`, has lines
//! `word: value`, and ends with `board:` and a diagram of the board. `#` begins a comment.
//!
//! ```text
//! problem ladder-1
//! goal: capture C3           # or connect, empty-connect, separate, live, or the opposite of one
//! first: black               # the side that moves first
//! answer: won                # or lost
//! region: A1-E5              # where both sides may play: points and rectangles; default: anywhere
//! board:
//! . . . . .
//! . . X . .
//! . X O . .
//! . . X . .
//! . . . . .
//! ```
//!
//! A problem about sente has `threat:` and `move:` instead of `first:`. Its answer is `sente` or
//! `not sente`.

use crate::objective::{Objective, ObjectiveError};
use crate::{Reader, ReadingBoard};
use kage_goban::{
    Board, BoardSize, Color, DiagramError, ParseColorError, ParsePointError, Point, PointSet,
};
use std::fmt;

/// A board, a question and its right answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    /// Its name.
    pub name: String,
    /// The board.
    pub board: Board,
    /// Where both sides may play.
    pub region: PointSet,
    /// The question.
    pub question: Question,
    /// The right answer.
    pub answer: ProblemAnswer,
}

/// The answer to a problem: whether the goal is reached, or whether the move is sente.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProblemAnswer {
    /// `won` or `sente` in a file.
    Yes,
    /// `lost` or `not sente` in a file.
    No,
}

impl From<bool> for ProblemAnswer {
    fn from(yes: bool) -> ProblemAnswer {
        if yes { ProblemAnswer::Yes } else { ProblemAnswer::No }
    }
}

/// The question of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Is the objective reached if that colour moves first?
    Goal(Objective, Color),
    /// Does a move that reaches a goal threaten another objective?
    Sente {
        /// The positive goal that the move reaches.
        goal: Objective,
        /// The objective that it may threaten.
        threat: Objective,
        /// The move.
        point: Point,
    },
}

/// The search's answer to a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Its answer.
    pub answer: ProblemAnswer,
    /// The moves of both sides that show it.
    pub line: Vec<(Color, Point)>,
    /// The points that could change the answer.
    pub trace: PointSet,
    /// The number of moves tried.
    pub nodes: u64,
}

/// Why a text is no file of problems.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProblemError {
    /// The line number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: ProblemFault,
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl std::error::Error for ProblemError {}

/// What is wrong with a line, or with the problem that begins on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProblemFault {
    /// Text before the first problem.
    NoProblem,
    /// A line that begins with no known word.
    UnknownLine(String),
    /// A problem without this line.
    Missing {
        /// The problem's name.
        problem: String,
        /// The first word of the missing line.
        word: &'static str,
    },
    /// A board that cannot be read.
    Board(DiagramError),
    /// A goal or a threat that cannot be read.
    Goal(ObjectiveError),
    /// A word that is no point.
    Point(String, ParsePointError),
    /// A word that is no colour.
    Color(String, ParseColorError),
    /// The goal and the threat of a problem about sente have different colours, or the goal is not
    /// positive.
    Threat,
    /// The answer is none of these two.
    Answer([&'static str; 2]),
}

impl fmt::Display for ProblemFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemFault::NoProblem => f.write_str("a file begins with `problem NAME`"),
            ProblemFault::UnknownLine(word) => {
                write!(f, "`{word}` begins no line of a problem; use {}", FIELDS.join(", "))
            }
            ProblemFault::Missing { problem, word } => {
                write!(f, "problem {problem} has no `{word}:`")
            }
            ProblemFault::Board(error) => error.fmt(f),
            ProblemFault::Goal(error) => error.fmt(f),
            ProblemFault::Point(word, error) => write!(f, "`{word}`: {error}"),
            ProblemFault::Color(word, error) => write!(f, "`{word}`: {error}"),
            ProblemFault::Threat => f.write_str(
                "goal and threat must have the same colour, and the goal must be positive",
            ),
            ProblemFault::Answer(words) => write!(f, "the answer is {}", words.join(" or ")),
        }
    }
}

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
                return Err(ProblemError { line: at, fault: ProblemFault::NoProblem });
            }
        }
        drafts.into_iter().map(Draft::finish).collect()
    }

    /// A reader for the board and the region of the problem, with at most so many moves in each
    /// search.
    pub fn reader(&self, limit: u64) -> Reader {
        Reader::new(ReadingBoard::from(&self.board)).within(self.region).limited_to(limit)
    }

    /// Solves the problem with a new reader.
    pub fn solve(&self, limit: u64) -> Solution {
        self.solve_with(&mut self.reader(limit))
    }

    /// Solves the problem with a reader that has its board and region.
    pub fn solve_with(&self, reader: &mut Reader) -> Solution {
        let before = reader.nodes();
        match self.question {
            Question::Goal(objective, first) => {
                let result = objective.search(reader, first);
                let nodes = reader.nodes() - before;
                let answer = result.reached.into();
                Solution { answer, line: result.line, trace: result.trace, nodes }
            }
            Question::Sente { goal, threat, point } => {
                let sente = goal.sente(reader, threat, point);
                let nodes = reader.nodes() - before;
                let answer = sente.is_sente.into();
                Solution { answer, line: sente.line, trace: sente.trace, nodes }
            }
        }
    }

    /// The text of an answer to this problem.
    pub const fn in_words(&self, answer: ProblemAnswer) -> &'static str {
        let [yes, no] = self.question.answer_words();
        match answer {
            ProblemAnswer::Yes => yes,
            ProblemAnswer::No => no,
        }
    }
}

impl Question {
    /// The words for yes and no.
    const fn answer_words(&self) -> [&'static str; 2] {
        match self {
            Question::Goal(..) => ["won", "lost"],
            Question::Sente { .. } => ["sente", "not sente"],
        }
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Goal(objective, first) => {
                write!(f, "{objective} by {}, {first} first", objective.color())
            }
            Question::Sente { goal, threat, point } => {
                write!(f, "{} {point}: {goal}, and threaten {threat}", goal.color())
            }
        }
    }
}

/// A problem that is being parsed.
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
            let fault = ProblemFault::UnknownLine(word.trim().to_owned());
            return Err(ProblemError { line: at, fault });
        }
        self.fields.push((at, word.trim().to_owned(), value.trim().to_owned()));
        Ok(())
    }

    fn field(&self, word: &str) -> Option<(usize, &str)> {
        let found = self.fields.iter().find(|(_, name, _)| name == word);
        found.map(|(at, _, value)| (*at, value.as_str()))
    }

    fn missing(&self, word: &'static str) -> ProblemError {
        let fault = ProblemFault::Missing { problem: self.name.clone(), word };
        ProblemError { line: self.line, fault }
    }

    fn need(&self, word: &'static str) -> Result<(usize, &str), ProblemError> {
        self.field(word).ok_or_else(|| self.missing(word))
    }

    fn objective(&self, word: &'static str, board: &Board) -> Result<Objective, ProblemError> {
        let (line, text) = self.need(word)?;
        let fault = |error| ProblemError { line, fault: ProblemFault::Goal(error) };
        Objective::read(text, board).map_err(fault)
    }

    fn finish(self) -> Result<Problem, ProblemError> {
        let (line, drawing) = self.drawing.as_ref().ok_or_else(|| self.missing("board"))?;
        let fault = |error| ProblemError { line: *line, fault: ProblemFault::Board(error) };
        let board = Board::from_diagram(drawing).map_err(fault)?;
        let region = match self.field("region") {
            None => PointSet::board(board.size()),
            Some((line, text)) => {
                read_region(text, board.size()).map_err(|fault| ProblemError { line, fault })?
            }
        };
        let question = self.question(&board)?;
        let (line, answer) = self.need("answer")?;
        let words = question.answer_words();
        let fault = || ProblemError { line, fault: ProblemFault::Answer(words) };
        let place = words.iter().position(|word| *word == answer).ok_or_else(fault)?;
        let answer = ProblemAnswer::from(place == 0);
        Ok(Problem { name: self.name, board, region, question, answer })
    }

    /// A question about sente, if the problem names a threat; else one about its goal.
    fn question(&self, board: &Board) -> Result<Question, ProblemError> {
        let goal = self.objective("goal", board)?;
        if self.field("threat").is_some() {
            let (line, point) = self.need("move")?;
            let point = read_point(point).map_err(|fault| ProblemError { line, fault })?;
            let threat = self.objective("threat", board)?;
            if matches!(goal, Objective::Prevent(_)) || threat.color() != goal.color() {
                return Err(ProblemError { line: self.line, fault: ProblemFault::Threat });
            }
            return Ok(Question::Sente { goal, threat, point });
        }
        let (line, word) = self.need("first")?;
        let fault = |error| ProblemFault::Color(word.to_owned(), error);
        let first = word.parse().map_err(|error| ProblemError { line, fault: fault(error) })?;
        Ok(Question::Goal(goal, first))
    }
}

fn read_point(word: &str) -> Result<Point, ProblemFault> {
    word.parse().map_err(|error| ProblemFault::Point(word.to_owned(), error))
}

/// Points, and rectangles such as `B2-E5`.
fn read_region(text: &str, size: BoardSize) -> Result<PointSet, ProblemFault> {
    let mut region = PointSet::EMPTY;
    for word in text.split_whitespace() {
        let (one, other) = word.split_once('-').unwrap_or((word, word));
        let (one, other) = (read_point(one)?, read_point(other)?);
        let within = |low: u8, at: u8, high: u8| low.min(high) <= at && at <= low.max(high);
        let inside = |point: &Point| {
            within(one.col(), point.col(), other.col())
                && within(one.row(), point.row(), other.row())
        };
        region.extend(size.points().filter(inside));
    }
    Ok(region)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;

    const BOARD: &str = "board:\n. . .\n. X O\n. . .\n";

    /// The error of a problem with these lines on a small board.
    fn error(lines: &str) -> String {
        let text = format!("problem p\n{lines}\n{BOARD}");
        Problem::read_all(&text).unwrap_err().to_string()
    }

    #[test]
    fn an_error_names_its_line_and_its_fault() {
        let cases = [
            ("goal: capture C2\nfirst: black", "line 1: problem p has no `answer:`"),
            ("goal: capture C2\nanswer: won", "line 1: problem p has no `first:`"),
            (
                "gaol: capture C2",
                "line 2: `gaol` begins no line of a problem; use goal, threat, move, first, answer, region",
            ),
            (
                "goal: win C2",
                "line 2: `win` is no goal; use connect, disconnect, empty-connect, empty-disconnect, capture, escape, separate, unseparate, live, kill",
            ),
            ("goal: connect C2", "line 2: `connect` takes 2 points, not 1"),
            ("goal: capture D4", "line 2: D4 is off the board"),
            ("goal: capture A1", "line 2: there is no stone at A1"),
            ("goal: connect B2 C2", "line 2: there is no White stone at B2"),
            ("goal: empty-connect B2 C2", "line 2: B2 is not empty"),
            ("goal: capture C2\nfirst: black\nanswer: sente", "line 4: the answer is won or lost"),
            (
                "goal: capture C2\nmove: C1\nthreat: live C2\nanswer: sente",
                "line 1: goal and threat must have the same colour, and the goal must be positive",
            ),
        ];
        for (lines, expected) in cases {
            assert_eq!(error(lines), expected, "{lines}");
        }
        let early = Problem::read_all("\nboard:\n").unwrap_err();
        assert_eq!(early, ProblemError { line: 2, fault: ProblemFault::NoProblem });
        let bad = Problem::read_all("problem p\nboard:\n. .\n.").unwrap_err();
        assert_eq!((bad.line, matches!(bad.fault, ProblemFault::Board(_))), (2, true));
        for word in ["goal: capture I9", "region: B2-Z9", "goal: capture C2\nfirst: green"] {
            let text = error(word);
            assert!(text.contains('`') && text.starts_with("line "), "{text}");
        }
    }

    #[test]
    fn rectangles_are_read_from_any_corner() {
        let size = BoardSize::NINE;
        let region = |text| read_region(text, size).unwrap();
        assert_eq!(region("B2-D3").len(), 6);
        assert_eq!(region("D3-B2"), region("B3-D2"));
        assert_eq!(
            region("A1 A1-A2 C9").to_string(),
            PointSet::from_iter(["A1", "A2", "C9"].map(|p| p.parse::<Point>().unwrap()))
                .to_string()
        );
    }
}
