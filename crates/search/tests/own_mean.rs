//! What all-as-first by worlds makes of hunches and aims.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use kage_belief::{Options, Sampler, Uniform};
use kage_goban::{BoardSize, Color, Point, PointSet};
use kage_phantom::{Candidate, Choice, RefereeRules, Setup, View};
use kage_playout::PointRows;
use kage_search::{
    Aim, Budget, Draws, Evaluator, Hunch, Memory, Meter, OwnMean, Purse, Reading, Scoring, Worlds,
};
use std::collections::HashSet;
use std::sync::Arc;

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

fn meter(playouts: u64) -> Meter {
    Purse::new(Budget::Playouts(playouts)).draw(1, None)
}

/// White's seat against one stone on E5, and its worlds.
fn reading(aims: &[Aim]) -> Reading {
    let setup = Setup::handicap(BoardSize::NINE, PointSet::of(point("E5"))).unwrap();
    let view = View::new(RefereeRules::default(), &setup, Color::White);
    let mut sampler = Uniform::new(Options::default());
    sampler.update(&view);
    let mut worlds = Worlds::default();
    worlds.renew(&[], &mut sampler, &view, Draws::Number(8), &meter(8));
    worlds.take_aim(&meter(8), |_| aims.to_vec());
    Reading { worlds: Arc::new(worlds), ..Reading::of(&view, &Memory::default()) }
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
    let mut reading = reading(&[]);
    reading.hunch = Some(Hunch { gains: vec![(point("A1"), 50.0)], ..Hunch::default() });
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
    let mut reading = reading(&[]);
    let gains = |hunch: Hunch| hunch.among(&reading.open).gains;
    let corners = [("A1", 9.0), ("J9", 3.0), ("E5", 90.0)].map(|(name, gain)| (point(name), gain));
    let hunch = gains(Hunch { gains: corners.to_vec(), ..Hunch::default() });
    assert_eq!(hunch, [(point("A1"), 3.0), (point("J9"), -3.0)], "E5 has a stone");
    // What the hunch adds to a point, of all that it says.
    let share = |own: &mut OwnMean, reading: &mut Reading, playouts: u64| {
        let [without, with] = [0.0, 1e3].map(|gain| {
            own.begin();
            reading.hunch = Some(Hunch { gains: vec![(point("A1"), gain)], ..Hunch::default() });
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

/// C3 and G7 are worth the same by the hunch, D4 a little less, and everything else nothing.
#[test]
fn the_opening_is_mixed_where_there_is_a_hunch() {
    let mut reading = reading(&[]);
    let good = [("C3", 5.0), ("G7", 5.0), ("D4", 4.0)].map(|(name, gain)| (point(name), gain));
    let hunch = Hunch { gains: good.to_vec(), ..Hunch::default() };
    let mut own = own_mean();
    (own.trust, own.temperature) = (1e9, 1.0);
    let mut firsts = |reading: &Reading| {
        let first = |seed| {
            own.begin();
            let komi = RefereeRules::default().komi;
            own.evaluate(reading, komi, meter(64), seed).best().unwrap()
        };
        (0..60).map(first).collect::<HashSet<Choice>>()
    };
    reading.hunch = Some(hunch);
    let mixed = firsts(&reading);
    assert_eq!(mixed, good.map(|(point, _)| Choice::Try(point)).into());
    reading.moves = 8;
    assert!(firsts(&reading).len() <= 2, "the opening is over: only which of two equals is best");

    (reading.moves, reading.hunch) = (0, None);
    let komi = RefereeRules::default().komi;
    for seed in 0..60 {
        own.begin();
        let found = own.evaluate(&reading, komi, meter(64), seed).candidates;
        assert!(!found[0].reasons.contains(&"mixed opening"), "without a hunch the best is made");
    }
}

#[test]
fn playouts_that_come_to_an_aim_count_for_its_move() {
    let stones = PointRows::from(PointSet::of(point("E5")));
    let aim = Aim { moves: PointSet::of(point("A1")), stones, taken: true };
    let visits = |aims: &[Aim]| {
        let candidates = evaluate(&mut own_mean(), &reading(aims), 1_000);
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
