//! Failed requests.

use crate::archive::ArchiveError;
use crate::room_error::RoomError;
use crate::server_state::CreateError;
use crate::spec::TermsError;
use crate::store::StoreError;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// A failed request: a status, a code for programs, and a text for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Failure {
    status: StatusCode,
    code: &'static str,
    say: String,
}

impl Failure {
    pub(crate) fn new(status: StatusCode, code: &'static str, say: impl Into<String>) -> Failure {
        Failure { status, code, say: say.into() }
    }

    /// A bad request.
    pub(crate) fn bad(code: &'static str, say: impl Into<String>) -> Failure {
        Failure::new(StatusCode::BAD_REQUEST, code, say)
    }

    pub(crate) fn no_page() -> Failure {
        Failure::new(StatusCode::NOT_FOUND, "no-page", "there is no such page")
    }

    pub(crate) fn no_game() -> Failure {
        Failure::new(StatusCode::NOT_FOUND, "no-game", "there is no such game")
    }

    pub(crate) fn no_invite() -> Failure {
        let say = "there is no such invitation: ask for a new one";
        Failure::new(StatusCode::NOT_FOUND, "no-invite", say)
    }

    pub(crate) fn foreign_host() -> Failure {
        let say = "this server does not have that name: use its address, or start it with --origin";
        Failure::new(StatusCode::FORBIDDEN, "foreign-host", say)
    }

    pub(crate) fn foreign_origin() -> Failure {
        let say = "a page of another site cannot play here";
        Failure::new(StatusCode::FORBIDDEN, "foreign-origin", say)
    }

    pub(crate) fn slow_down() -> Failure {
        let say = "too many requests: wait a moment and try again";
        Failure::new(StatusCode::TOO_MANY_REQUESTS, "slow-down", say)
    }

    pub(crate) fn busy() -> Failure {
        let say = "the server is busy: try again in a moment";
        Failure::new(StatusCode::SERVICE_UNAVAILABLE, "busy", say)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let body = json!({"error": {"code": self.code, "say": self.say}});
        let mut response = (self.status, axum::Json(body)).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            let second = axum::http::HeaderValue::from_static("1");
            response.headers_mut().insert(header::RETRY_AFTER, second);
        }
        response
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::new(StatusCode::SERVICE_UNAVAILABLE, "disk", error.to_string())
    }
}

impl From<std::io::Error> for Failure {
    fn from(_: std::io::Error) -> Failure {
        Failure::busy()
    }
}

impl From<CreateError> for Failure {
    fn from(error: CreateError) -> Failure {
        match error {
            CreateError::Store(error) => error.into(),
            CreateError::TooManyGames | CreateError::TooManyExhibitions => {
                Failure::new(StatusCode::SERVICE_UNAVAILABLE, "full", error.to_string())
            }
        }
    }
}

impl From<TermsError> for Failure {
    fn from(error: TermsError) -> Failure {
        Failure::bad(error.code(), error.to_string())
    }
}

impl From<RoomError> for Failure {
    fn from(error: RoomError) -> Failure {
        match error {
            RoomError::Store(error) => error.into(),
            error => Failure::new(StatusCode::CONFLICT, error.code(), error.to_string()),
        }
    }
}

impl From<ArchiveError> for Failure {
    fn from(error: ArchiveError) -> Failure {
        match error {
            ArchiveError::NoGame => Failure::no_game(),
            ArchiveError::NotOver => Failure::new(
                StatusCode::CONFLICT,
                "not-over",
                "the game is not over: the true board is shown only after the end",
            ),
            ArchiveError::NoFrame => Failure::bad("bad-move", "the replay has no such frame"),
            ArchiveError::NoBelief => Failure::no_page(),
            ArchiveError::Busy => Failure::busy(),
            ArchiveError::Store(error) => error.into(),
        }
    }
}
