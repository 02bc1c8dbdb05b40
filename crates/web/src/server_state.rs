//! The state of a server: the store, the lobby, the bots, and all open rooms.

use crate::archive::BeliefCache;
use crate::bots::{BeliefSource, Level};
use crate::command_error::CommandError;
use crate::event::Event;
use crate::game::{Game, Recording};
use crate::game_summary::GameSummary;
use crate::limit::ClientLimits;
use crate::lobby::{LISTED, Lobby};
use crate::room::{QUEUE, Room, RoomMessage};
use crate::secret::clean_name;
use crate::spec::{Kind, Spec};
use crate::store::{OpenError, SavedGame, Store, StoreError, TokenKind};
use crate::worker_pool::WorkerPool;
use std::collections::HashMap;
use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::{mpsc, watch};

/// The most open rooms.
const MAX_ROOMS: usize = 5_000;
/// The most exhibitions. Their bots think all the time, also when nobody watches.
const MAX_EXHIBITIONS: usize = 4;

/// The options of a server.
pub struct Options {
    /// The folder for the games.
    pub data: PathBuf,
    /// The bots, from the weakest to the strongest.
    pub levels: Vec<Level>,
    /// Computes beliefs for replays; `None` if replays have no beliefs.
    pub beliefs: Option<Arc<dyn BeliefSource>>,
    /// The number of threads for bots and beliefs.
    pub threads: usize,
    /// The most requests of one client in a second; 0 means no limit.
    pub rate: u32,
    /// The address of the server for its users, if there is a proxy in front of it:
    /// `https://go.example.org`.
    pub origin: Option<String>,
    /// The largest size of the store, in megabytes.
    pub max_megabytes: Option<u32>,
    /// Gets the messages for the person who runs the server.
    pub report: Arc<dyn Fn(&str) + Send + Sync>,
}

/// The state of a server. All handlers, sockets and rooms share it.
pub(crate) struct ServerState {
    pub(crate) store: Store,
    pub(crate) workers: WorkerPool,
    pub(crate) levels: Vec<Level>,
    pub(crate) beliefs: Option<Arc<dyn BeliefSource>>,
    pub(crate) belief_cache: BeliefCache,
    pub(crate) lobby: Lobby,
    pub(crate) clients: ClientLimits,
    pub(crate) origin: Option<String>,
    /// Where the server listens, once it does.
    pub(crate) listens: OnceLock<SocketAddr>,
    rooms: Mutex<HashMap<String, mpsc::Sender<RoomMessage>>>,
    last_socket: AtomicU64,
    stopping: watch::Sender<bool>,
    report: Arc<dyn Fn(&str) + Send + Sync>,
}

/// Why a game was not created.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum CreateError {
    TooManyGames,
    TooManyExhibitions,
    Store(StoreError),
}

impl fmt::Display for CreateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CreateError::TooManyGames => f.write_str("there are too many games: try again later"),
            CreateError::TooManyExhibitions => f.write_str(
                "there are too many games between bots: watch one of them, or try again later",
            ),
            CreateError::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CreateError {}

impl From<StoreError> for CreateError {
    fn from(error: StoreError) -> CreateError {
        CreateError::Store(error)
    }
}

/// Whether a room got a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub(crate) enum Delivery {
    Done,
    /// There is no such game.
    NoGame,
}

impl ServerState {
    /// Opens the store, and the rooms of all games that are not over.
    pub(crate) async fn open(options: Options) -> Result<Arc<ServerState>, OpenError> {
        let store = Store::open(&options.data, options.max_megabytes)?;
        let broken = |error: StoreError| OpenError::Broken(options.data.clone(), error.to_string());
        let finished = store.finished(4 * LISTED).await.map_err(broken)?;
        let running = store.running().await.map_err(broken)?;
        let workers = WorkerPool::new(options.threads)
            .map_err(|error| OpenError::Folder(options.data.clone(), error))?;
        let server = Arc::new(ServerState {
            store,
            workers,
            levels: options.levels,
            beliefs: options.beliefs,
            belief_cache: BeliefCache::default(),
            lobby: Lobby::new(&finished),
            clients: ClientLimits::new(options.rate),
            origin: options.origin,
            listens: OnceLock::new(),
            rooms: Mutex::default(),
            last_socket: AtomicU64::new(0),
            stopping: watch::Sender::new(false),
            report: options.report,
        });
        for game in &running {
            if let Err(error) = server.room(game).await {
                server.report(&format!("game {game} cannot continue: {error}"));
            }
        }
        tokio::spawn(run_lobby(Arc::clone(&server)));
        Ok(server)
    }

    /// Reports something to the person who runs the server.
    pub(crate) fn report(&self, text: &str) {
        (self.report)(text);
    }

    /// The level of this id.
    pub(crate) fn level(&self, id: &str) -> Option<&Level> {
        self.levels.iter().find(|level| level.id == id)
    }

