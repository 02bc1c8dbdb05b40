//! Tactical problems and their solutions, in the terminal.

use kage_goban::{Color, Point, draw, stone_mark};
use kage_lab::{SolvedProblem, totals};

/// As text for the terminal.
pub(crate) fn in_words(solved: &[SolvedProblem], suite: bool) -> String {
    let mut text = String::new();
    if !suite {
        for solved in solved {
            text += &one(solved);
        }
    }
    text += &table(solved);
    text
}

/// A problem with its board, its trace on the board, and the line of play.
fn one(solved: &SolvedProblem) -> String {
    let SolvedProblem { problem, solution, .. } = solved;
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

fn table(solved: &[SolvedProblem]) -> String {
    let mut text = format!("{:<22} {:<10} {:>10} {:>10}\n", "problem", "answer", "moves", "ms");
    for solved in solved {
        let SolvedProblem { problem, solution, time, .. } = solved;
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
