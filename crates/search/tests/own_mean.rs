//! What all-as-first by worlds makes of hunches, aims and memories.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use kage_belief::{Options, Sampler, Uniform};
use kage_goban::{BoardSize, Color, Point, PointSet};
use kage_phantom::{Candidate, Choice, Lost, Observation, RefereeRules, Setup, Sound, View};
use kage_playout::PointRows;
use kage_search::{
    Aim, Budget, Draws, Evaluator, Hunch, Memory, Meter, OwnMean, Purse, Reading, Scoring, Worlds,
    Worth,
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
fn many_playouts_do_not_drown_a_hunch() {
    let mut reading = reading(false, &[]);
    let gains = |hunch: Hunch| hunch.among(&reading.open).gains;
    let corners = [("A1", 9.0), ("J9", 3.0), ("E5", 90.0)].map(|(name, gain)| (point(name), gain));
    let hunch = gains(Hunch { win: 0.5, gains: corners.to_vec() });
    assert_eq!(hunch, [(point("A1"), 3.0), (point("J9"), -3.0)], "E5 has a stone");
    // What the hunch adds to a point, of all that it says.
    let share = |own: &mut OwnMean, reading: &mut Reading, playouts: u64| {
        let [without, with] = [0.0, 1e3].map(|gain| {
            own.begin();
            reading.hunch = Some(Hunch { win: 0.5, gains: vec![(point("A1"), gain)] });
            of(&evaluate(own, reading, playouts), "A1").value
        });
        (with - without) / 1e3
    };
    let mut own = own_mean();
    own.trust = 1_400.0;
    let shares = [250, 1_000, 16_000].map(|playouts| share(&mut own, &mut reading, playouts));
    assert!(shares[0] > shares[1] + 0.05, "few say little: {shares:?}");
    assert!((shares[1] - shares[2]).abs() < 0.03, "as much beside many: {shares:?}");
}

/// With a hunch so strong that it decides all values, a try is worth what the hunch says of it, as often as it
/// is free, and else what it says of the best of the others.
#[test]
fn a_refusal_is_worth_the_best_of_the_rest() {
    let mut view = View::new(RefereeRules::default(), &Setup::even(BoardSize::NINE), Color::White);
    let (passed, tries, lost, atari, stones) = (false, None, Lost::NONE, false, None);
    let moved = Sound::Moved { passed, tries, lost, atari, stones };
    view.update(&Observation::Theirs(moved)).unwrap();
    let mut sampler = Uniform::new(Options::default());
    sampler.update(&view);
    let mut worlds = Worlds::default();
    worlds.renew(&[], &mut sampler, &view, Draws::Number(400), &meter(400));
    let chance = |name: &str| {
        let hidden = worlds.hidden().iter().find(|(at, _)| *at == point(name));
        hidden.map_or(0.0, |(_, chance)| *chance)
    };
    let (c3, d4) = (chance("C3"), chance("D4"));
    assert!(c3 > 0.0 && d4 > 0.0, "{c3} {d4}");
    let worlds = Arc::new(worlds.clone());
    let hunch = Some(Hunch { win: 0.5, gains: vec![(point("C3"), 1e6)] });
    let reading = Reading { worlds, hunch, ..Reading::of(&view, &Memory::default()) };
    let mut own = own_mean();
    (own.trust, own.worth) = (1e9, Worth::Expected);
    let candidates = evaluate(&mut own, &reading, 4_000);
    let close = |name: &str, share: f64| {
        let value = of(&candidates, name).value;
        assert!((value - share * 1e6).abs() < 1e3, "{name}: {value}, not {share}");
    };
    close("C3", 1.0 - c3);
    close("D4", d4);
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
