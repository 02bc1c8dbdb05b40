//! Every playout, act by act, under the eyes of the slow rules.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test stops at the first surprise"
)]

mod slow;

use kage_goban::{BoardSize, ByColor, Color, Move, PointSet};
use kage_playout::{Act, Eyes, Fill, Finish, Playouts, World};
use slow::{Random, Slow, midgame};

fn size(lines: usize) -> BoardSize {
    BoardSize::new(lines as u8).unwrap()
}

/// Follows a playout; returns the game as it stands at the end.
fn follow(mut slow: Slow, fill: Option<&Fill>, finish: Finish, acts: &[(Color, Act)]) -> Slow {
    let mut hidden = 0;
    let mut playing = false;
    let open = |slow: &Slow| match fill {
        Some(fill) => {
            let onto = fill.onto.iter().map(|point| slow.index(point));
            onto.filter(|&at| slow.may_hide(fill.color, at)).count()
        }
        None => 0,
    };
    for &(color, act) in acts {
        match act {
            Act::Hide(point) => {
                let fill = fill.expect("a hidden stone in a world without");
                assert!(!playing && color == fill.color && fill.onto.contains(point));
                let at = slow.index(point);
                assert!(slow.may_hide(color, at), "{point} cannot be hidden\n{slow:?}");
                slow.hide(color, at);
                hidden += 1;
            }
            Act::Move(wish) => {
                if !playing && let Some(fill) = fill {
                    assert_eq!(u32::from(fill.count), hidden + finish.unplaced);
                    assert!(finish.unplaced == 0 || open(&slow) == 0, "more could be hidden");
                }
                playing = true;
                assert_eq!(color, slow.turn);
                assert!(slow.passes < 2, "the game is over");
                match wish {
                    Move::Pass => assert_eq!(slow.candidates(), [], "a pass too early\n{slow:?}"),
                    Move::Play(point) => {
                        let at = slow.index(point);
                        assert!(slow.is_legal(at) && !slow.is_own_eye(at), "{point}\n{slow:?}");
                    }
                }
                slow.play(wish);
            }
        }
    }
    slow
}

/// Plays games from a position and follows them all.
fn check(start: &Slow, fill: Option<Fill>, games: u64, seed: u64) -> u64 {
    let mut world = World::new(&start.board(), start.turn);
    if let Some(ko) = start.ko {
        world = world.with_ko(start.point(ko)).unwrap();
    }
    if let Some(fill) = fill {
        world = world.with_fill(fill).unwrap();
    }
    let mut start = start.clone();
    start.passes = 0;
    start.plies = 0;
    start.first.fill('.');

    let playouts = Playouts::new(size(start.lines), seed).with_eyes(start.eyes);
    let mut firsts: Vec<(Finish, ByColor<PointSet>)> = Vec::new();
    let trace = |finish, first: &ByColor<_>| firsts.push((finish, first.map(PointSet::from)));
    playouts.run_traced(0..games, |_| &world, trace).unwrap();
    firsts.sort_by_key(|(finish, _)| finish.game);

    let mut capped = 0;
    let mut seen = 0;
    let record = |finish: Finish, acts: &[(Color, Act)]| {
        let slow = follow(start.clone(), fill.as_ref(), finish, acts);
        let cap = 8 * (start.lines * start.lines) as u32;
        assert_eq!(finish.plies, slow.plies);
        assert_eq!(finish.area, slow.area(), "{slow:?}");
        assert_eq!(finish.capped, slow.passes < 2);
        assert!(finish.plies == cap || !finish.capped);
        let (traced, first) = &firsts[finish.game as usize];
        assert_eq!(*traced, finish);
        assert_eq!(*first, ByColor::new(|color| slow.first_played(color)));
        capped += u64::from(finish.capped);
        seen += 1;
    };
    playouts.run_recorded(0..games, |_| &world, record).unwrap();
    assert_eq!(seen, games);
    capped
}

#[test]
fn from_the_empty_board() {
    for (lines, games) in [(2, 3000), (3, 3000), (5, 3000), (7, 1500), (9, 1500), (10, 150)] {
        let capped = check(&Slow::empty(lines), None, games, lines as u64);
        assert!(lines < 5 || capped == 0);
    }
    check(&Slow::empty(13), None, 80, 13);
    check(&Slow::empty(14), None, 40, 14);
    check(&Slow::empty(19), None, 24, 19);
}

#[test]
fn from_the_middle_of_a_game() {
    let mut random = Random(1);
    for (lines, positions) in [(2, 100), (3, 100), (4, 100), (5, 60), (7, 40), (9, 40), (13, 4)] {
        for _ in 0..positions {
            let plies = random.below(lines * lines * 4 / 3);
            let start = midgame(lines, plies, &mut random);
            check(&start, None, 20, random.next());
        }
    }
    check(&midgame(19, 250, &mut random), None, 16, 19);
}

#[test]
fn after_a_fill() {
    let mut random = Random(2);
    for (lines, positions) in [(2, 100), (3, 100), (5, 80), (7, 40), (9, 40), (13, 4), (19, 1)] {
        for _ in 0..positions {
            let plies = random.below(lines * lines);
            let start = midgame(lines, plies, &mut random);
            // Half of the points, stones among them, and now and then more stones than can stand.
            let onto = size(lines).points().filter(|_| random.below(2) == 0).collect();
            let count = random.below(lines * lines / 2) as u16;
            let color = Color::BOTH[random.below(2)];
            check(&start, Some(Fill { color, count, onto }), 20, random.next());
        }
    }
}

#[test]
fn with_eyes_by_their_walls() {
    let mut random = Random(3);
    let walls = |slow: Slow| Slow { eyes: Eyes::Walls, ..slow };
    for (lines, games) in [(2, 500), (3, 500), (5, 1000), (7, 500), (9, 500), (13, 20)] {
        check(&walls(Slow::empty(lines)), None, games, lines as u64);
    }
    check(&walls(Slow::empty(19)), None, 8, 19);
    for (lines, positions) in [(3, 60), (5, 60), (7, 40), (9, 30)] {
        for _ in 0..positions {
            let start = walls(midgame(lines, random.below(lines * lines), &mut random));
            let fill = Fill { color: Color::White, count: 3, onto: PointSet::board(size(lines)) };
            check(&start, Some(fill), 20, random.next());
        }
    }
}

#[test]
fn a_ko_point_is_shut_for_one_ply() {
    // White has just taken at B2; Black may not retake at C2 at once.
    let mut slow = Slow::empty(4);
    let diagram = ".XO./XO.O/.XO./....";
    for (row, line) in diagram.split('/').rev().enumerate() {
        for (col, cell) in line.chars().enumerate() {
            slow.cells[row * 4 + col] = cell;
        }
    }
    let ko = slow.point(2 * 4 + 2);
    let count = |shut: bool| {
        let mut world = World::new(&slow.board(), Color::Black);
        if shut {
            world = world.with_ko(ko).unwrap();
        }
        let (mut at_once, mut ever) = (0, 0);
        let record = |_: Finish, acts: &[(Color, Act)]| {
            let take = (Color::Black, Act::Move(Move::Play(ko)));
            at_once += u32::from(acts[0] == take);
            ever += u32::from(acts.contains(&take));
        };
        Playouts::new(size(4), 1).run_recorded(0..1000, |_| &world, record).unwrap();
        (at_once, ever)
    };
    let (at_once, _) = count(false);
    assert!(at_once > 50);
    let (at_once, ever) = count(true);
    assert_eq!(at_once, 0);
    assert!(ever > 50);
}
