//! The table in the browser: a server with rooms, seats and spectators, and the page.
//!
//! A game is a spec and a journal. One room, a task, owns one game and its referee; what a seat says
//! becomes an entry of the journal, is ruled on, put on disk, and then heard. A seat's stream is made
//! of that seat's own observations in one file that does not know the referee (`story`); those who
//! may see everything (spectators with their delay, a desk's operator, everyone after the end) get
//! scenes, which come from the witness.
//!
//! | file | what it has |
//! |---|---|
//! | `spec`, `journal`, `game`, `objection` | a game: what it is, what happened, what that makes of it, what it does not allow |
//! | `story` | what one seat has heard: the only source of its stream |
//! | `scene`, `opened`, `card` | the three boards; the truth at the end; what everyone may know |
//! | `clock` | main time, increments, byo-yomi |
//! | `room`, `hall`, `lobby` | the task of a game; all rooms; what is open and what can be watched |
//! | `bots`, `thinkers` | [`Level`], [`Thoughts`]; the threads that think |
//! | `store` | the games on disk |
//! | `archive` | finished games: replays, beliefs, files |
//! | `wire`, `socket`, `http`, `guard`, `limit`, `assets` | messages, sockets, requests, and who may ask |
//! | `server` | [`Server`]: the routes, and a life |
//! | `json`, `secret` | small things in text; tokens and names |
//!
//! `docs/web-protocol.md` has every message. This crate names no player and knows no belief: it is
//! given both by whoever starts it.

mod archive;
mod assets;
mod bots;
mod card;
mod clock;
mod game;
mod guard;
mod hall;
mod http;
mod journal;
mod json;
mod limit;
mod lobby;
mod objection;
mod opened;
mod room;
mod scene;
mod secret;
mod server;
mod socket;
mod spec;
mod store;
mod story;
mod thinkers;
mod wire;

pub use bots::{Level, Seating, Thought, Thoughts};
pub use hall::Options;
pub use server::Server;
pub use store::{OpenError, StoreError};
