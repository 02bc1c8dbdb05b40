//! Engines and controllers: the Go Text Protocol (GTP) with the Phantom Go commands (`PG-...`), and
//! the line protocol of student contests.
//!
//! An *engine* hosts a [`Player`](kage_phantom::Player) and answers a referee or a GUI. A *controller*
//! is a player that asks a program in a process of its own.
//!
//! | file | what it has |
//! |---|---|
//! | `command` | [`Command`]: a line of GTP, parsed as the specification says |
//! | `response` | [`Response`]: an answer, written and parsed |
//! | `vertex` | points, moves, colours and reasons of refusals as text |
//! | `observation` | [`observation_commands`]: an observation as the commands that say it |
//! | `engine` | [`Engine`]: a player that speaks GTP, plain or Phantom |
//! | `seat` | a hosted player and its view; the one place where observations are folded in |
//! | `process` | [`Process`]: a program that sends and receives lines and can be killed |
//! | `connection` | [`GtpConnection`]: GTP with a process, with a time limit for each answer |
//! | `restartable` | an engine that is started again after a fault |
//! | `controller` | [`GtpPlayer`]: a program with `PG-` commands as a player |
//! | `sighted` | [`SightedGtp`]: a program for plain Go as a player that sees the board |
//! | `compliance` | [`check_engine`]: a numbered test of an engine |
//! | `sau` | the contest protocol: [`SauEngine`] and [`SauPlayer`] |
//!
//! The crate cannot reach the referee of a match. In plain GTP an engine must rule for itself. It
//! does so with a [`Table`](kage_phantom::Table) of its own, and its blind player hears observations
//! and nothing else. The crate opens no file and prints nothing: the caller passes the streams.

mod command;
mod compliance;
mod connection;
mod controller;
mod engine;
mod observation;
mod process;
mod response;
mod restartable;
mod sau;
mod seat;
mod sighted;
mod vertex;

pub use command::{Command, MAX_LINE, read_line};
pub use compliance::{Check, CheckResult, EngineReport, check_engine};
pub use connection::{GtpConnection, Timeouts};
pub use controller::GtpPlayer;
pub use engine::{Engine, Factory, Identity, SightedFactory};
pub use observation::observation_commands;
pub use process::{Process, ProcessError, WireLog, kill_all};
pub use response::{Response, ResponseError};
pub use sau::{SauEngine, SauError, SauPlayer, read_sau_point, sau_lines, sau_point};
pub use seat::SeatError;
pub use sighted::SightedGtp;
pub use vertex::{read_choice, read_color, read_move, read_point, read_refusal};
