//! One WebSocket: its first message says which stream it is, and it stays that stream.

use crate::guard::{Client, Guest};
use crate::http::Failure;
use crate::limit::{Bucket, OpenSocket};
use crate::room::{Role, RoomMessage};
use crate::server_state::{Delivery, ServerState};
use crate::store::{StoreError, TokenKind};
use crate::wire::{LONGEST_FRAME, MessageError, ToClient, ToServer};
use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::{IntoResponse, Response};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, watch};
use tokio::time::{Interval, MissedTickBehavior, interval, timeout};
use tungstenite::error::{CapacityError, Error as SocketError, ProtocolError};

/// The most frames that wait for a slow client before it is disconnected.
const QUEUE: usize = 512;
/// How long the first message may take.
const FIRST_WITHIN: Duration = Duration::from_secs(15);
/// The time between two pings.
const PING_EVERY: Duration = Duration::from_secs(25);
/// The messages of one socket: how many at once, and how many in a second.
const BURST: f64 = 40.0;
const RATE: f64 = 20.0;
/// A socket with more refused messages than this is closed.
const MAX_REFUSED: u32 = 200;

/// `GET /ws`
pub(crate) async fn connect(
    State(server): State<Arc<ServerState>>,
    Extension(guest): Extension<Guest>,
    Extension(Client(client)): Extension<Client>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let Some(counted) = server.clients.open_socket(client) else {
        return Failure::slow_down().into_response();
    };
    // A little more than a client may send, so that the server can answer `too-large`.
    let limit = 4 * LONGEST_FRAME;
    upgrade
        .max_message_size(limit)
        .max_frame_size(limit)
        // The default buffers have 256 kB each, too much for thousands of sockets.
        .read_buffer_size(LONGEST_FRAME)
        .write_buffer_size(0)
        .on_upgrade(move |socket| Connection { server, socket, _counted: counted }.run(guest))
}

/// An open socket.
struct Connection {
    server: Arc<ServerState>,
    socket: WebSocket,
    /// The limit of sockets counts this one until it is dropped.
    _counted: OpenSocket,
}

/// What came from the client.
enum Incoming {
    Message(ToServer),
    Unreadable(MessageError),
    /// A ping or pong: the WebSocket library answers it.
    Control,
    TooLarge,
    Closed,
}

/// Why the server closes a socket.
enum CloseReason {
    /// The first message does not open a stream.
    NotFirst,
    /// The first message cannot be read.
    UnreadableFirst(MessageError),
    /// There was no first message.
    NoFirst,
    /// The token does not open what the client asked for.
    NoSeat,
    NoDesk,
    NoGame,
    TooLarge,
    TooManyMessages,
    Stopping,
    Store(StoreError),
}

impl CloseReason {
    const fn code(&self) -> &'static str {
        match self {
            CloseReason::NotFirst | CloseReason::UnreadableFirst(_) | CloseReason::NoFirst => {
                "bad-first"
            }
            CloseReason::NoSeat | CloseReason::NoDesk => "no-seat",
            CloseReason::NoGame => "no-game",
            CloseReason::TooLarge => "too-large",
            CloseReason::TooManyMessages => "slow-down",
            CloseReason::Stopping => "closing",
            CloseReason::Store(_) => "disk",
        }
    }
}

impl fmt::Display for CloseReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CloseReason::NotFirst => "the first message must be sit, watch, desk or lobby",
            CloseReason::UnreadableFirst(error) => return error.fmt(f),
            CloseReason::NoFirst => "the first message did not come",
            CloseReason::NoSeat => "this token does not open a seat",
            CloseReason::NoDesk => "this token does not open a desk",
            CloseReason::NoGame => "there is no such game",
            CloseReason::TooLarge => {
                return write!(f, "a message has at most {LONGEST_FRAME} bytes");
            }
            CloseReason::TooManyMessages => "there were far too many messages",
            CloseReason::Stopping => {
                "the server is being stopped; every game is saved, connect again later"
            }
            CloseReason::Store(error) => return error.fmt(f),
        })
    }
}

impl From<StoreError> for CloseReason {
    fn from(error: StoreError) -> CloseReason {
        CloseReason::Store(error)
    }
}

impl Connection {
    async fn run(mut self, guest: Guest) {
        let ended = match timeout(FIRST_WITHIN, self.first_message()).await {
            Ok(Ok(Some(ToServer::Lobby {}))) => self.lobby_stream().await,
            Ok(Ok(Some(first))) => self.game_stream(&first, guest).await,
            Ok(Ok(None)) => Ok(()),
            Ok(Err(reason)) => Err(reason),
            Err(_) => Err(CloseReason::NoFirst),
        };
        if let Err(reason) = ended {
            let (code, say) = (reason.code(), reason.to_string());
            self.send(&ToClient::Error { id: None, code, say: &say }).await;
            let close = CloseFrame { code: close_code::POLICY, reason: code.into() };
            // The client may have gone.
            let _ = self.socket.send(Message::Close(Some(close))).await;
        }
    }

