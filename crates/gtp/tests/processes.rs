//! Real programs as players: the examples, GNU Go, and programs that misbehave.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "test helpers")]

mod common;

use common::{First, GNUGO, TIMEOUTS, TestPlayer, fault, play, python_bot, rust_bot};
use kage_goban::{BoardSize, ByColor, Color};
use kage_gtp::{
    CheckResult, Command, GtpConnection, GtpPlayer, Process, SightedGtp, Timeouts, WireLog,
    check_engine,
};
use kage_phantom::{Choice, Player, PlayerError, Preset, RefereeRules, Seat, Setup};
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn even() -> Setup {
    Setup::even(BoardSize::NINE)
}

fn start(command: &str) -> GtpPlayer {
    GtpPlayer::start(command, TIMEOUTS, None).unwrap()
}

#[test]
fn the_examples_play_a_whole_game() {
    let (mut python, mut rust) = (start(&python_bot()), start(&rust_bot()));
    assert_eq!((python.name(), rust.name()), ("phantom_bot.py".into(), "phantom_bot".into()));
    for rules in [Preset::Borsboom, Preset::Hamburg].map(Preset::rules) {
        let seats =
            ByColor { black: TestPlayer::Blind(&mut python), white: TestPlayer::Blind(&mut rust) };
        let game = play(rules, even(), seats, 400).unwrap();
        assert!(game.table.position().is_over(), "{} moves", game.moves.len());
        assert!(game.refused.black > 5 && game.refused.white > 5, "{:?}", game.refused);
    }
}

#[test]
fn the_examples_are_compliant() {
    for command in [python_bot(), rust_bot()] {
        let report = check_engine(&command, TIMEOUTS);
        assert!(report.passed() && report.blind, "{report}");
        let tested = |words: &str| {
            let check = report.checks.iter().find(|check| check.title.contains(words));
            check.map(|check| check.result)
        };
        assert_eq!(tested("refusal"), Some(CheckResult::Pass), "{report}");
        assert_eq!(tested("PG-StonesTaken"), Some(CheckResult::Pass), "{report}");
    }
}

#[test]
fn an_engine_that_lists_no_captures_is_not_said_to_hear_of_them() {
    let bot = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/phantom_bot.py"
    ));
    let deaf = bot.unwrap().replace(r#", "pg-stonestaken", "pg-caught"]"#, "]");
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("bot.py");
    std::fs::write(&script, deaf).unwrap();
    let report = check_engine(&format!("python3 {}", script.display()), TIMEOUTS);
    for command in ["PG-StonesTaken", "PG-Caught"] {
        let check = report.checks.iter().find(|check| check.title.contains(command)).unwrap();
        assert_eq!(check.result, CheckResult::Skip, "{report}");
        assert!(check.detail.starts_with("not offered: "), "{report}");
    }
    assert!(report.passed(), "{report}");
}

#[test]
fn last_words_that_come_late_are_heard() {
    // The output is closed before the reason is given.
    let mut process = Process::start("sh -c 'exec >&-; sleep 0.4; echo out of memory >&2'", None);
    let error = process.as_mut().unwrap().receive(Duration::from_secs(20)).unwrap_err();
    assert!(error.to_string().contains("out of memory"), "{error}");
}

#[test]
fn gnugo_is_compliant_and_sighted() {
    let report = check_engine(GNUGO, TIMEOUTS);
    assert!(report.passed() && report.sighted && !report.blind, "{report}");
    let error = GtpPlayer::start(GNUGO, TIMEOUTS, None).unwrap_err();
    assert!(
        matches!(&error, PlayerError::Infrastructure(why) if why.contains("sighted")),
        "{error}"
    );
}

