//! Results of playouts.

use std::time::Duration;

/// Sums over some playouts.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Totals {
    pub(crate) games: u64,
    pub(crate) plies: u64,
    /// Black's area minus White's.
    pub(crate) lead: i64,
    pub(crate) capped: u64,
}

impl Totals {
    pub(crate) fn add(&mut self, other: Totals) {
        self.games += other.games;
        self.plies += other.plies;
        self.lead += other.lead;
        self.capped += other.capped;
    }

    pub(crate) fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.games as f64
    }

    pub(crate) fn mean_lead(&self) -> f64 {
        self.lead as f64 / self.games as f64
    }
}

/// The speed of the fastest round, and the sums over all rounds.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Best {
    /// Playouts a second in the fastest round.
    pub(crate) speed: f64,
    pub(crate) total: Totals,
}

impl Best {
    pub(crate) fn add(&mut self, totals: Totals, time: Duration) {
        self.speed = self.speed.max(totals.games as f64 / time.as_secs_f64());
        self.total.add(totals);
    }
}
