//! Belief-state tree search: one value for each world, weighted by the world's probability.
//!
//! After Wang, Zhu, Li, Hsueh and Wu (2015, 2018). This is the algorithm:
//!
//! - The root has K worlds. A node is a *belief state*: all that the player did and heard since the
//!   root, as in [`Ismcts`](crate::Ismcts) with two observers. It keeps for every world `w` the
//!   number of its simulations and their mean `U(w)`, and for every try `a` the same, `U(w, a)`.
//! - **Beliefs.** At a node `P(w)` is the share of its simulations that were in `w`, and `n` the
//!   number of worlds seen there. The belief in `w` is `softmax(guess · n · P(w) · V(w))`, where
//!   `V(w)` is the value of `w` for the *opponent*, from 0 to 1: *opponent guessing*. With a
//!   positive `guess` it is assumed to have reached a world that is good for it, with a negative one the
//!   contrary, and with 0 all worlds are equally likely. (The factor `n` makes `guess` mean the same
//!   for any number of worlds.) The worlds of simulations are drawn by the root's beliefs.
//! - **Tries.** `U(B, a)` is the sum over worlds of belief times `U(w, a)`, among the worlds in which
//!   `a` was tried. The try with the greatest `U(B, a) + explore · sqrt(ln N(B) / N(B, a))` is made;
//!   untried ones come first, or, after a refusal, with their value before it.
//! - **Answers.** The opponent, which knows its stones, answers in the world as it is: among its legal
//!   moves that fill no eye, one is drawn by `softmax(predict · V(w, b))`, where `V(w, b)` is the mean
//!   of that answer in that world at that node, for the opponent: *opponent predicting*. An answer never seen
//!   is worth the mean of those seen. With 0 all are equally likely.
//! - The first new try is the leaf; a playout gives the value, which every world's entry on the way
//!   is given.
//!
//! The papers' incremental update between moves is left to the sampler of worlds, which follows the
//! game.

use crate::ismcts::{ObservationKey, REFUSED, accepted};
use crate::root_parallel::{Simulations, grow_simulations};
use crate::simulation::{Best, Bound, Estimates, Simulation, exploration_bonus, sound};
use crate::stream::{SALT, Stream};
use crate::{BudgetMeter, FinalChoice, RootState, Scoring, Search, SearchError, select};
use kage_goban::{Move, Point, PointSet, Position};
use kage_phantom::{Branch, Candidate, Explanation};
use kage_playout::{Playouts, WrongSize};

/// The settings of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BeliefOptions {
    /// The value of a playout.
    pub scoring: Scoring,
    /// The exploration constant, as a share of the range of values.
    pub explore: f64,
    /// Opponent guessing: how much more weight worlds have that are good for the opponent. A
    /// negative number favours the others; with 0 all are equal.
    pub guess: f64,
    /// How much the opponent prefers answers that are good for it; with 0 all are equally likely.
    pub predict: f64,
    /// How the try is chosen at the root.
    pub final_choice: FinalChoice,
}

/// Belief-state tree search. Without worlds, the assumed board is the only world.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BeliefMcts {
    /// The settings.
    pub options: BeliefOptions,
    /// The number of trees, one a thread.
    pub threads: usize,
}

impl Search for BeliefMcts {
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

/// Simulations and the sum of their values for the player.
#[derive(Clone, Copy, Default, Debug)]
struct Count {
    visits: u32,
    sum: f32,
}

impl Count {
    fn add(&mut self, value: f64) {
        self.visits += 1;
        self.sum += value as f32;
    }

    fn mean(self) -> Option<f64> {
        (self.visits > 0).then(|| f64::from(self.sum) / f64::from(self.visits))
    }
}

/// The place of a node.
type NodeId = usize;

/// A belief state.
#[derive(Clone, Default, Debug)]
struct Node {
    /// By world.
    worlds: Vec<Count>,
    tries: Vec<Try>,
    /// The opponent's answers, each in its world.
    answers: Vec<(u16, Move, Count)>,
    heard: Vec<(ObservationKey, NodeId)>,
    /// The node where a try was refused and led here.
    elder: Option<NodeId>,
}

/// A try at a belief state.
#[derive(Clone, Debug)]
struct Try {
    play: Move,
    visits: u32,
    /// By world.
    worlds: Vec<Count>,
    outcomes: Vec<(ObservationKey, NodeId)>,
}

/// What a simulation did at a node; it gets the value of the playout later.
enum Step {
    Tried(NodeId, usize),
    Answered(NodeId, Move),
}

/// One search.
struct TreeSearch<'a> {
    options: BeliefOptions,
    root: &'a RootState,
    worlds: Vec<Position>,
    nodes: Vec<Node>,
    playouts: Playouts,
    random: Stream,
    span: f64,
}

