//! What a file gives back is what was: the views the players had, the truth the witness saw, and
//! the record the referee made.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "test helpers")]

#[path = "../../referee/tests/games/mod.rs"]
mod games;

use kage_arena::{SeatedPlayer, Terms, Time, play_watched};
use kage_data::{Game, Header, Notes, Reader, Sample, Writer, replay};
use kage_goban::{BoardSize, ByColor, Color, Position};
use kage_phantom::{Choice, Forfeit, Preset, RefereeRules, Refusal, Ruling, Setup, View};
use kage_referee::{Record, Referee};
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;

/// A try as it really was.
#[derive(Clone, PartialEq, Debug)]
struct Seen {
    view: View,
    truth: Position,
    choice: Choice,
    refused: Option<Refusal>,
}

impl Seen {
    fn of(sample: &Sample<'_>) -> Seen {
        Seen {
            view: sample.view.clone(),
            truth: sample.truth.clone(),
            choice: sample.choice,
            refused: sample.refused,
        }
    }
}

/// Plays a random game with the referee, and ends it by a forfeit or a resignation if nothing
/// else has.
fn live(game: &games::Game) -> (Vec<Seen>, Record) {
    let (mut referee, mut witness) = Referee::new(game.rules, game.setup);
    let mut views = ByColor::new(|color| View::new(game.rules, &game.setup, color));
    let mut all = Vec::new();
    for &(seat, choice) in &game.steps {
        let (view, truth) = (views[seat].clone(), witness.position().clone());
        let heard = referee.hear(seat, choice).unwrap();
        let refused = match witness.news()[0] {
            Ruling::Refused { reason, .. } => Some(reason),
            Ruling::Accepted { .. } => None,
        };
        all.push(Seen { view, truth, choice, refused });
        for color in Color::BOTH {
            heard[color].iter().for_each(|news| views[color].update(news).unwrap());
        }
    }
    if let Some(turn) = referee.to_move() {
        let loser = if game.seed.is_multiple_of(3) { !turn } else { turn };
        match game.seed % 4 {
            0 => drop(referee.forfeit(loser, Forfeit::Time).unwrap()),
            1 => drop(referee.forfeit(loser, Forfeit::Conduct).unwrap()),
            _ => {
                let (view, truth) = (views[turn].clone(), witness.position().clone());
                referee.hear(turn, Choice::Resign).unwrap();
                all.push(Seen { view, truth, choice: Choice::Resign, refused: None });
            }
        }
    }
    (all, referee.finish())
}

fn header(rules: &RefereeRules, setup: &Setup, notes: u8) -> Header {
    Header {
        kage: "0.1.0".to_owned(),
        command: String::new(),
        players: ["one".to_owned(), "two".to_owned()],
        rules: rules.to_string(),
        size: setup.size().get(),
        handicap: setup.stones(Color::Black).to_string(),
        time: Time::Free.to_string(),
        seed: 1,
        notes,
        merged: Vec::new(),
    }
}

/// Writes a game to bytes and reads it back.
fn there_and_back(game: &Game, header: &Header) -> (Game, RefereeRules, Setup) {
    let mut writer = Writer::new(Vec::new(), header).unwrap();
    writer.push(game).unwrap();
    let bytes = writer.finish().unwrap();
    let mut reader = Reader::new(bytes.as_slice()).unwrap();
    let again = reader.next_game().unwrap().unwrap();
    assert!(reader.next_game().unwrap().is_none() && !reader.is_cut());
    (again, *reader.rules(), *reader.setup())
}

fn replayed(game: &Game, rules: RefereeRules, setup: Setup) -> (Vec<Seen>, Record) {
    let mut all = Vec::new();
    let record = replay(game, 7, rules, setup, |sample| all.push(Seen::of(sample))).unwrap();
    (all, record)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]
    #[test]
    fn a_random_game_comes_back_as_it_was(seed in any::<u64>(), lines in 2..=9u8, most in 1..250usize) {
        let game = games::random_game(seed, lines, most);
        let (seen, record) = live(&game);
        let packed = Game::of(&record, (seed % 2) as u8, Vec::new());
        let (again, rules, setup) = there_and_back(&packed, &header(&game.rules, &game.setup, 0));
        prop_assert_eq!((rules, setup), (game.rules, game.setup));
        prop_assert_eq!(replayed(&again, rules, setup), (seen, record));
    }
}

