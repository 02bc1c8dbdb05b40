//! What the trace of a proof must contain.

use super::Reader;
use super::prove::NodeResult;
use crate::goal::Support;
use kage_goban::{Color, Point, PointSet};

impl Reader {
    /// The result of a won end of a line: its support, and liberties of our chains in the support.
    pub(super) fn won_leaf(&self, color: Color, mut support: Support) -> NodeResult {
        let all = support.core | support.more;
        for chain in self.board.chains_in(color, &all) {
            let group = self.board.group(chain);
            if group.liberty_count == 1 {
                support.core |= group.liberties;
            } else {
                let known = support.core | support.more;
                self.add_liberties(&mut support.more, &known, &group.liberties, 2);
            }
        }
        let replies = support.core & self.board.empty();
        NodeResult { won: true, trace: support.core | support.more, replies }
    }

    /// Adds liberties to a trace until it has so many of them. Liberties outside the region go first,
    /// because no side plays there.
    fn add_liberties(
        &self,
        trace: &mut PointSet,
        known: &PointSet,
        liberties: &PointSet,
        many: usize,
    ) {
        let mut wanted = many.saturating_sub((*liberties & *known).len());
        let rest = *liberties - *known;
        for some in [rest - self.region, rest & self.region] {
            for point in some.iter().take(wanted) {
                trace.insert(point);
                wanted -= 1;
            }
        }
    }

    /// Captured stones and all points around them.
    #[inline]
    pub(super) fn with_surroundings(&self, taken: PointSet) -> PointSet {
        if taken.is_empty() { taken } else { taken | taken.neighbors(self.board.size()) }
    }

    /// Adds to a trace what our last move depends on.
    pub(super) fn add_own_move(
        &self,
        color: Color,
        point: Point,
        is_ko: bool,
        trace: &mut PointSet,
    ) {
        let size = self.board.size();
        let around = PointSet::of(point).neighbors(size);
        *trace |= PointSet::of(point) | around & self.board.stones(color);
        *trace |= self.with_surroundings(self.board.captured());
        if is_ko {
            *trace |= around;
        }
        let touched = around | PointSet::of(point);
        for side in Color::BOTH {
            for chain in self.board.chains_in(side, &touched) {
                let known = *trace;
                self.add_liberties(trace, &known, &self.board.group(chain).liberties, 1);
            }
        }
    }

    /// Adds a liberty of each of our chains that has a stone in the trace.
    pub(super) fn add_chain_liberties(&self, color: Color, trace: &mut PointSet) {
        let known = *trace;
        for chain in self.board.chains_in(color, &known) {
            let now = *trace;
            self.add_liberties(trace, &now, &self.board.group(chain).liberties, 1);
        }
    }

    /// The points that make a move there suicide.
    pub(super) fn suicide_reasons(&self, color: Color, point: Point, known: &PointSet) -> PointSet {
        let size = self.board.size();
        let mut why = PointSet::of(point).neighbors(size);
        for next in self.board.neighbors(point) {
            let group = self.board.group(next);
            if self.board.at(next) == Some(color) {
                why |= group.stones | group.stones.neighbors(size);
            } else {
                let known = *known | why;
                let others = group.liberties - PointSet::of(point);
                self.add_liberties(&mut why, &(known - PointSet::of(point)), &others, 1);
            }
        }
        why
    }
}
