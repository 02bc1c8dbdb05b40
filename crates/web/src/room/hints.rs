//! Hints in a game against a bot. The strongest level thinks in the place of the person, with what the person's
//! seat has heard and nothing else.

use super::{Role, Room, RoomMessage};
use crate::bot::{Bot, BotError};
use crate::command::Command;
use crate::command_error::CommandError;
use crate::hint::Hint;
use crate::room_error::RoomError;
use crate::wire::ToClient;
use kage_goban::Color;
use kage_phantom::Seat;

/// The seed of the player that gives hints.
const SEED: u64 = 1;

/// A hint that was thought of, and who asked for it.
pub(crate) struct ThoughtHint {
    socket: u64,
    seat: Color,
    id: String,
    /// How much the seat had heard when it asked.
    heard: usize,
    hint: Result<Hint, BotError>,
}

impl Room {
    /// Lets the strongest level think about a hint. The answer to the request comes later, with the hint.
    pub(super) fn ask_hint(&mut self, socket: u64, role: &Role, id: &str) -> Result<(), RoomError> {
        let Role::Seat(seat) = *role else { return Err(RoomError::NotForDesk) };
        self.game.check_hint(seat)?;
        if self.thinks_of_hint {
            return Err(RoomError::ThinksOfHint);
        }
        let level = self.server.levels.last().cloned().ok_or(CommandError::NoHints)?;
        let room = self.myself.upgrade().ok_or(CommandError::NotPlaying)?;
        let log = self.game.log(seat).seat().clone();
        let id = id.to_owned();
        self.thinks_of_hint = true;
        self.server.workers.submit(Box::new(move || {
            let start = Seat::new(*log.rules(), log.setup(), seat);
            let hint = match Bot::create(&level, &start, SEED) {
                Ok(bot) => bot.hint(log.log(), &level),
                Err(error) => Err(error.into()),
            };
            let thought = ThoughtHint { socket, seat, id, heard: log.log().len(), hint };
            // If the room has closed, the person asks again.
            let _ = room.blocking_send(RoomMessage::HintThought(thought));
        }));
        Ok(())
    }

    /// A hint is given if the seat has heard nothing since it asked.
    pub(super) async fn give_hint(&mut self, thought: ThoughtHint) {
        self.thinks_of_hint = false;
        let ThoughtHint { socket, seat, id, heard, hint } = thought;
        let given = match hint {
            Err(error) => {
                self.server.report(&format!("game {}: no hint: {error}", self.game.spec.id));
                Err(CommandError::NoHints.into())
            }
            Ok(_) if self.game.log(seat).seat().log().len() != heard => {
                Err(CommandError::NotYourTurn.into())
            }
            Ok(hint) => self.commit(Command::GiveHint { seat, hint, id: Some(id.clone()) }).await,
        };
        self.reply(socket, &id, &given);
    }

    /// Answers a request with `done` or an error.
    pub(super) fn reply(&mut self, socket: u64, id: &str, done: &Result<(), RoomError>) {
        let reply = match done {
            Ok(()) => ToClient::Done { id }.frame(),
            Err(error) => {
                let (code, say) = (error.code(), error.to_string());
                ToClient::Error { id: Some(id), code, say: &say }.frame()
            }
        };
        self.subscribers.send_to_socket(socket, reply);
    }
}
