//! `kage solve` and the player `goals`, through the binary.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

mod common;

use common::kage;
use serde_json::Value;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_problem_is_shown_with_its_trace() {
    let output = kage(&["solve", "suites/threats/snapbacks.txt"], "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    assert!(said.contains("snapback: capture C2 by Black, Black first"), "{said}");
    assert!(said.contains("line: B C1, W D1, B C1"), "{said}");
    assert!(said.contains("answer: won (right)"), "{said}");
    assert!(said.contains(" @ "), "the trace is drawn: {said}");
}

#[test]
fn a_suite_is_a_table_or_json() {
    let output = kage(&["solve", "--suite", "suites/threats", "--json"], "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let problems = report["problems"].as_array().unwrap();
    assert_eq!(report["right"], problems.len());
    assert!(problems.len() >= 50);
    assert!(problems.iter().all(|p| p["moves"].as_u64().unwrap() > 0 || p["line"] == Value::Null));
}

#[test]
fn a_wrong_answer_and_a_bad_file_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wrong.txt");
    let board = "board:\n. . .\n. O .\n. X .\n";
    let problem = format!("problem one\ngoal: capture B2\nfirst: black\nanswer: won\n{board}");
    std::fs::write(&file, &problem).unwrap();
    let output = kage(&["solve", file.to_str().unwrap()], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("1 of 1 answers are wrong"), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("WRONG"));

    std::fs::write(&file, problem.replace("capture B2", "capture A1")).unwrap();
    let output = kage(&["solve", file.to_str().unwrap()], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("line 2: there is no stone at A1"));
    assert_eq!(kage(&["solve"], "").status.code(), Some(2));
}

#[test]
fn goals_plays_plain_go_over_gtp() {
    let game = "boardsize 5\nkomi 6.5\nplay b C3\ngenmove w\nplay b B3\ngenmove w\nundo\nshowboard\nPG-SuggestMove b\nquit\n";
    let spec = "goals:playouts=50,reading=50";
    let output = kage(&["gtp", "--player", spec], game);
    let said = text(&output.stdout);
    let answers: Vec<&str> = said.split("\n\n").filter(|answer| !answer.is_empty()).collect();
    assert_eq!(answers.len(), 10, "{said}");
    assert!(answers[3].starts_with("= ") && answers[5].starts_with("= "), "{said}");
    assert!(answers[7].contains("White to move"), "{said}");
    assert!(answers[8].starts_with("? "), "a sighted player takes no blind seat: {said}");
    assert_eq!(text(&kage(&["gtp", "--player", spec], game).stdout), said, "the seed decides");

    let blind = kage(
        &["analyze", "suites/games/borsboom-b4.txt", "--seat", "b", "--at", "3", "--player", spec],
        "",
    );
    assert_eq!(blind.status.code(), Some(1));
    assert!(text(&blind.stderr).contains("sees the whole board"), "{}", text(&blind.stderr));
}

#[test]
fn goals_sits_sighted_in_a_match() {
    let output = kage(
        &["match", "goals:playouts=30,reading=30", "random", "--games", "2", "--size", "5"],
        "",
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    assert!(said.contains("goals:playouts=30,reading=30"), "{said}");
}
