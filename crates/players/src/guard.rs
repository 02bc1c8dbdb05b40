//! Tries a point inside apparent own territory from time to time.
//!
//! From Borsboom 2007, 4.1.5: otherwise a hidden stone there is found too late. The experiments
//! show no gain, so it is off by default.

use crate::registry::OptionEntry;
use crate::spec::{OptionReader, SpecError};
use kage_goban::{Point, PointSet};
use kage_phantom::View;
use kage_search::Candidates;

pub(crate) const GUARD: OptionEntry = OptionEntry {
    name: "guard",
    takes: "on or off",
    default: "off",
    about: "on: from time to time, try a point inside the player's own territory, in case a stone is hidden there",
};

/// Own moves between two such tries.
const EVERY: u32 = 8;
/// In a smaller region no hidden group can live.
const SMALLEST: usize = 4;

/// When such a point was last tried.
#[derive(Clone, Default, Debug)]
pub(crate) struct Guard {
    last: u32,
}

impl Guard {
    /// Takes `guard` out.
    pub(crate) fn from_options(options: &mut OptionReader) -> Result<Option<Guard>, SpecError> {
        let guard = options.word(GUARD.name, &[("on", true), ("off", false)])?.unwrap_or(false);
        Ok(guard.then(Guard::default))
    }

    /// Another game begins.
    pub(crate) fn begin(&mut self) {
        self.last = 0;
    }

    /// The point to try, if one is due.
    pub(crate) fn point(&mut self, view: &View, candidates: &Candidates) -> Option<Point> {
        let own_moves = view.moves() / 2;
        if own_moves < self.last + EVERY {
            return None;
        }
        let (size, mine) = (view.size(), view.mine());
        let is_own = |region: &PointSet| {
            let border = region.neighbors(size) - *region;
            region.len() >= SMALLEST && !border.is_empty() && border.is_subset(&mine)
        };
        let free = PointSet::board(size) - mine - candidates.board.stones(!view.color());
        let regions = free.regions(size).filter(is_own);
        let inside = regions.fold(PointSet::EMPTY, |all, region| all | region) & candidates.open;
        let touching_none = inside - mine.neighbors(size);
        let point = touching_none.first().or(inside.first())?;
        self.last = own_moves;
        Some(point)
    }
}
