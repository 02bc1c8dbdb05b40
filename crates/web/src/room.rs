//! A room: one task that owns one game and everyone who listens to it.
//!
//! Mail comes in, one at a time. What changes the game becomes an entry; the entry is applied, put on
//! disk, and only then does anyone hear of it. If the disk refuses, the game is made again from the
//! entries that it has, and who asked is told that nothing has happened.

use crate::bots::{Bot, Idea};
use crate::card::Card;
use crate::clock::ClocksShown;
use crate::game::{Game, Objection, State};
use crate::hall::Hall;
use crate::journal::{Entry, Why};
use crate::json::{point_words, seat_word};
use crate::secret;
use crate::spec::{Kind, Spec};
use crate::store::{Over, Saved, StoreError};
use crate::wire::{Asks, Marks, ToClient, ToServer};
use axum::extract::ws::Utf8Bytes;
use kage_goban::{ByColor, Color, Point, PointSet};
use kage_phantom::{Choice, RefusedCost};
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

    // --- listening

    fn open(&mut self, socket: u64, what: &Listening, after: u32, line: mpsc::Sender<Utf8Bytes>) {
        let holds =
            matches!(what, Listening::Spectator(Some(guest)) if self.game.holds_seat(guest));
        if holds && self.game.state() != State::Over {
            let say = "you hold a seat in this game: you can watch it when it is over";
            let error = ToClient::Error { id: None, code: "holds-seat", say };
            // A line that is closed needs no answer.
            let _ = line.try_send(error.frame());
            return;
        }
        let came = self.is_there(what);
        let first = match what {
            Listening::Seat(seat) => self.seated(*seat, after),
            _ => self.stage(what, after),
        };
        let shown = self.last_visible(what);
        if line.try_send(first).is_err() {
            return;
        }
        let card = Some(Card::of(&self.game));
        self.listeners.insert(socket, Listener { what: what.clone(), shown, card, line });
        if let Listening::Seat(seat) = *what {
            self.seen[seat] = true;
            self.hall.lobby.count_player(true);
            if !came {
                self.tell_presence(seat);
            }
            self.publish();
        }
        self.start_clock();
        self.wake_bot();
    }

    fn close(&mut self, socket: u64) {
        let Some(gone) = self.listeners.remove(&socket) else { return };
        if let Listening::Seat(seat) = gone.what {
            self.hall.lobby.count_player(false);
            if !self.is_there(&gone.what) {
                self.tell_presence(seat);
            }
            self.publish();
        }
        let looks = |listener: &Listener| !matches!(listener.what, Listening::Seat(_));
        if !self.listeners.values().any(looks) {
            self.game.forget_scenes();
        }
    }

    fn is_there(&self, what: &Listening) -> bool {
        self.listeners.values().any(|listener| listener.what == *what)
    }

    /// Is somebody at the other side? A bot always is.
    fn opponent_there(&self, seat: Color) -> bool {
        self.game.is_bot(!seat) || self.is_there(&Listening::Seat(!seat))
    }

    fn tell_presence(&mut self, of: Color) {
        let opponent = self.is_there(&Listening::Seat(of));
        self.send_to(&Listening::Seat(!of), &ToClient::Present { opponent }.frame());
    }

    /// Everything that a seat may know.
    fn seated(&self, seat: Color, after: u32) -> Utf8Bytes {
        let story = &self.game.stories[seat];
        let ByColor { black, white } = self.game.marks();
        let asked = Color::BOTH.into_iter().find(|&seat| self.game.rematch_asked[seat]);
        ToClient::Seated {
            game: &Card::of(&self.game),
            seat: seat_word(seat),
            state: self.game.state().word(),
            seq: story.seq(),
            log: story.after(after),
            view: &story.shown(),
            clocks: self.clocks().as_ref(),
            guess: &point_words(self.guesses[seat]),
            asks: Asks { undo: self.game.undo_asked.map(seat_word), rematch: asked.map(seat_word) },
            marks: &Marks { black, white },
            opened: self.game.opened(seat, self.guesses[seat]).as_ref(),
            opponent: self.opponent_there(seat),
        }
        .frame()
    }

    /// Everything that may be shown by now to who may see all.
    fn stage(&mut self, what: &Listening, after: u32) -> Utf8Bytes {
        if !self.game.has_scenes() {
            let spec = self.game.spec.clone();
            // These entries were applied before, in this order.
            if let Ok(game) = Game::read(spec, &self.entries, true) {
                self.game = game;
            }
        }
        let scenes = self.game.visible(self.delay(what));
        ToClient::Stage {
            game: &Card::of(&self.game),
            desk: *what == Listening::Desk,
            seq: scenes.len() as u32,
            scenes: scenes.get(after as usize..).unwrap_or(&[]),
            clocks: self.clocks_for(what).as_ref(),
        }
        .frame()
    }

    fn delay(&self, what: &Listening) -> Option<u32> {
        match what {
            Listening::Desk => Some(0),
            _ => self.game.spec.delay,
        }
    }

    fn last_visible(&self, what: &Listening) -> u32 {
        self.game.visible(self.delay(what)).len() as u32
    }

    /// Clocks run with the game, so who sees the game later sees none.
    fn clocks_for(&self, what: &Listening) -> Option<ClocksShown> {
        (self.delay(what) == Some(0)).then(|| self.clocks()).flatten()
    }

    fn clocks(&self) -> Option<ClocksShown> {
        let running = self.game.to_move().filter(|_| self.since.is_some());
        let thinking = self.since.map_or(0, |since| since.elapsed().as_millis() as u64);
        Some(self.game.clocks?.shown(running, thinking))
    }

    /// Lets everyone hear what is new for him. `heard` is what each seat had heard before.
    fn spread(&mut self, heard: &ByColor<u32>) {
        self.start_clock();
        for seat in Color::BOTH {
            for frame in self.news(seat, heard[seat]) {
                self.send_to(&Listening::Seat(seat), &frame);
            }
        }
        self.spread_scenes();
        self.publish();
    }

    /// A seat's news after that number: of its own story, and nothing else.
    fn news(&self, seat: Color, after: u32) -> Vec<Utf8Bytes> {
        let story = &self.game.stories[seat];
        if story.seq() == after || !self.is_there(&Listening::Seat(seat)) {
            return Vec::new();
        }
        let (view, state) = (story.shown(), self.game.state().word());
        let (opened, clocks) = (self.game.opened(seat, self.guesses[seat]), self.clocks());
        let frame = |news| {
            let (view, opened, clocks) = (&view, opened.as_ref(), clocks.as_ref());
            ToClient::News { news, state, view, clocks, opened }.frame()
        };
        story.after(after).iter().map(frame).collect()
    }

    fn spread_scenes(&mut self) {
        if !self.game.has_scenes() {
            return;
        }
        let card = Card::of(&self.game);
        let mut gone = Vec::new();
        let game = &self.game;
        let clocks = self.clocks();
        for (&socket, listener) in &mut self.listeners {
            let delay = match listener.what {
                Listening::Seat(_) => continue,
                Listening::Desk => Some(0),
                Listening::Spectator(_) => game.spec.delay,
            };
            let scenes = game.visible(delay).get(listener.shown as usize..).unwrap_or(&[]);
            let clocks = clocks.as_ref().filter(|_| delay == Some(0));
            let mut frames: Vec<Utf8Bytes> = (scenes.iter())
                .map(|scene| ToClient::Scene { scene, clocks, game: &card }.frame())
                .collect();
            listener.shown += scenes.len() as u32;
            // A frame that says nothing new would still say that something was tried.
            if frames.is_empty() && listener.card.as_ref() != Some(&card) {
                frames.push(ToClient::Card { game: &card }.frame());
            }
            listener.card = Some(card.clone());
            if frames.into_iter().any(|frame| listener.line.try_send(frame).is_err()) {
                gone.push(socket);
            }
        }
        for socket in gone {
            self.close(socket);
        }
    }

    /// Sends a frame to all who listen as this. Who does not take it is let go, and comes again.
    fn send_to(&mut self, what: &Listening, frame: &Utf8Bytes) {
        let fails = |listener: &Listener| {
            listener.what == *what && listener.line.try_send(frame.clone()).is_err()
        };
        let gone: Vec<u64> =
            self.listeners.iter().filter(|(_, l)| fails(l)).map(|(&socket, _)| socket).collect();
        for socket in gone {
            self.close(socket);
        }
    }

    fn publish(&self) {
        let host_present = Color::BOTH.into_iter().any(|s| self.is_there(&Listening::Seat(s)));
        self.hall.lobby.show(Card::of(&self.game), host_present);
    }

    // --- what sockets say

    async fn answer(&mut self, socket: u64, message: &ToServer, at: Instant) {
        let Some(listener) = self.listeners.get(&socket) else { return };
        let what = listener.what.clone();
        let Some(id) = message.id() else { return };
        let done = self.act(&what, id, message, at).await;
        let reply = match &done {
            Ok(()) => ToClient::Done { id }.frame(),
            Err(trouble) => {
                let say = trouble.say();
                ToClient::Error { id: Some(id), code: trouble.code(), say: &say }.frame()
            }
        };
        if let Some(listener) = self.listeners.get(&socket)
            && listener.line.try_send(reply).is_err()
        {
            self.close(socket);
        }
        if done.is_ok() {
            self.go_on().await;
        }
    }

    async fn act(
        &mut self,
        what: &Listening,
        id: &str,
        message: &ToServer,
        at: Instant,
    ) -> Result<(), Trouble> {
        match *what {
            Listening::Seat(seat) if self.game.knows(Some(seat), id) => Ok(()),
            Listening::Desk if self.game.knows(None, id) => Ok(()),
            Listening::Seat(seat) => self.act_for_seat(seat, id, message, at).await,
            Listening::Desk => self.act_for_desk(id, message, at).await,
            Listening::Spectator(_) => Err(not_here("who watches has nothing to say")),
        }
    }

    async fn act_for_seat(
        &mut self,
        seat: Color,
        id: &str,
        message: &ToServer,
        at: Instant,
    ) -> Result<(), Trouble> {
        let id = Some(id.to_owned());
        match message {
            ToServer::Try { point, .. } => {
                self.say(seat, Choice::Try(read_point(point)?), id, at).await
            }
            ToServer::Pass { .. } => self.say(seat, Choice::Pass, id, at).await,
            ToServer::Resign { .. } => self.say(seat, Choice::Resign, id, at).await,
            ToServer::Undo { .. } => self.commit(Entry::UndoAsked { seat, id }).await,
            ToServer::Answer { yes, .. } => {
                self.rewinding(Entry::UndoAnswered { seat, yes: *yes, id }).await
            }
            ToServer::Mark { dead, .. } => {
                self.commit(Entry::Marked { seat, dead: read_points(dead)?, id }).await
            }
            ToServer::Guess { stones, .. } => self.guess(seat, read_points(stones)?).await,
            ToServer::Rematch { .. } => self.commit(Entry::RematchAsked { seat, id }).await,
            _ => Err(not_here("that message is not for a seat")),
        }
    }

    async fn act_for_desk(
        &mut self,
        id: &str,
        message: &ToServer,
        at: Instant,
    ) -> Result<(), Trouble> {
        let id = Some(id.to_owned());
        match message {
            ToServer::Enter { seat, choice, .. } => {
                let seat = read_seat(seat)?;
                if self.game.is_bot(seat) {
                    return Err(Objection::NotYourTurn.into());
                }
                self.say(seat, read_choice(choice)?, id, at).await
            }
            ToServer::Back { .. } => self.rewinding(Entry::Back { id }).await,
            ToServer::Mark { dead, .. } => {
                // The people at the table have agreed, or the operator would not enter it.
                let dead = read_points(dead)?;
                self.commit(Entry::Marked { seat: Color::Black, dead, id: None }).await?;
                self.commit(Entry::Marked { seat: Color::White, dead, id }).await
            }
            _ => Err(not_here("that message is not for a desk")),
        }
    }

    /// A person's try, pass or resignation.
    async fn say(
        &mut self,
        seat: Color,
        choice: Choice,
        id: Option<String>,
        at: Instant,
    ) -> Result<(), Trouble> {
        let mine = self.game.to_move() == Some(seat);
        let spent = self.since.filter(|_| mine).map_or(0, |since| millis(since, at));
        if mine && self.game.clocks.is_some_and(|clocks| clocks.left(seat) <= spent) {
            self.commit(Entry::Forfeited { seat, why: Why::Time }).await?;
            return Err(Trouble::Said("not-playing", "your time is up".to_owned()));
        }
        let since = self.since;
        let entry = Entry::Said { seat, choice, ruled: String::new(), spent, chance: None, id };
        let said = self.commit(entry).await;
        if said.is_err() {
            // Nothing has happened, so nothing was paid for.
            self.since = since;
        } else if self.game.spec.rules.clock.refused == RefusedCost::Referee && self.since.is_some()
        {
            // The referee's time is on the clock too.
            self.since = Some(at);
        }
        said
    }

    async fn guess(&mut self, seat: Color, stones: PointSet) -> Result<(), Trouble> {
        if !stones.is_subset(&PointSet::board(self.game.spec.board_size())) {
            return Err(Objection::OffBoard.into());
        }
        if self.game.state() == State::Over {
            return Err(Trouble::Said(
                "bad-guess",
                "the board is open: no more guesses".to_owned(),
            ));
        }
        let kept = self.hall.store.guess(&self.game.spec.id, seat, stones).await;
        kept.map_err(Trouble::Store)?;
        self.guesses[seat] = stones;
        let frame = ToClient::Guessed { stones: point_words(stones) }.frame();
        self.send_to(&Listening::Seat(seat), &frame);
        Ok(())
    }

    /// An entry that may take moves back: bots must then hear everything anew.
    async fn rewinding(&mut self, entry: Entry) -> Result<(), Trouble> {
        let moves = self.game.moves();
        self.commit(entry).await?;
        for seat in Color::BOTH {
            let chair = &mut self.chairs[seat];
            if self.game.moves() != moves
                || chair.heard > self.game.stories[seat].view().log().len()
            {
                *chair = Chair { epoch: chair.epoch + 1, ..Chair::default() };
            }
        }
        Ok(())
    }

    // --- bots

    /// A bot to move begins to think.
    fn wake_bot(&mut self) {
        let Some(seat) = self.game.to_move().filter(|&seat| self.game.is_bot(seat)) else { return };
        if self.chairs[seat].thinking {
            return;
        }
        let Some(myself) = self.myself.upgrade() else { return };
        let spec = self.game.spec.seat(seat);
        let level = spec.bot.as_deref().and_then(|id| self.hall.level(id)).cloned();
        let (seed, view) = (spec.seed, self.game.stories[seat].view());
        let start = kage_phantom::View::new(*view.rules(), view.setup(), seat);
        let left = self.game.clocks.map(|clocks| Duration::from_millis(clocks.left(seat)));
        let chair = &mut self.chairs[seat];
        let (bot, epoch) = (chair.bot.take(), chair.epoch);
        let news = view.log().get(chair.heard..).unwrap_or(&[]).to_vec();
        chair.heard = view.log().len();
        chair.thinking = true;
        self.hall.thinkers.submit(Box::new(move || {
            let (bot, idea) = match (bot, level) {
                (_, None) => (None, Idea::failed("this Kage has no such level any more")),
                (Some(bot), Some(level)) => bot.think(&news, left, level.chance),
                (None, Some(level)) => match Bot::sit(&level, &start, seed) {
                    Ok(bot) => bot.think(&news, left, level.chance),
                    Err(error) => (None, Idea::failed(&error.to_string())),
                },
            };
            // A room that has closed meanwhile asks again when it is opened.
            let _ = myself.blocking_send(Mail::Thought { seat, epoch, bot, idea });
        }));
    }

    async fn hear_idea(&mut self, seat: Color, epoch: u64, bot: Option<Box<Bot>>, idea: Idea) {
        let chair = &mut self.chairs[seat];
        if chair.epoch != epoch {
            return;
        }
        chair.thinking = false;
        chair.bot = bot;
        if self.game.to_move() != Some(seat) {
            return;
        }
        let spent = idea.took.as_millis() as u64;
        let entry = match idea.choice {
            Ok(choice) => {
                let (ruled, chance) = (String::new(), idea.chance);
                Entry::Said { seat, choice, ruled, spent, chance, id: None }
            }
            Err(what) => {
                let game = &self.game.spec.id;
                self.hall.report(&format!("game {game}: the bot forfeits: {what}"));
                Entry::Forfeited { seat, why: Why::Conduct }
            }
        };
        if let Err(trouble) = self.commit(entry).await {
            self.hall.report(&format!("game {}: {}", self.game.spec.id, trouble.say()));
            self.try_later(seat);
            return;
        }
        self.go_on().await;
    }

    /// The disk did not take a bot's move: it is asked again a little later.
    fn try_later(&mut self, seat: Color) {
        let chair = &mut self.chairs[seat];
        *chair = Chair { epoch: chair.epoch + 1, thinking: true, ..Chair::default() };
        let (epoch, myself) = (chair.epoch, self.myself.clone());
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_secs(1)).await;
            if let Some(myself) = myself.upgrade() {
                // A room that has closed meanwhile asks again when it is opened.
                let _ = myself.send(Mail::Again { seat, epoch }).await;
            }
        });
    }

    /// Bots say yes: to an undo, and to another game.
    async fn offer_for_bots(&mut self) {
        if let Some(asker) = self.game.undo_asked.filter(|&asker| self.game.is_bot(!asker)) {
            // If the disk is full the question stays open.
            let _ = self.rewinding(Entry::UndoAnswered { seat: !asker, yes: true, id: None }).await;
            self.wake_bot();
        }
    }

    // --- the clock

    /// The clock of a person to move runs. After a restart it waits until he is back; a bot is
    /// charged for its thinking alone.
    fn start_clock(&mut self) {
        if self.since.is_some() || self.game.clocks.is_none() {
            return;
        }
        let Some(seat) = self.game.to_move().filter(|&seat| !self.game.is_bot(seat)) else {
            return;
        };
        let listening = match self.game.spec.kind {
            Kind::Desk => Listening::Desk,
            _ => Listening::Seat(seat),
        };
        // Who has been here since the server was started does not stop the clock by leaving.
        if self.is_there(&listening) || self.seen[seat] {
            self.since = Some(Instant::now());
        }
    }

    fn flag_falls(&self) -> Option<Instant> {
        let (since, seat) = (self.since?, self.game.to_move()?);
        Some(since + Duration::from_millis(self.game.clocks?.left(seat)))
    }

    async fn flag(&mut self) {
        let Some(seat) = self.game.to_move() else { return };
        if self.commit(Entry::Forfeited { seat, why: Why::Time }).await.is_err() {
            // The disk does not take it now; the clock has nothing left, so it is asked again.
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }

    // --- another game

    async fn make_rematch(&mut self) {
        let wished = |seat: Color| self.game.rematch_asked[seat] || self.game.is_bot(seat);
        let people = Color::BOTH.into_iter().any(|seat| self.game.rematch_asked[seat]);
        if self.game.next.is_some() || !people || !Color::BOTH.into_iter().all(wished) {
            return;
        }
        let Ok(next) = next_spec(&self.game, self.hall.now()) else { return };
        // Who sits here as Black has White's token there.
        let (black, white) = (next.white.token.clone(), next.black.token.clone());
        let game = next.id.clone();
        if self.hall.create(next).await.is_ok() {
            // If the disk is full now, the next wish makes another game.
            let _ = self.commit(Entry::Rematch { game, black, white }).await;
        }
    }
}

