//! How numbers are spread: mean, deviation and quartiles.

/// How numbers are spread.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    /// The number of values.
    pub n: usize,
    /// Their mean.
    pub mean: f64,
    /// The standard deviation as estimated from a sample; 0 for a single value.
    pub sd: f64,
    /// The smallest.
    pub min: f64,
    /// The lower quartile.
    pub q1: f64,
    /// The median.
    pub median: f64,
    /// The upper quartile.
    pub q3: f64,
    /// The largest.
    pub max: f64,
}

impl Spread {
    /// The spread of some numbers. Infinite numbers and NaN are left out; if none is left, there is no
    /// spread.
    ///
    /// ```
    /// use kage_arena::Spread;
    /// let spread = Spread::of(&[4.0, 1.0, 3.0, 2.0]).unwrap();
    /// assert_eq!((spread.q1, spread.median, spread.q3), (1.75, 2.5, 3.25));
    /// assert_eq!(Spread::of(&[]), None);
    /// ```
    pub fn of(values: &[f64]) -> Option<Spread> {
        let sorted = sorted(values);
        let (&min, &max) = (sorted.first()?, sorted.last()?);
        let n = sorted.len();
        let mean = sorted.iter().sum::<f64>() / n as f64;
        let squares: f64 = sorted.iter().map(|value| (value - mean).powi(2)).sum();
        let sd = (squares / (n - 1).max(1) as f64).sqrt();
        let [q1, median, q3] = [0.25, 0.5, 0.75].map(|part| quantile(&sorted, part));
        Some(Spread { n, mean, sd, min, q1, median, q3, max })
    }
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// The value below which a part of the sorted ones is, between neighbours in proportion.
fn quantile(sorted: &[f64], part: f64) -> f64 {
    let place = part * (sorted.len() - 1) as f64;
    let below = sorted[place as usize];
    let above = sorted[place.ceil() as usize];
    below + (above - below) * place.fract()
}
