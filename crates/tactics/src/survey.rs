//! Which goals of a board are worth a search, and which moves have to do with them.

use crate::goal::{Capture, Connect, Corridor, EmptyConnect, Goal};
use crate::{Answer, First, Reader, ReadingBoard};
use kage_goban::{ByColor, Color, Point, PointSet};

/// Chains this many stones apart, or more, are not asked about.
const FAR: usize = 4;

/// A chain with this many liberties, or more, is no way to its own liberties for a neighbour.
const STRONG: u16 = 3;

/// Where a goal stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Reached whoever moves first; with the trace of that.
    Won(PointSet),
    /// Not reached, even moving first, as far as anybody knows; with the negative trace.
    Lost(PointSet),
    /// Who moves first has it.
    Unsettled {
        /// The positive trace of the search in which the goal's colour moves first.
        first: PointSet,
        /// The negative trace of the search in which the other does.
        second: PointSet,
    },
}

/// The empty points by how many stones of its colour link them to a stone's chain: order one are
/// its liberties. Stops at order four.
pub fn liberties_by_order(board: &ReadingBoard, stone: Point) -> [PointSet; 4] {
    match board.at(stone) {
        Some(color) => Corridor::from(board, color, stone, FAR).into_layers(),
        None => [PointSet::EMPTY; 4],
    }
}

/// Pairs of chains of a colour less than four apart.
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

/// Empty points and chains of a colour: liberties of order one to four, and the liberties of
/// adjacent chains that have fewer than three.
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
            if group.breath < STRONG {
                points |= group.liberties;
            }
        }
        found.extend(points.iter().map(|point| EmptyConnect { color, point, stone }));
    }
    found
}

/// Chains of the other colour that have few liberties.
pub fn captures(board: &ReadingBoard, color: Color) -> Vec<Capture> {
    let all = board.stones(!color);
    let weak = board.chains_in(!color, &all).filter(|&chain| board.group(chain).breath < 4);
    weak.map(|stone| Capture { color, stone }).collect()
}

impl Reader {
    /// Searches a goal twice, each side moving first.
    pub fn status<G: Goal>(&mut self, goal: G) -> Status {
        // A ko belongs to the side that is to move; the other is asked as if it were over.
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

    /// Every move that settles an unsettled goal: those that reach it, for its colour, and those
    /// that prevent it, for the other.
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

    /// Moves that threaten a settled goal: to reach one that is lost, by its negative trace; or to
    /// prevent one that is won, by its positive trace.
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

    /// Of some points, those where a move makes something true.
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