    async fn send(&mut self, message: &ToClient<'_>) {
        // If the client has gone, the next read says so.
        let _ = self.socket.send(Message::Text(message.frame())).await;
    }

    /// The first message; `None` if the client has gone.
    async fn first_message(&mut self) -> Result<Option<ToServer>, CloseReason> {
        loop {
            return match read(self.socket.recv().await) {
                Incoming::Control => continue,
                Incoming::Message(message) => Ok(Some(message)),
                Incoming::Unreadable(error) => Err(CloseReason::UnreadableFirst(error)),
                Incoming::TooLarge => Err(CloseReason::TooLarge),
                Incoming::Closed => Ok(None),
            };
        }
    }

    /// Sends the lobby whenever it changes.
    async fn lobby_stream(&mut self) -> Result<(), CloseReason> {
        let mut lobby = self.server.lobby.watch();
        let mut stopping = self.server.stopping();
        let mut ping = ping_interval();
        let mut bucket = Bucket::new(BURST, RATE, Instant::now());
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
                        return Err(CloseReason::TooManyMessages);
                    }
                    match self.answer_common(read(message)).await {
                        ControlFlow::Continue(None) => {}
                        ControlFlow::Continue(Some(message)) => {
                            let say = "the lobby does not take that message";
                            let id = message.id();
                            self.send(&ToClient::Error { id, code: "not-here", say }).await;
                        }
                        ControlFlow::Break(end) => return end,
                    }
                }
                _ = ping.tick() => if !self.ping().await { return Ok(()) },
                () = stopped(&mut stopping) => return Err(CloseReason::Stopping),
            }
        }
    }

    /// The stream of a game, for the role that the first message asks for.
    async fn game_stream(&mut self, first: &ToServer, guest: Guest) -> Result<(), CloseReason> {
        let (game, role, after) = open_stream(&self.server, first, guest).await?;
        let (queue, frames) = mpsc::channel(QUEUE);
        let socket = self.server.next_socket();
        let server = Arc::clone(&self.server);
        let subscribe = RoomMessage::Subscribe { socket, role, after, queue };
        if server.send(&game, subscribe).await? == Delivery::NoGame {
            return Err(CloseReason::NoGame);
        }
        let ended = self.exchange(&game, socket, frames).await;
        server.send_if_open(&game, RoomMessage::Unsubscribe { socket }).await;
        ended
    }

    /// Sends the room's frames to the client and the client's messages to the room.
    async fn exchange(
        &mut self,
        game: &str,
        socket: u64,
        mut frames: mpsc::Receiver<Utf8Bytes>,
    ) -> Result<(), CloseReason> {
        let mut stopping = self.server.stopping();
        let mut ping = ping_interval();
        let mut limit = MessageLimit::new();
        loop {
            tokio::select! {
                biased;
                frame = frames.recv() => {
                    let Some(frame) = frame else { return Ok(()) };
                    if self.socket.send(Message::Text(frame)).await.is_err() {
                        return Ok(());
                    }
                }
                message = self.socket.recv() => {
                    let (incoming, at) = (read(message), Instant::now());
                    if self.server.clients.are_off() || limit.allows(&incoming, at)? {
                        let done = self.take(game, socket, incoming, at).await;
                        if let ControlFlow::Break(end) = done {
                            return end;
                        }
                    } else {
                        self.slow_down(&incoming).await;
                    }
                }
                _ = ping.tick() => if !self.ping().await { return Ok(()) },
                () = stopped(&mut stopping) => return Err(CloseReason::Stopping),
            }
        }
    }

    /// Sends a client's message to the room. `Break` says how the stream ended.
    async fn take(
        &mut self,
        game: &str,
        socket: u64,
        incoming: Incoming,
        at: Instant,
    ) -> ControlFlow<Result<(), CloseReason>> {
        let Some(message) = self.answer_common(incoming).await? else {
            return ControlFlow::Continue(());
        };
        if message.id().is_none() {
            let say = "this socket has its stream already: open another socket";
            self.send(&ToClient::Error { id: None, code: "not-here", say }).await;
            return ControlFlow::Continue(());
        }
        let request = RoomMessage::Request { socket, message, at };
        match self.server.send(game, request).await {
            Ok(Delivery::Done) => ControlFlow::Continue(()),
            Ok(Delivery::NoGame) | Err(_) => ControlFlow::Break(Ok(())),
        }
    }

    /// Answers what all streams answer in the same way and returns other messages. `Break` says how
    /// the stream ended.
    async fn answer_common(
        &mut self,
        incoming: Incoming,
    ) -> ControlFlow<Result<(), CloseReason>, Option<ToServer>> {
        match incoming {
            Incoming::Message(ToServer::Ping {}) => self.send(&ToClient::Pong).await,
            Incoming::Message(message) => return ControlFlow::Continue(Some(message)),
            Incoming::Unreadable(error) => {
                let say = error.to_string();
                self.send(&ToClient::Error { id: error.id(), code: "bad-json", say: &say }).await;
            }
            Incoming::Control => {}
            Incoming::TooLarge => return ControlFlow::Break(Err(CloseReason::TooLarge)),
            Incoming::Closed => return ControlFlow::Break(Ok(())),
        }
        ControlFlow::Continue(None)
    }

    /// Sends a ping, and returns whether the socket is still open.
    async fn ping(&mut self) -> bool {
        self.socket.send(Message::Ping(axum::body::Bytes::new())).await.is_ok()
    }

    async fn slow_down(&mut self, incoming: &Incoming) {
        let id = match incoming {
            Incoming::Message(message) => message.id(),
            _ => None,
        };
        let say = "too many messages: this one was not taken, wait a moment";
        self.send(&ToClient::Error { id, code: "slow-down", say }).await;
    }
}

