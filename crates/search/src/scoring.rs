//! The value of a finished playout for a side.

use kage_goban::{Color, Komi};
use kage_playout::Finish;

/// The value of a finished playout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scoring {
    /// The lead in points.
    Territory,
    /// 1 for a win, 0 for a loss, a half for a tie.
    Win,
    /// A win; between equal results the lead decides.
    WinAndTerritory,
}

impl Scoring {
    /// The value for a side. Territory is in points; the others are between 0 and 1, or slightly
    /// outside.
    pub fn value(self, finish: &Finish, komi: Komi, side: Color) -> f32 {
        let halves = 2 * finish.lead() - i32::from(komi.half_points());
        let halves = if side == Color::Black { halves } else { -halves };
        let win = match halves.signum() {
            1 => 1.0,
            0 => 0.5,
            _ => 0.0,
        };
        let lead = halves as f32 / 2.0;
        match self {
            Scoring::Territory => lead,
            Scoring::Win => win,
            // A lead of 361 points counts less than a hundredth of a win.
            Scoring::WinAndTerritory => win + lead / 40_000.0,
        }
    }

    /// The range between a good and a bad value. The exploration constant is a share of it.
    pub fn span(self, points: usize) -> f64 {
        match self {
            Scoring::Territory => points as f64,
            Scoring::Win | Scoring::WinAndTerritory => 1.0,
        }
    }
}
