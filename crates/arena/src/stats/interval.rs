//! Confidence intervals of winning rates.

/// A rate and the interval that holds the true one with 95% confidence.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The observed rate.
    pub rate: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The two-sided 95% point of the normal distribution.
pub(super) const Z: f64 = 1.959_963_984_540_054;

/// Wilson's score interval for points (a draw is half a point) out of games. It is valid also where
/// one side wins everything; without games it is 0 to 1.
///
/// ```
/// use kage_arena::wilson95;
/// let even = wilson95(50.0, 100);
/// assert!((even.low - 0.4038).abs() < 1e-4 && (even.high - 0.5962).abs() < 1e-4);
/// assert!((wilson95(20.0, 20).low - 0.8389).abs() < 1e-4);
/// assert_eq!(wilson95(0.0, 0).high, 1.0);
/// ```
pub fn wilson95(points: f64, games: u32) -> Interval {
    if games == 0 {
        return Interval { rate: 0.5, low: 0.0, high: 1.0 };
    }
    let n = f64::from(games);
    wilson(points / n, n)
}

/// Wilson's interval for a rate with the precision of `n` independent games, not necessarily a whole
/// number.
pub(super) fn wilson(rate: f64, n: f64) -> Interval {
    let centre = (rate + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
    Interval { rate, low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}
