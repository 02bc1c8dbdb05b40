//! GTP loses and adds nothing: with all rules, a player behind GTP has exactly the view that it would
//! have at the table.

#![allow(clippy::unwrap_used, clippy::panic, reason = "test helpers")]

mod common;

use common::{Strings, puppet};
use kage_goban::{BoardSize, ByColor, Color, Move, Point, PointSet};
use kage_gtp::{Command, Engine, Identity, observation_commands};
use kage_phantom::{Choice, Preset, RefereeRules, Ruling, Seat, Setup, Table};
use std::sync::{Arc, Mutex};

struct Remote {
    engine: Engine,
    strings: Arc<Mutex<Strings>>,
}

impl Remote {
    fn new(rules: RefereeRules, setup: &Setup) -> Remote {
        let (strings, make) = puppet();
        let identity = Identity { name: String::new(), version: String::new() };
        let mut remote = Remote { engine: Engine::new(identity, make), strings };
        remote.tell(&Command::new("boardsize", [setup.size().get()]));
        remote.tell(&Command::new("PG-Rules", [rules]));
        let handicap = setup.stones(Color::Black);
        if !handicap.is_empty() {
            remote.tell(&Command::new("set_free_handicap", handicap.iter()));
        }
        remote
    }

    fn tell(&mut self, command: &Command) -> String {
        // Over the wire and back, so that the text counts, too.
        let command = Command::parse(&command.to_string()).unwrap();
        let response = self.engine.run(&command);
        assert!(response.success, "{command}: {}", response.text);
        response.text
    }
}

/// A random game with many refused tries; what the seats have heard is compared at every try.
fn compare(rules: RefereeRules, setup: Setup, seed: u64) -> (u32, u32) {
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut table = Table::new(setup.position(rules.ko));
    let mut views = ByColor::new(|color| Seat::new(rules, &setup, color));
    let mut remotes = ByColor::new(|_| Remote::new(rules, &setup));
    let points: Vec<Point> = setup.size().points().collect();
    let (mut refused, mut taken_any) = (0, 0);
    for _ in 0..400 {
        let color = table.position().turn();
        let pass = dice.u8(..) < 10 || table.tries() > 60;
        let play = if pass { Move::Pass } else { Move::Play(*dice.choice(&points).unwrap()) };
        let remote = &mut remotes[color];
        remote.strings.lock().unwrap().next = match play {
            Move::Pass => Choice::Pass,
            Move::Play(point) => Choice::Try(point),
        };
        let mut tried = views[color].tried().to_vec();
        let mut once = PointSet::EMPTY;
        tried.retain(|&point| once.insert(point));
        let said = remote.tell(&Command::new("PG-SuggestMove", &tried));
        assert_eq!(said, play.to_string());
        let seen = remote.strings.lock().unwrap().seen.take();
        assert_eq!(seen.as_ref(), Some(&views[color]), "{rules}, seed {seed}");
        let Ok((ruling, heard)) = table.rule(&rules, play) else { break };
        match ruling {
            Ruling::Refused { .. } => refused += 1,
            Ruling::Accepted { taken, .. } => taken_any += taken.len() as u32,
        }
        for seat in Color::BOTH {
            let Some(news) = heard[seat] else { continue };
            views[seat].hear(&news).unwrap();
            for command in observation_commands(&news, |_| true) {
                remotes[seat].tell(&command);
            }
        }
        if table.position().is_over() {
            break;
        }
    }
    (refused, taken_any)
}

#[test]
fn every_preset() {
    let (mut refused, mut taken) = (0, 0);
    let size = BoardSize::new(4).unwrap();
    let more = ["tries=count", "pass=unannounced", "ko=superko reason=stones counts=announced"];
    let rules = Preset::ALL.into_iter().map(Preset::rules);
    for rules in rules.chain(more.map(|text| text.parse().unwrap())) {
        for seed in 0..12 {
            let (r, t) = compare(rules, Setup::even(size), seed);
            refused += r;
            taken += t;
        }
    }
    assert!(refused > 2000 && taken > 500, "too quiet: {refused} refused, {taken} taken");
}

#[test]
fn with_handicap() {
    let stones = ["C3", "C7"].map(|point| point.parse().unwrap());
    let setup = Setup::handicap(BoardSize::NINE, stones).unwrap();
    compare(RefereeRules::default(), setup, 1);
}

#[test]
fn a_plain_engine_hears_only_observations() {
    // Two games that sound alike to White must look alike to it, though Black's stones differ.
    let board = |black: [&str; 2]| {
        let mut engine = common::engine();
        let lines = [
            "boardsize 5",
            &format!("play b {}", black[0]),
            "genmove w",
            &format!("play b {}", black[1]),
            "genmove w",
            "showboard",
            "kage-hidden",
        ];
        lines.iter().filter_map(|line| engine.answer(line)).collect::<Vec<_>>()
    };
    assert_eq!(board(["E5", "D5"]), board(["C4", "E2"]));
    assert_ne!(board(["E5", "D5"]), board(["A1", "D5"]), "a refused try can be heard");
}
