//! Worked examples with their sources, slow second ways to the same numbers, and what must hold
//! whatever the numbers are.

use kage_arena::{
    Encounter, GameRow, Pairs, RatingError, Spread, Sprt, SprtError, Verdict, elo_of, holm, p_even,
    p_same, rate_of, ratings, wilson95,
};
use proptest::collection::vec;
use proptest::prelude::*;

fn near(found: f64, expected: f64, by: f64) {
    assert!((found - expected).abs() <= by, "{found}, not {expected}");
}

#[test]
fn wilson_as_published() {
    // R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in
    // Medicine 17 (1998), table I, method 3.
    let table = [
        (81.0, 263, 0.2553, 0.3662),
        (15.0, 148, 0.0624, 0.1605),
        (0.0, 20, 0.0, 0.1611),
        (1.0, 29, 0.0061, 0.1718),
    ];
    for (points, games, low, high) in table {
        let interval = wilson95(points, games);
        near(interval.low, low, 5e-5);
        near(interval.high, high, 5e-5);
    }
}

#[test]
fn elo_as_published() {
    // The table of the FIDE handbook, B.02, 8.1: whole numbers, made with the normal distribution;
    // near the middle the logistic one agrees.
    for (rate, elo) in [(0.5, 0.0), (0.51, 7.0), (0.6, 72.0), (0.65, 110.0)] {
        near(elo_of(rate), elo, 2.5);
    }
    near(rate_of(-400.0), 1.0 / 11.0, 1e-15);
}

/// A game that player 0 won, lost or drew.
fn row(game: u32, winner: Option<usize>) -> GameRow {
    GameRow {
        game,
        black: game as usize % 2,
        seed: u64::from(game / 2),
        result: "B+R".to_owned(),
        winner,
        lead: None,
        forfeit: false,
        fault: None,
        moves: [40, 40],
        refused: [5, 5],
        seconds: [1.0, 1.0],
        playouts: [0, 0],
    }
}

#[test]
fn games_are_paired_by_number() {
    let (won, lost, drawn) = (Some(0), Some(1), None);
    // Pair 0: 2. Pair 1: 1. Pair 2: half of it is missing. Pair 3: 1/2. Pair 4: 3/2. Pair 5: 0.
    // Game 13 is half a pair too.
    let games = [
        row(7, drawn),
        row(0, won),
        row(3, lost),
        row(2, won),
        row(4, won),
        row(1, won),
        row(6, lost),
        row(8, won),
        row(9, drawn),
        row(10, lost),
        row(11, lost),
        row(13, won),
    ];
    let pairs = Pairs::of(&games);
    assert_eq!(pairs.counts, [1, 1, 1, 1, 1]);
    assert_eq!((pairs.games(), pairs.mean()), (10, 0.5));
    assert_eq!(Pairs::of(&[]), Pairs::default());
    assert_eq!(Pairs::default().mean(), 0.5);
    assert_eq!(Pairs::default().interval95(), wilson95(0.0, 0));
    let mut both = pairs;
    both.add(Pairs { counts: [0, 0, 0, 0, 5] });
    assert_eq!(both.counts, [1, 1, 1, 1, 6]);
    near(both.mean(), 0.75, 1e-15);
}

#[test]
fn large_numbers_of_pairs_have_the_plain_interval() {
    // 10,000 pairs: the variance is as good as known, and the normal interval is right.
    let pairs = Pairs { counts: [1000, 1500, 4000, 2000, 1500] };
    let mean = (0.25 * 1500.0 + 0.5 * 4000.0 + 0.75 * 2000.0 + 1500.0) / 10_000.0;
    let squares = [0.0, 0.25, 0.5, 0.75, 1.0_f64]
        .iter()
        .zip(pairs.counts)
        .map(|(rate, count)| count as f64 * (rate - mean).powi(2))
        .sum::<f64>();
    let half = 1.96 * (squares / 10_000.0 / 10_000.0).sqrt();
    let interval = pairs.interval95();
    assert_eq!(interval.rate, mean);
    near(interval.low, mean - half, 2e-5);
    near(interval.high, mean + half, 2e-5);
}

