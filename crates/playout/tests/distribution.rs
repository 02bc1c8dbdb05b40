//! Lengths and scores of many games, against the known mean and against the slow version's.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test stops at the first surprise"
)]

mod slow;

use kage_goban::{Board, BoardSize, Color};
use kage_playout::{Playouts, World};
use slow::{Random, Slow};

#[test]
fn a_million_games_have_the_known_mean_length() {
    let world = World::new(&Board::new(BoardSize::NINE), Color::Black);
    let playouts = Playouts::new(BoardSize::NINE, 2024);
    // The portable path gives the same games; where there is no other, fewer will do.
    let games = if playouts.path() == playouts.portable().path() { 100_000 } else { 1_000_000 };
    let (mut plies, mut capped) = (0, 0);
    playouts
        .run(
            0..games,
            |_| &world,
            |finish| {
                plies += u64::from(finish.plies);
                capped += u64::from(finish.capped);
            },
        )
        .unwrap();
    let mean = plies as f64 / games as f64;
    assert!((mean - 111.06).abs() < 0.15, "{mean}");
    assert_eq!(capped, 0);
}

/// The greatest distance between two cumulative distributions, in units of its critical scale.
fn distance(mut a: Vec<i32>, mut b: Vec<i32>) -> f64 {
    a.sort_unstable();
    b.sort_unstable();
    let share = |all: &[i32], x| all.partition_point(|&y| y <= x) as f64 / all.len() as f64;
    let values = a.iter().chain(&b);
    let gap = values.map(|&x| (share(&a, x) - share(&b, x)).abs()).fold(0.0, f64::max);
    gap * (a.len() as f64 * b.len() as f64 / (a.len() + b.len()) as f64).sqrt()
}

#[test]
fn scores_and_lengths_are_those_of_the_slow_version() {
    for (lines, games, many) in [(3, 4000, 40_000), (5, 3000, 40_000), (9, 1500, 40_000)] {
        let size = BoardSize::new(lines as u8).unwrap();
        let mut random = Random(lines as u64);
        let (mut slow_leads, mut slow_plies) = (Vec::new(), Vec::new());
        for _ in 0..games {
            let mut slow = Slow::empty(lines);
            while slow.passes < 2 && slow.plies < 8 * (lines * lines) as u32 {
                slow.random_move(&mut random);
            }
            let area = slow.area();
            slow_leads.push(area.black as i32 - area.white as i32);
            slow_plies.push(slow.plies as i32);
        }
        let world = World::new(&Board::new(size), Color::Black);
        let (mut leads, mut plies) = (Vec::new(), Vec::new());
        Playouts::new(size, 77)
            .run(
                0..many,
                |_| &world,
                |finish| {
                    leads.push(finish.lead());
                    plies.push(finish.plies as i32);
                },
            )
            .unwrap();
        // Kolmogorov and Smirnov: 1.95 is passed by chance once in a thousand times.
        let (by_lead, by_length) = (distance(leads, slow_leads), distance(plies, slow_plies));
        assert!(by_lead < 1.95 && by_length < 1.95, "{lines}: {by_lead} {by_length}");
    }
}

#[test]
fn the_distance_notices_a_shift_by_a_point() {
    let mut random = Random(9);
    let mut sample = |n: usize, shift| -> Vec<i32> {
        (0..n).map(|_| (random.below(20) + random.below(20)) as i32 + shift).collect()
    };
    assert!(distance(sample(40_000, 0), sample(1500, 0)) < 1.95);
    assert!(distance(sample(40_000, 0), sample(1500, 1)) > 1.95);
}
