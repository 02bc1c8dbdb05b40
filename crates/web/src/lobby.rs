//! The lobby: open games, games to watch, games that ended; one text for everyone who looks.

use crate::card::Card;
use crate::wire::ToClient;
use axum::extract::ws::Utf8Bytes;
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, watch};

/// The most cards of a sort.
pub(crate) const LISTED: usize = 40;
/// How often the lobby changes at most.
const PACE: Duration = Duration::from_millis(300);

/// What a room says of itself.
#[derive(Clone, PartialEq, Debug)]
struct Listing {
    card: Card,
    /// Somebody sits there and waits.
    host_present: bool,
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
    pub(crate) fn new(finished: &[String]) -> Lobby {
        let listed = |card: &Value| card.get("listed").and_then(Value::as_bool) == Some(true);
        let cards = finished.iter().filter_map(|card| serde_json::from_str(card).ok());
        let lists =
            Lists { finished: cards.filter(listed).take(LISTED).collect(), ..Lists::default() };
        let text = watch::Sender::new(lists.frame());
        Lobby { lists: Mutex::new(lists), changed: Notify::new(), text }
    }

    fn lists(&self) -> MutexGuard<'_, Lists> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A room has changed.
    pub(crate) fn show(&self, card: Card, host_present: bool) {
        if card.is_over() {
            return self.end(&card);
        }
        let listing = Listing { card, host_present };
        let before = self.lists().rooms.insert(listing.card.id.clone(), listing.clone());
        if before.as_ref() != Some(&listing) {
            self.changed.notify_one();
        }
    }

    fn end(&self, card: &Card) {
        let mut lists = self.lists();
        // An old game that somebody looks at again is no news.
        let was_running = lists.rooms.remove(&card.id).is_some();
        let Ok(value) = serde_json::to_value(card) else { return };
        let same = |known: &Value| known.get("id") == value.get("id");
        if let Some(known) = lists.finished.iter_mut().find(|known| same(known)) {
            *known = value;
        } else if card.listed && was_running {
            lists.finished.push_front(value);
            lists.finished.truncate(LISTED);
        }
        self.changed.notify_one();
    }

    /// A room is not kept in mind any more.
    pub(crate) fn forget(&self, game: &str) {
        if self.lists().rooms.remove(game).is_some() {
            self.changed.notify_one();
        }
    }

    /// A seat has come or gone.
    pub(crate) fn count_player(&self, came: bool) {
        let mut lists = self.lists();
        lists.players = if came { lists.players + 1 } else { lists.players.saturating_sub(1) };
        self.changed.notify_one();
    }

    /// How many games of a sort are being played.
    pub(crate) fn count(&self, is: impl Fn(&Card) -> bool) -> usize {
        self.lists().rooms.values().filter(|listing| is(&listing.card)).count()
    }

    /// The card of a game that is kept in mind.
    pub(crate) fn card(&self, game: &str) -> Option<Card> {
        self.lists().rooms.get(game).map(|listing| listing.card.clone())
    }

    /// The lobby as it is, and as it will be.
    pub(crate) fn watch(&self) -> watch::Receiver<Utf8Bytes> {
        self.text.subscribe()
    }

    /// Writes the lobby anew when it has changed, not too often. Never ends.
    pub(crate) async fn keep(&self) {
        loop {
            self.changed.notified().await;
            let frame = self.lists().frame();
            self.text.send_if_modified(|text| {
                let differs = *text != frame;
                *text = frame;
                differs
            });
            tokio::time::sleep(PACE).await;
        }
    }
}

impl Lists {
    fn frame(&self) -> Utf8Bytes {
        let newest = |is: &dyn Fn(&Listing) -> bool| {
            let mut cards: Vec<&Card> =
                self.rooms.values().filter(|room| is(room)).map(|room| &room.card).collect();
            cards.sort_by_key(|card| std::cmp::Reverse(card.created));
            cards.truncate(LISTED);
            cards
        };
        let listed = |room: &Listing| room.card.listed;
        ToClient::Lobby {
            open: newest(&|room| listed(room) && room.card.is_waiting() && room.host_present),
            running: newest(&|room| {
                listed(room) && !room.card.is_waiting() && room.card.delay.is_some()
            }),
            finished: self.finished.iter().collect(),
            players: self.players,
        }
        .frame()
    }
}
