//! The contest protocol, from both sides.

#![allow(clippy::unwrap_used, clippy::panic, reason = "test helpers")]

mod common;

use common::{First, TIMEOUTS, TestPlayer, play};
use kage_goban::{BoardSize, ByColor, Color, Move, Point};
use kage_gtp::{SauEngine, SauPlayer, sau_lines, sau_point};
use kage_phantom::{Choice, Player, PlayerError, Preset, Seat, Setup, Table};
use std::time::Duration;

fn engine() -> SauEngine {
    SauEngine::new("Test Bot", Box::new(|| Ok(Box::<First>::default() as Box<dyn Player>)))
}

/// Lines to the engine, each with what it says, and the complaints.
fn session(lines: &[(&str, &str)]) {
    let mut engine = engine();
    for (line, expected) in lines {
        let said = match engine.answer(line) {
            Ok(said) => said.unwrap_or_default(),
            Err(why) => format!("! {why}"),
        };
        assert!(
            said == *expected || said.starts_with('!') && *expected == "!",
            "`{line}`: `{said}`, not `{expected}`"
        );
    }
}

#[test]
fn black() {
    session(&[
        ("name?", "name Test-Bot"),
        ("new black", "move AI"),
        ("accept", ""),
        ("move go", "move BI"),
        // White's only stone is there; so C1 is next, and free.
        ("refuse", "move CI"),
        ("accept", ""),
        ("access", ""),
        ("take 1 BI", ""),
        ("move pass", "move BI"),
        ("ACCEPT\r", ""),
        ("taked 3 AIBICI", ""),
        ("move go", "move AI"),
        ("end", ""),
        ("quit", ""),
    ]);
}

#[test]
fn white() {
    session(&[
        ("new white", ""),
        ("move go", "move AI"),
        ("access", ""),
        ("move go", "move BI"),
        // Off the board, says the platform: whatever it means, we try another point.
        ("error", "move CI"),
        // No `accept`: going on says as much.
        ("move go", "move DI"),
        ("end", ""),
        ("new black", "move AI"),
    ]);
}

#[test]
fn nonsense_gets_no_answer() {
    session(&[
        ("", ""),
        ("move go", "!"),
        ("hello", "!"),
        ("new green", "!"),
        ("new black", "move AI"),
        ("take 1 AA", "!"),
        ("accept", ""),
        ("take one AA", "!"),
        ("take 1 A", "!"),
        ("take 2 AAAB", "!"),
        ("taked 1 ZZ", "!"),
        ("taked 1 EE", ""),
        ("move go", "move BI"),
    ]);
}

/// Random games with the contest's rules: a player behind the protocol has exactly the view that it
/// would have at the table.
#[test]
fn nothing_is_lost() {
    let (rules, setup) = (Preset::Collegiate.rules(), Setup::even(BoardSize::NINE));
    let mut taken = 0;
    for seed in 0..30 {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut table = Table::new(setup.position(rules.ko));
        let mut views = ByColor::new(|color| Seat::new(rules, &setup, color));
        let mut remotes = ByColor::new(|_| {
            let (strings, make) = common::puppet();
            (SauEngine::new("puppet", make), strings)
        });
        // What each engine must hear before it moves.
        let mut owed = ByColor { black: vec!["new black".to_owned()], white: Vec::new() };
        assert_eq!(remotes.white.0.answer("new white"), Ok(None));
        for _ in 0..600 {
            let color = table.position().turn();
            // Few rows, so that stones are taken.
            let (col, row) = (dice.u8(..4), dice.u8(..4));
            let point = Point::new(col, row).filter(|_| dice.u8(..) > 8);
            let (engine, strings) = &mut remotes[color];
            strings.lock().unwrap().next = point.map_or(Choice::Pass, Choice::Try);
            let text = point.and_then(sau_point).unwrap_or_else(|| "pass".to_owned());
            let said: Vec<_> = owed[color].drain(..).map(|line| engine.answer(&line)).collect();
            assert_eq!(said.last(), Some(&Ok(Some(format!("move {text}")))), "{said:?}");
            assert_eq!(strings.lock().unwrap().seen.take().as_ref(), Some(&views[color]));
            let play = point.map_or(Move::Pass, Move::Play);
            let (_, heard) = table.rule(&rules, play).unwrap();
            for seat in Color::BOTH {
                let Some(news) = heard[seat] else { continue };
                views[seat].hear(&news).unwrap();
                owed[seat].extend(sau_lines(&news));
            }
            if table.position().is_over() {
                break;
            }
        }
        taken += table.position().taken().black + table.position().taken().white;
    }
    assert!(taken > 20, "too quiet: {taken} stones taken");
}

/// A contest bot in a shell: it goes through the board, column by column.
const BOT: &str = r#"sh -c '
    n=0
    next() {
        if [ $n -ge 81 ]; then echo "move pass"; return; fi
        echo "move $(printf %s ABCDEFGHI | cut -c $((n / 9 + 1)))$(printf %s ABCDEFGHI | cut -c $((n % 9 + 1)))"
        n=$((n + 1))
    }
    while read -r word rest; do
        case "$word" in
        name?) echo "name Shell Bot" ;;
        new) n=0; if [ "$rest" = black ]; then next; fi ;;
        move | refuse) next ;;
        quit) exit ;;
        esac
    done'"#;

#[test]
fn a_contest_program_is_a_player() {
    let mut bot = SauPlayer::start(BOT, TIMEOUTS, None).unwrap();
    assert_eq!(bot.name(), "Shell Bot");
    let mut first = First::default();
    for color in Color::BOTH {
        let seats = match color {
            Color::Black => {
                ByColor { black: TestPlayer::Blind(&mut bot), white: TestPlayer::Blind(&mut first) }
            }
            Color::White => {
                ByColor { black: TestPlayer::Blind(&mut first), white: TestPlayer::Blind(&mut bot) }
            }
        };
        let setup = Setup::even(BoardSize::NINE);
        let game = play(Preset::Collegiate.rules(), setup, seats, 400).unwrap();
        assert!(game.table.position().is_over());
        assert!(game.refused[color] > 0 && game.moves.len() > 40, "{:?}", game.refused);
    }
}

#[test]
fn contest_programs_can_fail() {
    let begin = |command: &str, size: BoardSize| {
        let mut player = SauPlayer::start(command, TIMEOUTS, None)?;
        let view = Seat::new(Preset::Collegiate.rules(), &Setup::even(size), Color::Black);
        player.begin(&view)?;
        player.choose(&view, Some(Duration::from_secs(u64::from(!command.contains("sleep")) * 10)))
    };
    let house = begin(BOT, BoardSize::MAX);
    assert!(matches!(house, Err(PlayerError::Infrastructure(_))), "{house:?}");
    let missing = begin("/no/such/program", BoardSize::NINE);
    assert!(matches!(missing, Err(PlayerError::Infrastructure(_))), "{missing:?}");
    let answers = |text: &str| {
        format!("sh -c 'read -r _; echo \"name x\"; while read -r _; do {text}; done'")
    };
    for bad in ["echo hello", "echo move ZZ", "sleep 1000", "exit 1", "yes | tr -d \"\\n\""] {
        let fault = begin(&answers(bad), BoardSize::NINE);
        assert!(matches!(fault, Err(PlayerError::Fault(_))), "{bad}: {fault:?}");
    }
    let choice = begin(&answers("echo MOVE ee"), BoardSize::NINE);
    assert_eq!(choice.unwrap().to_string(), "E5");
}
