//! The goal to make a chain live.

use super::{Goal, Support, key};
use crate::ReadingBoard;
use kage_goban::{Color, Point, PointSet};

/// The chain is unconditionally alive (Benson 1976): even if its owner always passes, it cannot be
/// captured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Live {
    /// The colour of the chain.
    pub color: Color,
    /// A stone of the chain.
    pub stone: Point,
}

/// Chains that are alive together, and the regions they live by.
struct Life {
    chains: PointSet,
    regions: PointSet,
}

impl Live {
    /// Benson's algorithm; `None` if the stone's chain is not alive.
    fn life(self, board: &ReadingBoard) -> Option<Life> {
        let size = board.size();
        let own = board.stones(self.color);
        if !own.contains(self.stone) {
            return None;
        }
        let empty = board.empty();
        let mut regions: Vec<PointSet> = (PointSet::board(size) - own).regions(size).collect();
        let mut chains: Vec<Point> = board.chains_in(self.color, &own).collect();
        loop {
            let known = (chains.len(), regions.len());
            let vital = |chain: Point, region: &PointSet| {
                (*region & empty).is_subset(&board.group(chain).liberties)
            };
            chains.retain(|&chain| regions.iter().filter(|r| vital(chain, r)).count() >= 2);
            let stones = |all: PointSet, &chain: &Point| all | board.group(chain).stones;
            let alive = chains.iter().fold(PointSet::EMPTY, stones);
            regions.retain(|region| (region.neighbors(size) & own).is_subset(&alive));
            if !alive.contains(self.stone) {
                return None;
            }
            if known == (chains.len(), regions.len()) {
                let regions = regions.iter().fold(PointSet::EMPTY, |all, region| all | *region);
                return Some(Life { chains: alive, regions });
            }
        }
    }

    /// The empty points within three steps of the chain.
    fn surroundings(self, board: &ReadingBoard) -> PointSet {
        let size = board.size();
        if self.is_hopeless(board) {
            return PointSet::of(self.stone);
        }
        let near = board.group(self.stone).liberties;
        let wider = near | near.neighbors(size);
        (wider | wider.neighbors(size)) & board.empty()
    }
}

impl Goal for Live {
    fn color(self) -> Color {
        self.color
    }

    fn is_won(self, board: &ReadingBoard) -> bool {
        self.life(board).is_some()
    }

    fn is_hopeless(self, board: &ReadingBoard) -> bool {
        board.at(self.stone) != Some(self.color)
    }

    fn last_moves(self, board: &ReadingBoard) -> PointSet {
        self.surroundings(board)
    }

    fn moves(self, board: &ReadingBoard, _: usize) -> PointSet {
        self.surroundings(board)
    }

    fn support(self, board: &ReadingBoard, last: Option<Point>) -> Support {
        let mut core = PointSet::EMPTY;
        if let Some(last) = last {
            core |= PointSet::of(last).neighbors(board.size());
        }
        if let Some(Life { chains, regions }) = self.life(board) {
            core |= chains | regions;
        }
        Support { core, more: PointSet::EMPTY }
    }

    fn failure_points(self, board: &ReadingBoard) -> PointSet {
        self.surroundings(board)
    }

    fn key(self) -> u64 {
        key(5, self.color, [self.stone, self.stone])
    }

    fn points(self) -> PointSet {
        PointSet::of(self.stone)
    }
}
