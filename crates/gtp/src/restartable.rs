//! An engine that may have to be started again.

use crate::{GtpConnection, Timeouts, WireLog};
use kage_phantom::PlayerError;

/// An engine that takes a seat. A fault ends its process, because it is unknown to which question the
/// next answer would belong. A new game may start it again with the same log.
#[derive(Debug)]
pub(crate) struct RestartableEngine {
    command: String,
    timeouts: Timeouts,
    /// The commands that it must list, and what to say if one is missing.
    needed: (&'static [&'static str], &'static str),
    program: Option<GtpConnection>,
    /// The log, while no connection has it.
    log: Option<WireLog>,
    name: String,
}

impl RestartableEngine {
    /// Starts the program.
    pub(crate) fn open(
        command: &str,
        timeouts: Timeouts,
        log: Option<WireLog>,
        needed: (&'static [&'static str], &'static str),
    ) -> Result<RestartableEngine, PlayerError> {
        let (command, name) = (command.to_owned(), String::new());
        let mut engine = RestartableEngine { command, timeouts, needed, program: None, log, name };
        engine.reopen()?;
        Ok(engine)
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn program(&self) -> Option<&GtpConnection> {
        self.program.as_ref()
    }

    /// Starts the program if it does not run.
    pub(crate) fn reopen(&mut self) -> Result<(), PlayerError> {
        if self.program.is_some() {
            return Ok(());
        }
        let program = GtpConnection::open(&self.command, self.timeouts, self.log.take())?;
        self.name = program.name().to_owned();
        let (needed, unfit) = self.needed;
        if let Some(missing) = needed.iter().find(|name| !program.lists(name)) {
            let name = &self.name;
            return Err(PlayerError::Infrastructure(format!(
                "{name} does not list {missing}: {unfit}"
            )));
        }
        self.program = Some(program);
        Ok(())
    }

    /// Ends the program: with `quit`, then by force.
    pub(crate) fn close(&mut self) {
        if let Some(mut program) = self.program.take() {
            program.quit(self.timeouts.quit);
            self.log = program.take_log();
        }
    }

    /// Runs a step with the connection. After a fault the connection is closed.
    pub(crate) fn with<T>(
        &mut self,
        step: impl FnOnce(&mut GtpConnection) -> Result<T, PlayerError>,
    ) -> Result<T, PlayerError> {
        let Some(program) = &mut self.program else {
            return Err(PlayerError::Fault(format!("{}: the program is gone", self.name)));
        };
        let done = step(program);
        if let Err(PlayerError::Fault(_)) = &done {
            self.log = program.take_log();
            self.program = None;
        }
        done
    }
}

impl Drop for RestartableEngine {
    fn drop(&mut self) {
        self.close();
    }
}
