//! Names that have changed: the error for an old one gives the new one, and so does CHANGELOG.md.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

mod common;

use common::{kage, root};

/// Kind, place, old and new name of each line of the table.
fn table() -> Vec<[String; 4]> {
    let text = std::fs::read_to_string(root().join("crates/kage/src/args/renamed.txt")).unwrap();
    let cells = |line: &str| -> [String; 4] {
        let cells: Vec<String> = line.split('|').map(|cell| cell.trim().to_owned()).collect();
        cells.try_into().unwrap()
    };
    text.lines().filter(|line| !line.starts_with('#')).map(cells).collect()
}

/// What the program says to an old name.
fn said(kind: &str, place: &str, old: &str) -> (Option<i32>, String) {
    let words: Vec<String> = match kind {
        "command" => old.split(' ').map(str::to_owned).chain(["no-such-word".to_owned()]).collect(),
        "option" | "removed option" => place.split(' ').chain([old]).map(str::to_owned).collect(),
        "player" => ["players", old].map(str::to_owned).to_vec(),
        "player option" | "removed player option" => {
            let spec = format!("{place}:{old}=1");
            ["gtp", "--player", &spec].map(str::to_owned).to_vec()
        }
        _ => panic!("{kind}"),
    };
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = kage(&words, "");
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn an_old_name_gets_an_error_with_the_new_one() {
    for [kind, place, old, new] in table() {
        let (code, said) = said(&kind, &place, &old);
        assert!(code == Some(1) || code == Some(2), "{kind} {place} {old}: {code:?}");
        let hint = match kind.starts_with("removed") {
            true => said.contains(&format!("was removed: {new}")),
            false => said.contains(&format!("{new}`")) || said.contains(&format!("{new}=`")),
        };
        assert!(hint, "{kind} {place} {old}: {said}");
    }
}

/// So does an opponent in training, before the first game.
#[test]
fn an_old_player_as_an_opponent_gets_the_new_name() {
    for [_, _, old, new] in table().into_iter().filter(|[kind, ..]| kind == "player") {
        for option in ["--opponent", "--yardstick"] {
            let output = kage(&["train", "selfplay", "--out", "unused.net", option, &old], "");
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(said.contains(&format!("is now `{new}`")), "{option} {old}: {said}");
        }
    }
}

#[test]
fn a_name_that_never_was_gets_no_hint() {
    for words in [&["match", "a", "b", "--gamse"][..], &["figth"]] {
        let output = kage(words, "");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && !said.contains("is now"), "{said}");
    }
}

#[test]
fn the_changelog_has_the_same_tables() {
    let changelog = std::fs::read_to_string(root().join("CHANGELOG.md")).unwrap();
    for [kind, place, old, new] in table() {
        let of = if place.is_empty() { kind.clone() } else { format!("{kind} of `{place}`") };
        let row = match of.strip_prefix("removed ") {
            Some(of) => format!("| {of} | `{old}` | {new} |"),
            None => format!("| {of} | `{old}` | `{new}` |"),
        };
        assert!(changelog.contains(&row), "CHANGELOG.md has no row\n{row}");
    }
}