#[test]
fn a_large_board_comes_back_too() {
    let game = games::random_game(5, 19, 700);
    let (seen, record) = live(&game);
    let packed = Game::of(&record, 0, Vec::new());
    let (again, rules, setup) = there_and_back(&packed, &header(&game.rules, &game.setup, 0));
    assert_eq!(replayed(&again, rules, setup), (seen, record));
}

/// Real players under every preset: views and notes are those they had.
#[test]
fn players_views_and_notes_come_back() {
    for (index, preset) in Preset::ALL.into_iter().enumerate() {
        let mut rules = preset.rules();
        rules.limits.moves = Some(60);
        let setup = Setup::even(BoardSize::new(6).unwrap());
        let seat = |spec: &str, seed| SeatedPlayer::Blind(kage_players::seat(spec, seed).unwrap());
        let mut black = seat("all-as-first:playouts=60", index as u64);
        let mut white = seat("uct-late:playouts=40", index as u64 + 9);
        let seats = ByColor { black: &mut black, white: &mut white };
        let terms = Terms { rules, setup, time: Time::Free };
        let mut had = Vec::new();
        let played = play_watched(seats, &terms, &AtomicBool::new(false), &mut |tried| {
            let notes = tried.explanation.map(|told| Notes::of(told, 5)).unwrap_or_default();
            had.push((tried.view.clone(), tried.choice, notes));
        });
        assert_eq!(played.void, None);
        let notes = had.iter().map(|(_, _, notes)| notes.clone()).collect();
        let packed = Game::of(&played.record, 1, notes);
        let (again, rules, setup) = there_and_back(&packed, &header(&rules, &setup, 5));
        let mut found = Vec::new();
        let record = replay(&again, 0, rules, setup, |sample| {
            assert_eq!(sample.player, u8::from(sample.color() == Color::Black));
            let notes = sample.notes.cloned().unwrap();
            assert!(notes.candidates.len() <= 5);
            found.push((sample.view.clone(), sample.choice, notes));
        })
        .unwrap();
        assert_eq!(found, had, "{preset:?}");
        assert_eq!(record, played.record);
        assert!(had.iter().any(|(_, choice, notes)| notes.value(*choice).is_some()));
    }
}

#[test]
fn results_are_seen_from_the_seat_of_the_try() {
    let (rules, setup) = (RefereeRules::default(), Setup::even(BoardSize::NINE));
    let choices = vec![Choice::Try("E5".parse().unwrap()), Choice::Pass, Choice::Pass];
    let game = Game { choices, ..Game::default() };
    let mut seen = Vec::new();
    replay(&game, 0, rules, setup, |sample| {
        seen.push((sample.color(), sample.result(), sample.lead()));
    })
    .unwrap();
    let black = (Color::Black, 1, Some(74.5));
    assert_eq!(seen, [black, (Color::White, -1, Some(-74.5)), black]);
}

#[test]
fn games_that_cannot_have_been_are_refused() {
    let (rules, setup) = (RefereeRules::default(), Setup::even(BoardSize::NINE));
    let said = |choices: &[Choice], forfeit| {
        let game = Game { choices: choices.to_vec(), forfeit, ..Game::default() };
        replay(&game, 3, rules, setup, |_| {}).unwrap_err().to_string()
    };
    let pass = Choice::Pass;
    assert!(said(&[pass, pass, pass], None).contains("game 3 cannot have been played: it goes on"));
    assert!(said(&[pass], None).contains("it has no end"));
    let late = Some((Color::Black, Forfeit::Time));
    assert!(said(&[pass, pass], late).contains("the game is over"));
    assert!(said(&[Choice::Try("T19".parse().unwrap())], None).contains("T19 is off the board"));
}
