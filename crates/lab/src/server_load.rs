//! The load of a server: many games of scripted players at once, against a server in its own
//! process.

mod seat;

use seat::{Played, play_games};
use serde::Serialize;
use std::fmt;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::task::{JoinError, JoinSet};
use tokio_tungstenite::tungstenite;

/// What is measured.
#[derive(Clone, PartialEq, Debug)]
pub struct ServerLoadConfig {
    /// The program whose `serve` is measured.
    pub program: PathBuf,
    /// Games at once, two sockets each.
    pub games: u32,
    /// For how long. Games that run then are played to their end.
    pub seconds: f64,
    /// How long a player waits before a try, on average.
    pub pause: f64,
    /// The seed of the players.
    pub seed: u64,
    /// The machine, in words.
    pub machine: String,
}

/// Why a measurement of the load failed.
#[derive(Debug)]
pub enum ServerLoadError {
    /// The server or a socket failed.
    Io(std::io::Error),
    /// A WebSocket failed.
    Socket(tungstenite::Error),
    /// A message is not JSON.
    Json(serde_json::Error),
    /// The server did not print its address.
    NoAddress,
    /// The server closed a connection without an answer.
    NoAnswer,
    /// The server gave an unexpected answer.
    Answer(String),
    /// The two seats of a game heard different results.
    Disagreement,
    /// A task of scripted players panicked.
    Task(JoinError),
}

impl fmt::Display for ServerLoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the measurement of the server failed: ")?;
        match self {
            ServerLoadError::Io(error) => error.fmt(f),
            ServerLoadError::Socket(error) => error.fmt(f),
            ServerLoadError::Json(error) => error.fmt(f),
            ServerLoadError::NoAddress => f.write_str("it printed no address"),
            ServerLoadError::NoAnswer => f.write_str("it closed a connection without an answer"),
            ServerLoadError::Answer(answer) => f.write_str(answer),
            ServerLoadError::Disagreement => {
                f.write_str("the two seats of a game heard different results")
            }
            ServerLoadError::Task(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ServerLoadError {}

impl From<std::io::Error> for ServerLoadError {
    fn from(error: std::io::Error) -> ServerLoadError {
        ServerLoadError::Io(error)
    }
}

impl From<tungstenite::Error> for ServerLoadError {
    fn from(error: tungstenite::Error) -> ServerLoadError {
        ServerLoadError::Socket(error)
    }
}

impl From<serde_json::Error> for ServerLoadError {
    fn from(error: serde_json::Error) -> ServerLoadError {
        ServerLoadError::Json(error)
    }
}

/// What was measured.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct ServerLoad {
    /// Games at once.
    pub games_at_once: u32,
    /// Sockets.
    pub sockets: u32,
    /// How long a player waits before a try, on average.
    pub pause_seconds: f64,
    /// How long it took.
    pub seconds: f64,
    /// The seed of the players.
    pub seed: u64,
    /// Games played to an end that both seats agree on.
    pub games_played: u64,
    /// Tries.
    pub tries: usize,
    /// Tries a second.
    pub tries_per_second: f64,
    /// The time from a try to its answer.
    pub answer_ms: AnswerTimes,
    /// The server's memory before the first game.
    pub memory_idle_bytes: Option<u64>,
    /// The maximum in each tenth of the time.
    pub memory_bytes: Vec<u64>,
    /// The maximum above the idle memory, divided by the games at once.
    pub memory_a_game_bytes: Option<u64>,
    /// The machine, in words.
    pub machine: String,
}

/// Milliseconds from a try to its answer.
#[derive(Clone, Copy, PartialEq, Serialize, Debug)]
pub struct AnswerTimes {
    /// The median.
    pub p50: f64,
    /// The 90th percentile.
    pub p90: f64,
    /// The 99th percentile.
    pub p99: f64,
    /// The maximum.
    pub most: f64,
}

/// A server in its own process, with a temporary folder.
struct Server {
    child: Child,
    address: String,
    _data: tempfile::TempDir,
}

impl Server {
    async fn start(config: &ServerLoadConfig) -> Result<Server, ServerLoadError> {
        let data = tempfile::TempDir::new()?;
        let mut child = Command::new(&config.program)
            .args(["serve", "--no-open", "--listen", "127.0.0.1:0", "--rate", "0", "--data"])
            .arg(data.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        let stdout = child.stdout.take().ok_or(ServerLoadError::NoAddress)?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line).await?;
        let address = line.trim().strip_prefix("http://").ok_or(ServerLoadError::NoAddress)?;
        Ok(Server { child, address: address.to_owned(), _data: data })
    }

    /// Its memory in bytes; `None` except on Linux.
    fn memory(&self) -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()?)).ok()?;
        let line = text.lines().find(|line| line.starts_with("VmRSS:"))?;
        let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(1_024 * kilobytes)
    }
}

