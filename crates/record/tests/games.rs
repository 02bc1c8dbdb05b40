//! The games of the literature, as data in `suites/games`: each replays without a contradiction
//! and gives the answers that its `# expect` lines state.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use kage_phantom::Refusal;
use kage_record::{Transcript, from_sgf, from_text, read, replay, to_sgf, to_text};
use kage_referee::Record;
use std::fs;
use std::path::PathBuf;

fn games() -> Vec<(String, Transcript)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../suites/games");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let game = read(&fs::read(&path).unwrap()).unwrap().remove(0);
            (path.file_stem().unwrap().to_string_lossy().into_owned(), game)
        })
        .collect()
}

/// The refusals that are not an opponent's stone, as `60 w G8 ko`.
fn unusual_refusals(record: &Record) -> Vec<String> {
    let mut lines = Vec::new();
    for (index, turn) in record.turns().iter().enumerate() {
        for (point, reason) in &turn.refused {
            if *reason != Refusal::OpponentStone {
                let color = turn.color.letter().to_ascii_lowercase();
                lines.push(format!("{} {color} {point} {}", index + 1, reason.word()));
            }
        }
    }
    lines
}

#[test]
fn every_game_gives_its_expected_answers() {
    let games = games();
    assert!(games.len() >= 5, "only {} games found", games.len());
    for (name, game) in games {
        let record = replay(&game, |_| {}).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut expected_refusals = Vec::new();
        for expected in game.comments.iter().filter_map(|line| line.strip_prefix("expect ")) {
            match expected.split_once(' ').unwrap() {
                ("result", result) => assert_eq!(record.outcome().to_string(), result, "{name}"),
                ("area", area) => {
                    let score = record.score();
                    assert_eq!(
                        format!("{}-{}", score.area.black, score.area.white),
                        area,
                        "{name}"
                    );
                }
                _ => expected_refusals.push(expected.to_owned()),
            }
        }
        expected_refusals.sort();
        let mut found = unusual_refusals(&record);
        found.sort();
        assert_eq!(found, expected_refusals, "{name}");
    }
}

#[test]
fn every_game_survives_both_forms() {
    for (name, game) in games() {
        let by_text = from_text(&to_text(&game)).unwrap();
        assert_eq!(by_text, game, "{name}");
        let sgf = to_sgf(&game).unwrap().to_string();
        let parsed = kage_sgf::parse(sgf.as_bytes()).unwrap();
        assert_eq!(from_sgf(&parsed.games[0]).unwrap(), game, "{name}");
    }
}

#[test]
fn a_record_written_and_read_is_the_same_record() {
    for (name, game) in games() {
        let record = replay(&game, |_| {}).unwrap();
        let again = replay(&Transcript::of(&record), |_| {}).unwrap();
        assert_eq!(again, record, "{name}");
    }
}
