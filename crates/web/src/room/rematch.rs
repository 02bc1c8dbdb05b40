//! A rematch: the same game again, with the colours swapped.

use crate::game::{Game, State};
use crate::secret;
use crate::spec::{Pair, Spec};
use kage_goban::{ByColor, Color};

/// Should the rematch be made now? Every person must ask for it, and bots always agree. The second game of a
/// pair is made as soon as the first one is over.
pub(super) fn is_wanted(game: &Game) -> bool {
    let asked = game.rematch_asked();
    let agrees = |seat: Color| asked[seat] || game.is_bot(seat);
    let is_asked = (asked.black || asked.white) && Color::BOTH.into_iter().all(agrees);
    game.rematch().is_none() && (is_asked || is_first_of_pair(game) && game.state() == State::Over)
}

/// The second game of a pair follows by itself.
fn is_first_of_pair(game: &Game) -> bool {
    game.spec.pair.as_ref().is_some_and(|pair| pair.first.is_none())
}

/// The spec of the rematch, with new tokens.
pub(super) fn spec_of(game: &Game, now: u64) -> std::io::Result<Spec> {
    let mut next = game.spec.swapped(game.names());
    next.id = secret::game_id()?;
    next.created = now;
    next.invite = None;
    next.pair = is_first_of_pair(game).then(|| Pair { first: Some(game.spec.id.clone()) });
    for seat in Color::BOTH {
        let entry = &mut next.seats[seat];
        entry.seed = secret::seed()?;
        entry.token = if entry.bot.is_some() { None } else { Some(secret::token()?) };
        entry.guest = game.guest(!seat).map(str::to_owned);
    }
    Ok(next)
}

/// By present seat: the token of that person's seat in the rematch.
pub(super) fn tokens_of(next: &Spec) -> ByColor<Option<String>> {
    ByColor::new(|seat| next.seats[!seat].token.clone())
}
