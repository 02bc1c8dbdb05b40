//! Solutions in words and as JSON.

use super::board::Shape;
use super::checker::Checked;
use super::solve::{Choices, Progress, SolveConfig, SolvedCap};
use serde_json::{Value, json};
use std::fmt;

impl Progress {
    /// How much of the way from 1 to the target is done, from 0 to 1. Equal steps are equal factors.
    pub fn share_done(&self, target: f64) -> f64 {
        let gap = (self.bounds.upper - self.bounds.lower).clamp(1e-12, 1.0);
        (gap.ln() / target.ln()).clamp(0.0, 1.0)
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "cap {}: {} infosets, iteration {}, value {:.5}, exploitability {:.6}",
            self.cap,
            self.infosets,
            self.iterations,
            self.bounds.middle(),
            self.bounds.exploitability()
        )
    }
}

/// The largest cap, with all caps beside it.
pub fn solution_json(config: &SolveConfig, caps: &[SolvedCap]) -> Value {
    let mut whole = json!(caps.last());
    whole["board"] = json!(config.game.shape.to_string());
    whole["rules"] = json!(config.game.rules.to_string());
    whole["komi"] = json!(f64::from(config.game.rules.komi.half_points()) / 2.0);
    whole["tries"] = json!(config.game.tries.word());
    whole["worth"] = json!(config.game.worth.word());
    whole["target"] = json!(config.target);
    whole["caps"] = json!(caps);
    whole
}

/// A table of the caps, and how the first moves are chosen.
pub fn solution_text(config: &SolveConfig, caps: &[SolvedCap]) -> String {
    let game = &config.game;
    let head =
        ["cap", "value", "from", "to", "exploitability", "infosets", "nodes", "iterations", "MB"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(caps.iter().map(|cap| {
        vec![
            cap.cap.to_string(),
            format!("{:+.5}", cap.value),
            format!("{:+.5}", cap.lower),
            format!("{:+.5}", cap.upper),
            format!("{:.6}", cap.exploitability),
            cap.infosets.to_string(),
            cap.nodes.to_string(),
            cap.iterations.to_string(),
            cap.memory.div_ceil(1_000_000).to_string(),
        ]
    }));
    let mut text = format!(
        "Phantom Go on {}, rules {}, {} tries, worth the {} to Black\n\n{}",
        game.shape,
        game.rules,
        game.tries.word(),
        game.worth.word(),
        aligned(&rows)
    );
    for choices in caps.last().iter().flat_map(|cap| &cap.first_moves) {
        text += &first_move(game.shape, choices);
    }
    text
}

/// A board with the probability of each point.
fn first_move(shape: Shape, choices: &Choices) -> String {
    let percent = |share: f64| format!("{:.1}%", 100.0 * share);
    let title = if choices.seat == "black" {
        "Black's first move"
    } else {
        "White's first try, after a stone of Black's"
    };
    let letters = "ABCDEFGHJ";
    let mut rows: Vec<Vec<String>> = Vec::new();
    let names = letters.chars().take(usize::from(shape.columns())).map(String::from);
    rows.push([String::new()].into_iter().chain(names).collect());
    for row in (1..=shape.rows()).rev() {
        let cell = |letter: char| {
            let name = format!("{letter}{row}");
            let found = choices.tries.iter().find(|(point, _)| *point == name);
            found.map_or("-".to_owned(), |(_, share)| percent(*share))
        };
        let cells = letters.chars().take(usize::from(shape.columns())).map(cell);
        rows.push([row.to_string()].into_iter().chain(cells).collect());
    }
    format!("\n{title}; a pass {}:\n{}", percent(choices.pass), aligned(&rows))
}

/// Rows with columns under each other, to the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let longest = |at: usize| rows.iter().filter_map(|row| row.get(at)).map(String::len).max();
    let widths: Vec<usize> = (0..columns).map(|at| longest(at).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}"));
        cells.collect::<Vec<_>>().join("  ") + "\n"
    };
    rows.iter().map(line).collect()
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} decisions, {} positions visited\nclaimed: the value is from {:.6} to {:.6}\n\
             found:   the value is from {:.6} to {:.6}, exploitability {:.6}",
            self.decisions,
            self.positions,
            self.claimed_lower,
            self.claimed_upper,
            self.lower,
            self.upper,
            self.exploitability()
        )
    }
}
