//! Whether reaching one goal threatens another: the max and min nodes of Cazenave (2006). Each node
//! searches the goal and the threatened goal again.
//!
//! After the move, the opponent (*min*) looks for a reply that removes the threat and threatens the
//! goal at the same time. The mover (*max*) must always be able to reach the goal and must keep the
//! threat. If min's reply does not endanger the goal, min has lost the initiative and the move was
//! sente. Min plays only on the intersection of the traces of the goal and the threat.

use crate::goal::Goal;
use crate::{Answer, First, Opinion, Opposite, Reader};
use kage_goban::{Color, Point, PointSet};
use std::collections::HashMap;

/// What a move may threaten: a positive goal of the mover, or the opposite of one of the
/// opponent's.
pub trait Threat: Copy {
    /// The trace of the search if the threat's colour reaches it by moving first; else `None`.
    fn within_reach(self, reader: &mut Reader) -> Option<PointSet>;

    /// A hash key, different for different threats.
    fn threat_key(self) -> u64;
}

impl<G: Goal> Threat for G {
    fn within_reach(self, reader: &mut Reader) -> Option<PointSet> {
        match reader.search(self, First::Friend) {
            Answer::Won(trace) => Some(trace),
            Answer::Lost(_) => None,
        }
    }

    fn threat_key(self) -> u64 {
        self.key()
    }
}

impl<G: Goal> Threat for Opposite<G> {
    fn within_reach(self, reader: &mut Reader) -> Option<PointSet> {
        match reader.search_opposite(self, First::Friend) {
            Opinion::Likely(trace) => Some(trace),
            Opinion::Refuted(_) => None,
        }
    }

    fn threat_key(self) -> u64 {
        !self.0.key()
    }
}

/// Whether a move that reaches a goal is sente on another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sente {
    /// Whether it is sente.
    pub is_sente: bool,
    /// The points that could change the result.
    pub trace: PointSet,
    /// The move, then the reply that refutes it, or the last reply that fails to.
    pub line: Vec<(Color, Point)>,
}

/// The search for one move, one goal and one threat.
struct Verifier<'a, G, T> {
    reader: &'a mut Reader,
    goal: G,
    threat: T,
    /// Results by position and side to move, with the depth they were searched to.
    known: HashMap<u64, (bool, usize)>,
    trace: PointSet,
    /// Whether a line was cut off at the depth limit.
    cut: bool,
}

/// The largest number of moves of max after the first.
const DEPTH: usize = 6;

impl Reader {
    /// Whether a move that reaches the goal makes a threat in sente.
    pub fn sente<G: Goal, T: Threat>(&mut self, goal: G, threat: T, point: Point) -> Sente {
        let mut result = Sente { is_sente: false, trace: PointSet::EMPTY, line: Vec::new() };
        if !self.play(goal.color(), point) {
            return result;
        }
        let mut verifier = Verifier {
            reader: self,
            goal,
            threat,
            known: HashMap::new(),
            trace: PointSet::of(point),
            cut: false,
        };
        for depth in 0..=DEPTH {
            verifier.cut = false;
            result.line = vec![(goal.color(), point)];
            result.is_sente = verifier.min_node(depth, &mut result.line);
            if result.is_sente || !verifier.cut {
                break;
            }
        }
        result.trace = verifier.trace;
        self.undo();
        result
    }
}

impl<G: Goal, T: Threat> Verifier<'_, G, T> {
    fn min_node(&mut self, depth: usize, line: &mut Vec<(Color, Point)>) -> bool {
        let key = self.key(1);
        if let Some(known) = self.recall(key, depth) {
            return known;
        }
        let Some(replies) = self.replies() else { return self.store(key, false, DEPTH) };
        let start = line.len();
        for reply in replies {
            if !self.reader.play(!self.goal.color(), reply) {
                continue;
            }
            line.truncate(start);
            line.push((!self.goal.color(), reply));
            let kept = self.max_node(depth, line);
            self.reader.undo();
            if !kept {
                return self.store(key, false, depth);
            }
        }
        self.store(key, true, DEPTH)
    }

    /// Min's candidate replies; `None` if the goal is not held or the threat is not real.
    fn replies(&mut self) -> Option<PointSet> {
        let reader = &mut *self.reader;
        let ko = reader.board.set_ko(None);
        let first = reader.search(self.goal, First::Friend);
        let threat = if first.is_won() { self.threat.within_reach(reader) } else { None };
        reader.board.set_ko(ko);
        let threat = threat?;
        let held = reader.search(self.goal, First::Enemy);
        self.trace |= held.trace() | threat;
        let both = held.trace() & threat & reader.region() & reader.board.empty();
        held.is_won().then_some(both)
    }

    fn max_node(&mut self, depth: usize, line: &mut Vec<(Color, Point)>) -> bool {
        let key = self.key(2);
        if let Some(known) = self.recall(key, depth) {
            return known;
        }
        let first = self.reader.search(self.goal, First::Friend);
        if !first.is_won() {
            return self.store(key, false, DEPTH);
        }
        let ko = self.reader.board.set_ko(None);
        let held = self.reader.search(self.goal, First::Enemy);
        self.reader.board.set_ko(ko);
        if held.is_won() {
            return self.store(key, true, DEPTH);
        }
        if self.threat.within_reach(self.reader).is_none() {
            return self.store(key, false, DEPTH);
        }
        if depth == 0 {
            self.cut = true;
            return false;
        }
        let won = self.try_moves(depth, first.trace() | held.trace(), line);
        self.store(key, won, if won { DEPTH } else { depth })
    }

    /// Whether one of max's moves keeps the goal and the threat.
    fn try_moves(&mut self, depth: usize, near: PointSet, line: &mut Vec<(Color, Point)>) -> bool {
        let board = &self.reader.board;
        let hints = self.goal.last_moves(board) | self.goal.moves(board, 2);
        let moves = (hints | near) & self.reader.region() & board.empty();
        let start = line.len();
        for point in moves {
            if !self.reader.play(self.goal.color(), point) {
                continue;
            }
            line.push((self.goal.color(), point));
            let won = self.min_node(depth - 1, line);
            self.reader.undo();
            if won {
                return true;
            }
            line.truncate(start);
        }
        false
    }

    fn key(&self, side: u64) -> u64 {
        let goals = self.goal.key() ^ self.threat.threat_key().rotate_left(17);
        self.reader.board.hash() ^ goals ^ side.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn recall(&mut self, key: u64, depth: usize) -> Option<bool> {
        let &(known, searched) = self.known.get(&key)?;
        (known || searched >= depth).then(|| {
            self.cut |= !known && searched < DEPTH;
            known
        })
    }

    fn store(&mut self, key: u64, result: bool, depth: usize) -> bool {
        self.known.insert(key, (result, depth));
        result
    }
}
