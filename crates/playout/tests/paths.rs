//! What a game is depends on its seed, its number and its world only: not on how it is computed,
//! nor on the games beside it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test stops at the first surprise"
)]

mod slow;

use kage_goban::{Board, BoardSize, ByColor, Color, KoRule, Move, Position};
use kage_playout::{Eyes, Fill, Finish, Playouts, PointRows, World, WorldError, WrongSize};
use proptest::prelude::*;
use slow::{Random, midgame};

type Traces = Vec<(Finish, ByColor<PointRows>)>;

fn traces(playouts: &Playouts, games: std::ops::Range<u64>, worlds: &[World]) -> Traces {
    let mut all = Vec::new();
    let start = |game: u64| worlds[game as usize % worlds.len()];
    playouts.run_traced(games, start, |finish, first| all.push((finish, *first))).unwrap();
    all.sort_by_key(|(finish, _)| finish.game);
    all
}

/// Worlds in all stages of the game, with and without hidden stones.
fn worlds(lines: usize, count: usize, random: &mut Random) -> Vec<World> {
    let world = |_| {
        let slow = midgame(lines, random.below(lines * lines), random);
        let mut world = World::new(&slow.board(), slow.turn);
        if let Some(ko) = slow.ko {
            world = world.with_ko(slow.point(ko)).unwrap();
        }
        let fill = Fill {
            color: Color::BOTH[random.below(2)],
            count: random.below(lines * 2) as u16,
            onto: slow.board().empty(),
        };
        if random.below(2) == 0 { world } else { world.with_fill(fill).unwrap() }
    };
    (0..count).map(world).collect()
}

#[test]
fn both_paths_play_the_same_games() {
    let mut random = Random(3);
    for (lines, games) in [(2, 600), (3, 600), (5, 600), (8, 600), (9, 3000), (13, 200), (19, 60)] {
        let worlds = worlds(lines, 30, &mut random);
        let playouts = Playouts::new(worlds[0].size(), random.next());
        let fast = traces(&playouts, 0..games, &worlds);
        assert_eq!(fast.len() as u64, games);
        assert_eq!(fast, traces(&playouts.portable(), 0..games, &worlds));
        // With and without a trace.
        let mut plain = Vec::new();
        let start = |game: u64| &worlds[game as usize % worlds.len()];
        playouts.run(0..games, start, |finish| plain.push(finish)).unwrap();
        plain.sort_by_key(|finish| finish.game);
        assert!(plain.iter().eq(fast.iter().map(|(finish, _)| finish)));
    }
}

/// A few games are played one at a time, by other code.
#[test]
fn one_at_a_time_they_are_the_same_games() {
    let mut random = Random(5);
    for (lines, games) in [(2, 600), (3, 600), (5, 600), (8, 600), (9, 3000), (10, 200), (13, 200)]
    {
        for eyes in [Eyes::Diagonals, Eyes::Walls] {
            let worlds = worlds(lines, 60, &mut random);
            let size = worlds[0].size();
            let playouts = Playouts::new(size, random.next()).with_eyes(eyes);
            let few = 1 + random.below(3) as u64;
            for playouts in [playouts, playouts.portable(), playouts.capped_at(40)] {
                let whole = traces(&playouts, 0..games, &worlds);
                let mut parts = Vec::new();
                for start in (0..games).step_by(few as usize) {
                    parts.extend(traces(&playouts, start..games.min(start + few), &worlds));
                }
                assert_eq!(whole, parts, "{lines} lines, {eyes:?}");
            }
        }
    }
}

#[test]
fn a_batch_may_be_cut_anywhere() {
    let worlds = worlds(9, 30, &mut Random(4));
    let playouts = Playouts::new(BoardSize::NINE, 11);
    let whole = traces(&playouts, 0..500, &worlds);
    let mut parts = traces(&playouts, 0..1, &worlds);
    parts.extend(traces(&playouts, 1..17, &worlds));
    parts.extend(traces(&playouts, 17..500, &worlds));
    assert_eq!(whole, parts);
    assert_ne!(whole, traces(&Playouts::new(BoardSize::NINE, 12), 0..500, &worlds));
    assert_eq!(traces(&playouts, 7..7, &worlds), []);
}

#[test]
fn a_pass_before_the_start_counts() {
    // Both sides live and have nothing left to do.
    let board = Board::from_diagram(". X O .\nX X O O\n. X O .\nX X O O").unwrap();
    let mut position = Position::from_board(board, Color::White, KoRule::Simple);
    let finish = |position: &Position| {
        let world = World::from(position);
        let mut seen = None;
        let playouts = Playouts::new(world.size(), 1);
        playouts.run(0..1, |_| world, |finish| seen = Some(finish)).unwrap();
        seen.unwrap()
    };
    assert_eq!(finish(&position).plies, 2);
    position.play(Move::Pass).unwrap();
    let last = finish(&position);
    assert_eq!((last.plies, last.capped), (1, false));
    assert_eq!(last.area, ByColor { black: 8, white: 8 });
}

#[test]
fn what_cannot_be_is_refused() {
    let board = Board::from_diagram(". X\n. .").unwrap();
    let world = World::new(&board, Color::Black);
    let (b2, c3) = ("B2".parse().unwrap(), "C3".parse().unwrap());
    assert_eq!(world.with_ko(b2), Err(WorldError::KoNotEmpty(b2)));
    assert_eq!(world.with_ko(c3), Err(WorldError::OffBoard(c3)));
    let onto = kage_goban::PointSet::of(c3);
    let fill = Fill { color: Color::White, count: 1, onto };
    assert_eq!(world.with_fill(fill), Err(WorldError::OffBoard(c3)));
    let nine = Playouts::new(BoardSize::NINE, 1);
    let wrong = WrongSize { game: 5, found: board.size(), wanted: BoardSize::NINE };
    assert_eq!(nine.run(5..6, |_| &world, |_| {}), Err(wrong));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// From any position that random play reaches, areas add up to no more than the board, first
    /// plays do not overlap, and both paths agree.
    #[test]
    fn results_are_possible(lines in 2_usize..=12, seed: u64, count in 0_u16..12) {
        let mut random = Random(seed);
        let slow = midgame(lines, random.below(lines * lines * 3 / 2), &mut random);
        let onto = slow.board().empty();
        let fill = Fill { color: !slow.turn, count, onto };
        let world = World::new(&slow.board(), slow.turn).with_fill(fill).unwrap();
        let playouts = Playouts::new(world.size(), seed);
        let fast = traces(&playouts, 0..20, &[world]);
        for (finish, first) in &fast {
            let area = lines * lines;
            prop_assert!((finish.area.black + finish.area.white) as usize <= area);
            prop_assert!(finish.plies as usize <= 8 * area);
            prop_assert!(finish.unplaced <= u32::from(count));
            prop_assert!(first.black.iter().all(|point| !first.white.contains(point)));
            prop_assert!(first.black.len() + first.white.len() <= finish.plies as usize);
        }
        prop_assert_eq!(fast, traces(&playouts.portable(), 0..20, &[world]));
    }
}