/// The same table again, colours swapped, with new tokens.
fn next_spec(game: &Game, now: u64) -> std::io::Result<Spec> {
    let mut next = game.spec.swapped(&game.names);
    next.id = secret::game_id()?;
    next.created = now;
    next.invite = None;
    for seat in Color::BOTH {
        let holder = next.seat_mut(seat);
        holder.seed = secret::seed()?;
        holder.token = if holder.bot.is_some() { None } else { Some(secret::token()?) };
    }
    for seat in Color::BOTH {
        next.seat_mut(seat).guest = game.guest(!seat).map(str::to_owned);
    }
    Ok(next)
}

async fn sleep_until(when: Option<Instant>) {
    if let Some(when) = when {
        tokio::time::sleep_until(when.into()).await;
    }
}

fn millis(from: Instant, to: Instant) -> u64 {
    to.saturating_duration_since(from).as_millis() as u64
}

fn not_here(say: &str) -> Trouble {
    Trouble::Said("not-here", say.to_owned())
}

fn read_point(text: &str) -> Result<Point, Trouble> {
    text.parse().map_err(|error| Trouble::Said("bad-point", format!("`{text}`: {error}")))
}

fn read_points(words: &[String]) -> Result<PointSet, Trouble> {
    words.iter().map(|word| read_point(word)).collect()
}

fn read_seat(word: &str) -> Result<Color, Trouble> {
    let seat = Color::BOTH.into_iter().find(|&seat| seat_word(seat) == word);
    seat.ok_or_else(|| Trouble::Said("bad-json", "a seat is \"black\" or \"white\"".to_owned()))
}

fn read_choice(text: &str) -> Result<Choice, Trouble> {
    match text {
        "pass" => Ok(Choice::Pass),
        "resign" => Ok(Choice::Resign),
        point => read_point(point).map(Choice::Try),
    }
}
