//! A player that panics makes its game void, and the other games go on.

#![allow(clippy::unwrap_used, clippy::panic, reason = "the panics are what is tested")]

use kage_arena::{
    Budget, Contestant, Match, MatchEvent, MatchReport, SeatRequest, SeatedPlayer, Terms, play,
};
use kage_goban::{BoardSize, ByColor, Color};
use kage_phantom::{Choice, Explanation, Observation, Player, PlayerError, RefereeRules, Seat};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Where a player panics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum At {
    Seat,
    Begin,
    Choose,
    Hear,
    Explain,
}

/// Passes, and panics in one of its functions.
struct Panicking(Option<At>);

impl Panicking {
    fn reach(&self, at: At) {
        if self.0 == Some(at) {
            panic!("out of {at:?}");
        }
    }
}

impl Player for Panicking {
    fn name(&self) -> String {
        "panicking".to_owned()
    }

    fn begin(&mut self, _: &Seat) -> Result<(), PlayerError> {
        self.reach(At::Begin);
        Ok(())
    }

    fn choose(&mut self, _: &Seat, _: Option<Duration>) -> Result<Choice, PlayerError> {
        self.reach(At::Choose);
        Ok(Choice::Pass)
    }

    fn hear(&mut self, _: &Seat, _: &Observation) -> Result<(), PlayerError> {
        self.reach(At::Hear);
        Ok(())
    }

    fn explain(&self) -> Option<&Explanation> {
        self.reach(At::Explain);
        None
    }
}

fn terms() -> Terms {
    Budget::default().terms(RefereeRules::default(), BoardSize::new(4).unwrap())
}

fn random(name: &str) -> Contestant {
    let seat =
        |to: SeatRequest| Ok(SeatedPlayer::Blind(kage_players::seat("random", to.seed).unwrap()));
    Contestant { label: name.to_owned(), seat: Box::new(seat) }
}

/// Plays like `random`, but panics once, in game 2.
fn panics_once(at: At) -> Contestant {
    let armed = Arc::new(AtomicBool::new(true));
    let seat = move |to: SeatRequest| {
        let panics = to.game == 2 && armed.swap(false, Ordering::Relaxed);
        if !panics {
            return Ok(SeatedPlayer::Blind(kage_players::seat("random", to.seed).unwrap()));
        }
        let player = Panicking(Some(at));
        player.reach(At::Seat);
        Ok(SeatedPlayer::Blind(Box::new(player)))
    };
    Contestant { label: "fragile".to_owned(), seat: Box::new(seat) }
}

fn contest(contestants: [Contestant; 2], concurrency: u32) -> Match {
    Match { contestants, terms: terms(), games: 6, seed: 3, concurrency, store: None, decide: None }
}

fn run(contest: &Match) -> (MatchReport, Vec<String>) {
    let mut voids = Vec::new();
    let report = contest.run(&AtomicBool::new(false), |event| {
        if let MatchEvent::Void(what) = event {
            voids.push(what.to_owned());
        }
    });
    (report.unwrap(), voids)
}

#[test]
fn a_panic_voids_its_game_and_the_match_goes_on() {
    let (calm, none) = run(&contest([random("fragile"), random("calm")], 1));
    assert!(none.is_empty());
    let results = |report: &MatchReport| -> Vec<(u32, String)> {
        report.games.iter().map(|row| (row.game, row.result.clone())).collect()
    };
    for at in [At::Seat, At::Begin, At::Choose, At::Hear] {
        for concurrency in [1, 3] {
            let (report, voids) = run(&contest([panics_once(at), random("calm")], concurrency));
            assert_eq!(voids, [format!("game 2: fragile: panicked: out of {at:?}")]);
            assert_eq!(report.voids, voids);
            assert_eq!((report.players[0].voids, report.players[1].voids), (1, 0), "{at:?}");
            assert_eq!(results(&report), results(&calm), "the game is played again: {at:?}");
        }
    }
}

#[test]
fn a_panic_outside_of_the_guarded_calls_voids_the_game_too() {
    let (report, voids) = run(&contest([panics_once(At::Explain), random("calm")], 2));
    assert_eq!(voids, ["game 2: panicked: out of Explain"]);
    assert_eq!(report.games.len(), 6);
}

#[test]
fn a_void_game_keeps_its_record_and_names_the_seat() {
    let mut calm = SeatedPlayer::Blind(Box::new(Panicking(None)));
    let mut fragile = SeatedPlayer::Blind(Box::new(Panicking(Some(At::Choose))));
    let seats = ByColor { black: &mut calm, white: &mut fragile };
    let played = play(seats, &terms(), &AtomicBool::new(false));
    let void = played.void.unwrap();
    assert_eq!((void.seat, void.what.as_str()), (Some(Color::White), "panicked: out of Choose"));
    assert_eq!(played.record.turns().len(), 1, "Black's pass");
    assert_eq!((played.stats.black.moves, played.stats.white.moves), (1, 0));
}

#[test]
fn a_player_that_always_panics_stops_the_match() {
    let seat = |_: SeatRequest| Ok(SeatedPlayer::Blind(Box::new(Panicking(Some(At::Choose)))));
    let fragile = Contestant { label: "fragile".to_owned(), seat: Box::new(seat) };
    let broken = contest([random("calm"), fragile], 1);
    let error = broken.run(&AtomicBool::new(false), |_| {}).unwrap_err().to_string();
    let wanted = "two games in a row were void: game 0: fragile: panicked: out of Choose";
    assert_eq!(error, wanted);
}
