//! The search that proves goals: threats, answered where they can be answered, and nowhere else.
//!
//! # Won is never wrong
//! Won means: a finite tree in which the goal's colour (*we*) has a move at each of its turns, and
//! every reply of the other colour (*they*) that could matter has been followed to the goal. Which
//! replies could matter is told by the *trace*, a set of points with this property:
//!
//! > Let their stones be added and our chains be taken off, all outside the trace. Then the tree
//! > still works.
//!
//! So, before the replies to one of our moves are looked at, the search proves that the goal is
//! reached if they pass; a reply outside the trace of that proof is as good as a pass, and is not
//! looked at. For the property to hold, the trace of a node has
//!
//! - our move, and the own chains it joins;
//! - whatever any move takes, with all that surrounds it; after a ko, all around the move;
//! - for each of our chains with a stone in the trace, a liberty: it cannot be taken from outside;
//! - for each of their chains that our move touches and does not take, a liberty: the move does
//!   not take it there either;
//! - for a reply that is not legal here, all that makes it so;
//! - at the end of a line, what the goal says it rests on ([`Goal::ground`]), and two liberties of
//!   our chains instead of one, so that a single reply at them need not be looked at.
//!
//! Lost is no proof: the moves of a goal are hints, and budgets end.

use crate::goal::{Goal, Ground};
use crate::memory::{Answers, Finding, Habits, Table};
use crate::threats::{Budget, LEVELS, ORDERS};
use crate::{Opposite, ReadingBoard};
use kage_goban::{Color, Point, PointSet};

/// Which side moves first, seen from the goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum First {
    /// The colour that wants the goal.
    Friend,
    /// The other colour.
    Enemy,
}

/// What a search for a positive goal came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Proved. The trace is positive: only points of it can invalidate the proof.
    Won(PointSet),
    /// Not found. The trace is negative: points of it may change that.
    Lost(PointSet),
}

impl Answer {
    /// Is it proved?
    pub const fn is_won(&self) -> bool {
        matches!(self, Answer::Won(_))
    }

    /// The positive or negative trace.
    pub const fn trace(&self) -> PointSet {
        match *self {
            Answer::Won(trace) | Answer::Lost(trace) => trace,
        }
    }
}

/// What a search for the opposite of a goal came to: an opinion, not a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opinion {
    /// Nobody found how the positive goal could be reached. The trace is that search's.
    Likely(PointSet),
    /// The positive goal is proved, so its opposite is beyond reach.
    Refuted(PointSet),
}

impl Opinion {
    /// May it be counted on, as far as anybody knows?
    pub const fn is_likely(&self) -> bool {
        matches!(self, Opinion::Likely(_))
    }

    /// The trace of the search behind it.
    pub const fn trace(&self) -> PointSet {
        match *self {
            Opinion::Likely(trace) | Opinion::Refuted(trace) => trace,
        }
    }
}

/// A node's result, on its way up.
struct Found {
    won: bool,
    trace: PointSet,
    /// Where a single reply could matter, if the opponent were to move here.
    replies: PointSet,
}

/// Reads on one board: plays the moves of its searches there, and takes them back.
///
/// ```
/// use kage_goban::{Board, Color};
/// use kage_tactics::{Capture, First, Reader, ReadingBoard};
///
/// let board = Board::from_diagram("
///     . . . . .
///     . . X . .
///     . X O . .
///     . . X . .
///     . . . . .
/// ").unwrap();
/// let mut reader = Reader::new(ReadingBoard::from(&board));
/// let capture = Capture { color: Color::Black, stone: "C3".parse().unwrap() };
/// let answer = reader.search(capture, First::Friend);
/// assert!(answer.is_won());
/// assert!(answer.trace().contains("D3".parse().unwrap()), "White could break it there");
/// ```
#[derive(Clone, Debug)]
pub struct Reader {
    pub(crate) board: ReadingBoard,
    region: PointSet,
    table: Table,
    /// Whole searches: a threat is asked about with many goals, and a goal with many threats.
    answers: Answers,
    /// Is there anything to remember?
    was_asked: bool,
    habits: Habits,
    nodes: u64,
    /// Where this search must stop.
    stop_at: u64,
    limit: u64,
    levels: usize,
    /// Moves of all nodes under way, each node's behind its parent's.
    list: Vec<(u32, Point)>,
}

