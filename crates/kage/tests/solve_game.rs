//! `kage solve-game` through the binary.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

mod common;

use common::kage;
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::Duration;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_value_is_json_or_words() {
    let words = ["solve-game", "2x2", "--rules", "borsboom", "--komi", "0.5", "--cap", "8"];
    let output = kage(&[&words[..], &["--json"]].concat(), "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report["exploitability"].as_f64().unwrap() < 1e-4);
    assert!(report["value"].as_f64().unwrap().abs() < 1e-4, "{report}");
    assert_eq!(report["infosets"], 2_884);
    assert_eq!(report["nodes"], 16_720);
    let caps: Vec<&Value> = report["caps"].as_array().unwrap().iter().map(|c| &c["cap"]).collect();
    assert_eq!(caps, [6, 7, 8]);
    let said = text(&kage(&words, "").stdout);
    assert!(said.contains("Black's first move"), "{said}");
    assert!(said.contains("25.0%  25.0%"), "{said}");
}

#[test]
fn a_certificate_is_written_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("2x2.cert");
    let file = file.to_str().unwrap();
    let words = ["solve-game", "2x2", "--komi", "0.5", "--cap", "6", "--solver", "lp"];
    let output = kage(&[&words[..], &["--certificate", file]].concat(), "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let checked = kage(&["solve-game", "--check", file], "");
    assert!(checked.status.success(), "{}", text(&checked.stderr));
    assert!(text(&checked.stdout).contains("found:   the value is from"));
    let again = kage(&[&words[..], &["--certificate", file]].concat(), "");
    assert!(text(&again.stderr).contains("exists already"), "{}", text(&again.stderr));
    assert_eq!(kage(&["solve-game"], "").status.code(), Some(2));
    assert_eq!(kage(&["solve-game", "4x4"], "").status.code(), Some(2));
}

#[test]
fn a_killed_run_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.exact");
    let words = ["solve-game", "3x3", "--komi", "0.5", "--cap", "5", "--caps", "1"];
    let keep = ["--save-every", "0.05", "--checkpoint", file.to_str().unwrap()];
    let mut running = Command::new(env!("CARGO_BIN_EXE_kage"))
        .args(words)
        .args(keep)
        .args(["--target", "0.000000000001"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    for _ in 0..600 {
        if file.exists() {
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    running.kill().unwrap();
    running.wait().unwrap();
    let output = kage(&[&words[..], &keep[..], &["--target", "0.01", "--json"]].concat(), "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("continuing at cap 5 after"), "{}", text(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report["exploitability"].as_f64().unwrap() < 0.005);
}
