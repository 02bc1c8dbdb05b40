//! Games in the browser: a server with rooms, seats and spectators, and the page.
//!
//! A game is a spec and a journal of events. A room is one task that owns one game. A person, a bot or
//! the clock asks for a `Command`. The game decides on it and gives an `Event`. The event is applied,
//! saved, and then sent to everyone who may know of it.
//!
//! A seat's stream is made from that seat's own log, in a file that does not know the referee
//! (`seat_log`). Those who may see everything get replay frames: spectators with their delay, the
//! operator of a desk, and everyone after the end.
//!
//! | file | content |
//! |---|---|
//! | `spec`, `command`, `event`, `command_error` | what a game is; what someone asks; what happened; why it is refused |
//! | `game` | the rules of one game: commands become events, and events are applied |
//! | `seat_log` | what one seat has heard: the only source of its stream |
//! | `guess_log` | the guess stones of one seat |
//! | `replay_frame`, `opened`, `game_summary` | the three boards; the truth at the end; what everyone may know |
//! | `clock` | main time, increments, byo-yomi |
//! | `room`, `room_error` | the task of one game: requests, subscribers, bots, the running clock |
//! | `server`, `server_state`, `lobby` | [`Server`] and its routes; all rooms and what they share; the lobby |
//! | `bots`, `bot`, `hint`, `worker_pool` | [`Level`], [`BeliefSource`]; a bot with its view; what it would try in a seat's place; the threads that compute |
//! | `store`, `store_error` | the games on disk |
//! | `archive` | finished games: replays, beliefs, files |
//! | `wire`, `socket` | the messages of the stream; one WebSocket |
//! | `reach` | who can open a link to this server, and the link of an invitation |
//! | `http`, `guard`, `limit`, `assets` | requests; the checks before them; rate limits; the page |
//! | `json`, `secret` | JSON forms; tokens and names |
//!
//! `docs/web-protocol.md` has every message. This crate names no player and knows no belief: its
//! caller gives it both.

mod archive;
mod assets;
mod bot;
mod bots;
mod clock;
mod command;
mod command_error;
mod event;
mod game;
mod game_summary;
mod guard;
mod guess_log;
mod hint;
mod http;
mod json;
mod limit;
mod lobby;
mod opened;
mod reach;
mod replay_frame;
mod room;
mod room_error;
mod seat_log;
mod secret;
mod server;
mod server_state;
mod socket;
mod spec;
mod store;
mod store_error;
mod wire;
mod worker_pool;

pub use bots::{Belief, BeliefSource, Level, LevelText, MakePlayer};
pub use server::Server;
pub use server_state::Options;
pub use store_error::{OpenError, StoreError};