#[test]
fn gnugo_plays_sighted_against_a_blind_player() {
    let mut gnugo = SightedGtp::start(GNUGO, TIMEOUTS, None).unwrap();
    let mut first = First::default();
    for color in Color::BOTH {
        let seats = match color {
            Color::Black => ByColor {
                black: TestPlayer::Sighted(&mut gnugo),
                white: TestPlayer::Blind(&mut first),
            },
            Color::White => ByColor {
                black: TestPlayer::Blind(&mut first),
                white: TestPlayer::Sighted(&mut gnugo),
            },
        };
        let game = play(RefereeRules::default(), even(), seats, 300).unwrap();
        assert!(game.resigned || game.table.position().is_over(), "{} moves", game.moves.len());
    }
}

/// `kage gtp` in plain mode against a program that knows nothing of Phantom Go, on both colours.
#[test]
fn a_blind_engine_plays_plain_gtp_against_gnugo() {
    let mut engine = common::engine();
    let mut gnugo = GtpConnection::open(GNUGO, TIMEOUTS, None).unwrap();
    let tell =
        |line: &mut GtpConnection, text: &str| line.tell(&Command::parse(text).unwrap()).unwrap();
    for ours in Color::BOTH {
        for text in ["boardsize 9", "clear_board", "komi 6.5"] {
            tell(&mut gnugo, text);
            assert_eq!(engine.answer(text).unwrap(), "=\n\n");
        }
        let (mut color, mut passes, mut moves) = (Color::Black, 0, 0);
        while passes < 2 && moves < 200 {
            let ask = format!("genmove {color}");
            let vertex = if color == ours {
                let answer = engine.answer(&ask).unwrap();
                let vertex = answer.trim().strip_prefix("= ").unwrap().to_owned();
                tell(&mut gnugo, &format!("play {color} {vertex}"));
                vertex
            } else {
                let answer = gnugo.ask(&Command::parse(&ask).unwrap(), TIMEOUTS.answer).unwrap();
                let heard = engine.answer(&format!("play {color} {}", answer.text)).unwrap();
                assert_eq!(heard, "=\n\n", "{}", answer.text);
                answer.text
            };
            passes = if vertex.eq_ignore_ascii_case("pass") { passes + 1 } else { 0 };
            (color, moves) = (!color, moves + 1);
        }
        assert_eq!(passes, 2, "{moves} moves");
        let score = engine.answer("final_score").unwrap();
        assert!(score.starts_with("= B+") || score.starts_with("= W+"), "{score}");
    }
}

#[test]
fn a_bot_that_knows_no_second_game_is_started_again() {
    // It lists no clear_board, no boardsize and nothing but what the seed has.
    let bare = "sh -c 'while read -r name rest; do case $name in list_commands) \
        printf \"= PG-SuggestMove\\nPG-MovePlayed\\n\\n\";; PG-SuggestMove) \
        printf \"= %s\\n\\n\" ${n:=A1}; n=B2;; name) echo \"= $$\"; echo;; *) echo =; echo;; esac; done'";
    let mut player = start(bare);
    let first_name = player.name();
    let view = Seat::new(RefereeRules::default(), &even(), Color::Black);
    for _ in 0..2 {
        player.begin(&view).unwrap();
        assert_eq!(player.choose(&view, None).unwrap().to_string(), "A1");
        assert_eq!(player.choose(&view, None).unwrap().to_string(), "B2");
    }
    assert_ne!(player.name(), first_name, "a new process");
    let large = Seat::new(RefereeRules::default(), &Setup::even(BoardSize::MAX), Color::Black);
    let error = player.begin(&large).unwrap_err();
    assert!(
        matches!(&error, PlayerError::Infrastructure(why) if why.contains("boardsize")),
        "{error}"
    );
}

/// Seats a misbehaving program as Black and returns what went wrong.
fn misbehave(name: &str, patience: Timeouts) -> PlayerError {
    let mut player = match GtpPlayer::start(&fault(name), patience, None) {
        Ok(player) => player,
        Err(error) => return error,
    };
    let mut other = First::default();
    let seats =
        ByColor { black: TestPlayer::Blind(&mut player), white: TestPlayer::Blind(&mut other) };
    let (seat, error) = play(RefereeRules::default(), even(), seats, 20).unwrap_err();
    assert_eq!(seat, Color::Black);
    error
}

