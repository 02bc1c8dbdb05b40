//! `kage bench server`: many games of scripted players at once, against a server in its own process.

use crate::args::BenchServer;
use crate::failure::Failure;
use crate::files;
use futures_util::{SinkExt, StreamExt};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use serde_json::{Value, json};
use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

/// Moves after which scripted players pass.
const LENGTH: u64 = 60;

pub(crate) fn run(options: &BenchServer) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Other(format!("cannot start threads: {error}")))?;
    let report = runtime.block_on(measure(options))?;
    let mut out = anstream::stdout().lock();
    if options.json {
        files::write_json(&mut out, &report)?;
        return Ok(());
    }
    write!(out, "{}", report.in_words())?;
    Ok(())
}

/// Something went wrong on the way.
fn trouble(what: impl std::fmt::Display) -> Failure {
    Failure::Other(format!("the server did not do as it should: {what}"))
}

/// A server in its own process, on a folder that goes with it.
struct Server {
    child: Child,
    address: String,
    _data: tempfile::TempDir,
}

impl Server {
    async fn start() -> Result<Server, Failure> {
        let data = tempfile::TempDir::new().map_err(trouble)?;
        let program = std::env::current_exe().map_err(trouble)?;
        let mut child = Command::new(program)
            .args(["serve", "--no-open", "--listen", "127.0.0.1:0", "--rate", "0", "--data"])
            .arg(data.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .map_err(trouble)?;
        let stdout = child.stdout.take().ok_or_else(|| trouble("it has no output"))?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line).await.map_err(trouble)?;
        let address = line.trim().strip_prefix("http://").ok_or_else(|| trouble("no address"))?;
        Ok(Server { child, address: address.to_owned(), _data: data })
    }

    /// The memory it has, in bytes, where Linux tells it.
    fn memory(&self) -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()?)).ok()?;
        let line = text.lines().find(|line| line.starts_with("VmRSS:"))?;
        let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(1_024 * kilobytes)
    }
}

/// What came of the games that one task played.
#[derive(Default)]
struct Tally {
    games: u64,
    /// From saying it to its answer, one a try.
    waits: Vec<Duration>,
}

async fn measure(options: &BenchServer) -> Result<Report, Failure> {
    let server = Server::start().await?;
    let idle = server.memory();
    let time = Duration::from_secs_f64(options.seconds);
    let end = Instant::now() + time;
    let mut tasks = JoinSet::new();
    for number in 0..options.games {
        let (address, pause) = (server.address.clone(), options.pause);
        let seed = options.seed.wrapping_add(u64::from(number).wrapping_mul(0x9E37_79B9));
        tasks.spawn(async move { play_games(&address, seed, pause, end).await });
    }
    let bar = progress_bar(time);
    let start = Instant::now();
    let mut memory = Vec::new();
    let mut tally = Tally::default();
    loop {
        tokio::select! {
            done = tasks.join_next() => match done {
                None => break,
                Some(played) => {
                    let Tally { games, waits } = played.map_err(trouble)??;
                    tally.games += games;
                    tally.waits.extend(waits);
                }
            },
            () = tokio::time::sleep(Duration::from_millis(500)) => {
                bar.set_position(start.elapsed().as_millis() as u64);
                if Instant::now() < end {
                    memory.extend(server.memory());
                }
            }
        }
    }
    bar.finish_and_clear();
    Ok(Report::of(options, tally, start.elapsed(), idle, &memory))
}

fn progress_bar(time: Duration) -> ProgressBar {
    let bar = ProgressBar::new(time.as_millis() as u64);
    let style = ProgressStyle::with_template("{bar:40} {elapsed}");
    bar.set_style(style.unwrap_or(ProgressStyle::default_bar()));
    bar
}

/// One game after the other, until the time is up; the last one is played to its end.
async fn play_games(address: &str, seed: u64, pause: f64, end: Instant) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    let mut dice = Dice(seed | 1);
    while tally.games == 0 || Instant::now() < end {
        let asked = json!({"against": {"friend": "private"}, "rules": "borsboom"});
        let made = post(address, "/api/games", &asked).await?;
        let invite = made["invite"].as_str().ok_or_else(|| trouble(&made))?;
        let joined = post(address, &format!("/api/invites/{invite}"), &json!({})).await?;
        let mut black = Seat::sit(address, &made["token"], "black").await?;
        let mut white = Seat::sit(address, &joined["token"], "white").await?;
        while black.result.is_none() {
            // Everyone thinks between a half and one and a half times the pause.
            tokio::time::sleep(Duration::from_secs_f64(pause * (0.5 + dice.share()))).await;
            let wait = if black.turn == "black" {
                black.speak(&mut dice).await?
            } else {
                white.speak(&mut dice).await?
            };
            tally.waits.push(wait);
            black.catch_up(&white).await?;
            white.catch_up(&black).await?;
        }
        agree(&black, &white)?;
        tally.games += 1;
    }
    Ok(tally)
}

/// Both sides must have heard of the same end, and each must find its own stones on the open board.
fn agree(black: &Seat, white: &Seat) -> Result<(), Failure> {
    let same = black.result == white.result && black.opened == white.opened;
    let own = [(black, 'b'), (white, 'w')].iter().all(|(seat, mark)| {
        let stones = |board: &str| board.chars().map(|c| c == *mark).collect::<Vec<_>>();
        stones(&seat.board) == stones(&seat.opened)
    });
    if same && own { Ok(()) } else { Err(trouble("the seats do not agree about the end")) }
}

