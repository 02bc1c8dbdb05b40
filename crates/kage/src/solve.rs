//! `kage solve`: tactical problems, read by the search that proves goals.

use crate::args::Solve;
use crate::failure::Failure;
use crate::files;
use indicatif::{ProgressBar, ProgressStyle};
use kage_goban::{Color, Point, draw, stone_mark};
use kage_tactics::{Problem, Question, Solution};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A problem, where it is from, what was found, and how long that took.
struct Solved {
    file: PathBuf,
    problem: Problem,
    solution: Solution,
    time: Duration,
}

impl Solved {
    fn is_right(&self) -> bool {
        self.solution.answer == self.problem.answer
    }
}

pub(crate) fn run(options: &Solve) -> Result<(), Failure> {
    let mut problems = Vec::new();
    for file in files(options)? {
        problems.extend(read(&file)?.into_iter().map(|problem| (file.clone(), problem)));
    }
    if problems.is_empty() {
        return Err(Failure::Other("there are no problems there".to_owned()));
    }
    let bar = progress_bar(problems.len() as u64);
    let solve = |(file, problem): (PathBuf, Problem)| {
        let (solution, time) = timed(&problem, options);
        bar.inc(1);
        Solved { file, problem, solution, time }
    };
    let solved: Vec<Solved> = problems.into_iter().map(solve).collect();
    bar.finish_and_clear();
    let mut out = anstream::stdout().lock();
    if options.json {
        let report = report(&solved);
        files::write_json(&mut out, &report)?;
    } else {
        write!(out, "{}", in_words(&solved, options.suite.is_some()))?;
    }
    let wrong = solved.iter().filter(|solved| !solved.is_right()).count();
    if wrong > 0 {
        return Err(Failure::Other(format!("{wrong} of {} answers are wrong", solved.len())));
    }
    Ok(())
}

/// The file that is named, or all `.txt` files of the suite, in order.
fn files(options: &Solve) -> Result<Vec<PathBuf>, Failure> {
    let Some(folder) = &options.suite else { return Ok(options.file.iter().cloned().collect()) };
    let fail = |error| Failure::Read(folder.clone(), error);
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        if path.extension().is_some_and(|end| end == "txt") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn read(file: &Path) -> Result<Vec<Problem>, Failure> {
    let text = std::fs::read_to_string(file);
    let text = text.map_err(|error| Failure::Read(file.to_owned(), error))?;
    Problem::read_all(&text).map_err(|error| Failure::Other(format!("{}: {error}", file.display())))
}

/// The best time of some runs, each by a reader who knows nothing yet.
fn timed(problem: &Problem, options: &Solve) -> (Solution, Duration) {
    let mut best: Option<(Solution, Duration)> = None;
    for _ in 0..options.runs.max(1) {
        let mut reader = problem.reader(options.limit);
        let start = Instant::now();
        let solution = problem.solve_with(&mut reader);
        let time = start.elapsed();
        if best.as_ref().is_none_or(|(_, least)| time < *least) {
            best = Some((solution, time));
        }
    }
    best.unwrap_or_else(|| (problem.solve(options.limit), Duration::ZERO))
}

fn progress_bar(problems: u64) -> ProgressBar {
    let bar = ProgressBar::new(problems);
    let style = "{bar:30} {pos}/{len} problems, {elapsed}";
    bar.set_style(ProgressStyle::with_template(style).unwrap_or(ProgressStyle::default_bar()));
    bar
}

fn in_words(solved: &[Solved], suite: bool) -> String {
    let mut text = String::new();
    if !suite {
        for solved in solved {
            text += &one(solved);
        }
    }
    text += &table(solved);
    text
}

/// A problem with its board, its trace on the board, and how play goes.
fn one(solved: &Solved) -> String {
    let Solved { problem, solution, .. } = solved;
    let mut text = format!("{}: {}\n", problem.name, problem.question);
    let trace = |point: Point| match problem.board.at(point) {
        Some(Color::Black) if solution.trace.contains(point) => '#',
        Some(Color::White) if solution.trace.contains(point) => '@',
        Some(color) => stone_mark(color),
        None if solution.trace.contains(point) => '+',
        None if !problem.region.contains(point) => ' ',
        None => '.',
    };
    text += &draw(problem.board.size(), trace);
    text += "  + # @ are points of the trace; where both may play there is a dot or a +\n";
    let line: Vec<String> =
        solution.line.iter().map(|(color, point)| format!("{} {point}", color.letter())).collect();
    if !line.is_empty() {
        text += &format!("  line: {}\n", line.join(", "));
    }
    let right = if solved.is_right() { "right" } else { "WRONG" };
    text += &format!("  answer: {} ({right})\n\n", problem.in_words(solution.answer));
    text
}

fn table(solved: &[Solved]) -> String {
    let mut text = format!("{:<22} {:<10} {:>10} {:>10}\n", "problem", "answer", "moves", "ms");
    for solved in solved {
        let Solved { problem, solution, time, .. } = solved;
        let wrong = if solved.is_right() { "" } else { "  WRONG" };
        let answer = problem.in_words(solution.answer);
        let ms = 1000.0 * time.as_secs_f64();
        text += &format!(
            "{:<22} {answer:<10} {:>10} {ms:>10.3}{wrong}\n",
            problem.name, solution.nodes
        );
    }
    let (moves, seconds) = totals(solved);
    let speed = moves as f64 / seconds.max(1e-9);
    text += &format!("{:<33} {moves:>10} {:>10.3}\n", "total", 1000.0 * seconds);
    text += &format!("{:.2} million moves a second\n", speed / 1e6);
    text
}

fn totals(solved: &[Solved]) -> (u64, f64) {
    let moves = solved.iter().map(|solved| solved.solution.nodes).sum();
    (moves, solved.iter().map(|solved| solved.time.as_secs_f64()).sum())
}

fn report(solved: &[Solved]) -> Value {
    let each = |solved: &Solved| {
        let Solved { file, problem, solution, time } = solved;
        let line: Vec<String> = solution
            .line
            .iter()
            .map(|(color, point)| format!("{} {point}", color.letter()))
            .collect();
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
            "right": solved.is_right(),
            "line": line,
            "trace": solution.trace.iter().map(|point| point.to_string()).collect::<Vec<_>>(),
            "moves": solution.nodes,
            "seconds": time.as_secs_f64(),
        })
    };
    let (moves, seconds) = totals(solved);
    json!({
        "problems": solved.iter().map(each).collect::<Vec<_>>(),
        "right": solved.iter().filter(|solved| solved.is_right()).count(),
        "moves": moves,
        "seconds": seconds,
        "moves_per_second": moves as f64 / seconds.max(1e-9),
    })
}
