//! A replay as text, with the three boards.

use kage_goban::{Board, Color, Move};
use kage_phantom::{Refusal, Seats};
use kage_record::{ReplayMoment, Transcript};
use kage_referee::{Record, Turn, TurnEnd};
use kage_terminal::boards;

/// The three boards at one moment.
pub(crate) struct Frame {
    views: Seats,
    truth: Board,
    last: Option<Move>,
}

impl Frame {
    pub(crate) fn of(moment: &ReplayMoment<'_>) -> Frame {
        let (views, truth) = (moment.seats.clone(), moment.position.board().clone());
        Frame { views, truth, last: moment.last }
    }

    fn draw(&self) -> String {
        boards::three(&self.views, &self.truth, self.last)
    }
}

pub(crate) fn heading(game: &Transcript) -> String {
    let player = |color: Color| {
        let name = game.names[color].clone().unwrap_or_else(|| "?".to_owned());
        format!("{name} ({})", boards::name(color))
    };
    let mut text = format!("{} v {}\n", player(Color::Black), player(Color::White));
    text += &format!("{}, rules {}, komi {}\n", game.size, game.rules, game.rules.komi);
    for comment in game.comments.iter().filter(|comment| !comment.starts_with("expect ")) {
        text += &format!("{comment}\n");
    }
    text + "\nEach turn: in brackets the tries the referee refused and why, then the move.\n\n"
}

/// Which boards are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shown {
    /// Those after every move.
    AfterEveryMove,
    /// Those after one move; the list of turns ends there too.
    AfterMove(usize),
}

/// The turns as text, and the boards that are drawn.
pub(crate) fn boards_and_turns(record: &Record, frames: &[Frame], shown: Shown) -> String {
    let end = match shown {
        Shown::AfterEveryMove => record.turns().len(),
        Shown::AfterMove(end) => end,
    };
    let mut text = String::new();
    for (index, turn) in record.turns().iter().take(end).enumerate() {
        text += &turn_line(index + 1, turn);
        if shown == Shown::AfterEveryMove
            && let Some(frame) = frames.get(index + 1)
        {
            text += &format!("\n{}\n", frame.draw());
        }
    }
    // A record may end in a turn without a move that the transcript does not have.
    if let Shown::AfterMove(end) = shown
        && let Some(frame) = frames.get(end).or(frames.last())
    {
        text += &format!("\n{}", frame.draw());
    }
    text + &format!("   {}\n", boards::LEGEND)
}

/// A short text. Most refusals are for a stone of the opponent.
fn short(reason: Refusal) -> &'static str {
    if reason == Refusal::OpponentStone { "stone" } else { reason.word() }
}

fn turn_line(number: usize, turn: &Turn) -> String {
    let tries: Vec<String> =
        turn.refused.iter().map(|(point, why)| format!("{point} {}", short(*why))).collect();
    let tries = if tries.is_empty() { String::new() } else { format!("({}) ", tries.join(", ")) };
    let end = match &turn.end {
        TurnEnd::Play { point, taken } if taken.is_empty() => point.to_string(),
        TurnEnd::Play { point, taken } => format!("{point}, taking {taken}"),
        TurnEnd::Pass => "pass".to_owned(),
        TurnEnd::Resign => "resigns".to_owned(),
        TurnEnd::Forfeit(_) => "forfeits".to_owned(),
        TurnEnd::Open => "... the record ends here".to_owned(),
    };
    format!("{number:4} {}  {tries}{end}\n", boards::name(turn.color))
}

pub(crate) fn summary(game: &Transcript, record: &Record) -> String {
    let tries: usize = record.turns().iter().map(|turn| turn.refused.len()).sum();
    let reasons = refusals(record);
    let refused = if reasons.is_empty() { String::new() } else { format!(": {reasons}") };
    let taken = record.position().taken();
    let score = record.score();
    let mut text =
        format!("\n{} moves, {tries} refused tries{refused}.\n", record.position().moves());
    text += &format!("Black took {}, White took {}.\n", taken.black, taken.white);
    text += &format!(
        "Area: Black {}, White {}; with komi {} that is {score}.\n",
        score.area.black, score.area.white, score.komi
    );
    text + &format!("Result: {}{}\n", record.outcome(), remark(game, record))
}

/// How often each reason was given.
fn refusals(record: &Record) -> String {
    let count = |reason: Refusal| {
        record.turns().iter().flat_map(|turn| &turn.refused).filter(|(_, r)| *r == reason).count()
    };
    let reasons: Vec<String> = Refusal::ALL
        .into_iter()
        .map(|reason| (count(reason), reason.word()))
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    reasons.join(", ")
}

/// Remarks about the result.
fn remark(game: &Transcript, record: &Record) -> String {
    match game.result {
        Some(told) if told.to_string() != record.outcome().to_string() => {
            format!(" (the file says {told})")
        }
        Some(_) if !record.position().is_over() => {
            " (as the file says; it was not played out)".to_owned()
        }
        None if !record.position().is_over() => " (two passes have not been made)".to_owned(),
        _ => String::new(),
    }
}
