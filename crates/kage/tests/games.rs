//! Players at the table: every one plays whole games, repeatably, and the seed decides.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

use kage_arena::{
    Contestant, Match, MatchReport, SeatRequest, SeatedPlayer, Sprt, Terms, Time, decide_by, play,
};
use kage_goban::{BoardSize, ByColor};
use kage_phantom::{Ending, PlayerError, Preset, RefereeRules, Setup};
use kage_players::{PlayerEntry, PlayerSpec, REGISTRY, seat};
use kage_referee::Record;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn terms(rules: RefereeRules, lines: u8) -> Terms {
    let mut rules = rules;
    rules.limits.tries = Some(200);
    rules.limits.moves = Some(500);
    Terms { rules, setup: Setup::even(BoardSize::new(lines).unwrap()), time: Time::Free }
}

fn take_seat(spec: &str, seed: u64) -> SeatedPlayer {
    let spec: PlayerSpec = spec.parse().unwrap();
    match spec.is_sighted() {
        true => SeatedPlayer::Sighted(spec.seat_sighted(seed).unwrap()),
        false => SeatedPlayer::Blind(spec.seat(seed).unwrap()),
    }
}

fn game(black: &str, white: &str, seed: u64, terms: &Terms) -> Record {
    let mut black = take_seat(black, seed);
    let mut white = take_seat(white, seed + 1);
    let seats = ByColor { black: &mut black, white: &mut white };
    let played = play(seats, terms, &AtomicBool::new(false));
    assert_eq!((played.void, played.fault), (None, None));
    played.record
}

/// A player with a small budget. A Go program's estimates take their time: few are asked for.
fn quick(name: &str, playouts: u32) -> String {
    match name {
        "random" | "policy" => name.to_owned(),
        "engine-eval" => format!("{name}:search=one-ply,playouts=2"),
        _ => format!("{name}:playouts={playouts}"),
    }
}

#[test]
fn every_player_plays_to_the_end_under_every_preset() {
    for (index, preset) in Preset::ALL.into_iter().enumerate() {
        for entry in &REGISTRY {
            let spec = quick(entry.name, 60);
            let searches = !["random", "cazenave", "goals", "policy"].contains(&entry.name);
            let spec = if searches && index % 2 == 0 { spec + ",eye=thesis" } else { spec };
            let lines = if entry.name == "policy" { 9 } else { 5 };
            let record = game(&spec, "random", index as u64, &terms(preset.rules(), lines));
            let ending = record.outcome().ending;
            assert!(
                matches!(ending, Ending::Count(_) | Ending::Repetition),
                "{spec}, {preset:?}: {ending:?}"
            );
        }
    }
}

#[test]
fn a_clock_of_one_second_is_enough_for_every_player() {
    let clock = Time::PerGame(Duration::from_secs(1));
    let terms = Terms { time: clock, ..terms(Preset::Borsboom.rules(), 9) };
    let searches = |entry: &&PlayerEntry| entry.options.iter().any(|option| option.name == "clock");
    for entry in REGISTRY.iter().filter(searches).filter(|entry| entry.name != "engine-eval") {
        let record = game(entry.name, "all-as-first", 1, &terms);
        assert!(matches!(record.outcome().ending, Ending::Count(_)), "{}", entry.name);
    }
}

#[test]
fn the_seed_decides_the_game() {
    for entry in &REGISTRY {
        let spec = quick(entry.name, 64);
        let lines = if entry.name == "policy" { 9 } else { 7 };
        let play = |seed| game(&spec, "random", seed, &terms(RefereeRules::default(), lines));
        assert_eq!(play(3), play(3), "{spec}");
        assert_ne!(play(3).turns(), play(4).turns(), "{spec}");
    }
}

#[test]
fn threads_do_not_change_players_without_a_tree() {
    for name in ["all-as-first", "standard"] {
        let play = |threads: u32| {
            let spec = format!("{name}:playouts=9000,threads={threads}");
            game(&spec, "random", 5, &terms(RefereeRules::default(), 5))
        };
        assert_eq!(play(1), play(2), "{name}");
    }
}

