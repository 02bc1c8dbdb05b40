//! One tree search: descents, playouts, and what they add to the tree.

use super::UctOptions;
use super::hidden::HiddenStones;
use super::tree::{KeepFirsts, NodeId, Tree};
use crate::small_board::{Play, SmallBoard, SmallGrid, SmallSet};
use crate::stream::Stream;
use crate::{BudgetMeter, HiddenStoneModel, RootState, SearchError, select};
use kage_goban::{ByColor, Point};
use kage_phantom::{Candidate, Explanation};
use kage_playout::{Finish, Playouts, PointRows, World, WrongSize};

/// How deep the tree is shown to people.
const SHOWN_DEPTH: u32 = 5;

/// A way down the tree, and the world its playout starts from.
#[derive(Clone, Debug)]
pub(super) struct Descent {
    pub(super) path: Vec<NodeId>,
    pub(super) world: World,
    value: f64,
    /// Who first played each point of the playout, if the tree keeps such statistics.
    first: ByColor<PointRows>,
}

/// One search.
pub(super) struct TreeSearch<'a, B> {
    pub(super) options: UctOptions,
    pub(super) root: &'a RootState,
    pub(super) grid: SmallGrid<B>,
    /// Where descents start: the assumed position.
    pub(super) start: SmallBoard<B>,
    /// The points of the root's children that the assumed stones allow.
    pub(super) open_at_root: B,
    pub(super) tree: Tree,
    pub(super) hidden: HiddenStones<B>,
    pub(super) random: Stream,
    /// The exploration constant, in values.
    pub(super) explore: f64,
    /// Children that could not be played in the present choice.
    pub(super) barred: Vec<NodeId>,
    playouts: Playouts,
    /// The descents of a step; kept, so that a playout allocates nothing.
    descents: Vec<Descent>,
}

impl<'a, B: SmallSet> TreeSearch<'a, B> {
    pub(super) fn new(options: UctOptions, root: &'a RootState, seed: u64) -> TreeSearch<'a, B> {
        let grid = SmallGrid::<B>::new(root.board.size());
        let keep = if options.rave > 0.0 { KeepFirsts::Yes } else { KeepFirsts::No };
        let mut tree = Tree::new(keep);
        tree.expand(Tree::ROOT, root.open.iter().map(|point| Play::at(grid.grid.place(point))));
        let start = SmallBoard::of(&root.position(), &grid);
        let span = options.scoring.span(root.board.size().area());
        let world = start.world(&grid);
        let descent = Descent { path: Vec::new(), world, value: 0.0, first: ByColor::default() };
        TreeSearch {
            options,
            root,
            start,
            open_at_root: start.legal_points(&grid),
            tree,
            hidden: HiddenStones::new(options, root, &grid),
            grid,
            random: Stream::new(seed ^ 0x5DEE_CE66_D5DE_ECE6),
            explore: options.explore * span,
            barred: Vec::new(),
            playouts: root.playouts(seed),
            descents: vec![descent; options.batch.max(1)],
        }
    }

    /// Grows the tree until the budget is spent.
    pub(super) fn grow(mut self, mut budget: BudgetMeter) -> Result<Explanation, SearchError> {
        while let Some(games) = budget.next(self.descents.len() as u64) {
            self.step(games)?;
        }
        Ok(self.explanation(budget.spent()))
    }

    /// Gathers leaves, plays them out together, and adds up what came of it.
    pub(super) fn step(&mut self, games: std::ops::Range<u64>) -> Result<(), WrongSize> {
        let mut descents = std::mem::take(&mut self.descents);
        let count = (games.end - games.start) as usize;
        for descent in &mut descents[..count] {
            self.descend(descent);
        }
        let played = self.play_out(&mut descents, games);
        for descent in &descents[..count] {
            self.back_up(descent);
        }
        self.descents = descents;
        played
    }

    /// Plays the descents' worlds out, and leaves the results with them.
    fn play_out(
        &self,
        descents: &mut [Descent],
        games: std::ops::Range<u64>,
    ) -> Result<(), WrongSize> {
        let (scoring, root, first) = (self.options.scoring, self.root, games.start);
        let place = |game: u64| (game - first) as usize;
        let value = |finish: &Finish| f64::from(scoring.value(finish, root.komi, root.color));
        let descents = std::cell::RefCell::new(descents);
        let start = |game: u64| descents.borrow()[place(game)].world;
        if self.options.rave > 0.0 {
            return self.playouts.run_traced(games, start, |finish, moves| {
                let descent = &mut descents.borrow_mut()[place(finish.game)];
                (descent.value, descent.first) = (value(&finish), *moves);
            });
        }
        self.playouts.run(games, start, |finish| {
            descents.borrow_mut()[place(finish.game)].value = value(&finish);
        })
    }

    fn back_up(&mut self, descent: &Descent) {
        for &id in &descent.path {
            let node = self.tree.node_mut(id);
            node.sum += descent.value;
            node.visits += 1;
            node.pending = node.pending.saturating_sub(1);
        }
        if self.options.rave > 0.0 {
            self.back_up_first(descent);
        }
    }

    /// Gives the value to every sibling of the path whose move the same side made first, in the
    /// tree or in the playout.
    fn back_up_first(&mut self, descent: &Descent) {
        let size = self.grid.grid.size;
        let mut played = descent.first.map(|rows| B::of_rows(&rows, size));
        for (depth, &id) in descent.path.iter().enumerate().rev() {
            let mover = if depth % 2 == 0 { self.root.color } else { !self.root.color };
            if let Some(&next) = descent.path.get(depth + 1)
                && let Some(place) = self.tree.node(next).play.place()
            {
                let point = B::of(place);
                played[mover] = played[mover].or(point);
                played[!mover] = played[!mover].minus(point);
            }
            for child in self.tree.children(id) {
                let play = self.tree.node(child).play;
                if play.place().is_some_and(|place| played[mover].has(place))
                    && let Some(first) = self.tree.firsts_mut(child)
                {
                    first.visits += 1;
                    first.sum += descent.value;
                }
            }
        }
    }

    fn explanation(&self, playouts: u64) -> Explanation {
        let point = |place: u16| -> Option<Point> { self.grid.grid.point(place) };
        let candidate = |child: NodeId| {
            let node = self.tree.node(child);
            let point = node.play.place().and_then(point)?;
            Some(select::candidate(point, node.mean(), u64::from(node.visits), self.reasons()))
        };
        let mut candidates: Vec<Candidate> =
            self.tree.children(Tree::ROOT).filter_map(candidate).collect();
        select::by_visits(&mut candidates);
        let tree = self.tree.branches(Tree::ROOT, SHOWN_DEPTH, &point);
        let hidden = self.hidden.belief(self.root, &self.grid);
        Explanation { playouts, candidates, hidden, tree }
    }

    /// The names of what had a say in the tree.
    fn reasons(&self) -> Vec<&'static str> {
        let guess = match self.options.hidden_stones {
            HiddenStoneModel::Late => None,
            HiddenStoneModel::Early(_) => Some("early guess"),
            HiddenStoneModel::Influence => Some("influence fill"),
        };
        let bias = (self.options.bias != 0.0).then_some("influence bias");
        let rave = (self.options.rave != 0.0).then_some("rave");
        std::iter::once("uct").chain(guess).chain(bias).chain(rave).collect()
    }
}
