//! Sequential tests: a match that stops once it is decided.
//!
//! The generalized sequential probability ratio test on pairs of games, as in fishtest: how
//! much likelier are the pairs if the first player is `elo1` better than if it is `elo0` better,
//! each time with the five cell probabilities that fit best. (M. Van den Bergh, *The generalized maximum
//! likelihood ratio for multinomial distributions*; X. Li, J. Liu, Z. Ying, *Generalized sequential
//! probability ratio test for separate families of hypotheses*, 2014.) The correlation of the
//! two games of a pair and the share of draws are thereby free, and need not be known.
//!
//! The cost: if a player wins everything, its pairs might be fully correlated, so it has to win
//! `ln((1 - beta) / alpha)` over `ln(s1 / s0)` pairs, where `s0` and `s1` are the rates of the two
//! hypotheses. That is 36 pairs for 0 against 30 Elo and 12 for 0 against 100. The rate of a stopped
//! match is slightly biased away from one half, and its interval with it.

use super::{Pairs, rate_of};
use std::fmt;

/// The count of an empty cell: small enough not to matter, and large enough that a player that wins
/// everything is compared with one that might lose.
const EMPTY_CELL: f64 = 1e-3;

/// Steps to find the likeliest cells, at most. Few are needed except near the edge.
const STEPS: u32 = 100;

/// The largest Elo a hypothesis may have.
const LIMIT: f64 = 2000.0;

/// A test of two hypotheses: the first player is `elo0` better than the second, or `elo1`. Made by
/// [`Sprt::new`], which looks at the numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The null hypothesis.
    pub elo0: f64,
    /// The alternative.
    pub elo1: f64,
    /// The chance of [`Verdict::First`] although `elo0` holds.
    pub alpha: f64,
    /// The chance of [`Verdict::NotFirst`] although `elo1` holds.
    pub beta: f64,
}

/// The verdict of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// The first player is better: rather by `elo1` or more than by `elo0`.
    First,
    /// It is not: rather by `elo0` or less than by `elo1`.
    NotFirst,
}

/// Invalid parameters of a test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SprtError {
    /// `elo0` is not below `elo1`, or one is out of range.
    Elo(f64, f64),
    /// `alpha` and `beta` are not positive, or not below 1 together.
    Risk(f64, f64),
}

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SprtError::Elo(elo0, elo1) => write!(
                f,
                "elo0={elo0}, elo1={elo1} make no test: elo0 must be less than elo1, and both \
                 from -{LIMIT} to {LIMIT}"
            ),
            SprtError::Risk(alpha, beta) => write!(
                f,
                "alpha={alpha}, beta={beta} make no test: both must be more than 0 and together \
                 less than 1; 0.05 is usual"
            ),
        }
    }
}

impl std::error::Error for SprtError {}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta } = self;
        write!(f, "elo0={elo0} elo1={elo1} alpha={alpha} beta={beta}")
    }
}

impl Sprt {
    /// A test, if the parameters are valid.
    ///
    /// ```
    /// use kage_arena::{Pairs, Sprt, Verdict};
    /// let test = Sprt::new(0.0, 30.0, 0.05, 0.05).unwrap();
    /// assert_eq!(test.verdict(&Pairs { counts: [2, 1, 4, 1, 3] }), Verdict::Open);
    /// assert_eq!(test.verdict(&Pairs { counts: [0, 0, 0, 0, 40] }), Verdict::First);
    /// assert_eq!(test.verdict(&Pairs { counts: [40, 0, 0, 0, 0] }), Verdict::NotFirst);
    /// assert!(Sprt::new(30.0, 0.0, 0.05, 0.05).is_err());
    /// ```
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        let in_reach = (-LIMIT..=LIMIT).contains(&elo0) && (-LIMIT..=LIMIT).contains(&elo1);
        if !in_reach || elo0 >= elo1 {
            return Err(SprtError::Elo(elo0, elo1));
        }
        let right = alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0;
        if !right {
            return Err(SprtError::Risk(alpha, beta));
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// The log-likelihood ratio of the pairs under `elo1` and `elo0`.
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.games() == 0 {
            return 0.0;
        }
        likelihood_loss(pairs, rate_of(self.elo0)) - likelihood_loss(pairs, rate_of(self.elo1))
    }

    /// The ratios at which the test decides [`Verdict::NotFirst`] and [`Verdict::First`] (Wald's).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The verdict on the pairs so far. To be called after each pair; the first verdict that is not
    /// [`Verdict::Open`] is final.
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        let (low, high) = self.bounds();
        match self.llr(pairs) {
            llr if llr >= high => Verdict::First,
            llr if llr <= low => Verdict::NotFirst,
            _ => Verdict::Open,
        }
    }
}

/// How much the log-likelihood falls if the mean must be `rate`.
///
/// The likeliest cells with that mean are the observed ones, each divided by
/// `1 + tilt * (points - rate)`, with the one tilt that makes them sum to 1.
fn likelihood_loss(pairs: &Pairs, rate: f64) -> f64 {
    let cells = pairs.cells().map(|(points, count)| (points - rate, count.max(EMPTY_CELL)));
    let tilt = tilt(&cells, rate);
    cells.iter().map(|(off, count)| count * (tilt * off).ln_1p()).sum()
}

/// The tilt is the zero of a function that only falls, between two poles: Newton's steps, and
/// halving where they would leave the bracket.
fn tilt(cells: &[(f64, f64); 5], rate: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - rate), 1.0 / rate);
    let mut tilt = 0.0;
    for _ in 0..STEPS {
        let (mut value, mut slope) = (0.0, 0.0);
        for (off, count) in cells {
            let pull = off / (1.0 + tilt * off);
            value += count * pull;
            slope -= count * pull * pull;
        }
        *(if value > 0.0 { &mut low } else { &mut high }) = tilt;
        let next = tilt - value / slope;
        let next = if low < next && next < high { next } else { f64::midpoint(low, high) };
        let step = (next - tilt).abs();
        tilt = next;
        if step <= 1e-13 * tilt.abs().max(1e-3) {
            break;
        }
    }
    tilt
}
