//! Information-set tree search: one tree of tries and observations, over many worlds.
//!
//! Every simulation takes a world. On the player's turns it chooses among all points that are open
//! to it; the world says whether the try is refused, and then it chooses again, in the node after
//! that refusal. On the opponent's turns a move is chosen among those that are legal in the
//! world. The first choice that was never made before is the leaf, and playouts from there give the
//! value.
//!
//! A choice is made by its upper bound, in which the count of the parent is the number of times
//! that the choice was *available* (Cowling, Powley and Whitehouse 2012). At the node after a
//! refusal, a choice that was never made has the value that it had before the refusal.

mod info_tree;

use crate::root_parallel::{Simulations, grow_simulations};
use crate::simulation::{Best, Bound, Estimates, Simulation, exploration_bonus, sound};
use crate::stream::{SALT, Stream};
use crate::{BudgetMeter, FinalChoice, RootState, Scoring, Search, SearchError, select};
use info_tree::{Edge, InfoId, InfoTree};
pub(crate) use info_tree::{ObservationKey, REFUSED, accepted};
use kage_goban::{ByColor, Color, Move, Point, PointSet, Position};
use kage_phantom::{Candidate, Explanation};
use kage_playout::{Playouts, PointRows, WrongSize};

/// Which observations are the edges of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Observer {
    /// One tree. The opponent's moves are edges, as if the player could see them.
    Single,
    /// One tree for each side. Its edges are the side's own tries and what it hears.
    Multi,
}

/// The settings of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct IsmctsOptions {
    /// The value of a playout.
    pub scoring: Scoring,
    /// The exploration constant, as a share of the range of values.
    pub explore: f64,
    /// Which observations are the edges of the tree.
    pub observer: Observer,
    /// How the try is chosen at the root.
    pub final_choice: FinalChoice,
    /// RAVE: the number of visits at which the mean of a try and its all-as-first mean have equal
    /// weight; 0 for no RAVE.
    pub rave: f64,
}

/// Information-set tree search in the worlds of a root. Without worlds it searches the assumed
/// board, and places the other hidden stones at the leaf.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ismcts {
    /// The settings.
    pub options: IsmctsOptions,
    /// The number of trees, one a thread, each with its share of the budget; their visits are
    /// added. The same number gives the same moves.
    pub threads: usize,
}

/// The depth of the tree that is displayed.
const SHOWN_DEPTH: u32 = 5;

impl Search for Ismcts {
    fn search(
        &mut self,
        root: &RootState,
        budget: &mut BudgetMeter,
        seed: u64,
    ) -> Result<Explanation, SearchError> {
        let options = self.options;
        let tree = |seed| TreeSearch::new(options, root, seed);
        grow_simulations(self.threads, budget, seed, tree, options.final_choice)
    }
}

/// One choice on the way down.
struct Step {
    tree: Color,
    mover: Color,
    node: InfoId,
    edge: usize,
    /// The stone it put down, if it did.
    stone: Option<Point>,
    /// The points without a stone, before it.
    empty: PointSet,
}

/// One search.
struct TreeSearch<'a> {
    options: IsmctsOptions,
    root: &'a RootState,
    /// Where simulations start, if there are no worlds.
    assumed: Position,
    trees: ByColor<InfoTree>,
    playouts: Playouts,
    random: Stream,
    span: f64,
    simulations: u64,
}

/// A simulation on its way down.
struct Descent {
    walk: Simulation,
    /// Where each side's tree has come to.
    at: ByColor<InfoId>,
    steps: Vec<Step>,
}

