//! The commands, one file each.

mod analyze;
mod bench;
mod check_engine;
mod convert;
pub(crate) mod data;
mod gtp;
pub(crate) mod r#match;
mod play;
mod players;
mod referee;
mod replay;
mod report;
mod reproduce;
mod rules;
mod sau;
mod serve;
mod solve;
mod solve_game;
mod tournament;
mod train;
mod worlds;

use crate::args::{Args, Command};
use crate::failure::Failure;
use std::io::Write;

/// Runs a command.
pub(crate) fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Serve(options) => serve::run(&options),
        Command::Play(options) => play::run(&options),
        Command::Replay(options) => replay::run(&options),
        Command::Convert(options) => convert::run(&options),
        Command::Rules(options) => rules::run(&options),
        Command::Analyze(options) => analyze::run(&options),
        Command::Referee(options) => referee::run(&options),
        Command::Gtp(options) => gtp::run(&options),
        Command::Sau(options) => sau::run(&options),
        Command::CheckEngine(options) => check_engine::run(&options),
        Command::Players(options) => players::run(&options),
        Command::Match(options) => r#match::run(&options),
        Command::Tournament(options) => tournament::run(&options),
        Command::Report(options) => report::run(&options),
        Command::Reproduce(options) => reproduce::run(&options),
        Command::Worlds(options) => worlds::run(&options),
        Command::Solve(options) => solve::run(&options),
        Command::SolveGame(options) => solve_game::run(&options),
        Command::Bench(options) => bench::run(&options),
        Command::Data(options) => data::run(&options),
        Command::Train(options) => train::run(&options),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Args::grouped(), "kage", &mut script);
            Ok(std::io::stdout().write_all(&script)?)
        }
    }
}
