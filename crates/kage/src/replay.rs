//! `kage replay`: a recorded game through the referee, on three boards.

use crate::args::Replay;
use crate::boards;
use crate::failure::Failure;
use crate::files;
use kage_goban::{Board, ByColor, Color, Move, Point};
use kage_phantom::{Refusal, Ruling, Setup, View};
use kage_record::{Step, Transcript, replay};
use kage_referee::{Record, Turn, TurnEnd};
use serde::Serialize;
use std::io::Write;

pub(crate) fn run(options: &Replay) -> Result<(), Failure> {
    let (game, _) = files::load(&options.file, options.game)?;
    let mut frames = vec![Frame::first(&game)];
    let record = replay(&game, |step| {
        let next = frames.last().map(|frame| frame.after(&step));
        frames.extend(next);
    })
    .map_err(|error| Failure::Impossible(options.file.clone(), error))?;
    let mut out = anstream::stdout().lock();
    if options.json {
        files::write_json(&mut out, &Report::of(&record))?;
        return Ok(());
    }
    let moves = record.turns().len();
    if let Some(wanted) = options.at.filter(|&at| at > moves) {
        return Err(Failure::NoSuchMove { file: options.file.clone(), wanted, moves });
    }
    write!(out, "{}", heading(&game))?;
    write!(out, "{}", story(&record, &frames, options))?;
    if options.at.is_none() {
        write!(out, "{}", summary(&game, &record))?;
    }
    Ok(())
}

/// The three boards at one moment.
struct Frame {
    views: ByColor<View>,
    truth: Board,
    last: Option<Move>,
}

impl Frame {
    fn first(game: &Transcript) -> Frame {
        // A handicap that cannot stand is reported by the replay itself.
        let setup = Setup::handicap(game.size, game.handicap).unwrap_or(Setup::even(game.size));
        Frame {
            views: ByColor::new(|color| View::new(game.rules, &setup, color)),
            truth: setup.position(game.rules.ko).board().clone(),
            last: None,
        }
    }

    fn after(&self, step: &Step<'_>) -> Frame {
        let mut views = self.views.clone();
        for color in Color::BOTH {
            for news in &step.heard[color] {
                // What the referee said on a game he ruled himself fits the view.
                let _ = views[color].update(news);
            }
        }
        let last = step.rulings.last().and_then(|ruling| match ruling {
            Ruling::Accepted { play, .. } => Some(*play),
            Ruling::Refused { .. } => None,
        });
        Frame { views, truth: step.position.board().clone(), last }
    }

    fn draw(&self) -> String {
        boards::three(&self.views.black, &self.truth, &self.views.white, self.last)
    }
}

fn heading(game: &Transcript) -> String {
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

/// The turns in words, and the boards where they are asked for.
fn story(record: &Record, frames: &[Frame], options: &Replay) -> String {
    let mut text = String::new();
    let end = options.at.unwrap_or(record.turns().len());
    for (index, turn) in record.turns().iter().take(end).enumerate() {
        text += &turn_line(index + 1, turn);
        if options.all
            && let Some(frame) = frames.get(index + 1)
        {
            text += &format!("\n{}\n", frame.draw());
        }
    }
    // A record may end in a turn without a move that the transcript does not have.
    if let Some(frame) = frames.get(end).or(frames.last())
        && !options.all
    {
        text += &format!("\n{}", frame.draw());
    }
    text + &format!("   {}\n", boards::LEGEND)
}

/// Most refusals are for a stone of the opponent's: one word will do.
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
        TurnEnd::Open => "... and there the record ends".to_owned(),
    };
    format!("{number:4} {}  {tries}{end}\n", boards::name(turn.color))
}

