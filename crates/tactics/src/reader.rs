//! The search that proves goals. It tries threats, and answers only the replies that can matter.
//!
//! # Won is never wrong
//! *We* are the goal's colour, *they* are the other colour. Won stands for a finite tree that has a
//! move of ours at each of our turns and follows every reply of theirs that could matter until the
//! goal is reached. The *trace* tells which replies could matter. It is a set of points with this
//! property:
//!
//! > The tree remains valid if stones of theirs are added and chains of ours are removed outside the
//! > trace.
//!
//! Before the search looks at the replies to one of our moves, it proves that the goal is reached if
//! they pass. A reply outside the trace of that proof changes no more than a pass, so the search
//! skips it. For the property to hold, the trace of a node contains
//!
//! - our move, and our chains that it joins;
//! - the stones that any move captures and all points around them; after a ko capture, all points
//!   around the move;
//! - for each of our chains with a stone in the trace, a liberty: the chain cannot be captured from
//!   outside the trace;
//! - for each of their chains that our move touches and does not capture, a liberty: the move does
//!   not capture the chain on the changed board either;
//! - for an illegal reply, all points that make it illegal;
//! - at the end of a line, the points that the win depends on ([`Goal::support`]), and two liberties
//!   of our chains instead of one: a single reply at one of them need not be searched.
//!
//! Lost is no proof: the moves that a goal suggests are incomplete, and budgets are finite.

mod answer;
mod line;
mod prove;
mod trace;

pub use answer::{Answer, First, Opinion};

use crate::goal::Goal;
use crate::memory::{AnswerCache, MoveOrdering, ProofTable};
use crate::threats::LEVELS;
use crate::{Opposite, ReadingBoard};
use kage_goban::{Color, Point, PointSet};

/// Searches goals on one board. It plays the moves of its searches there and undoes them.
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
    table: ProofTable,
    /// Answers of whole searches: sente asks for the same goals and threats again and again.
    answers: AnswerCache,
    /// Whether the tables may have entries.
    was_asked: bool,
    ordering: MoveOrdering,
    nodes: u64,
    /// The node count at which this search must stop.
    stop_at: u64,
    limit: u64,
    levels: usize,
    /// The moves of all nodes of the current line, each node's moves after its parent's.
    list: Vec<(u32, Point)>,
}

/// The size of the proof table, as a power of two.
const TABLE_BITS: u32 = 16;

/// The size of the answer cache, as a power of two.
const ANSWER_BITS: u32 = 16;

impl Reader {
    /// A reader that may play anywhere on this board.
    pub fn new(board: ReadingBoard) -> Reader {
        let region = PointSet::board(board.size());
        Reader {
            board,
            region,
            table: ProofTable::new(TABLE_BITS),
            answers: AnswerCache::new(ANSWER_BITS),
            was_asked: false,
            ordering: MoveOrdering::new(),
            nodes: 0,
            stop_at: u64::MAX,
            limit: u64::MAX,
            levels: LEVELS.len(),
            list: Vec::with_capacity(1024),
        }
    }

    /// The same reader with searches in which neither side plays outside a region.
    #[must_use]
    pub fn within(mut self, region: PointSet) -> Reader {
        self.region = region & PointSet::board(self.board.size());
        self.forget();
        self
    }

    /// The same reader with at most so many moves in each search.
    #[must_use]
    pub fn limited_to(mut self, moves: u64) -> Reader {
        self.limit = moves;
        self.forget();
        self
    }

    /// The same reader with only the first `steps` of the eight steps of iterative deepening.
    #[must_use]
    pub fn deepening(mut self, steps: usize) -> Reader {
        self.levels = steps.clamp(1, LEVELS.len());
        self.forget();
        self
    }

    /// Clears the tables: their results depend on the limits that change.
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

    /// Goes on with another board. Results of other boards stay in the tables.
    pub fn set_board(&mut self, board: ReadingBoard) {
        if self.board.size() != board.size() {
            self.region = PointSet::board(board.size());
            self.forget();
        }
        self.board = board;
        self.ordering = MoveOrdering::new();
    }

    /// Whether a goal can be reached if this side moves first. Answers are cached.
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
            let support = goal.support(&self.board, None);
            return Answer::Won(self.won_leaf(goal.color(), support).trace);
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

    /// Whether the opposite of a goal can be reached if this side, seen from the opposite, moves
    /// first.
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
}
