//! What a reader keeps between nodes: results by position, and statistics for move ordering.

use crate::threats::Budget;
use crate::{Answer, First};
use kage_goban::{Point, PointSet};

/// The result for a position in which the goal's colour is to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProofEntry {
    key: u64,
    /// A proof holds for any budget, a failure only for budgets that are no larger.
    pub(crate) won: bool,
    pub(crate) budget: Budget,
    /// The move that wins, or the last one that was a threat.
    pub(crate) best: Option<Point>,
    /// The reply to it that took longest to refute.
    pub(crate) reply: Option<Point>,
    /// The positive trace if won, else the negative trace.
    pub(crate) trace: PointSet,
}

/// A transposition table, by the hash of the position and the goal. A new entry replaces an old one,
/// except that a failure does not replace a proof of the same position.
#[derive(Clone, Debug)]
pub(crate) struct ProofTable {
    slots: Vec<Option<ProofEntry>>,
}

impl ProofTable {
    /// A table of two to the power of `bits` entries.
    pub(crate) fn new(bits: u32) -> ProofTable {
        ProofTable { slots: vec![None; 1 << bits] }
    }

    pub(crate) fn clear(&mut self) {
        self.slots.fill(None);
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<&ProofEntry> {
        self.slots[self.slot(key)].as_ref().filter(|entry| entry.key == key)
    }

    #[inline]
    pub(crate) fn put(&mut self, key: u64, entry: ProofEntry) {
        let slot = self.slot(key);
        let keeps_proof = |old: &ProofEntry| old.key == key && old.won && !entry.won;
        if !self.slots[slot].as_ref().is_some_and(keeps_proof) {
            self.slots[slot] = Some(ProofEntry { key, ..entry });
        }
    }

    fn slot(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }
}

impl ProofEntry {
    /// An entry without moves. The table sets the key.
    pub(crate) fn new(won: bool, budget: Budget, trace: PointSet) -> ProofEntry {
        ProofEntry { key: 0, won, budget, best: None, reply: None, trace }
    }
}

/// Answers of whole searches, by the hash of the position, the goal and the side that moves first.
#[derive(Clone, Debug)]
pub(crate) struct AnswerCache {
    slots: Vec<Option<(u64, Answer)>>,
}

impl AnswerCache {
    /// Room for two to the power of `bits` answers.
    pub(crate) fn new(bits: u32) -> AnswerCache {
        AnswerCache { slots: vec![None; 1 << bits] }
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

/// Plies with killer moves of their own; deeper plies share the last.
const PLIES: usize = 64;

/// Killer moves (two a ply) and a history score for each point.
#[derive(Clone, Debug)]
pub(crate) struct MoveOrdering {
    killers: [[Option<Point>; 2]; PLIES],
    /// By the side that moves, in the order of [`First`].
    history: [[u32; 361]; 2],
}

impl MoveOrdering {
    pub(crate) const fn new() -> MoveOrdering {
        MoveOrdering { killers: [[None; 2]; PLIES], history: [[0; 361]; 2] }
    }

    /// Notes that a move decided its node.
    pub(crate) fn reward(&mut self, ply: usize, side: First, point: Point) {
        let killers = &mut self.killers[ply.min(PLIES - 1)];
        if killers[0] != Some(point) {
            *killers = [Some(point), killers[0]];
        }
        let worth = &mut self.history[side as usize & 1][point.index()];
        *worth = (*worth + 4).min(1 << 20);
    }

    /// The priority of a move.
    #[inline]
    pub(crate) fn worth(&self, ply: usize, side: First, point: Point) -> u32 {
        let killers = &self.killers[ply.min(PLIES - 1)];
        let killer = match killers.iter().position(|&killer| killer == Some(point)) {
            Some(0) => 1 << 22,
            Some(_) => 1 << 21,
            None => 0,
        };
        killer + self.history[side as usize & 1][point.index()]
    }
}
