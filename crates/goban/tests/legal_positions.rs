//! Boards made from stones alone: every legal position is accepted, every other refused, and a
//! board that was played is the same as one that was set up.
//!
//! The numbers of legal positions are John Tromp's: <https://tromp.github.io/go/legal.html>.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "test helpers")]

mod slow;

use kage_goban::{
    Board, BoardSize, ByColor, Chain, Color, KoRule, Move, Point, PointSet, Position, SetupError,
};
use std::collections::HashSet;

type Stones = ByColor<PointSet>;

fn size(lines: u8) -> BoardSize {
    BoardSize::new(lines).unwrap()
}

/// Calls `visit` with every way to put stones on these points, on top of those that are there.
fn fill(stones: Stones, points: &[Point], visit: &mut impl FnMut(Stones)) {
    let Some((&first, rest)) = points.split_first() else { return visit(stones) };
    fill(stones, rest, visit);
    for color in Color::BOTH {
        let mut more = stones;
        more[color].insert(first);
        fill(more, rest, visit);
    }
}

fn count(lines: u8, stones: Stones, points: &[Point]) -> u64 {
    let mut legal = 0;
    fill(stones, points, &mut |stones| {
        legal += u64::from(Board::from_stones(size(lines), stones).is_ok());
    });
    legal
}

/// All fillings of the first row are shared out to the cores.
fn count_on_all_cores(lines: u8) -> u64 {
    let points: Vec<Point> = size(lines).points().collect();
    let (row, rest) = points.split_at(usize::from(lines));
    let mut starts = Vec::new();
    fill(Stones::default(), row, &mut |stones| starts.push(stones));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let share = |core| starts.iter().skip(core).step_by(cores);
        let work = |core| move || share(core).map(|&start| count(lines, start, rest)).sum::<u64>();
        let workers: Vec<_> = (0..cores).map(|core| scope.spawn(work(core))).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).sum()
    })
}

fn grid(lines: u8, stones: &Stones) -> slow::Grid {
    let at = |(row, col)| {
        let point = slow::point((row, col));
        Color::BOTH.into_iter().find(|&color| stones[color].contains(point))
    };
    let lines = usize::from(lines);
    (0..lines).map(|row| (0..lines).map(|col| at((row, col))).collect()).collect()
}

/// Checks every filling of a small board against the slow rules; the number of legal ones.
fn check_all(lines: u8) -> usize {
    let points: Vec<Point> = size(lines).points().collect();
    let mut hashes = HashSet::new();
    fill(Stones::default(), &points, &mut |stones| {
        let grid = grid(lines, &stones);
        match Board::from_stones(size(lines), stones) {
            Ok(board) => {
                assert!(slow::can_stand(&grid), "accepted:\n{board}");
                assert_eq!(sorted_chains(&board), slow_chains(&grid), "{board}");
                assert!(hashes.insert(board.hash()), "another board has this hash:\n{board}");
            }
            Err(SetupError::NoLiberty(point)) => {
                let mut liberties = slow::liberties(&grid, slow::place(point));
                assert_eq!(liberties.next(), None, "{point} on\n{}", slow::show(&grid));
            }
            Err(error) => panic!("{error} on\n{}", slow::show(&grid)),
        }
    });
    hashes.len()
}

fn sorted_chains(board: &Board) -> Vec<Chain> {
    let mut chains: Vec<Chain> = board.chains().copied().collect();
    chains.sort_by_key(|chain| chain.stones.first());
    chains
}

fn slow_chains(grid: &slow::Grid) -> Vec<Chain> {
    let mut chains: Vec<Chain> = Vec::new();
    for place in slow::places(grid) {
        let known = chains.iter().any(|chain| chain.stones.contains(slow::point(place)));
        let Some(color) = slow::at(grid, place).filter(|_| !known) else { continue };
        let stones = slow::connected(grid, place).into_iter().map(slow::point).collect();
        let liberties = slow::liberties(grid, place).map(slow::point).collect();
        chains.push(Chain { color, stones, liberties });
    }
    chains
}

#[test]
fn two_by_two_has_57() {
    assert_eq!(check_all(2), 57);
}

#[test]
fn three_by_three_has_12_675() {
    assert_eq!(check_all(3), 12_675);
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "43 million boards: run with cargo test --release -p kage-goban --test legal_positions"
)]
fn four_by_four_has_24_318_165() {
    assert_eq!(count_on_all_cores(4), 24_318_165);
}

#[test]
fn played_boards_equal_boards_set_up() {
    for seed in 0..400 {
        let mut random = fastrand::Rng::with_seed(seed);
        let lines = random.u8(2..=19);
        let mut position = Position::new(size(lines), KoRule::Simple);
        for _ in 0..size(lines).area() * 3 / 2 {
            let legal: Vec<Point> = position.legal_points().iter().collect();
            let wish = random.choice(legal).map_or(Move::Pass, Move::Play);
            if position.play(wish).is_err() {
                break;
            }
            check_set_up(position.board(), seed);
        }
    }
}

fn check_set_up(played: &Board, seed: u64) {
    let stones = ByColor::new(|color| played.stones(color));
    let set_up = Board::from_stones(played.size(), stones).unwrap();
    assert_eq!(set_up, *played, "seed {seed}");
    assert_eq!(set_up.hash(), played.hash(), "seed {seed}\n{played}");
    assert_eq!(sorted_chains(&set_up), sorted_chains(played), "seed {seed}\n{played}");
    for point in played.size().points() {
        assert_eq!(
            set_up.chain_at(point),
            played.chain_at(point),
            "seed {seed}, {point}\n{played}"
        );
    }
    assert_eq!(Board::from_diagram(&played.to_string()).as_ref(), Ok(played), "seed {seed}");
}
