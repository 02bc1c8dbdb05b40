//! Every permitted point is equally likely, and so is every place for a hidden stone.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test stops at the first surprise"
)]

mod slow;

use std::collections::BTreeMap;

use kage_goban::{BoardSize, Color, Move};
use kage_playout::{Act, Fill, Finish, Playouts, World};
use slow::{Random, Slow, midgame};

/// How far counts are from even, in standard deviations of the chi-square distribution.
///
/// `choices` are the points that ought to be even; any count elsewhere is out of the question.
fn unevenness(counts: &BTreeMap<usize, u64>, choices: &[usize]) -> f64 {
    if counts.keys().any(|at| !choices.contains(at)) {
        return f64::INFINITY;
    }
    let expected = counts.values().sum::<u64>() as f64 / choices.len() as f64;
    let square = |at: &usize| {
        let seen = counts.get(at).copied().unwrap_or(0) as f64;
        (seen - expected).powi(2) / expected
    };
    let freedom = choices.len() as f64 - 1.0;
    (choices.iter().map(square).sum::<f64>() - freedom) / (2.0 * freedom).sqrt()
}

/// Counts the first points played (or hidden) in games from a world.
fn first_points(slow: &Slow, world: &World, games: u64, seed: u64) -> BTreeMap<usize, u64> {
    let mut counts = BTreeMap::new();
    let mut count = |point| *counts.entry(slow.index(point)).or_default() += 1;
    let record = |_: Finish, acts: &[(Color, Act)]| match acts[0].1 {
        Act::Hide(point) | Act::Move(Move::Play(point)) => count(point),
        Act::Move(Move::Pass) => {}
    };
    // Broken off after the first ply: nobody looks at the rest.
    let playouts = Playouts::new(world.size(), seed).capped_at(1);
    playouts.run_recorded(0..games, |_| world, record).unwrap();
    counts
}

fn world(slow: &Slow) -> World {
    let world = World::new(&slow.board(), slow.turn);
    match slow.ko {
        Some(ko) => world.with_ko(slow.point(ko)).unwrap(),
        None => world,
    }
}

#[test]
fn the_first_move_is_even() {
    for (lines, games) in [(2, 40_000), (3, 90_000), (9, 400_000), (13, 300_000), (19, 300_000)] {
        let slow = Slow::empty(lines);
        let counts = first_points(&slow, &world(&slow), games, 2);
        let off = unevenness(&counts, &slow.candidates());
        assert!(off.abs() < 4.5, "{lines}: {off}");
    }
}

#[test]
fn moves_are_even_in_the_middle_of_a_game() {
    let mut random = Random(5);
    let mut worst = 0.0_f64;
    let mut refusals = 0;
    for (lines, positions) in [(3, 60), (5, 60), (9, 120), (13, 6), (19, 3)] {
        for _ in 0..positions {
            // Late, when many points are refused.
            let plies = lines * lines / 2 + random.below(lines * lines);
            let slow = midgame(lines, plies, &mut random);
            let choices = slow.candidates();
            if choices.len() < 2 {
                continue;
            }
            let open = (0..slow.cells.len()).filter(|&at| slow.cells[at] == '.');
            refusals += open.filter(|&at| !slow.is_own_eye(at)).count() - choices.len();
            let games = 300 * choices.len() as u64;
            let counts = first_points(&slow, &world(&slow), games, random.next());
            worst = worst.max(unevenness(&counts, &choices));
        }
    }
    assert!(refusals > 300, "{refusals}");
    assert!(worst < 6.0, "{worst}");
}

#[test]
fn the_second_move_is_even() {
    // All pairs of first moves on a small board: those with the same first move are even.
    let lines = 4;
    let mut pairs: BTreeMap<usize, BTreeMap<usize, u64>> = BTreeMap::new();
    let slow = Slow::empty(lines);
    let record = |_: Finish, acts: &[(Color, Act)]| {
        let point = |i: usize| match acts[i].1 {
            Act::Move(Move::Play(point)) => slow.index(point),
            _ => panic!("a pass in the opening"),
        };
        *pairs.entry(point(0)).or_default().entry(point(1)).or_default() += 1;
    };
    let start = world(&slow);
    let playouts = Playouts::new(start.size(), 3).capped_at(2);
    playouts.run_recorded(0..150_000, |_| &start, record).unwrap();
    assert_eq!(pairs.len(), 16);
    for (first, counts) in pairs {
        let mut slow = slow.clone();
        slow.play(Move::Play(slow.point(first)));
        let off = unevenness(&counts, &slow.candidates());
        assert!(off.abs() < 4.5, "{first}: {off}");
    }
}

#[test]
fn hidden_stones_are_even() {
    let mut random = Random(6);
    let mut worst = 0.0_f64;
    for lines in [3, 5, 9, 13] {
        for _ in 0..12 {
            let slow = midgame(lines, lines * lines * 3 / 4, &mut random);
            let color = Color::BOTH[random.below(2)];
            let size = BoardSize::new(lines as u8).unwrap();
            let onto = size.points().filter(|_| random.below(3) > 0).collect();
            let fill = Fill { color, count: 1, onto };
            let all = onto.iter().map(|point| slow.index(point));
            let choices: Vec<usize> = all.filter(|&at| slow.may_hide(color, at)).collect();
            if choices.len() < 2 {
                continue;
            }
            let world = world(&slow).with_fill(fill).unwrap();
            let games = 400 * choices.len() as u64;
            let counts = first_points(&slow, &world, games, random.next());
            worst = worst.max(unevenness(&counts, &choices));
        }
    }
    assert!(worst < 5.0, "{worst}");
}

/// The test above would not let a slightly unfair chooser pass: one that takes the low bits of a
/// 16-bit number, one that scans on from a refused point, one that never takes the last.
#[test]
fn unfair_choosers_are_caught() {
    let slow = midgame(9, 40, &mut Random(7));
    let choices = slow.candidates();
    let empty: Vec<usize> = (0..81).filter(|&at| slow.cells[at] == '.').collect();
    assert!(choices.len() < empty.len());
    let mut random = Random(8);
    let mut scan = |random: &mut Random| {
        let from = random.below(empty.len());
        let order = empty[from..].iter().chain(&empty);
        *order.clone().find(|at| choices.contains(at)).unwrap()
    };
    let mut last = |random: &mut Random| choices[random.below(choices.len() - 1)];
    let mut tilted = |random: &mut Random| choices[random.below(256) % choices.len()];
    let unfair: [&mut dyn FnMut(&mut Random) -> usize; 3] = [&mut scan, &mut last, &mut tilted];
    for chooser in unfair {
        let mut counts = BTreeMap::new();
        for _ in 0..300 * choices.len() {
            *counts.entry(chooser(&mut random)).or_default() += 1;
        }
        assert!(unevenness(&counts, &choices) > 6.0);
    }
    let mut counts = BTreeMap::new();
    for _ in 0..300 * choices.len() {
        *counts.entry(choices[random.below(choices.len())]).or_default() += 1;
    }
    assert!(unevenness(&counts, &choices).abs() < 4.0);
}
