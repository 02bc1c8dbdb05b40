//! UCT over the assumed position, with several models of hidden stones.

mod descent;
mod hidden;
mod influence;
mod tree;
mod tree_search;

use crate::root_parallel::grow_all;
use crate::{BudgetMeter, RootState, Scoring, Search, SearchError};
use kage_goban::PointSet;
use kage_goban::bits::NARROW;
use kage_phantom::Explanation;
use tree_search::TreeSearch;

/// Where hidden stones are placed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum HiddenStoneModel {
    /// At the leaf, on points with equal probability.
    Late,
    /// At depth 2, each answer of theirs by a draw of its own, with a chance of its share of the
    /// visits, times this constant, times the number of unknown stones, so that there may be more of
    /// them than are unknown; what is missing, at the leaf.
    Early(f64),
    /// At the leaf, with a probability in proportion to the influence that a stone would gain.
    Influence,
}

/// The settings of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct UctOptions {
    /// The value of a playout.
    pub scoring: Scoring,
    /// The exploration constant, as a share of the range of values.
    pub explore: f64,
    /// Where hidden stones are placed.
    pub hidden_stones: HiddenStoneModel,
    /// The weight of the progressive bias by influence; 0 for none.
    pub bias: f64,
    /// RAVE: the number of visits at which the mean of a node and its all-as-first mean have equal
    /// weight; 0 for no RAVE.
    pub rave: f64,
    /// The number of leaves that are gathered and played out together. 1 is the plain algorithm;
    /// more leaves keep the lanes of the playouts full.
    pub batch: usize,
}

/// UCT as in the thesis of 2007. A descent takes the child with the best bound, a leaf is expanded
/// at its second visit, and the most visited move is played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Uct {
    /// The settings.
    pub options: UctOptions,
    /// The number of trees, one a thread, each with its share of the budget; their visits are
    /// added. The same number gives the same moves.
    pub threads: usize,
}

impl Search for Uct {
    fn search(
        &mut self,
        root: &RootState,
        budget: &mut BudgetMeter,
        seed: u64,
    ) -> Result<Explanation, SearchError> {
        let options = self.options;
        let narrow = root.board.size().get() <= NARROW;
        grow_all(self.threads, budget, seed, |budget, seed| {
            if narrow {
                TreeSearch::<u128>::new(options, root, seed).grow(budget)
            } else {
                TreeSearch::<PointSet>::new(options, root, seed).grow(budget)
            }
        })
    }
}
