//! The messages of the stream, one closed type for each direction. `docs/web-protocol.md` explains
//! them.

use crate::clock::ClocksShown;
use crate::game_summary::GameSummary;
use crate::json::Sides;
use crate::opened::Opened;
use crate::replay_frame::ReplayFrame;
use crate::seat_log::{LogEntry, ViewShown};
use axum::extract::ws::Utf8Bytes;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The longest text frame that a client may send, in bytes.
pub(crate) const LONGEST_FRAME: usize = 4_096;
/// The longest id of a message.
const LONGEST_ID: usize = 40;

/// Everything that a client can send.
#[derive(Clone, PartialEq, Deserialize, Debug)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum ToServer {
    Sit {
        token: String,
        #[serde(default)]
        after: u32,
    },
    Watch {
        game: String,
        #[serde(default)]
        after: u32,
    },
    Desk {
        token: String,
        #[serde(default)]
        after: u32,
    },
    Lobby {},
    Try {
        id: String,
        point: String,
    },
    Pass {
        id: String,
    },
    Resign {
        id: String,
    },
    Undo {
        id: String,
    },
    Answer {
        id: String,
        yes: bool,
    },
    Mark {
        id: String,
        dead: Vec<String>,
    },
    Guess {
        id: String,
        stones: Vec<String>,
    },
    Rematch {
        id: String,
    },
    Hint {
        id: String,
    },
    Enter {
        id: String,
        seat: String,
        choice: String,
    },
    Back {
        id: String,
    },
    Ping {},
}

/// A frame of a client that is not a message.
#[derive(Debug)]
pub(crate) enum MessageError {
    /// The text is not one of the messages; with its id, if it has one.
    Json { id: Option<String>, error: serde_json::Error },
    /// The id is empty or too long.
    Id,
    /// The frame is binary.
    Binary,
}

impl MessageError {
    /// The id of the wrong message.
    pub(crate) fn id(&self) -> Option<&str> {
        match self {
            MessageError::Json { id, .. } => id.as_deref(),
            MessageError::Id | MessageError::Binary => None,
        }
    }
}

impl fmt::Display for MessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MessageError::Json { error, .. } => write!(f, "the message cannot be read: {error}"),
            MessageError::Id => write!(f, "an id has 1 to {LONGEST_ID} characters"),
            MessageError::Binary => f.write_str("messages are text"),
        }
    }
}

impl std::error::Error for MessageError {}

impl ToServer {
    /// Reads a frame.
    pub(crate) fn read(text: &str) -> Result<ToServer, MessageError> {
        let message: ToServer = serde_json::from_str(text)
            .map_err(|error| MessageError::Json { id: id_of(text), error })?;
        match message.id() {
            Some(id) if id.is_empty() || id.chars().count() > LONGEST_ID => Err(MessageError::Id),
            _ => Ok(message),
        }
    }

    /// The id of a message that asks for something.
    pub(crate) fn id(&self) -> Option<&str> {
        match self {
            ToServer::Try { id, .. }
            | ToServer::Pass { id }
            | ToServer::Resign { id }
            | ToServer::Undo { id }
            | ToServer::Answer { id, .. }
            | ToServer::Mark { id, .. }
            | ToServer::Guess { id, .. }
            | ToServer::Rematch { id }
            | ToServer::Hint { id }
            | ToServer::Enter { id, .. }
            | ToServer::Back { id } => Some(id),
            ToServer::Sit { .. }
            | ToServer::Watch { .. }
            | ToServer::Desk { .. }
            | ToServer::Lobby {}
            | ToServer::Ping {} => None,
        }
    }
}

/// The id of a message that is otherwise wrong.
fn id_of(text: &str) -> Option<String> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    let id = value.get("id")?.as_str()?;
    (id.chars().count() <= LONGEST_ID).then(|| id.to_owned())
}

/// Everything that the server can send.
#[derive(Serialize, Debug)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub(crate) enum ToClient<'a> {
    Seated {
        game: &'a GameSummary,
        seat: &'static str,
        state: &'static str,
        seq: u32,
        log: &'a [LogEntry],
        view: &'a ViewShown,
        clocks: Option<&'a ClocksShown>,
        guess: &'a [String],
        asks: OpenQuestions,
        marks: &'a Sides<Option<Vec<String>>>,
        opened: Option<&'a Opened>,
        opponent: bool,
    },
    News {
        news: &'a LogEntry,
        state: &'static str,
        view: &'a ViewShown,
        clocks: Option<&'a ClocksShown>,
        opened: Option<&'a Opened>,
    },
    Guessed {
        stones: Vec<String>,
    },
    Present {
        opponent: bool,
    },
    Stage {
        game: &'a GameSummary,
        desk: bool,
        seq: u32,
        scenes: &'a [ReplayFrame],
        clocks: Option<&'a ClocksShown>,
    },
    Scene {
        scene: &'a ReplayFrame,
        clocks: Option<&'a ClocksShown>,
        game: &'a GameSummary,
    },
    Card {
        game: &'a GameSummary,
    },
    Lobby {
        open: Vec<&'a GameSummary>,
        running: Vec<&'a GameSummary>,
        finished: Vec<&'a serde_json::Value>,
        players: usize,
    },
    Done {
        id: &'a str,
    },
    Error {
        id: Option<&'a str>,
        code: &'a str,
        say: &'a str,
    },
    Pong,
}

/// The seats that have asked something and have no answer yet.
#[derive(Serialize, Debug)]
pub(crate) struct OpenQuestions {
    pub(crate) undo: Option<&'static str>,
    pub(crate) rematch: Option<&'static str>,
}

impl ToClient<'_> {
    /// The message as a frame.
    pub(crate) fn frame(&self) -> Utf8Bytes {
        // No map here has a key that is not a string, so writing cannot fail.
        serde_json::to_string(self).unwrap_or_default().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_messages_are_read() {
        let read = |text: &str| ToServer::read(text).map_err(drop);
        assert_eq!(
            read(r#"{"type":"try","id":"a","point":"D5"}"#),
            Ok(ToServer::Try { id: "a".to_owned(), point: "D5".to_owned() })
        );
        assert_eq!(read(r#"{"type":"lobby"}"#), Ok(ToServer::Lobby {}));
        for wrong in [
            "",
            "7",
            r#"{"type":"try","id":"a"}"#,
            r#"{"type":"try","id":"a","point":"D5","color":"w"}"#,
            r#"{"type":"lobby","more":1}"#,
            r#"{"type":"ping","more":1}"#,
            r#"{"type":"see","id":"a"}"#,
            r#"{"type":"pass","id":""}"#,
            r#"{"type":"pass","id":7}"#,
            r#"{"type":"sit","token":"x","after":-1}"#,
        ] {
            assert_eq!(read(wrong), Err(()), "{wrong}");
        }
        let long = format!(r#"{{"type":"pass","id":"{}"}}"#, "x".repeat(41));
        assert_eq!(read(&long), Err(()));
    }

    #[test]
    fn the_id_of_a_wrong_message_is_returned() {
        let wrong = ToServer::read(r#"{"type":"see","id":"a9"}"#).unwrap_err();
        assert_eq!(wrong.id(), Some("a9"));
    }
}
