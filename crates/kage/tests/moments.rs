//! Moments of the printed games where the authors say what was right or wrong: `suites/moments`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

mod common;

use common::root;
use serde_json::Value;
use std::process::Command;

const PLAYERS: [&str; 3] = ["all-as-first", "uct-late", "uct-rave"];
/// A right point must be among so many candidates.
const FIRST: usize = 5;

struct Moment {
    line: String,
    game: String,
    place: [String; 3],
    right: bool,
    points: Vec<String>,
    fails: Vec<String>,
}

fn moments() -> Vec<Moment> {
    let text = std::fs::read_to_string(root().join("suites/moments/moments.txt")).unwrap();
    text.lines().filter(|line| !line.starts_with('#')).map(read).collect()
}

fn read(line: &str) -> Moment {
    let (moment, fails) = line.split_once("fails:").unwrap_or((line, ""));
    let words: Vec<String> = moment.split_whitespace().map(str::to_owned).collect();
    assert!(words.len() >= 6 && ["right", "wrong"].contains(&words[4].as_str()), "{line}");
    Moment {
        line: line.to_owned(),
        game: format!("suites/games/{}.txt", words[0]),
        place: [words[1].clone(), words[2].clone(), words[3].clone()],
        right: words[4] == "right",
        points: words[5..].to_vec(),
        fails: fails.split_whitespace().map(str::to_owned).collect(),
    }
}

fn candidates(moment: &Moment, player: &str) -> Vec<String> {
    let [seat, at, tries] = &moment.place;
    let spec = format!("{player}:playouts=20000");
    let output = Command::new(env!("CARGO_BIN_EXE_kage"))
        .args(["analyze", &moment.game, "--seat", seat, "--at", at, "--tries", tries])
        .args(["--player", &spec, "--json"])
        .current_dir(root())
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let candidates = report["candidates"].as_array().unwrap().iter();
    candidates.map(|candidate| candidate["choice"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn players_know_what_the_authors_say() {
    let moments = moments();
    assert!(moments.len() >= 6);
    for moment in &moments {
        for player in PLAYERS {
            let found = candidates(moment, player);
            let named = |point: &String| moment.points.contains(point);
            let good = match moment.right {
                true => found.iter().take(FIRST).any(named),
                false => !found.first().is_some_and(named),
            };
            let known = moment.fails.iter().any(|name| name == player);
            assert!(good || known, "{player} fails at {}: {:?}", moment.line, &found[..FIRST]);
            assert!(!(good && known), "{player} no longer fails at {}", moment.line);
        }
    }
}