/// Findings of a reader, as a power of two.
const TABLE_BITS: u32 = 16;

/// Answers of a reader, likewise.
const ANSWER_BITS: u32 = 16;

impl Reader {
    /// Reads on the whole of this board.
    pub fn new(board: ReadingBoard) -> Reader {
        let region = PointSet::board(board.size());
        Reader {
            board,
            region,
            table: Table::new(TABLE_BITS),
            answers: Answers::new(ANSWER_BITS),
            was_asked: false,
            habits: Habits::new(),
            nodes: 0,
            stop_at: u64::MAX,
            limit: u64::MAX,
            levels: LEVELS.len(),
            list: Vec::with_capacity(1024),
        }
    }

    /// The same reader, in whose searches neither side plays outside a region.
    #[must_use]
    pub fn within(mut self, region: PointSet) -> Reader {
        self.region = region & PointSet::board(self.board.size());
        self.forget();
        self
    }

    /// The same reader, who gives up a search after so many moves.
    #[must_use]
    pub fn limited_to(mut self, moves: u64) -> Reader {
        self.limit = moves;
        self.forget();
        self
    }

    /// The same reader, who gives up sooner: of the eight steps of deepening he makes so many.
    #[must_use]
    pub fn deepening(mut self, steps: usize) -> Reader {
        self.levels = steps.clamp(1, LEVELS.len());
        self.forget();
        self
    }

    /// What was found on other terms is not to be believed.
    fn forget(&mut self) {
        if std::mem::take(&mut self.was_asked) {
            self.table.clear();
            self.answers.clear();
        }
    }

    /// The board, as it is between searches.
    pub const fn board(&self) -> &ReadingBoard {
        &self.board
    }

    /// Where both sides may play.
    pub const fn region(&self) -> PointSet {
        self.region
    }

    /// The moves played in all searches so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Makes a move on the board.
    pub fn play(&mut self, color: Color, point: Point) -> bool {
        self.nodes += 1;
        self.board.play(color, point)
    }

    /// Takes back the last move made.
    pub fn undo(&mut self) {
        self.board.undo();
    }

    /// Another board, whatever is known of the old one.
    pub fn set_board(&mut self, board: ReadingBoard) {
        if self.board.size() != board.size() {
            self.region = PointSet::board(board.size());
            self.forget();
        }
        self.board = board;
        self.habits = Habits::new();
    }

    /// Can a goal be reached, if this side moves first? What was asked before is remembered.
    pub fn search<G: Goal>(&mut self, goal: G, first: First) -> Answer {
        self.was_asked = true;
        let side = if first == First::Friend { 1 } else { 2u64 };
        let key = self.board.hash() ^ goal.key() ^ side.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        if let Some(answer) = self.answers.get(key) {
            return answer;
        }
        let answer = self.search_anew(goal, first);
        self.answers.put(key, answer);
        answer
    }

    fn search_anew<G: Goal>(&mut self, goal: G, first: First) -> Answer {
        self.stop_at = self.nodes.saturating_add(self.limit);
        if goal.is_won(&self.board) {
            let ground = goal.ground(&self.board, None);
            return Answer::Won(self.settled(goal.color(), ground).trace);
        }
        let mut trace = PointSet::EMPTY;
        for &level in &LEVELS[..self.levels] {
            let found = match first {
                First::Friend => self.win(goal, level, 0),
                First::Enemy => self.hold(goal, level),
            };
            if found.won {
                return Answer::Won(found.trace);
            }
            trace |= found.trace;
            if self.nodes >= self.stop_at {
                break;
            }
        }
        Answer::Lost(trace)
    }

