//! A chain that nothing can kill.

use super::{Goal, Ground, key};
use crate::ReadingBoard;
use kage_goban::{Color, Point, PointSet};

/// The chain lives, even if its owner never moves again: with others of its colour it has two
/// regions each that the enemy cannot fill (Benson 1976).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Live {
    /// Whose chain.
    pub color: Color,
    /// A stone of it.
    pub stone: Point,
}

/// What keeps chains alive.
struct Life {
    chains: PointSet,
    regions: PointSet,
}

impl Live {
    /// The chains that live together with the stone's, and the regions that they live by.
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

    /// The empty points near the chain, and near what it may join.
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

    fn ground(self, board: &ReadingBoard, last: Option<Point>) -> Ground {
        let mut core = PointSet::EMPTY;
        if let Some(last) = last {
            core |= PointSet::of(last).neighbors(board.size());
        }
        if let Some(Life { chains, regions }) = self.life(board) {
            core |= chains | regions;
        }
        Ground { core, more: PointSet::EMPTY }
    }

    fn stakes(self, board: &ReadingBoard) -> PointSet {
        self.surroundings(board)
    }

    fn key(self) -> u64 {
        key(5, self.color, [self.stone, self.stone])
    }

    fn points(self) -> PointSet {
        PointSet::of(self.stone)
    }
}