/// Starts a server and plays on it. `tick` is called twice a second with the time that has passed.
pub fn measure_server(
    config: &ServerLoadConfig,
    tick: impl FnMut(Duration),
) -> Result<ServerLoad, ServerLoadError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(measure(config, tick))
}

async fn measure(
    config: &ServerLoadConfig,
    mut tick: impl FnMut(Duration),
) -> Result<ServerLoad, ServerLoadError> {
    let server = Server::start(config).await?;
    let idle = server.memory();
    let end = Instant::now() + Duration::from_secs_f64(config.seconds);
    let mut tasks = JoinSet::new();
    for number in 0..config.games {
        let (address, pause) = (server.address.clone(), config.pause);
        let seed = config.seed.wrapping_add(u64::from(number).wrapping_mul(0x9E37_79B9));
        tasks.spawn(async move { play_games(&address, seed, pause, end).await });
    }
    let start = Instant::now();
    let (mut memory, mut all) = (Vec::new(), Played::default());
    loop {
        tokio::select! {
            done = tasks.join_next() => match done {
                None => break,
                Some(played) => {
                    let Played { games, waits } = played.map_err(ServerLoadError::Task)??;
                    all.games += games;
                    all.waits.extend(waits);
                }
            },
            () = tokio::time::sleep(Duration::from_millis(500)) => {
                tick(start.elapsed());
                if Instant::now() < end {
                    memory.extend(server.memory());
                }
            }
        }
    }
    Ok(ServerLoad::of(config, all, start.elapsed(), idle, &memory))
}

impl ServerLoad {
    fn of(
        config: &ServerLoadConfig,
        played: Played,
        elapsed: Duration,
        idle: Option<u64>,
        memory: &[u64],
    ) -> ServerLoad {
        let Played { games, mut waits } = played;
        waits.sort_unstable();
        let at = |share: f64| {
            let place = (share * waits.len().saturating_sub(1) as f64).round() as usize;
            waits.get(place).map_or(0.0, |wait| 1_000.0 * wait.as_secs_f64())
        };
        let tenths = memory.chunks(memory.len().div_ceil(10).max(1));
        let tenths: Vec<u64> = tenths.filter_map(|tenth| tenth.iter().max().copied()).collect();
        let most = tenths.iter().max().copied();
        let above_idle = most.zip(idle).map(|(most, idle)| most.saturating_sub(idle));
        ServerLoad {
            games_at_once: config.games,
            sockets: 2 * config.games,
            pause_seconds: config.pause,
            seconds: elapsed.as_secs_f64(),
            seed: config.seed,
            games_played: games,
            tries: waits.len(),
            tries_per_second: waits.len() as f64 / elapsed.as_secs_f64(),
            answer_ms: AnswerTimes { p50: at(0.5), p90: at(0.9), p99: at(0.99), most: at(1.0) },
            memory_idle_bytes: idle,
            memory_bytes: tenths,
            memory_a_game_bytes: above_idle.map(|bytes| bytes / u64::from(config.games)),
            machine: config.machine.clone(),
        }
    }
}