/// The largest logarithm of the likelihood that cells with a given mean can have, found the slow
/// way: from some cells with that mean, along directions that keep it, as far as it gets better.
fn likeliest(counts: [f64; 5], mean: f64) -> f64 {
    let likelihood = |cells: &[f64; 5]| {
        cells.iter().zip(counts).map(|(cell, count)| count * cell.ln()).sum::<f64>()
    };
    // Binomial cells have the mean.
    let choose = [1.0, 4.0, 6.0, 4.0, 1.0];
    let mut cells: [f64; 5] = std::array::from_fn(|cell| {
        choose[cell] * mean.powi(cell as i32) * (1.0 - mean).powi(4 - cell as i32)
    });
    let ways = [
        [1.0, -2.0, 1.0, 0.0, 0.0],
        [0.0, 1.0, -2.0, 1.0, 0.0],
        [0.0, 0.0, 1.0, -2.0, 1.0],
        [1.0, 0.0, -2.0, 0.0, 1.0],
        [1.0, -1.0, 0.0, -1.0, 1.0],
        [3.0, -4.0, 0.0, 0.0, 1.0],
        [1.0, 0.0, 0.0, -4.0, 3.0],
    ];
    for _ in 0..2000 {
        for way in ways {
            best_along(&mut cells, way, counts);
        }
    }
    likelihood(&cells)
}

/// Goes along a way to where the likelihood stops rising, by halving.
fn best_along(cells: &mut [f64; 5], way: [f64; 5], counts: [f64; 5]) {
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for (cell, step) in cells.iter().zip(way) {
        if step > 0.0 {
            low = low.max(-cell / step);
        } else if step < 0.0 {
            high = high.min(-cell / step);
        }
    }
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        let rise: f64 = (0..5).map(|i| counts[i] * way[i] / (cells[i] + middle * way[i])).sum();
        if rise > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let far = f64::midpoint(low, high);
    (0..5).for_each(|i| cells[i] = (cells[i] + far * way[i]).max(1e-300));
}

#[test]
fn the_ratio_of_likelihoods_as_found_the_slow_way() {
    let tests = [(0.0, 30.0), (-5.0, 5.0), (50.0, 150.0)];
    let all = [
        [10, 12, 30, 15, 20],
        [100, 5, 300, 7, 150],
        [1, 1, 1, 1, 1],
        [2, 7, 3, 40, 90],
        [40, 1, 1, 1, 2],
    ];
    for (elo0, elo1) in tests {
        let test = Sprt::new(elo0, elo1, 0.05, 0.05).unwrap();
        for counts in all {
            let slow = |elo: f64| likeliest(counts.map(|count| count as f64), rate_of(elo));
            near(test.llr(&Pairs { counts }), slow(elo1) - slow(elo0), 1e-6);
        }
    }
}

#[test]
fn pairs_that_always_end_alike_are_walds_own_test() {
    // A. Wald, Sequential Analysis (1947), chapter 5: the test of a binomial. Empty cells count a
    // speck, which says as good as nothing.
    let test = Sprt::new(0.0, 30.0, 0.05, 0.05).unwrap();
    let (s0, s1) = (0.5_f64, rate_of(30.0));
    for (lost, won) in [(50, 60), (10, 40), (0, 30), (30, 0), (1, 0)] {
        let wald = won as f64 * (s1 / s0).ln() + lost as f64 * ((1.0 - s1) / (1.0 - s0)).ln();
        near(test.llr(&Pairs { counts: [lost, 0, 0, 0, won] }), wald, 0.01);
    }
}

#[test]
fn a_player_who_wins_everything_ends_the_test() {
    // ln 19 / ln(s1 / s0) pairs, as the module says.
    for (elo1, enough) in [(30.0, 36), (100.0, 12), (400.0, 5)] {
        let test = Sprt::new(0.0, elo1, 0.05, 0.05).unwrap();
        let verdict = |won| test.verdict(&Pairs { counts: [0, 0, 0, 0, won] });
        assert_eq!((verdict(enough - 1), verdict(enough)), (Verdict::Open, Verdict::First));
        assert_eq!(test.verdict(&Pairs { counts: [enough, 0, 0, 0, 0] }), Verdict::NotFirst);
        assert_eq!(test.verdict(&Pairs { counts: [0, 0, 0, 0, u64::MAX / 4] }), Verdict::First);
    }
    let test = Sprt::new(0.0, 30.0, 0.05, 0.05).unwrap();
    assert_eq!(test.llr(&Pairs::default()), 0.0);
    // Always one to one: the first is not better.
    assert_eq!(test.verdict(&Pairs { counts: [0, 0, 40, 0, 0] }), Verdict::NotFirst);
}

