//! A room: one task that owns one game, its subscribers and its bots.
//!
//! The room takes messages, one at a time. A command that the game accepts becomes an event. The
//! event is applied, saved, and only then sent to the subscribers. If saving fails, the game is
//! loaded again from its journal, and the client is told that nothing has happened.
//!
//! | file | content |
//! |---|---|
//! | `requests` | from a client's message to commands |
//! | `subscribers`, `frames` | who listens; what each role is sent |
//! | `bot_seats` | the bots: thinking, and starting again after an undo |
//! | `turn_clock` | the time that the side to move has been thinking |
//! | `hints` | what the strongest level would try in a person's place |
//! | `rematch` | the next game, with the colours swapped |

mod bot_seats;
mod frames;
mod hints;
mod rematch;
mod requests;
mod subscribers;
mod turn_clock;

use crate::bot::{Bot, BotMove};
use crate::clock::ClocksShown;
use crate::command::{Command, MessageId};
use crate::command_error::CommandError;
use crate::event::{Event, ForfeitReason};
use crate::game::{Game, Recording, State, score_guesses};
use crate::game_summary::GameSummary;
use crate::guess_log::Guesses;
use crate::json::point_words;
use crate::lobby::Presence;
use crate::room_error::RoomError;
use crate::secret::other_name;
use crate::server_state::ServerState;
use crate::store::{OverChange, SavedGame};
use crate::wire::{ToClient, ToServer};
use axum::extract::ws::Utf8Bytes;
use bot_seats::BotSeats;
use frames::Snapshot;
use hints::ThoughtHint;
use kage_goban::{ByColor, Color, PointSet};
use kage_phantom::{Choice, RefusedCost};
use requests::{Request, read_request};
use std::sync::Arc;
use std::time::{Duration, Instant};
use subscribers::Subscribers;
use tokio::sync::{mpsc, oneshot};
use turn_clock::TurnClock;

/// The number of messages that may wait in a room.
pub(crate) const QUEUE: usize = 128;
/// How long a room without subscribers stays open: when its game is over, and when it is not.
const CLOSE_OVER: Duration = Duration::from_secs(30);
const CLOSE_RUNNING: Duration = Duration::from_secs(600);
/// How long the room waits when a forfeit by time could not be saved.
const RETRY_FORFEIT: Duration = Duration::from_millis(500);

/// What a socket listens as.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Seat(Color),
    /// The operator of a desk.
    Desk,
    /// With the cookie of the browser.
    Spectator(Option<String>),
}

/// A message to a room.
pub(crate) enum RoomMessage {
    /// A socket wants to listen. `after` is the last number that the client has.
    Subscribe { socket: u64, role: Role, after: u32, queue: mpsc::Sender<Utf8Bytes> },
    /// A socket is closed.
    Unsubscribe { socket: u64 },
    /// A client's message came at this time.
    Request { socket: u64, message: ToServer, at: Instant },
    /// A person wants the empty seat.
    Join { name: String, guest: Option<String>, answer: oneshot::Sender<JoinAnswer> },
    /// A bot has finished thinking.
    BotMoved { seat: Color, epoch: u64, bot: Option<Box<Bot>>, bot_move: BotMove },
    /// A hint was thought of.
    HintThought(ThoughtHint),
    /// A bot whose move was not saved may think again.
    RetryBot { seat: Color, epoch: u64 },
}

/// What a person gets who has joined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Joined {
    pub(crate) seat: Color,
    pub(crate) token: String,
    /// The person's name in this game.
    pub(crate) name: String,
}

/// When a request is answered.
enum Answered {
    Now,
    /// A worker thinks about it first.
    Later,
}

/// The person's seat, or why the person cannot join.
pub(crate) type JoinAnswer = Result<Joined, RoomError>;

/// A room.
pub(crate) struct Room {
    server: Arc<ServerState>,
    game: Game,
    journal: Vec<Event>,
    guesses: Guesses,
    subscribers: Subscribers,
    bots: BotSeats,
    clock: TurnClock,
    /// Where workers send what they have thought of.
    myself: mpsc::WeakSender<RoomMessage>,
    thinks_of_hint: bool,
}

