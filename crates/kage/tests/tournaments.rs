//! Tournaments through the binary: killed and resumed, cut short by engines and full disks, and
//! mistakes in their files.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

use kage_arena::{Results, load};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const KAGE: &str = env!("CARGO_BIN_EXE_kage");

/// Four players and six pairings: 204 quick games.
const CUP: &str = r#"
title = "Cup"
games = 34
size = 5
seed = 3
[[player]]
spec = "random"
[[player]]
name = "other"
spec = "random"
[[player]]
name = "aaf"
spec = "all-as-first:playouts=50"
[[player]]
spec = "standard:playouts=20"
"#;

fn tournament(folder: &Path, text: &str) -> Command {
    fs::write(folder.join("cup.toml"), text).unwrap();
    let mut command = Command::new(KAGE);
    command.args(["tournament", "cup.toml"]).current_dir(folder).stdin(Stdio::null());
    command
}

fn played(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The games as text, without what the clock says.
fn timeless(mut results: Results) -> Vec<String> {
    results.games.iter_mut().for_each(|game| game.row.seconds = [0.0; 2]);
    results.games.iter().map(|game| serde_json::to_string(game).unwrap()).collect()
}

fn games_in(store: &Path) -> usize {
    load(store).map_or(0, |results| results.games.len())
}

#[test]
fn killed_three_times_it_ends_as_if_nothing_had_happened() {
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let [whole, killed] = folders.each_ref().map(tempfile::TempDir::path);
    let said = played(&tournament(whole, CUP).output().unwrap());
    assert!(said.starts_with("Cup: 204 games of 204\n5x5, borsboom"), "{said}");
    // Drawn once, so that a failure can be seen again: how many games later it is killed.
    let text = format!("concurrency = 2\n{CUP}");
    let store = killed.join("cup.kage");
    let mut seed = 0x2545_F491_4F6C_DD1D_u64;
    for _ in 0..3 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let until = games_in(&store) + 5 + (seed >> 33) as usize % 40;
        let mut child =
            tournament(killed, &text).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while games_in(&store) < until && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_micros(500 + (seed >> 40) % 1000));
        }
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success(), "it was still playing");
    }
    assert!(games_in(&store) < 204);
    played(&tournament(killed, &text).output().unwrap());
    let whole = timeless(load(&whole.join("cup.kage")).unwrap());
    assert_eq!(whole.len(), 204);
    assert_eq!(timeless(load(&store).unwrap()), whole);
}

#[test]
fn a_longer_tournament_goes_on_and_another_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let text = |games: u32, seed: u32| {
        format!(
            "games = {games}\nsize = 5\nseed = {seed}\n[[player]]\nspec = \"random\"\n\
             [[player]]\nname = \"b\"\nspec = \"random\"\n"
        )
    };
    played(&tournament(folder.path(), &text(4, 1)).output().unwrap());
    let output = tournament(folder.path(), &text(10, 1)).arg("--json").output().unwrap();
    let summary: serde_json::Value = serde_json::from_str(&played(&output)).unwrap();
    assert_eq!(summary["finished"], true);
    assert_eq!(summary["pairings"][0]["games"], 10);
    assert_eq!(summary["standings"][0]["games"], 10);
    let output = tournament(folder.path(), &text(10, 2)).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("seed: it began with 1, wanted is 2"), "{said}");
}

#[test]
fn mistakes_in_the_file_are_pointed_at() {
    let folder = tempfile::tempdir().unwrap();
    let text = "[[player]]\nspec = \"random\"\n[[player]]\nspec = \"all-as-first:scorign=win\"\n";
    let output = tournament(folder.path(), text).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("kage: cup.toml:4:22: `all-as-first` has no option `scorign`;"));
    let mark = "   4 | spec = \"all-as-first:scorign=win\"\n     |                      ^^^^^^^\n";
    assert!(said.ends_with(mark), "{said}");
    assert!(!folder.path().join("cup.kage").exists(), "nothing was begun");
    let example = Command::new(KAGE).args(["tournament", "--example"]).output().unwrap();
    let text = played(&example)
        .replace("games = 100", "games = 2")
        .replace("playouts = 500", "playouts = 5");
    let said = played(&tournament(folder.path(), &text).output().unwrap());
    assert!(said.starts_with("Classic players: 6 games of 6\n"), "{said}");
}

