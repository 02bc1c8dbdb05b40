//! Programs at the table, through the binary: Kage against Kage in separate processes, GNU Go told
//! the truth, the example engine, misbehaving engines, and matches that are cut short.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

mod common;

use common::root;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const KAGE: &str = env!("CARGO_BIN_EXE_kage");

fn kage() -> Command {
    let mut command = Command::new(KAGE);
    // Debian puts GNU Go where root and services do not look.
    let path = format!("{}:/usr/games", std::env::var("PATH").unwrap_or_default());
    command.current_dir(root()).env("PATH", path).stdin(Stdio::null());
    command
}

/// Plays a match and returns its report.
fn contest(first: &str, second: &str, more: &[&str]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.json");
    let output = kage()
        .args(["match", first, second, "--json", file.to_str().unwrap()])
        .args(more)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap()
}

/// No game was forfeited or void.
fn assert_clean(report: &Value, games: usize) {
    assert_eq!(report["games"].as_array().unwrap().len(), games, "{report:#}");
    for row in report["players"].as_array().unwrap() {
        assert_eq!((&row["forfeits"], &row["voids"]), (&0.into(), &0.into()), "{report:#}");
    }
}

#[test]
fn kage_against_kage_over_gtp_is_kage_against_kage() {
    let spec = "all-as-first:playouts=100";
    let engine = format!("gtp:{KAGE} gtp --player {spec}");
    for rules in ["borsboom", "hamburg", "openspiel"] {
        let report = contest(&engine, "random", &["--games", "2", "--size", "7", "--rules", rules]);
        assert_clean(&report, 2);
        assert_eq!(report["players"][0]["wins"], 2, "{report:#}");
    }
    let both = format!("gtp:{KAGE} gtp --player random");
    assert_clean(&contest(&engine, &both, &["--games", "2", "--size", "5"]), 2);
}

/// The seconds that an engine takes for these commands.
fn thinks(player: &str, commands: &str) -> f64 {
    let commands = commands.replace("; ", "\n") + "\nquit\n";
    let start = Instant::now();
    let output = common::kage(&["gtp", "--player", player], &commands);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && !said.contains('?'), "{commands}{said}");
    start.elapsed().as_secs_f64()
}

#[test]
fn the_clock_of_gtp_is_obeyed() {
    // The lower bounds hold on every machine, the upper ones also on a busy one.
    let cases = [
        ("all-as-first", "time_settings 10 0 0; genmove b", 0.44, 5.0),
        ("uct-late", "time_settings 10 0 0; PG-SuggestMove", 0.44, 5.0),
        ("hybrid", "time_settings 30 0 0; genmove b", 0.44, 5.0),
        ("kage:playouts=20000,clock=20", "time_settings 10 0 0; genmove b", 0.44, 5.0),
        ("standard:clock=5", "time_settings 5 0 0; genmove b", 0.89, 5.0),
        ("standard", "time_settings 600 0 0; time_left b 10 0; genmove b", 0.44, 5.0),
        ("standard", "time_settings 0 10 2; genmove b", 0.44, 5.0),
        ("standard", "time_settings 10 300 25; time_left b 10 14; genmove b", 0.22, 4.0),
        ("standard:playouts=100", "time_settings 600 0 0; genmove b", 0.0, 4.0),
        ("kage:time=0.5", "time_settings 600 0 0; genmove b", 0.5, 5.0),
        ("standard", "time_settings 0 0 0; genmove b", 0.0, 4.0),
    ];
    for (player, commands, least, most) in cases {
        let took = thinks(player, commands);
        assert!((least..most).contains(&took), "{player}: `{commands}` took {took} s");
    }
}

#[test]
fn an_engine_under_a_clock_loses_no_game_on_time() {
    let engine = format!("gtp:{KAGE} gtp --player all-as-first");
    assert_clean(&contest(&engine, "uct-late", &["--games", "2", "--clock", "0.1"]), 2);
}

