//! From self-play to a net to a player, through the binary.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod common;

use common::kage;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

fn good(arguments: &[&str]) -> String {
    let output = kage(arguments, "");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "kage {arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

fn selfplay(file: &Path, games: &str) {
    let player = "all-as-first:playouts=30,scoring=win";
    let file = file.to_str().unwrap();
    let notes = ["--notes", "64", "--seed", "5", "--out", file];
    good(&[&["selfplay", "--player", player, "--games", games][..], &notes].concat());
}

const SMALL: [&str; 10] =
    ["--blocks", "1", "--channels", "8", "--batch", "64", "--seed", "3", "--passes", "4"];

fn train(data: &Path, out: &Path, more: &[&str]) -> Value {
    let files = [data.to_str().unwrap(), "--out", out.to_str().unwrap(), "--json"];
    let report = good(&[&["train-net"], &files[..], &SMALL, more].concat());
    serde_json::from_str(&report).unwrap()
}

/// The same, stopped with Ctrl-C after the first pass.
fn interrupt(data: &Path, out: &Path) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kage"))
        .args(["train-net", data.to_str().unwrap(), "--out", out.to_str().unwrap()])
        .args(SMALL)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !kept(out).exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended before the first pass did");
        std::thread::sleep(Duration::from_millis(5));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("the same command goes on"), "{said}");
    assert!(!out.exists(), "a net is written when it is done");
}

/// Where training is kept until it is done.
fn kept(out: &Path) -> PathBuf {
    PathBuf::from(format!("{}.training", out.display()))
}

