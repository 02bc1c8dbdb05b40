//! Real programs at the table: the examples, GNU Go, and those that misbehave.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "test helpers")]

mod common;

use common::{First, GNUGO, Seat, fault, play, python_bot, rust_bot};
use kage_goban::{BoardSize, ByColor, Color};
use kage_gtp::{
    Command, GtpPlayer, Line, Patience, Process, SightedGtp, Verdict, WireLog, check_engine,
};
use kage_phantom::{Choice, Player, PlayerError, Preset, RefereeRules, Setup, View};
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Short enough for a test, long enough for a busy machine.
const PATIENCE: Patience = Patience {
    start: Duration::from_secs(20),
    answer: Duration::from_secs(20),
    grace: Duration::from_millis(300),
    notice: Duration::from_secs(20),
    quit: Duration::from_millis(500),
};

fn even() -> Setup {
    Setup::even(BoardSize::NINE)
}

fn start(command: &str) -> GtpPlayer {
    GtpPlayer::start(command, PATIENCE, None).unwrap()
}

#[test]
fn the_examples_play_a_whole_game() {
    let (mut python, mut rust) = (start(&python_bot()), start(&rust_bot()));
    assert_eq!((python.name(), rust.name()), ("phantom_bot.py".into(), "phantom_bot".into()));
    for rules in [Preset::Borsboom, Preset::Hamburg].map(Preset::rules) {
        let seats = ByColor { black: Seat::Blind(&mut python), white: Seat::Blind(&mut rust) };
        let game = play(rules, even(), seats, 400).unwrap();
        assert!(game.table.position().is_over(), "{} moves", game.moves.len());
        assert!(game.refused.black > 5 && game.refused.white > 5, "{:?}", game.refused);
    }
}

#[test]
fn the_examples_are_compliant() {
    for command in [python_bot(), rust_bot()] {
        let report = check_engine(&command, PATIENCE);
        assert!(report.passed() && report.blind, "{report}");
        let tested = |words: &str| {
            let check = report.checks.iter().find(|check| check.title.contains(words));
            check.map(|check| check.verdict)
        };
        assert_eq!(tested("refusal"), Some(Verdict::Pass), "{report}");
        assert_eq!(tested("PG-StonesTaken"), Some(Verdict::Pass), "{report}");
    }
}

#[test]
fn gnugo_is_compliant_and_sighted() {
    let report = check_engine(GNUGO, PATIENCE);
    assert!(report.passed() && report.sighted && !report.blind, "{report}");
    let error = GtpPlayer::start(GNUGO, PATIENCE, None).unwrap_err();
    assert!(matches!(&error, PlayerError::House(why) if why.contains("sighted")), "{error}");
}

#[test]
fn gnugo_plays_sighted_against_a_blind_player() {
    let mut gnugo = SightedGtp::start(GNUGO, PATIENCE, None).unwrap();
    let mut first = First::default();
    for color in Color::BOTH {
        let seats = match color {
            Color::Black => {
                ByColor { black: Seat::Sighted(&mut gnugo), white: Seat::Blind(&mut first) }
            }
            Color::White => {
                ByColor { black: Seat::Blind(&mut first), white: Seat::Sighted(&mut gnugo) }
            }
        };
        let game = play(RefereeRules::default(), even(), seats, 300).unwrap();
        assert!(game.resigned || game.table.position().is_over(), "{} moves", game.moves.len());
    }
}

/// `kage gtp` in plain mode against a program that knows nothing of Phantom Go, on both colours.
#[test]
fn a_blind_engine_plays_plain_gtp_against_gnugo() {
    let mut engine = common::engine();
    let mut gnugo = Line::open(GNUGO, PATIENCE, None).unwrap();
    let tell = |line: &mut Line, text: &str| line.tell(&Command::parse(text).unwrap()).unwrap();
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
                let answer = gnugo.ask(&Command::parse(&ask).unwrap(), PATIENCE.answer).unwrap();
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
    let view = View::new(RefereeRules::default(), &even(), Color::Black);
    for _ in 0..2 {
        player.begin(&view).unwrap();
        assert_eq!(player.choose(&view, None).unwrap().to_string(), "A1");
        assert_eq!(player.choose(&view, None).unwrap().to_string(), "B2");
    }
    assert_ne!(player.name(), first_name, "a new process");
    let large = View::new(RefereeRules::default(), &Setup::even(BoardSize::MAX), Color::Black);
    let error = player.begin(&large).unwrap_err();
    assert!(matches!(&error, PlayerError::House(why) if why.contains("boardsize")), "{error}");
}

/// Seats a misbehaving program as Black and returns what went wrong, and how long it took.
fn misbehave(name: &str, patience: Patience) -> (PlayerError, Duration) {
    let start = Instant::now();
    let mut player = match GtpPlayer::start(&fault(name), patience, None) {
        Ok(player) => player,
        Err(error) => return (error, start.elapsed()),
    };
    let mut other = First::default();
    let seats = ByColor { black: Seat::Blind(&mut player), white: Seat::Blind(&mut other) };
    let (seat, error) = play(RefereeRules::default(), even(), seats, 20).unwrap_err();
    assert_eq!(seat, Color::Black);
    (error, start.elapsed())
}

