//! A server on a free port, and clients that use it like a browser.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "test helpers, each test uses its part"
)]

use futures_util::{SinkExt, StreamExt};
use kage_goban::Point;
use kage_phantom::{Candidate, Choice, Explanation, Player, PlayerError, Seat, View};
use kage_web::{Belief, BeliefSource, Level, LevelText, Options, Server};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message, error::Error};
use tokio_tungstenite::{WebSocketStream, client_async};

/// A folder for games, in memory where the system has one: these tests are not about disks.
pub fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { TempDir::new_in(memory).unwrap() } else { TempDir::new().unwrap() }
}

/// A running server.
pub struct Table {
    pub address: SocketAddr,
    /// Of a server in this process.
    stop: Option<oneshot::Sender<()>>,
    task: Option<tokio::task::JoinHandle<()>>,
}

pub fn options(data: &Path) -> Options {
    Options {
        data: data.to_owned(),
        levels: levels(),
        beliefs: Some(Arc::new(TestBeliefs)),
        threads: 2,
        rate: 0,
        origin: None,
        max_megabytes: None,
        report: Arc::new(|_| {}),
    }
}

impl Table {
    pub async fn open(data: &Path) -> Table {
        Table::with(options(data)).await
    }

    pub async fn with(options: Options) -> Table {
        let server = Server::open(options).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(async move {
            let ended = server.run(listener, async move { drop(stopped.await) });
            ended.await.unwrap();
        });
        Table { address, stop: Some(stop), task: Some(task) }
    }

    /// A server of another process.
    pub fn at(address: SocketAddr) -> Table {
        Table { address, stop: None, task: None }
    }

    /// Stops as Ctrl-C does.
    pub async fn close(mut self) {
        let stop = self.stop.take().unwrap();
        stop.send(()).unwrap();
        let task = self.task.take().unwrap();
        tokio::time::timeout(Duration::from_secs(10), task).await.unwrap().unwrap();
        // Rooms let go of the store a moment later.
        tokio::time::sleep(Duration::from_millis(200)).await;
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, &[], "").await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Reply {
        self.ask("POST", path, &[], &body.to_string()).await
    }

    pub async fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Reply {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let mut text = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            text += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        text += &format!("Content-Length: {}\r\n\r\n", body.len());
        stream.write_all(text.as_bytes()).await.unwrap();
        // A server that has heard enough may close before all is said.
        let _ = stream.write_all(body.as_bytes()).await;
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes).await;
        Reply::read(&bytes)
    }

    /// Makes a game and returns what came of it.
    pub async fn game(&self, asked: &Value) -> Value {
        let reply = self.post("/api/games", asked).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        reply.json()
    }

    /// Two seats of a private game, Black's first, both connected.
    pub async fn friends(&self, mut asked: Value) -> (String, Client, Client) {
        asked["against"] = json!({"friend": "private"});
        let made = self.game(&asked).await;
        let path = format!("/api/invites/{}", made["invite"].as_str().unwrap());
        let reply = self.post(&path, &json!({"name": "Bob"})).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        let black = self.sit(&made["token"]).await;
        let white = self.sit(&reply.json()["token"]).await;
        (made["game"].as_str().unwrap().to_owned(), black, white)
    }

    pub async fn connect(&self) -> Client {
        self.connect_with(&[]).await.unwrap()
    }

    pub async fn connect_with(&self, headers: &[(&'static str, &str)]) -> Result<Client, Error> {
        let mut request = format!("ws://{}/ws", self.address).into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let stream = TcpStream::connect(self.address).await.unwrap();
        let (socket, _) = client_async(request, stream).await?;
        Ok(Client { socket, waiting: VecDeque::new(), frames: Vec::new() })
    }

    /// A seat's stream, after its first frame.
    pub async fn sit(&self, token: &Value) -> Client {
        let mut client = self.connect().await;
        client.say(json!({"type": "sit", "token": token})).await;
        client.hear("seated").await;
        client
    }
}

/// The answer to a request.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    fn read(bytes: &[u8]) -> Reply {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        Reply { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{}", self.body))
    }

    /// The code of a failure.
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap().to_owned()
    }

    /// The guest's cookie.
    pub fn cookie(&self) -> String {
        let (_, rest) = self.head.split_once("set-cookie: ").unwrap();
        rest.split(';').next().unwrap().to_owned()
    }
}

/// A socket.
pub struct Client {
    socket: WebSocketStream<TcpStream>,
    waiting: VecDeque<Value>,
    /// Every frame that came, as it came.
    pub frames: Vec<String>,
}

/// Numbers the messages of all clients.
static COUNT: AtomicU32 = AtomicU32::new(1);

impl Client {
    pub async fn say(&mut self, message: Value) {
        self.say_text(&message.to_string()).await;
    }

    pub async fn say_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    pub async fn say_binary(&mut self, bytes: Vec<u8>) {
        self.socket.send(Message::binary(bytes)).await.unwrap();
    }