#[test]
fn bounds_are_walds() {
    let (low, high) = Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap().bounds();
    near(low, -2.944, 1e-3);
    near(high, 2.944, 1e-3);
    let (low, high) = Sprt::new(0.0, 5.0, 0.01, 0.10).unwrap().bounds();
    near(low, (0.1_f64 / 0.99).ln(), 1e-12);
    near(high, 90.0_f64.ln(), 1e-12);
}

#[test]
fn numbers_that_make_no_test() {
    for (elo0, elo1) in [(5.0, 5.0), (5.0, 0.0), (f64::NAN, 5.0), (0.0, f64::INFINITY)] {
        let error = Sprt::new(elo0, elo1, 0.05, 0.05).unwrap_err();
        assert!(matches!(error, SprtError::Elo(..)));
        assert!(error.to_string().contains("must be less than"), "{error}");
    }
    for (alpha, beta) in [(0.0, 0.05), (0.05, -1.0), (0.5, 0.5), (f64::NAN, 0.1)] {
        let error = Sprt::new(0.0, 5.0, alpha, beta).unwrap_err();
        assert!(matches!(error, SprtError::Risk(..)));
        assert!(error.to_string().contains("0.05 is usual"), "{error}");
    }
}

/// Encounters of a table of wins, each taken `times` times.
fn encounters<const N: usize>(wins: [[u32; N]; N], times: u32) -> Vec<Encounter> {
    let mut all = Vec::new();
    for (first, row) in wins.iter().enumerate() {
        for (second, won) in row.iter().enumerate().skip(first + 1) {
            let (won, lost) = (times * won, times * wins[second][first]);
            let games = won + lost;
            all.push(Encounter { players: [first, second], points: f64::from(won), games });
        }
    }
    all
}

#[test]
fn ratings_of_the_encyclopedia() {
    // Wikipedia, Bradley-Terry model, worked example: strengths .139, .226, .143, .492. The games
    // are taken ten thousand times, so that the prior vanishes.
    let wins = [[0, 2, 0, 1], [3, 0, 5, 0], [0, 3, 0, 1], [4, 0, 3, 0]];
    let ratings = ratings(4, &encounters(wins, 10_000)).unwrap();
    let strengths = ratings.iter().map(|rating| 10_f64.powf(rating.elo / 400.0));
    let sum: f64 = strengths.clone().sum();
    for (strength, published) in strengths.zip([0.139, 0.226, 0.143, 0.492]) {
        near(strength / sum, published, 5e-4);
    }
}

/// The American League, East, 1987: A. Agresti, Categorical Data Analysis (2002), table 10.10.
const BASEBALL: [[u32; 7]; 7] = [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
];

#[test]
fn ratings_of_the_textbook() {
    let unit = 400.0 / 10_f64.ln();
    let published = [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0];
    let found = ratings(7, &encounters(BASEBALL, 10_000)).unwrap();
    for (rating, published) in found.iter().zip(published) {
        near((rating.elo - found[6].elo) / unit, published, 1e-3);
    }
    // Taken once, the prior pulls a little, and only towards the mean.
    let once = ratings(7, &encounters(BASEBALL, 1)).unwrap();
    for (once, plain) in once.iter().zip(&found) {
        assert!(once.elo.abs() < plain.elo.abs() && (once.elo - plain.elo).abs() < 5.0);
        assert!(once.low < plain.elo && plain.elo < once.high);
    }
}

/// The likelihood of three players' games with the virtual ones, written anew.
fn likelihood_of_three(games: &[Encounter; 3], ratings: [f64; 3]) -> f64 {
    let one = |encounter: &Encounter| {
        let [a, b] = encounter.players;
        let count = f64::from(encounter.games);
        // Everybody met two others, and gives each half a drawn game.
        let share = 0.5;
        let rate = rate_of(ratings[a] - ratings[b]);
        let won = encounter.points + share / 2.0;
        won * rate.ln() + (count + share - won) * (1.0 - rate).ln()
    };
    games.iter().map(one).sum()
}

/// The best likelihood with one rating given, searched by thirds.
fn profile_of_three(games: &[Encounter; 3], player: usize, elo: f64) -> f64 {
    let height = |apart: f64| {
        let mut ratings = [-elo / 2.0; 3];
        ratings[player] = elo;
        ratings[(player + 1) % 3] += apart;
        ratings[(player + 2) % 3] -= apart;
        likelihood_of_three(games, ratings)
    };
    let (mut low, mut high) = (-5000.0, 5000.0);
    for _ in 0..120 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if height(a) < height(b) { low = a } else { high = b }
    }
    height(low)
}

