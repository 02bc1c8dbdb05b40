//! Another game with the colours swapped.

use super::Room;
use crate::game::Game;
use crate::journal::Entry;
use crate::secret;
use crate::spec::Spec;
use kage_goban::Color;

impl Room {
    pub(super) async fn make_rematch(&mut self) {
        let wished = |seat: Color| self.game.rematch_asked[seat] || self.game.is_bot(seat);
        let people = Color::BOTH.into_iter().any(|seat| self.game.rematch_asked[seat]);
        if self.game.next.is_some() || !people || !Color::BOTH.into_iter().all(wished) {
            return;
        }
        let Ok(next) = next_spec(&self.game, self.hall.now()) else { return };
        // Who sits here as Black has White's token there.
        let (black, white) = (next.white.token.clone(), next.black.token.clone());
        let game = next.id.clone();
        if self.hall.create(next).await.is_ok() {
            // If the disk is full now, the next wish makes another game.
            let _ = self.commit(Entry::Rematch { game, black, white }).await;
        }
    }
}

/// The same table again, colours swapped, with new tokens.
fn next_spec(game: &Game, now: u64) -> std::io::Result<Spec> {
    let mut next = game.spec.swapped(&game.names);
    next.id = secret::game_id()?;
    next.created = now;
    next.invite = None;
    for seat in Color::BOTH {
        let holder = next.seat_mut(seat);
        holder.seed = secret::seed()?;
        holder.token = if holder.bot.is_some() { None } else { Some(secret::token()?) };
    }
    for seat in Color::BOTH {
        next.seat_mut(seat).guest = game.guest(!seat).map(str::to_owned);
    }
    Ok(next)
}
