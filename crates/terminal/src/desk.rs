//! The operator's desk: a player that hears what a human referee says.

mod answer;

use crate::{TerminalError, Typed, boards};
pub use answer::AnswerError;
use answer::{Word, read};
use kage_goban::{BoardSize, ByColor, Color, Move};
use kage_phantom::{
    Answer, Choice, Observation, Player, PlayerError, RefereeRules, Seat, Setup, Sound,
};
use std::io::Write;
use std::time::{Duration, Instant};

/// The list of commands that the user can type.
pub const DESK_HELP: &str = "\
On its turn, Kage prints its try. Type what the referee said:
  l                 legal                    l 3           legal, and 3 stones were taken
  l 2 D4 D5         ... and their points      l 0 atari     legal, and atari was announced
  i                 illegal                  i stone|suicide|ko   ... with the reason
On the opponent's turn, type what the referee says:
  m                 a move was played        m D4 D5       ... and captured these stones of Kage
  m atari           ... and announced atari  p             a pass
  t                 a try was refused        resigns       the opponent resigns
If the referee says more, type it too: m after 2 (two tries were refused before the move),
  l stones 12 11, m stones 12 11 (Black's and White's stones on the board).
At any time: undo (the last answer), board, log, clock, help, quit.";

/// Makes the player of the desk. Every call makes the same player, so that undo can seat it again.
pub type SeatPlayer = dyn Fn() -> Result<Box<dyn Player>, PlayerError>;

/// A player, what it has heard, and both clocks.
pub struct Desk {
    seat_player: Box<SeatPlayer>,
    start: Seat,
    seat: Seat,
    player: Box<dyn Player>,
    /// The try of Kage that the referee has not answered yet.
    pending: Option<Choice>,
    clocks: ByColor<Duration>,
    /// The clocks before each observation, so that undo restores them.
    clocks_before: Vec<ByColor<Duration>>,
    since: Instant,
    limit: Option<Duration>,
    /// After two passes: only undo and quit are allowed.
    counted: bool,
    over: bool,
}

impl Desk {
    /// Seats the player.
    pub fn new(
        seat_player: Box<SeatPlayer>,
        rules: RefereeRules,
        size: BoardSize,
        seat: Color,
    ) -> Result<Desk, TerminalError> {
        let seat = Seat::new(rules, &Setup::even(size), seat);
        let mut desk = Desk {
            start: seat.clone(),
            player: seat_player()?,
            seat_player,
            seat,
            pending: None,
            clocks: ByColor::default(),
            clocks_before: Vec::new(),
            since: Instant::now(),
            limit: rules.clock.main,
            counted: false,
            over: false,
        };
        desk.sit(&[])?;
        Ok(desk)
    }

    /// Seats a new player and gives it all observations again. Undo works in this way.
    fn sit(&mut self, heard: &[Observation]) -> Result<(), TerminalError> {
        self.player = (self.seat_player)()?;
        self.seat = self.start.clone();
        self.player.begin(&self.seat)?;
        for news in heard {
            self.hear(news)?;
        }
        Ok(())
    }

    fn hear(&mut self, news: &Observation) -> Result<(), AnswerError> {
        self.seat.hear(news).map_err(AnswerError::Impossible)?;
        self.player.hear(&self.seat, news).map_err(AnswerError::Player)
    }

    /// Reads answers until the game is over or the operator quits.
    pub fn work(&mut self, input: &Typed, out: &mut impl Write) -> Result<(), TerminalError> {
        writeln!(out, "{}", boards::one(&self.seat))?;
        while !self.over {
            if self.is_my_turn() && self.pending.is_none() && !self.counted {
                self.think(out)?;
                continue;
            }
            let Some(line) = self.prompt(input, out)? else { break };
            match read(line.trim(), &self.seat, self.pending) {
                Ok(word) => self.act(word, out)?,
                Err(error) => writeln!(out, "{error}")?,
            }
        }
        Ok(())
    }

    fn is_my_turn(&self) -> bool {
        self.seat.turn() == self.seat.color()
    }

    fn think(&mut self, out: &mut impl Write) -> Result<(), TerminalError> {
        let left = self.limit.map(|limit| limit.saturating_sub(self.clock_of(self.seat.color())));
        let choice = self.player.choose(&self.seat, left)?;
        match choice {
            Choice::Resign => {
                writeln!(out, "Kage resigns.")?;
                self.over = true;
            }
            Choice::Pass => writeln!(out, "Kage passes. (l when the referee has heard it)")?,
            Choice::Try(point) => writeln!(out, "Kage tries {point}.")?,
        }
        self.pending = Some(choice);
        Ok(())
    }

