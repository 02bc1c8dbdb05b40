//! A search as one self-contained page: the board, the candidates, the tree to unfold.

use kage_goban::Point;
use kage_phantom::{Branch, Candidate, Choice, Explanation, Knowledge, View};
use serde_json::{Value, json};

/// Branches shown below each move: the rest were hardly followed.
const ANSWERS: usize = 12;

/// A branch of the tree as data.
pub(crate) fn branch_json(branch: &Branch) -> Value {
    json!({
        "play": branch.play.to_string(),
        "visits": branch.visits,
        "value": branch.value,
        "answers": branch.answers.iter().map(branch_json).collect::<Vec<_>>(),
    })
}

/// The page.
pub(crate) fn page(player: &str, view: &View, choice: Choice, why: &Explanation) -> String {
    let tree = if why.tree.is_empty() {
        "<p>This player grows no tree.</p>".to_owned()
    } else {
        why.tree.iter().map(|branch| branch_html(branch, why.playouts.max(1))).collect()
    };
    let rows: String = why.candidates.iter().take(40).map(candidate_row).collect();
    PAGE.replace("{player}", &escape(player))
        .replace("{seat}", &view.color().to_string())
        .replace("{move}", &(view.moves() + 1).to_string())
        .replace("{choice}", &escape(&choice.to_string()))
        .replace("{playouts}", &why.playouts.to_string())
        .replace("{board}", &board_svg(view, why))
        .replace("{rows}", &rows)
        .replace("{tree}", &tree)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn candidate_row(candidate: &Candidate) -> String {
    format!(
        "<tr><td>{}</td><td>{:.4}</td><td>{}</td><td>{}</td></tr>",
        candidate.choice,
        candidate.value,
        candidate.visits,
        escape(&candidate.reasons.join(", "))
    )
}

/// A branch that unfolds, with a bar for its share of the visits.
fn branch_html(branch: &Branch, of: u64) -> String {
    let share = 100.0 * branch.visits as f64 / of.max(1) as f64;
    let head = format!(
        "<span class=bar style=\"width:{share:.1}px\"></span><b>{}</b> {} visits, {:.3}",
        branch.play, branch.visits, branch.value
    );
    if branch.answers.is_empty() {
        return format!("<div class=leaf>{head}</div>");
    }
    let answers = branch.answers.iter().take(ANSWERS);
    let answers: String = answers.map(|answer| branch_html(answer, branch.visits)).collect();
    format!("<details><summary>{head}</summary>{answers}</details>")
}

/// The seat's board: stones, refused tries, the guessed chance of hidden stones as shade, and the
/// best candidates as numbers.
fn board_svg(view: &View, why: &Explanation) -> String {
    let lines = usize::from(view.size().get());
    let side = 40 * (lines + 1);
    let at = |point: Point| {
        (40 * (usize::from(point.col()) + 1), 40 * (lines - usize::from(point.row())))
    };
    let mut svg = format!("<svg viewBox=\"0 0 {side} {side}\" role=img aria-label=\"the board\">");
    svg += &format!("<rect width={side} height={side} fill=\"#dcb35c\"/>");
    for i in 1..=lines {
        let (from, to, here) = (40, 40 * lines, 40 * i);
        svg += &format!("<path d=\"M{from} {here}H{to}M{here} {from}V{to}\" stroke=\"#000\"/>");
    }
    svg += &coordinates(lines);
    let most = why.hidden.iter().map(|(_, chance)| *chance).fold(0.01, f64::max);
    for (point, chance) in &why.hidden {
        let (x, y) = at(*point);
        svg += &format!(
            "<rect x={} y={} width=40 height=40 fill=\"#a00\" opacity=\"{:.2}\"><title>{point}: {:.0}% a hidden stone</title></rect>",
            x - 20,
            y - 20,
            chance / most * 0.35,
            100.0 * chance
        );
    }
    for point in view.size().points() {
        let (x, y) = at(point);
        let color = match view.at(point) {
            Knowledge::Mine => Some(view.color()),
            Knowledge::Theirs => Some(!view.color()),
            _ => None,
        };
        if let Some(color) = color {
            let fill = if color == kage_goban::Color::Black { "#111" } else { "#fafafa" };
            svg += &format!("<circle cx={x} cy={y} r=18 fill=\"{fill}\" stroke=\"#000\"/>");
        } else if matches!(view.at(point), Knowledge::Refused(_)) {
            svg += &label(x, y, "?", "#a00");
        }
    }
    for (rank, candidate) in why.candidates.iter().take(9).enumerate() {
        if let Choice::Try(point) = candidate.choice {
            let (x, y) = at(point);
            svg += &label(x, y, &(rank + 1).to_string(), "#063");
        }
    }
    svg + "</svg>"
}

/// The letters below and the numbers beside the board.
fn coordinates(lines: usize) -> String {
    let mut svg = String::new();
    for i in 0..lines {
        let Some(corner) = Point::new(i as u8, i as u8) else { continue };
        let name = corner.to_string();
        let (letter, number) = name.split_at(1);
        let (along, below, up) = (40 * (i + 1), 40 * lines + 32, 40 * (lines - i) + 5);
        svg +=
            &format!("<text x={along} y={below} text-anchor=middle font-size=14>{letter}</text>");
        svg += &format!("<text x=12 y={up} text-anchor=middle font-size=14>{number}</text>");
    }
    svg
}

fn label(x: usize, y: usize, text: &str, color: &str) -> String {
    format!(
        "<circle cx={x} cy={y} r=13 fill=\"#ffe9b8\" stroke=\"{color}\"/><text x={x} y={} text-anchor=middle font-size=18 fill=\"{color}\">{text}</text>",
        y + 6
    )
}

const PAGE: &str = r#"<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{choice}: {player}</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
main { display: flex; flex-wrap: wrap; gap: 2rem; }
svg { width: min(28rem, 90vw); border-radius: 6px; }
table { border-collapse: collapse; } td, th { padding: .1rem .8rem; text-align: right; }
td:first-child, th:first-child { text-align: left; }
details, .leaf { margin-left: 1.2rem; } .leaf { padding-left: 1rem; }
.bar { display: inline-block; height: .7em; background: #2a7; margin-right: .5em; min-width: 1px; }
.scroll { max-height: 28rem; overflow: auto; }
</style></head><body>
<h1>{choice}</h1>
<p>{player} for {seat}, before move {move}; {playouts} playouts. Red shade: where hidden stones were
guessed. Numbers: the best candidates.</p>
<main><div>{board}</div>
<div class="scroll"><table><tr><th>try</th><th>value</th><th>playouts</th><th></th></tr>{rows}</table></div></main>
<h2>The tree</h2>{tree}
</body></html>
"#;
