//! What a finished playout is worth to a side.

use kage_goban::{Color, Komi};
use kage_playout::Finish;

/// What a finished playout is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scoring {
    /// The lead in points.
    Territory,
    /// 1 for a win, 0 for a loss, a half for a tie.
    Win,
    /// A win, with the lead to tell equal ones apart.
    WinAndTerritory,
}

impl Scoring {
    /// The value for a side. Territory is in points; the others are between 0 and 1, or just
    /// beyond.
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
            // 361 points of lead weigh less than a hundredth of a win.
            Scoring::WinAndTerritory => win + lead / 40_000.0,
        }
    }

    /// The span between a good and a bad value: what an exploration constant is measured in.
    pub fn span(self, points: usize) -> f64 {
        match self {
            Scoring::Territory => points as f64,
            Scoring::Win | Scoring::WinAndTerritory => 1.0,
        }
    }
}