fn summary(game: &Transcript, record: &Record) -> String {
    let count = |reason: Refusal| {
        record.turns().iter().flat_map(|turn| &turn.refused).filter(|(_, r)| *r == reason).count()
    };
    let reasons: Vec<String> = Refusal::ALL
        .into_iter()
        .map(|reason| (count(reason), reason.word()))
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    let tries: usize = record.turns().iter().map(|turn| turn.refused.len()).sum();
    let taken = record.position().taken();
    let score = record.score();
    let mut text = format!("\n{} moves, {tries} refused tries", record.position().moves());
    text +=
        &if reasons.is_empty() { ".\n".to_owned() } else { format!(": {}.\n", reasons.join(", ")) };
    text += &format!("Black took {}, White took {}.\n", taken.black, taken.white);
    text += &format!(
        "Area: Black {}, White {}; with komi {} that is {score}.\n",
        score.area.black, score.area.white, score.komi
    );
    text += &format!("Result: {}", record.outcome());
    text += match game.result {
        Some(told) if told.to_string() != record.outcome().to_string() => {
            return format!("{text} (the file says {told})\n");
        }
        Some(_) if !record.position().is_over() => " (as the file says; it was not played out)",
        None if !record.position().is_over() => " (two passes have not been made)",
        _ => "",
    };
    text + "\n"
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    size: u8,
    rules: String,
    komi: f64,
    moves: usize,
    refusals: Vec<RefusalReport>,
    captures: Vec<CaptureReport>,
    black_area: u32,
    white_area: u32,
    result: String,
    final_board: Vec<String>,
    turns: Vec<TurnReport>,
}

#[derive(Serialize)]
struct RefusalReport {
    #[serde(rename = "move")]
    number: usize,
    color: &'static str,
    point: String,
    reason: &'static str,
}

#[derive(Serialize)]
struct CaptureReport {
    #[serde(rename = "move")]
    number: usize,
    color: &'static str,
    points: Vec<String>,
}

#[derive(Serialize)]
struct TurnReport {
    color: &'static str,
    tries: Vec<String>,
    end: String,
}

impl Report {
    fn of(record: &Record) -> Report {
        let mut refusals = Vec::new();
        let mut captures = Vec::new();
        let mut turns = Vec::new();
        for (index, turn) in record.turns().iter().enumerate() {
            let (number, color) = (index + 1, word(turn.color));
            refusals.extend(turn.refused.iter().map(|(point, reason)| RefusalReport {
                number,
                color,
                point: point.to_string(),
                reason: reason.word(),
            }));
            if let TurnEnd::Play { taken, .. } = turn.end
                && !taken.is_empty()
            {
                captures.push(CaptureReport { number, color, points: texts(taken) });
            }
            turns.push(TurnReport {
                color,
                tries: texts(turn.refused.iter().map(|(point, _)| *point)),
                end: end_word(&turn.end),
            });
        }
        let score = record.score();
        Report {
            size: record.setup().size().get(),
            rules: record.rules().to_string(),
            komi: f64::from(score.komi.half_points()) / 2.0,
            moves: record.position().moves() as usize,
            refusals,
            captures,
            black_area: score.area.black,
            white_area: score.area.white,
            result: record.outcome().to_string(),
            final_board: rows(record.position().board()),
            turns,
        }
    }
}

const fn word(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn end_word(end: &TurnEnd) -> String {
    match end {
        TurnEnd::Play { point, .. } => point.to_string(),
        TurnEnd::Pass => "pass".to_owned(),
        TurnEnd::Resign => "resign".to_owned(),
        TurnEnd::Forfeit(_) => "forfeit".to_owned(),
        TurnEnd::Open => "open".to_owned(),
    }
}

fn texts(points: impl IntoIterator<Item = Point>) -> Vec<String> {
    points.into_iter().map(|point| point.to_string()).collect()
}

/// The rows of a board from the top, as `.XO`.
fn rows(board: &Board) -> Vec<String> {
    let lines = board.size().get();
    let mark = |point: Point| board.at(point).map_or('.', kage_goban::stone_mark);
    let row = |row: u8| (0..lines).filter_map(|col| Point::new(col, row)).map(mark).collect();
    (0..lines).rev().map(row).collect()
}
