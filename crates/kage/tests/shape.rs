//! The shape of the source: how long files are, how long the binary is, and whether the map of the
//! crates is true. Clippy holds functions to 40 lines (`clippy.toml`).

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod common;

use common::root;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A file of more lines needs a reason in its docs, and there are few of them.
const LONG_FILE: usize = 500;
const MOST_LONG_FILES: usize = 6;
/// The words with which the reason begins.
const REASON: &str = "Over 500 lines: ";
/// The lines of the binary, which only wires.
const BINARY: usize = 6_000;

/// All Rust files below a folder.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
    files
}

fn crates() -> BTreeSet<String> {
    let folders = fs::read_dir(root().join("crates")).unwrap();
    folders.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

fn lines(path: &Path) -> usize {
    fs::read_to_string(path).unwrap().lines().count()
}

#[test]
fn long_files_are_few_and_have_a_reason() {
    let mut long = Vec::new();
    for name in crates() {
        for path in rust_files(&root().join("crates").join(name).join("src")) {
            if lines(&path) > LONG_FILE {
                long.push(path);
            }
        }
    }
    assert!(long.len() <= MOST_LONG_FILES, "{long:?}");
    for path in long {
        let text = fs::read_to_string(&path).unwrap();
        let mut docs = text.lines().take_while(|line| line.starts_with("//!"));
        assert!(docs.any(|line| line.contains(REASON)), "{}: `{REASON}` why?", path.display());
    }
}

#[test]
fn the_binary_only_wires() {
    let sum: usize =
        rust_files(&root().join("crates/kage/src")).iter().map(|file| lines(file)).sum();
    assert!(sum <= BINARY, "the binary has {sum} lines, more than {BINARY}");
}

#[test]
fn functions_are_held_to_forty_lines() {
    let read = |file: &str| fs::read_to_string(root().join(file)).unwrap();
    assert!(read("clippy.toml").contains("too-many-lines-threshold = 40"));
    assert!(read("Cargo.toml").contains("too_many_lines = \"warn\""));
    assert!(read("Cargo.toml").contains("allow_attributes_without_reason = \"warn\""));
    for name in crates() {
        assert!(read(&format!("crates/{name}/Cargo.toml")).contains("[lints]\nworkspace = true"));
    }
}
