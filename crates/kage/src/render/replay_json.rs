//! A replay as JSON.

use kage_goban::{Board, Point};
use kage_referee::{Record, Turn, TurnEnd};
use kage_terminal::boards;
use serde::Serialize;

/// What `--json` prints.
#[derive(Serialize)]
pub(crate) struct ReplayReport {
    size: u8,
    rules: String,
    komi: f64,
    moves: usize,
    refusals: Vec<Refused>,
    captures: Vec<Captured>,
    black_area: u32,
    white_area: u32,
    result: String,
    final_board: Vec<String>,
    turns: Vec<PlayedTurn>,
}

#[derive(Serialize)]
struct Refused {
    #[serde(rename = "move")]
    number: usize,
    color: &'static str,
    point: String,
    reason: &'static str,
}

#[derive(Serialize)]
struct Captured {
    #[serde(rename = "move")]
    number: usize,
    color: &'static str,
    points: Vec<String>,
}

#[derive(Serialize)]
struct PlayedTurn {
    color: &'static str,
    tries: Vec<String>,
    end: String,
}

impl ReplayReport {
    pub(crate) fn of(record: &Record) -> ReplayReport {
        let numbered = || record.turns().iter().enumerate().map(|(index, turn)| (index + 1, turn));
        let score = record.score();
        ReplayReport {
            size: record.setup().size().get(),
            rules: record.rules().to_string(),
            komi: f64::from(score.komi.half_points()) / 2.0,
            moves: record.position().moves() as usize,
            refusals: numbered().flat_map(|(number, turn)| refused(number, turn)).collect(),
            captures: numbered().filter_map(|(number, turn)| captured(number, turn)).collect(),
            black_area: score.area.black,
            white_area: score.area.white,
            result: record.outcome().to_string(),
            final_board: rows(record.position().board()),
            turns: record.turns().iter().map(PlayedTurn::of).collect(),
        }
    }
}

fn refused(number: usize, turn: &Turn) -> impl Iterator<Item = Refused> + '_ {
    turn.refused.iter().map(move |(point, reason)| Refused {
        number,
        color: boards::word(turn.color),
        point: point.to_string(),
        reason: reason.word(),
    })
}

fn captured(number: usize, turn: &Turn) -> Option<Captured> {
    match turn.end {
        TurnEnd::Play { taken, .. } if !taken.is_empty() => {
            Some(Captured { number, color: boards::word(turn.color), points: texts(taken) })
        }
        _ => None,
    }
}

impl PlayedTurn {
    fn of(turn: &Turn) -> PlayedTurn {
        PlayedTurn {
            color: boards::word(turn.color),
            tries: texts(turn.refused.iter().map(|(point, _)| *point)),
            end: end_word(&turn.end),
        }
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
