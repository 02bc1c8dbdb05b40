//! Rates as Elo, and back.

use super::Interval;

/// Elo points to one unit of the logistic scale.
pub(super) const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The Elo difference at which a player makes `rate` points a game. It is infinite for a rate of 0
/// or 1.
///
/// ```
/// use kage_arena::elo_of;
/// assert_eq!(elo_of(0.5), 0.0);
/// assert!((elo_of(0.76) - 200.24).abs() < 0.01);
/// assert_eq!(elo_of(1.0), f64::INFINITY);
/// ```
pub fn elo_of(rate: f64) -> f64 {
    let rate = rate.clamp(0.0, 1.0);
    ELO * (rate / (1.0 - rate)).ln()
}

/// The expected points a game of a player that is `elo` above the other.
///
/// ```
/// use kage_arena::rate_of;
/// assert!((rate_of(400.0) - 10.0 / 11.0).abs() < 1e-15);
/// ```
pub fn rate_of(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO).exp())
}

/// An Elo difference as text: whole, with its sign, and never `-0`.
///
/// ```
/// use kage_arena::elo_text;
/// assert_eq!([elo_text(12.4), elo_text(-0.3), elo_text(-7.0)], ["+12", "0", "-7"]);
/// assert_eq!(elo_text(f64::INFINITY), "+inf");
/// ```
pub fn elo_text(elo: f64) -> String {
    let whole = elo.round();
    if whole == 0.0 { "0".to_owned() } else { format!("{whole:+.0}") }
}

/// A rate's interval as Elo: `+120 (+80 to +165)`.
pub fn elo_interval(interval: &Interval) -> String {
    let [elo, low, high] =
        [interval.rate, interval.low, interval.high].map(|rate| elo_text(elo_of(rate)));
    format!("{elo} ({low} to {high})")
}