#[test]
fn kage_over_the_contest_protocol() {
    let engine = format!("sau:{KAGE} sau --player all-as-first:playouts=100");
    let report = contest(&engine, "random", &["--games", "2", "--rules", "collegiate"]);
    assert_clean(&report, 2);
    assert_eq!(report["players"][0]["wins"], 2, "{report:#}");
}

#[test]
fn gnu_go_sees_and_is_called_sighted() {
    let gnugo = "sighted:gnugo --mode gtp --level 1";
    let report = contest(gnugo, "all-as-first:playouts=200", &["--games", "2"]);
    assert_clean(&report, 2);
    assert!(report["players"][0]["player"].as_str().unwrap().starts_with("sighted:"));
}

#[test]
fn the_example_engine_plays_and_passes_the_check() {
    let report = contest("gtp:python3 examples/phantom_bot.py", "random", &["--games", "2"]);
    assert_clean(&report, 2);
    let check = kage().args(["check-engine", "python3 examples/phantom_bot.py"]).output().unwrap();
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
    let same =
        kage().args(["check-engine", "gtp:python3 examples/phantom_bot.py"]).output().unwrap();
    assert_eq!(same.status.code(), Some(0), "the form of a match is understood too");
    let check = kage().args(["check-engine", "cat"]).output().unwrap();
    assert_eq!(check.status.code(), Some(1));
}

#[test]
fn a_program_that_cannot_be_started_is_an_error_before_the_first_game() {
    let output = kage().args(["match", "gtp:/no/such/engine", "random"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("cannot start `/no/such/engine`"), "{said}");
    let output = kage().args(["play", "--opponent", "sighted:gnugo --mode gtp"]).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("sees the whole board"));
}

/// An engine that does all it should until it is asked for its third try, then leaves.
const QUITTER: &str = r#"
import sys
tries = 0
for line in sys.stdin:
    words = line.split()
    if not words: continue
    name = words[0].lower()
    if name == "list_commands":
        print("= list_commands\nname\nversion\nprotocol_version\nknown_command\nquit\nboardsize\n"
              "clear_board\nkomi\nPG-SuggestMove\nPG-MovePlayed\nPG-TriedMove\nPG-StonesTaken\nPG-Caught\n")
    elif name == "protocol_version": print("= 2\n")
    elif name == "pg-suggestmove":
        tries += 1
        if tries == 3: sys.exit("I have had enough")
        print("= pass\n" if tries == 2 else "= C3\n")
    else: print("= \n")
    sys.stdout.flush()
"#;

#[test]
fn an_engine_that_leaves_forfeits_with_its_last_words() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("quitter.py");
    std::fs::write(&script, QUITTER).unwrap();
    let engine = format!("gtp:python3 {}", script.display());
    let report = contest(&engine, "random", &["--games", "2", "--size", "7"]);
    assert_eq!(report["players"][0]["forfeits"], 2, "{report:#}");
    let fault = report["games"][0]["fault"].as_str().unwrap();
    assert!(fault.contains("I have had enough"), "{fault}");

    // The reason stands on the terminal, and in a tournament's table and reports.
    let cup = folder.path().join("cup.toml");
    let players =
        format!("[[player]]\nname = \"q\"\nspec = \"{engine}\"\n[[player]]\nspec = \"random\"\n");
    std::fs::write(&cup, format!("games = 2\nsize = 7\n{players}")).unwrap();
    for arguments in [
        ["match", &engine, "random", "--games=1", "--size=7"].to_vec(),
        vec!["tournament", cup.to_str().unwrap()],
    ] {
        let output = kage().args(&arguments).output().unwrap();
        for said in [output.stdout, output.stderr] {
            let said = String::from_utf8(said).unwrap();
            assert!(said.contains("forfeits: ") && said.contains("I have had enough"), "{said}");
        }
    }
    let report =
        kage().args(["report", folder.path().join("cup.kage").to_str().unwrap()]).output().unwrap();
    let said = String::from_utf8(report.stdout).unwrap();
    assert!(said.contains("## Forfeits") && said.contains("I have had enough"), "{said}");
}

