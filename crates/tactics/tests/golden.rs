//! The exact behaviour of the search: answers, node counts, lines and traces of all problems, and the
//! advice on some positions, as data in `tests/golden.txt`.
//!
//! `BLESS=1 cargo test -p kage-tactics --test golden` writes the file. A change that is meant to keep
//! the play must leave it as it is.

#![allow(clippy::unwrap_used, reason = "test helpers")]

use kage_goban::{BoardSize, KoRule, Move, Point, Position};
use kage_tactics::{Advice, Problem, Strategy};
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// FNV-1a, which is the same in every version of Rust.
fn hash(words: impl IntoIterator<Item = u64>) -> u64 {
    let bytes = words.into_iter().flat_map(u64::to_le_bytes);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// One line a problem: name, answer, nodes, the hash of the trace, the line of play.
fn problems(text: &mut String) {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder().join("../../suites/threats"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .collect();
    files.sort();
    for file in files {
        for problem in Problem::read_all(&std::fs::read_to_string(file).unwrap()).unwrap() {
            let found = problem.solve(1_000_000);
            let trace = hash(found.trace.iter().map(|point| point.index() as u64));
            let line: Vec<String> = found.line.iter().map(|(_, point)| point.to_string()).collect();
            let answer = problem.in_words(found.answer);
            let (name, nodes, line) = (&problem.name, found.nodes, line.join(" "));
            writeln!(text, "{name}: {answer}, {nodes} nodes, {trace:016x} {line}").unwrap();
        }
    }
}

/// A position in the middle of a random game.
fn middle_game(lines: u8, seed: u64) -> Position {
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut position = Position::new(BoardSize::new(lines).unwrap(), KoRule::Simple);
    for _ in 0..position.size().area() / 3 {
        let legal: Vec<Point> = position.legal_points().iter().collect();
        position.play(Move::Play(legal[dice.usize(..legal.len())])).unwrap();
    }
    position
}

/// One line a position and setting: the number of moves, the best of them, and a hash over all in
/// their order.
fn advice(text: &mut String) {
    for (lines, seed) in [(5, 0), (7, 1), (9, 2), (5, 4), (7, 5), (9, 6), (13, 7)] {
        let position = middle_game(lines, seed);
        // Threats on a large board take too long for a test.
        for threats in [false, true].into_iter().take(if lines > 9 { 1 } else { 2 }) {
            let strategy = Strategy { threats, playouts: 200, ..Strategy::default() };
            let advice = strategy.advise(&position, seed);
            let word = |advice: &Advice| {
                let reason = u64::from(advice.reason as u8);
                let claim = advice.claim.map_or(0, |claim| 1 + claim.threat.round().abs() as u64);
                [advice.point.index() as u64, reason, claim]
            };
            let all = hash(advice.iter().flat_map(word));
            let best: Vec<String> =
                advice.iter().take(3).map(|a| format!("{} {:?}", a.point, a.reason)).collect();
            let (count, best) = (advice.len(), best.join(", "));
            let threats = if threats { "with" } else { "without" };
            writeln!(
                text,
                "{lines} lines, seed {seed}, {threats} threats: {count}, {best}, {all:016x}"
            )
            .unwrap();
        }
    }
}

#[test]
fn the_search_behaves_as_recorded() {
    let mut now = String::new();
    problems(&mut now);
    advice(&mut now);
    let path = folder().join("tests/golden.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &now).unwrap();
        return;
    }
    let recorded = std::fs::read_to_string(&path).unwrap();
    for (now, recorded) in now.lines().zip(recorded.lines()) {
        assert_eq!(now, recorded);
    }
    assert_eq!(now.lines().count(), recorded.lines().count());
}
