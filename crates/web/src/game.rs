//! The rules of one game at the table: pure, without time and without IO.
//!
//! A [`Command`] becomes an [`Event`] by [`Game::decide`], which changes nothing. An event changes
//! the game by [`Game::apply`], and there is no other way to change it. So a game that is read
//! from the disk is the game that was played.
//!
//! | file | content |
//! |---|---|
//! | `decide` | from a command to an event; whether an event fits |
//! | `apply` | what an event changes |
//! | `beginning` | games that begin with the choices of another one |
//! | `undo` | the choices so far, and taking moves back |
//! | `dead_stones` | marking dead stones after a count |
//! | `recording` | replay frames, recorded while somebody watches |
//! | `guess_score` | how good the guess stones were |
//! | `ending` | the truth at the end: board, score, files |
//!
//! [`Command`]: crate::command::Command

mod apply;
mod beginning;
mod dead_stones;
mod decide;
mod ending;
mod guess_score;
mod recording;
#[cfg(test)]
pub(crate) mod tests;
mod undo;

use crate::clock::Clocks;
use crate::command_error::CommandError;
use crate::event::Event;
use crate::seat_log::SeatLog;
use crate::spec::Spec;
pub(crate) use beginning::journal_with;
use dead_stones::DeadStones;
pub(crate) use guess_score::score_guesses;
use kage_goban::{ByColor, Color};
use kage_referee::{Record, Referee, Witness};
pub(crate) use recording::Recording;
use recording::ReplayFrames;
use std::collections::HashSet;
use undo::RuledChoice;

/// The state of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// A seat is empty.
    Waiting,
    Playing,
    Over,
}

impl State {
    /// Its name in messages.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            State::Waiting => "waiting",
            State::Playing => "playing",
            State::Over => "over",
        }
    }
}

/// The true game: with its referee while it runs, as a record when it is over.
enum Truth {
    Running(Box<Referee>),
    Over(Box<Record>),
}

/// One game.
pub(crate) struct Game {
    pub(crate) spec: Spec,
    names: ByColor<Option<String>>,
    guests: ByColor<Option<String>>,
    logs: ByColor<SeatLog>,
    clocks: Option<Clocks>,
    truth: Truth,
    witness: Witness,
    began: bool,
    choices: Vec<RuledChoice>,
    undo_asked: Option<Color>,
    rematch_asked: ByColor<bool>,
    rematch: Option<String>,
    dead_stones: DeadStones,
    /// How many hints each seat got.
    hints: ByColor<u32>,
    frames: ReplayFrames,
    /// The client messages that were carried out, with the seat that sent them.
    messages: HashSet<(Option<Color>, String)>,
}

impl Game {
    /// A game without events.
    pub(crate) fn new(spec: Spec, recording: Recording) -> Game {
        let setup = spec.setup();
        let (referee, witness) = Referee::new(spec.rules, setup);
        Game {
            names: ByColor::new(|seat| spec.seats[seat].name.clone()),
            guests: ByColor::new(|seat| spec.seats[seat].guest.clone()),
            logs: ByColor::new(|seat| SeatLog::new(spec.rules, &setup, seat)),
            clocks: spec.clock.map(Clocks::new),
            spec,
            truth: Truth::Running(Box::new(referee)),
            witness,
            began: false,
            choices: Vec::new(),
            undo_asked: None,
            rematch_asked: ByColor::default(),
            rematch: None,
            dead_stones: DeadStones::default(),
            hints: ByColor::default(),
            frames: ReplayFrames::new(recording),
            messages: HashSet::new(),
        }
    }

    /// The game after all events of its journal.
    pub(crate) fn replay(
        spec: Spec,
        journal: &[Event],
        recording: Recording,
    ) -> Result<Game, CommandError> {
        let mut game = Game::new(spec, recording);
        for event in journal {
            game.apply(event)?;
        }
        Ok(game)
    }

    pub(crate) fn state(&self) -> State {
        match self.truth {
            Truth::Over(_) => State::Over,
            Truth::Running(_) if self.began => State::Playing,
            Truth::Running(_) => State::Waiting,
        }
    }

    /// Whose turn it is, while the game is running.
    pub(crate) fn to_move(&self) -> Option<Color> {
        match &self.truth {
            Truth::Running(referee) if self.began => referee.to_move(),
            _ => None,
        }
    }

    /// The number of moves made. Everyone may know it.
    pub(crate) fn moves(&self) -> u32 {
        self.logs.black.view().moves()
    }

    /// What a seat has heard.
    pub(crate) fn log(&self, seat: Color) -> &SeatLog {
        &self.logs[seat]
    }

    pub(crate) const fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    pub(crate) const fn names(&self) -> &ByColor<Option<String>> {
        &self.names
    }

    /// Does a bot have this seat?
    pub(crate) fn is_bot(&self, seat: Color) -> bool {
        self.spec.seats[seat].bot.is_some()
    }

    /// Does this browser hold a seat?
    pub(crate) fn holds_seat(&self, guest: &str) -> bool {
        Color::BOTH.into_iter().any(|seat| self.guests[seat].as_deref() == Some(guest))
    }

    /// The browser that holds a seat.
    pub(crate) fn guest(&self, seat: Color) -> Option<&str> {
        self.guests[seat].as_deref()
    }

    /// Was this client message carried out before? The seat is `None` for an operator.
    pub(crate) fn has_done(&self, seat: Option<Color>, id: &str) -> bool {
        self.messages.contains(&(seat, id.to_owned()))
    }

    /// The seat that nobody has taken.
    pub(crate) fn empty_seat(&self) -> Option<Color> {
        Color::BOTH.into_iter().find(|&seat| self.names[seat].is_none())
    }

    /// The seat whose question to undo has no answer yet.
    pub(crate) const fn undo_asked(&self) -> Option<Color> {
        self.undo_asked
    }

    /// Which seats have asked for a rematch.
    pub(crate) const fn rematch_asked(&self) -> &ByColor<bool> {
        &self.rematch_asked
    }

    /// The id of the rematch, once it exists.
    pub(crate) fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }

    /// How many hints each seat got. Everyone may know it.
    pub(crate) const fn hints(&self) -> &ByColor<u32> {
        &self.hints
    }

    /// The recorded replay frames.
    pub(crate) const fn frames(&self) -> &ReplayFrames {
        &self.frames
    }

    /// Stops recording replay frames and forgets those there are.
    pub(crate) fn stop_recording(&mut self) {
        self.frames = ReplayFrames::new(Recording::Off);
    }

    /// The replay frames that may be shown now with a delay of so many moves. Without a delay
    /// (`None`) frames are shown only after the end.
    pub(crate) fn visible_frames(&self, delay: Option<u32>) -> &[crate::replay_frame::ReplayFrame] {
        match (self.state(), delay) {
            (State::Over, _) => self.frames.all(),
            (_, Some(delay)) => self.frames.older_than(delay),
            (_, None) => &[],
        }
    }
}
