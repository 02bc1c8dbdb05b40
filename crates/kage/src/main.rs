//! Kage: Phantom Go in one program.
//!
//! This crate only wires: it turns arguments into plain data (`args`), does what they ask with
//! the other crates (a file a command), and turns errors into words and exit codes. Data goes to
//! standard output, talk to standard error.

mod analyze;
mod args;
mod belief_page;
mod bench;
mod bench_belief;
mod bench_net;
mod bench_server;
mod bench_threats;
mod bench_worlds;
mod boards;
mod contest;
mod convert;
mod data;
mod desk;
mod engine;
mod experiments;
mod export;
mod failure;
mod files;
mod hearing;
mod interrupt;
mod levels;
mod machine;
mod play;
mod players;
mod practise;
mod prior_name;
mod recorded;
mod replay;
mod report;
mod reproduce;
mod rules;
mod seating;
mod selfplay;
mod serve;
mod solve;
mod thoughts;
mod tournament;
mod train;
mod train_net;
mod tree_page;
mod typed;
mod worlds;

use args::{Args, Command};
use clap::{CommandFactory, Parser};
use failure::Failure;
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = Args::parse();
    match run(args) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever closed the pipe has read enough.
        Err(Failure::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            anstream::eprintln!("kage: {failure}");
            failure.exit_code()
        }
    }
}

fn run(args: Args) -> Result<(), Failure> {
    match args.command.unwrap_or_default() {
        Command::Serve(options) => serve::run(&options),
        Command::Play(options) => play::run(&options),
        Command::Replay(options) => replay::run(&options),
        Command::Convert(options) => convert::run(&options),
        Command::Rules(options) => rules::run(&options),
        Command::Analyze(options) => analyze::run(&options),
        Command::Referee(options) => desk::run(&options),
        Command::Gtp(options) => engine::gtp(&options),
        Command::Sau(options) => engine::sau(&options),
        Command::CheckEngine(options) => engine::check(&options),
        Command::Players(options) => players::run(&options),
        Command::Match(options) => contest::run(&options),
        Command::Tournament(options) => tournament::run(&options),
        Command::Report(options) => report::run(&options),
        Command::Reproduce(options) => reproduce::run(&options),
        Command::Worlds(options) => worlds::run(&options),
        Command::Solve(options) => solve::run(&options),
        Command::Bench(options) => bench::run(&options),
        Command::Selfplay(options) => selfplay::run(&options),
        Command::Data(options) => data::run(&options),
        Command::Export(options) => export::run(&options),
        Command::Train(options) => train::run(&options),
        Command::TrainNet(options) => train_net::run(&options),
        Command::Practise(options) => practise::run(&options),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "kage", &mut script);
            Ok(std::io::stdout().write_all(&script)?)
        }
    }
}
