//! Speed comparisons of Kage with other Go libraries, in one program and one build.
//!
//! Nothing depends on this crate. Every run checks that both sides play by the same rules, because
//! times of different games cannot be compared.

mod go_game_board;
mod kage;
mod measure;
mod playouts;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Speed comparisons with other libraries
#[derive(Parser, Debug)]
struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Playouts from the empty board
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
