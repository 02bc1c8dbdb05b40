//! The hall: all rooms, and what they share.

use crate::bots::{Level, Thoughts};
use crate::card::Card;
use crate::game::Game;
use crate::limit::Clients;
use crate::lobby::{LISTED, Lobby};
use crate::room::{MAILBOX, Mail, Room};
use crate::spec::{Kind, Spec};
use crate::store::{OpenError, Role, Saved, Store, StoreError};
use crate::thinkers::Thinkers;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::{mpsc, watch};

/// The most rooms at a time.
const ROOMS: usize = 5_000;
/// The most exhibitions at a time: they think all the while, whether or not anybody looks.
const EXHIBITIONS: usize = 4;

/// What a server is made of.
pub struct Options {
    /// The folder for the games.
    pub data: PathBuf,
    /// The bots, from the gentlest to the strongest.
    pub levels: Vec<Level>,
    /// What replays know of beliefs; `None` if they shall know nothing.
    pub thoughts: Option<Arc<dyn Thoughts>>,
    /// The threads that think.
    pub threads: usize,
    /// Requests a second that one client may make; 0 is no limit.
    pub rate: u32,
    /// The address that people use, if a proxy stands before the server: `https://go.example.org`.
    pub origin: Option<String>,
    /// The largest the store may grow, in megabytes.
    pub most_megabytes: Option<u32>,
    /// Hears what whoever runs the server should know.
    pub report: Arc<dyn Fn(&str) + Send + Sync>,
}

/// All rooms, and what they share.
pub(crate) struct Hall {
    pub(crate) store: Store,
    pub(crate) thinkers: Thinkers,
    pub(crate) levels: Vec<Level>,
    pub(crate) thoughts: Option<Arc<dyn Thoughts>>,
    pub(crate) lobby: Lobby,
    pub(crate) clients: Clients,
    pub(crate) origin: Option<String>,
    pub(crate) beliefs: crate::archive::Beliefs,
    rooms: Mutex<HashMap<String, mpsc::Sender<Mail>>>,
    sockets: AtomicU64,
    stopping: watch::Sender<bool>,
    report: Arc<dyn Fn(&str) + Send + Sync>,
}

/// Why a game was not made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NotMade {
    /// There are too many.
    Full(&'static str),
    Store(StoreError),
}

impl Hall {
    /// Opens the store and the rooms of all games that are not over.
    pub(crate) async fn open(options: Options) -> Result<Arc<Hall>, OpenError> {
        let store = Store::open(&options.data, options.most_megabytes)?;
        let broken = |error: StoreError| OpenError::Broken(options.data.clone(), error.to_string());
        let finished = store.finished(4 * LISTED).await.map_err(broken)?;
        let running = store.running().await.map_err(broken)?;
        let thinkers = Thinkers::new(options.threads)
            .map_err(|error| OpenError::Folder(options.data.clone(), error))?;
        let hall = Arc::new(Hall {
            store,
            thinkers,
            levels: options.levels,
            thoughts: options.thoughts,
            lobby: Lobby::new(&finished),
            clients: Clients::new(options.rate),
            origin: options.origin,
            beliefs: crate::archive::Beliefs::default(),
            rooms: Mutex::default(),
            sockets: AtomicU64::new(1),
            stopping: watch::Sender::new(false),
            report: options.report,
        });
        for game in &running {
            if let Err(error) = hall.room(game).await {
                hall.report(&format!("game {game} cannot go on: {error}"));
            }
        }
        let keeper = Arc::clone(&hall);
        tokio::spawn(async move {
            let mut stopping = keeper.stopping();
            tokio::select! {
                () = keeper.lobby.keep() => {}
                _ = stopping.wait_for(|stop| *stop) => {}
            }
        });
        Ok(hall)
    }

    pub(crate) fn report(&self, what: &str) {
        (self.report)(what);
    }

    pub(crate) fn level(&self, id: &str) -> Option<&Level> {
        self.levels.iter().find(|level| level.id == id)
    }