    /// Can the opposite of a goal be reached, if this side (seen from the opposite) moves first?
    pub fn search_opposite<G: Goal>(&mut self, goal: Opposite<G>, first: First) -> Opinion {
        let first = match first {
            First::Friend => First::Enemy,
            First::Enemy => First::Friend,
        };
        match self.search(goal.0, first) {
            Answer::Won(trace) => Opinion::Refuted(trace),
            Answer::Lost(trace) => Opinion::Likely(trace),
        }
    }

    /// Best play for both after a search that returned Won: our moves and the stiffest replies.
    pub fn line<G: Goal>(&mut self, goal: G, first: First) -> Vec<(Color, Point)> {
        let mut line = Vec::new();
        let ko = self.board.ko();
        if first == First::Enemy {
            let reply = self.stiffest(goal);
            self.append(&mut line, !goal.color(), reply);
        }
        while line.len() < 200 && !goal.is_won(&self.board) {
            self.stop_at = self.nodes.saturating_add(self.limit);
            let Some((best, reply)) = self.next_moves(goal) else { break };
            if !self.append(&mut line, goal.color(), Some(best)) || goal.is_won(&self.board) {
                break;
            }
            if !self.append(&mut line, !goal.color(), reply) {
                self.board.set_ko(None);
            }
        }
        for _ in &line {
            self.board.undo();
        }
        self.board.set_ko(ko);
        line
    }

    fn append(
        &mut self,
        line: &mut Vec<(Color, Point)>,
        side: Color,
        point: Option<Point>,
    ) -> bool {
        let Some(point) = point else { return false };
        let legal = self.board.play(side, point);
        if legal {
            line.push((side, point));
        }
        legal
    }

    /// Our move here, and their stiffest reply to it.
    fn next_moves<G: Goal>(&mut self, goal: G) -> Option<(Point, Option<Point>)> {
        for point in goal.last_moves(&self.board) & self.region {
            if self.board.play(goal.color(), point) {
                let won = goal.is_won(&self.board);
                self.board.undo();
                if won {
                    return Some((point, None));
                }
            }
        }
        for &level in &LEVELS[..self.levels] {
            if self.win(goal, level, 0).won {
                break;
            }
        }
        let finding = self.table.get(self.board.hash() ^ goal.key())?;
        finding.best.filter(|_| finding.won).map(|best| (best, finding.reply))
    }

    /// The reply of a won position that takes longest to refute.
    fn stiffest<G: Goal>(&mut self, goal: G) -> Option<Point> {
        let ko = self.board.set_ko(None);
        let trace = self.search(goal, First::Friend).trace();
        self.board.set_ko(ko);
        let mut worst = None;
        for point in trace & self.region & self.board.empty() {
            if self.board.play(!goal.color(), point) {
                let before = self.nodes;
                self.search_anew(goal, First::Friend);
                let cost = self.nodes - before;
                self.board.undo();
                if worst.is_none_or(|(most, _)| cost > most) {
                    worst = Some((cost, point));
                }
            }
        }
        worst.map(|(_, point)| point)
    }

    /// We are to move: can we reach the goal?
    fn win<G: Goal>(&mut self, goal: G, budget: Budget, ply: usize) -> Found {
        if goal.is_hopeless(&self.board) {
            return lost(goal.stakes(&self.board));
        }
        if let Some(found) = self.win_at_once(goal) {
            return found;
        }
        if budget.is_spent() || self.nodes >= self.stop_at {
            return lost(goal.stakes(&self.board));
        }
        let key = self.board.hash() ^ goal.key();
        let mut best = None;
        if let Some(finding) = self.table.get(key) {
            if finding.won || finding.budget.covers(budget) {
                let replies = finding.trace & self.board.empty();
                return Found { won: finding.won, trace: finding.trace, replies };
            }
            best = finding.best;
        }
        let mut finding = Finding::new(false, budget, goal.stakes(&self.board));
        for order in (1..=ORDERS).filter(|&order| budget.allows(order)) {
            if self.threaten(goal, budget, order, ply, best, &mut finding) {
                break;
            }
        }
        if finding.won || self.nodes < self.stop_at {
            self.table.put(key, finding);
        }
        let replies = finding.trace & self.board.empty();
        Found { won: finding.won, trace: finding.trace, replies }
    }

