//! The two closed messages of the stream: to the server, and to the client.

use crate::card::Card;
use crate::clock::ClocksShown;
use crate::opened::Opened;
use crate::scene::Scene;
use crate::story::{News, ViewShown};
use axum::extract::ws::Utf8Bytes;
use serde::{Deserialize, Serialize};

/// The longest text frame that is taken from a client, in bytes.
pub(crate) const LONGEST_FRAME: usize = 4_096;
/// The longest id of a message.
const LONGEST_ID: usize = 40;

/// Everything a client can say.
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

/// A message that cannot be taken: its id, if it has one, a code and words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Unreadable {
    pub(crate) id: Option<String>,
    pub(crate) code: &'static str,
    pub(crate) say: String,
}

impl ToServer {
    /// Reads a frame.
    pub(crate) fn read(text: &str) -> Result<ToServer, Unreadable> {
        let message: ToServer = serde_json::from_str(text).map_err(|error| Unreadable {
            id: id_of(text),
            code: "bad-json",
            say: format!("that message cannot be read: {error}"),
        })?;
        match message.id() {
            Some(id) if id.is_empty() || id.chars().count() > LONGEST_ID => Err(Unreadable {
                id: None,
                code: "bad-json",
                say: format!("an id has 1 to {LONGEST_ID} characters"),
            }),
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

/// Everything a client can hear.
#[derive(Serialize, Debug)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub(crate) enum ToClient<'a> {
    Seated {
        game: &'a Card,
        seat: &'static str,
        state: &'static str,
        seq: u32,
        log: &'a [News],
        view: &'a ViewShown,
        clocks: Option<&'a ClocksShown>,
        guess: &'a [String],
        asks: Asks,
        marks: &'a Marks,
        opened: Option<&'a Opened>,
        opponent: bool,
    },
    News {
        news: &'a News,
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
        game: &'a Card,
        desk: bool,
        seq: u32,
        scenes: &'a [Scene],
        clocks: Option<&'a ClocksShown>,
    },
    Scene {
        scene: &'a Scene,
        clocks: Option<&'a ClocksShown>,
        game: &'a Card,
    },
    Card {
        game: &'a Card,
    },
    Lobby {
        open: Vec<&'a Card>,
        running: Vec<&'a Card>,
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

/// Questions that nobody has answered yet.
#[derive(Serialize, Debug)]
pub(crate) struct Asks {
    pub(crate) undo: Option<&'static str>,
    pub(crate) rematch: Option<&'static str>,
}

/// What each side has marked as dead.
#[derive(Serialize, Debug)]
pub(crate) struct Marks {
    pub(crate) black: Option<Vec<String>>,
    pub(crate) white: Option<Vec<String>>,
}

impl ToClient<'_> {
    /// The frame that says it.
    pub(crate) fn frame(&self) -> Utf8Bytes {
        // Nothing here has a map whose keys are not strings, so it can be written.
        serde_json::to_string(self).unwrap_or_default().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_and_no_others() {
        let read = |text: &str| ToServer::read(text).map_err(|unreadable| unreadable.code);
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
            assert_eq!(read(wrong), Err("bad-json"), "{wrong}");
        }
        let long = format!(r#"{{"type":"pass","id":"{}"}}"#, "x".repeat(41));
        assert_eq!(read(&long), Err("bad-json"));
    }

    #[test]
    fn the_id_of_a_wrong_message_is_given_back() {
        let wrong = ToServer::read(r#"{"type":"see","id":"a9"}"#).unwrap_err();
        assert_eq!(wrong.id.as_deref(), Some("a9"));
    }
}
