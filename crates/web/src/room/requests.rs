//! From a client's message to what the room does about it.

use super::Role;
use crate::command::{Command, MessageId};
use crate::command_error::CommandError;
use crate::game::Game;
use crate::json::{PointError, read_choice, read_point, read_seat};
use crate::room_error::RoomError;
use crate::wire::ToServer;
use kage_goban::{Color, PointSet};
use kage_phantom::Choice;

/// What a client asks a room to do.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Request {
    /// A person tries a point, passes or resigns. The room adds the time that it took.
    Choose { seat: Color, choice: Choice, id: MessageId },
    /// Commands for the game, to be carried out in order.
    Commands(Vec<Command>),
    /// A seat's guess stones. They do not change the game.
    Guess { seat: Color, stones: PointSet },
    /// A hint, which takes time.
    Hint,
}

/// Reads the message of a client with this role.
pub(super) fn read_request(
    role: &Role,
    message: &ToServer,
    game: &Game,
) -> Result<Request, RoomError> {
    let id = message.id().map(str::to_owned);
    match *role {
        Role::Seat(seat) => read_seat_request(seat, id, message),
        Role::Desk => read_desk_request(id, message, game),
        Role::Spectator(_) => Err(RoomError::NotForSpectator),
    }
}

fn read_seat_request(seat: Color, id: MessageId, message: &ToServer) -> Result<Request, RoomError> {
    let command = match message {
        ToServer::Try { point, .. } => {
            return Ok(Request::Choose { seat, choice: Choice::Try(read_point(point)?), id });
        }
        ToServer::Pass { .. } => return Ok(Request::Choose { seat, choice: Choice::Pass, id }),
        ToServer::Resign { .. } => return Ok(Request::Choose { seat, choice: Choice::Resign, id }),
        ToServer::Guess { stones, .. } => {
            return Ok(Request::Guess { seat, stones: read_points(stones)? });
        }
        ToServer::Hint { .. } => return Ok(Request::Hint),
        ToServer::Undo { .. } => Command::AskUndo { seat, id },
        ToServer::Answer { yes, .. } => Command::AnswerUndo { seat, allowed: *yes, id },
        ToServer::Mark { dead, .. } => Command::MarkDead { seat, dead: read_points(dead)?, id },
        ToServer::Rematch { .. } => Command::AskRematch { seat, id },
        _ => return Err(RoomError::NotForSeat),
    };
    Ok(Request::Commands(vec![command]))
}

fn read_desk_request(id: MessageId, message: &ToServer, game: &Game) -> Result<Request, RoomError> {
    match message {
        ToServer::Enter { seat, choice, .. } => {
            let seat = read_seat(seat).ok_or(RoomError::UnknownSeat)?;
            if game.is_bot(seat) {
                return Err(CommandError::NotYourTurn.into());
            }
            Ok(Request::Choose { seat, choice: read_choice(choice)?, id })
        }
        ToServer::Back { .. } => Ok(Request::Commands(vec![Command::TakeEntryBack { id }])),
        ToServer::Mark { dead, .. } => {
            // The operator enters what both people have agreed on.
            let dead = read_points(dead)?;
            let mark = |seat, id| Command::MarkDead { seat, dead, id };
            Ok(Request::Commands(vec![mark(Color::Black, None), mark(Color::White, id)]))
        }
        _ => Err(RoomError::NotForDesk),
    }
}

fn read_points(names: &[String]) -> Result<PointSet, PointError> {
    names.iter().map(|name| read_point(name)).collect()
}