    /// One move reaches the goal.
    fn win_at_once<G: Goal>(&mut self, goal: G) -> Option<Found> {
        for point in goal.last_moves(&self.board) & self.region {
            if !self.play(goal.color(), point) {
                continue;
            }
            if goal.is_won(&self.board) {
                let size = self.board.size();
                let mut ground = goal.ground(&self.board, Some(point));
                let captured = self.board.captured();
                ground.core |= PointSet::of(point) | captured | captured.neighbors(size);
                self.board.undo();
                return Some(self.settled(goal.color(), ground));
            }
            self.board.undo();
        }
        None
    }

    /// The trace of a won end: its ground, and liberties of our chains that stand on it.
    fn settled(&self, color: Color, mut ground: Ground) -> Found {
        let all = ground.core | ground.more;
        for chain in self.board.chains_in(color, &all) {
            let group = self.board.group(chain);
            if group.breath == 1 {
                ground.core |= group.liberties;
            } else {
                let known = ground.core | ground.more;
                self.lean(&mut ground.more, &known, &group.liberties, 2);
            }
        }
        let replies = ground.core & self.board.empty();
        Found { won: true, trace: ground.core | ground.more, replies }
    }

    /// Sees to it that so many of some liberties are in a trace: those that are there already, then
    /// those where nobody plays, then any.
    fn lean(&self, trace: &mut PointSet, known: &PointSet, liberties: &PointSet, many: usize) {
        let mut wanted = many.saturating_sub((*liberties & *known).len());
        let rest = *liberties - *known;
        for some in [rest - self.region, rest & self.region] {
            for point in some.iter().take(wanted) {
                trace.insert(point);
                wanted -= 1;
            }
        }
    }

    /// Tries moves that threaten, in this order of threats. Says whether one wins.
    fn threaten<G: Goal>(
        &mut self,
        goal: G,
        budget: Budget,
        order: usize,
        ply: usize,
        first: Option<Point>,
        finding: &mut Finding,
    ) -> bool {
        let moves = goal.moves(&self.board, order) & self.region & self.board.empty();
        let (start, end) = self.order(&moves, ply, 0, first);
        for at in start..end {
            let point = self.list[at].1;
            if self.nodes >= self.stop_at {
                break;
            }
            if !self.play(goal.color(), point) {
                continue;
            }
            let won = self.answered(goal, budget, order, ply, finding, point);
            self.board.undo();
            if won {
                self.lean_on_chains(goal.color(), &mut finding.trace);
                self.habits.reward(ply, 0, point);
                break;
            }
        }
        self.list.truncate(start);
        finding.won
    }

    /// Our move is on the board: is it a threat of this order, and is every reply refuted?
    fn answered<G: Goal>(
        &mut self,
        goal: G,
        budget: Budget,
        order: usize,
        ply: usize,
        finding: &mut Finding,
        point: Point,
    ) -> bool {
        let ko = self.board.set_ko(None);
        let passed = self.win(goal, budget.below(order), ply + 1);
        self.board.set_ko(ko);
        finding.trace.insert(point);
        if !passed.won {
            finding.trace |= passed.trace;
            return false;
        }
        let mut trace = passed.trace;
        finding.best = Some(point);
        let left = budget.spend(order);
        match self.replies_fail(goal, left, ply + 1, &passed.replies, &mut trace) {
            Err(hole) => finding.trace |= hole,
            Ok(reply) => {
                self.own_move_in(goal.color(), point, ko.is_some(), &mut trace);
                (finding.won, finding.reply, finding.trace) = (true, reply, trace);
            }
        }
        finding.won
    }

