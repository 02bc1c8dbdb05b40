//! What a number of playouts came to.

use std::time::Duration;

/// Sums over playouts.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Tally {
    pub(crate) games: u64,
    pub(crate) plies: u64,
    /// Black's area less White's.
    pub(crate) lead: i64,
    pub(crate) capped: u64,
}

impl Tally {
    pub(crate) fn add(&mut self, other: Tally) {
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

/// The best of several rounds, and the sums over all of them.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Best {
    /// Playouts a second in the fastest round.
    pub(crate) speed: f64,
    pub(crate) total: Tally,
}

impl Best {
    pub(crate) fn add(&mut self, tally: Tally, time: Duration) {
        self.speed = self.speed.max(tally.games as f64 / time.as_secs_f64());
        self.total.add(tally);
    }
}