/// The root's place.
const ROOT: NodeId = 0;
/// The most worlds a belief state has.
const MOST_WORLDS: usize = 4096;

impl Simulations for TreeSearch<'_> {
    fn simulate(&mut self, game: u64) -> Result<(), WrongSize> {
        let world = self.draw_world(game);
        let mut walk = Simulation::new(self.root, &self.worlds[world]);
        let mut steps = Vec::new();
        let mut at = ROOT;
        loop {
            if walk.position.is_over() {
                break;
            }
            if walk.mover() != self.root.color {
                at = self.answer(&mut walk, at, world, &mut steps);
                continue;
            }
            let wishes = walk.tries(self.root);
            let (play, new) = self.choose(at, wishes);
            let place = self.place_of(at, play);
            steps.push(Step::Tried(at, place));
            let taken = walk.play(play);
            let news = taken.map_or(REFUSED, |taken| accepted(taken.len()));
            at = self.after(at, place, news);
            if new && taken.is_some() {
                break;
            }
        }
        let value = self.play_out(&walk, game)?;
        self.back_up(&steps, world, value);
        Ok(())
    }

    fn explanation(&self, playouts: u64) -> Explanation {
        let beliefs = self.beliefs(ROOT);
        let root = &self.nodes[ROOT];
        let candidates = self.root.open.iter().map(|point| {
            let tried = root.tries.iter().find(|tried| tried.play == Move::Play(point));
            let value = tried.and_then(|tried| expected(tried, &beliefs)).unwrap_or(0.0);
            let visits = tried.map_or(0, |tried| u64::from(tried.visits));
            select::candidate(point, value, visits, vec!["belief state"])
        });
        let candidates: Vec<Candidate> = candidates.collect();
        let hidden = self.believed(&beliefs);
        Explanation { playouts, candidates, hidden, tree: self.branches() }
    }
}

impl<'a> TreeSearch<'a> {
    fn new(options: BeliefOptions, root: &'a RootState, seed: u64) -> TreeSearch<'a> {
        let sampled = root.worlds.worlds().iter().take(MOST_WORLDS);
        let mut worlds: Vec<Position> = sampled.map(|world| world.position.clone()).collect();
        if worlds.is_empty() {
            worlds.push(root.position());
        }
        TreeSearch {
            options,
            root,
            worlds,
            nodes: vec![Node::default()],
            playouts: root.playouts(seed),
            random: Stream::new(seed ^ SALT),
            span: options.scoring.span(root.board.size().area()),
        }
    }

    fn draw_world(&mut self, game: u64) -> usize {
        let next = (game % self.worlds.len() as u64) as usize;
        // Every world is visited once before the beliefs decide.
        if self.options.guess == 0.0 || game < self.worlds.len() as u64 {
            return next;
        }
        let beliefs = self.beliefs(ROOT);
        self.random.weighted(beliefs.iter().copied()).unwrap_or(next)
    }

    /// The belief in each world at a node; 0 for those not seen there.
    fn beliefs(&self, at: NodeId) -> Vec<f64> {
        let node = &self.nodes[at];
        let seen = node.worlds.iter().filter(|count| count.visits > 0).count() as f64;
        let all: u32 = node.worlds.iter().map(|count| count.visits).sum();
        let weight = |count: &Count| {
            count.mean().map_or(0.0, |mean| {
                let share = f64::from(count.visits) / f64::from(all.max(1));
                libm::exp(self.options.guess * seen * share * self.for_them(mean))
            })
        };
        let weights: Vec<f64> = node.worlds.iter().map(weight).collect();
        let sum: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / sum.max(f64::MIN_POSITIVE)).collect()
    }

    /// A value as the opponent sees it, from 0 to 1.
    fn for_them(&self, value: f64) -> f64 {
        match self.options.scoring {
            Scoring::Territory => (0.5 - value / (2.0 * self.span)).clamp(0.0, 1.0),
            Scoring::Win | Scoring::WinAndTerritory => (1.0 - value).clamp(0.0, 1.0),
        }
    }

