//! The choices so far, and taking moves back.

use super::{DeadStones, Game, Truth};
use crate::command_error::CommandError;
use crate::replay_frame::{FrameCause, ReplayFrameKind};
use kage_goban::{ByColor, Color};
use kage_phantom::{Choice, Ruling};
use kage_referee::Referee;

/// A try, pass or resignation, and whether the referee accepted it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RuledChoice {
    seat: Color,
    choice: Choice,
    accepted: bool,
}

impl Game {
    /// The tries and passes that led here, without those that were taken back. A resignation is left out, so
    /// that a resigned game can go on.
    pub(crate) fn choices(&self) -> Vec<(Color, Choice)> {
        let made = self.choices.iter().map(|ruled| (ruled.seat, ruled.choice));
        made.filter(|(_, choice)| *choice != Choice::Resign).collect()
    }

    /// Adds a choice. A resignation has no ruling.
    pub(super) fn add_choice(&mut self, seat: Color, choice: Choice, ruling: Option<&Ruling>) {
        let accepted = matches!(ruling, Some(Ruling::Accepted { .. }));
        self.choices.push(RuledChoice { seat, choice, accepted });
    }

    /// The index of a seat's last accepted move. Refused tries before that move stay when the move
    /// is taken back.
    pub(super) fn last_move_of(&self, seat: Color) -> Option<usize> {
        self.choices.iter().rposition(|choice| choice.seat == seat && choice.accepted)
    }

    /// The index of the operator's last entry. A bot's answer to it goes with it.
    pub(super) fn last_entry(&self) -> Option<usize> {
        self.choices.iter().rposition(|choice| !self.is_bot(choice.seat))
    }

    /// Takes the game back to its first `keep` choices.
    pub(super) fn rewind(&mut self, keep: usize) -> Result<(), CommandError> {
        let (mut referee, mut witness) = Referee::new(self.spec.rules, self.spec.setup());
        let mut heard = ByColor::<usize>::default();
        for ruled in &self.choices[..keep] {
            let observations = referee.hear(ruled.seat, ruled.choice)?;
            for seat in Color::BOTH {
                heard[seat] += observations[seat].len();
            }
        }
        witness.news();
        self.truth = Truth::Running(Box::new(referee));
        self.witness = witness;
        self.choices.truncate(keep);
        self.dead_stones = DeadStones::default();
        for seat in Color::BOTH {
            self.logs[seat].rewind(heard[seat])?;
        }
        let words = ByColor::new(|_| vec![format!("taken back to move {}", self.moves())]);
        self.record_frame(FrameCause::of(ReplayFrameKind::Undone), words);
        Ok(())
    }
}
