//! The proof search: threats, and the replies to them.

use super::{First, Reader};
use crate::goal::Goal;
use crate::memory::ProofEntry;
use crate::threats::{Budget, ORDERS};
use kage_goban::{Point, PointSet};

/// The result of a node.
pub(super) struct NodeResult {
    pub(super) won: bool,
    pub(super) trace: PointSet,
    /// The points where a single reply could matter if the opponent moved here.
    pub(super) replies: PointSet,
}

impl Reader {
    /// Whether we reach the goal if we move first.
    pub(super) fn win<G: Goal>(&mut self, goal: G, budget: Budget, ply: usize) -> NodeResult {
        if goal.is_hopeless(&self.board) {
            return lost(goal.failure_points(&self.board));
        }
        if let Some(found) = self.win_at_once(goal) {
            return found;
        }
        if budget.is_spent() || self.nodes >= self.stop_at {
            return lost(goal.failure_points(&self.board));
        }
        let key = self.board.hash() ^ goal.key();
        let mut best = None;
        if let Some(entry) = self.table.get(key) {
            if entry.won || entry.budget.covers(budget) {
                let replies = entry.trace & self.board.empty();
                return NodeResult { won: entry.won, trace: entry.trace, replies };
            }
            best = entry.best;
        }
        let mut entry = ProofEntry::new(false, budget, goal.failure_points(&self.board));
        for order in (1..=ORDERS).filter(|&order| budget.allows(order)) {
            if self.threaten(goal, budget, order, ply, best, &mut entry) {
                break;
            }
        }
        if entry.won || self.nodes < self.stop_at {
            self.table.put(key, entry);
        }
        let replies = entry.trace & self.board.empty();
        NodeResult { won: entry.won, trace: entry.trace, replies }
    }

    /// The result if a single move reaches the goal.
    fn win_at_once<G: Goal>(&mut self, goal: G) -> Option<NodeResult> {
        for point in goal.last_moves(&self.board) & self.region {
            if !self.play(goal.color(), point) {
                continue;
            }
            if goal.is_won(&self.board) {
                let mut support = goal.support(&self.board, Some(point));
                support.core.insert(point);
                support.core |= self.with_surroundings(self.board.captured());
                self.board.undo();
                return Some(self.won_leaf(goal.color(), support));
            }
            self.board.undo();
        }
        None
    }

    /// Tries moves that are threats of this order. Returns whether one of them wins.
    fn threaten<G: Goal>(
        &mut self,
        goal: G,
        budget: Budget,
        order: usize,
        ply: usize,
        first: Option<Point>,
        entry: &mut ProofEntry,
    ) -> bool {
        let moves = goal.moves(&self.board, order) & self.region & self.board.empty();
        let (start, end) = self.order(&moves, ply, First::Friend, first);
        for at in start..end {
            let point = self.list[at].1;
            if self.nodes >= self.stop_at {
                break;
            }
            if !self.play(goal.color(), point) {
                continue;
            }
            let won = self.answered(goal, budget, order, ply, entry, point);
            self.board.undo();
            if won {
                self.add_chain_liberties(goal.color(), &mut entry.trace);
                self.ordering.reward(ply, First::Friend, point);
                break;
            }
        }
        self.list.truncate(start);
        entry.won
    }

    /// Whether our last move is a threat of this order and every reply to it is refuted.
    fn answered<G: Goal>(
        &mut self,
        goal: G,
        budget: Budget,
        order: usize,
        ply: usize,
        entry: &mut ProofEntry,
        point: Point,
    ) -> bool {
        let ko = self.board.set_ko(None);
        let passed = self.win(goal, budget.below(order), ply + 1);
        self.board.set_ko(ko);
        entry.trace.insert(point);
        if !passed.won {
            entry.trace |= passed.trace;
            return false;
        }
        let mut trace = passed.trace;
        entry.best = Some(point);
        let left = budget.spend(order);
        match self.replies_fail(goal, left, ply + 1, &passed.replies, &mut trace) {
            Err(negative) => entry.trace |= negative,
            Ok(reply) => {
                self.add_own_move(goal.color(), point, ko.is_some(), &mut trace);
                (entry.won, entry.reply, entry.trace) = (true, reply, trace);
            }
        }
        entry.won
    }

    /// Whether we still win after every reply at these points. If so, adds what this depends on to
    /// the trace and returns the reply that took longest to refute; if not, returns the negative
    /// trace.
    fn replies_fail<G: Goal>(
        &mut self,
        goal: G,
        budget: Budget,
        ply: usize,
        replies: &PointSet,
        trace: &mut PointSet,
    ) -> Result<Option<Point>, PointSet> {
        let them = !goal.color();
        let replies = *replies & self.region & self.board.empty();
        let (start, end) = self.order(&replies, ply, First::Enemy, None);
        let (mut result, mut most) = (Ok(None), 0);
        for at in start..end {
            let reply = self.list[at].1;
            let before = self.nodes;
            if !self.play(them, reply) {
                if self.board.ko() != Some(reply) {
                    *trace |= self.suicide_reasons(them, reply, trace);
                }
                continue;
            }
            let taken = self.board.captured();
            let found = self.win(goal, budget, ply + 1);
            self.board.undo();
            if !found.won {
                self.ordering.reward(ply, First::Enemy, reply);
                result = Err(found.trace | PointSet::of(reply) | taken);
                break;
            }
            *trace |= found.trace | self.with_surroundings(taken);
            if self.nodes - before >= most {
                most = self.nodes - before;
                result = Ok(Some(reply));
            }
        }
        self.list.truncate(start);
        result
    }

    /// Whether the goal is reached if they move first.
    pub(super) fn hold<G: Goal>(&mut self, goal: G, budget: Budget) -> NodeResult {
        let ko = self.board.set_ko(None);
        let passed = self.win(goal, budget, 0);
        self.board.set_ko(ko);
        if !passed.won {
            return passed;
        }
        let mut trace = passed.trace;
        match self.replies_fail(goal, budget, 1, &passed.replies, &mut trace) {
            Err(negative) => lost(negative),
            Ok(_) => {
                self.add_chain_liberties(goal.color(), &mut trace);
                NodeResult { won: true, trace, replies: PointSet::EMPTY }
            }
        }
    }

    /// Appends moves to the list, the most promising first, and returns their range.
    fn order(
        &mut self,
        moves: &PointSet,
        ply: usize,
        side: First,
        first: Option<Point>,
    ) -> (usize, usize) {
        let start = self.list.len();
        for point in moves {
            let bonus = if first == Some(point) { 1 << 30 } else { 0 };
            self.list.push((bonus + self.ordering.worth(ply, side, point), point));
        }
        let end = self.list.len();
        self.list[start..].sort_unstable_by_key(|&(worth, _)| std::cmp::Reverse(worth));
        (start, end)
    }
}

fn lost(trace: PointSet) -> NodeResult {
    NodeResult { won: false, trace, replies: PointSet::EMPTY }
}
