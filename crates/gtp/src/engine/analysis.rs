//! The player's explanations in the formats that `GoGui` draws.
//!
//! `gogui-analyze_commands` lists the commands with their types. A `dboard` is a board of numbers
//! (positive for black, negative for white), `gfx` is lines of marks, `pspairs` is points with
//! strings, and `hstring` is a text.

use super::{Answer, CommandEntry, Engine};
use kage_goban::{Color, Move, Point};
use kage_phantom::{Candidate, Causes, Choice, Explanation, View};
use std::collections::BTreeMap;

pub(super) static COMMANDS: [CommandEntry; 6] = [
    CommandEntry { name: "gogui-analyze_commands", usage: "", run: |_, _| Ok(LIST.to_owned()) },
    CommandEntry { name: "kage-hidden", usage: "", run: |engine, _| with(engine, hidden) },
    CommandEntry { name: "kage-refused", usage: "", run: |engine, _| with(engine, refused) },
    CommandEntry { name: "kage-candidates", usage: "", run: |engine, _| with(engine, candidates) },
    CommandEntry { name: "kage-values", usage: "", run: |engine, _| with(engine, values) },
    CommandEntry { name: "kage-why", usage: "", run: |engine, _| with(engine, why) },
];

const LIST: &str = "\
dboard/Kage Hidden Stones/kage-hidden
gfx/Kage Refused Tries/kage-refused
gfx/Kage Candidates/kage-candidates
pspairs/Kage Values/kage-values
hstring/Kage Why/kage-why
string/Kage Belief State/PG-BeliefState";

/// The number of candidates that are shown.
const SHOWN: usize = 10;

fn with(engine: &Engine, show: fn(&View, &Explanation) -> String) -> Answer {
    let explanation = engine.player().and_then(|player| player.explain());
    Ok(show(&engine.view()?, explanation.unwrap_or(&Explanation::default())))
}

/// The chance of an opponent's stone on each point: 1 where it is certain, else the player's estimate.
fn chances(view: &View, explanation: &Explanation) -> BTreeMap<Point, f64> {
    let guessed = explanation.hidden.iter().copied();
    let open = guessed.filter(|(point, _)| !view.mine().contains(*point));
    let certain = view.theirs().iter().map(|point| (point, 1.0));
    open.chain(certain).collect()
}

fn hidden(view: &View, explanation: &Explanation) -> String {
    let chances = chances(view, explanation);
    let sign = if view.color() == Color::White { 1.0 } else { -1.0 };
    board(view, |point| {
        let chance = chances.get(&point).copied().unwrap_or(0.0);
        // Zero is printed without a sign.
        if chance == 0.0 { "0".to_owned() } else { format!("{:.2}", sign * chance) }
    })
}

/// One text a point, row by row from the top.
fn board(view: &View, cell: impl Fn(Point) -> String) -> String {
    let lines = view.size().get();
    let row = |row: u8| {
        let points = (0..lines).filter_map(|col| Point::new(col, row));
        points.map(&cell).collect::<Vec<_>>().join(" ")
    };
    (0..lines).rev().map(row).collect::<Vec<_>>().join("\n")
}

/// Marks on tries whose refusal has an open reason, squares on those of this turn, triangles on own
/// stones that may have been captured.
fn refused(view: &View, _: &Explanation) -> String {
    let open = words(view.refused().iter());
    let now = words(view.tried().iter().copied());
    let perhaps = words(view.perhaps_taken().iter());
    let labels = view
        .refusals()
        .map(|(point, refused)| format!("{point} {}", cause_letters(refused.causes)));
    let labels = labels.collect::<Vec<_>>().join(" ");
    let lines = [("MARK", open), ("SQUARE", now), ("TRIANGLE", perhaps), ("LABEL", labels)];
    let drawn = lines.iter().filter(|(_, points)| !points.is_empty());
    let mut text: String = drawn.map(|(mark, points)| format!("{mark} {points}\n")).collect();
    text +=
        &format!("TEXT refused: {} open, {} this turn", view.refused().len(), view.tried().len());
    text
}

fn words(points: impl Iterator<Item = Point>) -> String {
    points.map(|point| point.to_string()).collect::<Vec<_>>().join(" ")
}

/// The possible reasons of a refusal: t for their stone, s for suicide, k for ko.
fn cause_letters(causes: Causes) -> String {
    let letters = [(causes.stone, 't'), (causes.suicide, 's'), (causes.ko, 'k')];
    letters.into_iter().filter_map(|(possible, letter)| possible.then_some(letter)).collect()
}

fn best(explanation: &Explanation) -> impl Iterator<Item = (Point, &Candidate)> {
    let on_board = |candidate: &Candidate| match candidate.choice {
        Choice::Try(point) => Some(point),
        Choice::Pass | Choice::Resign => None,
    };
    let placed = explanation.candidates.iter().filter_map(move |c| Some((on_board(c)?, c)));
    placed.take(SHOWN)
}

/// The candidates by rank, and the principal variation of the search.
fn candidates(view: &View, explanation: &Explanation) -> String {
    let mut text = String::new();
    let ranks: Vec<String> =
        best(explanation).zip(1..).map(|((point, _), rank)| format!("{point} {rank}")).collect();
    if !ranks.is_empty() {
        text += &format!("LABEL {}\n", ranks.join(" "));
    }
    if let Some(line) = expected(view.color(), explanation) {
        text += &format!("VAR {line}\n");
    }
    text + &format!("TEXT {} playouts", explanation.playouts)
}

/// The most visited line of the search tree, as `b D4 w E5`.
fn expected(mut color: Color, explanation: &Explanation) -> Option<String> {
    let mut moves = Vec::new();
    let mut next = explanation.tree.first();
    while let Some(branch) = next
        && moves.len() < SHOWN
    {
        let Move::Play(point) = branch.play else { break };
        moves.push(format!("{} {point}", crate::vertex::color_word(color)));
        color = !color;
        next = branch.answers.first();
    }
    (!moves.is_empty()).then(|| moves.join(" "))
}

fn values(_: &View, explanation: &Explanation) -> String {
    let pairs = best(explanation).map(|(point, c)| format!("{point} {:.2}", c.value));
    pairs.collect::<Vec<_>>().join("\n")
}

fn why(view: &View, explanation: &Explanation) -> String {
    let mut text = format!("{} after {} playouts:", view.color(), explanation.playouts);
    for candidate in explanation.candidates.iter().take(SHOWN) {
        let Candidate { choice, value, visits, reasons, .. } = candidate;
        text += &format!("\n{choice} value {value:.3} visits {visits} {}", reasons.join(" "));
    }
    if explanation.candidates.is_empty() {
        text += "\nthe player does not explain";
    }
    text
}

/// The board as the player believes it to be: what it knows, then what it estimates.
pub(super) fn belief(view: &View, explanation: Option<&Explanation>) -> String {
    let count = view.their_stones();
    let bound = if count.exact { "" } else { "at most " };
    let mut text = format!("\n{view}{} hears; {} to move", view.color(), view.turn());
    text += &format!("\ntheir stones: {bound}{}, known: {}", count.at_most, view.theirs().len());
    text += &format!("\ntaken: {}, lost: {}", view.taken(), view.lost());
    let guessed = explanation.map(|explanation| chances(view, explanation)).unwrap_or_default();
    if guessed.values().any(|&chance| chance > 0.0) {
        text += "\nchance of their stone when last asked, in percent:\n";
        text += &board(view, |point| {
            let chance = guessed.get(&point).copied().unwrap_or(0.0);
            format!("{:3.0}", chance * 100.0)
        });
    }
    text
}
