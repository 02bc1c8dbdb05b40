//! Tournaments of random players: the games depend on the conditions alone.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use kage_arena::{
    Budget, Conditions, Contestant, Decide, Entrant, GameRow, Pairing, Results, SeatedPlayer,
    StoredGame, Tournament, TournamentEvent, load,
};
use kage_goban::BoardSize;
use kage_phantom::{PlayerError, RefereeRules};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Three random players, of whom one may be unable to sit down.
fn tournament(store: &Path, games: u32, concurrency: u32, absent: bool) -> Tournament {
    // Small, and with a komi that lets both colours win.
    let rules: RefereeRules = "borsboom komi=0.5".parse().unwrap();
    let terms = Budget::default().terms(rules, BoardSize::new(4).unwrap());
    let names = ["anna", "bert", "cleo"];
    let contestant = |name: &str| {
        let gone = absent && name == "cleo";
        let seat = move |to: kage_arena::SeatRequest| match gone {
            true => Err(PlayerError::Infrastructure("not at home".to_owned())),
            false => Ok(SeatedPlayer::Blind(kage_players::seat("random", to.seed).unwrap())),
        };
        Contestant { label: name.to_owned(), seat: Box::new(seat) }
    };
    let entrant = |name: &str| Entrant { name: name.into(), spec: "random".into(), sighted: false };
    Tournament {
        conditions: Conditions {
            title: "Random".into(),
            rules: terms.rules.to_string(),
            size: 4,
            time: terms.time.to_string(),
            seed: 5,
            version: "1".into(),
            machine: "any".into(),
            sprt: None,
            entrants: names.map(entrant).to_vec(),
            pairings: [[0, 1], [0, 2], [1, 2]].map(|players| Pairing { players, games }).to_vec(),
        },
        terms,
        contestants: names.map(contestant).into_iter().collect(),
        concurrency,
        decide: None,
        store: store.to_owned(),
    }
}

/// The games without what the clock says.
fn timeless(results: &Results) -> Vec<StoredGame> {
    let mut games = results.games.clone();
    games.iter_mut().for_each(|game| game.row.seconds = [0.0; 2]);
    games
}

fn play(tournament: &Tournament) -> Results {
    tournament.run(&AtomicBool::new(false), |_| ()).unwrap()
}

/// Plays so many games at a time until there are no more.
fn play_in_pieces(tournament: &Tournament, piece: usize) -> Results {
    loop {
        let stop = AtomicBool::new(false);
        let mut played = 0;
        let results = tournament.run(&stop, |news| {
            played += usize::from(matches!(news, TournamentEvent::Game(..)));
            stop.store(played >= piece, Ordering::Relaxed);
        });
        let results = results.unwrap();
        if results.finished() {
            return results;
        }
    }
}

#[test]
fn colours_are_balanced_and_pairs_share_a_seed() {
    let folder = tempfile::tempdir().unwrap();
    let results = play(&tournament(folder.path(), 6, 2, false));
    assert_eq!(load(folder.path()).unwrap(), results);
    let mut seeds = BTreeMap::new();
    for pairing in 0..3 {
        let rows: Vec<&GameRow> = results.of_pairing(pairing).iter().map(|g| &g.row).collect();
        assert_eq!(rows.iter().map(|row| row.game).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
        assert_eq!(rows.iter().map(|row| row.black).collect::<Vec<_>>(), [0, 1, 0, 1, 0, 1]);
        for row in rows {
            *seeds.entry(row.seed).or_insert(0) += 1;
        }
    }
    assert_eq!(seeds.into_values().collect::<Vec<_>>(), [2; 9], "nine pairs, nine seeds");
}

#[test]
fn the_games_are_the_same_however_they_come_about() {
    let folder = tempfile::tempdir().unwrap();
    let store = |name: &str| folder.path().join(name);
    let whole = timeless(&play(&tournament(&store("one"), 20, 1, false)));
    assert_eq!(whole.len(), 60);
    assert_eq!(timeless(&play(&tournament(&store("three"), 20, 3, false))), whole);
    let pieces = play_in_pieces(&tournament(&store("pieces"), 20, 3, false), 7);
    assert_eq!(timeless(&pieces), whole);
    play(&tournament(&store("longer"), 8, 2, false));
    assert_eq!(timeless(&play(&tournament(&store("longer"), 20, 2, false))), whole);
}

/// A pairing is decided when one side is three points ahead.
fn three_ahead() -> Option<Decide> {
    Some(Box::new(|rows: &[GameRow]| {
        let wins = |side| rows.iter().filter(|row| row.winner == Some(side)).count();
        (wins(0).abs_diff(wins(1)) >= 3).then(|| format!("{} to {}", wins(0), wins(1)))
    }))
}

#[test]
fn a_decision_falls_at_the_same_game_however_it_comes_about() {
    let folder = tempfile::tempdir().unwrap();
    let set = |name: &str, concurrency: u32| {
        let plain = tournament(&folder.path().join(name), 100, concurrency, false);
        Tournament { decide: three_ahead(), ..plain }
    };
    let whole = play(&set("one", 1));
    assert!(!whole.ended.is_empty() && whole.finished(), "{:?}", whole.ended);
    for (pairing, _) in &whole.ended {
        let games = whole.of_pairing(*pairing).len();
        assert!(games.is_multiple_of(2) && games < 100, "{games}");
    }
    let sorted = |results: &Results| {
        let mut ended = results.ended.clone();
        ended.sort();
        ended
    };
    let others = [play(&set("five", 5)), play_in_pieces(&set("pieces", 3), 5)];
    for (other, name) in others.iter().zip(["five", "pieces"]) {
        assert_eq!((timeless(other), sorted(other)), (timeless(&whole), sorted(&whole)));
        let kept = load(&folder.path().join(name)).unwrap();
        assert_eq!(timeless(&kept), timeless(&whole));
    }
}

#[test]
fn voids_stop_their_pairing_and_another_run_tries_again() {
    let folder = tempfile::tempdir().unwrap();
    let results = play(&tournament(folder.path(), 10, 2, true));
    assert_eq!(results.of_pairing(0).len(), 10);
    assert_eq!(results.games.len(), 10);
    for pairing in [1, 2] {
        let reason = results.why_ended(pairing).unwrap();
        assert!(reason.starts_with("two games in a row were void: "), "{reason}");
        assert!(reason.contains("cleo: ") && reason.contains("not at home"), "{reason}");
    }
    assert_eq!(load(folder.path()).unwrap(), results);
    let results = play(&tournament(folder.path(), 10, 2, false));
    assert_eq!((results.games.len(), results.ended.len()), (30, 0));
    assert_eq!(load(folder.path()).unwrap(), results);
}
