//! The page of `kage analyze`: the board, the candidates, and the search tree.

use kage_goban::{Color, Point};
use kage_phantom::{Branch, Candidate, Choice, Explanation, Knowledge, View};
use serde_json::{Value, json};

/// The number of branches shown below each move. The others have few visits.
const ANSWERS: usize = 12;

/// The page, with placeholders in braces.
const PAGE: &str = include_str!("search_page.html");

/// A branch of the tree as JSON.
pub fn branch_json(branch: &Branch) -> Value {
    json!({
        "play": branch.play.to_string(),
        "visits": branch.visits,
        "value": branch.value,
        "answers": branch.answers.iter().map(branch_json).collect::<Vec<_>>(),
    })
}

/// The page of a player's search at a moment. It needs no other file and no network.
pub fn search_page(player: &str, view: &View, choice: Choice, why: &Explanation) -> String {
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

/// A branch as an element that can be opened, with a bar for its share of the visits.
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

/// Where a point is drawn on a board with this number of lines.
fn place(point: Point, lines: usize) -> (usize, usize) {
    (40 * (usize::from(point.col()) + 1), 40 * (lines - usize::from(point.row())))
}

/// The seat's board: stones, refused tries, the probability of hidden stones as a shade, and the
/// best candidates as numbers.
fn board_svg(view: &View, why: &Explanation) -> String {
    let lines = usize::from(view.size().get());
    let side = 40 * (lines + 1);
    let mut svg = format!("<svg viewBox=\"0 0 {side} {side}\" role=img aria-label=\"the board\">");
    svg += &format!("<rect width={side} height={side} fill=\"#dcb35c\"/>");
    for i in 1..=lines {
        let (from, to, here) = (40, 40 * lines, 40 * i);
        svg += &format!("<path d=\"M{from} {here}H{to}M{here} {from}V{to}\" stroke=\"#000\"/>");
    }
    svg += &coordinates(lines);
    svg += &shades(why, lines);
    svg.extend(view.size().points().map(|point| mark(view, point, lines)));
    for (rank, candidate) in why.candidates.iter().take(9).enumerate() {
        if let Choice::Try(point) = candidate.choice {
            let (x, y) = place(point, lines);
            svg += &label(x, y, &(rank + 1).to_string(), "#063");
        }
    }
    svg + "</svg>"
}

/// The probabilities of hidden stones.
fn shades(why: &Explanation, lines: usize) -> String {
    let most = why.hidden.iter().map(|(_, chance)| *chance).fold(0.01, f64::max);
    let shade = |(point, chance): &(Point, f64)| {
        let (x, y) = place(*point, lines);
        format!(
            "<rect x={} y={} width=40 height=40 fill=\"#a00\" opacity=\"{:.2}\"><title>{point}: {:.0}% a hidden stone</title></rect>",
            x - 20,
            y - 20,
            chance / most * 0.35,
            100.0 * chance
        )
    };
    why.hidden.iter().map(shade).collect()
}

/// A stone, or the mark of a refused try.
fn mark(view: &View, point: Point, lines: usize) -> String {
    let (x, y) = place(point, lines);
    let stone = |color: Color| {
        let fill = if color == Color::Black { "#111" } else { "#fafafa" };
        format!("<circle cx={x} cy={y} r=18 fill=\"{fill}\" stroke=\"#000\"/>")
    };
    match view.at(point) {
        Knowledge::Mine => stone(view.color()),
        Knowledge::Theirs => stone(!view.color()),
        Knowledge::Refused(_) => label(x, y, "?", "#a00"),
        _ => String::new(),
    }
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
