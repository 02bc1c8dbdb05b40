//! Programs at the table: the Go Text Protocol with the Phantom Go commands (`PG-...`), and the
//! line protocol of student contests, each from both sides.
//!
//! An *engine* here hosts a [`Player`](kage_phantom::Player) and answers a referee or a GUI; a
//! *controller* is a player, and asks a program in a process of its own.
//!
//! | file | what it has |
//! |---|---|
//! | `command` | [`Command`]: a line of GTP, read to the letter of the specification |
//! | `response` | [`Response`]: an answer, written and read |
//! | `vertex` | points, moves, colours and reasons in GTP's text |
//! | `notice` | [`notices`]: what a seat hears, as the commands that say it |
//! | `engine` | [`Engine`]: a player that speaks GTP, plain or Phantom |
//! | `seat` | a hosted player and his view |
//! | `process` | [`Process`]: a program as a peer that sends and gets lines, and that can be killed |
//! | `line` | [`Line`]: GTP over a process, with a time limit for every answer |
//! | `contact` | a program behind a seat, started again after a fault |
//! | `controller` | [`GtpPlayer`]: a program that speaks `PG-` commands, as a player |
//! | `sighted` | [`SightedGtp`]: a program for plain Go, as a player who is told the truth |
//! | `compliance` | [`check_engine`]: a numbered test of a program |
//! | `sau` | the contest protocol: [`SauEngine`] and [`SauPlayer`] |
//!
//! What is not here: the referee of a match, and every road to it. In plain GTP an engine has to
//! rule for itself; it does so with a [`Table`](kage_phantom::Table) of its own, and its blind
//! player hears observations and nothing else. No file is opened here and nothing is printed: who calls
//! gives the streams.

mod command;
mod compliance;
mod contact;
mod controller;
mod engine;
mod line;
mod notice;
mod process;
mod response;
mod sau;
mod seat;
mod sighted;
mod vertex;

pub use command::{Command, MAX_LINE, read_line};
pub use compliance::{Check, Report, Verdict, check_engine};
pub use controller::GtpPlayer;
pub use engine::{Engine, Factory, Identity, SightedFactory};
pub use line::{Line, Patience};
pub use notice::notices;
pub use process::{Process, ProcessError, WireLog, kill_all};
pub use response::{Response, ResponseError};
pub use sau::{SauEngine, SauPlayer, read_sau_point, sau_lines, sau_point};
pub use sighted::SightedGtp;
pub use vertex::{read_choice, read_color, read_move, read_point, read_refusal};
