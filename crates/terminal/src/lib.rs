//! Games at the terminal: a person types lines and sees drawn boards.
//!
//! | file | content |
//! |---|---|
//! | `boards` | boards side by side, in colour |
//! | `typed` | [`Typed`]: the lines that a person types |
//! | `game` | [`TerminalGame`]: a person against a player, with the referee between them |
//! | `guesses` | the person's guess stones, and how good they were |
//! | `desk` | [`Desk`]: a player that hears what a human referee says |
//! | `error` | [`TerminalError`] |
//!
//! This crate names no players: it is given them. It parses no arguments and opens no files.

pub mod boards;
mod desk;
mod error;
mod game;
mod guesses;
mod typed;

pub use desk::{AnswerError, DESK_HELP, Desk, SeatPlayer};
pub use error::TerminalError;
pub use game::{Finished, GAME_HELP, TerminalGame};
pub use guesses::GuessReview;
pub use typed::Typed;
