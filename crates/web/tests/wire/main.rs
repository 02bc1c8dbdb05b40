//! Tests of a whole server through its sockets: players, spectators, wrong clients and restarts.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "test helpers")]

mod abuse;
mod common;
mod more_games;
mod noninterference;
mod restart;
mod seats;
