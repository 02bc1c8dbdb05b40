//! Tree search over information: one tree of tries and what is heard, over many worlds.
//!
//! Every simulation takes a world. On the player's turns he chooses among all points that are open
//! to him; the world says whether the try is refused, and then he chooses again, in the node of
//! those who know that. On the opponent's turns a move is chosen among those that are legal in the
//! world. The first choice that was never made before is the leaf, and playouts from there give the
//! value.
//!
//! A choice is made by its upper bound, in which the count of the parent is the number of times
//! that the choice was *available* (Cowling, Powley and Whitehouse 2012). At the node after a
//! refusal a choice never made before is worth what it was worth before the refusal.

use crate::forest::grow_all;
use crate::info_tree::{Edge, InfoId, InfoTree, REFUSED, accepted};
use crate::stream::Stream;
use crate::walk::{Best, Bound, Guesses, Policy, SALT, Walk, doubt, sound};
use crate::{Evaluation, Evaluator, Meter, Reading, Scoring};
use kage_goban::{ByColor, Color, Komi, Move, Point, PointSet, Position};
use kage_phantom::{Candidate, Choice};
use kage_playout::{Playouts, PointRows};
use std::ops::Range;

/// Whose hearing the tree is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Observer {
    /// One tree, in which the opponent's moves are edges as if they were seen.
    Single,
    /// A tree for each side, of what that side does and hears.
    Multi,
}

/// The settings of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct IsmctsOptions {
    /// What a playout is worth.
    pub scoring: Scoring,
    /// The exploration constant, as a share of the span of values.
    pub explore: f64,
    /// Whose hearing the tree is made of.
    pub observer: Observer,
    /// How the try is taken from the root.
    pub policy: Policy,
    /// Playouts for each leaf.
    pub rollouts: u64,
    /// The number of visits at which the own mean of a try weighs as much as its all-as-first mean;
    /// 0 for none.
    pub rave: f64,
}

/// Tree search over information, in the worlds of a reading. Without worlds it searches what the
/// reading assumes, and hides the rest at the leaf.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ismcts {
    /// The settings.
    pub options: IsmctsOptions,
    /// How many trees are grown at once, each on its share of the budget; their visits are added
    /// up. The same number gives the same moves.
    pub threads: usize,
}

