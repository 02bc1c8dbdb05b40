//! One socket: its first message says which stream it is.

use crate::guard::{Client, Guest};
use crate::hall::Hall;
use crate::http::Failure;
use crate::limit::{Bucket, Visit};
use crate::room::{Listening, Mail};
use crate::store::Role;
use crate::wire::{LONGEST_FRAME, ToClient, ToServer, Unreadable};
use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::{IntoResponse, Response};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, watch};
use tokio::time::{MissedTickBehavior, interval, timeout};

/// Frames that may wait for a slow reader before he is let go.
const LINE: usize = 512;
/// How long the first message may take.
const FIRST: Duration = Duration::from_secs(15);
/// How often a quiet line is tried.
const PULSE: Duration = Duration::from_secs(25);
/// Messages of one socket: so many at once, so many a second.
const BURST: f64 = 40.0;
const PACE: f64 = 20.0;
/// Who still goes on after so many refusals is let go.
const PATIENCE: u32 = 200;

/// `GET /ws`
pub(crate) async fn connect(
    State(hall): State<Arc<Hall>>,
    Extension(guest): Extension<Guest>,
    Extension(Client(client)): Extension<Client>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let Some(visit) = hall.clients.visit(client) else {
        return Failure::slow_down().into_response();
    };
    // A little more than is taken, so that who sends too much can be told so.
    let room = 4 * LONGEST_FRAME;
    upgrade
        .max_message_size(room)
        .max_frame_size(room)
        // A table has thousands of sockets and short messages; what is given by itself is 256 kB each.
        .read_buffer_size(LONGEST_FRAME)
        .write_buffer_size(0)
        .on_upgrade(move |socket| Talk { hall, socket, _visit: visit }.run(guest))
}

struct Talk {
    hall: Arc<Hall>,
    socket: WebSocket,
    _visit: Visit,
}

/// What came of waiting for a message.
enum Heard {
    Message(ToServer),
    Unreadable(Unreadable),
    /// A pulse, or something else that needs no answer.
    Nothing,
    TooLarge,
    Gone,
}

/// A socket that is about to be closed, and why.
struct Farewell {
    code: &'static str,
    say: String,
}

impl Farewell {
    fn new(code: &'static str, say: &str) -> Farewell {
        Farewell { code, say: say.to_owned() }
    }

    fn too_large() -> Farewell {
        Farewell::new("too-large", &format!("a message has at most {LONGEST_FRAME} bytes"))
    }

    fn closing() -> Farewell {
        Farewell::new("closing", "the server is being stopped; every game is kept, come again")
    }
}

impl Talk {
    async fn run(mut self, guest: Guest) {
        let ended = match timeout(FIRST, self.first()).await {
            Ok(Ok(Some(ToServer::Lobby {}))) => self.lobby().await,
            Ok(Ok(Some(first))) => self.stream(&first, guest).await,
            Ok(Ok(None)) => Ok(()),
            Ok(Err(farewell)) => Err(farewell),
            Err(_) => Err(Farewell::new("bad-first", "nothing was said: say which stream it is")),
        };
        if let Err(Farewell { code, say }) = ended {
            self.say(&ToClient::Error { id: None, code, say: &say }).await;
            let reason = code.into();
            let close = CloseFrame { code: close_code::POLICY, reason };
            // The other side may be gone already.
            let _ = self.socket.send(Message::Close(Some(close))).await;
        }
    }

    async fn say(&mut self, what: &ToClient<'_>) -> bool {
        self.socket.send(Message::Text(what.frame())).await.is_ok()
    }

    /// The first message; `None` if nobody is there.
    async fn first(&mut self) -> Result<Option<ToServer>, Farewell> {
        loop {
            return match hear(self.socket.recv().await) {
                Heard::Nothing => continue,
                Heard::Message(message) => Ok(Some(message)),
                Heard::Unreadable(Unreadable { say, .. }) => Err(Farewell::new("bad-first", &say)),
                Heard::TooLarge => Err(Farewell::too_large()),
                Heard::Gone => Ok(None),
            };
        }
    }

    /// The lobby, whenever it changes.
    async fn lobby(&mut self) -> Result<(), Farewell> {
        let mut lobby = self.hall.lobby.watch();
        let mut stopping = self.hall.stopping();
        let mut pulse = pulse();
        let mut bucket = Bucket::new(BURST, PACE, Instant::now());
        lobby.mark_changed();
        loop {
            tokio::select! {
                changed = lobby.changed() => {
                    let frame = lobby.borrow_and_update().clone();
                    if changed.is_err() || self.socket.send(Message::Text(frame)).await.is_err() {
                        return Ok(());
                    }
                }
                message = self.socket.recv() => {
                    if !bucket.take(1.0, Instant::now()) {
                        return Err(Farewell::new("slow-down", "that was a lot at once"));
                    }
                    match self.attend(hear(message)).await {
                        ControlFlow::Continue(None) => {}
                        ControlFlow::Continue(Some(message)) => {
                            let say = "the lobby takes no such message";
                            self.say(&ToClient::Error { id: message.id(), code: "not-here", say }).await;
                        }
                        ControlFlow::Break(end) => return end,
                    }
                }
                _ = pulse.tick() => if !self.ping().await { return Ok(()) },
                () = stopped(&mut stopping) => return Err(Farewell::closing()),
            }
        }
    }

    /// A stream of a game.
    async fn stream(&mut self, first: &ToServer, guest: Guest) -> Result<(), Farewell> {
        let (game, as_what, after) = door(&self.hall, first, guest).await?;
        let (line, frames) = mpsc::channel(LINE);
        let socket = self.hall.next_socket();
        let hall = Arc::clone(&self.hall);
        let opened = hall.send(&game, Mail::Open { socket, as_what, after, line }).await;
        match opened {
            Ok(true) => {}
            Ok(false) => return Err(Farewell::new("no-game", "there is no such game")),
            Err(error) => return Err(Farewell::new("disk", &error.to_string())),
        }
        let ended = self.converse(&game, socket, frames).await;
        hall.send_if_open(&game, Mail::Close { socket }).await;
        ended
    }