fn assert_fault(name: &str, patience: Timeouts, words: &[&str]) {
    let error = misbehave(name, patience);
    let PlayerError::Fault(text) = &error else { panic!("{name} is not at fault: {error}") };
    assert!(words.iter().all(|word| text.contains(word)), "{name}: {text}");
}

#[test]
fn crashes_are_faults() {
    assert_fault("crash_at_start", TIMEOUTS, &["ended", "3", "cannot load the network"]);
    assert_fault("crash_in_game", TIMEOUTS, &["PG-SuggestMove", "134", "board.rs:7"]);
}

#[test]
fn nonsense_is_a_fault() {
    assert_fault("garbage", TIMEOUTS, &["begins with =", "D4 is nice"]);
    assert_fault("no_vertex", TIMEOUTS, &["Z99", "9x9"]);
}

#[test]
fn silence_is_a_fault() {
    let short = Duration::from_millis(400);
    assert_fault("silent", Timeouts { answer: short, ..TIMEOUTS }, &["no answer in 0.4"]);
    assert_fault("deaf", Timeouts { start: short, ..TIMEOUTS }, &["no answer in 0.4"]);
}

#[test]
fn the_clock_counts_with_a_grace() {
    let view = Seat::new(RefereeRules::default(), &even(), Color::Black);
    let mut player = start(&fault("silent"));
    player.begin(&view).unwrap();
    let error = player.choose(&view, Some(Duration::from_millis(100))).unwrap_err();
    // A clock of 0.1 seconds and a grace of 0.3.
    let PlayerError::Fault(text) = &error else { panic!("it is at fault: {error}") };
    assert!(text.contains("no answer in 0.4 seconds"), "{text}");
    // Nobody answers for a program that is gone, and the next game starts it again.
    assert!(matches!(player.choose(&view, None), Err(PlayerError::Fault(_))));
    player.begin(&view).unwrap();
}

#[test]
fn output_without_end_is_a_fault() {
    assert_fault("endless_lines", TIMEOUTS, &["an answer of more than 2000 lines"]);
    assert_fault("endless_line", TIMEOUTS, &["a line of more than 65536 characters"]);
}

#[test]
fn who_cannot_be_seated_is_not_to_blame() {
    for command in ["/no/such/program", "", "'"] {
        let error = GtpPlayer::start(command, TIMEOUTS, None).unwrap_err();
        assert!(
            matches!(&error, PlayerError::Infrastructure(why) if why.contains("cannot start")),
            "{error}"
        );
    }
    let error = misbehave("refuses_board", TIMEOUTS);
    assert!(
        matches!(&error, PlayerError::Infrastructure(why) if why.contains("unacceptable")),
        "{error}"
    );
}

#[test]
fn a_slow_program_plays() {
    let (mut slow, mut first) = (start(&fault("slow")), First::default());
    let seats =
        ByColor { black: TestPlayer::Blind(&mut slow), white: TestPlayer::Blind(&mut first) };
    let game = play(RefereeRules::default(), even(), seats, 6).unwrap();
    assert_eq!(game.moves.len(), 6);
}

#[test]
fn endless_refused_tries_stay_answerable() {
    // The referee limits the tries. The connection must work until then.
    let mut player = start(&fault("same_try"));
    let mut view = Seat::new(RefereeRules::default(), &even(), Color::White);
    player.begin(&view).unwrap();
    let hear = |view: &mut Seat, player: &mut GtpPlayer, news| {
        view.hear(&news).unwrap();
        player.hear(view, &news).unwrap();
    };
    use kage_phantom::{Answer, Lost, Observation, Sound};
    let lost = Lost::NONE;
    let moved = Sound::Moved { passed: false, tries: None, lost, atari: false, stones: None };
    hear(&mut view, &mut player, Observation::Theirs(moved));
    for _ in 0..300 {
        let Choice::Try(point) = player.choose(&view, None).unwrap() else { panic!("no try") };
        let refused = Answer::Refused { point, reason: None };
        hear(&mut view, &mut player, Observation::Mine(refused));
    }
    assert_eq!(view.tried().len(), 300);
}

