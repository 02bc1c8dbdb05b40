//! Scripted players: games over HTTP and WebSockets, as a browser plays them.

use super::ServerLoadError;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

/// Moves after which scripted players pass.
const LENGTH: u64 = 60;

/// The result of the games that one task played.
#[derive(Default)]
pub(super) struct Played {
    pub(super) games: u64,
    /// The time of each try until its answer.
    pub(super) waits: Vec<Duration>,
}

/// Plays one game after the other until the time is over; the last one is played to its end.
pub(super) async fn play_games(
    address: &str,
    seed: u64,
    pause: f64,
    end: Instant,
) -> Result<Played, ServerLoadError> {
    let mut played = Played::default();
    let mut dice = Dice(seed | 1);
    while played.games == 0 || Instant::now() < end {
        let asked = json!({"against": {"friend": "private"}, "rules": "borsboom"});
        let made = post(address, "/api/games", &asked).await?;
        let invite =
            made["invite"].as_str().ok_or_else(|| ServerLoadError::Answer(made.to_string()))?;
        let joined = post(address, &format!("/api/invites/{invite}"), &json!({})).await?;
        let mut black = Seat::sit(address, &made["token"], "black").await?;
        let mut white = Seat::sit(address, &joined["token"], "white").await?;
        while black.result.is_none() {
            // A player waits between a half and one and a half times the pause.
            tokio::time::sleep(Duration::from_secs_f64(pause * (0.5 + dice.share()))).await;
            let wait = if black.turn == "black" {
                black.speak(&mut dice).await?
            } else {
                white.speak(&mut dice).await?
            };
            played.waits.push(wait);
            black.catch_up(&white).await?;
            white.catch_up(&black).await?;
        }
        agree(&black, &white)?;
        played.games += 1;
    }
    Ok(played)
}

/// Both sides must have heard the same result, and each must find its own stones on the true board.
fn agree(black: &Seat, white: &Seat) -> Result<(), ServerLoadError> {
    let same = black.result == white.result && black.opened == white.opened;
    let own = [(black, 'b'), (white, 'w')].iter().all(|(seat, mark)| {
        let stones = |board: &str| board.chars().map(|c| c == *mark).collect::<Vec<_>>();
        stones(&seat.board) == stones(&seat.opened)
    });
    if same && own { Ok(()) } else { Err(ServerLoadError::Disagreement) }
}

/// The socket of one side, and its last message.
struct Seat {
    socket: WebSocketStream<TcpStream>,
    color: &'static str,
    turn: String,
    moves: u64,
    board: String,
    opened: String,
    result: Option<String>,
    said: u64,
}

impl Seat {
    async fn sit(
        address: &str,
        token: &Value,
        color: &'static str,
    ) -> Result<Seat, ServerLoadError> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (socket, _) = client_async(format!("ws://{address}/ws"), stream).await?;
        let mut seat = Seat {
            socket,
            color,
            turn: String::new(),
            moves: 0,
            board: String::new(),
            opened: String::new(),
            result: None,
            said: 0,
        };
        seat.send(&json!({"type": "sit", "token": token})).await?;
        while seat.turn.is_empty() {
            seat.hear().await?;
        }
        Ok(seat)
    }

    async fn send(&mut self, message: &Value) -> Result<(), ServerLoadError> {
        Ok(self.socket.send(Message::text(message.to_string())).await?)
    }

    /// Receives the next frame. Returns whether it answers the last message.
    async fn hear(&mut self) -> Result<bool, ServerLoadError> {
        let frame = loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => break text,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                other => return Err(ServerLoadError::Answer(format!("{other:?}"))),
            }
        };
        let frame: Value = serde_json::from_str(&frame)?;
        if frame["type"] == "error" {
            return Err(ServerLoadError::Answer(frame.to_string()));
        }
        if let Some(view) = frame.get("view") {
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            self.turn = text(&view["turn"]);
            self.board = text(&view["board"]);
            self.moves = view["moves"].as_u64().unwrap_or_default();
            if let Some(result) = frame["opened"]["result"].as_str() {
                self.result = Some(result.to_owned());
                self.opened = text(&frame["opened"]["board"]);
            }
        }
        Ok(frame["type"] == "done")
    }

    /// Tries a point without an own stone, or passes. Returns the time until the answer.
    async fn speak(&mut self, dice: &mut Dice) -> Result<Duration, ServerLoadError> {
        self.said += 1;
        let id = format!("{}{}", self.color, self.said);
        let own = self.color.chars().next();
        let open: Vec<usize> = (0..81).filter(|&at| self.board.chars().nth(at) != own).collect();
        let message = match open.get(dice.below(open.len())) {
            Some(at) if self.moves < LENGTH => {
                let column = char::from(b"ABCDEFGHJ"[at % 9]);
                json!({"type": "try", "id": id, "point": format!("{column}{}", 9 - at / 9)})
            }
            _ => json!({"type": "pass", "id": id}),
        };
        let start = Instant::now();
        self.send(&message).await?;
        while !self.hear().await? {}
        Ok(start.elapsed())
    }

    /// Receives the news that the other side's move has caused.
    async fn catch_up(&mut self, other: &Seat) -> Result<(), ServerLoadError> {
        while self.moves < other.moves || self.result.is_none() && other.result.is_some() {
            self.hear().await?;
        }
        Ok(())
    }
}

/// A small random generator, which is good enough for scripted players.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }

    /// From 0 to 1.
    fn share(&mut self) -> f64 {
        (self.next() % 1_000) as f64 / 1_000.0
    }
}

async fn post(address: &str, path: &str, body: &Value) -> Result<Value, ServerLoadError> {
    let body = body.to_string();
    let text = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(text.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or(ServerLoadError::NoAnswer)?;
    if !head.starts_with("HTTP/1.1 201") {
        return Err(ServerLoadError::Answer(answer));
    }
    Ok(serde_json::from_str(body)?)
}