/// The message limit of one socket.
struct MessageLimit {
    bucket: Bucket,
    refused: u32,
}

impl MessageLimit {
    fn new() -> MessageLimit {
        MessageLimit { bucket: Bucket::new(BURST, RATE, Instant::now()), refused: 0 }
    }

    /// Is there room for this message now? Too many refused messages are an error.
    fn allows(&mut self, incoming: &Incoming, at: Instant) -> Result<bool, CloseReason> {
        if matches!(incoming, Incoming::Closed) || self.bucket.take(1.0, at) {
            return Ok(true);
        }
        self.refused += 1;
        if self.refused > MAX_REFUSED { Err(CloseReason::TooManyMessages) } else { Ok(false) }
    }
}

/// The game, the role and the last known number of the stream that a first message asks for.
async fn open_stream(
    server: &ServerState,
    first: &ToServer,
    guest: Guest,
) -> Result<(String, Role, u32), CloseReason> {
    match first {
        ToServer::Sit { token, after } => match server.token(token).await? {
            Some((game, TokenKind::Seat(seat))) => Ok((game, Role::Seat(seat), *after)),
            _ => Err(CloseReason::NoSeat),
        },
        ToServer::Desk { token, after } => match server.token(token).await? {
            Some((game, TokenKind::Desk)) => Ok((game, Role::Desk, *after)),
            _ => Err(CloseReason::NoDesk),
        },
        ToServer::Watch { game, after } => Ok((game.clone(), Role::Spectator(guest.0), *after)),
        _ => Err(CloseReason::NotFirst),
    }
}

async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // An error means that the server is gone, which is the same.
    let _ = stopping.wait_for(|stop| *stop).await;
}

fn ping_interval() -> Interval {
    let mut interval = interval(PING_EVERY);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    interval
}

fn read(message: Option<Result<Message, axum::Error>>) -> Incoming {
    match message {
        Some(Ok(Message::Text(text))) if text.len() > LONGEST_FRAME => Incoming::TooLarge,
        Some(Ok(Message::Text(text))) => match ToServer::read(&text) {
            Ok(message) => Incoming::Message(message),
            Err(error) => Incoming::Unreadable(error),
        },
        Some(Ok(Message::Binary(bytes))) if bytes.len() > LONGEST_FRAME => Incoming::TooLarge,
        Some(Ok(Message::Binary(_))) => Incoming::Unreadable(MessageError::Binary),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Incoming::Control,
        Some(Ok(Message::Close(_))) | None => Incoming::Closed,
        Some(Err(error)) if is_too_large(&error) => Incoming::TooLarge,
        Some(Err(_)) => Incoming::Closed,
    }
}

/// Did the client send more than the limits of [`connect`] or of the protocol?
fn is_too_large(error: &axum::Error) -> bool {
    let source = std::error::Error::source(error);
    matches!(
        source.and_then(|source| source.downcast_ref::<SocketError>()),
        Some(
            SocketError::Capacity(CapacityError::MessageTooLong { .. })
                | SocketError::Protocol(ProtocolError::ControlFrameTooBig)
        )
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_oversize_message_is_recognised_by_its_type() {
        let long = SocketError::Capacity(CapacityError::MessageTooLong { size: 9, max_size: 8 });
        let big = SocketError::Protocol(ProtocolError::ControlFrameTooBig);
        for error in [long, big] {
            assert!(matches!(read(Some(Err(axum::Error::new(error)))), Incoming::TooLarge));
        }
        let text = axum::Error::new(std::io::Error::other("too large, says a text"));
        assert!(matches!(read(Some(Err(text))), Incoming::Closed));
    }
}
