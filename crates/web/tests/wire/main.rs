//! The table through the wire: a server, sockets, and those who sit, watch, cheat and come back.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "test helpers")]

mod abuse;
mod common;
mod noninterference;
mod restart;
mod seats;
