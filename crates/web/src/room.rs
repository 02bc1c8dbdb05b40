//! A room: one task that owns one game and everyone who listens to it.
//!
//! Mail comes in, one at a time. What changes the game becomes an entry; the entry is applied, put on
//! disk, and only then does anyone hear of it. If the disk refuses, the game is made again from the
//! entries that it has, and who asked is told that nothing has happened.

mod chairs;
mod clock;
mod listening;
mod rematch;
mod saying;

use crate::bots::{Bot, Idea};
use crate::card::Card;
use crate::game::{Game, State};
use crate::hall::Hall;
use crate::journal::Entry;
use crate::objection::Objection;
use crate::store::{Over, Saved, StoreError};
use crate::wire::ToServer;
use axum::extract::ws::Utf8Bytes;
use kage_goban::{ByColor, Color, PointSet};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};

/// Mail that may wait in a room.
pub(crate) const MAILBOX: usize = 128;
/// How long a room is kept that nobody listens to, when its game is over and when it is not.
const EMPTY_OVER: Duration = Duration::from_secs(30);
const EMPTY_RUNNING: Duration = Duration::from_secs(600);

/// What a socket listens as.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Listening {
    Seat(Color),
    Desk,
    /// With the cookie of the browser.
    Spectator(Option<String>),
}

/// Mail to a room.
pub(crate) enum Mail {
    /// A socket wants to listen.
    Open { socket: u64, as_what: Listening, after: u32, line: mpsc::Sender<Utf8Bytes> },
    /// A socket is gone.
    Close { socket: u64 },
    /// A socket says something, at this time.
    Say { socket: u64, message: ToServer, at: Instant },
    /// Somebody wants the empty seat.
    Join { name: String, guest: Option<String>, answer: oneshot::Sender<JoinAnswer> },
    /// A bot has thought.
    Thought { seat: Color, epoch: u64, bot: Option<Box<Bot>>, idea: Idea },
    /// A bot whose move did not go on disk may think again.
    Again { seat: Color, epoch: u64 },
}

/// The seat and its token, or why not.
pub(crate) type JoinAnswer = Result<(Color, String), Trouble>;

/// Why something did not happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    Objection(Objection),
    Store(StoreError),
    /// A code, and words.
    Said(&'static str, String),
}

impl Trouble {
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Trouble::Objection(objection) => objection.code(),
            Trouble::Store(_) => "disk",
            Trouble::Said(code, _) => code,
        }
    }

    pub(crate) fn say(&self) -> String {
        match self {
            Trouble::Objection(objection) => objection.to_string(),
            Trouble::Store(error) => error.to_string(),
            Trouble::Said(_, say) => say.clone(),
        }
    }
}

impl From<Objection> for Trouble {
    fn from(objection: Objection) -> Trouble {
        Trouble::Objection(objection)
    }
}

struct Listener {
    what: Listening,
    /// The last scene it was shown.
    shown: u32,
    /// The card as it was last shown to who watches.
    card: Option<Card>,
    line: mpsc::Sender<Utf8Bytes>,
}

/// A bot's chair.
#[derive(Default)]
struct Chair {
    /// The bot, unless it is thinking or not seated yet.
    bot: Option<Box<Bot>>,
    thinking: bool,
    /// How much of what was said it has heard.
    heard: usize,
    /// Thoughts of an earlier epoch are about moves that were taken back.
    epoch: u64,
}

/// A room.
pub(crate) struct Room {
    hall: Arc<Hall>,
    game: Game,
    entries: Vec<Entry>,
    guesses: ByColor<PointSet>,
    listeners: BTreeMap<u64, Listener>,
    chairs: ByColor<Chair>,
    /// Since when the clock of the side to move runs; it stands if `None`.
    since: Option<Instant>,
    /// Who has been here since the room was opened.
    seen: ByColor<bool>,
    myself: mpsc::WeakSender<Mail>,
}

impl Room {
    /// The room of a game as it was saved.
    pub(crate) fn new(
        hall: Arc<Hall>,
        saved: Saved,
        myself: mpsc::WeakSender<Mail>,
    ) -> Result<Room, Objection> {
        let Saved { spec, entries, guesses } = saved;
        let game = Game::read(spec, &entries, false)?;
        Ok(Room {
            hall,
            game,
            entries,
            guesses,
            listeners: BTreeMap::new(),
            chairs: ByColor::default(),
            since: None,
            seen: ByColor::default(),
            myself,
        })
    }