    /// Does every reply at these points leave us a win? Adds to the trace what they need, and
    /// gives the stiffest of them; else gives the negative trace.
    fn replies_fail<G: Goal>(
        &mut self,
        goal: G,
        budget: Budget,
        ply: usize,
        replies: &PointSet,
        trace: &mut PointSet,
    ) -> Result<Option<Point>, PointSet> {
        let them = !goal.color();
        let size = self.board.size();
        let replies = *replies & self.region & self.board.empty();
        let (start, end) = self.order(&replies, ply, 1, None);
        let mut result = Ok(None);
        let mut most = 0;
        for at in start..end {
            let reply = self.list[at].1;
            let before = self.nodes;
            if !self.play(them, reply) {
                if self.board.ko() != Some(reply) {
                    *trace |= self.why_suicide(them, reply, trace);
                }
                continue;
            }
            let taken = self.board.captured();
            let found = self.win(goal, budget, ply + 1);
            self.board.undo();
            if !found.won {
                self.habits.reward(ply, 1, reply);
                result = Err(found.trace | PointSet::of(reply) | taken);
                break;
            }
            *trace |= found.trace;
            if !taken.is_empty() {
                *trace |= taken | taken.neighbors(size);
            }
            if self.nodes - before >= most {
                most = self.nodes - before;
                result = Ok(Some(reply));
            }
        }
        self.list.truncate(start);
        result
    }

    /// What our own move, which is on the board, adds to a trace.
    fn own_move_in(&self, color: Color, point: Point, is_ko: bool, trace: &mut PointSet) {
        let size = self.board.size();
        let around = PointSet::of(point).neighbors(size);
        let captured = self.board.captured();
        *trace |= PointSet::of(point) | around & self.board.stones(color);
        if !captured.is_empty() {
            *trace |= captured | captured.neighbors(size);
        }
        if is_ko {
            *trace |= around;
        }
        let touched = around | PointSet::of(point);
        for side in Color::BOTH {
            for chain in self.board.chains_in(side, &touched) {
                let known = *trace;
                self.lean(trace, &known, &self.board.group(chain).liberties, 1);
            }
        }
    }

    /// A liberty in the trace for each of our chains that has a stone in it.
    fn lean_on_chains(&self, color: Color, trace: &mut PointSet) {
        let known = *trace;
        for chain in self.board.chains_in(color, &known) {
            let now = *trace;
            self.lean(trace, &now, &self.board.group(chain).liberties, 1);
        }
    }

    /// All that makes a stone there a suicide.
    fn why_suicide(&self, color: Color, point: Point, known: &PointSet) -> PointSet {
        let size = self.board.size();
        let mut why = PointSet::of(point).neighbors(size);
        for next in self.board.neighbors(point) {
            let group = self.board.group(next);
            if self.board.at(next) == Some(color) {
                why |= group.stones | group.stones.neighbors(size);
            } else {
                let known = *known | why;
                let others = group.liberties - PointSet::of(point);
                self.lean(&mut why, &(known - PointSet::of(point)), &others, 1);
            }
        }
        why
    }

    /// They are to move: is the goal reached all the same?
    fn hold<G: Goal>(&mut self, goal: G, budget: Budget) -> Found {
        let ko = self.board.set_ko(None);
        let passed = self.win(goal, budget, 0);
        self.board.set_ko(ko);
        if !passed.won {
            return passed;
        }
        let mut trace = passed.trace;
        match self.replies_fail(goal, budget, 1, &passed.replies, &mut trace) {
            Err(hole) => lost(hole),
            Ok(_) => {
                self.lean_on_chains(goal.color(), &mut trace);
                Found { won: true, trace, replies: PointSet::EMPTY }
            }
        }
    }

    /// Lists moves, the most promising first, and says from where to where.
    fn order(
        &mut self,
        moves: &PointSet,
        ply: usize,
        side: usize,
        first: Option<Point>,
    ) -> (usize, usize) {
        let start = self.list.len();
        for point in moves {
            let bonus = if first == Some(point) { 1 << 30 } else { 0 };
            self.list.push((bonus + self.habits.worth(ply, side, point), point));
        }
        let end = self.list.len();
        self.list[start..].sort_unstable_by_key(|&(worth, _)| std::cmp::Reverse(worth));
        (start, end)
    }
}

fn lost(trace: PointSet) -> Found {
    Found { won: false, trace, replies: PointSet::EMPTY }
}
