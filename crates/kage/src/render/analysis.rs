//! The analysis of a player, in the terminal and as JSON.

use crate::args::Analyze;
use kage_goban::{draw, stone_mark};
use kage_phantom::{Candidate, Choice, Explanation, Knowledge, View};
use kage_terminal::boards;
use serde_json::{Value, json};

/// How many candidates are shown in the terminal.
const SHOWN: usize = 12;

/// As text for the terminal.
pub(crate) fn in_words(
    options: &Analyze,
    view: &View,
    choice: Choice,
    why: &Explanation,
) -> String {
    let color = boards::name(options.seat);
    let mut text =
        format!("{} for {color}, before move {}: {choice}\n\n", options.player, options.at);
    text += &boards::marked(&board_of(view, why));
    text += "  X Black  O White  ? refused  ! perhaps taken  a, b ... the best candidates\n\n";
    for (index, candidate) in why.candidates.iter().take(SHOWN).enumerate() {
        text += &candidate_line(index, candidate);
    }
    if why.candidates.len() > SHOWN {
        text += &format!("  ... and {} more\n", why.candidates.len() - SHOWN);
    }
    let hidden = why.hidden.iter().fold(0.0, |sum, (_, chance)| sum + chance);
    text += &format!("\n{} playouts; {hidden:.0} hidden stones guessed\n", why.playouts);
    text
}

fn candidate_line(index: usize, candidate: &Candidate) -> String {
    let Candidate { choice, value, visits, reasons, .. } = candidate;
    let letter = letter(index);
    let name = choice.to_string();
    format!("  {letter} {name:<5} {value:>9.4}  on {visits} playouts  {}\n", reasons.join(", "))
}

fn letter(index: usize) -> char {
    char::from(b'a' + index.min(25) as u8)
}

/// The seat's board with the best candidates as letters.
fn board_of(view: &View, why: &Explanation) -> String {
    let rank =
        |point| why.candidates.iter().take(SHOWN).position(|c| c.choice == Choice::Try(point));
    draw(view.size(), |point| match (view.at(point), rank(point)) {
        (_, Some(index)) => letter(index),
        (Knowledge::Mine, _) => stone_mark(view.color()),
        (Knowledge::Theirs, _) => stone_mark(!view.color()),
        (Knowledge::Refused(_), _) => '?',
        (Knowledge::PerhapsTaken, _) => '!',
        _ => '.',
    })
}

/// As JSON.
pub(crate) fn report(options: &Analyze, choice: Choice, why: &Explanation) -> Value {
    let candidate = |c: &Candidate| json!({"choice": c.choice.to_string(), "value": c.value, "visits": c.visits, "reasons": c.reasons});
    let hidden = |(point, chance): &(kage_goban::Point, f64)| json!({"point": point.to_string(), "chance": chance});
    json!({
        "player": options.player,
        "seed": options.seed,
        "seat": boards::word(options.seat),
        "move": options.at,
        "choice": choice.to_string(),
        "playouts": why.playouts,
        "candidates": why.candidates.iter().map(candidate).collect::<Vec<_>>(),
        "hidden": why.hidden.iter().map(hidden).collect::<Vec<_>>(),
        "tree": why.tree.iter().map(kage_lab::branch_json).collect::<Vec<_>>(),
    })
}
