//! From a command to an event.

use super::{Game, State, Truth};
use crate::command::Command;
use crate::command_error::CommandError;
use crate::event::{ChoiceRuling, Event};
use crate::spec::Kind;
use kage_goban::{Color, Move, PointSet};
use kage_phantom::{Choice, adjudicate};

impl Game {
    /// Decides on a command. The event is complete, and the game is unchanged until the event is
    /// applied.
    pub(crate) fn decide(&self, command: Command) -> Result<Event, CommandError> {
        let event = match command {
            Command::TakeSeat { name, guest } => {
                let seat = self.empty_seat().ok_or(CommandError::SeatTaken)?;
                Event::SeatTaken { seat, name, guest }
            }
            Command::Begin => Event::Began,
            Command::Choose { seat, choice, spent, chance, id } => {
                let ruling = self.rule(seat, choice)?;
                Event::Ruled { seat, choice, ruling, spent, chance, id }
            }
            Command::Forfeit { seat, why } => Event::Forfeited { seat, why },
            Command::AskUndo { seat, id } => Event::UndoAsked { seat, id },
            Command::AnswerUndo { seat, allowed, id } => Event::UndoAnswered { seat, allowed, id },
            Command::TakeEntryBack { id } => Event::EntryTakenBack { id },
            Command::MarkDead { seat, dead, id } => Event::DeadMarked { seat, dead, id },
            Command::GiveHint { seat, hint, id } => Event::HintGiven { seat, hint, id },
            Command::AskRematch { seat, id } => Event::RematchAsked { seat, id },
            Command::LinkRematch { game, tokens } => Event::RematchMade { game, tokens },
        };
        self.check(&event)?;
        Ok(event)
    }

    /// Can this event happen now? Events of a journal are checked again when it is replayed.
    pub(super) fn check(&self, event: &Event) -> Result<(), CommandError> {
        match event {
            Event::SeatTaken { seat, .. } => match self.names[*seat] {
                Some(_) => Err(CommandError::SeatTaken),
                None => Ok(()),
            },
            Event::Began if self.began || self.empty_seat().is_some() => {
                Err(CommandError::NotPlaying)
            }
            Event::Ruled { seat, choice, ruling, .. } => {
                let (choice, journal, referee) = (*choice, *ruling, self.rule(*seat, *choice)?);
                if journal == referee {
                    Ok(())
                } else {
                    Err(CommandError::WrongRuling { choice, journal, referee })
                }
            }
            Event::Forfeited { .. } => self.to_move().map(drop).ok_or(CommandError::NotPlaying),
            Event::UndoAsked { seat, .. } => self.check_undo_question(*seat),
            Event::UndoAnswered { seat, .. } => {
                let asker = self.undo_asked.filter(|asker| asker != seat);
                let asker = asker.ok_or(CommandError::NotAsked)?;
                self.last_move_of(asker).map(drop).ok_or(CommandError::NothingToUndo)
            }
            Event::EntryTakenBack { .. } if self.spec.kind != Kind::Desk => {
                Err(CommandError::NoUndo)
            }
            Event::EntryTakenBack { .. } => {
                self.last_entry().map(drop).ok_or(CommandError::NothingToUndo)
            }
            Event::DeadMarked { dead, .. } => self.check_dead(*dead),
            Event::HintGiven { seat, .. } => self.check_hint(*seat),
            Event::RematchAsked { .. } if self.state() != State::Over => Err(CommandError::NotOver),
            Event::Began | Event::RematchAsked { .. } | Event::RematchMade { .. } => Ok(()),
        }
    }

    /// The referee's ruling on a choice, on the true position.
    fn rule(&self, seat: Color, choice: Choice) -> Result<ChoiceRuling, CommandError> {
        let turn = self.to_move().ok_or(CommandError::NotPlaying)?;
        let play = match choice {
            Choice::Resign => return Ok(ChoiceRuling::Resigned),
            _ if turn != seat => return Err(CommandError::NotYourTurn),
            Choice::Pass => Move::Pass,
            Choice::Try(point) => Move::Play(point),
        };
        Ok(adjudicate(self.witness.position(), play)?.into())
    }

    /// Hints are for persons who play against a bot, on their turn.
    pub(crate) fn check_hint(&self, seat: Color) -> Result<(), CommandError> {
        if self.spec.kind != Kind::Bot {
            return Err(CommandError::NoHints);
        }
        match self.to_move() {
            Some(turn) if turn == seat => Ok(()),
            Some(_) => Err(CommandError::NotYourTurn),
            None => Err(CommandError::NotPlaying),
        }
    }

    fn check_undo_question(&self, seat: Color) -> Result<(), CommandError> {
        if !self.spec.undo {
            return Err(CommandError::NoUndo);
        }
        self.to_move().ok_or(CommandError::NotPlaying)?;
        match self.last_move_of(seat) {
            Some(_) if self.undo_asked.is_none() => Ok(()),
            _ => Err(CommandError::NothingToUndo),
        }
    }

    fn check_dead(&self, dead: PointSet) -> Result<(), CommandError> {
        let Truth::Over(record) = &self.truth else { return Err(CommandError::NoMarks) };
        if !self.can_mark_dead() {
            return Err(CommandError::NoMarks);
        }
        let board = record.position().board();
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        if dead.is_subset(&stones) { Ok(()) } else { Err(CommandError::OffBoard) }
    }
}
