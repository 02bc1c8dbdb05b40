//! Games as files, and their replay.
//!
//! A [`Transcript`] is what a file claims: a game with its tries, unchecked. It is read from and
//! written to SGF (any viewer shows the true game; refused tries are in the private property
//! `PGT`) and a plain text form, one line a turn. [`replay`] replays it through the referee, which
//! finds the reason of every refusal and every contradiction. The result is a
//! [`Record`](kage_referee::Record): the checked game.
//!
//! | file | what it has |
//! |---|---|
//! | `transcript` | [`Transcript`] |
//! | `text` | its plain text form |
//! | `sgf` | its SGF form |
//! | `read` | [`read()`]: either form; the form is detected |
//! | `replay` | [`replay()`] |
//! | `replay_views` | [`replay_with_views`]: the same, with what each seat knew |
//!
//! This crate opens no file: it takes bytes and gives text.

mod read;
mod replay;
mod replay_views;
mod sgf;
mod text;
mod transcript;

pub use read::{ReadError, is_sgf, read};
pub use replay::{Contradiction, ReplayError, Step, replay};
pub use replay_views::{ReplayMoment, replay_with_views};
pub use sgf::{GameError, SgfFault, from_sgf, to_sgf};
pub use text::{TextError, TextFault, from_text, to_text};
pub use transcript::{End, Transcript, TranscriptTurn};
