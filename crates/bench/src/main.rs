//! Kage beside other Go libraries, in one program and one build.
//!
//! Only for measuring; nothing depends on it. Every run checks that what it measures plays by the
//! rules: a fast loop that plays another game is no faster loop.

mod go_game_board;
mod kage;
mod measure;
mod playouts;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Side-by-side speed runs.
#[derive(Parser, Debug)]
struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Playouts from the empty board.
    Playouts(playouts::Options),
}

fn main() -> ExitCode {
    let What::Playouts(options) = Args::parse().what;
    match playouts::run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
