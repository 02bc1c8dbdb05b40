//! The reading board, checked against the board of `kage-goban`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

use kage_goban::{BoardSize, Color, KoRule, Move, Point, PointSet, Position};
use kage_tactics::ReadingBoard;

/// Compares everything that both boards have.
fn check(reading: &ReadingBoard, position: &Position) {
    let board = position.board();
    assert_eq!(reading.ko(), position.ko());
    for color in Color::BOTH {
        assert_eq!(reading.stones(color), board.stones(color));
    }
    for point in board.size().points() {
        assert_eq!(reading.at(point), board.at(point));
        if let Some(chain) = board.chain_at(point) {
            let group = reading.group(point);
            assert_eq!((group.stones, group.liberties), (chain.stones, chain.liberties));
            let numbers = (group.size as usize, group.liberty_count as usize);
            assert_eq!(numbers, (chain.stones.len(), chain.liberties.len()));
        }
    }
}

/// Plays and undoes random moves, and compares the boards after each.
fn wander(lines: u8, seed: u64, steps: usize) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let start = Position::new(BoardSize::new(lines).unwrap(), KoRule::Simple);
    let mut line = vec![start.clone()];
    let mut reading = ReadingBoard::new(start.size());
    let mut hashes = vec![reading.hash()];
    for _ in 0..steps {
        if rng.u32(..9) == 0 {
            for _ in 0..rng.usize(..line.len()).min(12) {
                line.pop();
                hashes.pop();
                reading.undo();
                assert_eq!(Some(&reading.hash()), hashes.last());
            }
        }
        let position = line.last().unwrap();
        let points: Vec<Point> = PointSet::board(start.size()).iter().collect();
        for &point in &points {
            let legal = position.check(Move::Play(point)).is_ok();
            assert_eq!(reading.is_legal(position.turn(), point), legal, "{point} {position:?}");
        }
        let legal: Vec<Point> = position.legal_points().iter().collect();
        if legal.is_empty() {
            break;
        }
        let point = legal[rng.usize(..legal.len())];
        let mut next = position.clone();
        let taken = next.play(Move::Play(point)).unwrap();
        assert!(reading.play(position.turn(), point));
        assert_eq!(reading.captured(), taken);
        check(&reading, &next);
        check(&ReadingBoard::from(&next), &next);
        assert_eq!(reading.hash(), ReadingBoard::from(&next).hash());
        hashes.push(reading.hash());
        line.push(next);
    }
}

#[test]
fn it_is_the_board_of_the_rules() {
    for (lines, games, steps) in [(3, 60, 120), (5, 60, 200), (9, 20, 300), (19, 3, 500)] {
        for game in 0..games {
            wander(lines, 1000 * u64::from(lines) + game, steps);
        }
    }
}
