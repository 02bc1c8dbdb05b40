//! Games as files, and their replay.
//!
//! A [`Transcript`] is what a file claims: a game with its tries, unchecked. It is read from and
//! written to SGF (any viewer shows the true game; refused tries are in the private property
//! `PGT`) and a plain text form, one line a turn. [`replay`] takes it through the referee, who
//! finds the reason of every refusal and every contradiction; what comes out is a
//! [`Record`](kage_referee::Record), which is the truth.
//!
//! | file | what it has |
//! |---|---|
//! | `transcript` | [`Transcript`] |
//! | `text` | its plain text form |
//! | `sgf` | its SGF form |
//! | `read` | [`read()`]: either form, told apart by itself |
//! | `replay` | [`replay()`] |
//!
//! This crate opens no file: it takes bytes and gives text.

mod read;
mod replay;
mod sgf;
mod text;
mod transcript;

pub use read::{ReadError, is_sgf, read};
pub use replay::{Contradiction, ReplayError, Step, replay};
pub use sgf::{GameError, from_sgf, to_sgf};
pub use text::{TextError, from_text, to_text};
pub use transcript::{End, Transcript, TranscriptTurn};