impl Simulations for TreeSearch<'_> {
    fn simulate(&mut self, game: u64) -> Result<(), WrongSize> {
        let start = match self.root.worlds.is_empty() {
            true => &self.assumed,
            false => &self.root.worlds.of_game(self.simulations).position,
        };
        self.simulations += 1;
        let mut descent = Descent {
            walk: Simulation::new(self.root, start),
            at: ByColor::new(|_| InfoTree::ROOT),
            steps: Vec::new(),
        };
        while !descent.walk.position.is_over() && !self.step(&mut descent) {}
        self.finish(&descent, game)
    }

    fn explanation(&self, playouts: u64) -> Explanation {
        let tree = &self.trees[self.root.color];
        let at_root = tree.node(InfoTree::ROOT);
        let mut reasons = vec!["ismcts"];
        reasons.extend((self.options.rave > 0.0).then_some("rave"));
        let candidates = self.root.open.iter().map(|point| {
            let edge = at_root.edge(Move::Play(point));
            let visits = edge.map_or(0, |edge| u64::from(edge.visits));
            let value = edge.map_or(0.0, Edge::mean);
            select::candidate(point, value, visits, reasons.clone())
        });
        let candidates: Vec<Candidate> = candidates.collect();
        let tree = tree.branches(InfoTree::ROOT, SHOWN_DEPTH);
        Explanation { playouts, candidates, hidden: self.root.belief(), tree }
    }
}

