//! Few points are left where unseen stones can stand: all ways to place them are tried.

use super::Deduced;
use crate::View;
use kage_goban::{BoardSize, Point, PointSet};

/// At most so many open points.
const POINTS: usize = 14;
/// At most so many ways.
const WAYS: usize = 1_000;
/// On boards of at most so many lines. On larger ones it seldom decides anything, and takes as long as all the
/// rest.
const LINES: u8 = 5;

/// What the unseen stones must fit.
struct Puzzle {
    size: BoardSize,
    mine: PointSet,
    theirs: PointSet,
    /// So many of the points at most can have stones that came since a moment.
    came: Vec<(PointSet, u32)>,
    /// A stone on the point, or stones on all walls.
    refused: Vec<(Point, PointSet)>,
}

impl View {
    /// Is the board small enough to try all ways to place stones?
    pub(crate) const fn tries_all_ways(&self) -> bool {
        self.size.get() <= LINES
    }

    /// What follows from trying all ways to place unseen stones on these open points.
    pub(crate) fn settle(&self, open: PointSet) -> Deduced {
        if !self.tries_all_ways() {
            return Deduced::default();
        }
        let (count, unseen) = (open.len(), self.unseen());
        let exact = self.their_stones.exact;
        if count > POINTS || ways(count, unseen, exact) > WAYS {
            return Deduced::default();
        }
        let puzzle = Puzzle {
            size: self.size,
            mine: self.mine,
            theirs: self.theirs,
            came: self.recent.limits(),
            refused: self.refusals.walled().collect(),
        };
        puzzle.solve(open, unseen, exact)
    }
}

/// The number of ways to place that many stones, or up to that many.
fn ways(points: usize, stones: usize, exact: bool) -> usize {
    let (mut ways, mut all) = (1_usize, 0_usize);
    for placed in 0..=stones.min(points) {
        all = if exact { ways } else { all + ways };
        ways = ways * (points - placed) / (placed + 1);
    }
    all
}

impl Puzzle {
    fn solve(&self, open: PointSet, unseen: usize, exact: bool) -> Deduced {
        let points: Vec<Point> = open.iter().collect();
        let whole = (1_u32 << points.len()) - 1;
        let (mut stone, mut empty) = (0_u32, 0_u32);
        let fewest = if exact { unseen } else { 0 };
        for number in fewest..=unseen.min(points.len()) {
            let mut way = (1_u32 << number) - 1;
            while way <= whole {
                // A way that shows nothing new need not be looked at.
                if (way & !stone | !way & whole & !empty) != 0 && self.fits(&points, way) {
                    stone |= way;
                    empty |= !way & whole;
                    if stone & empty == whole {
                        return Deduced::default();
                    }
                }
                if way == 0 {
                    break;
                }
                way = next_way(way);
            }
        }
        if stone | empty == 0 {
            return Deduced::default();
        }
        Deduced { stones: chosen(&points, !empty & whole), empty: chosen(&points, !stone & whole) }
    }

    fn fits(&self, points: &[Point], way: u32) -> bool {
        let placed = chosen(points, way);
        let theirs = self.theirs | placed;
        self.came.iter().all(|(points, most)| (*points & placed).len() as u32 <= *most)
            && self
                .refused
                .iter()
                .all(|(point, walls)| theirs.contains(*point) || walls.is_subset(&theirs))
            && self.stands(theirs)
    }

    /// Has every chain a liberty?
    fn stands(&self, theirs: PointSet) -> bool {
        let empty = PointSet::board(self.size) - self.mine - theirs;
        let near = empty.neighbors(self.size);
        [self.mine, theirs].iter().all(|stones| near.flood(stones, self.size) == *stones)
    }
}

/// The points of a way.
fn chosen(points: &[Point], way: u32) -> PointSet {
    points
        .iter()
        .enumerate()
        .filter(|(index, _)| way >> index & 1 == 1)
        .map(|(_, point)| *point)
        .collect()
}

/// The next larger number with as many bits.
const fn next_way(way: u32) -> u32 {
    let low = way & way.wrapping_neg();
    let ripple = way + low;
    ripple | (((way ^ ripple) >> 2) / low)
}
