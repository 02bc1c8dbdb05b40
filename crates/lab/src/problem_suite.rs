//! Tactical problems with known answers, solved and timed.

use kage_tactics::{Problem, Question, Solution};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A problem, its file, its solution and the time.
#[derive(Clone, Debug)]
pub struct SolvedProblem {
    /// The file of the problem.
    pub file: PathBuf,
    /// The problem.
    pub problem: Problem,
    /// What was found.
    pub solution: Solution,
    /// The best time.
    pub time: Duration,
}

impl SolvedProblem {
    /// Solves a problem `runs` times, each time with a new reader. A search gives up after `limit`
    /// moves.
    pub fn solve(file: PathBuf, problem: Problem, limit: u64, runs: u32) -> SolvedProblem {
        let timed = || {
            let mut reader = problem.reader(limit);
            let start = Instant::now();
            let solution = problem.solve_with(&mut reader);
            (solution, start.elapsed())
        };
        let (mut solution, mut time) = timed();
        for _ in 1..runs {
            let again = timed();
            if again.1 < time {
                (solution, time) = again;
            }
        }
        SolvedProblem { file, problem, solution, time }
    }

    /// Is the answer the known one?
    pub fn is_right(&self) -> bool {
        self.solution.answer == self.problem.answer
    }

    fn json(&self) -> Value {
        let SolvedProblem { file, problem, solution, time } = self;
        let line = solution.line.iter().map(|(color, point)| format!("{} {point}", color.letter()));
        let kind = match problem.question {
            Question::Goal(..) => "goal",
            Question::Sente { .. } => "sente",
        };
        json!({
            "file": file,
            "problem": problem.name,
            "kind": kind,
            "question": problem.question.to_string(),
            "answer": problem.in_words(solution.answer),
            "right": self.is_right(),
            "line": line.collect::<Vec<_>>(),
            "trace": solution.trace.iter().map(|point| point.to_string()).collect::<Vec<_>>(),
            "moves": solution.nodes,
            "seconds": time.as_secs_f64(),
        })
    }
}

/// The moves that all searches tried, and the seconds they took.
pub fn totals(solved: &[SolvedProblem]) -> (u64, f64) {
    let moves = solved.iter().map(|solved| solved.solution.nodes).sum();
    (moves, solved.iter().map(|solved| solved.time.as_secs_f64()).sum())
}

/// All solutions as JSON.
pub fn problems_json(solved: &[SolvedProblem]) -> Value {
    let (moves, seconds) = totals(solved);
    json!({
        "problems": solved.iter().map(SolvedProblem::json).collect::<Vec<_>>(),
        "right": solved.iter().filter(|solved| solved.is_right()).count(),
        "moves": moves,
        "seconds": seconds,
        "moves_per_second": moves as f64 / seconds.max(1e-9),
    })
}
