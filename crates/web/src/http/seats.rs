//! The seats of a game: joining it, invitations, and its summary.

use super::{Answer, Body, Failure, Shared, created, read};
use crate::guard::Guest;
use crate::json::seat_word;
use crate::room::{Joined, RoomMessage};
use crate::server_state::{Delivery, ServerState};
use crate::store::TokenKind;
use axum::Extension;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use tokio::sync::oneshot;

/// `GET /api/games/GAME`
pub(crate) async fn summary(State(server): Shared, Path(game): Path<String>) -> Answer {
    let summary = server.summary(&game).await?.ok_or_else(Failure::no_game)?;
    Ok(axum::Json(summary).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Joining {
    name: Option<String>,
}

/// Takes the empty seat of a game.
async fn take_seat(
    server: &Arc<ServerState>,
    game: &str,
    guest: Option<String>,
    body: Body,
) -> Answer {
    let Joining { name } = read(body)?;
    let name = server.guest_name(name.as_deref(), guest.as_deref()).await?;
    let (answer, joined) = oneshot::channel();
    let join = RoomMessage::Join { name, guest, answer };
    if server.send(game, join).await? == Delivery::NoGame {
        return Err(Failure::no_game());
    }
    let Joined { seat, token, name } = joined.await.map_err(|_| Failure::busy())??;
    Ok(created(json!({"game": game, "seat": seat_word(seat), "token": token, "name": name})))
}

/// `POST /api/games/GAME/join`. An unlisted game can be joined as well: its id is as hard to guess as an
/// invitation, and only those know it who were given a link to the game.
pub(crate) async fn join(
    State(server): Shared,
    Path(game): Path<String>,
    Extension(Guest(guest)): Extension<Guest>,
    body: Body,
) -> Answer {
    take_seat(&server, &game, guest, body).await
}

/// The game of an invitation.
async fn invited_game(server: &ServerState, invite: &str) -> Result<String, Failure> {
    match server.token(invite).await? {
        Some((game, TokenKind::Invite)) => Ok(game),
        _ => Err(Failure::no_invite()),
    }
}

/// `GET /api/invites/INVITE`
pub(crate) async fn invite(State(server): Shared, Path(invite): Path<String>) -> Answer {
    let game = invited_game(&server, &invite).await?;
    let summary = server.summary(&game).await?.ok_or_else(Failure::no_invite)?;
    Ok(axum::Json(summary).into_response())
}

/// `GET /api/invites/INVITE/link`
pub(crate) async fn invite_link(
    State(server): Shared,
    Path(invite): Path<String>,
    headers: HeaderMap,
) -> Answer {
    invited_game(&server, &invite).await?;
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    Ok(axum::Json(server.invite_link(&invite, host)).into_response())
}

/// `POST /api/invites/INVITE`
pub(crate) async fn accept(
    State(server): Shared,
    Path(invite): Path<String>,
    Extension(Guest(guest)): Extension<Guest>,
    body: Body,
) -> Answer {
    let game = invited_game(&server, &invite).await?;
    take_seat(&server, &game, guest, body).await
}
