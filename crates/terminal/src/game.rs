//! A game in the terminal: a person, a player, and the referee between them.

use crate::{TerminalError, Typed, boards};
use kage_goban::{BoardSize, Color, Point};
use kage_phantom::{Choice, Forfeit, Player, RefereeRules, Seats, Setup};
use kage_referee::{Heard, Record, Session, SessionError};
use std::io::Write;

/// The list of commands that the user can type.
pub const GAME_HELP: &str = "\
Type a point such as E5 to try it. If the referee refuses it, try another point: an opponent's stone
is there, or the move is suicide or ko. Other words: pass, resign, board (draw it again), log (all
that you have heard), help, quit. Two passes in a row end the game; then you see the true board.
On your board, ? is a refused point whose reason is open, and ! a stone that may have been captured.";

/// A game of a person at the terminal against a player, with the referee.
pub struct TerminalGame {
    session: Session,
    me: Color,
    opponent: Box<dyn Player>,
}

/// An input of the person.
enum Word {
    Choice(Choice),
    Board,
    Log,
    Help,
    Quit,
}

impl TerminalGame {
    /// A new game on an empty board.
    pub fn new(
        rules: RefereeRules,
        size: BoardSize,
        me: Color,
        opponent: Box<dyn Player>,
    ) -> TerminalGame {
        // The game has no spectators, so the witness is dropped.
        let (session, _) = Session::new(rules, Setup::even(size));
        TerminalGame { session, me, opponent }
    }

    /// The name of the opponent.
    pub fn opponent_name(&self) -> String {
        self.opponent.name()
    }

    /// Plays until the game is over or the person quits.
    pub fn play(&mut self, input: &Typed, out: &mut impl Write) -> Result<(), TerminalError> {
        if let Err(error) = self.opponent.begin(self.session.seat(!self.me)) {
            self.opponent_fails(out, &error.to_string())?;
        }
        let mut drawn = false;
        while let Some(turn) = self.session.to_move() {
            if turn != self.me {
                self.opponent_moves(out)?;
                drawn = false;
                continue;
            }
            if !drawn {
                writeln!(out, "{}", boards::one(self.session.view(self.me)))?;
                drawn = true;
            }
            match self.ask(input, out)? {
                Word::Choice(choice) => self.say(out, choice)?,
                Word::Board => drawn = false,
                Word::Log => self.show_log(out)?,
                Word::Help => writeln!(out, "{GAME_HELP}")?,
                Word::Quit => return Ok(()),
            }
        }
        Ok(())
    }

    /// Asks until the input is valid. The end of the input means quit.
    fn ask(&self, input: &Typed, out: &mut impl Write) -> Result<Word, TerminalError> {
        loop {
            write!(out, "move {}, {}> ", self.session.view(self.me).moves() + 1, self.me)?;
            out.flush()?;
            // An error of the input means quit, so that the game is kept.
            let Some(line) = input.line() else {
                writeln!(out)?;
                return Ok(Word::Quit);
            };
            match read_word(line.trim()) {
                Some(word) => return Ok(word),
                None if line.trim().is_empty() => {}
                None => writeln!(
                    out,
                    "`{}`? A point such as E5, or: pass, resign, board, log, help, quit.",
                    line.trim()
                )?,
            }
        }
    }

    fn say(&mut self, out: &mut impl Write, choice: Choice) -> Result<(), TerminalError> {
        match self.session.hear(self.me, choice) {
            Ok(heard) => self.spread(out, &heard),
            Err(SessionError::Refused(error)) => Ok(writeln!(out, "{error}; nothing was changed")?),
            Err(error) => Err(error.into()),
        }
    }

    fn opponent_moves(&mut self, out: &mut impl Write) -> Result<(), TerminalError> {
        let seat = !self.me;
        let choice = match self.opponent.choose(self.session.seat(seat), None) {
            Ok(choice) => choice,
            Err(error) => return self.opponent_fails(out, &error.to_string()),
        };
        match self.session.hear(seat, choice) {
            Ok(heard) => self.spread(out, &heard),
            Err(SessionError::Refused(error)) => {
                self.opponent_fails(out, &format!("{choice}: {error}"))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// A player that fails forfeits.
    fn opponent_fails(&mut self, out: &mut impl Write, what: &str) -> Result<(), TerminalError> {
        writeln!(out, "Your opponent fails and forfeits: {what}")?;
        match self.session.forfeit(!self.me, Forfeit::Conduct) {
            Ok(heard) => self.spread(out, &heard),
            // The game is over already.
            Err(SessionError::Refused(_)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Gives both sides their observations.
    fn spread(&mut self, out: &mut impl Write, heard: &Heard) -> Result<(), TerminalError> {
        self.show(out, heard)?;
        let seat = !self.me;
        for news in &heard[seat] {
            if let Err(error) = self.opponent.hear(self.session.seat(seat), news) {
                return self.opponent_fails(out, &error.to_string());
            }
        }
        Ok(())
    }

    /// Shows what the person hears.
    fn show(&self, out: &mut impl Write, heard: &Heard) -> Result<(), TerminalError> {
        for news in &heard[self.me] {
            writeln!(out, "  referee: {news}")?;
        }
        Ok(())
    }

    fn show_log(&self, out: &mut impl Write) -> Result<(), TerminalError> {
        for news in self.session.seat(self.me).log() {
            writeln!(out, "  {news}")?;
        }
        Ok(())
    }

    /// Ends the game and opens the record.
    pub fn finish(self) -> (Record, Seats) {
        self.session.finish()
    }
}

fn read_word(text: &str) -> Option<Word> {
    match text.to_ascii_lowercase().as_str() {
        "pass" => Some(Word::Choice(Choice::Pass)),
        "resign" => Some(Word::Choice(Choice::Resign)),
        "board" => Some(Word::Board),
        "log" => Some(Word::Log),
        "help" | "?" => Some(Word::Help),
        "quit" | "exit" => Some(Word::Quit),
        point => point.parse::<Point>().ok().map(|point| Word::Choice(Choice::Try(point))),
    }
}