    /// The time in milliseconds since 1970.
    pub(crate) fn now(&self) -> u64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
    }

    /// A new number for a socket.
    pub(crate) fn next_socket(&self) -> u64 {
        self.last_socket.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Becomes true when the server stops.
    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }

    /// Stops the server: sockets are told and closed, and rooms close.
    pub(crate) fn stop(&self) {
        self.stopping.send_replace(true);
        self.rooms().clear();
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<RoomMessage>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Saves a new game, which begins with these events, and opens its room.
    pub(crate) async fn create_game(
        self: &Arc<Self>,
        spec: Spec,
        journal: Vec<Event>,
    ) -> Result<(), CreateError> {
        if self.rooms().len() >= MAX_ROOMS {
            return Err(CreateError::TooManyGames);
        }
        let exhibition = spec.kind == Kind::Exhibition;
        if exhibition && self.lobby.count(Kind::Exhibition) >= MAX_EXHIBITIONS {
            return Err(CreateError::TooManyExhibitions);
        }
        self.store.create(&spec, &journal).await?;
        let saved = SavedGame { spec, journal, guesses: Default::default() };
        self.open_room(saved).map_err(StoreError::from)?;
        Ok(())
    }

    /// The room of a game; it is opened if it is closed. `None` if there is no such game.
    async fn room(
        self: &Arc<Self>,
        game: &str,
    ) -> Result<Option<mpsc::Sender<RoomMessage>>, StoreError> {
        if let Some(room) = self.rooms().get(game) {
            return Ok(Some(room.clone()));
        }
        if *self.stopping.borrow() {
            return Err(StoreError::Closed);
        }
        let Some(saved) = self.store.load(game).await? else { return Ok(None) };
        Ok(Some(self.open_room(saved)?))
    }

    fn open_room(
        self: &Arc<Self>,
        saved: SavedGame,
    ) -> Result<mpsc::Sender<RoomMessage>, CommandError> {
        let id = saved.spec.id.clone();
        let mut rooms = self.rooms();
        // Another task may have opened it meanwhile.
        if let Some(room) = rooms.get(&id) {
            return Ok(room.clone());
        }
        let (sender, messages) = mpsc::channel(QUEUE);
        let room = Room::new(Arc::clone(self), saved, sender.downgrade())?;
        rooms.insert(id, sender.clone());
        drop(rooms);
        tokio::spawn(room.run(messages));
        Ok(sender)
    }

    /// Forgets a room that has closed itself.
    pub(crate) fn close_room(&self, game: &str) {
        self.rooms().remove(game);
        self.lobby.remove(game);
    }

    /// Sends a message to a game's room, if the room is open.
    pub(crate) async fn send_if_open(&self, game: &str, message: RoomMessage) {
        let room = self.rooms().get(game).cloned();
        if let Some(room) = room {
            // A room that closes at this moment does not need the message.
            let _ = room.send(message).await;
        }
    }

    /// Sends a message to a game's room, and opens the room if it is closed.
    pub(crate) async fn send(
        self: &Arc<Self>,
        game: &str,
        message: RoomMessage,
    ) -> Result<Delivery, StoreError> {
        let Some(room) = self.room(game).await? else { return Ok(Delivery::NoGame) };
        let Err(mpsc::error::SendError(message)) = room.send(message).await else {
            return Ok(Delivery::Done);
        };
        // The room closed at this moment: it is opened again.
        self.rooms().remove(game);
        let Some(room) = self.room(game).await? else { return Ok(Delivery::NoGame) };
        let sent = room.send(message).await;
        Ok(if sent.is_ok() { Delivery::Done } else { Delivery::NoGame })
    }

    /// The game of a token, and what the token opens.
    pub(crate) async fn token(
        &self,
        token: &str,
    ) -> Result<Option<(String, TokenKind)>, StoreError> {
        self.store.token(token).await
    }

    /// The name of a person: the one that they chose, or `Guest` and the number of their browser.
    pub(crate) async fn guest_name(
        &self,
        name: Option<&str>,
        guest: Option<&str>,
    ) -> Result<String, StoreError> {
        if let Some(name) = name.and_then(clean_name) {
            return Ok(name);
        }
        let Some(guest) = guest else { return Ok("Guest".to_owned()) };
        Ok(format!("Guest {}", self.store.guest_number(guest).await?))
    }

    /// The summary of any game.
    pub(crate) async fn summary(&self, game: &str) -> Result<Option<GameSummary>, StoreError> {
        if let Some(summary) = self.lobby.summary(game) {
            return Ok(Some(summary));
        }
        let Some(saved) = self.store.load(game).await? else { return Ok(None) };
        let game = Game::replay(saved.spec, &saved.journal, Recording::Off)?;
        Ok(Some(GameSummary::of(&game)))
    }
}

/// Keeps the lobby's text up to date until the server stops.
async fn run_lobby(server: Arc<ServerState>) {
    let mut stopping = server.stopping();
    tokio::select! {
        () = server.lobby.run() => {}
        _ = stopping.wait_for(|stop| *stop) => {}
    }
}