impl<'a> TreeSearch<'a> {
    fn new(options: IsmctsOptions, root: &'a RootState, seed: u64) -> TreeSearch<'a> {
        TreeSearch {
            options,
            root,
            assumed: root.position(),
            trees: ByColor::new(|_| InfoTree::new()),
            playouts: root.playouts(seed),
            random: Stream::new(seed ^ SALT),
            span: options.scoring.span(root.board.size().area()),
            simulations: 0,
        }
    }

    /// Makes a choice. Returns whether it is the leaf.
    fn step(&mut self, descent: &mut Descent) -> bool {
        let mover = descent.walk.mover();
        let wishes = match mover == self.root.color {
            true => descent.walk.tries(self.root),
            false => descent.walk.answers(self.root),
        };
        let tree = self.tree_of(mover);
        let node = descent.at[tree];
        let (play, new) = self.choose(tree, node, wishes, mover);
        let edge = self.trees[tree].edge_of(node, play);
        let empty = descent.walk.position.board().empty();
        let taken = descent.walk.play(play);
        let stone = match play {
            Move::Play(point) => taken.map(|_| point),
            Move::Pass => None,
        };
        descent.steps.push(Step { tree, mover, node, edge, stone, empty });
        let Some(taken) = taken else {
            descent.at[tree] = self.trees[tree].after(node, edge, REFUSED);
            return false;
        };
        descent.at[tree] = self.trees[tree].after(node, edge, accepted(taken.len()));
        self.be_heard(descent, !mover, play, &taken);
        new
    }

    /// The other side's tree hears of a move: not where, but which of its own stones are lost.
    fn be_heard(&mut self, descent: &mut Descent, listener: Color, play: Move, taken: &PointSet) {
        if self.options.observer == Observer::Multi {
            let at = descent.at[listener];
            descent.at[listener] = self.trees[listener].hear(at, sound(play, taken));
        }
    }

    /// Whose tree has the choices of a side.
    fn tree_of(&self, mover: Color) -> Color {
        match self.options.observer {
            Observer::Single => self.root.color,
            Observer::Multi => mover,
        }
    }

    /// Chooses a point, or a pass if there is none, and says whether it is the first time.
    fn choose(
        &mut self,
        tree: Color,
        node: InfoId,
        wishes: PointSet,
        mover: Color,
    ) -> (Move, bool) {
        if wishes.is_empty() {
            return (Move::Pass, self.trees[tree].node(node).edge(Move::Pass).is_none());
        }
        let mut best = Best::default();
        let mut untried = wishes;
        for place in 0..self.trees[tree].node(node).edges.len() {
            let edge = &mut self.trees[tree].node_mut(node).edges[place];
            let Move::Play(point) = edge.play else { continue };
            if wishes.contains(point) {
                untried.remove(point);
                edge.available += 1;
                let value = self.bound(tree, node, place, mover);
                best.consider(Bound::of(Some(value), self.random.next()), point, false);
            }
        }
        if !untried.is_empty() {
            let estimates = self.estimates(tree, node, &untried, mover);
            for point in untried {
                best.consider(Bound::of(estimates.of(point), self.random.next()), point, true);
            }
        }
        best.choice().unwrap_or((Move::Pass, true))
    }

    /// The upper bound of an edge, for the side that moves there.
    fn bound(&self, tree: Color, node: InfoId, place: usize, mover: Color) -> f64 {
        let node = self.trees[tree].node(node);
        let edge = &node.edges[place];
        let visits = f64::from(edge.visits.max(1));
        let first = match edge.play {
            Move::Play(point) if self.options.rave > 0.0 => node.first_mean(point),
            _ => None,
        };
        let mean = first.map_or(edge.mean(), |first| {
            let k = self.options.rave;
            let beta = (k / (3.0 * visits + k)).sqrt();
            (1.0 - beta) * edge.mean() + beta * first
        });
        self.for_mover(mean, mover) + self.bonus(edge.available, visits)
    }

    /// Estimates of choices that were never made at a node, by point: from their values before a
    /// refusal, or from all-as-first. The nearest node counts.
    fn estimates(&self, tree: Color, node: InfoId, wishes: &PointSet, mover: Color) -> Estimates {
        let mut estimates = Estimates::default();
        let tree = &self.trees[tree];
        let mut at = Some(node);
        while let Some(id) = at {
            let node = tree.node(id);
            for edge in node.edges.iter().filter(|edge| edge.visits > 0) {
                if let Move::Play(point) = edge.play {
                    let bonus = self.bonus(edge.available, 1.0);
                    estimates.learn(point, self.for_mover(edge.mean(), mover) + bonus);
                }
            }
            if node.has_first() {
                for point in *wishes {
                    if let Some(first) = node.first_mean(point) {
                        estimates.learn(point, self.for_mover(first, mover) + self.bonus(2, 1.0));
                    }
                }
            }
            at = node.elder;
        }
        estimates
    }

    fn bonus(&self, available: u32, visits: f64) -> f64 {
        exploration_bonus(self.options.explore * self.span, available, visits)
    }

    fn for_mover(&self, value: f64, mover: Color) -> f64 {
        if mover == self.root.color { value } else { -value }
    }

    /// Plays the leaf out and adds the value to its path.
    fn finish(&mut self, descent: &Descent, game: u64) -> Result<(), WrongSize> {
        let world = descent.walk.leaf(self.root);
        let (scoring, komi, me) = (self.options.scoring, self.root.komi, self.root.color);
        let (games, mut value) = (game..game + 1, 0.0);
        let mut played = ByColor::<PointRows>::default();
        if self.options.rave > 0.0 {
            self.playouts.run_traced(
                games,
                |_| &world,
                |finish, first| {
                    value = f64::from(scoring.value(&finish, komi, me));
                    played = *first;
                },
            )?;
        } else {
            let note = |finish| value = f64::from(scoring.value(&finish, komi, me));
            self.playouts.run(games, |_| &world, note)?;
        }
        for step in &descent.steps {
            let edge = &mut self.trees[step.tree].node_mut(step.node).edges[step.edge];
            edge.visits += 1;
            edge.sum += value;
        }
        if self.options.rave > 0.0 {
            self.back_up_first(&descent.steps, value, &played);
        }
        Ok(())
    }

    /// RAVE: at each of the player's nodes, gives the value to every point that the player played
    /// first afterwards.
    fn back_up_first(&mut self, steps: &[Step], value: f64, first: &ByColor<PointRows>) {
        let me = self.root.color;
        let mut played = first.map(PointSet::from);
        for step in steps.iter().rev() {
            if let Some(point) = step.stone {
                played[step.mover].insert(point);
                played[!step.mover].remove(point);
            }
            if step.mover == me {
                let node = self.trees[step.tree].node_mut(step.node);
                for point in played[me] & step.empty {
                    node.add_first(point, value);
                }
            }
        }
    }
}
