//! `kage analyze`: what a player would do at a moment of a recorded game, and why.

use crate::args::Analyze;
use crate::boards;
use crate::failure::Failure;
use crate::files;
use crate::seating;
use crate::tree_page;
use kage_goban::{ByColor, Color, draw, stone_mark};
use kage_phantom::{Candidate, Choice, Explanation, Knowledge, Player, Setup, View};
use kage_record::{Transcript, TranscriptTurn, replay};
use serde_json::{Value, json};
use std::io::Write;

pub(crate) fn run(options: &Analyze) -> Result<(), Failure> {
    let (game, _) = files::load(&options.file, options.game)?;
    let mut player = seating::blind(&options.player, options.seed)?;
    let view = sit_down(&game, options, &mut *player)?;
    let choice = player.choose(&view, None)?;
    let explanation = player.explain().cloned().unwrap_or_default();
    if let Some(path) = &options.html {
        let page = tree_page::page(&options.player, &view, choice, &explanation);
        files::save(path, &page, options.force)?;
    }
    let mut out = anstream::stdout().lock();
    if options.json {
        let report = report(options, choice, &explanation);
        files::write_json(&mut out, &report)?;
        return Ok(());
    }
    write!(out, "{}", in_words(options, &view, choice, &explanation))?;
    Ok(())
}

/// Lets the player hear the game up to his move, and returns his view.
fn sit_down(
    game: &Transcript,
    options: &Analyze,
    player: &mut dyn Player,
) -> Result<View, Failure> {
    let turn = asked_turn(game, options)?;
    let setup = Setup::handicap(game.size, game.handicap)
        .map_err(|error| Failure::Other(error.to_string()))?;
    let mut view = View::new(game.rules, &setup, options.seat);
    player.begin(&view)?;
    let mut heard = Vec::new();
    replay(&up_to(game, &turn, options), |step| heard.extend(step.heard[options.seat].clone()))
        .map_err(|error| Failure::Impossible(options.file.clone(), error))?;
    for news in &heard {
        view.update(news).map_err(|error| Failure::Other(error.to_string()))?;
        player.hear(&view, news)?;
    }
    Ok(view)
}

/// The turn that is asked about: one of the game's, or the one that would come next.
fn asked_turn(game: &Transcript, options: &Analyze) -> Result<TranscriptTurn, Failure> {
    let (at, moves) = (options.at, game.turns.len());
    let next = || {
        let first = if game.handicap.is_empty() { Color::Black } else { Color::White };
        let color = game.turns.last().map_or(first, |turn| !turn.color);
        TranscriptTurn::new(color, Vec::new(), kage_record::End::Open)
    };
    let turn = match at.checked_sub(1) {
        Some(index) if index < moves => game.turns[index].clone(),
        Some(index) if index == moves => next(),
        _ => {
            let last = moves + 1;
            let what = format!("there is no turn {at} to ask about: use --at 1 to {last}");
            return Err(Failure::Other(what));
        }
    };
    if turn.color != options.seat {
        let letter = turn.color.letter().to_ascii_lowercase();
        let what =
            format!("move {at} is {}'s: ask for --seat {letter}, or another move", turn.color);
        return Err(Failure::Other(what));
    }
    if options.tries > turn.tries.len() {
        let tries = turn.tries.len();
        return Err(Failure::Other(format!("move {at} has {tries} refused tries, not more")));
    }
    Ok(turn)
}

/// The game until the player is asked: the turns before, and as many of this turn's refused tries
/// as are wanted.
fn up_to(game: &Transcript, turn: &TranscriptTurn, options: &Analyze) -> Transcript {
    let mut before = game.clone();
    before.turns.truncate(options.at - 1);
    before.result = None;
    before.dead = kage_goban::PointSet::EMPTY;
    let tries: Vec<_> = turn.tries.iter().take(options.tries).copied().collect();
    if !tries.is_empty() {
        before.turns.push(TranscriptTurn::new(turn.color, tries, kage_record::End::Open));
    }
    before
}

/// How many candidates are shown to people.
const SHOWN: usize = 12;

fn in_words(options: &Analyze, view: &View, choice: Choice, why: &Explanation) -> String {
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
    let Candidate { choice, value, visits, reasons } = candidate;
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

fn report(options: &Analyze, choice: Choice, why: &Explanation) -> Value {
    let candidate = |c: &Candidate| json!({"choice": c.choice.to_string(), "value": c.value, "visits": c.visits, "reasons": c.reasons});
    let hidden = |(point, chance): &(kage_goban::Point, f64)| json!({"point": point.to_string(), "chance": chance});
    let seats = ByColor { black: "black", white: "white" };
    json!({
        "player": options.player,
        "seed": options.seed,
        "seat": seats[options.seat],
        "move": options.at,
        "choice": choice.to_string(),
        "playouts": why.playouts,
        "candidates": why.candidates.iter().map(candidate).collect::<Vec<_>>(),
        "hidden": why.hidden.iter().map(hidden).collect::<Vec<_>>(),
        "tree": why.tree.iter().map(tree_page::branch_json).collect::<Vec<_>>(),
    })
}