    /// Takes mail until nobody needs the room.
    pub(crate) async fn run(mut self, mut mail: mpsc::Receiver<Mail>) {
        self.go_on().await;
        self.publish();
        loop {
            let flag = self.flag_falls();
            let empty = self.may_close_in();
            tokio::select! {
                letter = mail.recv() => match letter {
                    Some(letter) => self.take(letter).await,
                    None => break,
                },
                () = sleep_until(flag), if flag.is_some() => self.flag().await,
                () = tokio::time::sleep(empty.unwrap_or_default()), if empty.is_some() => break,
            }
        }
        self.hall.close_room(&self.game.spec.id);
        // What came in between is answered by silence: the sockets close, and connect again.
    }

    async fn take(&mut self, letter: Mail) {
        match letter {
            Mail::Open { socket, as_what, after, line } => {
                self.open(socket, &as_what, after, line);
            }
            Mail::Close { socket } => self.close(socket),
            Mail::Say { socket, message, at } => self.answer(socket, &message, at).await,
            Mail::Join { name, guest, answer } => {
                let joined = self.join(name, guest).await;
                // Who asked may have gone; the seat is his all the same, if he has the token.
                let _ = answer.send(joined);
            }
            Mail::Thought { seat, epoch, bot, idea } => {
                self.hear_idea(seat, epoch, bot, idea).await;
            }
            Mail::Again { seat, epoch } => {
                if self.chairs[seat].epoch == epoch {
                    self.chairs[seat].thinking = false;
                    self.wake_bot();
                }
            }
        }
    }

    /// When the room may be closed, if nobody comes.
    fn may_close_in(&self) -> Option<Duration> {
        let busy = self.since.is_some() || Color::BOTH.iter().any(|&s| self.chairs[s].thinking);
        match self.game.state() {
            _ if !self.listeners.is_empty() || busy => None,
            State::Over => Some(EMPTY_OVER),
            State::Waiting | State::Playing => Some(EMPTY_RUNNING),
        }
    }

    // --- changing the game

    /// Applies an entry, puts it on disk, and lets everyone hear.
    async fn commit(&mut self, mut entry: Entry) -> Result<(), Trouble> {
        let was_over = self.game.state() == State::Over;
        let heard = ByColor::new(|seat| self.game.stories[seat].seq());
        let ruled = self.game.apply(&entry)?;
        if let (Entry::Said { ruled: words, .. }, Some(ruled)) = (&mut entry, ruled) {
            *words = ruled;
        }
        let over = self.over(was_over);
        let id = self.game.spec.id.clone();
        let kept = self.hall.store.append(&id, self.entries.len(), &entry, over).await;
        if let Err(error) = kept {
            self.unmake();
            return Err(Trouble::Store(error));
        }
        if entry.is_paid_for() {
            self.since = None;
        }
        self.entries.push(entry);
        self.spread(&heard);
        Ok(())
    }

    fn over(&self, was_over: bool) -> Over {
        match self.game.state() {
            State::Over => Over::Now { card: Card::of(&self.game).text(), at: self.hall.now() },
            _ if was_over => Over::NoMore,
            _ => Over::Same,
        }
    }

    /// Takes the game back to what is on disk.
    fn unmake(&mut self) {
        let with_scenes = self.game.has_scenes();
        let spec = self.game.spec.clone();
        // These entries were applied before, in this order.
        if let Ok(game) = Game::read(spec, &self.entries, with_scenes) {
            self.game = game;
        }
    }

    /// What follows by itself: a full table begins, a bot thinks, a wished rematch is made.
    async fn go_on(&mut self) {
        if self.game.state() == State::Waiting && self.game.empty_seat().is_none() {
            // If the disk is full it begins when somebody looks in.
            let _ = self.commit(Entry::Began).await;
        }
        self.wake_bot();
        self.offer_for_bots().await;
        self.make_rematch().await;
    }

    async fn join(&mut self, name: String, guest: Option<String>) -> JoinAnswer {
        let seat = self.game.empty_seat().ok_or(Objection::Taken)?;
        self.commit(Entry::Seated { seat, name, guest: guest.clone() }).await?;
        self.send_away(guest.as_deref());
        self.go_on().await;
        self.start_clock();
        self.publish();
        let token = self.game.spec.seat(seat).token.clone();
        token.map(|token| (seat, token)).ok_or(Trouble::Objection(Objection::Taken))
    }

    /// Who sits down does not watch any more.
    fn send_away(&mut self, guest: Option<&str>) {
        let Some(guest) = guest else { return };
        self.listeners.retain(|_, listener| {
            !matches!(&listener.what, Listening::Spectator(Some(his)) if his == guest)
        });
    }
}

async fn sleep_until(when: Option<Instant>) {
    if let Some(when) = when {
        tokio::time::sleep_until(when.into()).await;
    }
}

fn millis(from: Instant, to: Instant) -> u64 {
    to.saturating_duration_since(from).as_millis() as u64
}
