//! A program that may have to be started again.

use crate::{Line, Patience, WireLog};
use kage_phantom::PlayerError;

/// A program behind a seat. A fault ends the conversation, for nobody knows to which question the
/// next answer would belong; a new game may start the program anew, with the same log.
#[derive(Debug)]
pub(crate) struct Contact {
    command: String,
    patience: Patience,
    /// What a program must list to sit here, and what it is not fit for otherwise.
    needed: (&'static [&'static str], &'static str),
    line: Option<Line>,
    /// The log, while no line has it.
    log: Option<WireLog>,
    name: String,
}

impl Contact {
    /// Starts the program.
    pub(crate) fn open(
        command: &str,
        patience: Patience,
        log: Option<WireLog>,
        needed: (&'static [&'static str], &'static str),
    ) -> Result<Contact, PlayerError> {
        let (command, name) = (command.to_owned(), String::new());
        let mut contact = Contact { command, patience, needed, line: None, log, name };
        contact.reopen()?;
        Ok(contact)
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn line(&self) -> Option<&Line> {
        self.line.as_ref()
    }

    /// Starts the program if it does not run.
    pub(crate) fn reopen(&mut self) -> Result<(), PlayerError> {
        if self.line.is_some() {
            return Ok(());
        }
        let line = Line::open(&self.command, self.patience, self.log.take())?;
        self.name = line.name().to_owned();
        let (needed, unfit) = self.needed;
        if let Some(missing) = needed.iter().find(|name| !line.lists(name)) {
            let name = &self.name;
            return Err(PlayerError::House(format!("{name} does not list {missing}: {unfit}")));
        }
        self.line = Some(line);
        Ok(())
    }

    /// Ends the program, politely first.
    pub(crate) fn close(&mut self) {
        if let Some(mut line) = self.line.take() {
            line.quit(self.patience.quit);
            self.log = line.take_log();
        }
    }

    /// A step of the conversation.
    pub(crate) fn with<T>(
        &mut self,
        step: impl FnOnce(&mut Line) -> Result<T, PlayerError>,
    ) -> Result<T, PlayerError> {
        let Some(line) = &mut self.line else {
            return Err(PlayerError::Fault(format!("{}: the program is gone", self.name)));
        };
        let done = step(line);
        if let Err(PlayerError::Fault(_)) = &done {
            self.log = line.take_log();
            self.line = None;
        }
        done
    }
}

impl Drop for Contact {
    fn drop(&mut self) {
        self.close();
    }
}
