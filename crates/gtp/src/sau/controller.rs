//! A contest program, as a player.

use super::{SIZE, read_sau_point, sau_lines};
use crate::process::deadline;
use crate::{Patience, Process, WireLog, response::short};
use kage_goban::Color;
use kage_phantom::{Answer, Choice, Observation, Player, PlayerError, View};
use std::time::{Duration, Instant};

/// How often a program may name a point off the board before it forfeits.
const SLIPS: usize = 3;

/// A blind player in a process of his own that speaks the contest protocol.
///
/// After a fault the program is killed; the next game starts it anew.
#[derive(Debug)]
pub struct SauPlayer {
    command: String,
    patience: Patience,
    process: Option<Process>,
    /// The log, while no process has it.
    log: Option<WireLog>,
    name: String,
    /// What the program must hear before it is asked. It answers at once, so it hears this only
    /// when we wait for the answer.
    owed: Vec<String>,
    /// Has it been told of the game?
    playing: bool,
}

impl SauPlayer {
    /// Starts a program. The line is split into words as a shell would.
    pub fn start(
        command: &str,
        patience: Patience,
        log: Option<WireLog>,
    ) -> Result<SauPlayer, PlayerError> {
        let mut player = SauPlayer {
            command: command.to_owned(),
            patience,
            process: None,
            log,
            name: command.to_owned(),
            owed: Vec::new(),
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
        self.process = Some(process.map_err(|error| PlayerError::House(error.to_string()))?);
        self.send("name?")?;
        let answer = self.receive(self.patience.start)?;
        match answer.trim().split_once(char::is_whitespace) {
            Some((word, name)) if word.eq_ignore_ascii_case("name") => {
                self.name = short(name.trim());
                Ok(())
            }
            _ => Err(self.fault(&format!("`name?` was answered `{}`", short(&answer)))),
        }
    }

    /// The program's fault. It ends the program.
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

    fn receive(&mut self, patience: Duration) -> Result<String, PlayerError> {
        self.with(|process| process.receive(patience))
    }

    /// Reads `move XY` or `move pass`; `None` for a point off the board.
    fn read_choice(&mut self, patience: Duration) -> Result<Option<Choice>, PlayerError> {
        let line = self.receive(patience)?;
        let words: Vec<String> = line.split_whitespace().map(str::to_ascii_lowercase).collect();
        match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["move", "pass"] => Ok(Some(Choice::Pass)),
            ["move", point] => Ok(read_sau_point(point).map(Choice::Try)),
            _ => Err(self.fault(&format!("expected `move XY`, it said `{}`", short(&line)))),
        }
    }

    /// Once the game is over, nothing that a program does or leaves undone counts.
    fn end_game(&mut self) {
        self.owed.clear();
        if std::mem::take(&mut self.playing) {
            let _ = self.send("end");
        }
    }
}

impl Player for SauPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, view: &View) -> Result<(), PlayerError> {
        let even = view.mine().is_empty() && view.theirs().is_empty();
        if view.size() != SIZE || !even {
            let why = "the contest protocol knows 9x9 without handicap and nothing else";
            return Err(PlayerError::House(format!("{}: {why}", self.name)));
        }
        self.end_game();
        self.reopen()?;
        if let Some(process) = &mut self.process {
            process.forget_waiting();
        }
        match view.color() {
            Color::Black => self.owed.push("new black".to_owned()),
            Color::White => {
                self.playing = true;
                self.send("new white")?;
            }
        }
        Ok(())
    }

    fn choose(&mut self, _: &View, left: Option<Duration>) -> Result<Choice, PlayerError> {
        let deadline = deadline(self.patience.for_move(left));
        self.playing = true;
        for line in std::mem::take(&mut self.owed) {
            self.send(&line)?;
        }
        for _ in 0..SLIPS {
            let patience = deadline.saturating_duration_since(Instant::now());
            match self.read_choice(patience)? {
                Some(choice) => return Ok(choice),
                None => self.send("error")?,
            }
        }
        Err(self.fault("names points off the board"))
    }

    fn hear(&mut self, _: &View, news: &Observation) -> Result<(), PlayerError> {
        match news {
            Observation::Over(_) => self.end_game(),
            Observation::Mine(Answer::Accepted { .. }) => {
                for line in sau_lines(news) {
                    self.send(&line)?;
                }
            }
            _ => self.owed.extend(sau_lines(news)),
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
            process.wait(self.patience.quit);
        }
    }
}
