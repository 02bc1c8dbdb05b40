//! What goals are worth, counted again by the board of the rules; and the hottest move.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

use kage_goban::{Board, Color, KoRule, Move, Point, Position};
use kage_playout::{Act, Playouts, World};
use kage_tactics::{Ledger, Link, Pair, Reason, Strategy};

fn point(text: &str) -> Point {
    text.parse().unwrap()
}

fn link(color: Color, one: &str, other: &str) -> Link {
    Link { color, one: point(one), other: point(other) }
}

fn middle() -> Position {
    let board = Board::from_diagram(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . X . . O O . .
        . . X . . . O . .
        . . . . X . . . .
        . X O . . X O . .
        . . O . . X O . .
        . . O . . . . . .
        . . . . . . . . .
        ",
    );
    Position::from_board(board.unwrap(), Color::Black, KoRule::Simple)
}

fn holds(board: &Board, link: Link) -> bool {
    let chain = board.chain_at(link.one);
    chain.is_some_and(|chain| chain.color == link.color && chain.stones.contains(link.other))
}

/// Whether a game counts for a link and a cut: the paper's tests, one after the other.
fn counts(boards: &[Board], link: Link, cut: Link) -> bool {
    for board in boards {
        let color = link.color;
        if board.at(link.other) != Some(color) || board.at(link.one) == Some(!color) {
            return false;
        }
        let gone = |at: Point| board.at(at) != Some(!color);
        if holds(board, link) && (gone(cut.one) || gone(cut.other)) {
            return true;
        }
        if holds(board, cut) {
            return false;
        }
    }
    boards.iter().any(|board| holds(board, link))
}

#[test]
fn the_ledger_is_right() {
    let position = middle();
    let links = vec![
        link(Color::Black, "C7", "E5"),
        link(Color::Black, "D5", "E5"),
        link(Color::White, "C4", "G4"),
        link(Color::White, "F7", "G4"),
    ];
    let pairs = vec![Pair::Both(0, 1), Pair::But(0, 2), Pair::But(1, 3), Pair::But(3, 0)];
    let mut ledger = Ledger::new(links.clone(), pairs.clone());
    ledger.play(&position, 300, 7);

    let world = World::from(&position);
    let mut linked = vec![(0.0, 0); links.len()];
    let mut paired = vec![(0.0, 0); pairs.len()];
    let book = |finish: kage_playout::Finish, acts: &[(Color, Act)]| {
        let mut game = position.clone();
        let mut boards = Vec::new();
        for &(_, act) in acts {
            let Act::Move(play) = act else { panic!("nothing is hidden") };
            game.play(play).unwrap();
            if play != Move::Pass {
                boards.push(game.board().clone());
            }
        }
        let lead = f64::from(finish.lead());
        let add = |sum: &mut (f64, u64), yes: bool| {
            if yes {
                *sum = (sum.0 + lead, sum.1 + 1);
            }
        };
        for (i, &link) in links.iter().enumerate() {
            add(&mut linked[i], boards.iter().any(|board| holds(board, link)));
        }
        for (i, &pair) in pairs.iter().enumerate() {
            let yes = match pair {
                Pair::Both(a, b) => {
                    boards.iter().any(|board| holds(board, links[a]) && holds(board, links[b]))
                }
                Pair::But(a, b) => counts(&boards, links[a], links[b]),
            };
            add(&mut paired[i], yes);
        }
    };
    Playouts::new(position.size(), 7).run_recorded(0..300, |_| &world, book).unwrap();
    for (i, (sum, games)) in linked.into_iter().enumerate() {
        assert_eq!(ledger.reached(i).games(), games);
        assert_eq!(ledger.missed(i).games(), 300 - games);
        assert!((ledger.reached(i).mean().unwrap() - sum / games as f64).abs() < 1e-9);
    }
    for (i, (sum, games)) in paired.into_iter().enumerate() {
        assert_eq!(ledger.together(i).games(), games, "pair {i}");
        assert!(games > 0, "pair {i} never happens");
        assert!((ledger.together(i).mean().unwrap() - sum / games as f64).abs() < 1e-9);
    }
}

#[test]
fn the_hottest_move_joins_what_would_be_cut() {
    let board = Board::from_diagram(
        "
        . . . O X . . . .
        . . . O X . X . .
        . . . O X . . . .
        . . . O X . . . .
        . . . O X X X . .
        . . . O . O . X .
        . . . O X X X . .
        . . . O X . . . .
        . . . O X . X . .
        ",
    );
    let position = Position::from_board(board.unwrap(), Color::Black, KoRule::Simple);
    for threats in [false, true] {
        let strategy = Strategy { threats, playouts: 500, reading: 300, deepening: 5 };
        let advice = strategy.advise(&position, 1);
        assert_eq!(advice[0].point, point("E4"), "{advice:?}");
        assert_ne!(advice[0].reason, Reason::First);
        assert_eq!(advice, strategy.advise(&position, 1), "the seed decides");
    }
}

#[test]
fn there_is_always_advice() {
    let strategy = Strategy { threats: true, playouts: 200, reading: 200, deepening: 5 };
    let empty = Position::new(kage_goban::BoardSize::NINE, KoRule::Simple);
    let advice = strategy.advise(&empty, 3);
    assert_eq!(advice.len(), 81, "every point has been played first in some game");
    assert!(strategy.advise(&middle(), 3).iter().any(|advice| advice.reason != Reason::First));
}

/// A claim is the mean of the playouts in which goal and threat were reached; what it comes to is
/// found by making the moves.
#[test]
fn what_is_claimed_of_a_threat_is_looked_into() {
    let strategy = Strategy { playouts: 600, ..Strategy::default() };
    let position = middle();
    let advice = strategy.advise(&position, 3);
    let claiming = advice.iter().filter(|advice| advice.claim.is_some()).take(3);
    let audits: Vec<_> =
        claiming.filter_map(|advice| strategy.audit(&position, advice, 5)).collect();
    assert!(!audits.is_empty(), "there are threats in the middle of a game");
    for audit in &audits {
        assert!(audit.claim.threat > audit.claim.goal, "{audit:?}");
        assert!(audit.threat.mean.abs() <= 81.0 && audit.threat.error > 0.0, "{audit:?}");
        let beyond = audit.claim.threat - audit.threat.mean > 2.0 * audit.threat.error;
        assert_eq!(audit.is_over_valued(), beyond);
    }
    // Two moves in a row are worth more than one.
    let mean = |of: fn(&kage_tactics::Audit) -> f64| audits.iter().map(of).sum::<f64>();
    assert!(mean(|audit| audit.threat.mean) > mean(|audit| audit.goal.mean), "{audits:?}");
    let plain = advice.iter().find(|advice| advice.claim.is_none()).unwrap();
    assert_eq!(strategy.audit(&position, plain, 5), None);
}