/// How deep the tree is shown to people.
const SHOWN_DEPTH: u32 = 5;
impl Evaluator for Ismcts {
    fn evaluate(&mut self, reading: &Reading, komi: Komi, meter: Meter, seed: u64) -> Evaluation {
        let options = self.options;
        let mut found = grow_all(self.threads, meter, seed, |mut meter, seed| {
            let mut search = Search::new(options, reading, komi, seed);
            while let Some(games) = meter.next(options.rollouts.max(1)) {
                search.simulate(games);
            }
            search.evaluation(meter.spent())
        });
        options.policy.arrange(&mut found, seed);
        found
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
struct Search<'a> {
    options: IsmctsOptions,
    reading: &'a Reading,
    komi: Komi,
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
    walk: Walk,
    /// Where each side's tree has come to.
    at: ByColor<InfoId>,
    steps: Vec<Step>,
}

impl<'a> Search<'a> {
    fn new(options: IsmctsOptions, reading: &'a Reading, komi: Komi, seed: u64) -> Search<'a> {
        Search {
            options,
            reading,
            komi,
            assumed: reading.position(),
            trees: ByColor::new(|_| InfoTree::new()),
            playouts: reading.playouts(seed),
            random: Stream::new(seed ^ SALT),
            span: options.scoring.span(reading.board.size().area()),
            simulations: 0,
        }
    }

    /// One simulation: down to a leaf, playouts, and back.
    fn simulate(&mut self, games: Range<u64>) {
        let start = match self.reading.worlds.is_empty() {
            true => &self.assumed,
            false => &self.reading.worlds.of_game(self.simulations).position,
        };
        self.simulations += 1;
        let mut descent = Descent {
            walk: Walk::new(self.reading, start),
            at: ByColor::new(|_| InfoTree::ROOT),
            steps: Vec::new(),
        };
        while !descent.walk.position.is_over() && !self.step(&mut descent) {}
        self.finish(&descent, games);
    }

    /// Makes a choice. Returns whether it is the leaf.
    fn step(&mut self, descent: &mut Descent) -> bool {
        let mover = descent.walk.mover();
        let wishes = match mover == self.reading.color {
            true => descent.walk.tries(self.reading),
            false => descent.walk.answers(self.reading),
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

    /// The other side's tree hears a move: that, never where; and its own lost stones.
    fn be_heard(&mut self, descent: &mut Descent, listener: Color, play: Move, taken: &PointSet) {
        if self.options.observer == Observer::Multi {
            let at = descent.at[listener];
            descent.at[listener] = self.trees[listener].hear(at, sound(play, taken));
        }
    }

    /// Whose tree has the choices of a side.
    fn tree_of(&self, mover: Color) -> Color {
        match self.options.observer {
            Observer::Single => self.reading.color,
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
            let guesses = self.guesses(tree, node, &untried, mover);
            for point in untried {
                best.consider(Bound::of(guesses.of(point), self.random.next()), point, true);
            }
        }
        best.choice().unwrap_or((Move::Pass, true))
    }

    /// How much an edge is worth following, for the side that moves there.
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
        self.for_mover(mean, mover) + self.doubt(edge.available, visits)
    }

    /// What choices that were never made at a node are worth, by point, if something is known of
    /// them: by what they were worth before a refusal, or by all-as-first. The nearest node counts.
    fn guesses(&self, tree: Color, node: InfoId, wishes: &PointSet, mover: Color) -> Guesses {
        let mut guesses = Guesses::default();
        let tree = &self.trees[tree];
        let mut at = Some(node);
        while let Some(id) = at {
            let node = tree.node(id);
            for edge in node.edges.iter().filter(|edge| edge.visits > 0) {
                if let Move::Play(point) = edge.play {
                    let doubt = self.doubt(edge.available, 1.0);
                    guesses.learn(point, self.for_mover(edge.mean(), mover) + doubt);
                }
            }
            if node.has_first() {
                for point in *wishes {
                    if let Some(first) = node.first_mean(point) {
                        guesses.learn(point, self.for_mover(first, mover) + self.doubt(2, 1.0));
                    }
                }
            }
            at = node.elder;
        }
        guesses
    }

    fn doubt(&self, available: u32, visits: f64) -> f64 {
        doubt(self.options.explore * self.span, available, visits)
    }

    fn for_mover(&self, value: f64, mover: Color) -> f64 {
        if mover == self.reading.color { value } else { -value }
    }

    /// Plays the leaf out and adds up what came of it.
    fn finish(&mut self, descent: &Descent, games: Range<u64>) {
        let world = descent.walk.leaf(self.reading);
        let (scoring, komi, me) = (self.options.scoring, self.komi, self.reading.color);
        let mut results: Vec<(f64, ByColor<PointRows>)> = Vec::new();
        // The worlds are of the reading's size.
        if self.options.rave > 0.0 {
            let _ = self.playouts.run_traced(
                games,
                |_| &world,
                |finish, first| {
                    results.push((f64::from(scoring.value(&finish, komi, me)), *first));
                },
            );
        } else {
            let nothing = ByColor::default();
            let _ = self.playouts.run(
                games,
                |_| &world,
                |finish| results.push((f64::from(scoring.value(&finish, komi, me)), nothing)),
            );
        }
        let sum: f64 = results.iter().map(|(value, _)| value).sum();
        let mean = sum / results.len().max(1) as f64;
        for step in &descent.steps {
            let edge = &mut self.trees[step.tree].node_mut(step.node).edges[step.edge];
            edge.visits += 1;
            edge.sum += mean;
        }
        if self.options.rave > 0.0 {
            for (value, first) in &results {
                self.back_up_first(&descent.steps, *value, first);
            }
        }
    }

    /// Gives the value to every point that the player went on to play first, at each of his nodes.
    fn back_up_first(&mut self, steps: &[Step], value: f64, first: &ByColor<PointRows>) {
        let me = self.reading.color;
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

    fn evaluation(&self, playouts: u64) -> Evaluation {
        let tree = &self.trees[self.reading.color];
        let root = tree.node(InfoTree::ROOT);
        let mut reasons = vec!["ismcts"];
        reasons.extend((self.options.rave > 0.0).then_some("rave"));
        let candidates = self.reading.open.iter().map(|point| {
            let edge = root.edge(Move::Play(point));
            let visits = edge.map_or(0, |edge| u64::from(edge.visits));
            let value = edge.map_or(0.0, Edge::mean);
            Candidate { choice: Choice::Try(point), value, visits, reasons: reasons.clone() }
        });
        Evaluation {
            playouts,
            candidates: candidates.collect(),
            hidden: self.reading.belief(),
            tree: tree.branches(InfoTree::ROOT, SHOWN_DEPTH),
        }
    }
}
