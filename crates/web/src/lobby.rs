//! The lobby: open games, games to watch, and games that ended. All its clients get the same text.

use crate::game_summary::GameSummary;
use crate::spec::Kind;
use crate::wire::ToClient;
use axum::extract::ws::Utf8Bytes;
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, watch};

/// The most games in a list.
pub(crate) const LISTED: usize = 40;
/// The shortest time between two changes of the text.
const INTERVAL: Duration = Duration::from_millis(300);

/// Whether a player is connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Presence {
    Here,
    Away,
}

/// An open room.
#[derive(Clone, PartialEq, Debug)]
struct Listing {
    summary: GameSummary,
    /// Is a player of the game connected?
    host: Presence,
}

#[derive(Default)]
struct Lists {
    rooms: BTreeMap<String, Listing>,
    finished: VecDeque<Value>,
    players: usize,
}

/// The lobby.
pub(crate) struct Lobby {
    lists: Mutex<Lists>,
    changed: Notify,
    text: watch::Sender<Utf8Bytes>,
}

impl Lobby {
    /// A lobby without open rooms. `finished` has the summaries of finished games as JSON, newest
    /// first.
    pub(crate) fn new(finished: &[String]) -> Lobby {
        let listed = |game: &Value| game.get("listed").and_then(Value::as_bool) == Some(true);
        let games = finished.iter().filter_map(|summary| serde_json::from_str(summary).ok());
        let lists =
            Lists { finished: games.filter(listed).take(LISTED).collect(), ..Lists::default() };
        let text = watch::Sender::new(lists.frame());
        Lobby { lists: Mutex::new(lists), changed: Notify::new(), text }
    }

    fn lists(&self) -> MutexGuard<'_, Lists> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows the present state of a room.
    pub(crate) fn show(&self, summary: GameSummary, host: Presence) {
        if summary.is_over() {
            return self.show_finished(&summary);
        }
        let listing = Listing { summary, host };
        let before = self.lists().rooms.insert(listing.summary.id.clone(), listing.clone());
        if before.as_ref() != Some(&listing) {
            self.changed.notify_one();
        }
    }

    fn show_finished(&self, summary: &GameSummary) {
        let mut lists = self.lists();
        // An old game whose room was opened again has not just ended.
        let was_running = lists.rooms.remove(&summary.id).is_some();
        let Ok(value) = serde_json::to_value(summary) else { return };
        let same = |known: &Value| known.get("id") == value.get("id");
        if let Some(known) = lists.finished.iter_mut().find(|known| same(known)) {
            *known = value;
        } else if summary.listed && was_running {
            lists.finished.push_front(value);
            lists.finished.truncate(LISTED);
        }
        self.changed.notify_one();
    }

    /// A room was closed.
    pub(crate) fn remove(&self, game: &str) {
        if self.lists().rooms.remove(game).is_some() {
            self.changed.notify_one();
        }
    }

    /// A socket of a seat was opened.
    pub(crate) fn add_player(&self) {
        self.lists().players += 1;
        self.changed.notify_one();
    }

    /// A socket of a seat was closed.
    pub(crate) fn remove_player(&self) {
        let mut lists = self.lists();
        lists.players = lists.players.saturating_sub(1);
        self.changed.notify_one();
    }

    /// The number of running games of a kind.
    pub(crate) fn count(&self, kind: Kind) -> usize {
        self.lists().rooms.values().filter(|listing| listing.summary.kind == kind).count()
    }

    /// The summary of a game that waits or runs.
    pub(crate) fn summary(&self, game: &str) -> Option<GameSummary> {
        self.lists().rooms.get(game).map(|listing| listing.summary.clone())
    }

    /// The text of the lobby, and its changes.
    pub(crate) fn watch(&self) -> watch::Receiver<Utf8Bytes> {
        self.text.subscribe()
    }

    /// Makes the text again after changes, with a pause between. Never ends.
    pub(crate) async fn run(&self) {
        loop {
            self.changed.notified().await;
            let frame = self.lists().frame();
            self.text.send_if_modified(|text| {
                let differs = *text != frame;
                *text = frame;
                differs
            });
            tokio::time::sleep(INTERVAL).await;
        }
    }
}

impl Lists {
    fn frame(&self) -> Utf8Bytes {
        let newest = |is: &dyn Fn(&Listing) -> bool| {
            let mut games: Vec<&GameSummary> =
                self.rooms.values().filter(|room| is(room)).map(|room| &room.summary).collect();
            games.sort_by_key(|game| std::cmp::Reverse(game.created));
            games.truncate(LISTED);
            games
        };
        let listed = |room: &Listing| room.summary.listed;
        let waiting = |room: &Listing| room.summary.is_waiting();
        ToClient::Lobby {
            open: newest(&|room| listed(room) && waiting(room) && room.host == Presence::Here),
            running: newest(&|room| listed(room) && !waiting(room) && room.summary.delay.is_some()),
            finished: self.finished.iter().collect(),
            players: self.players,
        }
        .frame()
    }
}