impl Room {
    /// The room of a saved game.
    pub(crate) fn new(
        server: Arc<ServerState>,
        saved: SavedGame,
        myself: mpsc::WeakSender<RoomMessage>,
    ) -> Result<Room, CommandError> {
        let SavedGame { spec, journal, guesses } = saved;
        let game = Game::replay(spec, &journal, Recording::Off)?;
        let guesses = Guesses { logs: guesses, ..Guesses::default() };
        let mut room = Room {
            bots: BotSeats::new(Arc::clone(&server), myself.clone()),
            myself,
            thinks_of_hint: false,
            server,
            game,
            journal,
            guesses,
            subscribers: Subscribers::default(),
            clock: TurnClock::default(),
        };
        room.score_guesses_if_over()?;
        Ok(room)
    }

    /// Takes messages until nobody needs the room.
    pub(crate) async fn run(mut self, mut messages: mpsc::Receiver<RoomMessage>) {
        self.advance().await;
        self.publish();
        loop {
            let time_up = self.clock.runs_out_at(&self.game);
            let closing = self.closes_in();
            tokio::select! {
                message = messages.recv() => match message {
                    Some(message) => self.take(message).await,
                    None => break,
                },
                () = sleep_until(time_up), if time_up.is_some() => self.forfeit_on_time().await,
                () = tokio::time::sleep(closing.unwrap_or_default()), if closing.is_some() => break,
            }
            while let Some(socket) = self.subscribers.lost_socket() {
                self.unsubscribe(socket);
            }
        }
        self.server.close_room(&self.game.spec.id);
        // A message that came meanwhile has no answer. Its socket closes and the client reconnects.
    }

    async fn take(&mut self, message: RoomMessage) {
        match message {
            RoomMessage::Subscribe { socket, role, after, queue } => {
                self.subscribe(socket, &role, after, queue);
            }
            RoomMessage::Unsubscribe { socket } => self.unsubscribe(socket),
            RoomMessage::Request { socket, message, at } => {
                self.answer(socket, &message, at).await;
            }
            RoomMessage::Join { name, guest, answer } => {
                let joined = self.join(name, guest).await;
                // The client may have gone. The seat is taken all the same.
                let _ = answer.send(joined);
            }
            RoomMessage::BotMoved { seat, epoch, bot, bot_move } => {
                if self.bots.finish_thinking(seat, epoch, bot) && self.game.to_move() == Some(seat)
                {
                    self.play_bot_move(seat, bot_move).await;
                }
            }
            RoomMessage::HintThought(thought) => self.give_hint(thought).await,
            RoomMessage::RetryBot { seat, epoch } => self.bots.retry(seat, epoch, &self.game),
        }
    }

    /// How long the room stays open if no message comes. `None` while it is needed.
    fn closes_in(&self) -> Option<Duration> {
        if !self.subscribers.is_empty() || self.clock.is_running() || self.bots.is_thinking() {
            return None;
        }
        Some(match self.game.state() {
            State::Over => CLOSE_OVER,
            State::Waiting | State::Playing => CLOSE_RUNNING,
        })
    }

    // --- changing the game

    /// Carries out a command: decides on it, applies and saves the event, and sends what is new.
    async fn commit(&mut self, command: Command) -> Result<(), RoomError> {
        let (state, moves) = (self.game.state(), self.game.moves());
        let heard = ByColor::new(|seat| self.game.log(seat).seq());
        let event = self.game.decide(command)?;
        if let Err(error) = self.apply_and_save(&event, state).await {
            self.reload_from_journal(self.game.frames().recording());
            return Err(error);
        }
        if event.ends_thinking() {
            self.clock.stop();
        }
        if event.takes_moves_back() {
            self.bots.reset_after_undo(&self.game, moves);
        }
        self.journal.push(event);
        if state != State::Over {
            self.score_guesses_if_over()?;
        }
        self.clock.start(&self.game, &self.subscribers);
        let clocks = self.clock.shown(&self.game);
        let now = Snapshot { game: &self.game, guesses: &self.guesses, clocks: clocks.as_ref() };
        self.subscribers.send_updates(now, &heard);
        self.publish();
        Ok(())
    }

    async fn apply_and_save(&mut self, event: &Event, before: State) -> Result<(), RoomError> {
        self.game.apply(event)?;
        let change = match (before, self.game.state()) {
            (_, State::Over) => {
                let summary = GameSummary::of(&self.game).text();
                OverChange::Over { summary, at: self.server.now() }
            }
            (State::Over, _) => OverChange::Reopened,
            _ => OverChange::None,
        };
        let id = &self.game.spec.id;
        self.server.store.append(id, self.journal.len(), event, change).await?;
        Ok(())
    }

    /// Makes the game again from its journal.
    fn reload_from_journal(&mut self, recording: Recording) {
        match Game::replay(self.game.spec.clone(), &self.journal, recording) {
            Ok(game) => self.game = game,
            // These events were applied before, in this order, so this should not happen.
            Err(error) => self.server.report(&format!("game {}: {error}", self.game.spec.id)),
        }
    }

