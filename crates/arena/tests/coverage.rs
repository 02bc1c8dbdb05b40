//! Do the statistics keep what they promise? Thousands of seeded matches whose truth is known.
//! With `--nocapture` they print their figures.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "test helpers")]

use kage_arena::{Encounter, Pairs, Sprt, Verdict, p_even, p_same, rate_of, ratings, wilson95};
use std::ops::RangeInclusive;

/// How the two games of a pair come out.
#[derive(Clone, Copy, Debug)]
struct Truth {
    /// The first player's points a game.
    rate: f64,
    /// How many games are drawn, at most: as many as the rate has room for.
    draws: f64,
    /// How often the second game repeats the first one's result; below 0, how often Black's luck
    /// decides both.
    together: f64,
}

/// Truths of all kinds: draws, and how pairs hang together.
const KINDS: [(f64, f64); 6] =
    [(0.0, 0.0), (0.0, 0.3), (0.0, -0.5), (0.0, -0.9), (0.3, 0.0), (0.3, 0.3)];

impl Truth {
    fn game(self, rng: &mut fastrand::Rng) -> usize {
        let draws = self.draws.min(2.0 * self.rate.min(1.0 - self.rate));
        let luck = rng.f64();
        if luck < self.rate - draws / 2.0 {
            2
        } else if luck < self.rate + draws / 2.0 {
            1
        } else {
            0
        }
    }

    /// A pair where Black tends to win: the same luck helps one player in the first game and the
    /// other in the second.
    fn mirrored(self, rng: &mut fastrand::Rng) -> usize {
        let luck = rng.f64();
        let points = |luck: f64| if luck < self.rate { 2 } else { 0 };
        points(luck) + points(1.0 - luck)
    }

    fn pair(self, rng: &mut fastrand::Rng) -> usize {
        if rng.f64() < -self.together {
            return self.mirrored(rng);
        }
        let first = self.game(rng);
        let second = if rng.f64() < self.together { first } else { self.game(rng) };
        first + second
    }

    fn pairs(self, count: u32, rng: &mut fastrand::Rng) -> Pairs {
        let mut pairs = Pairs::default();
        for _ in 0..count {
            pairs.counts[self.pair(rng)] += 1;
        }
        pairs
    }
}

/// The chances of 0 to `games` wins, begun at the end where they are not too small for a number.
fn binomial(games: u32, rate: f64) -> Vec<f64> {
    let mut chance = rate.powi(games as i32);
    let mut all = Vec::new();
    for losses in 0..=games {
        all.push(chance);
        chance *= (1.0 - rate) / rate * f64::from(games - losses) / f64::from(losses + 1);
    }
    all.reverse();
    all
}

#[test]
fn wilson_covers_what_it_should() {
    // No luck is needed here: the chances of all numbers of wins are summed.
    for rate in [0.5, 0.7, 0.9, 0.98] {
        for games in [20, 100, 400] {
            let covers = |wins: usize| {
                let interval = wilson95(wins as f64, games);
                interval.low <= rate && rate <= interval.high
            };
            let chances = binomial(games, rate).into_iter().enumerate();
            let covered: f64 = chances.filter(|(w, _)| covers(*w)).map(|(_, chance)| chance).sum();
            println!("wilson95: rate {rate}, {games} games: {covered:.4}");
            assert!((0.93..=0.98).contains(&covered), "{rate}, {games} games: {covered}");
        }
    }
}

/// How often the interval of so many pairs holds the truth.
fn coverage(truth: Truth, pairs: u32) -> f64 {
    const RUNS: u32 = 4000;
    let mut rng = fastrand::Rng::with_seed(7);
    let covers = |_: &u32| {
        let interval = truth.pairs(pairs, &mut rng).interval95();
        interval.low <= truth.rate && truth.rate <= interval.high
    };
    (0..RUNS).filter(covers).count() as f64 / f64::from(RUNS)
}

