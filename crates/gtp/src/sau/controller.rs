//! A contest program as a player.

use super::{SIZE, read_sau_point, sau_lines};
use crate::process::deadline;
use crate::{Process, Timeouts, WireLog, response::short};
use kage_goban::Color;
use kage_phantom::{Answer, Choice, Observation, Player, PlayerError, Seat};
use std::time::{Duration, Instant};

/// How often a program may name a point off the board in one turn before it forfeits.
const MAX_OFF_BOARD: usize = 3;

/// A blind player in a process of its own that speaks the contest protocol.
///
/// After a fault the program is killed. The next game starts it again.
#[derive(Debug)]
pub struct SauPlayer {
    command: String,
    timeouts: Timeouts,
    process: Option<Process>,
    /// The log, while no process has it.
    log: Option<WireLog>,
    name: String,
    /// Lines for the program to hear before its next move. It answers them at once with that move, so
    /// they are sent only when the move is wanted.
    queued: Vec<String>,
    /// Whether the program has been told of the game.
    playing: bool,
}

impl SauPlayer {
    /// Starts a program. The line is split into words as a shell would.
    pub fn start(
        command: &str,
        timeouts: Timeouts,
        log: Option<WireLog>,
    ) -> Result<SauPlayer, PlayerError> {
        let mut player = SauPlayer {
            command: command.to_owned(),
            timeouts,
            process: None,
            log,
            name: command.to_owned(),
            queued: Vec::new(),
            playing: false,
        };
        player.reopen()?;
        Ok(player)
    }

    fn reopen(&mut self) -> Result<(), PlayerError> {
        if self.process.is_some() {
            return Ok(());
        }
        let process = Process::start(&self.command, self.log.take());
        self.process =
            Some(process.map_err(|error| PlayerError::Infrastructure(error.to_string()))?);
        self.send("name?")?;
        let answer = self.receive(self.timeouts.start)?;
        match answer.trim().split_once(char::is_whitespace) {
            Some((word, name)) if word.eq_ignore_ascii_case("name") => {
                self.name = short(name.trim());
                Ok(())
            }
            _ => Err(self.fault(&format!("`name?` was answered `{}`", short(&answer)))),
        }
    }

    /// An error that is the program's fault. The program is killed.
    fn fault(&mut self, what: &str) -> PlayerError {
        if let Some(mut process) = self.process.take() {
            self.log = process.take_log();
        }
        PlayerError::Fault(format!("{}: {what}", self.name))
    }

    fn with<T>(
        &mut self,
        step: impl FnOnce(&mut Process) -> Result<T, crate::ProcessError>,
    ) -> Result<T, PlayerError> {
        let Some(process) = &mut self.process else {
            return Err(self.fault("the program is gone"));
        };
        step(process).map_err(|error| self.fault(&error.to_string()))
    }

    fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        self.with(|process| process.send(line))
    }

    fn receive(&mut self, limit: Duration) -> Result<String, PlayerError> {
        self.with(|process| process.receive(limit))
    }

    /// Receives `move XY` or `move pass`; `None` for a point off the board.
    fn read_choice(&mut self, limit: Duration) -> Result<Option<Choice>, PlayerError> {
        let line = self.receive(limit)?;
        let words: Vec<String> = line.split_whitespace().map(str::to_ascii_lowercase).collect();
        match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["move", "pass"] => Ok(Some(Choice::Pass)),
            ["move", point] => Ok(read_sau_point(point).map(Choice::Try)),
            _ => Err(self.fault(&format!("expected `move XY`, it said `{}`", short(&line)))),
        }
    }

    /// Tells the program that the game is over. A fault then has no effect on the result.
    fn end_game(&mut self) {
        self.queued.clear();
        if std::mem::take(&mut self.playing) {
            let _ = self.send("end");
        }
    }
}

impl Player for SauPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, seat: &Seat) -> Result<(), PlayerError> {
        let even = seat.mine().is_empty() && seat.theirs().is_empty();
        if seat.size() != SIZE || !even {
            let why = "the contest protocol has only 9x9 without handicap";
            return Err(PlayerError::Infrastructure(format!("{}: {why}", self.name)));
        }
        self.end_game();
        self.reopen()?;
        if let Some(process) = &mut self.process {
            process.discard_waiting();
        }
        match seat.color() {
            Color::Black => self.queued.push("new black".to_owned()),
            Color::White => {
                self.playing = true;
                self.send("new white")?;
            }
        }
        Ok(())
    }

    fn choose(&mut self, _: &Seat, left: Option<Duration>) -> Result<Choice, PlayerError> {
        let deadline = deadline(self.timeouts.for_move(left));
        self.playing = true;
        for line in std::mem::take(&mut self.queued) {
            self.send(&line)?;
        }
        for _ in 0..MAX_OFF_BOARD {
            let limit = deadline.saturating_duration_since(Instant::now());
            match self.read_choice(limit)? {
                Some(choice) => return Ok(choice),
                None => self.send("error")?,
            }
        }
        Err(self.fault("it names points off the board"))
    }

    fn hear(&mut self, _: &Seat, observation: &Observation) -> Result<(), PlayerError> {
        match observation {
            Observation::Over(_) => self.end_game(),
            Observation::Mine(Answer::Accepted { .. }) => {
                for line in sau_lines(observation) {
                    self.send(&line)?;
                }
            }
            _ => self.queued.extend(sau_lines(observation)),
        }
        Ok(())
    }
}

impl Drop for SauPlayer {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process
            && process.send("quit").is_ok()
        {
            process.close_input();
            process.wait(self.timeouts.quit);
        }
    }
}
