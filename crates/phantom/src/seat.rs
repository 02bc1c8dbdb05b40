//! A view, and the log of what that seat heard.

use crate::{HearingError, Observation, RefereeRules, Setup, View};
use kage_goban::Color;
use std::fmt;
use std::ops::Deref;

/// All that one seat has of a game: its [`View`], and everything that it heard, in order.
///
/// Players and samplers of worlds get a seat. It can be used as its view; a [`Policy`](crate::Policy) and a rollout
/// need the view alone, which is small and cheap to copy.
///
/// ```
/// use kage_goban::{BoardSize, Color};
/// use kage_phantom::{Answer, Observation, RefereeRules, Seat, Setup};
///
/// let mut seat = Seat::new(RefereeRules::default(), &Setup::even(BoardSize::NINE), Color::Black);
/// let refused = Answer::Refused { point: "E5".parse().unwrap(), reason: None };
/// assert!(seat.hear(&Observation::Mine(refused)).is_ok());
/// assert_eq!(seat.log().len(), 1);
/// assert_eq!(seat.tried().len(), 1, "its view");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    view: View,
    log: Vec<Observation>,
}

impl Seat {
    /// A seat before the first try.
    pub fn new(rules: RefereeRules, setup: &Setup, color: Color) -> Seat {
        Seat { view: View::new(rules, setup, color), log: Vec::new() }
    }

    /// Folds in what was heard and keeps it. On an error nothing has changed.
    pub fn hear(&mut self, news: &Observation) -> Result<(), HearingError> {
        self.view.update(news)?;
        self.log.push(*news);
        Ok(())
    }

    /// What the seat knows.
    pub const fn view(&self) -> &View {
        &self.view
    }

    /// Everything that was heard, in order.
    pub fn log(&self) -> &[Observation] {
        &self.log
    }
}

impl Deref for Seat {
    type Target = View;

    fn deref(&self) -> &View {
        &self.view
    }
}

impl fmt::Display for Seat {
    /// The seat's board, as its view shows it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view.fmt(f)
    }
}
