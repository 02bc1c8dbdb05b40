//! What an event changes.

use super::{Game, Truth};
use crate::command_error::CommandError;
use crate::event::{Event, ForfeitReason};
use crate::replay_frame::{FrameCause, ReplayFrameKind};
use crate::seat_log::{RematchSeat, TableEvent};
use crate::spec::Kind;
use kage_goban::{ByColor, Color, PointSet};
use kage_phantom::{Choice, Forfeit, Observation, Ruling};
use kage_referee::{Heard, Referee};

impl Game {
    /// Applies an event. An event that does not fit is refused, and the game is unchanged.
    pub(crate) fn apply(&mut self, event: &Event) -> Result<(), CommandError> {
        self.check(event)?;
        match event {
            Event::SeatTaken { seat, name, guest } => {
                self.names[*seat] = Some(name.clone());
                self.guests[*seat].clone_from(guest);
            }
            Event::Began => {
                self.began = true;
                self.tell_both(&TableEvent::Began);
                self.record_frame(FrameCause::of(ReplayFrameKind::Began), ByColor::default());
            }
            Event::Ruled { seat, choice, spent, chance, .. } => {
                self.choose(*seat, *choice, *spent, *chance)?;
            }
            Event::Forfeited { seat, why } => self.forfeit(*seat, *why)?,
            Event::UndoAsked { seat, .. } => {
                self.undo_asked = Some(*seat);
                self.tell_both(&TableEvent::UndoAsked(*seat));
            }
            Event::UndoAnswered { seat, allowed, .. } => self.answer_undo(*seat, *allowed)?,
            Event::EntryTakenBack { .. } => self.take_entry_back()?,
            Event::DeadMarked { seat, dead, .. } => self.mark_dead(*seat, *dead),
            Event::HintGiven { seat, hint, .. } => {
                self.hints[*seat] += 1;
                self.logs[*seat].hear_hint(hint);
            }
            Event::RematchAsked { seat, .. } => self.ask_rematch(*seat),
            Event::RematchMade { game, tokens } => self.link_rematch(game, tokens),
        }
        if let Some((seat, id)) = event.asked_by() {
            // What the operator of a desk enters for a seat is the operator's message.
            let sender = seat.filter(|_| self.spec.kind != Kind::Desk);
            self.messages.insert((sender, id.to_owned()));
        }
        Ok(())
    }

    fn choose(
        &mut self,
        seat: Color,
        choice: Choice,
        spent: u64,
        chance: Option<f64>,
    ) -> Result<(), CommandError> {
        let Truth::Running(referee) = &mut self.truth else { return Err(CommandError::NotPlaying) };
        let heard = referee.hear(seat, choice)?;
        let ruling = self.witness.news().pop();
        let accepted = matches!(ruling, Some(Ruling::Accepted { .. }));
        self.add_choice(seat, choice, ruling.as_ref());
        if let Some(clocks) = &mut self.clocks {
            clocks.spend(seat, spent);
            if accepted {
                clocks.add_increment(seat);
            }
        }
        if accepted {
            self.frames.count_move();
            self.undo_asked = None;
        }
        let words = self.tell_each(&heard)?;
        self.open_truth_if_over();
        self.record_frame(FrameCause { chance, ..FrameCause::of_ruling(seat, ruling) }, words);
        Ok(())
    }

    fn forfeit(&mut self, seat: Color, why: ForfeitReason) -> Result<(), CommandError> {
        let Truth::Running(referee) = &mut self.truth else { return Err(CommandError::NotPlaying) };
        let why = match why {
            ForfeitReason::Time => Forfeit::Time,
            ForfeitReason::Conduct => Forfeit::Conduct,
        };
        let heard = referee.forfeit(seat, why)?;
        if let (Forfeit::Time, Some(clocks)) = (why, &mut self.clocks) {
            clocks.spend(seat, clocks.left(seat));
        }
        let words = self.tell_each(&heard)?;
        self.open_truth_if_over();
        self.record_frame(FrameCause::by(ReplayFrameKind::Forfeited, seat), words);
        Ok(())
    }

    /// Adds to each seat's log what the referee told that seat. Returns the words for the frame.
    fn tell_each(&mut self, heard: &Heard) -> Result<ByColor<Vec<String>>, CommandError> {
        for seat in Color::BOTH {
            for observation in &heard[seat] {
                self.logs[seat].hear(observation)?;
            }
        }
        Ok(ByColor::new(|seat| heard[seat].iter().map(Observation::to_string).collect()))
    }

    /// Adds to both logs what both seats may know.
    fn tell_both(&mut self, event: &TableEvent) {
        for seat in Color::BOTH {
            self.logs[seat].hear_table(event);
        }
    }

    /// When the game is over, the truth is opened.
    fn open_truth_if_over(&mut self) {
        let over = matches!(&self.truth, Truth::Running(referee) if referee.outcome().is_some());
        if !over {
            return;
        }
        // `finish` consumes the referee, so another one takes its place for a moment.
        let (stand_in, _) = Referee::new(self.spec.rules, self.spec.setup());
        let truth = std::mem::replace(&mut self.truth, Truth::Running(Box::new(stand_in)));
        if let Truth::Running(referee) = truth {
            self.truth = Truth::Over(Box::new(referee.finish()));
        }
        self.undo_asked = None;
    }

    fn answer_undo(&mut self, seat: Color, allowed: bool) -> Result<(), CommandError> {
        let asker = self.undo_asked.ok_or(CommandError::NotAsked)?;
        let keep = self.last_move_of(asker).ok_or(CommandError::NothingToUndo)?;
        if allowed {
            self.rewind(keep)?;
        } else {
            self.tell_both(&TableEvent::UndoRefused(seat));
        }
        self.undo_asked = None;
        Ok(())
    }

    fn take_entry_back(&mut self) -> Result<(), CommandError> {
        let keep = self.last_entry().ok_or(CommandError::NothingToUndo)?;
        self.rewind(keep)
    }

    fn mark_dead(&mut self, seat: Color, dead: PointSet) {
        let Truth::Over(record) = &mut self.truth else { return };
        let settled = self.dead_stones.mark(seat, dead, record);
        let outcome = *record.outcome();
        self.tell_both(&TableEvent::DeadMarked(seat, dead));
        if settled {
            self.tell_both(&TableEvent::DeadAgreed(dead, outcome));
            let words =
                ByColor::new(|_| vec![format!("counted again without the dead: {outcome}")]);
            let cause = FrameCause { taken: dead, ..FrameCause::of(ReplayFrameKind::Settled) };
            self.record_frame(cause, words);
        }
    }

    fn ask_rematch(&mut self, seat: Color) {
        if !self.rematch_asked[seat] {
            self.rematch_asked[seat] = true;
            self.tell_both(&TableEvent::RematchAsked(seat));
        }
    }

    /// Colours are swapped in a rematch. Each seat hears only its own new token.
    fn link_rematch(&mut self, game: &str, tokens: &ByColor<Option<String>>) {
        self.rematch = Some(game.to_owned());
        for seat in Color::BOTH {
            if let Some(token) = tokens[seat].clone() {
                let game = game.to_owned();
                self.logs[seat].hear_rematch(RematchSeat { game, token, seat: !seat });
            }
        }
    }
}