#[test]
fn a_number_of_trees_gives_the_same_game_again() {
    let spec = "hybrid:switch=3,playouts=200,threads=2,then=uct-early";
    let play = || game(spec, "random", 5, &terms(RefereeRules::default(), 7));
    assert_eq!(play(), play());
}

fn blind(spec: &'static str) -> Contestant {
    let seat = move |request: SeatRequest| {
        let player = seat(spec, request.seed)
            .map_err(|error| PlayerError::Infrastructure(error.to_string()))?;
        Ok(SeatedPlayer::Blind(player))
    };
    Contestant { label: spec.to_owned(), seat: Box::new(seat) }
}

fn contest(games: u32, store: Option<PathBuf>) -> Match {
    Match {
        contestants: [blind("all-as-first:playouts=200"), blind("random")],
        terms: terms(RefereeRules::default(), 7),
        games,
        seed: 1,
        concurrency: 2,
        store,
        decide: None,
    }
}

fn results(report: &MatchReport) -> Vec<String> {
    report.games.iter().map(|row| format!("{} {} {}", row.game, row.black, row.result)).collect()
}

#[test]
fn all_as_first_beats_random_fifty_to_nothing() {
    let spec = "all-as-first:scoring=win,playouts=1000";
    let terms = terms(RefereeRules::default(), 9);
    let contest = Match { contestants: [blind(spec), blind("random")], terms, ..contest(50, None) };
    let report = contest.run(&AtomicBool::new(false), |_| {}).unwrap();
    let first = &report.players[0];
    assert_eq!((first.wins, report.games.len()), (50, 50), "{first:?}");
    assert_eq!((first.wins_as_black, first.wins_as_white), (25, 25));
    assert!(first.wilson95[0] > 0.9 && first.mean_score > 5.0);
}

#[test]
fn a_sequential_test_ends_a_match_at_the_same_game_however_it_is_played() {
    let test = || Some(decide_by(Sprt::new(0.0, 200.0, 0.05, 0.05).unwrap()));
    let folder = tempfile::tempdir().unwrap();
    let store = || Some(folder.path().join("match.json"));
    let alone = Match { decide: test(), concurrency: 1, ..contest(100, None) };
    let alone = alone.run(&AtomicBool::new(false), |_| {}).unwrap();
    assert!(alone.decided.as_ref().unwrap().contains("the first is better"), "{alone:?}");
    assert!(alone.games.len() < 40 && alone.games.len().is_multiple_of(2), "{}", alone.games.len());
    // Cut in the middle, then played with more games at once.
    contest(3, store()).run(&AtomicBool::new(false), |_| {}).unwrap();
    for _ in 0..2 {
        let resumed = Match { decide: test(), concurrency: 4, ..contest(100, store()) };
        let resumed = resumed.run(&AtomicBool::new(false), |_| {}).unwrap();
        assert_eq!(results(&resumed), results(&alone));
        assert_eq!(resumed.decided, alone.decided);
    }
}

#[test]
fn a_match_that_was_cut_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.json");
    let whole = contest(8, None).run(&AtomicBool::new(false), |_| {}).unwrap();
    contest(3, Some(path.clone())).run(&AtomicBool::new(false), |_| {}).unwrap();
    let resumed = contest(8, Some(path.clone())).run(&AtomicBool::new(false), |_| {}).unwrap();
    assert_eq!(results(&resumed), results(&whole));
    let stored: MatchReport = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(results(&stored), results(&whole));

    let other = Match { contestants: [blind("random"), blind("random")], ..contest(8, Some(path)) };
    let error = other.run(&AtomicBool::new(false), |_| {}).unwrap_err();
    assert!(error.to_string().contains("has another match"), "{error}");
}

#[test]
fn a_player_who_cannot_be_seated_voids_and_stops_the_match() {
    let nobody = Contestant {
        label: "nobody".to_owned(),
        seat: Box::new(|_| Err(PlayerError::Infrastructure("did not come".to_owned()))),
    };
    let broken = Match { contestants: [blind("random"), nobody], ..contest(4, None) };
    let error = broken.run(&AtomicBool::new(false), |_| {}).unwrap_err();
    assert!(error.to_string().contains("nobody: did not come"), "{error}");
}
