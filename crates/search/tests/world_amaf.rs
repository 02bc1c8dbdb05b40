//! What all-as-first by worlds makes of priors and aims.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use kage_belief::{Options, Sampler, Uniform};
use kage_goban::{BoardSize, Color, Point, PointSet, Position};
use kage_phantom::{Candidate, Choice, Prediction, RefereeRules, Seat, Setup};
use kage_playout::PointRows;
use kage_search::{
    Aim, AimReader, BudgetMeter, CandidateOptions, Fate, RefusalModel, RootState, SampleCount,
    Scoring, Search, WorldAmaf, WorldAmafOptions, WorldSet,
};
use std::collections::HashSet;
use std::sync::Arc;

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

/// White's seat against one stone on E5.
fn view() -> Seat {
    let setup = Setup::handicap(BoardSize::NINE, PointSet::of(point("E5"))).unwrap();
    Seat::new(RefereeRules::default(), &setup, Color::White)
}

/// White's root, with worlds and this prior.
fn root(prior: Option<Prediction>) -> RootState {
    let (view, mut refusals) = (view(), RefusalModel::default());
    let mut sampler = Uniform::new(Options::default());
    sampler.update(&view);
    let mut worlds = WorldSet::default();
    worlds.renew(&[], &mut sampler, &view, SampleCount::Number(8), &BudgetMeter::playouts(8));
    let candidates = refusals.candidates(&view, CandidateOptions::default());
    RootState::new(&view, &refusals, candidates, Arc::new(worlds), prior)
}

/// A prior that says this of some points, as it is: no mean is taken off.
fn with_advantages(advantages: &[(&str, f64)]) -> RootState {
    let advantages = advantages.iter().map(|(name, value)| (point(name), *value)).collect();
    let prior = Prediction { advantages, ..Prediction::default() };
    RootState { prior: Some(prior), ..root(None) }
}

const PLAIN: WorldAmafOptions = WorldAmafOptions::new(Scoring::Territory, 1);

fn world_amaf(options: WorldAmafOptions) -> WorldAmaf {
    WorldAmaf::new(options, None)
}

/// Another game, and one search in it.
fn search(own: &mut WorldAmaf, root: &RootState, playouts: u64, seed: u64) -> Vec<Candidate> {
    own.begin(&view());
    own.search(root, &mut BudgetMeter::playouts(playouts), seed).unwrap().candidates
}

fn of<'a>(candidates: &'a [Candidate], name: &str) -> &'a Candidate {
    candidates.iter().find(|candidate| candidate.choice == Choice::Try(point(name))).unwrap()
}

#[test]
fn a_prior_counts_as_much_as_its_visits() {
    let root = with_advantages(&[("A1", 50.0)]);
    let mut own = world_amaf(WorldAmafOptions { prior_visits: 1e6, ..PLAIN });
    assert_eq!(search(&mut own, &root, 400, 7)[0].choice, Choice::Try(point("A1")));
    let mut own = world_amaf(PLAIN);
    let first = search(&mut own, &root, 400, 7)[0].choice;
    assert_ne!(first, Choice::Try(point("A1")), "a corner is no place to be");
}

#[test]
fn the_prior_of_the_open_points_has_a_mean_of_zero() {
    let corners = [("A1", 9.0), ("J9", 3.0), ("E5", 90.0)].map(|(name, gain)| (point(name), gain));
    let prior = Prediction { advantages: corners.to_vec(), ..Prediction::default() };
    let prior = root(Some(prior)).prior.unwrap();
    let expected = [(point("A1"), 3.0), (point("J9"), -3.0)];
    assert_eq!(prior.advantages, expected, "E5 has a stone");
}

#[test]
fn many_playouts_do_not_drown_a_prior() {
    let mut own = world_amaf(WorldAmafOptions { prior_visits: 1_400.0, ..PLAIN });
    // What the prior adds to a point, of all that it says.
    let mut share = |playouts: u64| {
        let [without, with] = [0.0, 1e3].map(|advantage| {
            let root = with_advantages(&[("A1", advantage)]);
            of(&search(&mut own, &root, playouts, 7), "A1").value
        });
        (with - without) / 1e3
    };
    let shares = [250, 1_000, 16_000].map(&mut share);
    assert!(shares[0] > shares[1] + 0.05, "few say little: {shares:?}");
    assert!((shares[1] - shares[2]).abs() < 0.03, "as much beside many: {shares:?}");
}

/// C3 and G7 are worth the same by the prior, D4 a little less, and everything else nothing.
#[test]
fn the_opening_is_mixed_where_there_is_a_prior() {
    let good = [("C3", 5.0), ("G7", 5.0), ("D4", 4.0)];
    let mut own = world_amaf(WorldAmafOptions { prior_visits: 1e9, temperature: 1.0, ..PLAIN });
    let mut firsts = |root: &RootState| {
        let firsts = (0..60).map(|seed| search(&mut own, root, 64, seed)[0].choice);
        firsts.collect::<HashSet<Choice>>()
    };
    let opening = with_advantages(&good);
    assert_eq!(firsts(&opening), good.map(|(name, _)| Choice::Try(point(name))).into());
    let later = RootState { moves: 8, ..opening };
    assert!(firsts(&later).len() <= 2, "the opening is over: only which of two equals is best");

    let root = root(None);
    for seed in 0..60 {
        let found = search(&mut own, &root, 64, seed);
        assert!(!found[0].reasons.contains(&"mixed opening"), "without a prior the best is chosen");
        assert_eq!(found[0].probability.to_bits(), 1.0_f64.to_bits());
    }
}

/// The same aims in every world.
struct Always(Vec<Aim>);

impl AimReader for Always {
    fn aims(&mut self, _: &Position) -> Vec<Aim> {
        self.0.clone()
    }
}

#[test]
fn playouts_that_come_to_an_aim_count_for_its_move() {
    let stones = PointRows::from(PointSet::of(point("E5")));
    let aim = Aim { moves: PointSet::of(point("A1")), stones, fate: Fate::Taken };
    let visits = |aims: &[Aim]| {
        let mut own = WorldAmaf::new(PLAIN, Some(Box::new(Always(aims.to_vec()))));
        let candidates = search(&mut own, &root(None), 1_000, 7);
        (of(&candidates, "A1").visits, of(&candidates, "C3").visits)
    };
    let saved = Aim { fate: Fate::Saved, ..aim };
    let (plain, with, without) = (visits(&[]), visits(&[aim]), visits(&[saved]));
    assert!(with.0 > plain.0 && without.0 > plain.0, "{plain:?} {with:?} {without:?}");
    // In each playout the stone is taken or it is not.
    assert_eq!(with.0 + without.0, plain.0 + 1_000);
    assert_eq!((with.1, without.1), (plain.1, plain.1), "other moves have nothing to do with it");
    assert_eq!(visits(&[aim, aim]), with, "a playout that came to two aims is one playout");
}