    /// Milliseconds since 1970.
    pub(crate) fn now(&self) -> u64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
    }

    pub(crate) fn next_socket(&self) -> u64 {
        self.sockets.fetch_add(1, Ordering::Relaxed)
    }

    /// Becomes true when the server stops.
    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }

    /// Stops: sockets say goodbye, rooms close.
    pub(crate) fn stop(&self) {
        self.stopping.send_replace(true);
        self.rooms().clear();
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<Mail>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a new game, and opens its room.
    pub(crate) async fn create(self: &Arc<Self>, spec: Spec) -> Result<(), NotMade> {
        let exhibition = |card: &Card| card.kind == Kind::Exhibition;
        if self.rooms().len() >= ROOMS {
            return Err(NotMade::Full("there are too many games at the moment: try again later"));
        }
        if spec.kind == Kind::Exhibition && self.lobby.count(exhibition) >= EXHIBITIONS {
            return Err(NotMade::Full(
                "enough bots are playing each other: watch one of these games, or wait",
            ));
        }
        self.store.create(&spec).await.map_err(NotMade::Store)?;
        let saved = Saved { spec, entries: Vec::new(), guesses: Default::default() };
        self.open_room(saved).map(drop).map_err(|what| NotMade::Store(StoreError::Other(what)))
    }

    /// The room of a game; opened, if it is not. `None` if there is no such game.
    async fn room(self: &Arc<Self>, game: &str) -> Result<Option<mpsc::Sender<Mail>>, StoreError> {
        if let Some(room) = self.rooms().get(game) {
            return Ok(Some(room.clone()));
        }
        if *self.stopping.borrow() {
            return Err(StoreError::Other("the server is being stopped".to_owned()));
        }
        let Some(saved) = self.store.load(game).await? else { return Ok(None) };
        self.open_room(saved).map(Some).map_err(StoreError::Other)
    }

    fn open_room(self: &Arc<Self>, saved: Saved) -> Result<mpsc::Sender<Mail>, String> {
        let id = saved.spec.id.clone();
        let mut rooms = self.rooms();
        // Somebody else may have been quicker.
        if let Some(room) = rooms.get(&id) {
            return Ok(room.clone());
        }
        let (sender, mail) = mpsc::channel(MAILBOX);
        let room = Room::new(Arc::clone(self), saved, sender.downgrade())
            .map_err(|objection| objection.to_string())?;
        rooms.insert(id, sender.clone());
        drop(rooms);
        tokio::spawn(room.run(mail));
        Ok(sender)
    }

    /// A room has closed itself.
    pub(crate) fn close_room(&self, game: &str) {
        self.rooms().remove(game);
        self.lobby.forget(game);
    }

    /// Sends mail to a game's room, if it is open.
    pub(crate) async fn send_if_open(&self, game: &str, mail: Mail) {
        let room = self.rooms().get(game).cloned();
        if let Some(room) = room {
            // A room that closes in this moment has no more use for it.
            let _ = room.send(mail).await;
        }
    }

    /// Sends mail to a game's room; says whether there is such a game.
    pub(crate) async fn send(self: &Arc<Self>, game: &str, mail: Mail) -> Result<bool, StoreError> {
        let Some(room) = self.room(game).await? else { return Ok(false) };
        let Err(mpsc::error::SendError(mail)) = room.send(mail).await else { return Ok(true) };
        // The room closed in this very moment: it is opened again.
        self.rooms().remove(game);
        let Some(room) = self.room(game).await? else { return Ok(false) };
        Ok(room.send(mail).await.is_ok())
    }

    /// What a token opens.
    pub(crate) async fn token(&self, token: &str) -> Result<Option<(String, Role)>, StoreError> {
        self.store.token(token).await
    }

    /// The card of any game.
    pub(crate) async fn card(&self, game: &str) -> Result<Option<Card>, StoreError> {
        if let Some(card) = self.lobby.card(game) {
            return Ok(Some(card));
        }
        let Some(saved) = self.store.load(game).await? else { return Ok(None) };
        let game = Game::read(saved.spec, &saved.entries, false);
        game.map(|game| Some(Card::of(&game)))
            .map_err(|objection| StoreError::Other(objection.to_string()))
    }
}
