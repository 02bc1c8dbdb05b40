//! Marking dead stones after a count. Two people must mark the same stones.

use super::{Game, Truth};
use kage_goban::{ByColor, Color, PointSet};
use kage_phantom::Ending;
use kage_referee::Record;

/// What each seat has marked as dead.
#[derive(Default)]
pub(super) struct DeadStones {
    marks: ByColor<Option<PointSet>>,
    settled: bool,
}

impl DeadStones {
    /// Notes a seat's marks. When both seats have marked the same stones, the record is counted
    /// again without them; returns whether that happened.
    pub(super) fn mark(&mut self, seat: Color, dead: PointSet, record: &mut Record) -> bool {
        self.marks[seat] = Some(dead);
        let agreed = self.marks[!seat] == Some(dead);
        self.settled = agreed && record.agree_on_dead(&ByColor { black: dead, white: dead });
        self.settled
    }
}

impl Game {
    /// What each seat has marked as dead.
    pub(crate) const fn dead_marks(&self) -> &ByColor<Option<PointSet>> {
        &self.dead_stones.marks
    }

    /// Can dead stones be marked? It takes two people and a counted board, and happens once.
    pub(super) fn can_mark_dead(&self) -> bool {
        let Truth::Over(record) = &self.truth else { return false };
        let people = Color::BOTH.into_iter().all(|seat| !self.is_bot(seat));
        let counted = matches!(record.outcome().ending, Ending::Count(_));
        people && counted && record.position().is_over() && !self.dead_stones.settled
    }
}
