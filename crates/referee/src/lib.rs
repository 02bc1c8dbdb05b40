//! The referee of Phantom Go: the only owner of a running truth.
//!
//! A [`Referee`] hears the tries of two seats and answers with what each seat hears. It has no
//! getter for the truth and its `Debug` is redacted. The running truth leaves by one named door,
//! the [`Witness`] that is handed out when the game is made, for journals and spectators; the whole
//! truth exists only afterwards, as the [`Record`] that [`Referee::finish`] turns it into.
//!
//! A [`Session`] is a referee with both seats' [`Views`](kage_phantom::Views): what everyone who runs
//! a live game needs.
//!
//! | file | what it has |
//! |---|---|
//! | `referee` | [`Referee`]: the live game |
//! | `session` | [`Session`]: the live game with both views |
//! | `witness` | [`Witness`]: the true position while the game runs |
//! | `record` | [`Record`]: the game when it is over, turn by turn |
//!
//! This crate has no clock, no files and no network: who runs the game tells it when time is up.
//!
//! ```
//! use kage_goban::{BoardSize, Color};
//! use kage_phantom::{Choice, RefereeRules, Setup};
//! use kage_referee::Referee;
//!
//! let (mut referee, _) = Referee::new(RefereeRules::default(), Setup::even(BoardSize::NINE));
//! let e5 = "E5".parse().unwrap();
//! referee.hear(Color::Black, Choice::Try(e5)).unwrap();
//! let heard = referee.hear(Color::White, Choice::Try(e5)).unwrap();
//! assert_eq!(heard.white[0].to_string(), "E5 is illegal");
//! assert_eq!(heard.black[0].to_string(), "your opponent's try is illegal");
//! ```

mod record;
mod referee;
mod session;
mod witness;

pub use record::{Record, Turn, TurnEnd};
pub use referee::{Heard, Referee, RefereeError};
pub use session::{Session, SessionError};
pub use witness::Witness;