fn bad(arguments: &[&str]) -> String {
    let output = kage(arguments, "");
    assert_eq!(output.status.code(), Some(1), "kage {arguments:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_net_learns_plays_and_goes_on_learning() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    selfplay(&path("games.kage"), "40");
    let whole = train(&path("games.kage"), &path("whole.net"), &[]);
    let loss = |report: &Value, when: &str, what: &str| report[when][what].as_f64().unwrap();
    // What 30 playouts say of tries is noise: there is nothing in it to learn.
    for what in ["hidden", "owner"] {
        let (before, after) = (loss(&whole, "before", what), loss(&whole, "held_out", what));
        assert!(after < before, "{what}: {before} {after}");
    }
    assert!(loss(&whole, "held_out", "hidden") < 0.9 * loss(&whole, "before", "hidden"));

    // What was stopped goes on, and the threads do not matter: the net is the same.
    interrupt(&path("games.kage"), &path("again.net"));
    let text = |name: &str| path(name).to_str().unwrap().to_owned();
    let other = ["train-net", &text("games.kage"), "--out", &text("again.net"), "--seed", "4"];
    let said = bad(&[&other[..], &["--blocks", "1", "--channels", "8"]].concat());
    assert!(said.contains("other options are being trained here"), "{said}");
    let again = train(&path("games.kage"), &path("again.net"), &["--threads", "1"]);
    assert_eq!(again, whole);
    assert!(!kept(&path("again.net")).exists(), "nothing is left to go on with");
    let said = bad(&["train-net", &text("games.kage"), "--out", &text("again.net")]);
    assert!(said.contains("--force"), "{said}");
    let bytes = |name: &str| std::fs::read(path(name)).unwrap();
    assert_eq!(bytes("again.net"), bytes("whole.net"));

    let spec = format!("kage:playouts=20,net={}", path("whole.net").display());
    let said = good(&["match", &spec, "random", "--games", "2", "--seed", "1"]);
    assert!(said.contains("2 wins"), "{said}");

    // A player who asks the net and nobody else.
    let net = path("whole.net").display().to_string();
    let instinct = format!("instinct:net={net},temperature=0.02");
    let output = kage(&["match", "instinct:net=none", "random", "--games", "2"], "");
    assert!(String::from_utf8_lossy(&output.stderr).contains("`net` must be given"));
    let wrong = ["train-net", &text("games.kage"), "--out", &text("x.net"), "--from", &net];
    assert!(bad(&wrong).contains("1 blocks of 8 channels"));

    let points = ["selfplay", "--player", "all-as-first:playouts=30,scoring=territory"];
    let games = ["--games", "20", "--notes", "64", "--out", &text("points.kage")];
    good(&[&points[..], &games].concat());
    let said = bad(&["train-net", &text("points.kage"), "--out", &text("x.net")]);
    assert!(said.contains("in points"), "{said}");
    let spec = format!("kage:net={net},scoring=territory");
    let output = kage(&["match", &spec, "random", "--games", "2"], "");
    assert!(String::from_utf8_lossy(&output.stderr).contains("scoring=territory"));
    let output = kage(&["match", &instinct, "random", "--games", "2", "--size", "5"], "");
    assert!(String::from_utf8_lossy(&output.stderr).contains("nets are for 9x9"));

    let bench = ["bench", "net", &text("games.kage"), "--blocks", "1", "--channels", "8"];
    let report = good(&[&bench[..], &["--seconds", "0.5", "--json"]].concat());
    let report: Value = serde_json::from_str(&report).unwrap();
    assert!(report["views_per_second"].as_f64().unwrap() > 0.0, "{report}");
    assert!(report["tries_learned_per_second"].as_f64().unwrap() > 0.0, "{report}");

    let short = std::fs::read(path("whole.net")).unwrap();
    std::fs::write(path("short.net"), &short[..100]).unwrap();
    let spec = format!("kage:net={}", path("short.net").display());
    let output = kage(&["match", &spec, "random", "--games", "2"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("it is cut off"));
}

/// Practice with a tiny net, and what was said of it.
fn practise(net: &Path, out: &Path, games: &str, more: &[&str]) -> String {
    let files = ["--from", net.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let rest = ["--games", games, "--warm", "2", "--batch", "64", "--rate", "0.002", "--seed", "7"];
    let output = kage(&[&["practise"], &files[..], &rest, more].concat(), "");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_net_practises_and_goes_on_practising() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    selfplay(&path("games.kage"), "20");
    train(&path("games.kage"), &path("start.net"), &[]);
    let start = path("start.net");
    let said = practise(&start, &path("one.net"), "6", &["--threads", "1"]);
    assert!(said.contains("6 games: gains ") && said.contains("the judge: area "), "{said}");
    practise(&start, &path("two.net"), "6", &["--threads", "2"]);
    let bytes = |name: &str| std::fs::read(path(name)).unwrap();
    assert_eq!(bytes("one.net"), bytes("two.net"), "threads change nothing");
    assert_ne!(bytes("one.net"), bytes("start.net"), "it has learned something");

    // More games go on from there; other options do not.
    let said = practise(&start, &path("one.net"), "8", &[]);
    assert!(said.contains("going on after 6 games") && said.contains("8 games: "), "{said}");
    assert_ne!(bytes("one.net"), bytes("two.net"));
    let (start, one) = (start.to_str().unwrap(), path("one.net").to_str().unwrap().to_owned());
    let said = bad(&["practise", "--from", start, "--out", &one, "--games", "9"]);
    assert!(said.contains("other options are being trained here"), "{said}");
    std::fs::remove_file(kept(&path("one.net"))).unwrap();
    let said = bad(&["practise", "--from", start, "--out", &one, "--games", "9"]);
    assert!(said.contains("--force"), "{said}");
    let spec = format!("instinct:temperature=0.01,net={one}");
    let said = good(&["match", &spec, "random", "--games", "2", "--seed", "1"]);
    assert!(said.contains("95% interval"), "{said}");

    // With somebody else, under several rules, and the judge goes on too.
    let judge = path("judge.net").to_str().unwrap().to_owned();
    let partner = ["--partner", "random", "--partners", "0.5", "--rules", "common"];
    let out = path("three.net");
    let start = path("start.net");
    let more = [&partner[..], &["--rules", "cazenave", "--judge", &judge]].concat();
    let said = practise(&start, &out, "6", &more);
    let met = said.lines().find(|line| line.ends_with(" against random"));
    let share = met.and_then(|met| met.trim().strip_prefix("won ")?.split_once("% of "));
    let (won, of) = share.unwrap_or_else(|| panic!("{said}"));
    assert!(won.parse::<f64>().unwrap() <= 100.0 && (1..=6).contains(&of[..1].parse().unwrap()));
    assert_ne!(bytes("three.net"), bytes("two.net"));
    practise(&start, &path("four.net"), "4", &["--judge-from", &judge]);

    // Both may grow, each as it likes, and go on from what was kept; but nothing shrinks.
    let grow = ["--judge-from", &judge, "--grow", "2x8", "--grow-judge", "1x12", "--threads", "1"];
    practise(&start, &path("large.net"), "4", &grow);
    assert!(bytes("large.net").len() > bytes("four.net").len());
    let said = practise(&start, &path("large.net"), "5", &grow);
    assert!(said.contains("going on after 4 games"), "{said}");
    let large = path("large.net").to_str().unwrap().to_owned();
    let all = ["practise", "--from", &large, "--out", "less.net", "--grow", "1x8"];
    assert!(bad(&all).contains("cannot shrink"));
    let start = start.to_str().unwrap();
    let all = ["practise", "--from", start, "--out", "five.net", "--games", "4"];
    let said = bad(&[&all[..], &["--partner", "nobody"]].concat());
    assert!(said.contains("nobody"), "{said}");
}