fn assert_fault(name: &str, patience: Patience, words: &[&str]) {
    let (error, time) = misbehave(name, patience);
    let PlayerError::Fault(text) = &error else { panic!("{name} is not to blame: {error}") };
    assert!(words.iter().all(|word| text.contains(word)), "{name}: {text}");
    assert!(time < Duration::from_secs(15), "{name} took {time:?}");
}

#[test]
fn crashes_are_faults() {
    assert_fault("crash_at_start", PATIENCE, &["ended", "3", "cannot load the network"]);
    assert_fault("crash_in_game", PATIENCE, &["PG-SuggestMove", "134", "board.rs:7"]);
}

#[test]
fn nonsense_is_a_fault() {
    assert_fault("garbage", PATIENCE, &["begins with =", "D4 is nice"]);
    assert_fault("no_vertex", PATIENCE, &["Z99", "9x9"]);
}

#[test]
fn silence_is_a_fault() {
    let short = Duration::from_millis(400);
    assert_fault("silent", Patience { answer: short, ..PATIENCE }, &["no answer in 0.4"]);
    assert_fault("deaf", Patience { start: short, ..PATIENCE }, &["no answer in 0.4"]);
}

#[test]
fn the_clock_counts_with_a_grace() {
    let view = View::new(RefereeRules::default(), &even(), Color::Black);
    let mut player = start(&fault("silent"));
    player.begin(&view).unwrap();
    let began = Instant::now();
    let error = player.choose(&view, Some(Duration::from_millis(100))).unwrap_err();
    assert!(matches!(error, PlayerError::Fault(_)), "{error}");
    assert!((350..8000).contains(&began.elapsed().as_millis()), "{:?}", began.elapsed());
    // Nobody answers for a program that is gone, and the next game starts it again.
    assert!(matches!(player.choose(&view, None), Err(PlayerError::Fault(_))));
    player.begin(&view).unwrap();
}

#[test]
fn output_without_end_is_a_fault() {
    assert_fault("endless_lines", PATIENCE, &["without end"]);
    assert_fault("endless_line", PATIENCE, &["without end"]);
}

#[test]
fn who_cannot_be_seated_is_not_to_blame() {
    for command in ["/no/such/program", "", "'"] {
        let error = GtpPlayer::start(command, PATIENCE, None).unwrap_err();
        assert!(
            matches!(&error, PlayerError::House(why) if why.contains("cannot start")),
            "{error}"
        );
    }
    let (error, _) = misbehave("refuses_board", PATIENCE);
    assert!(matches!(&error, PlayerError::House(why) if why.contains("unacceptable")), "{error}");
}

#[test]
fn a_slow_program_plays() {
    let (mut slow, mut first) = (start(&fault("slow")), First::default());
    let seats = ByColor { black: Seat::Blind(&mut slow), white: Seat::Blind(&mut first) };
    let game = play(RefereeRules::default(), even(), seats, 6).unwrap();
    assert_eq!(game.moves.len(), 6);
}

#[test]
fn endless_refused_tries_stay_answerable() {
    // To stop it is the referee's business; the line must not choke before he does.
    let mut player = start(&fault("same_try"));
    let mut view = View::new(RefereeRules::default(), &even(), Color::White);
    player.begin(&view).unwrap();
    let hear = |view: &mut View, player: &mut GtpPlayer, news| {
        view.update(&news).unwrap();
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
    assert_eq!(process.receive(PATIENCE.start).unwrap(), "= fault");
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
        check_engine(&fault("stubborn"), Patience { start: Duration::from_secs(2), ..PATIENCE });
    let verdict = |words: &str| {
        report.checks.iter().find(|check| check.title.contains(words)).map(|check| check.verdict)
    };
    assert_eq!(verdict("quits on quit"), Some(Verdict::Fail), "{report}");
    assert_eq!(verdict("input ends"), Some(Verdict::Fail), "{report}");
    assert!(!report.passed());
    let missing = check_engine("/no/such/program", PATIENCE);
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
    let mut player = GtpPlayer::start(&fault("same_try"), PATIENCE, Some(wire)).unwrap();
    let view = View::new(RefereeRules::default(), &even(), Color::Black);
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
    let mut sighted = SightedGtp::start(blunderer, PATIENCE, None).unwrap();
    let mut first = First::default();
    let seats = ByColor { black: Seat::Sighted(&mut sighted), white: Seat::Blind(&mut first) };
    let (seat, error) = play(RefereeRules::default(), even(), seats, 20).unwrap_err();
    assert_eq!(seat, Color::Black);
    assert!(matches!(&error, PlayerError::Fault(why) if why.contains("E5")), "{error}");
}