#[test]
fn intervals_of_ratings_as_found_the_slow_way() {
    let encounter = |players, points, games| Encounter { players, points, games };
    let tables = [
        [encounter([0, 1], 30.0, 40), encounter([1, 2], 22.5, 40), encounter([2, 0], 9.5, 40)],
        // One wins everything, few games, unevenly many.
        [encounter([0, 1], 20.0, 20), encounter([0, 2], 3.0, 3), encounter([2, 1], 4.0, 9)],
    ];
    for games in tables {
        for (player, rating) in ratings(3, &games).unwrap().into_iter().enumerate() {
            let top = profile_of_three(&games, player, rating.elo);
            for end in [rating.low, rating.high] {
                let drop = top - profile_of_three(&games, player, end);
                near(drop, 1.959_964_f64.powi(2) / 2.0, 1e-4);
            }
            for beside in [-1.0, 1.0] {
                assert!(profile_of_three(&games, player, rating.elo + beside) < top);
            }
        }
    }
}

#[test]
fn one_who_wins_everything_has_a_rating_and_a_doubt() {
    let elo_of_the_winner = |games| {
        let table = [Encounter { players: [0, 1], points: f64::from(games), games }];
        let [winner, loser] = ratings(2, &table).unwrap()[..] else { panic!("two players") };
        near(winner.elo, -loser.elo, 1e-6);
        near(winner.low, -loser.high, 1e-3);
        assert!(winner.high.is_finite() && winner.high - winner.elo > winner.elo - winner.low);
        winner
    };
    // One drawn game is added: 20.5 to 0.5.
    near(2.0 * elo_of_the_winner(20).elo, elo_of(20.5 / 21.0), 1e-6);
    // The lower end is no bolder than the exact one of Clopper and Pearson for one side, 95%.
    assert!(2.0 * elo_of_the_winner(20).low < elo_of(0.05_f64.powf(1.0 / 20.0)) + 60.0);
    assert!(elo_of_the_winner(400).low > elo_of_the_winner(20).low + 100.0);
    assert!(elo_of_the_winner(4_000_000_000).elo.is_finite());
}

#[test]
fn companies_that_never_met_have_a_zero_each() {
    let won = |players| Encounter { players, points: 15.0, games: 20 };
    let nothing = Encounter { players: [4, 0], points: 0.0, games: 0 };
    let all = ratings(5, &[won([0, 3]), won([2, 1]), nothing]).unwrap();
    near(all[0].elo + all[3].elo, 0.0, 1e-9);
    near(all[1].elo + all[2].elo, 0.0, 1e-9);
    near(all[0].elo, all[2].elo, 1e-9);
    assert_eq!((all[4].elo, all[4].low, all[4].high), (0.0, f64::NEG_INFINITY, f64::INFINITY));
    assert_eq!(ratings(0, &[]).unwrap(), []);
}

#[test]
fn encounters_that_cannot_be() {
    let check = |players, points, games, expected: &str| {
        let error = ratings(2, &[Encounter { players, points, games }]).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
        error
    };
    let error = check([0, 2], 1.0, 2, "the table has 2 players");
    assert!(matches!(error, RatingError::NoSuchPlayer(..)));
    assert!(matches!(check([1, 1], 1.0, 2, "against itself"), RatingError::Alone(_)));
    for points in [2.5, -0.5, f64::NAN] {
        assert!(matches!(check([0, 1], points, 2, "points in 2 games"), RatingError::Points(_)));
    }
}

#[test]
fn even_as_published() {
    // binom.test of R: 9 of 10, 15 of 20.
    near(p_even(9.0, 10), 0.021_484_375, 1e-12);
    near(p_even(15.0, 20), 0.041_389_465_332_031, 1e-12);
    near(p_even(20.0, 20) / 2_f64.powi(-19), 1.0, 1e-9);
    // Two deviations of a million games; the normal distribution with correction for continuity.
    near(p_even(501_000.0, 1_000_000), 0.045_608, 1e-5);
    near(p_even(2_147_000_000.0, 4_294_000_000), 1.0, 1e-4);
    assert_eq!(p_even(0.0, 0), 1.0);
    assert!(p_even(4e9, 4_000_000_000) < 1e-300);
}

