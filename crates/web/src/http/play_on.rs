//! Playing on from a moment of a finished game.

use super::new_games::{bot_seat, guest_seat};
use super::{Answer, Body, Failure, Shared, created, read};
use crate::game::journal_with;
use crate::guard::Guest;
use crate::json::seat_word;
use crate::secret;
use crate::spec::{Kind, Spec};
use axum::Extension;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use kage_goban::{ByColor, Color};
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayingOn {
    /// The replay frame after which the new game goes on.
    scene: u32,
    #[serde(with = "crate::json::seat")]
    seat: Color,
    level: String,
    name: Option<String>,
}

/// `POST /api/games/GAME/play-on`. Both seats of the new game have heard what the seats of the old one had
/// heard at that moment; the bot begins with that.
pub(crate) async fn play_on(
    State(server): Shared,
    Path(game): Path<String>,
    Extension(Guest(guest)): Extension<Guest>,
    body: Body,
) -> Answer {
    let PlayingOn { scene, seat, level, name } = read(body)?;
    let old = server.game_after(&game, scene).await?;
    let name = server.guest_name(name.as_deref(), guest.as_deref()).await?;
    let mut spec = Spec {
        id: secret::game_id()?,
        kind: Kind::Bot,
        clock: None,
        undo: true,
        delay: None,
        created: server.now(),
        seats: ByColor::default(),
        desk: None,
        invite: None,
        pair: None,
        ..old.spec.clone()
    };
    spec.seats[!seat] = bot_seat(&server, &level, spec.size)?;
    spec.seats[seat] = guest_seat(name, guest)?;
    let journal = journal_with(&spec, &old.choices()).map_err(|_| {
        let say = "the game is over after this move: choose an earlier one";
        Failure::new(StatusCode::CONFLICT, "over", say)
    })?;
    let answer = json!({"game": spec.id, "seat": seat_word(seat), "token": spec.seats[seat].token,
                        "name": spec.seats[seat].name});
    server.create_game(spec, journal).await?;
    Ok(created(answer))
}
