#![allow(clippy::unwrap_used, reason = "test helpers")]

use super::*;
use crate::command::Command;
use crate::event::{ChoiceRuling, ForfeitReason};
use crate::game_summary::GameSummary;
use crate::spec::{AskedTerms, Kind, Seat};
use fastrand::Rng;
use kage_goban::{Point, PointSet};
use kage_phantom::Choice;

const RULES: [&str; 5] = ["borsboom", "hamburg", "cazenave", "openspiel", "common try-limit=9"];

/// The spec of a game of two people on a small board.
pub(crate) fn spec(kind: Kind, rules: &str) -> Spec {
    let asked = AskedTerms { size: 5, rules, komi: None, handicap: 0, clock: None };
    let terms = asked.check().unwrap();
    let person = Seat { name: Some("Ann".to_owned()), ..Seat::default() };
    Spec {
        id: "game".to_owned(),
        kind,
        size: terms.size,
        rules: terms.rules,
        handicap: terms.handicap,
        clock: terms.clock,
        undo: true,
        delay: Some(0),
        listed: true,
        created: 0,
        seats: ByColor::new(|_| person.clone()),
        desk: None,
        invite: None,
        pair: None,
    }
}

/// A command that may come at any moment, sensible or not.
fn any_command(random: &mut Rng, game: &Game) -> Command {
    let seat = game.to_move().unwrap_or(Color::Black);
    let point = Point::new(random.u8(0..5), random.u8(0..5)).unwrap();
    let id = Some(random.u32(..).to_string());
    match random.u8(0..40) {
        0 => Command::AskUndo { seat: !seat, id },
        1 => Command::AskUndo { seat, id },
        2..=4 => {
            let asker = game.undo_asked().unwrap_or(seat);
            Command::AnswerUndo { seat: !asker, allowed: random.bool(), id }
        }
        5 => Command::TakeEntryBack { id },
        6 => Command::MarkDead { seat, dead: PointSet::of(point), id },
        7 if random.u8(0..20) == 0 => choose(!seat, Choice::Resign),
        8 | 9 => choose(seat, Choice::Pass),
        10 => Command::AskRematch { seat, id },
        11 if random.u8(0..30) == 0 => Command::Forfeit { seat, why: ForfeitReason::Conduct },
        12 => choose(!seat, Choice::Try(point)),
        _ => choose(seat, Choice::Try(point)),
    }
}

fn choose(seat: Color, choice: Choice) -> Command {
    Command::Choose { seat, choice, spent: 7, chance: None, id: None }
}

/// Everything that anyone can see of a game.
fn seen(game: &Game) -> Vec<String> {
    let shown = |seat: Color| {
        let log = game.log(seat);
        let text = serde_json::to_string(&(log.after(0), log.shown())).unwrap();
        format!("{text} {:?}", game.opened(None))
    };
    let frames = serde_json::to_string(game.visible_frames(Some(0))).unwrap();
    vec![shown(Color::Black), shown(Color::White), frames, format!("{:?}", game.state().word())]
}

#[test]
fn a_journal_is_the_game_that_was_played() {
    let (mut taken_back, mut over) = (0, 0);
    for seed in 0..300 {
        let mut random = Rng::with_seed(seed);
        let kind = if seed % 3 == 0 { Kind::Desk } else { Kind::Friend };
        let spec = spec(kind, RULES[seed as usize % RULES.len()]);
        let mut game = Game::new(spec.clone(), Recording::On);
        let mut journal = Vec::new();
        let mut command = Command::Begin;
        for _ in 0..random.usize(10..150) {
            let before = seen(&game);
            let decided = game.decide(command.clone());
            assert_eq!(seen(&game), before, "a decision on {command:?} changed the game");
            if let Ok(event) = decided {
                game.apply(&event).unwrap();
                journal.push(serde_json::to_string(&event).unwrap());
            }
            command = any_command(&mut random, &game);
        }
        let events: Vec<Event> =
            journal.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
        let again = Game::replay(spec, &events, Recording::On).unwrap();
        assert_eq!(seen(&again), seen(&game), "seed {seed}");
        taken_back += usize::from(seen(&game)[2].contains("\"undone\""));
        over += usize::from(game.state() == State::Over);
    }
    assert!(taken_back > 60 && over > 60, "{taken_back} {over}");
}

#[test]
fn an_event_that_does_not_fit_changes_nothing() {
    for seed in 0..100 {
        let mut random = Rng::with_seed(seed);
        let mut game =
            Game::new(spec(Kind::Friend, RULES[seed as usize % RULES.len()]), Recording::On);
        let mut events = vec![game.decide(Command::Begin).unwrap()];
        for _ in 0..80 {
            // An event of an earlier moment, which often does not fit any more.
            let event = events[random.usize(0..events.len())].clone();
            let before = seen(&game);
            if game.apply(&event).is_err() {
                assert_eq!(seen(&game), before, "{event:?} was half applied");
            }
            let command = any_command(&mut random, &game);
            events.extend(game.decide(command));
        }
    }
}

#[test]
fn a_journal_that_was_changed_is_noticed() {
    let mut journal = vec![Event::Began];
    for seat in [Color::Black, Color::White] {
        journal.push(Event::Ruled {
            seat,
            choice: Choice::Try("C3".parse().unwrap()),
            ruling: ChoiceRuling::Legal { taken: PointSet::EMPTY },
            spent: 7,
            chance: None,
            id: None,
        });
    }
    let replayed = Game::replay(spec(Kind::Friend, "borsboom"), &journal, Recording::Off);
    let error = replayed.err().map(|error| error.to_string());
    let expected = "the journal says `legal` of C3, the referee `refused: opponent stone`";
    assert_eq!(error.as_deref(), Some(expected));
}

/// What a client that connects at the end sees: the summary, each seat's view and the number of its
/// log entries, the truth, and the number of replay frames.
fn end_of(game: &Game) -> Vec<String> {
    let seat = |seat: Color| {
        let log = game.log(seat);
        let view = serde_json::to_string(&log.shown()).unwrap();
        format!("{} entries, {view} {:?}", log.seq(), game.opened(None))
    };
    let frames = format!("{} frames", game.visible_frames(Some(0)).len());
    vec![GameSummary::of(game).text(), seat(Color::Black), seat(Color::White), frames]
}

/// Journals that an earlier version wrote: the spec, one event a line, and the end of the game. After a change
/// of what seats know that is meant, `KAGE_BLESS=1 cargo test -p kage-web old_journals` writes the ends anew.
#[test]
fn old_journals_load_and_are_written_back_byte_for_byte() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/journals");
    let mut count = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let [spec_line, event_lines @ .., end_line] = &lines[..] else { panic!("{path:?}") };
        let spec: Spec = serde_json::from_str(spec_line).unwrap();
        assert_eq!(serde_json::to_string(&spec).unwrap(), *spec_line, "{path:?}");
        let journal: Vec<Event> =
            event_lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
        for (event, line) in journal.iter().zip(event_lines) {
            assert_eq!(serde_json::to_string(event).unwrap(), *line, "{path:?}");
        }
        let game = Game::replay(spec, &journal, Recording::On).unwrap();
        let expected: Vec<String> = serde_json::from_str(end_line).unwrap();
        if std::env::var_os("KAGE_BLESS").is_some() {
            let end = serde_json::to_string(&end_of(&game)).unwrap();
            std::fs::write(&path, text.replace(end_line, &end)).unwrap();
        } else {
            assert_eq!(end_of(&game), expected, "{path:?}");
        }
        count += 1;
    }
    assert!(count >= 5, "{count} journals");
}
