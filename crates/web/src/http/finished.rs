//! Finished games: replays, beliefs and files.

use super::{Answer, Failure, Shared};
use crate::json::read_seat;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

fn as_json(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// `GET /api/games/GAME/replay`
pub(crate) async fn replay(State(server): Shared, Path(game): Path<String>) -> Answer {
    Ok(as_json(server.replay(&game).await?))
}

#[derive(Deserialize)]
pub(crate) struct BeliefAsked {
    seat: String,
    #[serde(rename = "scene")]
    frame: u32,
}

/// `GET /api/games/GAME/belief?seat=black&scene=12`
pub(crate) async fn belief(
    State(server): Shared,
    Path(game): Path<String>,
    asked: Result<Query<BeliefAsked>, QueryRejection>,
) -> Answer {
    let help = "name a seat and a replay frame: ?seat=black&scene=12";
    let Query(asked) = asked.map_err(|_| Failure::bad("bad-move", help))?;
    let seat = read_seat(&asked.seat).ok_or_else(|| Failure::bad("bad-seat", help))?;
    let text = server.belief(&game, seat, asked.frame).await?;
    Ok(as_json(text.to_string()))
}

fn as_file(text: String, name: &str, kind: &'static str) -> Response {
    let shown = format!("attachment; filename=\"{name}\"");
    let about = [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, shown)];
    (about, text).into_response()
}

/// `GET /api/games/GAME/sgf`
pub(crate) async fn sgf(State(server): Shared, Path(game): Path<String>) -> Answer {
    let text = server.sgf(&game).await?;
    Ok(as_file(text, &format!("kage-{}.sgf", file_id(&game)), "application/x-go-sgf"))
}

/// `GET /api/games/GAME/text`
pub(crate) async fn text(State(server): Shared, Path(game): Path<String>) -> Answer {
    let text = server.text(&game).await?;
    Ok(as_file(text, &format!("kage-{}.txt", file_id(&game)), "text/plain; charset=utf-8"))
}

/// A game's id for a file name. Ids have only letters and digits; anything else is left out.
fn file_id(game: &str) -> String {
    game.chars().filter(char::is_ascii_alphanumeric).collect()
}