#[test]
fn even_as_counted() {
    // All ways that twelve games can go.
    for wins in 0..=12_u32 {
        let far = |ways: u32| ways.count_ones().abs_diff(6) >= wins.abs_diff(6);
        let ways = (0..1 << 12).filter(|ways| far(*ways)).count();
        near(p_even(f64::from(wins), 12), ways as f64 / 4096.0, 1e-12);
    }
}

#[test]
fn same_as_published() {
    // R. A. Fisher, The Logic of Inductive Inference (1935): convicted twins of criminals; the
    // two-sided value is that of fisher.test of R.
    near(p_same(10.0, 13, 2.0, 17), 0.000_536_7, 5e-8);
    // fisher_exact of SciPy, from its documentation: [[8, 2], [1, 5]].
    near(p_same(8.0, 10, 1.0, 6), 0.034_965_034_965, 1e-11);
    // Far apart, the tail is a tiny number and not rounded away: one table is possible.
    near(p_same(200.0, 200, 0.0, 200).log10(), -118.71, 0.01);
    assert_eq!(p_same(5.0, 5, 0.0, 0), 1.0);
    assert_eq!(p_same(20.0, 20, 30.0, 30), 1.0);
    assert_eq!(p_same(2e9, 2_000_000_000, 2e9, 2_000_000_000), 1.0);
}

#[test]
fn holm_as_published() {
    // p.adjust of R with method "holm"; the second is Wikipedia's four hypotheses.
    let check = |chances: &[f64], adjusted: &[f64]| {
        for (found, expected) in holm(chances).iter().zip(adjusted) {
            near(*found, *expected, 1e-12);
        }
    };
    check(&[0.01, 0.02, 0.03, 0.04, 0.05], &[0.05, 0.08, 0.09, 0.09, 0.09]);
    check(&[0.01, 0.04, 0.03, 0.005], &[0.03, 0.06, 0.06, 0.02]);
    check(&[0.6, 0.7], &[1.0, 1.0]);
    assert_eq!(holm(&[]), Vec::<f64>::new());
}

#[test]
fn spread_as_published() {
    // Old Faithful would be long; these are R's quantile and sd of 2, 4, 4, 4, 5, 5, 7, 9.
    let spread = Spread::of(&[9.0, 2.0, 4.0, f64::NAN, 5.0, 4.0, 5.0, 7.0, 4.0]).unwrap();
    assert_eq!((spread.n, spread.mean, spread.min, spread.max), (8, 5.0, 2.0, 9.0));
    assert_eq!((spread.q1, spread.median, spread.q3), (4.0, 4.5, 5.5));
    near(spread.sd, 2.138_09, 1e-5);
    let one = Spread::of(&[3.0]).unwrap();
    assert_eq!((one.sd, one.q1, one.q3), (0.0, 3.0, 3.0));
    assert_eq!(Spread::of(&[f64::INFINITY]), None);
}

fn pairs() -> impl Strategy<Value = Pairs> {
    prop_oneof![
        prop::array::uniform5(0..200_u64),
        prop::array::uniform5(prop_oneof![Just(0), 0..20_u64]),
    ]
    .prop_map(|counts| Pairs { counts })
}

/// A table of up to six players, some of whom may never meet.
fn table() -> impl Strategy<Value = (usize, Vec<Encounter>)> {
    let encounter = |players: usize| {
        (0..players, 1..players, 0..60_u32, 0.0..=1.0_f64).prop_map(move |(a, on, games, rate)| {
            let points = (rate * 2.0 * f64::from(games)).round() / 2.0;
            Encounter { players: [a, (a + on) % players], points, games }
        })
    };
    (2..=6_usize).prop_flat_map(move |players| (Just(players), vec(encounter(players), 0..12)))
}