/// Is there a process with this number that is not just waiting to be buried?
#[cfg(target_os = "linux")]
fn is_running(id: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let state = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().next());
    state.is_some_and(|state| state != "Z" && state != "X")
}

#[test]
#[cfg(target_os = "linux")]
fn no_orphans() {
    let mut process = Process::start(&fault("stubborn"), None).unwrap();
    process.send("name").unwrap();
    assert_eq!(process.receive(TIMEOUTS.start).unwrap(), "= fault");
    let child = || {
        let line = process.errors().into_iter().find(|line| line.starts_with("child"))?;
        line.split(' ').nth(1)?.parse::<u32>().ok()
    };
    let child = std::iter::repeat_with(|| {
        std::thread::sleep(Duration::from_millis(10));
        child()
    });
    let child = child.take(500).flatten().next().expect("it says who its child is");
    let parent = process.id();
    assert!(is_running(parent) && is_running(child));
    process.send("quit").unwrap();
    process.close_input();
    assert_eq!(process.wait(Duration::from_millis(300)), None, "it does not go by itself");
    drop(process);
    let gone = || !is_running(parent) && !is_running(child);
    let soon = (0..200).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        gone()
    });
    assert!(soon, "processes {parent} and {child} should be dead");
}

#[test]
fn a_stubborn_program_fails_the_check() {
    let report =
        check_engine(&fault("stubborn"), Timeouts { start: Duration::from_secs(2), ..TIMEOUTS });
    let verdict = |words: &str| {
        report.checks.iter().find(|check| check.title.contains(words)).map(|check| check.result)
    };
    assert_eq!(verdict("quits on quit"), Some(CheckResult::Fail), "{report}");
    assert_eq!(verdict("input ends"), Some(CheckResult::Fail), "{report}");
    assert!(!report.passed());
    let missing = check_engine("/no/such/program", TIMEOUTS);
    assert!(!missing.passed() && missing.to_string().contains("1. FAIL"), "{missing}");
}

/// A sink that can be read afterwards.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn everything_said_is_logged() {
    let log = Shared::default();
    let wire = WireLog::new(log.clone());
    let mut player = GtpPlayer::start(&fault("same_try"), TIMEOUTS, Some(wire)).unwrap();
    let view = Seat::new(RefereeRules::default(), &even(), Color::Black);
    player.begin(&view).unwrap();
    assert_eq!(player.choose(&view, None), Ok(Choice::Try("E5".parse().unwrap())));
    drop(player);
    let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    for words in
        ["list_commands", "boardsize 9", "clear_board", "komi 6.5", "PG-SuggestMove", "quit"]
    {
        assert!(text.lines().any(|line| line.starts_with("> ") && line.ends_with(words)), "{text}");
    }
    assert!(text.lines().any(|line| line.starts_with("< ") && line.ends_with("= E5")), "{text}");
    assert!(!text.contains("PG-Color"), "it is not listed:\n{text}");
}

#[test]
fn a_sighted_program_that_cannot_see_is_at_fault() {
    let blunderer = "sh -c 'while read -r name rest; do case $name in list_commands) \
        printf \"= genmove\\nplay\\nclear_board\\n\\n\";; genmove) printf \"= E5\\n\\n\";; \
        *) echo \"= x\"; echo;; esac; done'";
    let mut sighted = SightedGtp::start(blunderer, TIMEOUTS, None).unwrap();
    let mut first = First::default();
    let seats =
        ByColor { black: TestPlayer::Sighted(&mut sighted), white: TestPlayer::Blind(&mut first) };
    let (seat, error) = play(RefereeRules::default(), even(), seats, 20).unwrap_err();
    assert_eq!(seat, Color::Black);
    assert!(matches!(&error, PlayerError::Fault(why) if why.contains("E5")), "{error}");
}
