//! The tiny game against the referee, the two solvers and the checker against each other.

use super::game::{Heard, State, TinyGame};
use super::tree::Tree;
use super::*;
use kage_goban::{BoardSize, Color};
use kage_phantom::{Choice, Observation, Outcome, Preset, RefereeRules, Setup};
use kage_referee::Referee;
use std::time::Duration;

/// A generator of numbers that need not be good.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

fn game(board: &str, rules: &str, cap: u8, tries: Tries) -> GameConfig {
    let rules: RefereeRules = rules.parse().unwrap();
    GameConfig { shape: board.parse().unwrap(), rules, cap, tries, worth: Worth::Result }
}

fn config(game: GameConfig) -> SolveConfig {
    SolveConfig {
        game,
        caps: 1,
        solver: Solver::Regrets,
        target: 1e-4,
        memory: 1_000_000_000,
        certificate: Certificate::Written,
        checkpoint: None,
        save_every: Duration::from_secs(3600),
    }
}

fn solved(config: &SolveConfig) -> SolvedGame {
    solve(config, &mut |_| Watch::Continue).unwrap()
}

/// The words of what a seat hears, without the result.
fn said(heard: &[Observation]) -> Vec<String> {
    let over = |heard: &&Observation| !matches!(heard, Observation::Over(_));
    heard.iter().filter(over).map(ToString::to_string).collect()
}

fn won(outcome: &Outcome) -> f64 {
    match outcome.winner {
        Some(Color::Black) => 1.0,
        Some(Color::White) => -1.0,
        None => 0.0,
    }
}

/// A try or a pass in the tiny game: what is heard, and what it is worth if it ends the game.
fn play(game: &TinyGame, state: &mut State, point: Option<usize>) -> (Heard, Option<f64>) {
    let reason = point.and_then(|point| game.refusal(state, point));
    if let (Some(reason), Some(point)) = (reason, point) {
        let heard = game.refuse(state, point, reason);
        return (heard, game.ended_by_refusal(state));
    }
    let heard = game.accept(state, point);
    (heard, game.ended(state, point.is_some()))
}

/// What the referee says in a game of random tries, and what the tiny game says.
fn compare(lines: u8, rules: RefereeRules, seed: u64) {
    let mut dice = Dice(seed);
    let shape = Shape::new(lines, lines).unwrap();
    let game = TinyGame::new(GameConfig {
        shape,
        rules,
        cap: 60,
        tries: Tries::All,
        worth: Worth::Result,
    });
    let limits = kage_phantom::Limits { moves: Some(60), ..rules.limits };
    let setup = Setup::even(BoardSize::new(lines).unwrap());
    let (mut referee, _) = Referee::new(RefereeRules { limits, ..rules }, setup);
    let mut state = game.start();
    let mut log = Vec::new();
    loop {
        let seat = state.turn;
        let point = Some(dice.below(shape.points())).filter(|_| dice.below(12) > 0);
        let choice = point.map_or(Choice::Pass, |point| Choice::Try(shape.point(point).unwrap()));
        log.push(format!("{seat} {choice}"));
        let heard = referee.hear(seat, choice).unwrap();
        let (here, worth) = play(&game, &mut state, point);
        assert_eq!(said(&heard[seat]), [here.mover.words(shape)], "{rules} {log:?}");
        let sounds: Vec<String> = here.other.iter().map(|sound| sound.words(shape)).collect();
        assert_eq!(said(&heard[!seat]), sounds, "{rules} {log:?}");
        assert_eq!(referee.outcome().map(won), worth, "{rules} {log:?}");
        if worth.is_some() {
            return;
        }
    }
}

#[test]
fn everything_is_as_the_referee_has_it() {
    let more = [
        "borsboom tries=count try-limit=3",
        "hamburg ko=superko pass=unannounced",
        "common komi=1 tie=white atari=every",
        "cazenave komi=0 captor=shown reason=stones",
        "openspiel komi=0.5 ko=superko steps-per-point=6",
    ];
    let presets = Preset::ALL.map(Preset::rules);
    let rules = presets.into_iter().chain(more.map(|rules| rules.parse().unwrap()));
    for rules in rules {
        for seed in 0..400 {
            compare(2, rules, seed);
            compare(3, rules, seed);
        }
    }
}

#[test]
fn two_solvers_and_the_checker_agree_under_every_preset() {
    for preset in Preset::ALL {
        let config = config(game("2x2", &format!("{} komi=0.5", preset.name()), 6, Tries::Useful));
        let regrets = solved(&config);
        let program = solved(&SolveConfig { solver: Solver::LinearProgram, ..config });
        let (by_regrets, by_program) = (&regrets.caps[0], &program.caps[0]);
        let name = preset.name();
        assert!((by_regrets.value - by_program.value).abs() < 1e-4, "{name}");
        assert!(by_regrets.exploitability < 1e-4 && by_program.exploitability < 1e-6, "{name}");
        for (solution, cap) in [(&regrets, by_regrets), (&program, by_program)] {
            let checked = check(solution.certificate.as_ref().unwrap()).unwrap();
            assert!(checked.holds(), "{name}: {checked:?}");
            assert!((checked.lower - cap.lower).abs() < 1e-5, "{name}: {checked:?}");
            assert!((checked.upper - cap.upper).abs() < 1e-5, "{name}: {checked:?}");
        }
    }
}

