//! The rules, case by case.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "test helpers")]

use Color::{Black, White};
use KoRule::{PositionalSuperko, Simple};
use kage_goban::{
    Board, BoardSize, ByColor, Color, DiagramError, Illegal, KoRule, Komi, Move, ParseKomiError,
    ParsePointError, Point, PointSet, Position, Score, SetupError, area,
};

fn point(text: &str) -> Point {
    text.parse().unwrap()
}

fn points(text: &str) -> PointSet {
    text.split_whitespace().map(point).collect()
}

fn a_move(text: &str) -> Move {
    if text == "pass" { Move::Pass } else { Move::Play(point(text)) }
}

/// The diagram after these moves, which must all be legal.
fn after(diagram: &str, turn: Color, rule: KoRule, moves: &str) -> Position {
    let mut position = Position::from_board(Board::from_diagram(diagram).unwrap(), turn, rule);
    for text in moves.split_whitespace() {
        position.play(a_move(text)).unwrap_or_else(|why| panic!("{text}: {why}\n{position:?}"));
    }
    position
}

/// The next move takes the stones named, or is refused for the reason given.
fn check_next(position: &Position, next: &str, expected: Result<&str, Illegal>) {
    let taken = position.clone().play(a_move(next));
    assert_eq!(taken, expected.map(points), "{next} on\n{position:?}");
    let verdict = position.check(a_move(next));
    assert_eq!(verdict, expected.map(|_| ()), "{next} on\n{position:?}");
}

/// A stone there takes the stones named, or is refused, whatever the ko rule.
fn check(diagram: &str, color: Color, at: &str, expected: Result<&str, Illegal>) {
    for rule in [Simple, PositionalSuperko] {
        check_next(&after(diagram, color, rule, ""), at, expected);
    }
}

const CORNER: &str = "
    . . .
    X . .
    O . .";

const FOUR_CHAINS: &str = "
    . . X . .
    . X O X .
    X O . O X
    . X O X .
    . . X . .";

const DIAMOND: &str = "
    . X .
    X . X
    . X .";

const LAST_LIBERTY: &str = "
    X X .
    O X .
    . X .";

const LOOKS_LIKE_SUICIDE: &str = "
    X . .
    O X .
    . O .";

const SNAPBACK: &str = "
    . . . . .
    . . . . .
    O O O O O
    X X X X O
    X . . X O";

const KO: &str = "
    . . . .
    . X O .
    X O . O
    . X O .";

const SEND_TWO: &str = "
    . . X O .
    X X X O .
    . X O O .
    X X O . O
    . O . O .";

/// Black can take in the top and the bottom ko, White in the middle one.
const TRIPLE_KO: &str = "
    . X O . . . .
    X O . O . . .
    . X O . . . .
    X . X O . . .
    . X O . . . .
    X O . O . . .
    . X O . . . .";

#[test]
fn stones_without_liberties_are_taken() {
    check(CORNER, Black, "B1", Ok("A1"));
    check(CORNER, White, "B1", Ok(""));
    check(FOUR_CHAINS, Black, "C3", Ok("C4 B3 D3 C2"));
    check(LAST_LIBERTY, Black, "A1", Ok("A2"));
    check(LOOKS_LIKE_SUICIDE, Black, "A1", Ok("A2"));
    // A full board but for one point: either side takes all of the other's.
    check("XO\nX.", White, "B1", Ok("A1 A2"));
    check("XO\nX.", Black, "B1", Ok("B2"));
}

#[test]
fn stones_stay_where_they_are() {
    check(CORNER, Black, "A2", Err(Illegal::Occupied(Black)));
    check(CORNER, Black, "A1", Err(Illegal::Occupied(White)));
    check(CORNER, White, "A1", Err(Illegal::Occupied(White)));
}

#[test]
fn the_board_has_an_end() {
    check(CORNER, Black, "D1", Err(Illegal::OffBoard));
    check(CORNER, White, "A4", Err(Illegal::OffBoard));
    check(CORNER, White, "T19", Err(Illegal::OffBoard));
}

#[test]
fn suicide_is_refused() {
    check(DIAMOND, White, "B2", Err(Illegal::Suicide));
    check(DIAMOND, White, "A1", Err(Illegal::Suicide));
    check(DIAMOND, Black, "B2", Ok(""));
    check(LAST_LIBERTY, White, "A1", Err(Illegal::Suicide));
    check(FOUR_CHAINS, White, "C3", Err(Illegal::Suicide));
}

#[test]
fn snapback_is_no_ko() {
    for rule in [Simple, PositionalSuperko] {
        check_next(&after(SNAPBACK, White, rule, "B1"), "C1", Ok("B1"));
        let position = after(SNAPBACK, White, rule, "B1 C1");
        assert_eq!(position.ko(), None);
        check_next(&position, "B1", Ok("A1 A2 B2 C2 D2 D1 C1"));
    }
}

