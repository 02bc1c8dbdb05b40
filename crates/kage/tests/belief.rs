//! `kage bench belief` and `kage train prior` from the command line.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test stops at the first surprise")]

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Four games that no weights were learned from:
/// `kage data make --player all-as-first:playouts=1000,scoring=win --games 4 --seed 2 --notes 0`.
const HELD_OUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/held-out.kage");

fn kage(arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kage"));
    command.current_dir(ROOT).args(arguments.split(' ')).output().unwrap()
}

/// The output of a run that must succeed.
fn good(arguments: &str) -> String {
    let output = kage(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "kage {arguments}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// What one figure of each sampler is, over all moves.
fn figures(report: &str, name: &str) -> Vec<f64> {
    let report: Value = serde_json::from_str(report).unwrap();
    let samplers = report["samplers"].as_array().unwrap();
    let last = |sampler: &Value| sampler["rows"].as_array().unwrap().last().unwrap()[name].as_f64();
    samplers.iter().map(|sampler| last(sampler).unwrap()).collect()
}

#[test]
fn a_learned_prior_is_nearer_to_the_truth() {
    let samplers = "--sampler uniform,metaposition,history,net --prior flat,learned";
    let report = good(&format!(
        "bench belief {HELD_OUT} {samplers} --games 3 --every 5 --worlds 48 --chains 12 --json"
    ));
    let on_stones = figures(&report, "on_stones");
    let [uniform, _, flat, learned, net] = on_stones[..] else { unreachable!("{on_stones:?}") };
    // With sharp views, histories with a flat prior know hardly more than uniform worlds.
    assert!(learned > flat.max(uniform) + 0.02 && net > flat, "{on_stones:?}");
    let losses = figures(&report, "log_loss");
    assert!(losses[3] < losses[2] && losses[2] < losses[0] && losses[4] < losses[2], "{losses:?}");
}

#[test]
fn the_same_seed_gives_the_same_figures() {
    let run = "bench belief suites/games/cazenave-2006.txt --sampler uniform,history --prior flat \
               --every 6 --worlds 40 --chains 8 --json";
    let run = run.split_whitespace().collect::<Vec<_>>().join(" ");
    let report = good(&run);
    assert_eq!(report, good(&run));
    let near = |found: Vec<f64>, expected: [f64; 2]| {
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 0.03, "{found} is not near {expected}");
        }
    };
    near(figures(&report, "on_stones"), GOLDEN_ON_STONES);
    near(figures(&report, "brier"), GOLDEN_BRIER);
}

/// Uniform, then history with a flat prior. The samplers may change, but not by much.
const GOLDEN_ON_STONES: [f64; 2] = [0.346, 0.312];
const GOLDEN_BRIER: [f64; 2] = [0.0971, 0.1035];

#[test]
fn a_table_a_plot_and_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("belief.html");
    let run = "bench belief suites/games/borsboom-b4.txt --sampler uniform --every 8 --worlds 20";
    let text = good(&format!("{run} --html {}", page.display()));
    for part in ["uniform                   all", "on stones", "0-10 %", "clipped to half a world"]
    {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("<circle") && page.contains("<td>uniform"));
}

#[test]
fn weights_are_trained_kept_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (games, weights) = (at("games.kage"), at("weights.toml"));
    let player = "all-as-first:playouts=150,scoring=win";
    good(&format!("data make --player {player} --games 50 --notes 0 --seed 5 --out {games}"));
    let report = good(&format!("train prior {games} --out {weights} --passes 2 --json"));
    let report: Value = serde_json::from_str(&report).unwrap();
    assert!(report["held_out_loss"].as_f64() < report["even_loss"].as_f64(), "{report}");
    let first = std::fs::read_to_string(&weights).unwrap();
    assert!(first.contains("data make") && first.contains("kage train prior"), "{first}");
    let again = kage(&format!("train prior {games} --out {weights}"));
    assert_eq!(again.status.code(), Some(1));
    good(&format!("train prior {games} --out {weights} --passes 2 --json --force"));
    let tables = |text: &str| {
        text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(tables(&first), tables(&std::fs::read_to_string(&weights).unwrap()));
    let run =
        format!("bench belief suites/games/borsboom-b4.txt --sampler history --prior {weights}");
    good(&format!("{run} --every 9 --worlds 10 --chains 2"));
    assert!(!Path::new(&at("none.toml")).exists());
    let missing =
        kage(&format!("bench belief suites/games/borsboom-b4.txt --prior {}", at("none.toml")));
    assert_eq!(missing.status.code(), Some(1));
}
