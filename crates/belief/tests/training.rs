//! A prior learns the habit of the players whose games it is trained on, and the result repeats with the seed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "test helpers")]

mod games;

use fastrand::Rng;
use games::Game;
use kage_belief::{LogLinearPrior, Score, Trainer, TrainingError};
use kage_goban::{BoardSize, Color, Move, Point};
use kage_phantom::{RefereeRules, Seat, Setup};

/// A game between two players that draw four legal points and play the one nearest to the centre.
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
fn examples(seeds: std::ops::Range<u64>) -> Vec<(Seat, Vec<Move>)> {
    let both = |game: Game| {
        Color::BOTH.map(|seat| (game.views[seat].clone(), game.truth_for(seat).to_vec()))
    };
    seeds.map(game).flat_map(both).collect()
}

fn train(seed: u64, passes: usize) -> (Trainer, LogLinearPrior) {
    let examples = examples(0..24);
    let mut trainer = Trainer::new(seed);
    for _ in 0..passes {
        trainer.begin_pass();
        for example in trainer.shuffle(examples.len()) {
            let (view, plays) = &examples[example];
            trainer.learn(view, plays).unwrap();
        }
    }
    let log_linear = trainer.finish();
    (trainer, log_linear)
}

#[test]
fn a_habit_is_learned() {
    let held_out = |trainer: &Trainer| {
        let mut score = Score::default();
        for (view, plays) in examples(100..106) {
            score.add(&trainer.test(&view, &plays).unwrap());
        }
        score
    };
    let (ignorant, even) = held_out(&Trainer::new(1)).losses();
    assert!((ignorant - even).abs() < 1e-9);
    let (trainer, log_linear) = train(1, 3);
    let score = held_out(&trainer);
    let (loss, even) = score.losses();
    assert!(score.moves > 100 && loss < even - 0.2, "{loss:.3} against {even:.3}");
    // The same seed gives the same weights, another seed another order.
    assert_eq!(train(1, 3).1.to_toml(""), log_linear.to_toml(""));
    assert_ne!(train(2, 3).1.to_toml(""), log_linear.to_toml(""));
}

#[test]
fn what_did_not_happen_is_refused_and_teaches_nothing() {
    let game = game(3);
    let view = &game.views[Color::Black];
    let mut trainer = Trainer::new(1);
    let wrong = game.truth_for(Color::White);
    assert_eq!(trainer.learn(view, wrong), Err(TrainingError::Inconsistent));
    assert_eq!(trainer.learn(view, &[]), Err(TrainingError::Inconsistent));
    assert_eq!(trainer.test(view, &[]), Err(TrainingError::Inconsistent));
    let small = BoardSize::new(5).unwrap();
    let other = Seat::new(RefereeRules::default(), &Setup::even(small), Color::Black);
    assert_eq!(trainer.learn(&other, &[]), Err(TrainingError::BoardSize(small)));
    assert_eq!(trainer.finish().to_toml(""), Trainer::new(1).finish().to_toml(""));
    let learned = trainer.learn(view, game.truth_for(Color::Black)).unwrap();
    assert_eq!(learned.moves, 13);
}