/// Pairs that mostly end one to one may be covered too well while there are few of them: the
/// interval does not believe its luck. Nothing may be covered too seldom.
fn expected_coverage(draws: f64, together: f64, pairs: u32) -> RangeInclusive<f64> {
    match (draws > 0.0 || together < 0.0, pairs) {
        (true, ..100) => 0.935..=1.0,
        _ => 0.935..=0.975,
    }
}

#[test]
fn the_interval_of_pairs_covers_what_it_should() {
    for rate in [0.5, 0.7, 0.9, 0.98] {
        for (draws, together) in KINDS {
            for pairs in [10, 50, 200] {
                let truth = Truth { rate, draws, together };
                let covered = coverage(truth, pairs);
                println!("interval95: {truth:?}, {pairs} pairs: {covered:.4}");
                let expected = expected_coverage(draws, together, pairs);
                assert!(expected.contains(&covered), "{truth:?}, {pairs} pairs: {covered}");
            }
        }
    }
}

#[test]
fn pairs_that_mostly_end_alike_are_not_believed_too_soon() {
    // Nine pairs in ten are one to one, the others are won: often nothing else is seen at first.
    let mut rng = fastrand::Rng::with_seed(3);
    for pairs in [5, 10, 20, 40, 100] {
        let covers = |_: &u32| {
            let won = (0..pairs).filter(|_| rng.f64() < 0.1).count() as u64;
            let interval = Pairs { counts: [0, 0, pairs - won, 0, won] }.interval95();
            interval.low <= 0.55 && 0.55 <= interval.high
        };
        let covered = (0..4000).filter(covers).count() as f64 / 4000.0;
        println!("interval95: one to one or won, {pairs} pairs: {covered:.4}");
        assert!(covered >= 0.935, "{pairs} pairs: {covered}");
    }
}

/// A tournament of everybody against everybody, with ratings known and of sum 0.
fn tournament(elos: &[f64], games: u32, rng: &mut fastrand::Rng) -> Vec<Encounter> {
    let mut table = Vec::new();
    for (first, one) in elos.iter().enumerate() {
        for (second, other) in elos.iter().enumerate().skip(first + 1) {
            let rate = rate_of(one - other);
            let points = (0..games).filter(|_| rng.f64() < rate).count() as f64;
            table.push(Encounter { players: [first, second], points, games });
        }
    }
    table
}

#[test]
fn ratings_cover_what_they_should() {
    const RUNS: u32 = 3000;
    // The last field is so uneven that some players lose everything in most runs.
    let fields: [&[f64]; 3] =
        [&[100.0, -100.0], &[250.0, 60.0, -40.0, -270.0], &[600.0, 100.0, 0.0, -100.0, -600.0]];
    for elos in fields {
        for games in [10, 40, 200] {
            let mut rng = fastrand::Rng::with_seed(5);
            let mut covered = vec![0; elos.len()];
            for _ in 0..RUNS {
                let ratings = ratings(elos.len(), &tournament(elos, games, &mut rng)).unwrap();
                for (player, rating) in ratings.iter().enumerate() {
                    let elo = elos[player];
                    covered[player] += u32::from(rating.low <= elo && elo <= rating.high);
                }
            }
            let covered: Vec<f64> =
                covered.into_iter().map(|count| f64::from(count) / f64::from(RUNS)).collect();
            println!("ratings: {elos:?}, {games} games a pair: {covered:.3?}");
            let nominal = |covered: &f64| (0.93..=0.985).contains(covered);
            assert!(covered.iter().all(nominal), "{elos:?}, {games} games: {covered:?}");
        }
    }
}

/// How often a test says "first", and how many games it takes.
fn trials(test: Sprt, truth: Truth, runs: u32) -> (f64, f64) {
    let mut rng = fastrand::Rng::with_seed(11);
    let (mut first, mut games) = (0, 0);
    for _ in 0..runs {
        let mut pairs = Pairs::default();
        while test.verdict(&pairs) == Verdict::Open {
            pairs.counts[truth.pair(&mut rng)] += 1;
        }
        first += u32::from(test.verdict(&pairs) == Verdict::First);
        games += pairs.games();
    }
    (f64::from(first) / f64::from(runs), games as f64 / f64::from(runs))
}