#[test]
fn ko_is_refused_at_once_and_not_later() {
    for rule in [Simple, PositionalSuperko] {
        check_next(&after(KO, Black, rule, ""), "C2", Ok("B2"));
        let taken = after(KO, Black, rule, "C2");
        assert_eq!(taken.ko(), Some(point("B2")));
        check_next(&taken, "B2", Err(Illegal::Ko));
        let tenuki = after(KO, Black, rule, "C2 A4 D4");
        assert_eq!(tenuki.ko(), None);
        check_next(&tenuki, "B2", Ok("C2"));
        // And now it is Black who must wait.
        check_next(&after(KO, Black, rule, "C2 A4 D4 B2"), "C2", Err(Illegal::Ko));
    }
}

#[test]
fn taking_one_stone_is_no_ko_if_the_taker_has_another_liberty() {
    let taken = after(CORNER, Black, Simple, "B1");
    assert_eq!(taken.ko(), None);
    check_next(&taken, "A1", Err(Illegal::Suicide));
}

#[test]
fn the_side_that_took_may_fill_the_ko() {
    check_next(&after(KO, Black, Simple, "C2 A4"), "B2", Ok(""));
}

#[test]
fn a_pass_ends_the_ko() {
    let passed = after(KO, Black, Simple, "C2 pass");
    assert_eq!(passed.ko(), None);
    check_next(&after(KO, Black, Simple, "C2 pass D4"), "B2", Ok("C2"));
}

#[test]
fn sending_two_and_returning_one_is_for_superko_to_forbid() {
    check_next(&after(SEND_TWO, White, Simple, "A1"), "C1", Ok("A1 B1"));
    check_next(&after(SEND_TWO, White, Simple, "A1 C1"), "B1", Ok("C1"));
    // The other side would be to move, but positional superko looks at the board alone.
    check_next(&after(SEND_TWO, White, PositionalSuperko, "A1 C1"), "B1", Err(Illegal::Ko));
    assert!(after(SEND_TWO, White, Simple, "A1 C1 B1").is_repetition());
    assert!(!after(SEND_TWO, White, Simple, "A1 C1").is_repetition());
}

#[test]
fn three_kos_go_round_for_ever_but_not_under_superko() {
    let round = "C6 B4 C2 B6 C4";
    check_next(&after(TRIPLE_KO, Black, Simple, round), "B2", Ok("C2"));
    check_next(&after(TRIPLE_KO, Black, PositionalSuperko, round), "B2", Err(Illegal::Ko));
    let twice = after(TRIPLE_KO, Black, Simple, &format!("{round} B2 {round} B2"));
    assert_eq!(*twice.board(), Board::from_diagram(TRIPLE_KO).unwrap());
    assert!(twice.is_repetition());
    assert_eq!(twice.taken(), ByColor { black: 6, white: 6 });
    // With a stone more it is another board.
    let elsewhere = format!("{round} G1 pass");
    check_next(&after(TRIPLE_KO, Black, PositionalSuperko, &elsewhere), "B2", Ok("C2"));
}

#[test]
fn two_passes_end_the_game() {
    let over = after(KO, White, Simple, "pass pass");
    assert!(over.is_over());
    for next in ["A4", "B2", "pass", "T19"] {
        check_next(&over, next, Err(Illegal::GameOver));
    }
    assert!(over.legal_points().is_empty());
    let interrupted = after(KO, White, Simple, "pass A4 pass");
    assert!(!interrupted.is_over());
    assert_eq!((interrupted.passes(), interrupted.moves()), (1, 3));
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut position = after(KO, Black, Simple, "C2");
    let before = position.clone();
    for next in ["B2", "C3", "T1"] {
        assert!(position.play(a_move(next)).is_err());
        assert_eq!(position, before);
    }
}

#[test]
fn area_is_stones_and_what_one_side_surrounds() {
    let check = |diagram: &str, dead: &str, black, white| {
        let board = Board::from_diagram(diagram).unwrap();
        assert_eq!(area(&board, &points(dead)), ByColor { black, white }, "{dead} on\n{board}");
    };
    check("..\n..", "", 0, 0);
    check("...\n.X.\n...", "", 9, 0);
    check("...\n.X.\n...", "B2", 0, 0);
    // The middle column is nobody's.
    check("X.O\nX.O\nX.O", "", 3, 3);
    check("XX.OO\n.X.O.\nXX.OO\n.X.O.\nXX.OO", "", 10, 10);
    // The white stone in Black's corner: alive, and then dead.
    check(".OX.\n.XX.\nXXOO\n..O.", "", 5, 5);
    check(".OX.\n.XX.\nXXOO\n..O.", "B4", 8, 4);
    // A1 is shared.
    check(SEND_TWO, "", 10, 14);
}

