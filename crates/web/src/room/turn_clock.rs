//! The time that the side to move has been thinking.

use super::Role;
use super::subscribers::Subscribers;
use crate::clock::ClocksShown;
use crate::game::Game;
use crate::spec::Kind;
use kage_goban::{ByColor, Color};
use std::time::{Duration, Instant};

/// The running clock of a room. The game's own clocks have the time of finished turns.
#[derive(Default)]
pub(super) struct TurnClock {
    /// When the side to move began to think. `None` while no clock runs.
    since: Option<Instant>,
    /// Which seats have been here since the room was opened.
    seen: ByColor<bool>,
}

impl TurnClock {
    /// A seat is here.
    pub(super) fn note_arrival(&mut self, seat: Color) {
        self.seen[seat] = true;
    }

    /// Starts the clock of a person to move. After a restart of the server it starts when the
    /// person is back. A bot has no running clock: it pays for its thinking when it moves.
    pub(super) fn start(&mut self, game: &Game, subscribers: &Subscribers) {
        if self.since.is_some() || game.clocks().is_none() {
            return;
        }
        let Some(seat) = game.to_move().filter(|&seat| !game.is_bot(seat)) else { return };
        let role = if game.spec.kind == Kind::Desk { Role::Desk } else { Role::Seat(seat) };
        // A person who has been here cannot stop the clock by leaving.
        if self.seen[seat] || subscribers.has(&role) {
            self.since = Some(Instant::now());
        }
    }

    pub(super) const fn stop(&mut self) {
        self.since = None;
    }

    pub(super) const fn is_running(&self) -> bool {
        self.since.is_some()
    }

    /// Lets the running clock begin at this moment instead.
    pub(super) const fn restart_at(&mut self, at: Instant) {
        self.since = Some(at);
    }

    /// The milliseconds from the start of the clock to a moment.
    pub(super) fn spent(&self, at: Instant) -> u64 {
        self.since.map_or(0, |since| at.saturating_duration_since(since).as_millis() as u64)
    }

    /// When the time of the side to move is up.
    pub(super) fn runs_out_at(&self, game: &Game) -> Option<Instant> {
        let (since, seat) = (self.since?, game.to_move()?);
        Some(since + Duration::from_millis(game.clocks()?.left(seat)))
    }

    /// The clocks of both sides now, if the game has clocks.
    pub(super) fn shown(&self, game: &Game) -> Option<ClocksShown> {
        let running = game.to_move().filter(|_| self.is_running());
        Some(game.clocks()?.shown(running, self.spent(Instant::now())))
    }
}
