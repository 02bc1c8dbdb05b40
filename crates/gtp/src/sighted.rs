//! A program for plain Go, as a player who is told the truth.

use crate::contact::Contact;
use crate::vertex::{color_word, read_choice};
use crate::{Command, Patience, WireLog, response::short};
use kage_goban::{Color, Move, Position};
use kage_phantom::{Choice, PlayerError, RefereeRules, Setup, SightedPlayer};
use std::time::Duration;

/// What a program must know to play Go.
const NEEDED: (&[&str], &str) =
    (&["genmove", "play", "clear_board"], "it cannot be seated as a sighted player");

/// A sighted player in a process of his own: any program with `play` and `genmove`.
///
/// He is no [`Player`](kage_phantom::Player), so no blind seat can be given to him by mistake.
#[derive(Debug)]
pub struct SightedGtp {
    contact: Contact,
    color: Color,
    /// The move that the program has made on its own board, and nobody has confirmed.
    made: Option<Move>,
}

impl SightedGtp {
    /// Starts a program. The line is split into words as a shell would.
    pub fn start(
        command: &str,
        patience: Patience,
        log: Option<WireLog>,
    ) -> Result<SightedGtp, PlayerError> {
        let contact = Contact::open(command, patience, log, NEEDED)?;
        Ok(SightedGtp { contact, color: Color::Black, made: None })
    }
}

impl SightedPlayer for SightedGtp {
    fn name(&self) -> String {
        self.contact.name().to_owned()
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
        self.contact.reopen()?;
        self.contact.with(|line| {
            commands.retain(|command| line.lists(&command.name));
            commands.iter().try_for_each(|command| line.prepare(command))
        })
    }

    fn choose(
        &mut self,
        position: &Position,
        left: Option<Duration>,
    ) -> Result<Choice, PlayerError> {
        let color = color_word(self.color);
        let choice = self.contact.with(|line| {
            if let Some(left) = left
                && line.lists("time_left")
            {
                let seconds = left.as_secs().to_string();
                line.tell(&Command::new("time_left", [color, &seconds, "0"]))?;
            }
            let patience = line.patience().for_move(left);
            let response = line.ask(&Command::new("genmove", [color]), patience)?;
            let text = short(response.text.trim());
            let choice = read_choice(&text, position.size()).filter(|_| response.success);
            let choice = choice.ok_or_else(|| line.fault(&format!("genmove gave `{text}`")))?;
            // A program that sees the board has no business with refused tries.
            if let Choice::Try(point) = choice
                && let Err(why) = position.check(Move::Play(point))
            {
                return Err(line.fault(&format!("sees the board, and plays {point}: {why}")));
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
        self.contact.with(|line| line.tell(&command))
    }
}