#[test]
fn scores_are_written_as_in_sgf() {
    let check = |black, white, komi: &str, text: &str| {
        let score = Score { area: ByColor { black, white }, komi: komi.parse().unwrap() };
        assert_eq!(score.to_string(), text);
    };
    check(45, 36, "6.5", "B+2.5");
    check(40, 41, "6.5", "W+7.5");
    check(44, 37, "7", "0");
    check(0, 0, "-0.5", "B+0.5");
    check(44, 36, "7", "B+1");
}

#[test]
fn bad_diagrams_are_explained() {
    let check = |text: &str, error| assert_eq!(Board::from_diagram(text), Err(error), "{text}");
    check("", DiagramError::Rows(0));
    check("\n  \n", DiagramError::Rows(0));
    check("X", DiagramError::Rows(1));
    check(&".\n".repeat(20), DiagramError::Rows(20));
    check(&".\n".repeat(300), DiagramError::Rows(300));
    check("..\n...", DiagramError::Width { row: 2, found: 3, expected: 2 });
    check(".\n..", DiagramError::Width { row: 1, found: 1, expected: 2 });
    check("..\n.?", DiagramError::Character { row: 2, found: '?' });
    check(".Z\n..", DiagramError::Character { row: 1, found: 'Z' });
    check("XX\nXX", DiagramError::Setup(SetupError::NoLiberty(point("A1"))));
    check("OX\nX.", DiagramError::Setup(SetupError::NoLiberty(point("A2"))));
}

#[test]
fn diagrams_may_be_drawn_in_many_ways() {
    let board = Board::from_diagram("XO\n..").unwrap();
    for text in ["#O\n++", "x o\n, .", "   A B\n 2 X O 2\n 1 . . 1\n   A B\n", "\n\n2 X O\n1 . .\n"]
    {
        assert_eq!(Board::from_diagram(text).as_ref(), Ok(&board), "{text}");
    }
}

#[test]
fn stones_that_cannot_stand_together_are_named() {
    let check = |black: &str, white: &str, error| {
        let stones = ByColor { black: points(black), white: points(white) };
        let size = BoardSize::new(3).unwrap();
        assert_eq!(Board::from_stones(size, stones), Err(error), "{black} / {white}");
    };
    check("D1", "", SetupError::OffBoard(point("D1")));
    check("A1", "A4", SetupError::OffBoard(point("A4")));
    check("A1 B1", "B1", SetupError::Overlap(point("B1")));
    check("A1", "A2 B1", SetupError::NoLiberty(point("A1")));
    check("A2 B1 C2", "B2 A1", SetupError::NoLiberty(point("A1")));
}

#[test]
fn points_are_a_letter_and_a_number() {
    for (text, col, row) in [("A1", 0, 0), ("h8", 7, 7), ("J9", 8, 8), ("t19", 18, 18)] {
        assert_eq!(text.parse(), Ok(Point::new(col, row).unwrap()));
    }
    let wrong = ["", "A", "1", "I5", "i5", "A0", "A01", "A+1", "A-1", "A20", "U1", "A1 ", " A1"];
    let stranger = ["AA1", "A1.5", "A999", "é5", "Aé", "pass", "5E", "A１"];
    for text in wrong.into_iter().chain(stranger) {
        assert_eq!(text.parse::<Point>(), Err(ParsePointError), "{text:?}");
    }
    assert_eq!((Point::new(19, 0), Point::new(0, 19)), (None, None));
}

#[test]
fn every_point_survives_being_written() {
    let written = |point: Point| point.to_string().parse() == Ok(point);
    assert!(BoardSize::MAX.points().all(written));
    assert_eq!(BoardSize::MAX.points().count(), BoardSize::MAX.area());
}

#[test]
fn komi_is_in_whole_or_half_points() {
    let right = [("6.5", 13), ("0", 0), ("-0", 0), ("-7.5", -15), ("7.0", 14), (" 361 ", 722)];
    for (text, halves) in right {
        assert_eq!(text.parse(), Ok(Komi::from_half_points(halves)), "{text:?}");
    }
    for text in ["", "x", "6,5", "3.75", "6.50001", "361.5", "-362", "NaN", "inf", "6.5 points"] {
        assert_eq!(text.parse::<Komi>(), Err(ParseKomiError), "{text:?}");
    }
}

#[test]
fn boards_have_2_to_19_lines() {
    assert_eq!((0..=255).filter_map(BoardSize::new).count(), 18);
    assert_eq!((BoardSize::new(1), BoardSize::new(20)), (None, None));
}
