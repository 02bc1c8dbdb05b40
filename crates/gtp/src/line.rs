//! GTP over a process, with a time limit for every answer.

use crate::process::deadline;
use crate::{Command, Process, ProcessError, Response, WireLog, response::short};
use kage_phantom::PlayerError;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// How long to wait for a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// For the first answer: a program may have to load itself.
    pub start: Duration,
    /// For a move, when there is no clock; never longer, when there is one.
    pub answer: Duration,
    /// On top of the clock, for the line itself.
    pub grace: Duration,
    /// For an answer that needs no thought.
    pub notice: Duration,
    /// For the program to end when told to.
    pub quit: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            start: Duration::from_secs(60),
            answer: Duration::from_secs(600),
            grace: Duration::from_secs(5),
            notice: Duration::from_secs(30),
            quit: Duration::from_secs(1),
        }
    }
}

impl Patience {
    /// How long to wait for a move with so much time left.
    pub fn for_move(&self, left: Option<Duration>) -> Duration {
        left.map_or(self.answer, |left| left.saturating_add(self.grace).min(self.answer))
    }
}

/// The longest answer in lines that is read.
const MAX_ANSWER: usize = 2000;

/// A conversation in GTP with a program.
#[derive(Debug)]
pub struct Line {
    process: Process,
    /// The command line, for messages.
    command: String,
    patience: Patience,
    commands: BTreeSet<String>,
    name: String,
}

impl Line {
    /// Starts a program and asks what it is called and what it can do. A program that does not
    /// list its commands is taken to know those of the specification and of seed 000.
    pub fn open(
        command: &str,
        patience: Patience,
        log: Option<WireLog>,
    ) -> Result<Line, PlayerError> {
        let process =
            Process::start(command, log).map_err(|error| PlayerError::House(error.to_string()))?;
        let (command, commands) = (command.to_owned(), BTreeSet::new());
        let mut line = Line { process, command, patience, commands, name: String::new() };
        let listed = line.ask(&Command::bare("list_commands"), patience.start)?;
        line.commands = if listed.success {
            listed.text.split_whitespace().map(str::to_ascii_lowercase).collect()
        } else {
            ASSUMED.iter().map(|name| name.to_ascii_lowercase()).collect()
        };
        let named = line.ask(&Command::bare("name"), patience.notice)?;
        let name = short(named.text.trim());
        line.name = if named.success && !name.is_empty() { name } else { line.command.clone() };
        Ok(line)
    }

    /// What the program calls itself; else its command line.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The patience it was opened with.
    pub const fn patience(&self) -> Patience {
        self.patience
    }

    /// Does the program list this command?
    pub fn lists(&self, name: &str) -> bool {
        self.commands.contains(&name.to_ascii_lowercase())
    }

    /// Sends a command and waits so long for the whole answer. An error is the program's fault,
    /// and the end of the conversation.
    pub fn ask(&mut self, command: &Command, patience: Duration) -> Result<Response, PlayerError> {
        let asked = self.try_ask(command, patience);
        asked.map_err(|why| self.fault(&format!("`{}`: {why}", short(&command.to_string()))))
    }

    fn try_ask(&mut self, command: &Command, patience: Duration) -> Result<Response, String> {
        self.process.send(&command.to_string()).map_err(|error| error.to_string())?;
        let lines = self.read_answer(patience).map_err(|error| error.to_string())?;
        let lines = lines.ok_or("an answer without end")?;
        Response::parse(&lines, command.id).map_err(|error| error.to_string())
    }

    /// The lines up to an empty one, without the empty ones before; `None` if they do not end.
    fn read_answer(&mut self, patience: Duration) -> Result<Option<Vec<String>>, ProcessError> {
        let deadline = deadline(patience);
        let mut lines = Vec::new();
        for _ in 0..MAX_ANSWER {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.process.receive(left).map_err(|error| match error {
                ProcessError::Silent(_) => ProcessError::Silent(patience),
                other => other,
            })?;
            match (line.trim().is_empty(), lines.is_empty()) {
                (true, true) => {}
                (true, false) => return Ok(Some(lines)),
                // No answer at all: there is nothing to wait for.
                (false, true) if !line.starts_with(['=', '?']) => return Ok(Some(vec![line])),
                (false, _) => lines.push(line),
            }
        }
        Ok(None)
    }

    /// Sends a command that needs no thought; to a `?` the program answers for.
    pub fn tell(&mut self, command: &Command) -> Result<(), PlayerError> {
        let response = self.ask(command, self.patience.notice)?;
        if response.success {
            return Ok(());
        }
        Err(self.fault(&format!("`{command}` was answered `? {}`", short(&response.text))))
    }

    /// Sends a command that prepares a game. If the program does not take it, it cannot play this
    /// game, and that is nobody's fault.
    pub fn prepare(&mut self, command: &Command) -> Result<(), PlayerError> {
        let response = self.ask(command, self.patience.notice)?;
        if response.success {
            return Ok(());
        }
        let (name, why) = (&self.name, short(&response.text));
        Err(PlayerError::House(format!("{name} cannot play this game: `{command}`: {why}")))
    }

    /// The program's fault, in words.
    pub fn fault(&self, what: &str) -> PlayerError {
        PlayerError::Fault(format!("{}: {what}", self.label()))
    }

    fn label(&self) -> &str {
        if self.name.is_empty() { &self.command } else { &self.name }
    }

    /// The log, for the next line to the same program.
    pub(crate) fn take_log(&mut self) -> Option<WireLog> {
        self.process.take_log()
    }

    /// Tells the program to quit, and waits so long; `false` if it still runs.
    pub fn quit(&mut self, patience: Duration) -> bool {
        // If it cannot be told, it is gone, or will be when this is dropped.
        let _ = self.process.send("quit");
        self.process.wait(patience).is_some()
    }
}

/// What a program is taken to know that does not say.
const ASSUMED: [&str; 12] = [
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "name",
    "version",
    "PG-SuggestMove",
    "PG-MovePlayed",
    "PG-TriedMove",
    "PG-StonesTaken",
    "PG-Caught",
];