#[test]
fn a_command_line_without_gtp_before_it_is_recognized() {
    let output =
        kage().args(["match", "python3 examples/phantom_bot.py", "random"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("put gtp: before it: \"gtp:python3 examples/phantom_bot.py\""), "{said}");
}

/// How many games the file of a running match has.
fn games_in(file: &Path) -> usize {
    let Ok(bytes) = std::fs::read(file) else { return 0 };
    // The file is replaced whole: whenever it is read it is a report.
    let report: Value = serde_json::from_slice(&bytes).unwrap();
    report["games"].as_array().unwrap().len()
}

/// The processes that have a word in their command line.
#[cfg(target_os = "linux")]
fn processes_with(word: &str) -> usize {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(word)).count()
}

#[cfg(target_os = "linux")]
#[test]
fn a_match_that_is_cut_loses_nothing_and_leaves_nobody_behind() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.json");
    // The bot's path is ours alone, so that its processes can be found.
    let bot = folder.path().join("bot.py");
    std::fs::copy(root().join("examples/phantom_bot.py"), &bot).unwrap();
    let engine = format!("gtp:python3 {}", bot.display());
    let arguments = ["match", &engine, "random", "--size", "7", "--json", file.to_str().unwrap()];
    let mut before = 0;
    for signal in ["-INT", "-KILL", "-INT"] {
        let mut child = kage()
            .args(arguments)
            .args(["--games", "1000"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let start = Instant::now();
        while games_in(&file) < before + 2 {
            assert!(start.elapsed() < Duration::from_secs(60), "no games are played");
            std::thread::sleep(Duration::from_millis(20));
        }
        let pid = child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
        let status = child.wait().unwrap();
        assert_eq!(status.success(), signal == "-INT");
        assert!(games_in(&file) >= before + 2);
        before = games_in(&file);
        let start = Instant::now();
        while processes_with(bot.to_str().unwrap()) > 0 {
            assert!(start.elapsed() < Duration::from_secs(10), "an engine was left behind");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    let games = (before + 1).to_string();
    let output = kage().args(arguments).args(["--games", &games]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    let numbers: Vec<u64> =
        report["games"].as_array().unwrap().iter().map(|g| g["game"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (0..=before as u64).collect::<Vec<_>>(), "no game is lost or doubled");
}

/// An engine that never answers when it is asked for a try, and does not notice that nobody is there.
const DEAF: &str = r#"
import sys, time
for line in sys.stdin:
    name = (line.split() or [""])[0].lower()
    if name == "list_commands":
        print("= list_commands\nname\nversion\nprotocol_version\nknown_command\nquit\nboardsize\n"
              "clear_board\nkomi\nPG-SuggestMove\nPG-MovePlayed\nPG-TriedMove\nPG-StonesTaken\nPG-Caught\n")
    elif name == "protocol_version": print("= 2\n")
    elif name == "pg-suggestmove":
        open(sys.argv[1], "w").close()
        time.sleep(120)
    else: print("= \n")
    sys.stdout.flush()
"#;

#[cfg(target_os = "linux")]
#[test]
fn a_second_interrupt_leaves_no_engine_behind() {
    let folder = tempfile::tempdir().unwrap();
    let [script, asked] = ["deaf.py", "asked"].map(|name| folder.path().join(name));
    std::fs::write(&script, DEAF).unwrap();
    let engine = format!("gtp:python3 {} {}", script.display(), asked.display());
    let mut child = kage()
        .args(["match", &engine, "random", "--size", "5"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let wait = |what: &str, done: &dyn Fn() -> bool| {
        let start = Instant::now();
        while !done() {
            assert!(start.elapsed() < Duration::from_secs(30), "{what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    wait("the engine is never asked", &|| asked.exists());
    for _ in 0..2 {
        let pid = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        std::thread::sleep(Duration::from_millis(300));
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let word = script.to_str().unwrap();
    wait("an engine was left behind", &|| processes_with(word) == 0);
}
