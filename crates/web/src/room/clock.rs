//! The clock of a room.

use super::{Listening, Room};
use crate::journal::{Entry, Why};
use crate::spec::Kind;
use std::time::{Duration, Instant};

impl Room {
    /// The clock of a person to move runs. After a restart it waits until he is back; a bot is
    /// charged for its thinking alone.
    pub(super) fn start_clock(&mut self) {
        if self.since.is_some() || self.game.clocks.is_none() {
            return;
        }
        let Some(seat) = self.game.to_move().filter(|&seat| !self.game.is_bot(seat)) else {
            return;
        };
        let listening = match self.game.spec.kind {
            Kind::Desk => Listening::Desk,
            _ => Listening::Seat(seat),
        };
        // Who has been here since the server was started does not stop the clock by leaving.
        if self.is_there(&listening) || self.seen[seat] {
            self.since = Some(Instant::now());
        }
    }

    pub(super) fn flag_falls(&self) -> Option<Instant> {
        let (since, seat) = (self.since?, self.game.to_move()?);
        Some(since + Duration::from_millis(self.game.clocks?.left(seat)))
    }

    pub(super) async fn flag(&mut self) {
        let Some(seat) = self.game.to_move() else { return };
        if self.commit(Entry::Forfeited { seat, why: Why::Time }).await.is_err() {
            // The disk does not take it now; the clock has nothing left, so it is asked again.
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }
}
