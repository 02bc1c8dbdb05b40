//! The HTTP requests.
//!
//! | file | content |
//! |---|---|
//! | `about` | what a client can choose |
//! | `new_games` | new games of all kinds |
//! | `play_on` | playing on from a moment of a finished game |
//! | `seats` | joining a game, invitations, a game's summary |
//! | `finished` | replays, beliefs and files of finished games |
//! | `failure` | failed requests |

mod about;
mod failure;
mod finished;
mod new_games;
mod play_on;
mod seats;

use crate::server_state::ServerState;
pub(crate) use about::about;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
pub(crate) use failure::Failure;
pub(crate) use finished::{belief, replay, sgf, text};
pub(crate) use new_games::{new_desk, new_exhibition, new_game};
pub(crate) use play_on::play_on;
pub(crate) use seats::{accept, invite, invite_link, join, summary};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::sync::Arc;

/// The longest delay for spectators, in moves.
const MAX_DELAY: u32 = 400;
/// The largest body of a request, in bytes.
pub(crate) const LARGEST_BODY: usize = 16 * 1024;

type Answer = Result<Response, Failure>;
type Shared = State<Arc<ServerState>>;
type Body = Result<Bytes, BytesRejection>;

/// Reads the JSON body of a request.
fn read<T: DeserializeOwned>(body: Body) -> Result<T, Failure> {
    let body = body.map_err(|_| {
        let say = format!("the request has more than {LARGEST_BODY} bytes");
        Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", say)
    })?;
    serde_json::from_slice(&body)
        .map_err(|error| Failure::bad("bad-json", format!("the request cannot be read: {error}")))
}

/// The answer to a request that created something.
fn created(value: Value) -> Response {
    (StatusCode::CREATED, axum::Json(value)).into_response()
}
