//! A program for plain Go as a player that sees the board.

use crate::restartable::RestartableEngine;
use crate::vertex::{color_word, read_choice};
use crate::{Command, Timeouts, WireLog, response::short};
use kage_goban::{Color, Move, Position};
use kage_phantom::{Choice, PlayerError, RefereeRules, Setup, SightedPlayer};
use std::time::Duration;

/// The commands that a program must list to play Go.
const NEEDED: (&[&str], &str) =
    (&["genmove", "play", "clear_board"], "it cannot be seated as a sighted player");

/// A sighted player in a process of its own: any program with `play` and `genmove`.
///
/// It is not a [`Player`](kage_phantom::Player), so it cannot get a blind seat by mistake.
#[derive(Debug)]
pub struct SightedGtp {
    engine: RestartableEngine,
    color: Color,
    /// The move that the program has made on its own board, until it is confirmed.
    made: Option<Move>,
}

impl SightedGtp {
    /// Starts a program. The line is split into words as a shell would.
    pub fn start(
        command: &str,
        timeouts: Timeouts,
        log: Option<WireLog>,
    ) -> Result<SightedGtp, PlayerError> {
        let engine = RestartableEngine::open(command, timeouts, log, NEEDED)?;
        Ok(SightedGtp { engine, color: Color::Black, made: None })
    }
}

impl SightedPlayer for SightedGtp {
    fn name(&self) -> String {
        self.engine.name().to_owned()
    }

    fn begin(
        &mut self,
        rules: &RefereeRules,
        setup: &Setup,
        color: Color,
    ) -> Result<(), PlayerError> {
        (self.color, self.made) = (color, None);
        let mut commands = vec![
            Command::new("boardsize", [setup.size().get()]),
            Command::bare("clear_board"),
            Command::new("komi", [rules.komi]),
        ];
        if let Some(main) = rules.clock.main {
            commands.push(Command::new("time_settings", [main.as_secs(), 0, 0]));
        }
        let handicap = setup.stones(Color::Black);
        let stone = |point| Command::new("play", [color_word(Color::Black), &format!("{point}")]);
        commands.extend(handicap.iter().map(stone));
        self.engine.reopen()?;
        self.engine.with(|program| {
            commands.retain(|command| program.lists(&command.name));
            commands.iter().try_for_each(|command| program.prepare(command))
        })
    }

    fn choose(
        &mut self,
        position: &Position,
        left: Option<Duration>,
    ) -> Result<Choice, PlayerError> {
        let color = color_word(self.color);
        let choice = self.engine.with(|program| {
            if let Some(left) = left
                && program.lists("time_left")
            {
                let seconds = left.as_secs().to_string();
                program.tell(&Command::new("time_left", [color, &seconds, "0"]))?;
            }
            let limit = program.timeouts().for_move(left);
            let response = program.ask(&Command::new("genmove", [color]), limit)?;
            let text = short(response.text.trim());
            let choice = read_choice(&text, position.size()).filter(|_| response.success);
            let choice = choice.ok_or_else(|| program.fault(&format!("genmove gave `{text}`")))?;
            // A program that sees the board must not make illegal tries.
            if let Choice::Try(point) = choice
                && let Err(why) = position.check(Move::Play(point))
            {
                return Err(program
                    .fault(&format!("sees the board and plays {point}, which is illegal: {why}")));
            }
            Ok(choice)
        })?;
        self.made = match choice {
            Choice::Try(point) => Some(Move::Play(point)),
            Choice::Pass => Some(Move::Pass),
            Choice::Resign => None,
        };
        Ok(choice)
    }

    fn played(&mut self, color: Color, play: Move) -> Result<(), PlayerError> {
        // Its own move is on its board already.
        if color == self.color && self.made.take() == Some(play) {
            return Ok(());
        }
        let command = Command::new("play", [color_word(color), &play.to_string()]);
        self.engine.with(|program| program.tell(&command))
    }
}
