//! GTP with a process, with a time limit for each answer.

use crate::process::deadline;
use crate::{Command, Process, ProcessError, Response, ResponseError, WireLog, response::short};
use kage_phantom::PlayerError;
use std::collections::BTreeSet;
use std::fmt;
use std::time::{Duration, Instant};

/// How long to wait for the answers of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// For the first answer. A program may have to load data.
    pub start: Duration,
    /// For a move without a clock. With a clock, the upper limit.
    pub answer: Duration,
    /// Added to the clock, for communication.
    pub grace: Duration,
    /// For an answer that needs no search.
    pub quick: Duration,
    /// For the program to end after `quit`.
    pub quit: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            start: Duration::from_secs(60),
            answer: Duration::from_secs(600),
            grace: Duration::from_secs(5),
            quick: Duration::from_secs(30),
            quit: Duration::from_secs(1),
        }
    }
}

impl Timeouts {
    /// The time limit of a move with this time left on the clock.
    pub fn for_move(&self, left: Option<Duration>) -> Duration {
        left.map_or(self.answer, |left| left.saturating_add(self.grace).min(self.answer))
    }
}

/// Why a command got no answer.
#[derive(Debug)]
enum AskError {
    /// The program ended, timed out or wrote a line that is too long.
    Process(ProcessError),
    /// The answer has too many lines.
    Endless,
    /// The lines are not an answer in GTP.
    Response(ResponseError),
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AskError::Process(error) => error.fmt(f),
            AskError::Endless => write!(f, "an answer of more than {MAX_ANSWER} lines"),
            AskError::Response(error) => error.fmt(f),
        }
    }
}

/// The largest number of lines of an answer.
const MAX_ANSWER: usize = 2000;

/// A connection to a program that speaks GTP.
#[derive(Debug)]
pub struct GtpConnection {
    process: Process,
    /// The command line, for messages.
    command: String,
    timeouts: Timeouts,
    commands: BTreeSet<String>,
    name: String,
}

impl GtpConnection {
    /// Starts a program and asks for its name and its commands. A program that does not answer
    /// `list_commands` is assumed to have the usual ones.
    pub fn open(
        command: &str,
        timeouts: Timeouts,
        log: Option<WireLog>,
    ) -> Result<GtpConnection, PlayerError> {
        let process = Process::start(command, log)
            .map_err(|error| PlayerError::Infrastructure(error.to_string()))?;
        let (command, commands) = (command.to_owned(), BTreeSet::new());
        let mut connection =
            GtpConnection { process, command, timeouts, commands, name: String::new() };
        let listed = connection.ask(&Command::bare("list_commands"), timeouts.start)?;
        connection.commands = if listed.success {
            listed.text.split_whitespace().map(str::to_ascii_lowercase).collect()
        } else {
            ASSUMED.iter().map(|name| name.to_ascii_lowercase()).collect()
        };
        let named = connection.ask(&Command::bare("name"), timeouts.quick)?;
        let name = short(named.text.trim());
        connection.name =
            if named.success && !name.is_empty() { name } else { connection.command.clone() };
        Ok(connection)
    }

    /// The program's name; its command line if it has none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The timeouts of the connection.
    pub const fn timeouts(&self) -> Timeouts {
        self.timeouts
    }

    /// Whether the program lists this command.
    pub fn lists(&self, name: &str) -> bool {
        self.commands.contains(&name.to_ascii_lowercase())
    }

    /// Sends a command and waits at most this long for the whole answer. An error is the program's
    /// fault, and no further command can be sent.
    pub fn ask(&mut self, command: &Command, limit: Duration) -> Result<Response, PlayerError> {
        let asked = self.try_ask(command, limit);
        asked.map_err(|why| self.fault(&format!("`{}`: {why}", short(&command.to_string()))))
    }

    fn try_ask(&mut self, command: &Command, limit: Duration) -> Result<Response, AskError> {
        self.process.send(&command.to_string()).map_err(AskError::Process)?;
        let lines = self.read_answer(limit).map_err(AskError::Process)?;
        Response::parse(&lines.ok_or(AskError::Endless)?, command.id).map_err(AskError::Response)
    }

    /// The lines of an answer: those up to an empty line, without empty lines before them. `None` if
    /// there are too many.
    fn read_answer(&mut self, limit: Duration) -> Result<Option<Vec<String>>, ProcessError> {
        let deadline = deadline(limit);
        let mut lines = Vec::new();
        for _ in 0..MAX_ANSWER {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.process.receive(left).map_err(|error| match error {
                ProcessError::Silent(_) => ProcessError::Silent(limit),
                other => other,
            })?;
            match (line.trim().is_empty(), lines.is_empty()) {
                (true, true) => {}
                (true, false) => return Ok(Some(lines)),
                // This is no answer, so there is no end to wait for.
                (false, true) if !line.starts_with(['=', '?']) => return Ok(Some(vec![line])),
                (false, _) => lines.push(line),
            }
        }
        Ok(None)
    }

    /// Sends a command that needs no search. If it fails, this is the program's fault.
    pub fn tell(&mut self, command: &Command) -> Result<(), PlayerError> {
        let response = self.ask(command, self.timeouts.quick)?;
        if response.success {
            return Ok(());
        }
        Err(self.fault(&format!("`{command}` was answered `? {}`", short(&response.text))))
    }

    /// Sends a command that prepares a game. If it fails, the program cannot play this game, which is
    /// not its fault.
    pub fn prepare(&mut self, command: &Command) -> Result<(), PlayerError> {
        let response = self.ask(command, self.timeouts.quick)?;
        if response.success {
            return Ok(());
        }
        let (name, why) = (&self.name, short(&response.text));
        Err(PlayerError::Infrastructure(format!(
            "{name} cannot play this game: `{command}`: {why}"
        )))
    }

    /// An error that is the program's fault.
    pub fn fault(&self, what: &str) -> PlayerError {
        PlayerError::Fault(format!("{}: {what}", self.label()))
    }

    fn label(&self) -> &str {
        if self.name.is_empty() { &self.command } else { &self.name }
    }

    /// The log, for the next connection to the same program.
    pub(crate) fn take_log(&mut self) -> Option<WireLog> {
        self.process.take_log()
    }

    /// Sends `quit` and waits at most this long. Returns whether the program ended.
    pub fn quit(&mut self, limit: Duration) -> bool {
        // If this fails, the program has ended, or it is killed when this is dropped.
        let _ = self.process.send("quit");
        self.process.wait(limit).is_some()
    }
}

/// The commands of a program that does not list its commands.
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