/// An engine that says hello and no more: whoever seats it for a game waits in vain, or finds it
/// gone.
const SHY: &str = r#"#!/bin/sh
if [ -e "$0.seen" ]; then exit 1; fi
touch "$0.seen"
while read -r line; do
  case "$line" in
    *list_commands*) printf '= list_commands\nname\nversion\nprotocol_version\nknown_command\nquit\nboardsize\nclear_board\nkomi\nPG-SuggestMove\nPG-MovePlayed\nPG-TriedMove\nPG-StonesTaken\nPG-Caught\n\n';;
    *protocol_version*) printf '= 2\n\n';;
    *) printf '= \n\n';;
  esac
done
"#;

#[test]
fn an_engine_that_cannot_be_seated_stops_its_own_pairings() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("shy.sh"), SHY).unwrap();
    let text = "games = 10\nsize = 5\n[[player]]\nspec = \"random\"\n[[player]]\nname = \"b\"\n\
                spec = \"random\"\n[[player]]\nname = \"shy\"\nspec = \"gtp:sh shy.sh\"\n";
    let output = tournament(folder.path(), text).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("random v shy stopped: two games in a row were void"), "{said}");
    assert!(said.contains("b v shy stopped: "), "{said}");
    let results = load(&folder.path().join("cup.kage")).unwrap();
    assert_eq!(results.games.len(), 10);
    assert!(results.games.iter().all(|game| game.pairing == 0));
    assert!(String::from_utf8(output.stdout).unwrap().contains("10 games of 30"));
}

/// A file may not grow beyond a limit: the disk is full, as far as the program can tell.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    tournament(folder.path(), CUP);
    // 16 blocks, and no signal that ends the program before it can speak.
    let line = "trap '' XFSZ; ulimit -f 16; exec \"$0\" tournament cup.toml";
    let mut shell = Command::new("bash");
    shell.args(["-c", line, KAGE]).current_dir(folder.path()).stdin(Stdio::null());
    let output = shell.output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("games.jsonl: ") && said.contains("make room, and run it again"),
        "{said}"
    );
    let store = folder.path().join("cup.kage");
    let (before, bytes) = (games_in(&store), fs::read(store.join("games.jsonl")).unwrap());
    assert!(before > 3 && bytes.ends_with(b"\n"), "whole lines only");
    played(&tournament(folder.path(), CUP).output().unwrap());
    assert_eq!(games_in(&store), 204);
    assert!(fs::read(store.join("games.jsonl")).unwrap().starts_with(&bytes));
}

#[test]
fn a_test_stops_early_on_unequal_players_and_stops_there_again() {
    let text = "format = \"sprt\"\ngames = 2000\nsize = 5\nconcurrency = 2\n[sprt]\nelo1 = 100\n\
        [[player]]\nspec = \"all-as-first:playouts=50\"\n[[player]]\nspec = \"random\"\n";
    let folder = tempfile::tempdir().unwrap();
    let said = played(&tournament(folder.path(), text).output().unwrap());
    assert!(said.contains("the first is better, after "), "{said}");
    assert!(said.contains("elo0=0 elo1=100 alpha=0.05 beta=0.05"), "{said}");
    let games = games_in(&folder.path().join("cup.kage"));
    assert!((24..200).contains(&games), "{games} games");
    let again = played(&tournament(folder.path(), text).output().unwrap());
    assert_eq!(said, again);
    let swapped =
        text.replace("all-as-first:playouts=50", "X").replace("random", "standard:playouts=50");
    let folder = tempfile::tempdir().unwrap();
    let said =
        played(&tournament(folder.path(), &swapped.replace('X', "random")).output().unwrap());
    assert!(said.contains("the first is not better, after "), "{said}");
}