    /// Chooses a try by `U(B, a)`, or a pass if there is none, and says whether it is new.
    fn choose(&mut self, at: NodeId, wishes: PointSet) -> (Move, bool) {
        if wishes.is_empty() {
            return (Move::Pass, !self.nodes[at].tries.iter().any(|t| t.play == Move::Pass));
        }
        let beliefs = self.beliefs(at);
        let node = &self.nodes[at];
        let visits: u32 = node.tries.iter().map(|tried| tried.visits).sum();
        let explore = self.options.explore * self.span;
        let mut best = Best::default();
        let mut untried = wishes;
        for tried in &node.tries {
            let Move::Play(point) = tried.play else { continue };
            if wishes.contains(point) {
                untried.remove(point);
                let value = expected(tried, &beliefs)
                    .map(|mean| mean + exploration_bonus(explore, visits, f64::from(tried.visits)));
                best.consider(Bound::of(value, self.random.next()), point, false);
            }
        }
        let estimates = self.before_refusal(at);
        for point in untried {
            let value =
                estimates.of(point).map(|mean| mean + exploration_bonus(explore, visits, 1.0));
            best.consider(Bound::of(value, self.random.next()), point, true);
        }
        best.choice().unwrap_or((Move::Pass, true))
    }

    /// The values of tries before a refusal, at the nearest node where they were made.
    fn before_refusal(&self, at: NodeId) -> Estimates {
        let mut estimates = Estimates::default();
        let mut elder = self.nodes[at].elder;
        while let Some(id) = elder {
            for tried in &self.nodes[id].tries {
                if let (Move::Play(point), Some(mean)) = (tried.play, mean_of(tried)) {
                    estimates.learn(point, mean);
                }
            }
            elder = self.nodes[id].elder;
        }
        estimates
    }

    /// The opponent answers; returns what the player hears of it.
    fn answer(
        &mut self,
        walk: &mut Simulation,
        at: NodeId,
        world: usize,
        steps: &mut Vec<Step>,
    ) -> NodeId {
        let play = self.predict(&walk.answers(self.root), at, world);
        steps.push(Step::Answered(at, play));
        // It was among the legal ones.
        let lost = walk.play(play).unwrap_or_default();
        self.hear(at, sound(play, &lost))
    }

    /// Draws an answer by its value for the opponent.
    fn predict(&mut self, answers: &PointSet, at: NodeId, world: usize) -> Move {
        let known = self.nodes[at].answers.iter().filter(|(of, ..)| usize::from(*of) == world);
        let known: Vec<(Move, f64)> = known
            .filter_map(|(_, play, count)| Some((*play, self.for_them(count.mean()?))))
            .collect();
        let sum: f64 = known.iter().map(|(_, value)| value).sum();
        let mean = if known.is_empty() { 0.5 } else { sum / known.len() as f64 };
        let predict = self.options.predict;
        let weight = |point: Point| {
            let value = known.iter().find(|(play, _)| *play == Move::Play(point));
            libm::exp(predict * value.map_or(mean, |(_, value)| *value))
        };
        let points: Vec<Point> = answers.iter().collect();
        let weights: Vec<f64> = points.iter().map(|&point| weight(point)).collect();
        let drawn = self.random.weighted(weights.iter().copied());
        drawn.map_or(Move::Pass, |place| Move::Play(points[place]))
    }

    fn place_of(&mut self, at: NodeId, play: Move) -> usize {
        let tries = &mut self.nodes[at].tries;
        tries.iter().position(|tried| tried.play == play).unwrap_or_else(|| {
            tries.push(Try { play, visits: 0, worlds: Vec::new(), outcomes: Vec::new() });
            tries.len() - 1
        })
    }

    fn after(&mut self, at: NodeId, place: usize, news: ObservationKey) -> NodeId {
        let next = self.nodes.len();
        let outcomes = &mut self.nodes[at].tries[place].outcomes;
        if let Some((_, known)) = outcomes.iter().find(|(heard, _)| *heard == news) {
            return *known;
        }
        outcomes.push((news, next));
        let elder = (news == REFUSED).then_some(at);
        self.nodes.push(Node { elder, ..Node::default() });
        next
    }

    fn hear(&mut self, at: NodeId, news: ObservationKey) -> NodeId {
        let next = self.nodes.len();
        let heard = &mut self.nodes[at].heard;
        if let Some((_, known)) = heard.iter().find(|(heard, _)| *heard == news) {
            return *known;
        }
        heard.push((news, next));
        self.nodes.push(Node::default());
        next
    }

