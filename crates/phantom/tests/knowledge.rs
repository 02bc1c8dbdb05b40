//! What a view concludes, game by game: a short game as text, and what one seat then knows.

#![allow(clippy::unwrap_used, clippy::panic, reason = "test helpers")]

use kage_goban::{BoardSize, Color, Move, PointSet};
use kage_phantom::{RefereeRules, Setup, Table, View, Views};

/// Plays a game, one turn after the other: `b E5; w (E5) A1; b pass`. Tries in brackets are refused.
fn play(lines: u8, rules: &str, game: &str) -> Views {
    let rules: RefereeRules = rules.parse().unwrap();
    let setup = Setup::even(BoardSize::new(lines).unwrap());
    let mut table = Table::new(setup.position(rules.ko));
    let mut views = Views::new(rules, &setup);
    for turn in game.split(';') {
        let mut refused = false;
        for word in turn.split_whitespace().skip(1) {
            refused |= word.starts_with('(');
            let name = word.trim_matches(['(', ')']);
            let wish = if name == "pass" { Move::Pass } else { Move::Play(name.parse().unwrap()) };
            let moves = table.position().moves();
            let (_, heard) = table.rule(&rules, wish).unwrap();
            views.hear(&heard).unwrap();
            assert_eq!(table.position().moves() == moves, refused, "{turn}: {word}");
            refused &= !word.ends_with(')');
        }
    }
    views
}

fn set(points: &str) -> PointSet {
    points.split_whitespace().map(|point| point.parse().unwrap()).collect()
}

/// Certain stones of the opponent, and points that are certainly empty.
fn check(view: &View, theirs: &str, empty: &str) {
    assert_eq!(view.theirs(), set(theirs), "stones\n{view}");
    assert_eq!(view.empty(), set(empty), "empty points\n{view}");
}

#[test]
fn only_what_was_enclosed_is_taken() {
    let views = play(9, "borsboom", "b E5; w A1; b A2; w C1; b (C1) B1");
    check(&views[Color::Black], "C1", &all_but(9, "E5 A2 B1 C1"));
    assert!(views[Color::Black].perhaps_taken().is_empty());
}

/// All points of a board but these.
fn all_but(lines: u8, points: &str) -> String {
    let size = BoardSize::new(lines).unwrap();
    (PointSet::board(size) - set(points)).to_string()
}

#[test]
fn the_sizes_of_components_tell_which_was_taken() {
    // B1 has two components beside it: A1, and everything else. One stone was taken: A1.
    let views = play(5, "borsboom", "b A2; w A1; b E5; w D4; b B1; w C1");
    check(&views[Color::Black], "", "A1");
}

#[test]
fn a_capture_that_may_be_either_of_two_is_in_doubt() {
    // B1 encloses A1 and A2, and C1 and D1. Two stones were taken, and Black knew of A1 alone. Either A1 and A2
    // were taken, or A2 was empty.
    let game = "b A3; w A1; b B2; w A2; b C2; w E5; b D2; w D5; b E1; w C5; b (A1) B1";
    let views = play(5, "borsboom reason=always", game);
    check(&views[Color::Black], "", "A2");
    assert_eq!(views[Color::Black].perhaps_taken(), set("A1"));
}

#[test]
fn a_chain_keeps_a_liberty() {
    // White's A1 has A2 and B1 beside it. B1 is Black's, so A2 is empty, also after Black's next move.
    let views = play(5, "hamburg atari=never", "b B1; w A1; b E5; w (B1) pass; b D5");
    check(&views[Color::White], "B1", "A2");
}

#[test]
fn a_hole_of_one_point_stays_empty() {
    let views = play(3, "borsboom", "b A2; w C3; b B1; w B3");
    assert!(views[Color::Black].empty().contains("A1".parse().unwrap()));
}

#[test]
fn a_refusal_is_judged_again() {
    // A1 was a stone or suicide. B1 proves to be empty with nothing taken since, so it was no suicide.
    let views = play(4, "borsboom", "b D4; w A1; b C3; w D1; b (A1) B2; w pass; b B1");
    assert!(
        views[Color::Black].theirs().contains("A1".parse().unwrap()),
        "{}",
        views[Color::Black]
    );
}

#[test]
fn a_located_move_leaves_the_rest_empty() {
    // Black knows that all is empty but for one stone. When the second stone is found, nothing else has changed.
    let views = play(5, "borsboom", "b C3; w A1; b (A1) C4; w E5; b (E5) B4");
    check(&views[Color::Black], "A1 E5", &all_but(5, "C3 C4 B4 A1 E5"));
}

#[test]
fn silence_under_every_means_two_liberties() {
    // White's D1 has three neighbours. Black's stone on C1 is known, and nothing is in atari.
    let views = play(5, "hamburg", "b C1; w (C1) D1; b A5");
    let empty = views[Color::White].empty();
    assert!(set("D2 E1").is_subset(&empty), "{}", views[Color::White]);
}

#[test]
fn a_call_of_atari_says_where() {
    // Black's second stone comes beside a white stone in atari: in the corner, with one unseen stone, only E5
    // beside E4 can be it, with D5 as its liberty.
    let views = play(5, "common", "b C3; w E5; b E4");
    check(&views[Color::Black], "E5", &all_but(5, "C3 E4 E5"));
}

#[test]
fn superko_needs_own_stones_of_an_earlier_board() {
    // White's stones with C3 were never so before, so the refusal there is no ko.
    let views = play(5, "borsboom ko=superko", "b C3; w A1; b A2; w E5; b B1; w (C3) D1");
    assert!(
        views[Color::White].theirs().contains("C3".parse().unwrap()),
        "{}",
        views[Color::White]
    );
}