/// A test of 0 Elo against more, with errors of 5%.
fn against(elo1: f64) -> Sprt {
    Sprt::new(0.0, elo1, 0.05, 0.05).unwrap()
}

/// Both errors must be 5% or less, but for a margin of luck: 2.5 deviations of `runs` runs.
fn check_errors(elo1: f64, draws: f64, together: f64, runs: u32) {
    let most = 0.05 + 2.5 * (0.05 * 0.95 / f64::from(runs)).sqrt();
    let truth = |elo: f64| Truth { rate: rate_of(elo), draws, together };
    let (alpha, games0) = trials(against(elo1), truth(0.0), runs);
    let (right, games1) = trials(against(elo1), truth(elo1), runs);
    let beta = 1.0 - right;
    let what = format!(
        "sprt 0 v {elo1}: draws {draws}, together {together}: \
         alpha {alpha:.4} ({games0:.0} games), beta {beta:.4} ({games1:.0} games)"
    );
    println!("{what}");
    assert!(alpha <= most && beta <= most, "{what}");
}

#[test]
fn a_test_errs_as_seldom_as_it_says() {
    check_errors(30.0, 0.0, 0.0, 10_000);
}

#[test]
fn a_test_errs_as_seldom_with_draws_and_pairs_that_hang_together() {
    for (draws, together) in [(0.0, 0.4), (0.0, -0.6), (0.4, 0.0), (0.4, 0.3)] {
        check_errors(30.0, draws, together, 2000);
    }
}

#[test]
fn a_short_test_errs_as_seldom() {
    for elo1 in [100.0, 200.0] {
        for (draws, together) in [(0.0, 0.0), (0.0, 0.4), (0.4, 0.0), (0.4, 0.3)] {
            check_errors(elo1, draws, together, 10_000);
        }
    }
}

#[test]
fn a_test_stops_early_when_players_are_unequal() {
    let (_, even) = trials(against(30.0), Truth { rate: 0.5, draws: 0.0, together: 0.0 }, 1000);
    for (elo, first, most) in [(200.0, 1.0, 100.0), (-200.0, 0.0, 100.0), (800.0, 1.0, 74.0)] {
        let truth = Truth { rate: rate_of(elo), draws: 0.0, together: 0.0 };
        let (said_first, games) = trials(against(30.0), truth, 1000);
        println!("sprt 0 v 30, truth {elo}: {games:.0} games; {even:.0} between equals");
        assert_eq!(said_first, first, "{elo}");
        assert!(games < most && even > 5.0 * games, "{elo}: {games} games");
    }
}

#[test]
fn tests_of_chance_are_not_wrong_too_often() {
    for games in 1..=60 {
        let chances = binomial(games, 0.5).into_iter().enumerate();
        let wrong = chances.filter(|(wins, _)| p_even(*wins as f64, games) <= 0.05);
        assert!(wrong.map(|(_, chance)| chance).sum::<f64>() <= 0.05, "{games} games");
    }
    for rate in [0.1, 0.5, 0.8] {
        let (one, other) = (binomial(20, rate), binomial(30, rate));
        let mut wrong = 0.0;
        for (a, chance_a) in one.iter().enumerate() {
            for (b, chance_b) in other.iter().enumerate() {
                if p_same(a as f64, 20, b as f64, 30) <= 0.05 {
                    wrong += chance_a * chance_b;
                }
            }
        }
        assert!(wrong <= 0.05, "{rate}: {wrong}");
    }
}

#[test]
fn tests_of_chance_with_draws_are_not_wrong_too_often() {
    let mut rng = fastrand::Rng::with_seed(13);
    let truth = Truth { rate: 0.6, draws: 0.2, together: 0.0 };
    let mut points =
        |games: u32| (0..games).map(|_| truth.game(&mut rng)).sum::<usize>() as f64 / 2.0;
    let wrong = |_: &u32| p_same(points(50), 50, points(80), 80) <= 0.05;
    let wrong = (0..10_000).filter(wrong).count();
    assert!(wrong <= 500, "{wrong}");
}