/// Nothing is lost where nobody hears a useless try.
#[test]
fn useless_tries_are_worth_nothing_where_tries_are_not_heard() {
    for board in ["2x2", "1x4", "2x3"] {
        let cap = if board == "2x3" { 5 } else { 7 };
        let value =
            |tries| solved(&config(game(board, "cazenave komi=0.5", cap, tries))).caps[0].value;
        assert!((value(Tries::Useful) - value(Tries::Fresh)).abs() < 1e-4, "{board}");
    }
}

#[test]
fn the_checker_plays_signals_too() {
    let config = config(game("2x2", "borsboom komi=0.5 try-limit=2", 4, Tries::All));
    let solution = solved(&config);
    let checked = check(solution.certificate.as_ref().unwrap()).unwrap();
    assert!(checked.holds(), "{checked:?}");
    assert!((checked.upper - solution.caps[0].upper).abs() < 1e-5, "{checked:?}");
}

#[test]
fn a_false_certificate_is_found_out() {
    let solution = solved(&config(game("2x2", "borsboom komi=0.5", 4, Tries::Useful)));
    let text = solution.certificate.unwrap();
    let boasted = |line: &str| {
        if line.starts_with("# lower") { "# lower 0.5\n".to_owned() } else { format!("{line}\n") }
    };
    let boast: String = text.lines().map(boasted).collect();
    assert_ne!(boast, text);
    assert!(!check(&boast).unwrap().holds());
    let first = text.lines().find(|line| line.starts_with("b ")).unwrap();
    assert!(matches!(check(&text.replace(first, "b  | pass 0.5")), Err(CheckError::Sum(_))));
    assert!(matches!(check(&text.replace(first, "b  | J9 1")), Err(CheckError::ForbiddenTry(_))));
    assert!(matches!(check(&text.replace(first, "b")), Err(CheckError::Line { .. })));
    let without: String =
        text.lines().filter(|line| *line != first).map(|l| format!("{l}\n")).collect();
    assert!(matches!(check(&without), Err(CheckError::NoDecision(_))));
}

#[test]
fn a_resumed_run_ends_like_an_unbroken_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.exact");
    let unbroken = config(game("2x3", "hamburg komi=0.5", 5, Tries::Useful));
    let config = SolveConfig { checkpoint: Some(file.clone()), ..unbroken.clone() };
    let mut calls = 0;
    let stopped = solve(&config, &mut |_| {
        calls += 1;
        if calls > 11 { Watch::Stop } else { Watch::Continue }
    });
    assert_eq!(stopped.unwrap().run, SolveRun::Stopped { cap: 5, iterations: 11 });
    let mut begun = None;
    let resumed = solve(&config, &mut |progress| {
        begun.get_or_insert(progress.iterations);
        Watch::Continue
    });
    assert_eq!(begun, Some(11));
    assert_eq!(resumed.unwrap(), solved(&unbroken));

    let other = SolveConfig { game: game("2x3", "common komi=0.5", 5, Tries::Useful), ..config };
    let refused = solve(&other, &mut |_| Watch::Continue);
    let wrong = |error: &SolveError| error.to_string();
    assert!(refused.as_ref().is_err_and(|e| wrong(e).contains("another game")), "{refused:?}");
    let mut bytes = std::fs::read(&file).unwrap();
    let last = bytes.len() - 9;
    bytes[last] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let refused = solve(&other, &mut |_| Watch::Continue);
    assert!(refused.as_ref().is_err_and(|e| wrong(e).contains("damaged")), "{refused:?}");
}

#[test]
fn what_does_not_fit_is_said_before_it_starts() {
    let small =
        SolveConfig { memory: 10_000_000, ..config(game("3x3", "borsboom", 9, Tries::Useful)) };
    let mut begun = false;
    let refused = solve(&small, &mut |_| {
        begun = true;
        Watch::Continue
    });
    assert!(matches!(refused, Err(SolveError::TooLarge { .. })), "{refused:?}");
    assert!(!begun);
    let endless = config(game("2x2", "borsboom", 4, Tries::All));
    assert!(matches!(solve(&endless, &mut |_| Watch::Continue), Err(SolveError::NoTryLimit)));
}

/// The sizes that docs/exact.md states.
#[test]
fn sizes_are_as_documented() {
    let tree = Tree::build(game("2x2", "borsboom", 8, Tries::Useful), u64::MAX).unwrap();
    assert_eq!((tree.nodes, tree.infosets(), tree.payoffs.len()), (16_720, 2_884, 10_871));
    let tree = Tree::build(game("2x2", "borsboom", 8, Tries::Fresh), u64::MAX).unwrap();
    assert_eq!((tree.nodes, tree.infosets()), (453_791, 61_828));
}