    async fn converse(
        &mut self,
        game: &str,
        socket: u64,
        mut frames: mpsc::Receiver<Utf8Bytes>,
    ) -> Result<(), Farewell> {
        let mut stopping = self.hall.stopping();
        let mut pulse = pulse();
        let mut bucket = Bucket::new(BURST, PACE, Instant::now());
        let mut refusals = 0;
        loop {
            tokio::select! {
                biased;
                frame = frames.recv() => match frame {
                    Some(frame) => {
                        if self.socket.send(Message::Text(frame)).await.is_err() {
                            return Ok(());
                        }
                    }
                    None => return Ok(()),
                },
                message = self.socket.recv() => {
                    let at = Instant::now();
                    let heard = hear(message);
                    let free = self.hall.clients.are_free();
                    if !matches!(heard, Heard::Gone) && !free && !bucket.take(1.0, at) {
                        refusals += 1;
                        if refusals > PATIENCE {
                            return Err(Farewell::new("slow-down", "that was far too much at once"));
                        }
                        self.slow_down(&heard).await;
                        continue;
                    }
                    match self.attend(heard).await {
                        ControlFlow::Continue(None) => {}
                        ControlFlow::Continue(Some(message)) if message.id().is_none() => {
                            let say = "this socket has its stream: open another one";
                            self.say(&ToClient::Error { id: None, code: "not-here", say }).await;
                        }
                        ControlFlow::Continue(Some(message)) => {
                            let mail = Mail::Say { socket, message, at };
                            if !matches!(self.hall.send(game, mail).await, Ok(true)) {
                                return Ok(());
                            }
                        }
                        ControlFlow::Break(end) => return end,
                    }
                }
                _ = pulse.tick() => if !self.ping().await { return Ok(()) },
                () = stopped(&mut stopping) => return Err(Farewell::closing()),
            }
        }
    }

    /// Answers what every stream answers alike, and gives back what it does not; or how it ended.
    async fn attend(
        &mut self,
        heard: Heard,
    ) -> ControlFlow<Result<(), Farewell>, Option<ToServer>> {
        match heard {
            Heard::Message(ToServer::Ping {}) => {
                self.say(&ToClient::Pong).await;
            }
            Heard::Message(message) => return ControlFlow::Continue(Some(message)),
            Heard::Unreadable(Unreadable { id, code, say }) => {
                self.say(&ToClient::Error { id: id.as_deref(), code, say: &say }).await;
            }
            Heard::Nothing => {}
            Heard::TooLarge => return ControlFlow::Break(Err(Farewell::too_large())),
            Heard::Gone => return ControlFlow::Break(Ok(())),
        }
        ControlFlow::Continue(None)
    }

    /// Tries whether somebody is still there.
    async fn ping(&mut self) -> bool {
        self.socket.send(Message::Ping(axum::body::Bytes::new())).await.is_ok()
    }

    async fn slow_down(&mut self, heard: &Heard) {
        let id = match heard {
            Heard::Message(message) => message.id(),
            _ => None,
        };
        let say = "that was a lot at once: this message was not taken, wait a moment";
        self.say(&ToClient::Error { id, code: "slow-down", say }).await;
    }
}

/// Which stream the first message opens.
async fn door(
    hall: &Hall,
    first: &ToServer,
    guest: Guest,
) -> Result<(String, Listening, u32), Farewell> {
    let disk = |error: crate::store::StoreError| Farewell::new("disk", &error.to_string());
    match first {
        ToServer::Sit { token, after } => match hall.token(token).await.map_err(disk)? {
            Some((game, Role::Seat(seat))) => Ok((game, Listening::Seat(seat), *after)),
            _ => Err(Farewell::new("no-seat", "this token opens no seat")),
        },
        ToServer::Desk { token, after } => match hall.token(token).await.map_err(disk)? {
            Some((game, Role::Desk)) => Ok((game, Listening::Desk, *after)),
            _ => Err(Farewell::new("no-seat", "this token opens no desk")),
        },
        ToServer::Watch { game, after } => {
            Ok((game.clone(), Listening::Spectator(guest.0), *after))
        }
        _ => Err(Farewell::new(
            "bad-first",
            "first say which stream it is: sit, watch, desk or lobby",
        )),
    }
}

async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // An error means that the hall is gone, which is the same.
    let _ = stopping.wait_for(|stop| *stop).await;
}

fn pulse() -> tokio::time::Interval {
    let mut pulse = interval(PULSE);
    pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
    pulse
}

fn hear(message: Option<Result<Message, axum::Error>>) -> Heard {
    match message {
        Some(Ok(Message::Text(text))) if text.len() > LONGEST_FRAME => Heard::TooLarge,
        Some(Ok(Message::Text(text))) => match ToServer::read(&text) {
            Ok(message) => Heard::Message(message),
            Err(unreadable) => Heard::Unreadable(unreadable),
        },
        Some(Ok(Message::Binary(bytes))) if bytes.len() > LONGEST_FRAME => Heard::TooLarge,
        Some(Ok(Message::Binary(_))) => Heard::Unreadable(Unreadable {
            id: None,
            code: "bad-json",
            say: "messages are text".to_owned(),
        }),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Heard::Nothing,
        Some(Ok(Message::Close(_))) | None => Heard::Gone,
        Some(Err(error)) if error.to_string().to_lowercase().contains("too") => Heard::TooLarge,
        Some(Err(_)) => Heard::Gone,
    }
}
