//! Why a command failed.

use crate::seat::SeatError;
use kage_goban::{Color, ParseKomiError};
use kage_phantom::{HearingError, NotATry, PlayerError, RulesError, SetupError};
use std::fmt;

/// Why a command failed. A command that fails changes nothing that the peer must know of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum CommandError {
    /// The arguments are not what the command takes.
    Syntax,
    /// The komi cannot be read.
    Komi(ParseKomiError),
    /// The rules cannot be read.
    Rules(RulesError),
    /// The player failed, or was told something that cannot have happened.
    Seat(SeatError),
    /// The rules of Go take no such move.
    NotATry(NotATry),
    /// A command that completes an observation came without that observation, which is named.
    MustFollow(&'static str),
    /// `PG-StonesTaken` names points without own stones.
    NotMyStones,
    /// The game is over.
    GameOver,
    /// A move was asked for out of turn.
    OpponentsTurn,
    /// A sighted player cannot play Phantom Go.
    SightedPlayer,
    /// The game began with plain GTP.
    PlainGame,
    /// The game began with `PG-` commands.
    PhantomGame,
    /// No move has been made in this game.
    NoMove,
    /// The rules cannot change during a game.
    GameBegan,
    /// In plain GTP `genmove` names the colour.
    PlainColor,
    /// The engine already has the other seat.
    OtherSeat(Color),
    /// No board has this size.
    Size,
    /// There is no such handicap.
    Handicap,
    /// The points are not a free handicap.
    Vertices(Option<SetupError>),
    /// A handicap needs an empty board.
    BoardNotEmpty,
    /// There is no move to undo, or the game cannot go back.
    CannotUndo,
    /// Only a finished plain game has a score.
    CannotScore,
    /// The move is illegal on the engine's table.
    IllegalMove,
    /// The player made this number of tries in one turn, and all were refused.
    NoLegalMove(u32),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Syntax => f.write_str("syntax error"),
            CommandError::Komi(error) => write!(f, "syntax error: {error}"),
            CommandError::Rules(error) => write!(f, "syntax error: {error}"),
            CommandError::Seat(error) => error.fmt(f),
            CommandError::NotATry(error) => error.fmt(f),
            CommandError::MustFollow(what) => write!(f, "this must follow {what}, and does not"),
            CommandError::NotMyStones => f.write_str("these are not all stones of mine"),
            CommandError::GameOver => f.write_str("the game is over"),
            CommandError::OpponentsTurn => f.write_str("it is the opponent's turn"),
            CommandError::SightedPlayer => {
                f.write_str("this player sees the board: it plays by plain GTP only")
            }
            CommandError::PlainGame => {
                f.write_str("this game is plain GTP: clear_board begins another")
            }
            CommandError::PhantomGame => {
                f.write_str("this game is by PG- commands: clear_board begins another")
            }
            CommandError::NoMove => f.write_str("no move has been made"),
            CommandError::GameBegan => f.write_str("the game has begun: clear_board first"),
            CommandError::PlainColor => f.write_str("in plain GTP I play what genmove asks"),
            CommandError::OtherSeat(seat) => {
                write!(f, "I am {seat} in this game: clear_board first")
            }
            CommandError::Size => f.write_str("unacceptable size"),
            CommandError::Handicap => f.write_str("invalid number of stones"),
            CommandError::Vertices(None) => f.write_str("bad vertex list"),
            CommandError::Vertices(Some(error)) => write!(f, "bad vertex list: {error}"),
            CommandError::BoardNotEmpty => f.write_str("board not empty"),
            CommandError::CannotUndo => f.write_str("cannot undo"),
            CommandError::CannotScore => f.write_str("cannot score"),
            CommandError::IllegalMove => f.write_str("illegal move"),
            CommandError::NoLegalMove(tries) => {
                write!(f, "no legal move after {tries} refused tries")
            }
        }
    }
}

impl std::error::Error for CommandError {}

impl From<PlayerError> for CommandError {
    fn from(error: PlayerError) -> CommandError {
        CommandError::Seat(SeatError::Player(error))
    }
}

impl From<SeatError> for CommandError {
    fn from(error: SeatError) -> CommandError {
        CommandError::Seat(error)
    }
}

impl From<HearingError> for CommandError {
    fn from(error: HearingError) -> CommandError {
        CommandError::Seat(SeatError::Hearing(error))
    }
}

impl From<NotATry> for CommandError {
    fn from(error: NotATry) -> CommandError {
        CommandError::NotATry(error)
    }
}
