//! What all-as-first by worlds makes of hunches, aims and memories.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use kage_belief::{Options, Sampler, Uniform};
use kage_goban::{BoardSize, Color, Point, PointSet};
use kage_phantom::{Candidate, Choice, RefereeRules, Setup, View};
use kage_playout::PointRows;
use kage_search::{
    Aim, Budget, Draws, Evaluator, Hunch, Memory, Meter, OwnMean, Purse, Reading, Scoring, Worlds,
};
use std::sync::Arc;

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

fn meter(playouts: u64) -> Meter {
    Purse::new(Budget::Playouts(playouts)).draw(1, None)
}

/// White's seat against one stone on E5, and its worlds; these are the first of a sampler, or later
/// ones.
fn reading(later: bool, aims: &[Aim]) -> Reading {
    let setup = Setup::handicap(BoardSize::NINE, PointSet::of(point("E5"))).unwrap();
    let view = View::new(RefereeRules::default(), &setup, Color::White);
    let mut sampler = Uniform::new(Options::default());
    sampler.update(&view);
    let mut worlds = Worlds::default();
    for _ in 0..=usize::from(later) {
        worlds.clear();
        worlds.renew(&[], &mut sampler, &view, Draws::Number(8), &meter(8));
    }
    worlds.take_aim(&meter(8), |_| aims.to_vec());
    let moves = 2 * u32::from(later);
    Reading { moves, worlds: Arc::new(worlds), ..Reading::of(&view, &Memory::default()) }
}

fn own_mean() -> OwnMean {
    OwnMean::new(Scoring::Territory, 1)
}

fn evaluate(own: &mut OwnMean, reading: &Reading, playouts: u64) -> Vec<Candidate> {
    own.evaluate(reading, RefereeRules::default().komi, meter(playouts), 7).candidates
}

fn of<'a>(candidates: &'a [Candidate], name: &str) -> &'a Candidate {
    candidates.iter().find(|candidate| candidate.choice == Choice::Try(point(name))).unwrap()
}

#[test]
fn a_hunch_counts_as_much_as_it_is_trusted() {
    let mut reading = reading(false, &[]);
    reading.hunch = Some(Hunch { win: 0.5, gains: vec![(point("A1"), 50.0)] });
    let mut own = own_mean();
    own.trust = 1e6;
    let first = evaluate(&mut own, &reading, 400)[0].choice;
    assert_eq!(first, Choice::Try(point("A1")));
    own.begin();
    own.trust = 0.0;
    let first = evaluate(&mut own, &reading, 400)[0].choice;
    assert_ne!(first, Choice::Try(point("A1")), "a corner is no place to be");
}

#[test]
fn playouts_that_come_to_an_aim_count_for_its_move() {
    let stones = PointRows::from(PointSet::of(point("E5")));
    let aim = Aim { moves: PointSet::of(point("A1")), stones, taken: true };
    let visits = |aims: &[Aim]| {
        let candidates = evaluate(&mut own_mean(), &reading(false, aims), 1_000);
        (of(&candidates, "A1").visits, of(&candidates, "C3").visits)
    };
    let (plain, with, without) =
        (visits(&[]), visits(&[aim]), visits(&[Aim { taken: false, ..aim }]));
    assert!(with.0 > plain.0 && without.0 > plain.0, "{plain:?} {with:?} {without:?}");
    // In each playout the stone is taken or it is not.
    assert_eq!(with.0 + without.0, plain.0 + 1_000);
    assert_eq!((with.1, without.1), (plain.1, plain.1), "other moves have nothing to do with it");
    assert_eq!(visits(&[aim, aim]), with, "a playout that came to two aims is one playout");
}

/// What a turn of many playouts said still shows in one of few.
#[test]
fn a_turn_is_remembered() {
    let gap = |memory: f64| {
        let mut own = own_mean();
        own.memory = memory;
        let well = evaluate(&mut own, &reading(false, &[]), 20_000);
        let barely = evaluate(&mut own, &reading(true, &[]), 64);
        let mean = |all: &[Candidate]| all.iter().map(|c| c.value).sum::<f64>() / all.len() as f64;
        let (of_well, of_barely) = (mean(&well), mean(&barely));
        let far = well.iter().map(|candidate| {
            let same = barely.iter().find(|other| other.choice == candidate.choice).unwrap();
            ((candidate.value - of_well) - (same.value - of_barely)).abs()
        });
        far.sum::<f64>()
    };
    let (forgetful, mindful) = (gap(0.0), gap(1.0));
    assert!(mindful < 0.5 * forgetful, "{mindful} {forgetful}");
}
