//! Learning a prior: from games of somebody with a habit, that habit is learned, and always alike.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "test helpers")]

mod games;

use fastrand::Rng;
use games::Game;
use kage_belief::{Learned, Score, Trainer};
use kage_goban::{BoardSize, ByColor, Color, Move, Point};
use kage_phantom::{RefereeRules, Setup, View};

/// A game between two who look at a few points and like the one nearest to the centre.
fn game(seed: u64) -> Game {
    let mut random = Rng::with_seed(seed);
    let mut game = Game::new(RefereeRules::default(), &Setup::even(BoardSize::NINE));
    for _ in 0..34 {
        let legal: Vec<Point> = game.table.position().legal_points().iter().collect();
        let seen = (0..4).map(|_| legal[random.usize(0..legal.len())]);
        let off = |point: &Point| point.col().abs_diff(4).pow(2) + point.row().abs_diff(4).pow(2);
        game.try_it(Move::Play(seen.min_by_key(off).unwrap()));
    }
    game
}

/// What each seat heard, and what its opponent played.
fn lessons(seeds: std::ops::Range<u64>) -> Vec<(View, Vec<Move>)> {
    let both = |game: Game| {
        Color::BOTH.map(|seat| (game.views[seat].clone(), game.truth_for(seat).to_vec()))
    };
    seeds.map(game).flat_map(both).collect()
}

fn train(seed: u64, passes: usize) -> (Trainer, Learned) {
    let lessons = lessons(0..24);
    let mut trainer = Trainer::new(seed);
    for _ in 0..passes {
        trainer.begin_pass();
        for lesson in trainer.shuffle(lessons.len()) {
            let (view, plays) = &lessons[lesson];
            trainer.learn(view, plays);
        }
    }
    let learned = trainer.finish();
    (trainer, learned)
}

#[test]
fn a_habit_is_learned() {
    let held_out = |trainer: &Trainer| {
        let mut score = Score::default();
        for (view, plays) in lessons(100..106) {
            score.add(&trainer.test(&view, &plays));
        }
        score
    };
    let (ignorant, even) = held_out(&Trainer::new(1)).losses();
    assert!((ignorant - even).abs() < 1e-9);
    let (trainer, learned) = train(1, 3);
    let score = held_out(&trainer);
    let (loss, even) = score.losses();
    assert!(score.moves > 100 && loss < even - 0.2, "{loss:.3} against {even:.3}");
    // Once more, and with another order.
    assert_eq!(train(1, 3).1.to_toml(""), learned.to_toml(""));
    assert_ne!(train(2, 3).1.to_toml(""), learned.to_toml(""));
}

#[test]
fn what_did_not_happen_teaches_nothing() {
    let game = game(3);
    let view = &game.views[Color::Black];
    let mut trainer = Trainer::new(1);
    let wrong: ByColor<&[Move]> = ByColor::new(|seat| game.truth_for(seat));
    assert!(trainer.learn(view, wrong[Color::Black]).moves > 0);
    assert_eq!(trainer.learn(view, wrong[Color::White]), Score::default());
    assert_eq!(trainer.learn(view, &[]), Score::default());
}