proptest! {
    #[test]
    fn reversed_pairs_turn_a_test_round(pairs in pairs(), elo in 1.0..200.0_f64) {
        let test = Sprt::new(-elo, elo, 0.05, 0.05).unwrap();
        let (here, there) = (test.llr(&pairs), test.llr(&pairs.reversed()));
        prop_assert!((here + there).abs() <= 1e-7 * here.abs().max(1.0), "{} {}", here, there);
    }

    #[test]
    fn a_pair_won_speaks_for_the_first(pairs in pairs(), elo0 in -200.0..200.0_f64) {
        let test = Sprt::new(elo0, elo0 + 40.0, 0.05, 0.05).unwrap();
        let (mut better, mut worse) = (pairs, pairs);
        better.counts[4] += 1;
        worse.counts[0] += 1;
        let llr = test.llr(&pairs);
        prop_assert!(test.llr(&worse) < llr && llr < test.llr(&better), "{}", llr);
    }

    #[test]
    fn intervals_of_pairs_are_in_order(pairs in pairs()) {
        let (here, there) = (pairs.interval95(), pairs.reversed().interval95());
        prop_assert!(0.0 <= here.low && here.low <= here.rate + 1e-12);
        prop_assert!(here.rate <= here.high + 1e-12 && here.high <= 1.0);
        prop_assert!((here.low + there.high - 1.0).abs() < 1e-9);
    }

    #[test]
    fn ratings_do_not_know_the_order(
        (players, games) in table(),
        order in Just([3, 0, 5, 1, 4, 2_usize]).prop_shuffle(),
    ) {
        let order: Vec<usize> = order.into_iter().filter(|player| *player < players).collect();
        let moved = games.iter().rev().map(|encounter| Encounter {
            players: [order[encounter.players[1]], order[encounter.players[0]]],
            points: f64::from(encounter.games) - encounter.points,
            games: encounter.games,
        });
        let here = ratings(players, &games).unwrap();
        let there = ratings(players, &moved.collect::<Vec<_>>()).unwrap();
        for (player, rating) in here.iter().enumerate() {
            let other = there[order[player]];
            let same = |a: f64, b: f64| a == b || (a - b).abs() < 1e-3;
            prop_assert!((rating.elo - other.elo).abs() < 1e-4, "{:?} {:?}", rating, other);
            prop_assert!(same(rating.low, other.low), "{:?} {:?}", rating, other);
            prop_assert!(same(rating.high, other.high), "{:?} {:?}", rating, other);
        }
    }

    #[test]
    fn ratings_stand_in_their_intervals((players, games) in table()) {
        let met = |player| games.iter().any(|e| e.games > 0 && e.players.contains(&player));
        let ratings = ratings(players, &games).unwrap();
        for (player, rating) in ratings.iter().enumerate() {
            prop_assert!(rating.low < rating.elo && rating.elo < rating.high, "{:?}", rating);
            prop_assert_eq!(rating.low.is_finite() && rating.high.is_finite(), met(player));
        }
        prop_assert!(ratings.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-6);
    }

    #[test]
    fn chances_are_chances_from_either_side(
        games in prop::array::uniform2(1..300_u32),
        rates in prop::array::uniform2(0.0..=1.0_f64),
        whole in any::<bool>(),
    ) {
        let grain = if whole { 1.0 } else { 2.0 };
        let points = |side: usize| (rates[side] * grain * f64::from(games[side])).round() / grain;
        let [a, b] = [0, 1].map(points);
        let [n, m] = games;
        let (even, same) = (p_even(a, n), p_same(a, n, b, m));
        prop_assert!((0.0..=1.0).contains(&even) && (0.0..=1.0).contains(&same));
        prop_assert_eq!(even, p_even(f64::from(n) - a, n));
        prop_assert!((same - p_same(b, m, a, n)).abs() < 1e-9);
        prop_assert!((same - p_same(f64::from(n) - a, n, f64::from(m) - b, m)).abs() < 1e-9);
    }

    #[test]
    fn holm_raises_and_keeps_the_order(chances in vec(0.0..=1.0_f64, 0..20)) {
        let adjusted = holm(&chances);
        prop_assert_eq!(adjusted.len(), chances.len());
        for (one, chance) in adjusted.iter().zip(&chances) {
            prop_assert!(one >= chance && *one <= 1.0);
            prop_assert!(*one <= chances.len() as f64 * chance + 1e-15);
            for (other, other_chance) in adjusted.iter().zip(&chances) {
                prop_assert!(chance > other_chance || one <= other);
            }
        }
    }

    #[test]
    fn spreads_are_in_order_and_lose_nothing(values in vec(-1e6..1e6_f64, 1..60)) {
        let spread = Spread::of(&values).unwrap();
        let order = [spread.min, spread.q1, spread.median, spread.q3, spread.max];
        prop_assert!(order.is_sorted(), "{:?}", order);
        prop_assert!(spread.min <= spread.mean + 1e-9 && spread.mean <= spread.max + 1e-9);
        prop_assert_eq!(spread.n, values.len());
    }
}
