//! `kage data` from the command line: files, summaries, single games, and arrays that numpy reads.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test stops at the first surprise")]

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn kage(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kage"));
    command.current_dir(folder).args(arguments.split(' ')).output().unwrap()
}

/// The output of a run that must succeed.
fn good(folder: &Path, arguments: &str) -> String {
    let output = kage(folder, arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "kage {arguments}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// What a run that must fail says.
fn bad(folder: &Path, arguments: &str) -> String {
    let output = kage(folder, arguments);
    assert_eq!(output.status.code(), Some(1), "kage {arguments}");
    String::from_utf8(output.stderr).unwrap()
}

const PLAY: &str = "data make --player all-as-first --against random --playouts 60 --size 6";

/// Debian's numpy is for Debian's Python, which need not be the first on the path.
fn python() -> &'static str {
    let has_numpy = |python: &&str| {
        let tried = Command::new(python).args(["-c", "import numpy"]).output();
        tried.is_ok_and(|output| output.status.success())
    };
    let found = ["python3", "/usr/bin/python3"].into_iter().find(has_numpy);
    found.expect("this test needs numpy: `apt-get install python3-numpy`")
}

#[test]
fn numpy_reads_what_the_referee_ruled() {
    const GAMES: usize = 6;
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    good(folder, &format!("{PLAY} --games {GAMES} --out g.kage"));
    good(folder, "data export g.kage --out g.npz");
    let mut check = Command::new(python());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check_export.py");
    check.current_dir(folder).arg(script).arg("g.npz");
    for game in 0..GAMES {
        let text = good(folder, &format!("data show g.kage --game {game}"));
        std::fs::write(folder.join("game.txt"), text).unwrap();
        let report = format!("{game}.json");
        std::fs::write(folder.join(&report), good(folder, "replay --json game.txt")).unwrap();
        check.arg(report);
    }
    let output = check.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let summary: Value = serde_json::from_str(&good(folder, "data show g.kage --json")).unwrap();
    let expected = format!("{} tries of {GAMES} games are right\n", summary["tries"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    assert!(bad(folder, "data export g.kage --out g.npz").contains("--force replaces it"));
}

#[test]
fn a_file_goes_on_and_tells_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    good(folder, &format!("{PLAY} --games 2 --out g.kage"));
    good(folder, &format!("{PLAY} --games 5 --out g.kage --concurrency 1"));
    good(folder, &format!("{PLAY} --games 5 --out whole.kage"));
    for game in 0..5 {
        let text = |file: &str| good(folder, &format!("data show {file} --game {game}"));
        assert_eq!(text("g.kage"), text("whole.kage"));
    }
    let text = good(folder, "data show g.kage");
    for part in ["all-as-first:playouts=60 v random", "5 games: Black won", "bytes", "hidden"] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
    assert!(good(folder, "data show g.kage --game 4 --form sgf").starts_with("(;FF[4]"));
    assert!(bad(folder, "data show g.kage --game 5").contains("no game 5, the file has 5: 0 to 4"));
    let other = format!("{PLAY} --games 5 --out g.kage --seed 2");
    assert!(bad(folder, &other).contains("seed is 1 there, 2 here"));
    good(folder, &format!("{PLAY} --games 2 --out other.kage --seed 2"));
    good(folder, "data merge g.kage other.kage --out both.kage");
    assert!(good(folder, "data show both.kage").contains("7 games"));
    let seventh = good(folder, "data show both.kage --game 6");
    let moves = |text: &str| text.lines().filter(|line| !line.contains("game ")).count();
    assert_eq!(moves(&seventh), moves(&good(folder, "data show other.kage --game 1")));
    let again = bad(folder, "data merge g.kage whole.kage --out twice.kage");
    assert!(again.contains("both files have seed 1"), "{again}");
    assert!(bad(folder, "data merge g.kage --out both.kage").contains("--force"));
    std::fs::write(folder.join("text"), "hello").unwrap();
    assert!(bad(folder, "data show text").contains("this is not self-play data"));
    assert_eq!(kage(folder, "data export g.kage --out x --sample 2").status.code(), Some(2));
}