    fn play_out(&self, walk: &Simulation, game: u64) -> Result<f64, WrongSize> {
        let start = walk.leaf(self.root);
        let (komi, me) = (self.root.komi, self.root.color);
        let mut value = 0.0;
        self.playouts.run(
            game..game + 1,
            |_| &start,
            |finish| value = self.options.scoring.value(&finish, komi, me),
        )?;
        Ok(f64::from(value))
    }

    fn back_up(&mut self, steps: &[Step], world: usize, value: f64) {
        for step in steps {
            match *step {
                Step::Tried(at, place) => {
                    let node = &mut self.nodes[at];
                    count_of(&mut node.worlds, world).add(value);
                    let tried = &mut node.tries[place];
                    tried.visits += 1;
                    count_of(&mut tried.worlds, world).add(value);
                }
                Step::Answered(at, play) => {
                    let answers = &mut self.nodes[at].answers;
                    let is_it = |(of, other, _): &&mut (u16, Move, Count)| {
                        usize::from(*of) == world && *other == play
                    };
                    if let Some((.., count)) = answers.iter_mut().find(is_it) {
                        count.add(value);
                    } else {
                        let mut count = Count::default();
                        count.add(value);
                        answers.push((world as u16, play, count));
                    }
                }
            }
        }
    }

    /// The probability of a hidden stone on each point, from the beliefs of the root.
    fn believed(&self, beliefs: &[f64]) -> Vec<(Point, f64)> {
        if self.root.worlds.is_empty() {
            return self.root.belief();
        }
        let theirs = !self.root.color;
        let chance = |point: Point| {
            let worlds = self.worlds.iter().zip(beliefs);
            let with = worlds.filter(|(world, _)| world.board().stones(theirs).contains(point));
            with.map(|(_, belief)| belief).sum::<f64>()
        };
        let hidden = self.root.worlds.hidden().iter();
        hidden.map(|(point, _)| (*point, chance(*point))).filter(|(_, p)| *p > 0.0).collect()
    }

    /// Own tries at the root, most visited first, each with their answers where it was accepted.
    fn branches(&self) -> Vec<Branch> {
        let mut tries: Vec<&Try> = self.nodes[ROOT].tries.iter().collect();
        tries.sort_by_key(|tried| std::cmp::Reverse(tried.visits));
        let branch = |tried: &Try| {
            let value = mean_of(tried).unwrap_or(0.0);
            let accepted = tried.outcomes.iter().find(|(news, _)| *news != REFUSED);
            let answers = accepted.map(|(_, next)| self.answers(*next)).unwrap_or_default();
            Branch { play: tried.play, visits: tried.visits.into(), value, answers }
        };
        tries.into_iter().map(branch).collect()
    }

    /// The opponent's answers at a node, in all worlds together, most seen first.
    fn answers(&self, at: NodeId) -> Vec<Branch> {
        let mut sums: Vec<(Move, Count)> = Vec::new();
        for (_, play, count) in &self.nodes[at].answers {
            match sums.iter_mut().find(|(other, _)| other == play) {
                Some((_, sum)) => {
                    sum.visits += count.visits;
                    sum.sum += count.sum;
                }
                None => sums.push((*play, *count)),
            }
        }
        sums.sort_by_key(|(_, count)| std::cmp::Reverse(count.visits));
        let branch = |(play, count): (Move, Count)| {
            let value = count.mean().unwrap_or(0.0);
            Branch { play, visits: count.visits.into(), value, answers: Vec::new() }
        };
        sums.into_iter().map(branch).collect()
    }
}

/// The entry of a world, made if there is none yet.
fn count_of(worlds: &mut Vec<Count>, world: usize) -> &mut Count {
    if worlds.len() <= world {
        worlds.resize(world + 1, Count::default());
    }
    &mut worlds[world]
}

/// `U(B, a)`, among the worlds in which the try was made.
fn expected(tried: &Try, beliefs: &[f64]) -> Option<f64> {
    let (mut sum, mut weight) = (0.0, 0.0);
    for (count, belief) in tried.worlds.iter().zip(beliefs) {
        if let Some(mean) = count.mean() {
            sum += belief * mean;
            weight += belief;
        }
    }
    if weight > 0.0 { Some(sum / weight) } else { mean_of(tried) }
}

/// The mean of a try in all simulations.
fn mean_of(tried: &Try) -> Option<f64> {
    let sum: f64 = tried.worlds.iter().map(|count| f64::from(count.sum)).sum();
    (tried.visits > 0).then(|| sum / f64::from(tried.visits))
}
