//! p-values: the chance of a result if there is no difference.
//!
//! Tests are exact where possible: the normal distribution is wrong for small matches between unequal
//! players. Tails are summed from their end, so that small chances keep their precision.

use libm::{erfc, lgamma};

/// With more games than this in all, two rates are compared by the normal distribution. It is
/// accurate there, and the exact sum would be slow.
const EXACT: u32 = 1_000_000;

/// Probabilities whose ratio is below this are equal but for rounding.
const SAME: f64 = 1.0 + 1e-7;

/// The two-sided p-value that two players are equally strong, when one made `points` in `games`.
///
/// It is the exact sign test. A half point means at least one drawn game; one drawn game is then left
/// out. Draws that cancel out in the sum are not seen; with them the test is conservative.
///
/// ```
/// use kage_arena::p_even;
/// assert!((p_even(8.0, 10) - 112.0 / 1024.0).abs() < 1e-12);
/// assert_eq!(p_even(8.5, 11), p_even(8.0, 10));
/// assert_eq!(p_even(0.5, 1), 1.0);
/// ```
pub fn p_even(points: f64, games: u32) -> f64 {
    let halves = (2.0 * within(points, games)).round() as u64;
    let drawn = halves % 2;
    let (wins, games) = ((halves - drawn) / 2, u64::from(games) - drawn);
    let fewer = wins.min(games - wins);
    let mut term = (ln_choose(games, fewer) - games as f64 * std::f64::consts::LN_2).exp();
    let mut tail = 0.0;
    // Towards the end the terms fall at least as a geometric series.
    for wins in (0..=fewer).rev() {
        tail += term;
        if term <= tail * 1e-17 {
            break;
        }
        term *= wins as f64 / (games - wins + 1) as f64;
    }
    (2.0 * tail).min(1.0)
}

/// The two-sided p-value that `a` and `b` have the same rate, from their points and games.
///
/// It is Fisher's exact test where the points are whole numbers, otherwise the normal
/// approximation with the pooled rate. Without games of both it is 1.
///
/// ```
/// use kage_arena::p_same;
/// assert!((p_same(3.0, 4, 1.0, 4) - 34.0 / 70.0).abs() < 1e-12);
/// assert!(p_same(90.0, 100, 60.5, 100) < 1e-5);
/// ```
pub fn p_same(points_a: f64, games_a: u32, points_b: f64, games_b: u32) -> f64 {
    let (points_a, points_b) = (within(points_a, games_a), within(points_b, games_b));
    if games_a == 0 || games_b == 0 {
        return 1.0;
    }
    let whole = points_a.fract() == 0.0 && points_b.fract() == 0.0;
    if whole && games_a.saturating_add(games_b) <= EXACT {
        return fisher([points_a as u64, points_b as u64], [games_a, games_b].map(u64::from));
    }
    let (n_a, n_b) = (f64::from(games_a), f64::from(games_b));
    let rate = (points_a + points_b) / (n_a + n_b);
    let deviation = (rate * (1.0 - rate) * (1.0 / n_a + 1.0 / n_b)).sqrt();
    if deviation == 0.0 {
        return 1.0;
    }
    erfc(((points_a / n_a - points_b / n_b) / deviation).abs() / std::f64::consts::SQRT_2)
}

/// The chance of all tables with these sums that are at most as likely as the observed one.
fn fisher(wins: [u64; 2], games: [u64; 2]) -> f64 {
    let all = wins[0] + wins[1];
    let chance = |first: u64| {
        let ways = ln_choose(games[0], first) + ln_choose(games[1], all - first);
        (ways - ln_choose(games[0] + games[1], all)).exp()
    };
    let seen = chance(wins[0]) * SAME;
    let tables = all.saturating_sub(games[1])..=all.min(games[0]);
    tables.map(chance).filter(|chance| *chance <= seen).sum::<f64>().min(1.0)
}

fn ln_choose(n: u64, k: u64) -> f64 {
    let ln_factorial = |n: u64| lgamma(n as f64 + 1.0);
    ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k)
}

/// Points limited to what `games` can give; NaN gives 0.
fn within(points: f64, games: u32) -> f64 {
    points.max(0.0).min(f64::from(games))
}

/// p-values corrected for multiple tests, after Holm: if those below 5% are called significant, the
/// chance that any of them is wrong is below 5%.
///
/// ```
/// use kage_arena::holm;
/// assert_eq!(holm(&[0.5, 0.01]), [0.5, 0.02]);
/// ```
pub fn holm(chances: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|a, b| chances[*a].total_cmp(&chances[*b]));
    let mut adjusted = vec![0.0; chances.len()];
    let mut least: f64 = 0.0;
    for (rank, &place) in order.iter().enumerate() {
        least = least.max((chances.len() - rank) as f64 * chances[place]).min(1.0);
        adjusted[place] = least;
    }
    adjusted
}
