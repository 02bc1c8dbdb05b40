//! The bots of a room. A bot thinks on the worker pool, and its move comes back as a message.

use super::RoomMessage;
use crate::bot::{Bot, BotError, BotMove};
use crate::game::Game;
use crate::server_state::ServerState;
use kage_goban::{ByColor, Color};
use kage_phantom::Seat;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// How long a bot waits after its move could not be saved.
const RETRY: Duration = Duration::from_secs(1);

/// One seat of a bot.
#[derive(Default)]
struct BotSeat {
    /// The bot, unless it is thinking or was not created yet.
    bot: Option<Box<Bot>>,
    thinking: bool,
    /// How many observations of the seat's view the bot has heard.
    heard: usize,
    /// A move of an earlier epoch belongs to a position that was taken back.
    epoch: u64,
}

impl BotSeat {
    /// Forgets the bot and every move it may be thinking about.
    fn reset(&mut self) {
        *self = BotSeat { epoch: self.epoch + 1, ..BotSeat::default() };
    }
}

/// The bots of a room.
pub(super) struct BotSeats {
    server: Arc<ServerState>,
    /// Where moves are sent. The room closes although bots could still send.
    room: mpsc::WeakSender<RoomMessage>,
    seats: ByColor<BotSeat>,
}

impl BotSeats {
    pub(super) fn new(server: Arc<ServerState>, room: mpsc::WeakSender<RoomMessage>) -> BotSeats {
        BotSeats { server, room, seats: ByColor::default() }
    }

    pub(super) fn is_thinking(&self) -> bool {
        self.seats.black.thinking || self.seats.white.thinking
    }

    /// Lets the bot to move think, if a bot is to move.
    pub(super) fn start_thinking(&mut self, game: &Game) {
        let Some(seat) = game.to_move().filter(|&seat| game.is_bot(seat)) else { return };
        let Some(room) = self.room.upgrade().filter(|_| !self.seats[seat].thinking) else { return };
        let spec = &game.spec.seats[seat];
        let level = spec.bot.as_deref().and_then(|id| self.server.level(id)).cloned();
        let (seed, log) = (spec.seed, game.log(seat).seat());
        let start = Seat::new(*log.rules(), log.setup(), seat);
        let time_left = game.clocks().map(|clocks| Duration::from_millis(clocks.left(seat)));
        let bot_seat = &mut self.seats[seat];
        let (bot, epoch) = (bot_seat.bot.take(), bot_seat.epoch);
        let unheard = log.log().get(bot_seat.heard..).unwrap_or(&[]).to_vec();
        bot_seat.heard = log.log().len();
        bot_seat.thinking = true;
        self.server.workers.submit(Box::new(move || {
            let (bot, bot_move) = match (bot, level) {
                (_, None) => (None, BotMove::failed(BotError::NoSuchLevel)),
                (Some(bot), Some(level)) => bot.think(&unheard, time_left, &level),
                (None, Some(level)) => match Bot::create(&level, &start, seed) {
                    Ok(bot) => bot.think(&unheard, time_left, &level),
                    Err(error) => (None, BotMove::failed(error.into())),
                },
            };
            // If the room has closed, the bot thinks again when the room is opened.
            let _ = room.blocking_send(RoomMessage::BotMoved { seat, epoch, bot, bot_move });
        }));
    }

    /// Takes the bot back after thinking. Returns whether its move belongs to the present position.
    pub(super) fn finish_thinking(
        &mut self,
        seat: Color,
        epoch: u64,
        bot: Option<Box<Bot>>,
    ) -> bool {
        let bot_seat = &mut self.seats[seat];
        let current = bot_seat.epoch == epoch;
        if current {
            bot_seat.thinking = false;
            bot_seat.bot = bot;
        }
        current
    }

    /// Lets a bot think again a little later, because its move could not be saved.
    pub(super) fn retry_later(&mut self, seat: Color) {
        let bot_seat = &mut self.seats[seat];
        bot_seat.reset();
        bot_seat.thinking = true;
        let (epoch, room) = (bot_seat.epoch, self.room.clone());
        tokio::spawn(async move {
            tokio::time::sleep(RETRY).await;
            if let Some(room) = room.upgrade() {
                // If the room has closed, the bot thinks again when the room is opened.
                let _ = room.send(RoomMessage::RetryBot { seat, epoch }).await;
            }
        });
    }

    /// The waiting time of [`BotSeats::retry_later`] is over.
    pub(super) fn retry(&mut self, seat: Color, epoch: u64, game: &Game) {
        if self.seats[seat].epoch == epoch {
            self.seats[seat].thinking = false;
            self.start_thinking(game);
        }
    }

    /// Moves may have been taken back: a bot that has heard more than its seat's view must start
    /// again. `moves` is the number of moves before.
    pub(super) fn reset_after_undo(&mut self, game: &Game, moves: u32) {
        for seat in Color::BOTH {
            let heard = game.log(seat).seat().log().len();
            if game.moves() != moves || self.seats[seat].heard > heard {
                self.seats[seat].reset();
            }
        }
    }
}
