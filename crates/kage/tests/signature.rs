//! Players choose what `suites/signatures.txt` says. A commit that changes play changes that file, and
//! says so with the result of a match.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod common;

use common::root;
use std::process::Command;

fn signature(arguments: &[&str]) -> String {
    let kage = env!("CARGO_BIN_EXE_kage");
    let output = Command::new(kage).args(["bench", "signature"]).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn signed() -> String {
    std::fs::read_to_string(root().join("suites/signatures.txt")).unwrap()
}

/// The line of a spec, without the spec.
fn line<'a>(text: &'a str, spec: &str) -> &'a str {
    text.lines().find_map(|line| line.strip_prefix(spec)?.strip_prefix(' ')).unwrap()
}

#[test]
fn players_choose_as_signed() {
    let (found, signed) = (signature(&["--threads", "2"]), signed());
    for (found, signed) in found.lines().zip(signed.lines()) {
        assert_eq!(found, signed, "a player chooses otherwise");
    }
    assert_eq!(found, signed);
}

#[test]
fn instructions_do_not_matter() {
    let signed = signed();
    // The best ones of this machine are used by the test above.
    let mut instructions = vec!["portable"];
    #[cfg(target_arch = "x86_64")]
    instructions.extend(is_x86_feature_detected!("avx512f").then_some("avx2"));
    for instructions in &instructions {
        let found = signature(&["--threads", "2", "--instructions", instructions]);
        for (found, signed) in found.lines().zip(signed.lines()) {
            assert_eq!(found, signed, "{instructions}");
        }
        assert_eq!(found, signed, "{instructions}");
    }
}

#[test]
fn threads_of_a_search_without_a_tree_do_not_matter() {
    let signed = signed();
    for spec in ["all-as-first:playouts=500", "kage:playouts=500"] {
        assert_eq!(line(&signed, spec), line(&signed, &format!("{spec},threads=2")));
    }
}

#[test]
fn every_player_is_signed_or_named() {
    let signed = signed();
    let players = Command::new(env!("CARGO_BIN_EXE_kage")).args(["players", "--json"]).output();
    let players: serde_json::Value = serde_json::from_slice(&players.unwrap().stdout).unwrap();
    for player in players.as_array().unwrap() {
        let name = player["name"].as_str().unwrap();
        let tries: u32 = (signed.lines())
            .filter(|line| line.split([':', ' ']).next() == Some(name))
            .filter_map(|line| line.split(' ').nth(2)?.parse::<u32>().ok())
            .min()
            .unwrap_or(0);
        let left_out = signed.contains(&format!("# {name} is left out"));
        assert!(tries >= 20 || left_out, "{name}: {tries} tries");
    }
}
