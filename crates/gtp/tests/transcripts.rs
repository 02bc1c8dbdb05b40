//! Golden sessions: `> command`, then the lines of the answer, each with `< `.
//!
//! `BLESS=1 cargo test -p kage-gtp --test transcripts` writes the answers as they are now; read
//! the difference before you keep it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "test helpers")]

mod common;

use std::fs;
use std::path::Path;

/// The session as it goes now.
fn replay(text: &str) -> String {
    let mut engine = common::engine();
    let mut session = String::new();
    for line in text.lines().filter(|line| !line.starts_with('<')) {
        session += line;
        session.push('\n');
        let Some(command) = line.strip_prefix('>') else { continue };
        let answer = engine.answer(command).unwrap_or_default();
        let answer = answer.strip_suffix("\n\n").unwrap_or(&answer);
        for line in answer.lines() {
            session += format!("< {line}").trim_end();
            session.push('\n');
        }
    }
    session
}

#[test]
fn transcripts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut seen = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let now = replay(&text);
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, &now).unwrap();
        } else if now != text {
            let wrong = now.lines().zip(text.lines()).position(|(now, then)| now != then);
            panic!("{}: line {}:\n{now}", path.display(), wrong.unwrap_or_default() + 1);
        }
        seen.push(path.file_stem().unwrap().to_string_lossy().into_owned());
    }
    seen.sort();
    let expected = [
        "administration",
        "analysis",
        "contradictions",
        "handicap",
        "phantom_black",
        "phantom_white",
        "plain",
        "setup",
        "undo",
    ];
    assert_eq!(seen, expected);
}