    /// The next frame or the end, without fail: the server may be killed at any moment.
    pub async fn next_or_end(&mut self) -> Option<Value> {
        match self.socket.next().await {
            Some(Ok(Message::Text(text))) => {
                self.frames.push(text.to_string());
                Some(serde_json::from_str(&text).unwrap())
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Some(Value::Null),
            _ => None,
        }
    }

    /// Sends a frame, and does not mind if the server has closed.
    pub async fn shout(&mut self, text: String) {
        let _ = self.socket.send(Message::text(text)).await;
    }

    /// The next frame; `None` when the server has closed.
    pub async fn next(&mut self) -> Option<Value> {
        if let Some(value) = self.waiting.pop_front() {
            return Some(value);
        }
        loop {
            let message = tokio::time::timeout(Duration::from_secs(10), self.socket.next()).await;
            match message.expect("a frame within ten seconds") {
                Some(Ok(Message::Text(text))) => {
                    self.frames.push(text.to_string());
                    return Some(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(_) | Err(_)) | None => return None,
            }
        }
    }

    /// The first frame that came.
    pub fn first(&self) -> Value {
        serde_json::from_str(&self.frames[0]).unwrap()
    }

    /// A frame that has come before a pong.
    pub fn pending(&mut self) -> Option<Value> {
        self.waiting.pop_front()
    }

    /// The next frame of this type; others are passed over.
    pub async fn hear(&mut self, kind: &str) -> Value {
        loop {
            let value = self.next().await.unwrap_or_else(|| panic!("closed before `{kind}`"));
            if value["type"] == kind {
                return value;
            }
        }
    }

    /// The next news of this kind.
    pub async fn news(&mut self, kind: &str) -> Value {
        loop {
            let value = self.hear("news").await;
            if value["news"]["kind"] == kind {
                return value;
            }
        }
    }

    /// Says something with a new id, and waits for its answer: the answer, and what came before it.
    pub async fn ask(&mut self, mut message: Value) -> (Value, Vec<Value>) {
        let id = format!("m{}", COUNT.fetch_add(1, Ordering::Relaxed));
        if message.get("id").is_none() {
            message["id"] = id.into();
        }
        let id = message["id"].clone();
        self.say(message).await;
        let mut before = Vec::new();
        loop {
            let value = self.next().await.expect("an answer");
            if value["id"] == id {
                return (value, before);
            }
            before.push(value);
        }
    }

    /// Says something that is done.
    pub async fn done(&mut self, message: Value) -> Vec<Value> {
        let (answer, before) = self.ask(message.clone()).await;
        assert_eq!(answer["type"], "done", "{message}: {answer}");
        before
    }

    /// Says something that is refused, and returns the code.
    pub async fn refused(&mut self, message: Value) -> String {
        let (answer, _) = self.ask(message.clone()).await;
        assert_eq!(answer["type"], "error", "{message}: {answer}");
        answer["code"].as_str().unwrap().to_owned()
    }

    pub async fn try_point(&mut self, point: &str) -> Vec<Value> {
        self.done(json!({"type": "try", "point": point})).await
    }

    /// Waits until everything that was sent before has come.
    pub async fn settle(&mut self) {
        self.say(json!({"type": "ping"})).await;
        let mut others = Vec::new();
        loop {
            let value = self.next().await.expect("a pong");
            if value["type"] == "pong" {
                break;
            }
            others.push(value);
        }
        self.waiting.extend(others);
    }

    /// Waits for the server to close the socket.
    pub async fn closed(&mut self) {
        while self.next().await.is_some() {}
    }
}

/// Bots that show what a table does with bots.
pub fn levels() -> Vec<Level> {
    let text = |title: &str| LevelText { title: title.to_owned(), about: "a bot".to_owned() };
    let level = |id: &str, chance: bool, make: fn(u64) -> Box<dyn Player>| Level {
        id: id.to_owned(),
        on_nine: text(id),
        elsewhere: text(&format!("{id} elsewhere")),
        chance,
        make_player: Arc::new(move |_: &View, seed| Ok(make(seed))),
    };
    vec![
        level("passer", false, |_| Box::new(Passer)),
        level("breaker", false, |_| Box::new(Breaker)),
        level("dicer", true, |seed| Box::new(Dicer::new(seed))),
    ]
}

struct Passer;

impl Player for Passer {
    fn name(&self) -> String {
        "passer".to_owned()
    }

    fn choose(&mut self, _: &Seat, _: Option<Duration>) -> Result<Choice, PlayerError> {
        Ok(Choice::Pass)
    }
}

/// Tries points at random; passes when half the board is full.
struct Dicer {
    dice: fastrand::Rng,
    explanation: Explanation,
}

impl Dicer {
    fn new(seed: u64) -> Dicer {
        Dicer { dice: fastrand::Rng::with_seed(seed), explanation: Explanation::default() }
    }
}

impl Player for Dicer {
    fn name(&self) -> String {
        "dicer".to_owned()
    }

    fn choose(&mut self, seat: &Seat, _: Option<Duration>) -> Result<Choice, PlayerError> {
        let open: Vec<Point> = (seat.size().points())
            .filter(|p| !seat.mine().contains(*p) && !seat.tried().contains(p))
            .collect();
        let full = seat.moves() as usize > seat.size().area() / 2;
        let choice = if full || open.is_empty() {
            Choice::Pass
        } else {
            Choice::Try(open[self.dice.usize(0..open.len())])
        };
        let candidate =
            Candidate { choice, value: 0.25, visits: 8, probability: 1.0, reasons: vec!["dice"] };
        self.explanation.candidates = vec![candidate];
        Ok(choice)
    }

    fn explain(&self) -> Option<&Explanation> {
        Some(&self.explanation)
    }
}

struct Breaker;

impl Player for Breaker {
    fn name(&self) -> String {
        "breaker".to_owned()
    }

    fn choose(&mut self, _: &Seat, _: Option<Duration>) -> Result<Choice, PlayerError> {
        panic!("as it is meant to")
    }
}

/// Believes in a stone on every point it does not know.
struct TestBeliefs;

impl BeliefSource for TestBeliefs {
    fn belief(&self, view: &Seat) -> Belief {
        let chance = |point: Point| (point, if view.mine().contains(point) { 0.0 } else { 0.5 });
        Belief {
            hidden: view.size().points().map(chance).collect(),
            certain: vec![format!("{} moves were made", view.moves())],
            worlds: 1,
            health: "good".to_owned(),
        }
    }
}
