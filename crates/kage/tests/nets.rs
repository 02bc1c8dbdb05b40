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
    good(&[&["data", "make", "--player", player, "--games", games][..], &notes].concat());
}

const SMALL: [&str; 10] =
    ["--blocks", "1", "--channels", "8", "--batch", "64", "--seed", "3", "--passes", "4"];

fn train(data: &Path, out: &Path, more: &[&str]) -> Value {
    let files = [data.to_str().unwrap(), "--out", out.to_str().unwrap(), "--json"];
    let report = good(&[&["train", "net"], &files[..], &SMALL, more].concat());
    serde_json::from_str(&report).unwrap()
}

/// The same, stopped with Ctrl-C after the first pass.
fn interrupt(data: &Path, out: &Path) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kage"))
        .args(["train", "net", data.to_str().unwrap(), "--out", out.to_str().unwrap()])
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
    assert!(output.status.success() && said.contains("the same command continues"), "{said}");
    assert!(!out.exists(), "a net is written when it is done");
}

/// The checkpoint.
fn kept(out: &Path) -> PathBuf {
    PathBuf::from(format!("{}.training", out.display()))
}

fn bad(arguments: &[&str]) -> String {
    let output = kage(arguments, "");
    assert_eq!(output.status.code(), Some(1), "kage {arguments:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
#[allow(clippy::too_many_lines, reason = "one story in order")]
fn a_net_is_trained_plays_and_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    selfplay(&path("games.kage"), "40");
    let whole = train(&path("games.kage"), &path("whole.net"), &[]);
    let loss = |report: &Value, when: &str, what: &str| report[when][what].as_f64().unwrap();
    for what in ["hidden", "owner"] {
        let (before, after) = (loss(&whole, "before", what), loss(&whole, "held_out", what));
        assert!(after < before, "{what}: {before} {after}");
    }
    assert!(loss(&whole, "held_out", "hidden") < 0.9 * loss(&whole, "before", "hidden"));

    // A run that was stopped is resumed. The net is the same, on any number of threads.
    interrupt(&path("games.kage"), &path("again.net"));
    let text = |name: &str| path(name).to_str().unwrap().to_owned();
    let other = ["train", "net", &text("games.kage"), "--out", &text("again.net"), "--seed", "4"];
    let said = bad(&[&other[..], &["--blocks", "1", "--channels", "8"]].concat());
    assert!(said.contains("another net, other games or other options"), "{said}");
    let again = train(&path("games.kage"), &path("again.net"), &["--threads", "1"]);
    assert_eq!(again, whole);
    assert!(!kept(&path("again.net")).exists(), "the checkpoint is gone");
    let said = bad(&["train", "net", &text("games.kage"), "--out", &text("again.net")]);
    assert!(said.contains("--force"), "{said}");
    let bytes = |name: &str| std::fs::read(path(name)).unwrap();
    assert_eq!(bytes("again.net"), bytes("whole.net"));

    let spec = format!("kage:playouts=20,net={}", path("whole.net").display());
    let said = good(&["match", &spec, "random", "--games", "2", "--seed", "1"]);
    assert!(said.contains("2 wins"), "{said}");

    // The chances of a teacher are learned in place of the choices that were made.
    let taught = train(&path("games.kage"), &path("taught.net"), &["--teacher", "f"]);
    let (before, after) = (loss(&taught, "before", "choice"), loss(&taught, "held_out", "choice"));
    assert!(after < before && after != loss(&whole, "held_out", "choice"), "{before} {after}");
    assert_ne!(bytes("taught.net"), bytes("whole.net"));
    let nobody =
        ["train", "net", &text("games.kage"), "--out", &text("x.net"), "--teacher", "nobody"];
    assert!(bad(&nobody).contains("nobody: No such file"));

    // A player that uses the net alone.
    let net = path("whole.net").display().to_string();
    let policy = format!("policy:net={net},temperature=0.02");
    let output = kage(&["match", "policy:net=none", "random", "--games", "2"], "");
    assert!(String::from_utf8_lossy(&output.stderr).contains("`net` must be given"));
    let wrong = ["train", "net", &text("games.kage"), "--out", &text("x.net"), "--from", &net];
    assert!(bad(&wrong).contains("1 blocks of 8 channels"));

    let spec = format!("kage:net={net},scoring=territory");
    let output = kage(&["match", &spec, "random", "--games", "2"], "");
    assert!(String::from_utf8_lossy(&output.stderr).contains("scoring=territory"));
    // The same weights play other boards; the first built-in net does not.
    let said = good(&["match", &policy, "random", "--games", "2", "--size", "5"]);
    assert!(said.contains("95% interval"), "{said}");
    let output = kage(&["match", "policy:net=f", "random", "--games", "2", "--size", "5"], "");
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot evaluate 5x5 boards"));

    let bench = ["bench", "net", "--net", &net, "--net", "f", "--blocks", "1", "--channels", "8"];
    let report = good(&[&bench[..], &["--seconds", "0.2", "--json"]].concat());
    let report: Value = serde_json::from_str(&report).unwrap();
    let names: Vec<&str> =
        report.as_array().unwrap().iter().map(|rate| rate["net"].as_str().unwrap()).collect();
    assert_eq!(names[..2], [&net[..], "f"]);
    assert_eq!(report[1]["hash"], "cb25a91454dae574", "{report}");
    assert!(report[1]["tries_learned_per_second"].is_null(), "it is not trained: {report}");
    for rate in [&report[1]["views_per_second"], &report[2]["tries_learned_per_second"]] {
        assert!(rate.as_f64().unwrap() > 5.0, "slower than any machine: {report}");
    }

    let short = std::fs::read(path("whole.net")).unwrap();
    std::fs::write(path("short.net"), &short[..100]).unwrap();
    let spec = format!("kage:net={}", path("short.net").display());
    let output = kage(&["match", &spec, "random", "--games", "2"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("it is cut off"));
}

/// Training by self-play with a tiny net on small boards, and what was said of it.
fn train_selfplay(out: &Path, games: &str, more: &[&str]) -> String {
    let out = ["--out", out.to_str().unwrap(), "--games", games];
    let rest = ["--update", "32", "--critic-warmup", "0", "--size", "3,4", "--seed", "7"];
    let output = kage(&[&["train", "selfplay"], &out[..], &rest, more].concat(), "");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stderr).unwrap()
}

#[test]
#[allow(clippy::too_many_lines, reason = "one story in order")]
fn a_net_is_trained_by_selfplay_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let small = ["--blocks", "1", "--channels", "8"];
    let said = train_selfplay(&path("one.net"), "64", &[&small[..], &["--threads", "1"]].concat());
    assert!(said.contains("32 games: ") && said.contains("64 games: "), "{said}");
    train_selfplay(&path("two.net"), "64", &[&small[..], &["--threads", "2"]].concat());
    let bytes = |name: &str| std::fs::read(path(name)).unwrap();
    assert_eq!(bytes("one.net"), bytes("two.net"), "threads change nothing");

    // More games continue the run; other options do not.
    let said = train_selfplay(&path("one.net"), "96", &small);
    assert!(said.contains("continuing after 64 games") && said.contains("96 games: "), "{said}");
    assert_ne!(bytes("one.net"), bytes("two.net"));
    let one = path("one.net").to_str().unwrap().to_owned();
    let said = bad(&["train", "selfplay", "--out", &one, "--games", "9"]);
    assert!(said.contains("another net, other games or other options"), "{said}");
    std::fs::write(kept(&path("one.net")), [0; 4000]).unwrap();
    let again = [&["train", "selfplay", "--out", &one, "--games", "9"], &small[..]].concat();
    assert!(bad(&again).contains("not a checkpoint of this version"));
    std::fs::remove_file(kept(&path("one.net"))).unwrap();
    assert!(bad(&again).contains("--force"));
    let spec = format!("policy:temperature=0.01,net={one}");
    let said = good(&["match", &spec, "random", "--games", "2", "--seed", "1"]);
    assert!(said.contains("95% interval"), "{said}");

    // The curves.
    let (metrics, page) = (format!("{one}.jsonl"), path("page.html"));
    good(&["train", "report", &metrics, "--out", page.to_str().unwrap()]);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("96 games, 3 updates") && page.contains("<svg"), "{page}");

    // With an opponent, a yardstick, and a critic that is written and continued with.
    let critic = path("critic.net").to_str().unwrap().to_owned();
    let more = ["--opponent", "random", "--opponent-share", "0.5", "--rules", "common"];
    let yardstick = ["--yardstick", "random", "--yardstick-every", "32", "--yardstick-games", "2"];
    let all = [&small[..], &more, &yardstick, &["--critic", &critic]].concat();
    let said = train_selfplay(&path("three.net"), "32", &all);
    assert!(said.contains(" of 32 against random"), "{said}");
    train_selfplay(&path("four.net"), "32", &["--from", &one, "--critic-from", &critic]);
    let wrong = ["train", "selfplay", "--out", "five.net", "--from", &critic];
    assert!(bad(&wrong).contains("a critic, not a net that plays"));
    let spec = format!("policy:net={critic}");
    let output = kage(&["match", &spec, "random", "--games", "2"], "");
    assert!(String::from_utf8_lossy(&output.stderr).contains("it is a critic"));
    let said = bad(&["train", "selfplay", "--out", "five.net", "--opponent", "nobody"]);
    assert!(said.contains("nobody"), "{said}");
}
