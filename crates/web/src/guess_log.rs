//! The guess stones of a seat, as they changed.

use crate::opened::GuessScore;
use kage_goban::{ByColor, PointSet};

/// The guess stones after a number of events of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct GuessChange {
    events: usize,
    stones: PointSet,
}

/// The guess stones of one seat: every change, in order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct GuessLog(Vec<GuessChange>);

impl GuessLog {
    /// Adds a change that was made after so many events of the game.
    pub(crate) fn change(&mut self, events: usize, stones: PointSet) {
        self.0.push(GuessChange { events, stones });
    }

    /// The guess stones now.
    pub(crate) fn stones(&self) -> PointSet {
        self.stones_after(usize::MAX)
    }

    /// The guess stones that stood when so many events had happened.
    pub(crate) fn stones_after(&self, events: usize) -> PointSet {
        let changes = self.0.partition_point(|change| change.events <= events);
        changes.checked_sub(1).map_or(PointSet::EMPTY, |last| self.0[last].stones)
    }
}

/// The guess stones of both seats, with their scores when the game is over.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Guesses {
    pub(crate) logs: ByColor<GuessLog>,
    pub(crate) scores: ByColor<Option<GuessScore>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_change_before_an_event_counts() {
        let set = |word: &str| [word.parse().unwrap()].into_iter().collect::<PointSet>();
        let mut log = GuessLog::default();
        assert_eq!(log.stones(), PointSet::EMPTY);
        log.change(2, set("A1"));
        log.change(2, set("B2"));
        log.change(5, set("C3"));
        assert_eq!(log.stones_after(1), PointSet::EMPTY);
        assert_eq!(log.stones_after(2), set("B2"));
        assert_eq!(log.stones_after(4), set("B2"));
        assert_eq!(log.stones(), set("C3"));
    }
}