/// One side's socket, and what it last heard.
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
    async fn sit(address: &str, token: &Value, color: &'static str) -> Result<Seat, Failure> {
        let stream = TcpStream::connect(address).await.map_err(trouble)?;
        stream.set_nodelay(true).map_err(trouble)?;
        let (socket, _) =
            client_async(format!("ws://{address}/ws"), stream).await.map_err(trouble)?;
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

    async fn send(&mut self, message: &Value) -> Result<(), Failure> {
        self.socket.send(Message::text(message.to_string())).await.map_err(trouble)
    }

    /// The next frame. Says whether it answers what was said last.
    async fn hear(&mut self) -> Result<bool, Failure> {
        let frame = loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => break text,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                other => return Err(trouble(format!("{other:?}"))),
            }
        };
        let frame: Value = serde_json::from_str(&frame).map_err(trouble)?;
        if frame["type"] == "error" {
            return Err(trouble(&frame));
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

    /// Tries a point it does not have, or passes; how long the answer took.
    async fn speak(&mut self, dice: &mut Dice) -> Result<Duration, Failure> {
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

    /// Hears what the other side has brought about.
    async fn catch_up(&mut self, other: &Seat) -> Result<(), Failure> {
        while self.moves < other.moves || self.result.is_none() && other.result.is_some() {
            self.hear().await?;
        }
        Ok(())
    }
}

/// A small generator: scripted players need no better one.
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

async fn post(address: &str, path: &str, body: &Value) -> Result<Value, Failure> {
    let body = body.to_string();
    let text = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await.map_err(trouble)?;
    stream.write_all(text.as_bytes()).await.map_err(trouble)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.map_err(trouble)?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(|| trouble("no answer"))?;
    if !head.starts_with("HTTP/1.1 201") {
        return Err(trouble(answer));
    }
    serde_json::from_str(body).map_err(trouble)
}

/// What was measured.
#[derive(Serialize)]
struct Report {
    games_at_once: u32,
    sockets: u32,
    pause_seconds: f64,
    seconds: f64,
    seed: u64,
    games_played: u64,
    tries: usize,
    tries_per_second: f64,
    answer_ms: Answers,
    memory_idle_bytes: Option<u64>,
    /// The most in each tenth of the time.
    memory_bytes: Vec<u64>,
    memory_a_game_bytes: Option<u64>,
    machine: String,
}

/// Milliseconds from a try to its answer.
#[derive(Serialize)]
struct Answers {
    p50: f64,
    p90: f64,
    p99: f64,
    most: f64,
}

impl Report {
    fn of(
        options: &BenchServer,
        tally: Tally,
        elapsed: Duration,
        idle: Option<u64>,
        memory: &[u64],
    ) -> Report {
        let Tally { games, mut waits } = tally;
        waits.sort_unstable();
        let at = |share: f64| {
            let place = (share * waits.len().saturating_sub(1) as f64).round() as usize;
            waits.get(place).map_or(0.0, |wait| 1_000.0 * wait.as_secs_f64())
        };
        let tenths = memory.chunks(memory.len().div_ceil(10).max(1));
        let tenths: Vec<u64> = tenths.filter_map(|tenth| tenth.iter().max().copied()).collect();
        let most = tenths.iter().max().copied();
        let a_game =
            most.zip(idle).map(|(most, idle)| most.saturating_sub(idle) / u64::from(options.games));
        Report {
            games_at_once: options.games,
            sockets: 2 * options.games,
            pause_seconds: options.pause,
            seconds: elapsed.as_secs_f64(),
            seed: options.seed,
            games_played: games,
            tries: waits.len(),
            tries_per_second: waits.len() as f64 / elapsed.as_secs_f64(),
            answer_ms: Answers { p50: at(0.5), p90: at(0.9), p99: at(0.99), most: at(1.0) },
            memory_idle_bytes: idle,
            memory_bytes: tenths,
            memory_a_game_bytes: a_game,
            machine: crate::machine::describe(),
        }
    }

    fn in_words(&self) -> String {
        let Answers { p50, p90, p99, most } = self.answer_ms;
        let mut text = format!(
            "{} games at once, {} sockets, {:.1} s thought a try; seed {}\n\
             {} games played to an end that both seats agree on, in {:.0} s\n\
             {} tries, {:.0} a second; answered within\n  \
             {p50:.1} ms (half), {p90:.1} ms (9 of 10), {p99:.1} ms (99 of 100), {most:.1} ms (all)\n",
            self.games_at_once,
            self.sockets,
            self.pause_seconds,
            self.seed,
            self.games_played,
            self.seconds,
            self.tries,
            self.tries_per_second,
        );
        if let (Some(idle), Some(a_game)) = (self.memory_idle_bytes, self.memory_a_game_bytes) {
            let megabytes = |bytes: &u64| format!("{:.0}", *bytes as f64 / 1e6);
            let tenths: Vec<String> = self.memory_bytes.iter().map(megabytes).collect();
            text += &format!(
                "memory: {} MB at rest, {} kB a game; the most in each tenth of the time: {} MB\n",
                megabytes(&idle),
                a_game / 1_000,
                tenths.join(", "),
            );
        }
        text + &format!("on {}\n", self.machine)
    }
}
