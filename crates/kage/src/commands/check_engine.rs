//! `kage check-engine`: whether a program can be seated as an engine.

use crate::args::CheckEngine;
use crate::failure::Failure;
use kage_gtp::{Timeouts, check_engine};
use std::io::Write;

pub(crate) fn run(options: &CheckEngine) -> Result<(), Failure> {
    // A match needs the word `gtp:` before the command line, so it may stand here too.
    let command = options.command.strip_prefix("gtp:").unwrap_or(&options.command);
    let report = check_engine(command, Timeouts::default());
    write!(anstream::stdout(), "{report}")?;
    if report.passed() {
        return Ok(());
    }
    Err(Failure::Other(format!("`{command}` does not pass")))
}