    /// Does what follows by itself: the game begins when both seats are taken, bots think and
    /// agree, and a rematch that everyone wants is made.
    async fn advance(&mut self) {
        if self.game.state() == State::Waiting && self.game.empty_seat().is_none() {
            // If this cannot be saved, the game begins when the room is opened again.
            let _ = self.commit(Command::Begin).await;
        }
        self.bots.start_thinking(&self.game);
        if let Some(asker) = self.game.undo_asked().filter(|&asker| self.game.is_bot(!asker)) {
            // A bot always allows an undo. If this cannot be saved, the question stays open.
            let answer = Command::AnswerUndo { seat: !asker, allowed: true, id: None };
            let _ = self.commit(answer).await;
            self.bots.start_thinking(&self.game);
        }
        if rematch::is_wanted(&self.game) {
            self.make_rematch().await;
        }
    }

    async fn make_rematch(&mut self) {
        let Ok(next) = rematch::spec_of(&self.game, self.server.now()) else { return };
        let (game, tokens) = (next.id.clone(), rematch::tokens_of(&next));
        if self.server.create_game(next, Vec::new()).await.is_ok() {
            // If this cannot be saved, the next request for a rematch makes another game.
            let _ = self.commit(Command::LinkRematch { game, tokens }).await;
        }
    }

    async fn join(&mut self, name: String, guest: Option<String>) -> JoinAnswer {
        let seat = self.game.empty_seat().ok_or(CommandError::SeatTaken)?;
        let name = other_name(name, self.game.names()[!seat].as_deref());
        self.commit(Command::TakeSeat { name: name.clone(), guest: guest.clone() }).await?;
        if let Some(guest) = guest {
            // A person who holds a seat must not see the other boards.
            self.subscribers.remove_spectators_of(&guest);
        }
        self.advance().await;
        self.clock.start(&self.game, &self.subscribers);
        self.publish();
        let token = self.game.spec.seats[seat].token.clone();
        let token = token.ok_or(CommandError::SeatTaken)?;
        Ok(Joined { seat, token, name })
    }

    async fn play_bot_move(&mut self, seat: Color, bot_move: BotMove) {
        let BotMove { choice, chance, took } = bot_move;
        let game = self.game.spec.id.clone();
        let command = match choice {
            Ok(choice) => {
                let spent = took.as_millis() as u64;
                Command::Choose { seat, choice, spent, chance, id: None }
            }
            Err(error) => {
                self.server.report(&format!("game {game}: the bot forfeits: {error}"));
                Command::Forfeit { seat, why: ForfeitReason::Conduct }
            }
        };
        if let Err(error) = self.commit(command).await {
            self.server.report(&format!("game {game}: {error}"));
            self.bots.retry_later(seat);
            return;
        }
        self.advance().await;
    }

    async fn forfeit_on_time(&mut self) {
        let Some(seat) = self.game.to_move() else { return };
        if self.commit(Command::Forfeit { seat, why: ForfeitReason::Time }).await.is_err() {
            // The clock has run out, so the room tries again after this pause.
            tokio::time::sleep(RETRY_FORFEIT).await;
        }
        self.advance().await;
    }

    // --- requests of clients

    /// Carries out a client's request, once, and answers it with `done` or an error.
    async fn answer(&mut self, socket: u64, message: &ToServer, at: Instant) {
        let Some(role) = self.subscribers.role(socket).cloned() else { return };
        let Some(id) = message.id() else { return };
        let done = match self.carry_out(socket, &role, id, message, at).await {
            Ok(Answered::Later) => return,
            Ok(Answered::Now) => Ok(()),
            Err(error) => Err(error),
        };
        self.reply(socket, id, &done);
        if done.is_ok() {
            self.advance().await;
        }
    }

    async fn carry_out(
        &mut self,
        socket: u64,
        role: &Role,
        id: &str,
        message: &ToServer,
        at: Instant,
    ) -> Result<Answered, RoomError> {
        let done_before = match role {
            Role::Seat(seat) => self.game.has_done(Some(*seat), id),
            Role::Desk => self.game.has_done(None, id),
            Role::Spectator(_) => false,
        };
        if done_before {
            return Ok(Answered::Now);
        }
        match read_request(role, message, &self.game)? {
            Request::Choose { seat, choice, id } => self.choose(seat, choice, id, at).await?,
            Request::Guess { seat, stones } => self.guess(seat, stones).await?,
            Request::Hint => {
                self.ask_hint(socket, role, id)?;
                return Ok(Answered::Later);
            }
            Request::Commands(commands) => {
                for command in commands {
                    self.commit(command).await?;
                }
            }
        }
        Ok(Answered::Now)
    }

