//! The shape of the source: how long files are, how long the binary is, and whether the crates' lists of
//! files and the calls in ARCHITECTURE.md are true. Clippy holds functions to 40 lines (`clippy.toml`).

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

/// `unsafe` is denied in the workspace and allowed in one file; panics unwind in every profile, because a
/// caught panic makes a game void instead of ending the program.
#[test]
fn unsafe_is_in_one_file_and_panics_unwind() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    assert!(manifest.contains("unsafe_code = \"deny\""));
    assert!(!manifest.contains("panic = \"abort\""));
    let mut with_unsafe = Vec::new();
    for name in crates() {
        for path in rust_files(&root().join("crates").join(name).join("src")) {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            let words = ["unsafe {", "unsafe fn", "unsafe impl", "allow(unsafe_code"];
            if code.clone().any(|line| words.iter().any(|word| line.contains(word))) {
                with_unsafe.push(path.file_name().unwrap().to_owned());
            }
        }
    }
    assert_eq!(with_unsafe, ["avx2.rs"]);
}

/// The words between back quotes in a text.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The first column of the table of files in a crate's docs names all of its modules, and nothing
/// else.
#[test]
fn lists_of_files_are_true() {
    for name in crates() {
        let source = root().join("crates").join(&name).join("src");
        let Ok(text) = fs::read_to_string(source.join("lib.rs")) else { continue };
        let modules: BTreeSet<&str> = (text.lines())
            .filter_map(|line| {
                line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';')
            })
            .collect();
        let rows = text.lines().filter_map(|line| line.strip_prefix("//! | ")?.split(" | ").next());
        let listed: BTreeSet<&str> = rows.flat_map(quoted).collect();
        for path in &listed {
            let file = source.join(path).with_extension("rs");
            let exists = file.exists() || source.join(path).join("mod.rs").exists();
            assert!(exists, "{name} lists `{path}`");
        }
        let folder = |path: &&str| path.split('/').next().map(str::to_owned);
        let listed: BTreeSet<String> = listed.iter().filter_map(folder).collect();
        for module in modules {
            assert!(listed.contains(module), "the docs of {name} do not list `{module}`");
        }
    }
}

/// The three ways through the crates name calls that exist, each a dozen at most.
#[test]
fn the_named_calls_exist() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let ways: Vec<&str> = page.split("## The way of a ").skip(1).collect();
    assert_eq!(ways.len(), 3);
    for way in ways {
        let calls: Vec<&str> = way.split("```").nth(1).unwrap().trim().lines().collect();
        assert!(calls.len() <= 12, "{calls:?}");
        for line in calls {
            let mut words = line.split("  ").map(str::trim).filter(|word| !word.is_empty());
            let (call, name) = (words.next().unwrap(), words.next().unwrap());
            let call = call.split(['(', ' ']).next().unwrap();
            let (owner, function) = call.rsplit_once("::").unwrap_or(("", call));
            let source = rust_files(&root().join("crates").join(name).join("src"));
            let texts = source.iter().map(|file| fs::read_to_string(file).unwrap());
            let text: String = texts.collect();
            let ends = ['(', '<'].map(|end| format!("fn {function}{end}"));
            assert!(ends.iter().any(|end| text.contains(end)), "{name} has no `{call}`");
            let module = source.iter().any(|file| file.ends_with(format!("{owner}.rs")));
            assert!(text.contains(owner) || module, "{name} has no `{owner}`: `{call}`");
        }
    }
}
