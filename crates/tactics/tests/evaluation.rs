//! The values of links, checked against a second count with the boards of `kage-goban`; the hottest
//! move; audits; caching.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

use kage_goban::{Board, BoardSize, Color, KoRule, Move, Point, Position};
use kage_playout::{Act, Playouts, World};
use kage_tactics::{
    AnyGoal, Audit, Claim, Connect, Estimate, First, Link, LinkScores, MeanScore, Pair, Reader,
    ReadingBoard, Reason, Strategy, connections, empty_connections,
};

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

/// Whether a game counts for a link and a cut: the paper's tests (5.3), applied board by board. The
/// empty end of an empty connection may stay empty.
fn counts(start: &Board, boards: &[Board], link: Link, cut: Link) -> bool {
    let color = link.color;
    let lost = |board: &Board, end: Point| match start.at(end) {
        Some(_) => board.at(end) != Some(color),
        None => board.at(end) == Some(!color),
    };
    for board in boards {
        if lost(board, link.one) || lost(board, link.other) {
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
fn scores_equal_a_second_count() {
    let position = middle();
    let links = vec![
        link(Color::Black, "C7", "E5"),
        link(Color::Black, "D5", "E5"),
        link(Color::White, "C4", "G4"),
        link(Color::White, "F7", "G4"),
    ];
    let pairs = vec![
        Pair::Both(0, 1),
        Pair::LinkAndCut(0, 2),
        Pair::LinkAndCut(1, 3),
        Pair::LinkAndCut(3, 0),
    ];
    let scores = counted_again(&position, &links, &pairs, 300);
    assert!((0..pairs.len()).all(|pair| scores.together(pair).games() > 0));
}

/// Many links and pairs, on a narrow and on a wide board: they use different bit sets.
#[test]
fn many_scores_equal_a_second_count() {
    let narrow = middle();
    let mut wide = Position::new(BoardSize::new(13).unwrap(), KoRule::Simple);
    for name in ["D4", "K10", "F5", "J9", "G6", "H8", "E6", "L8", "F8", "G8", "E8", "G9"] {
        wide.play(Move::Play(point(name))).unwrap();
    }
    for (position, games) in [(narrow, 20), (wide, 8)] {
        let board = ReadingBoard::from(&position);
        let mut links = Vec::new();
        for color in Color::BOTH {
            let ties = connections(&board, color).into_iter();
            links.extend(ties.map(|Connect { one, other, .. }| Link { color, one, other }));
            let ties = empty_connections(&board, color).into_iter().step_by(7);
            links.extend(ties.map(|tie| Link { color, one: tie.point, other: tie.stone }));
        }
        let all = 0..links.len();
        let two = all.clone().flat_map(|one| all.clone().map(move |other| (one, other)));
        let pairs: Vec<Pair> = two
            .filter(|(one, other)| one != other && (3 * one + other) % 12 == 0)
            .map(|(one, other)| match links[one].color == links[other].color {
                true => Pair::Both(one, other),
                false => Pair::LinkAndCut(one, other),
            })
            .collect();
        assert!(links.len() > 20 && pairs.len() > 100, "{} {}", links.len(), pairs.len());
        counted_again(&position, &links, &pairs, games);
    }
}

/// The scores of so many games, after every one was counted again on the boards of `kage-goban`.
#[allow(clippy::too_many_lines, reason = "the slow count is one loop over games")]
fn counted_again(position: &Position, links: &[Link], pairs: &[Pair], games: u64) -> LinkScores {
    let mut scores = LinkScores::new(links.to_vec(), pairs.to_vec());
    scores.play(position, games, 7);

    let world = World::from(position);
    let mut linked = vec![(0.0, 0); links.len()];
    let mut paired = vec![(0.0, 0); pairs.len()];
    let book = |finish: kage_playout::Finish, acts: &[(Color, Act)]| {
        let mut game = position.clone();
        let mut boards = Vec::new();
        for &(_, act) in acts {
            let Act::Move(play) = act else {
                panic!("a playout from a visible position has only moves")
            };
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
                Pair::LinkAndCut(a, b) => counts(position.board(), &boards, links[a], links[b]),
            };
            add(&mut paired[i], yes);
        }
    };
    Playouts::new(position.size(), 7).run_recorded(0..games, |_| &world, book).unwrap();
    let same = |mean_score: &MeanScore, (sum, games): (f64, u64)| {
        let mean = (games > 0).then(|| sum / games as f64);
        let far = mean_score.mean().zip(mean).map_or(0.0, |(one, other)| (one - other).abs());
        mean_score.games() == games && mean_score.mean().is_some() == mean.is_some() && far < 1e-9
    };
    for (i, sum) in linked.into_iter().enumerate() {
        assert!(same(scores.reached(i), sum), "{:?}", links[i]);
        assert_eq!(scores.missed(i).games(), games - sum.1);
    }
    for (i, sum) in paired.into_iter().enumerate() {
        assert!(same(scores.together(i), sum), "{:?}: {sum:?}", pairs[i]);
    }
    scores
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

/// A claim is the mean of the playouts in which goal and threat were reached. The audit plays the
/// moves.
#[test]
fn an_audit_plays_the_threat_out() {
    let strategy = Strategy { playouts: 600, ..Strategy::default() };
    let position = middle();
    let advice = strategy.advise(&position, 3);
    let claiming = advice.iter().filter(|advice| advice.claim.is_some()).take(3);
    let audits: Vec<_> =
        claiming.filter_map(|advice| strategy.audit(&position, advice, 5)).collect();
    assert!(!audits.is_empty(), "there are threats in the middle of a game");
    // Two moves in a row are worth more than one move.
    let mean = |of: fn(&kage_tactics::Audit) -> f64| audits.iter().map(of).sum::<f64>();
    assert!(mean(|audit| audit.threat.mean) > mean(|audit| audit.goal.mean), "{audits:?}");
    let plain = advice.iter().find(|advice| advice.claim.is_none()).unwrap();
    assert_eq!(strategy.audit(&position, plain, 5), None);
}

#[test]
fn over_valued_means_by_more_than_two_errors() {
    let audit = |error: f64| {
        let target =
            AnyGoal::Connect(Connect { color: Color::Black, one: point("C7"), other: point("E5") });
        let came_to = Estimate { mean: 5.0, error };
        let claim = Claim { goal: 4.0, threat: 10.0, target };
        Audit { claim, goal: came_to, threat: came_to }
    };
    assert!(audit(2.4).is_over_valued() && !audit(2.6).is_over_valued());
    assert!(!audit(0.1).is_goal_over_valued());
    let estimate = Estimate::of(&[1.0, 3.0, 5.0]).unwrap();
    assert!((estimate.mean - 3.0).abs() < 1e-12);
    assert!((estimate.error - 2.0 / 3f64.sqrt()).abs() < 1e-12);
    assert_eq!(Estimate::of(&[1.0]), None);
}

/// Answers are cached until a limit changes.
#[test]
fn a_reader_caches_answers() {
    let position = middle();
    let goal = Connect { color: Color::Black, one: point("C7"), other: point("E5") };
    let mut reader = Reader::new(ReadingBoard::from(&position));
    let answer = reader.search(goal, First::Enemy);
    let nodes = reader.nodes();
    assert_eq!(reader.search(goal, First::Enemy), answer);
    assert_eq!(reader.nodes(), nodes, "the answer was cached");
    let mut other = reader.limited_to(10_000);
    assert_eq!(other.search(goal, First::Enemy).is_won(), answer.is_won());
    assert!(other.nodes() > nodes, "a new limit clears the cache");
}
