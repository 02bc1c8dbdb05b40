//! The guess stones of a person at the terminal, and how good they were.

use kage_goban::{Color, PointSet};
use kage_phantom::{Choice, RefereeRules, Setup};
use kage_referee::{Session, SessionError};

/// The guess stones, as they changed.
#[derive(Clone, Default, Debug)]
pub(crate) struct Guesses {
    /// The stones after so many choices of both sides.
    changes: Vec<(usize, PointSet)>,
}

/// How good the guess stones were, by the time for which they stood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GuessReview {
    /// An enemy stone was there at some moment while the guess stone stood.
    pub right: PointSet,
    /// There was none.
    pub wrong: PointSet,
    /// Stones that were hidden at the end, without a guess stone.
    pub missed: PointSet,
}

impl Guesses {
    /// Puts guess stones on these points, or takes away those that stand there.
    pub(crate) fn toggle(&mut self, choices: usize, points: PointSet) {
        let now = self.stones();
        self.changes.push((choices, (now | points) - (now & points)));
    }

    /// The guess stones that stand now.
    pub(crate) fn stones(&self) -> PointSet {
        self.stones_after(usize::MAX)
    }

    fn stones_after(&self, choices: usize) -> PointSet {
        let known = self.changes.partition_point(|(at, _)| *at <= choices);
        known.checked_sub(1).map_or(PointSet::EMPTY, |last| self.changes[last].1)
    }

    /// Choices were taken back: what stands now stands since then.
    pub(crate) fn rewind(&mut self, choices: usize) {
        for (at, _) in &mut self.changes {
            *at = (*at).min(choices);
        }
    }

    /// Plays the finished game again and judges the guess stones of a seat. `None` if there are none.
    pub(crate) fn review(
        &self,
        rules: RefereeRules,
        setup: Setup,
        choices: &[(Color, Choice)],
        me: Color,
    ) -> Result<Option<GuessReview>, SessionError> {
        let stones = self.stones();
        if stones.is_empty() {
            return Ok(None);
        }
        let (mut session, witness) = Session::new(rules, setup);
        let mut right = self.stones_after(0) & witness.position().board().stones(!me);
        for (&(seat, choice), made) in choices.iter().zip(1..) {
            session.hear(seat, choice)?;
            let standing = self.stones_after(made);
            right = standing & (right | witness.position().board().stones(!me));
        }
        let hidden = witness.position().board().stones(!me) - session.view(me).theirs();
        Ok(Some(GuessReview { right, wrong: stones - right, missed: hidden - stones }))
    }
}
