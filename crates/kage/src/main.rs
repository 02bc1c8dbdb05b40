//! Kage: Phantom Go in one program.
//!
//! This crate only connects the others. It turns arguments into plain data (`args`), runs a command
//! with the other crates (`commands`, one file each), shows the result (`render`), and turns errors
//! into texts and exit codes. Data goes to standard output, messages to standard error.

mod args;
mod commands;
mod failure;
mod files;
mod interrupt;
mod levels;
mod machine;
mod player_factory;
mod recorded;
mod render;
mod turn_limit;

use args::Args;
use failure::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().collect();
    let args = match Args::read(&words) {
        Ok(args) => args,
        Err((error, hint)) => return refuse(&error, hint),
    };
    match commands::run(args.command.unwrap_or_default()) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader closed the pipe. This is not an error.
        Err(Failure::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            anstream::eprintln!("kage: {failure}");
            failure.exit_code()
        }
    }
}

/// Prints the error of the arguments, or the requested help.
fn refuse(error: &clap::Error, hint: Option<String>) -> ExitCode {
    let printed = error.print();
    if let Some(hint) = hint {
        anstream::eprintln!("\nkage: {hint}");
    }
    match (printed, u8::try_from(error.exit_code())) {
        (Ok(()), Ok(code)) => ExitCode::from(code),
        _ => ExitCode::FAILURE,
    }
}
