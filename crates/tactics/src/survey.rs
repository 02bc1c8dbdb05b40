//! The goals of a board that are worth a search, and the moves that affect them.

use crate::goal::{Capture, Connect, EmptyConnect, Goal, LinkLayers};
use crate::{Answer, First, Reader, ReadingBoard};
use kage_goban::{ByColor, Color, Point, PointSet};

/// Chains this many stones apart, or more, are not searched.
const FAR: usize = 4;

/// The liberties of an enemy chain with this many of them, or more, are not candidates.
const STRONG: u16 = 3;

/// The status of a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Reached whichever side moves first; with the trace of the proof.
    Won(PointSet),
    /// No proof found even if its colour moves first; with the negative trace.
    Lost(PointSet),
    /// The side that moves first succeeds.
    Unsettled {
        /// The positive trace of the search in which the goal's colour moves first.
        first: PointSet,
        /// The negative trace of the search in which the other does.
        second: PointSet,
    },
}

/// The empty points by the number of stones it takes to link them to a stone's chain, up to four.
/// Those of order one are its liberties.
pub fn liberties_by_order(board: &ReadingBoard, stone: Point) -> [PointSet; 4] {
    match board.at(stone) {
        Some(color) => LinkLayers::from(board, color, stone, FAR).into_layers(),
        None => [PointSet::EMPTY; 4],
    }
}

/// Pairs of chains of a colour that are less than four stones apart.
pub fn connections(board: &ReadingBoard, color: Color) -> Vec<Connect> {
    let all = board.stones(color);
    let chains: Vec<Point> = board.chains_in(color, &all).collect();
    let mut found = Vec::new();
    for (i, &one) in chains.iter().enumerate() {
        let orders = liberties_by_order(board, one);
        for &other in &chains[i + 1..] {
            let liberties = board.group(other).liberties;
            let near = |order: &PointSet| order.intersects(&liberties);
            if orders[..FAR - 1].iter().any(near) {
                found.push(Connect { color, one, other });
            }
        }
    }
    found
}

/// Pairs of an empty point and a chain of a colour. The points are the chain's liberties of order one
/// to four and the liberties of adjacent enemy chains that have fewer than three.
pub fn empty_connections(board: &ReadingBoard, color: Color) -> Vec<EmptyConnect> {
    let all = board.stones(color);
    let mut found = Vec::new();
    for stone in board.chains_in(color, &all) {
        let mut points = liberties_by_order(board, stone)
            .iter()
            .fold(PointSet::EMPTY, |all, order| all | *order);
        let around = board.group(stone).stones.neighbors(board.size());
        for chain in board.chains_in(!color, &around) {
            let group = board.group(chain);
            if group.liberty_count < STRONG {
                points |= group.liberties;
            }
        }
        found.extend(points.iter().map(|point| EmptyConnect { color, point, stone }));
    }
    found
}

/// Chains of the other colour with fewer than four liberties.
pub fn captures(board: &ReadingBoard, color: Color) -> Vec<Capture> {
    let all = board.stones(!color);
    let weak = board.chains_in(!color, &all).filter(|&chain| board.group(chain).liberty_count < 4);
    weak.map(|stone| Capture { color, stone }).collect()
}

impl Reader {
    /// Searches a goal twice, with each side moving first.
    pub fn status<G: Goal>(&mut self, goal: G) -> Status {
        // A ko restricts only the side to move. The statuses are those without the restriction.
        let ko = self.board.set_ko(None);
        let first = self.search(goal, First::Friend);
        let status = match first {
            Answer::Lost(trace) => Status::Lost(trace),
            Answer::Won(first) => match self.search(goal, First::Enemy) {
                Answer::Won(trace) => Status::Won(trace),
                Answer::Lost(second) => Status::Unsettled { first, second },
            },
        };
        self.board.set_ko(ko);
        status
    }

    /// The moves that settle an unsettled goal: those of its colour that reach it, and those of the
    /// other colour that prevent it.
    pub fn settling_moves<G: Goal>(
        &mut self,
        goal: G,
        first: PointSet,
        second: PointSet,
    ) -> ByColor<PointSet> {
        let us = goal.color();
        let hints = goal.last_moves(&self.board) | goal.moves(&self.board, 2);
        let reaching = self.filter(us, hints | first | second, |reader| {
            reader.search(goal, First::Enemy).is_won()
        });
        let preventing =
            self.filter(!us, first, |reader| !reader.search(goal, First::Friend).is_won());
        ByColor::new(|color| if color == us { reaching } else { preventing })
    }

    /// The moves that threaten a settled goal. For a lost goal: moves of its colour on the negative
    /// trace that threaten to reach it. For a won goal: moves of the other colour on the positive
    /// trace that threaten to prevent it.
    pub fn threatening_moves<G: Goal>(&mut self, goal: G, status: Status) -> PointSet {
        let us = goal.color();
        match status {
            Status::Lost(trace) => {
                self.filter(us, trace, |reader| reader.search(goal, First::Friend).is_won())
            }
            Status::Won(trace) => {
                self.filter(!us, trace, |reader| !reader.search(goal, First::Enemy).is_won())
            }
            Status::Unsettled { .. } => PointSet::EMPTY,
        }
    }

    /// The points of a set where a move makes a condition true.
    fn filter(
        &mut self,
        color: Color,
        points: PointSet,
        mut holds: impl FnMut(&mut Reader) -> bool,
    ) -> PointSet {
        let mut kept = PointSet::EMPTY;
        for point in points & self.region() & self.board.empty() {
            if self.play(color, point) {
                if holds(self) {
                    kept.insert(point);
                }
                self.undo();
            }
        }
        kept
    }
}
