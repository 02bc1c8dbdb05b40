//! The way from the root to a leaf: which child is followed, and what is on the board there.

use super::tree::{FirstStats, Node, NodeId, Tree};
use super::tree_search::{Descent, TreeSearch};
use crate::HiddenStoneModel;
use crate::small_board::{Play, SmallBoard, SmallSet};
use kage_goban::Color;
use std::cmp::Ordering;

/// What the bounds of the children of a node have in common.
#[derive(Clone, Copy)]
struct Parent {
    mean: f64,
    log_visits: f64,
    root_visits: f64,
    mover: Color,
}

/// A child, and how much it is worth following: every child is visited once before any is visited
/// twice, and chance decides between equals.
#[derive(Clone, Copy)]
struct Bound {
    child: NodeId,
    new: bool,
    value: f64,
    /// Which random number is its own.
    number: u64,
}

impl<B: SmallSet> TreeSearch<'_, B> {
    /// Goes from the root to a leaf, expanding it on its second visit. What is on its way counts
    /// as visited but not as won or lost, so that the descents of a batch spread.
    pub(super) fn descend(&mut self, descent: &mut Descent) {
        let path = &mut descent.path;
        path.clear();
        path.push(Tree::ROOT);
        let mut position = self.start;
        // The same moves without stones that were only guessed, if there are such stones: what a
        // node may be asked for.
        let mut plain = None;
        let mut at = Tree::ROOT;
        let mut placed = 0;
        self.tree.node_mut(at).pending += 1;
        loop {
            let young = self.tree.node(at).all_visits() < 2;
            if self.tree.is_leaf(at) && (young || position.is_over()) {
                break;
            }
            if self.tree.is_leaf(at) {
                self.expand(at, plain.as_ref().unwrap_or(&position));
            }
            if let (HiddenStoneModel::Early(weight), 2) = (self.options.hidden_stones, path.len()) {
                let before = position;
                placed = self.place_early(at, &mut position, weight);
                plain = (placed > 0).then_some(before);
            }
            let Some(next) = self.select(at, &mut position) else { break };
            at = next;
            let play = self.tree.node(at).play;
            if plain.as_mut().is_some_and(|plain| plain.play(play, &self.grid).is_err()) {
                plain = Some(position);
            }
            self.tree.node_mut(at).pending += 1;
            path.push(at);
        }
        let missing = self.root.unknown.saturating_sub(placed);
        descent.world = self.hidden.world(&position, missing, &self.grid, &mut self.random);
    }

    /// Gives a leaf the moves that a side considers: legal, and no own eye; a pass if there is none.
    fn expand(&mut self, leaf: NodeId, position: &SmallBoard<B>) {
        let points = position.sensible_points(self.root.eyes, &self.grid);
        let pass = points.is_none().then_some(Play::PASS);
        self.tree.expand(leaf, points.places().map(Play::at).chain(pass));
    }

    /// Plays the child with the best bound that can be played.
    fn select(&mut self, at: NodeId, position: &mut SmallBoard<B>) -> Option<NodeId> {
        self.barred.clear();
        let best = loop {
            let Some(best) = self.best_child(at, position.turn()) else { break None };
            if position.play(self.tree.node(best).play, &self.grid).is_ok() {
                break Some(best);
            }
            self.barred.push(best);
        };
        self.random.skip(self.tree.child_nodes(at).len() as u64);
        best
    }

    fn best_child(&self, at: NodeId, mover: Color) -> Option<NodeId> {
        let node = self.tree.node(at);
        let visits = f64::from(node.all_visits().max(1));
        let (mean, log_visits, root_visits) = (node.mean(), libm::log(visits), visits.sqrt());
        let parent = Parent { mean, log_visits, root_visits, mover };
        let mut best: Option<Bound> = None;
        let children = self.tree.children(at).zip(self.tree.child_nodes(at));
        for (number, (child, node)) in (0..).zip(children) {
            let new = node.all_visits() == 0;
            if best.is_some_and(|best| best.new && !new) || self.is_barred(at, child, node) {
                continue;
            }
            let value = self.bound(child, node, &parent);
            let bound = Bound { child, new, value, number };
            if best.is_none_or(|best| self.is_better(&bound, &best)) {
                best = Some(bound);
            }
        }
        best.map(|best| best.child)
    }

    /// Is it known that the child cannot be played?
    fn is_barred(&self, at: NodeId, child: NodeId, node: &Node) -> bool {
        let shut = || node.play.place().is_some_and(|place| !self.open_at_root.has(place));
        at == Tree::ROOT && shut() || !self.barred.is_empty() && self.barred.contains(&child)
    }

    fn is_better(&self, bound: &Bound, best: &Bound) -> bool {
        let order = bound.new.cmp(&best.new).then(bound.value.total_cmp(&best.value));
        let by_chance = || {
            let (one, other) = (self.random.ahead(bound.number), self.random.ahead(best.number));
            one.cmp(&other)
        };
        order.then_with(by_chance) == Ordering::Greater
    }

    /// How much a child is worth following, for the side that moves there.
    fn bound(&self, child: NodeId, node: &Node, parent: &Parent) -> f64 {
        let bias = self.bias(node.play, parent);
        if node.all_visits() == 0 {
            // The bias and the all-as-first values say which of the new ones comes first.
            let firsts = self.tree.firsts(child).filter(|firsts| firsts.visits > 0);
            let first = firsts.map_or(0.0, FirstStats::mean);
            return bias + self.for_mover(first, parent.mover);
        }
        // Nothing has come back yet: as good as its parent.
        let mean = if node.visits == 0 { parent.mean } else { self.blend(child, node) };
        let mean = self.for_mover(mean, parent.mover);
        let bonus = (parent.log_visits / f64::from(node.all_visits())).sqrt();
        mean + self.explore * bonus + bias
    }

    /// A node's own mean, blended with its all-as-first mean while it is young.
    fn blend(&self, child: NodeId, node: &Node) -> f64 {
        let firsts = self.tree.firsts(child).filter(|firsts| firsts.visits > 0);
        let Some(firsts) = firsts else { return node.mean() };
        let k = self.options.rave;
        let beta = (k / (3.0 * f64::from(node.visits) + k)).sqrt();
        (1.0 - beta) * node.mean() + beta * firsts.mean()
    }

    fn for_mover(&self, value: f64, mover: Color) -> f64 {
        if mover == self.root.color { value } else { -value }
    }

    fn bias(&self, play: Play, parent: &Parent) -> f64 {
        match play.place() {
            Some(place) if self.options.bias != 0.0 => {
                self.options.bias / parent.root_visits * self.hidden.gain(place, parent.mover)
            }
            _ => 0.0,
        }
    }

    /// Their answers at depth 2 may already be on the board (Borsboom 2007, 2.4.2 and A.4): each by a
    /// draw of its own, with a chance of its share of the visits that have come back, times the
    /// weight, times the number of unknown stones. So there may be more than are unknown. They are
    /// moves, in the order of the points: they capture, and an illegal one is left out. Returns how
    /// many were placed.
    pub(super) fn place_early(
        &mut self,
        at: NodeId,
        position: &mut SmallBoard<B>,
        weight: f64,
    ) -> u32 {
        let total = f64::from(self.tree.node(at).visits.max(1));
        let expected = weight * f64::from(self.root.unknown) / total;
        let mut placed = 0;
        for node in self.tree.child_nodes(at) {
            // What is known to be empty holds no stone.
            let Some(place) = node.play.place().filter(|&place| self.hidden.area().has(place))
            else {
                continue;
            };
            if self.random.unit() < expected * f64::from(node.visits)
                && position.put(!self.root.color, place, &self.grid).is_ok()
            {
                placed += 1;
            }
        }
        if placed > 0 {
            *position = position.without_past();
        }
        placed
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use crate::{
        BudgetMeter, CandidateOptions, Candidates, RefusalModel, RootState, Scoring, UctOptions,
    };
    use kage_goban::bits::Bits;
    use kage_goban::{Board, BoardSize, Point};
    use kage_phantom::{RefereeRules, Setup, View};
    use std::sync::Arc;

    /// Black's root on a small board that looks like this, with so many unknown stones anywhere else.
    fn root(diagram: &str, unknown: u32) -> RootState {
        let board = Board::from_diagram(diagram).unwrap();
        let view = View::new(RefereeRules::default(), &Setup::even(board.size()), Color::Black);
        let mut refusals = RefusalModel::default();
        let candidates = refusals.candidates(&view, CandidateOptions::default());
        let open = board.empty();
        let candidates = Candidates { hidden_area: open, unknown, open, board, ..candidates };
        RootState::new(&view, &refusals, candidates, Arc::default(), None)
    }

    fn search(root: &RootState, weight: f64) -> TreeSearch<'_, u128> {
        let hidden_stones = HiddenStoneModel::Early(weight);
        let (scoring, explore) = (Scoring::Win, 0.5);
        let options =
            UctOptions { scoring, explore, hidden_stones, bias: 0.0, rave: 0.0, batch: 1 };
        TreeSearch::new(options, root, 1)
    }

    /// Black plays the first move, and then White's answers have these visits. Returns how many of
    /// them are placed, and the board with them.
    fn placed<'a>(
        root: &'a RootState,
        weight: f64,
        first: &str,
        answers: &[(&str, u32)],
    ) -> (u32, SmallBoard<u128>, TreeSearch<'a, u128>) {
        let mut search = search(root, weight);
        let place = |search: &TreeSearch<'_, u128>, point: &str| {
            Play::at(search.grid.grid.place(point.parse::<Point>().unwrap()))
        };
        let play = place(&search, first);
        let node = |search: &TreeSearch<'_, u128>, id, play| {
            search.tree.children(id).find(|child| search.tree.node(*child).play == play).unwrap()
        };
        let at = node(&search, Tree::ROOT, play);
        let mut position = search.start;
        position.play(play, &search.grid).unwrap();
        search.expand(at, &position);
        // The pending visit of the descent itself does not count.
        (search.tree.node_mut(at).visits, search.tree.node_mut(at).pending) = (4, 1);
        for &(point, visits) in answers {
            let play = place(&search, point);
            let child = node(&search, at, play);
            search.tree.node_mut(child).visits = visits;
        }
        let count = search.place_early(at, &mut position, weight);
        (count, position, search)
    }

    /// Two stones are unknown. Of four visits C3 had 2, B3 and A3 one each: with weight 2 the chances
    /// are 2 * 2/4 * 2 = 2 and 2 * 1/4 * 2 = 1 and 1. All three are placed for certain: more than are
    /// unknown. Answers without visits have no chance.
    #[test]
    fn more_are_placed_than_are_unknown() {
        let root = root(". . . .\n. . . .\n. . . .\n. . . .", 2);
        let answers = [("C3", 2), ("B3", 1), ("A3", 1)];
        let (count, position, search) = placed(&root, 2.0, "A1", &answers);
        assert_eq!(count, 3);
        let taken = ["A1", "A3", "B3", "C3"];
        let taken = taken.map(|p| search.grid.grid.place(p.parse().unwrap()));
        assert!(taken.iter().all(|place| !position.empty(&search.grid).has(*place)));
        assert_eq!(position.empty(&search.grid).count_ones(), 16 - 4);
        assert_eq!(position.turn(), Color::White, "it is still White who answers");
    }

    /// With weight 1/4 and one unknown stone the chance of an answer that had all four visits is
    /// 1/4 * 4/4 * 1: one in four.
    #[test]
    fn the_chance_is_the_share_of_the_visits() {
        let root = root(". . .\n. . .\n. . .", 1);
        let mut search = search(&root, 0.25);
        let a1 = search.tree.children(Tree::ROOT).start;
        let mut position = search.start;
        position.play(search.tree.node(a1).play, &search.grid).unwrap();
        search.expand(a1, &position);
        let answer = search.tree.children(a1).start;
        search.tree.node_mut(a1).visits = 4;
        search.tree.node_mut(answer).visits = 4;
        let hits: u32 =
            (0..4000).map(|_| search.place_early(a1, &mut position.clone(), 0.25)).sum();
        // The mean is 1000, with a standard deviation of 27.
        assert!((890..1110).contains(&hits), "{hits}");
    }

    /// White's A2 stands. With B1 placed too, Black's stone on A1 has no liberty and is taken.
    #[test]
    fn placed_stones_capture() {
        let root = root(". . .\nO . .\nX . .", 1);
        let (count, position, search) = placed(&root, 1.0, "C3", &[("B1", 4)]);
        assert_eq!(count, 1);
        let a1 = search.grid.grid.place("A1".parse().unwrap());
        assert!(position.empty(&search.grid).has(a1));
    }

    /// What was placed is not chosen below, and a search with a heavy weight still ends.
    #[test]
    fn a_heavy_weight_is_searched() {
        let root = root(". . . .\n. X . .\n. . . .\n. . . .", 3);
        let mut search = search(&root, 50.0);
        let mut budget = BudgetMeter::playouts(400);
        while let Some(games) = budget.next(1) {
            search.step(games).unwrap();
        }
        let visits: u32 = search.tree.child_nodes(Tree::ROOT).iter().map(|node| node.visits).sum();
        assert_eq!((visits, search.tree.node(Tree::ROOT).visits), (400, 400));
        assert_eq!(search.grid.grid.size, BoardSize::new(4).unwrap());
    }
}
