//! What a reader remembers: results by position, and which moves did well.

use crate::Answer;
use crate::threats::Budget;
use kage_goban::{Point, PointSet};

/// What was found out about a position in which the goal's colour is to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finding {
    key: u64,
    /// A proof is good for any budget; a failure only for budgets that are no larger.
    pub(crate) won: bool,
    pub(crate) budget: Budget,
    /// The move that wins, or the one that did best.
    pub(crate) best: Option<Point>,
    /// The reply to it that took longest to refute.
    pub(crate) reply: Option<Point>,
    /// The trace: positive if won, else negative.
    pub(crate) trace: PointSet,
}

/// Findings by the hash of the position and the goal. A newer one takes the place of an older.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    slots: Vec<Option<Finding>>,
}

impl Table {
    /// A table of two to the power of `bits` findings.
    pub(crate) fn new(bits: u32) -> Table {
        Table { slots: vec![None; 1 << bits] }
    }

    pub(crate) fn clear(&mut self) {
        self.slots.fill(None);
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<&Finding> {
        self.slots[self.slot(key)].as_ref().filter(|finding| finding.key == key)
    }

    #[inline]
    pub(crate) fn put(&mut self, key: u64, finding: Finding) {
        let slot = self.slot(key);
        // A proof is worth more than a failure.
        let precious = |old: &Finding| old.key == key && old.won && !finding.won;
        if !self.slots[slot].as_ref().is_some_and(precious) {
            self.slots[slot] = Some(Finding { key, ..finding });
        }
    }

    fn slot(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }
}

impl Finding {
    /// A finding; the table writes the key.
    pub(crate) fn new(won: bool, budget: Budget, trace: PointSet) -> Finding {
        Finding { key: 0, won, budget, best: None, reply: None, trace }
    }
}

/// Answers of whole searches, by the hash of the position, the goal and who moves first.
#[derive(Clone, Debug)]
pub(crate) struct Answers {
    slots: Vec<Option<(u64, Answer)>>,
}

impl Answers {
    /// Room for two to the power of `bits` answers.
    pub(crate) fn new(bits: u32) -> Answers {
        Answers { slots: vec![None; 1 << bits] }
    }

    pub(crate) fn clear(&mut self) {
        self.slots.fill(None);
    }

    pub(crate) fn get(&self, key: u64) -> Option<Answer> {
        self.slots[self.slot(key)].filter(|known| known.0 == key).map(|known| known.1)
    }

    pub(crate) fn put(&mut self, key: u64, answer: Answer) {
        let slot = self.slot(key);
        self.slots[slot] = Some((key, answer));
    }

    fn slot(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }
}

/// Plies that have killers of their own.
const PLIES: usize = 64;

/// Which moves did well: two killers a ply, and how often each point did.
#[derive(Clone, Debug)]
pub(crate) struct Habits {
    killers: [[Option<Point>; 2]; PLIES],
    /// For the goal's colour, and for the other.
    history: [[u32; 361]; 2],
}

impl Habits {
    pub(crate) const fn new() -> Habits {
        Habits { killers: [[None; 2]; PLIES], history: [[0; 361]; 2] }
    }

    /// A move settled its node.
    pub(crate) fn reward(&mut self, ply: usize, side: usize, point: Point) {
        let killers = &mut self.killers[ply.min(PLIES - 1)];
        if killers[0] != Some(point) {
            *killers = [Some(point), killers[0]];
        }
        let worth = &mut self.history[side & 1][point.index()];
        *worth = (*worth + 4).min(1 << 20);
    }

    /// How early a move should be tried.
    #[inline]
    pub(crate) fn worth(&self, ply: usize, side: usize, point: Point) -> u32 {
        let killers = &self.killers[ply.min(PLIES - 1)];
        let killer = match killers.iter().position(|&killer| killer == Some(point)) {
            Some(0) => 1 << 22,
            Some(_) => 1 << 21,
            None => 0,
        };
        killer + self.history[side & 1][point.index()]
    }
}
