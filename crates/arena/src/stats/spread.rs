//! Many numbers in few.

/// How numbers are spread.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    /// How many there are.
    pub n: usize,
    /// Their mean.
    pub mean: f64,
    /// The standard deviation of what they are a sample of; 0 for a single one.
    pub sd: f64,
    /// The smallest.
    pub min: f64,
    /// A quarter of them is below.
    pub q1: f64,
    /// Half of them is below.
    pub median: f64,
    /// Three quarters of them are below.
    pub q3: f64,
    /// The largest.
    pub max: f64,
}

impl Spread {
    /// The spread of some numbers. Infinite ones and those that are none are left out; if nothing
    /// is left, there is no spread.
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

/// Numbers counted in bins of equal width.
#[derive(Clone, PartialEq, Debug)]
pub struct Histogram {
    /// Where the first bin begins.
    pub low: f64,
    /// Where the last bin ends.
    pub high: f64,
    /// How many numbers are in each bin. One on a border is in the upper bin, the largest in the
    /// last.
    pub counts: Vec<u64>,
}

/// Counts numbers in bins from the smallest to the largest; if all are the same, from half a unit
/// below to half a unit above. Infinite numbers and those that are none are left out.
///
/// ```
/// use kage_arena::histogram;
/// assert_eq!(histogram(&[0.0, 1.0, 2.0, 9.0, 10.0], 2).counts, [3, 2]);
/// ```
pub fn histogram(values: &[f64], bins: usize) -> Histogram {
    let sorted = sorted(values);
    let (mut low, mut high) = match (sorted.first(), sorted.last()) {
        (Some(low), Some(high)) => (*low, *high),
        _ => (0.0, 1.0),
    };
    if low == high {
        (low, high) = (low - 0.5, high + 0.5);
    }
    let mut counts = vec![0; bins];
    for value in &sorted {
        let bin = (value - low) / (high - low) * bins as f64;
        if let Some(count) = counts.get_mut((bin as usize).min(bins.saturating_sub(1))) {
            *count += 1;
        }
    }
    Histogram { low, high, counts }
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
