//! A game in the terminal: a person, a player, and the referee between them.

mod hint;

use crate::guesses::{GuessReview, Guesses};
use crate::{AnswerError, SeatPlayer, TerminalError, Typed, boards};
use kage_goban::{BoardSize, Color, Point, PointSet};
use kage_phantom::{
    Answer, Choice, Forfeit, Observation, Player, RefereeRules, Seat, Seats, Setup,
};
use kage_referee::{Heard, Record, Session, SessionError};
use std::io::Write;

/// The list of commands that the user can type.
pub const GAME_HELP: &str = "\
Type a point such as E5 to try it. If the referee refuses it, try another point: an opponent's stone
is there, or the move is suicide or ko. Other words: pass, resign, board (draw it again), log (all
that you have heard), hint (what Kage would try, and why), undo (your last move and what followed),
guess D4 E5 (puts guess stones, or takes them away: they are reviewed at the end), help, quit. Two passes in a row end the game; then you see the true board.
On your board, ? is a refused point whose reason is open, and ! a stone that may have been captured.";

/// A game of a person at the terminal against a player, with the referee.
pub struct TerminalGame {
    session: Session,
    rules: RefereeRules,
    setup: Setup,
    me: Color,
    seat_opponent: Box<SeatPlayer>,
    seat_adviser: Box<SeatPlayer>,
    opponent: Box<dyn Player>,
    /// What both sides have chosen, and whether it was accepted.
    choices: Vec<(Color, Choice, bool)>,
    guesses: Guesses,
    hints: u32,
}

/// A game at the terminal that has ended.
#[derive(Debug)]
pub struct Finished {
    /// The game.
    pub record: Record,
    /// What each seat knew at the end.
    pub seats: Seats,
    /// How good the guess stones were, if there are any.
    pub guesses: Option<GuessReview>,
    /// How many hints the person got.
    pub hints: u32,
}

/// An input of the person.
enum Word {
    Choice(Choice),
    Hint,
    Undo,
    Guess(PointSet),
    Board,
    Log,
    Help,
    Quit,
}

impl TerminalGame {
    /// A new game on an empty board. The adviser gives hints.
    pub fn new(
        rules: RefereeRules,
        size: BoardSize,
        me: Color,
        seat_opponent: Box<SeatPlayer>,
        seat_adviser: Box<SeatPlayer>,
    ) -> Result<TerminalGame, TerminalError> {
        let setup = Setup::even(size);
        // The game has no spectators, so the witness is dropped.
        let (session, _) = Session::new(rules, setup);
        let opponent = seat_opponent()?;
        Ok(TerminalGame {
            session,
            rules,
            setup,
            me,
            seat_opponent,
            seat_adviser,
            opponent,
            choices: Vec::new(),
            guesses: Guesses::default(),
            hints: 0,
        })
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
                Word::Hint => self.give_hint(out)?,
                Word::Undo => drawn = !self.undo(out)?,
                Word::Guess(points) => self.guess(out, points)?,
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
                    "`{}`? A point such as E5, or: pass, resign, hint, undo, guess, board, log, help, quit.",
                    line.trim()
                )?,
            }
        }
    }

    fn say(&mut self, out: &mut impl Write, choice: Choice) -> Result<(), TerminalError> {
        match self.session.hear(self.me, choice) {
            Ok(heard) => self.take(out, self.me, choice, &heard),
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
            Ok(heard) => self.take(out, seat, choice, &heard),
            Err(SessionError::Refused(error)) => {
                self.opponent_fails(out, &format!("{choice}: {error}"))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Notes a choice that the referee has ruled on, and tells both sides.
    fn take(
        &mut self,
        out: &mut impl Write,
        seat: Color,
        choice: Choice,
        heard: &Heard,
    ) -> Result<(), TerminalError> {
        let accepted = heard[seat]
            .iter()
            .any(|news| matches!(news, Observation::Mine(Answer::Accepted { .. })));
        self.choices.push((seat, choice, accepted));
        self.spread(out, heard)
    }

    /// Says what the adviser would try with what the person has heard.
    fn give_hint(&mut self, out: &mut impl Write) -> Result<(), TerminalError> {
        let mut adviser = (self.seat_adviser)()?;
        seat_again(adviser.as_mut(), self.session.seat(self.me))?;
        let choice = adviser.choose(self.session.seat(self.me), None)?;
        self.hints += 1;
        Ok(writeln!(out, "{}", hint::in_words(choice, adviser.explain()))?)
    }

    /// Takes back the person's last move and everything after it. Returns whether there was one.
    fn undo(&mut self, out: &mut impl Write) -> Result<bool, TerminalError> {
        let mine = |&(seat, _, accepted): &(Color, Choice, bool)| seat == self.me && accepted;
        let Some(keep) = self.choices.iter().rposition(mine) else {
            writeln!(out, "You have made no move yet.")?;
            return Ok(false);
        };
        self.choices.truncate(keep);
        self.guesses.rewind(keep);
        let (session, _) = Session::new(self.rules, self.setup);
        self.session = session;
        for &(seat, choice, _) in &self.choices {
            self.session.hear(seat, choice)?;
        }
        self.opponent = (self.seat_opponent)()?;
        seat_again(self.opponent.as_mut(), self.session.seat(!self.me))?;
        writeln!(out, "Taken back. Tries that were refused before this move stay refused.")?;
        Ok(true)
    }

    fn guess(&mut self, out: &mut impl Write, points: PointSet) -> Result<(), TerminalError> {
        let board = PointSet::board(self.setup.size());
        if !points.is_subset(&board) {
            return Ok(writeln!(out, "{} is not on this board.", points - board)?);
        }
        self.guesses.toggle(self.choices.len(), points);
        let stones = self.guesses.stones();
        let shown = if stones.is_empty() { "none".to_owned() } else { stones.to_string() };
        Ok(writeln!(out, "Your guess stones: {shown}")?)
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
    pub fn finish(self) -> Result<Finished, TerminalError> {
        let choices: Vec<(Color, Choice)> =
            self.choices.iter().map(|&(seat, choice, _)| (seat, choice)).collect();
        let guesses = self.guesses.review(self.rules, self.setup, &choices, self.me)?;
        let (record, seats) = self.session.finish();
        Ok(Finished { record, seats, guesses, hints: self.hints })
    }
}

/// Gives a fresh player everything that a seat has heard.
fn seat_again(player: &mut dyn Player, seat: &Seat) -> Result<(), TerminalError> {
    let mut known = Seat::new(*seat.rules(), seat.setup(), seat.color());
    player.begin(&known)?;
    for news in seat.log() {
        known.hear(news).map_err(AnswerError::Impossible)?;
        player.hear(&known, news)?;
    }
    Ok(())
}

fn read_word(text: &str) -> Option<Word> {
    match text.to_ascii_lowercase().as_str() {
        "pass" => Some(Word::Choice(Choice::Pass)),
        "resign" => Some(Word::Choice(Choice::Resign)),
        "board" => Some(Word::Board),
        "log" => Some(Word::Log),
        "hint" => Some(Word::Hint),
        "undo" => Some(Word::Undo),
        "help" | "?" => Some(Word::Help),
        "quit" | "exit" => Some(Word::Quit),
        word => match word.strip_prefix("guess") {
            Some(points) => points
                .split_whitespace()
                .map(str::parse)
                .collect::<Result<_, _>>()
                .ok()
                .map(Word::Guess),
            None => word.parse::<Point>().ok().map(|point| Word::Choice(Choice::Try(point))),
        },
    }
}
