//! Rates as Elo, and back.

/// Elo points to one unit of the logistic scale.
pub(super) const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// How many Elo a player is above one against whom he makes `rate` points a game. A rate of 0 or 1
/// is infinitely far.
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

/// The points a game that a player is to expect who is `elo` above the other.
///
/// ```
/// use kage_arena::rate_of;
/// assert!((rate_of(400.0) - 10.0 / 11.0).abs() < 1e-15);
/// ```
pub fn rate_of(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO).exp())
}
