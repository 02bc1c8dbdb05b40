//! Help that can be trusted: every command's help ends with examples, and the examples run.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

mod common;

use common::root;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

/// Examples that take minutes, wait for a browser, or need files that only a long run makes. The
/// command line of each is parsed by a unit test of `args`.
const LONG: &[&str] = &[
    "kage serve",
    "kage bench server",
    "kage bench view --json",
    "kage bench belief games.kage",
    "kage bench belief other-games.kage",
    "kage bench threats suites/games/*.txt --playouts 10000",
    "kage match kage",
    "kage match policy:net=own.net",
    "kage match \"gtp:python3 examples/phantom_bot.py\"",
    "kage tournament cup.toml",
    "kage report",
    "kage reproduce borsboom",
    "kage reproduce --compact",
    "kage solve-game 2x3",
    "kage solve-game 2x2 --rules \"borsboom try-limit=3\"",
    "kage solve-game 2x2 --komi 0.5 --cap 8 --solver lp",
    "kage worlds suites/games/borsboom-b4.txt --seat w",
    "kage data make --player kage",
    "kage data make --player policy",
    "kage data make --player all-as-first:playouts=1000",
    "kage data merge",
    "kage train",
    "kage COMMAND",
];

fn help(path: &[String]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_kage")).args(path).arg("--help").output().unwrap();
    assert!(output.status.success(), "{path:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The names in the lists of commands: after a heading, two columns.
fn subcommands(path: &[String], help: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut listing = path.is_empty();
    for line in help.lines() {
        match line {
            "Commands:" => listing = true,
            "Options:" | "Options" | "Examples:" => listing = false,
            _ => {}
        }
        let indented = line.strip_prefix("  ").or_else(|| line.strip_prefix("* "));
        let name = indented.filter(|_| listing).and_then(|line| line.split(' ').next());
        let is_name = |name: &&str| {
            name.len() > 1 && name.chars().all(|c| c.is_ascii_lowercase() || c == '-')
        };
        names.extend(name.filter(is_name).filter(|name| *name != "help").map(str::to_owned));
    }
    names
}

/// Every command with its help, the program itself first.
fn commands() -> Vec<(Vec<String>, String)> {
    let mut found = Vec::new();
    let mut left = vec![Vec::new()];
    while let Some(path) = left.pop() {
        let text = help(&path);
        for name in subcommands(&path, &text) {
            left.push([path.clone(), vec![name]].concat());
        }
        found.push((path, text));
    }
    found
}

/// The examples of a help text, without what is said of them.
fn examples(help: &str) -> Vec<String> {
    let (_, examples) = help.split_once("\nExamples:\n").unwrap_or_default();
    let line = |line: &str| line.trim().split("  ").next().unwrap().to_owned();
    examples.lines().filter(|text| !text.trim().is_empty()).map(line).collect()
}

#[test]
fn every_help_ends_with_examples() {
    let commands = commands();
    assert!(commands.len() > 25, "{}", commands.len());
    for (path, help) in &commands {
        let command = [vec!["kage".to_owned()], path.clone()].concat().join(" ");
        let examples = examples(help);
        assert!(!examples.is_empty(), "`{command} --help` has no examples:\n{help}");
        assert!(
            examples.iter().all(|example| example.starts_with("kage")),
            "{command}: {examples:?}"
        );
        assert!(
            examples.iter().any(|example| example.starts_with(&command)),
            "{command}: {examples:?}"
        );
    }
}

/// The five commands for newcomers.
const FIRST: [&str; 5] = ["serve", "play", "replay", "match", "gtp"];

#[test]
fn every_command_is_in_one_group_and_the_first_are_marked() {
    let text = help(&[]);
    let list: Vec<&str> =
        text.lines().skip_while(|line| !line.starts_with("The commands")).collect();
    let names = |mark: &str| -> Vec<String> {
        let lines = list.iter().take_while(|line| **line != "Options");
        let named = lines.filter_map(|line| line.strip_prefix(mark)?.split(' ').next());
        named.filter(|name| !name.is_empty()).map(str::to_owned).collect()
    };
    assert_eq!(names("* "), FIRST);
    let listed = [names("* "), names("  ")].concat();
    // The completion script names every command that there is.
    let script = Command::new(env!("CARGO_BIN_EXE_kage")).args(["completions", "bash"]).output();
    let script = String::from_utf8(script.unwrap().stdout).unwrap();
    let commands: BTreeSet<&str> = script
        .lines()
        .filter_map(|line| line.trim().strip_prefix("kage,")?.strip_suffix(')'))
        .collect();
    let unique: BTreeSet<&str> = listed.iter().map(String::as_str).collect();
    assert_eq!(unique.len(), listed.len(), "a command is in two groups: {listed:?}");
    assert_eq!(unique, commands);
    // Within a group the marked ones come first.
    let groups = list.split(|line| line.is_empty());
    for group in groups {
        let marked = group.iter().rposition(|line| line.starts_with("* "));
        let plain = group.iter().position(|line| line.starts_with("  "));
        assert!(marked.is_none() || plain.is_none() || marked < plain, "{group:?}");
    }
}

/// A folder with what the examples name.
fn workplace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["suites", "examples"] {
        std::os::unix::fs::symlink(
            root().join(name).canonicalize().unwrap(),
            folder.path().join(name),
        )
        .unwrap();
    }
    // Other examples read what this one makes.
    run(
        "kage data make --player all-as-first:playouts=100 --games 20 --out games.kage",
        folder.path(),
    );
    folder
}

fn run(example: &str, folder: &Path) {
    let kage = Path::new(env!("CARGO_BIN_EXE_kage")).parent().unwrap();
    let path = format!("{}:{}", kage.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", example])
        .current_dir(folder)
        .env("PATH", path)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "`{example}` fails: {said}");
}

#[cfg(unix)]
#[test]
fn examples_run() {
    let folder = workplace();
    // Some examples are in the help of two commands, and a file is written only once.
    let mut ran = BTreeSet::new();
    for (path, help) in commands() {
        for example in examples(&help) {
            let long = LONG.iter().any(|start| example.starts_with(start));
            // The program without a command opens a browser.
            if !(long || path.is_empty() && example == "kage") && ran.insert(example.clone()) {
                run(&example, folder.path());
            }
        }
    }
    assert!(ran.len() > 30, "only these examples were run: {ran:?}");
}