#[test]
fn the_page_of_many_games_replays_those_worth_seeing() {
    let folder = tempfile::tempdir().unwrap();
    let cup = "games = 260\nsize = 4\n[[player]]\nname = \"a\"\nspec = \"random\"\n\
               [[player]]\nname = \"b\"\nspec = \"random\"\n";
    played(&tournament(folder.path(), cup).output().unwrap());
    let store = folder.path().join("cup.kage");
    let page = |more: &[&str]| {
        let mut command = Command::new(KAGE);
        let output = command.args(["report", store.to_str().unwrap(), "--html", "-"]).args(more);
        String::from_utf8(output.output().unwrap().stdout).unwrap()
    };
    let replays = |page: &str| {
        let (_, games) = page.split_once("id=\"report-games\">").unwrap();
        games.split_once("</script>").unwrap().0.lines().count()
    };
    let chosen = page(&[]);
    assert_eq!(replays(&chosen), 200);
    assert!(chosen.contains("replays 200 of the 260 games") && chosen.contains("--all-games"));
    let all = page(&["--all-games"]);
    assert_eq!(replays(&all), 260);
    assert!(!all.contains("--all-games"));
}

fn reproduce(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(KAGE);
    command.arg("reproduce").args(arguments).current_dir(folder).output().unwrap()
}

/// A table at a small budget.
const TABLE: [&str; 7] = ["borsboom-3.3", "--games", "2", "--set", "bank=400", "--set", "uct=400"];

#[test]
fn a_published_table_is_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let kage = |arguments: &[&str]| reproduce(folder.path(), arguments);
    let said = played(&kage(&[]));
    assert!(said.contains("borsboom-3.11") && said.contains("olympiad-2007"), "{said}");
    let table = said.lines().find(|line| line.contains(" borsboom-3.3 ")).unwrap_or_default();
    let cells: Vec<&str> = table.split_whitespace().take(5).collect();
    assert_eq!(cells, ["borsboom-3.3", "4", "40", "400", "100"], "games are listed");
    assert!(said.contains("50 at 6 points"), "{said}");
    let arguments = [&TABLE[..], &["--json"]].concat();
    let tables: serde_json::Value = serde_json::from_str(&played(&kage(&arguments))).unwrap();
    let pairings = tables[0]["pairings"].as_array().unwrap();
    assert_eq!(pairings.len(), 4);
    assert!(pairings.iter().all(|pairing| pairing["games"] == 2));
    assert_eq!(pairings[1]["published"], serde_json::json!([39, 11]));
    let report = folder.path().join("reproduced/borsboom-3.3-quick-bank400-uct400.md");
    let report = fs::read_to_string(report).unwrap();
    assert!(
        report.contains("| MCEall/win v MCEall/territory | 39 - 11 | 78% (65 to 87) |"),
        "{report}"
    );
    assert!(folder.path().join("reproduced/borsboom-3.3-quick-bank400-uct400.html").exists());
    let wrong = kage(&["borsboom-3.33"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("did you mean `borsboom-3.3`"));
    let wrong = kage(&["borsboom-3.3", "--set", "bnak=400"]);
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("it has: bank"));
}

#[test]
fn a_run_goes_on_from_results_alone_and_a_page_is_made_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let kage = |arguments: &[&str]| reproduce(folder.path(), arguments);
    let compact = [&TABLE[..], &["--compact", "kept"]].concat();
    played(&kage(&compact));
    let file = folder.path().join("kept/borsboom-3.3-quick-bank400-uct400.tsv");
    let all = fs::read_to_string(&file).unwrap();
    let cut = all.trim_end().rsplit_once('\n').unwrap().0;
    fs::write(&file, format!("{cut}\n3\t")).unwrap();
    played(&kage(&compact));
    let again = fs::read_to_string(&file).unwrap();
    let results = |text: &str| -> Vec<String> {
        let games = text.lines().filter(|line| !line.starts_with('#'));
        games.map(|line| line.rsplit_once('\t').unwrap().0.to_owned()).collect()
    };
    assert_eq!(results(&again), results(&all), "the same games, all but their seconds");
    assert_eq!(results(&all).len(), 8);
    played(&kage(&["--compact", "kept", "--page", "page.md"]));
    let page = fs::read_to_string(folder.path().join("page.md")).unwrap();
    assert!(page.contains("| borsboom-3.3 | MCEall/win v MCEall/territory | 39 - 11"), "{page}");
}