    /// A person's try, pass or resignation, with the time that it took.
    async fn choose(
        &mut self,
        seat: Color,
        choice: Choice,
        id: MessageId,
        at: Instant,
    ) -> Result<(), RoomError> {
        let to_move = self.game.to_move() == Some(seat);
        let spent = if to_move { self.clock.spent(at) } else { 0 };
        if to_move && self.game.clocks().is_some_and(|clocks| clocks.left(seat) <= spent) {
            self.commit(Command::Forfeit { seat, why: ForfeitReason::Time }).await?;
            return Err(RoomError::TimeIsUp);
        }
        self.commit(Command::Choose { seat, choice, spent, chance: None, id }).await?;
        let referee_time_counts = self.game.spec.rules.clock.refused == RefusedCost::Referee;
        if referee_time_counts && self.clock.is_running() {
            self.clock.restart_at(at);
        }
        Ok(())
    }

    async fn guess(&mut self, seat: Color, stones: PointSet) -> Result<(), RoomError> {
        if !stones.is_subset(&PointSet::board(self.game.spec.board_size())) {
            return Err(CommandError::OffBoard.into());
        }
        if self.game.state() == State::Over {
            return Err(RoomError::GuessAfterEnd);
        }
        let events = self.journal.len();
        self.server.store.guess(&self.game.spec.id, seat, events, stones).await?;
        self.guesses.logs[seat].change(events, stones);
        let frame = ToClient::Guessed { stones: point_words(stones) }.frame();
        self.subscribers.send_to(&Role::Seat(seat), &frame);
        Ok(())
    }

    /// Guess stones are scored once, when the game ends.
    fn score_guesses_if_over(&mut self) -> Result<(), CommandError> {
        if self.game.state() == State::Over {
            let Guesses { logs, scores } = &mut self.guesses;
            *scores = score_guesses(&self.game.spec, &self.journal, logs)?;
        }
        Ok(())
    }

    // --- subscribers

    fn subscribe(&mut self, socket: u64, role: &Role, after: u32, queue: mpsc::Sender<Utf8Bytes>) {
        let holds_seat =
            matches!(role, Role::Spectator(Some(guest)) if self.game.holds_seat(guest));
        if holds_seat && self.game.state() != State::Over {
            let say = "you hold a seat in this game: you can watch it when it is over";
            let error = ToClient::Error { id: None, code: "holds-seat", say };
            // A closed socket needs no answer.
            let _ = queue.try_send(error.frame());
            return;
        }
        if !matches!(role, Role::Seat(_)) && !self.game.frames().is_recording() {
            self.reload_from_journal(Recording::On);
        }
        let was_here = self.subscribers.has(role);
        let clocks = self.clocks();
        let now = Snapshot { game: &self.game, guesses: &self.guesses, clocks: clocks.as_ref() };
        if !self.subscribers.add(socket, role, after, queue, now) {
            return;
        }
        if let Role::Seat(seat) = *role {
            self.clock.note_arrival(seat);
            self.server.lobby.add_player();
            if !was_here {
                self.subscribers.send_presence(seat);
            }
            self.publish();
        }
        self.clock.start(&self.game, &self.subscribers);
        self.bots.start_thinking(&self.game);
    }

    fn unsubscribe(&mut self, socket: u64) {
        let Some(role) = self.subscribers.remove(socket) else { return };
        if let Role::Seat(seat) = role {
            self.server.lobby.remove_player();
            if !self.subscribers.has(&role) {
                self.subscribers.send_presence(seat);
            }
            self.publish();
        }
        if !self.subscribers.has_watchers() {
            self.game.stop_recording();
        }
    }

    fn clocks(&self) -> Option<ClocksShown> {
        self.clock.shown(&self.game)
    }

    /// Shows the game in the lobby.
    fn publish(&self) {
        let here = Color::BOTH.into_iter().any(|seat| self.subscribers.has(&Role::Seat(seat)));
        let host = if here { Presence::Here } else { Presence::Away };
        self.server.lobby.show(GameSummary::of(&self.game), host);
    }
}

async fn sleep_until(when: Option<Instant>) {
    if let Some(when) = when {
        tokio::time::sleep_until(when.into()).await;
    }
}