    fn prompt(&self, input: &Typed, out: &mut impl Write) -> Result<Option<String>, TerminalError> {
        let question = match self.pending {
            Some(choice) => format!("referee on {choice}"),
            None => "opponent".to_owned(),
        };
        write!(out, "move {}, {question}> ", self.seat.moves() + 1)?;
        out.flush()?;
        Ok(input.line())
    }

    fn act(&mut self, word: Word, out: &mut impl Write) -> Result<(), TerminalError> {
        match word {
            Word::Answer(_) if self.counted => writeln!(out, "The game is over: undo or quit.")?,
            Word::Answer(news) => return self.take(&news, out),
            Word::Resigns => {
                writeln!(out, "The opponent resigns: Kage wins.")?;
                self.over = true;
            }
            Word::Undo => return self.undo(out),
            Word::Board => writeln!(out, "{}", boards::one(&self.seat))?,
            Word::Log => {
                for news in self.seat.log() {
                    writeln!(out, "  {news}")?;
                }
            }
            Word::Clock => self.show_clocks(out)?,
            Word::Help => writeln!(out, "{DESK_HELP}")?,
            Word::Quit => self.over = true,
        }
        Ok(())
    }

    fn take(&mut self, news: &Observation, out: &mut impl Write) -> Result<(), TerminalError> {
        let turn = self.seat.turn();
        let passed_before = self.last_was_pass();
        match self.hear(news) {
            Err(error) => return Ok(writeln!(out, "{error}; nothing was changed")?),
            Ok(()) => self.pending = None,
        }
        self.clocks_before.push(self.clocks);
        if self.seat.turn() != turn {
            self.clocks[turn] += self.since.elapsed();
            self.since = Instant::now();
            writeln!(out, "{}", boards::one(&self.seat))?;
            self.show_clocks(out)?;
            if passed_before && self.last_was_pass() {
                writeln!(
                    out,
                    "Two passes: the game is over. Open the board and count; then quit,"
                )?;
                writeln!(out, "or undo if the last one was mistyped.")?;
                self.counted = true;
            }
        }
        Ok(())
    }

    fn last_was_pass(&self) -> bool {
        let moves = self.seat.log().iter().rev().find(|news| {
            matches!(
                news,
                Observation::Mine(Answer::Accepted { .. })
                    | Observation::Theirs(Sound::Moved { .. })
            )
        });
        matches!(
            moves,
            Some(
                Observation::Mine(Answer::Accepted { play: Move::Pass, .. })
                    | Observation::Theirs(Sound::Moved { passed: true, .. })
            )
        )
    }

    /// Takes the last answer back. If it was about a try of Kage, that try waits for an answer
    /// again.
    fn undo(&mut self, out: &mut impl Write) -> Result<(), TerminalError> {
        let mut heard = self.seat.log().to_vec();
        let Some(last) = heard.pop() else {
            return Ok(writeln!(out, "There is nothing to take back.")?);
        };
        self.sit(&heard)?;
        self.counted = false;
        if let Some(clocks) = self.clocks_before.pop() {
            self.clocks = clocks;
            self.since = Instant::now();
        }
        self.pending = match last {
            Observation::Mine(Answer::Refused { point, .. }) => Some(Choice::Try(point)),
            Observation::Mine(Answer::Accepted { play: Move::Play(point), .. }) => {
                Some(Choice::Try(point))
            }
            Observation::Mine(Answer::Accepted { play: Move::Pass, .. }) => Some(Choice::Pass),
            _ => None,
        };
        writeln!(out, "Taken back: {last}\n{}", boards::one(&self.seat))?;
        Ok(())
    }

    fn clock_of(&self, color: Color) -> Duration {
        let running = if self.seat.turn() == color { self.since.elapsed() } else { Duration::ZERO };
        self.clocks[color] + running
    }

    fn show_clocks(&self, out: &mut impl Write) -> Result<(), TerminalError> {
        let clock = |color: Color| {
            let time = self.clock_of(color).as_secs();
            format!("{color} {}:{:02}", time / 60, time % 60)
        };
        Ok(writeln!(out, "  {}   {}", clock(Color::Black), clock(Color::White))?)
    }
}
