//! UCT over the assumed position, with four ways of guessing where the hidden stones are.

use crate::eyes::is_safe_eye;
use crate::forest::{grow_all, sort_by_visits};
use crate::influence::gains;
use crate::stream::Stream;
use crate::tree::{NodeId, Tree};
use crate::{Evaluation, Evaluator, Meter, Reading, Scoring};
use kage_goban::{Board, ByColor, Color, Komi, Move, Point, PointSet, Position};
use kage_phantom::{Candidate, Choice};
use kage_playout::{Eyes, Fill, Finish, Playouts, PointRows, World};

/// How hidden stones are guessed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Guess {
    /// At the leaf, anywhere with equal chance.
    Late,
    /// At depth 2, each answer of theirs with a chance of its share of the visits, times this
    /// constant, times the number of unknown stones; the rest at the leaf.
    Early(f64),
    /// At the leaf, in proportion to what a stone would gain in influence.
    Influence,
}

/// The settings of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct UctOptions {
    /// What a playout is worth.
    pub scoring: Scoring,
    /// The exploration constant, as a share of the span of values.
    pub explore: f64,
    /// How hidden stones are guessed.
    pub guess: Guess,
    /// The weight of the progressive bias by influence; 0 for none.
    pub bias: f64,
    /// The number of visits at which a node's own mean weighs as much as its all-as-first mean;
    /// 0 for none.
    pub rave: f64,
    /// How many leaves are gathered before they are played out together. 1 is the plain
    /// algorithm; more keeps the lanes of the playouts full.
    pub batch: usize,
}

/// UCT as in the thesis of 2007: the child with the best bound is followed, a leaf is expanded when
/// it is visited for the second time, and the most visited move is played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Uct {
    /// The settings.
    pub options: UctOptions,
    /// How many trees are grown at once, each on its share of the budget; their visits are added
    /// up. The same number gives the same moves.
    pub threads: usize,
}

/// How deep the tree is shown to people.
const SHOWN_DEPTH: u32 = 5;

impl Evaluator for Uct {
    fn evaluate(&mut self, reading: &Reading, komi: Komi, meter: Meter, seed: u64) -> Evaluation {
        let options = self.options;
        grow_all(self.threads, meter, seed, |meter, seed| grow(options, reading, komi, meter, seed))
    }
}

/// Grows one tree until the budget is spent.
fn grow(
    options: UctOptions,
    reading: &Reading,
    komi: Komi,
    mut meter: Meter,
    seed: u64,
) -> Evaluation {
    let mut search = Search::new(options, reading, komi, seed);
    while let Some(games) = meter.next(options.batch.max(1) as u64) {
        search.step(games);
    }
    search.evaluation(meter.spent())
}

/// A way down the tree, and the world its playout starts from.
struct Descent {
    path: Vec<NodeId>,
    world: World,
}

/// How much a child is worth following: every child is visited once before any is visited twice.
#[derive(Clone, Copy, PartialEq)]
struct Bound {
    new: bool,
    value: f64,
}

impl Bound {
    fn cmp(&self, other: &Bound) -> std::cmp::Ordering {
        self.new.cmp(&other.new).then(self.value.total_cmp(&other.value))
    }
}

/// One search.
struct Search<'a> {
    options: UctOptions,
    reading: &'a Reading,
    komi: Komi,
    root: Position,
    tree: Tree,
    playouts: Playouts,
    /// What a stone gains in influence, on each point for each colour; empty if nobody asks.
    gains: Vec<ByColor<f64>>,
    random: Stream,
    span: f64,
}

impl<'a> Search<'a> {
    fn new(options: UctOptions, reading: &'a Reading, komi: Komi, seed: u64) -> Search<'a> {
        let mut tree = Tree::new();
        tree.expand(Tree::ROOT, reading.open.iter().map(Move::Play));
        let wants_gains = options.bias != 0.0 || options.guess == Guess::Influence;
        Search {
            options,
            reading,
            komi,
            root: reading.position(),
            tree,
            playouts: reading.playouts(seed),
            gains: if wants_gains { gain_table(&reading.board) } else { Vec::new() },
            random: Stream::new(seed ^ 0x5DEE_CE66_D5DE_ECE6),
            span: options.scoring.span(reading.board.size().area()),
        }
    }

    /// Gathers leaves, plays them out together, and adds up what came of it.
    fn step(&mut self, games: std::ops::Range<u64>) {
        let first = games.start;
        let descents: Vec<Descent> = games.clone().map(|_| self.descend()).collect();
        let mut results: Vec<Option<(f32, ByColor<PointRows>)>> = vec![None; descents.len()];
        let value =
            |finish: &Finish| self.options.scoring.value(finish, self.komi, self.reading.color);
        let start = |game: u64| &descents[(game - first) as usize].world;
        // All worlds are of the reading's size.
        let _ = self.playouts.run_traced(games, start, |finish, moves| {
            results[(finish.game - first) as usize] = Some((value(&finish), *moves));
        });
        for (descent, result) in descents.iter().zip(&results) {
            if let Some((value, first)) = result {
                self.back_up(&descent.path, f64::from(*value), first);
            }
        }
    }

    /// Goes from the root to a leaf, expanding it on its second visit. What is on its way counts
    /// as visited but not as won or lost, so that the descents of a batch spread.
    fn descend(&mut self) -> Descent {
        let mut position = self.root.clone();
        // The same moves without stones that were only guessed: what a node may be asked for.
        let mut plain = self.root.clone();
        let mut path = vec![Tree::ROOT];
        let mut at = Tree::ROOT;
        let mut placed = 0;
        self.tree.node_mut(at).pending += 1;
        loop {
            let young = self.tree.node(at).all_visits() < 2;
            if self.tree.is_leaf(at) && (young || position.is_over()) {
                break;
            }
            if self.tree.is_leaf(at) {
                self.tree.expand(at, moves_of(&plain, self.reading.eyes));
            }
            if let (Guess::Early(weight), 2) = (self.options.guess, path.len()) {
                placed = self.place_early(at, &mut position, weight);
            }
            let Some(next) = self.select(at, &mut position) else { break };
            at = next;
            if plain.play(self.tree.node(at).play).is_err() {
                plain = position.clone();
            }
            self.tree.node_mut(at).pending += 1;
            path.push(at);
        }
        let world = self.leaf_world(&position, self.reading.unknown.saturating_sub(placed));
        Descent { path, world }
    }

    /// Plays the child with the best bound that can be played.
    fn select(&mut self, at: NodeId, position: &mut Position) -> Option<NodeId> {
        let parent_visits = f64::from(self.tree.node(at).all_visits().max(1));
        let parent_mean = self.tree.node(at).mean();
        let mover = position.turn();
        let mut ranked: Vec<(Bound, u64, NodeId)> = self
            .tree
            .children(at)
            .map(|child| {
                let bound = self.bound(child, parent_visits, parent_mean, mover);
                (bound, self.random.next(), child)
            })
            .collect();
        let better =
            |a: &(Bound, u64, NodeId), b: &(Bound, u64, NodeId)| a.0.cmp(&b.0).then(a.1.cmp(&b.1));
        while let Some(best) = (0..ranked.len()).max_by(|&a, &b| better(&ranked[a], &ranked[b])) {
            let (_, _, child) = ranked.swap_remove(best);
            if position.play(self.tree.node(child).play).is_ok() {
                return Some(child);
            }
        }
        None
    }

    /// How much a child is worth following, for the side that moves there.
    fn bound(&self, child: NodeId, parent_visits: f64, parent_mean: f64, mover: Color) -> Bound {
        let node = self.tree.node(child);
        let bias = self.bias(node.play, parent_visits, mover);
        if node.all_visits() == 0 {
            // The bias and the all-as-first values say which of the new ones comes first.
            let first = if node.first_visits > 0 { first_mean(node) } else { 0.0 };
            return Bound { new: true, value: bias + self.for_mover(first, mover) };
        }
        // Nothing has come back yet: as good as its parent.
        let mean = if node.visits == 0 { parent_mean } else { self.blend(node) };
        let mean = self.for_mover(mean, mover);
        let explore = self.options.explore * self.span;
        let doubt = (parent_visits.ln() / f64::from(node.all_visits())).sqrt();
        Bound { new: false, value: mean + explore * doubt + bias }
    }

    /// A node's own mean, blended with its all-as-first mean while it is young.
    fn blend(&self, node: &crate::tree::Node) -> f64 {
        if self.options.rave == 0.0 || node.first_visits == 0 {
            return node.mean();
        }
        let k = self.options.rave;
        let beta = (k / (3.0 * f64::from(node.visits) + k)).sqrt();
        (1.0 - beta) * node.mean() + beta * first_mean(node)
    }

    fn for_mover(&self, value: f64, mover: Color) -> f64 {
        if mover == self.reading.color { value } else { -value }
    }

    fn bias(&self, play: Move, parent_visits: f64, mover: Color) -> f64 {
        match play {
            Move::Play(point) if self.options.bias != 0.0 => {
                self.options.bias / parent_visits.sqrt() * self.gains[point.index()][mover]
            }
            _ => 0.0,
        }
    }

    /// Their answers at depth 2 may already be on the board: the more a move was followed, the
    /// likelier. They are asked in no particular order, since there are only so many stones.
    fn place_early(&mut self, at: NodeId, position: &mut Position, weight: f64) -> u32 {
        let total = f64::from(self.tree.node(at).all_visits().max(1));
        let unknown = f64::from(self.reading.unknown);
        let mut answers: Vec<(u64, Point)> = Vec::new();
        for child in self.tree.children(at) {
            let node = self.tree.node(child);
            let chance = weight * f64::from(node.all_visits()) / total * unknown;
            if let Move::Play(point) = node.play
                && self.reading.onto.contains(point)
                && self.random.unit() < chance
            {
                answers.push((self.random.next(), point));
            }
        }
        answers.sort_unstable();
        let answers = answers.into_iter().map(|(_, point)| point);
        let (board, placed) =
            hide(position.board(), !self.reading.color, answers, self.reading.unknown);
        if placed > 0 {
            *position = Position::from_board(board, position.turn(), position.ko_rule());
        }
        placed
    }

    /// The world a leaf's playout starts from, with the hidden stones guessed.
    fn leaf_world(&mut self, position: &Position, unknown: u32) -> World {
        let world = World::from(position);
        let onto = self.reading.onto & position.board().empty();
        if self.options.guess == Guess::Influence {
            return self.influence_world(position, onto, unknown).unwrap_or(world);
        }
        let fill = Fill { color: !self.reading.color, count: unknown as u16, onto };
        world.with_fill(fill).unwrap_or(world)
    }

    /// Hidden stones drawn one after the other in proportion to their gain in influence.
    fn influence_world(
        &mut self,
        position: &Position,
        onto: PointSet,
        unknown: u32,
    ) -> Option<World> {
        let theirs = !self.reading.color;
        let mut left: Vec<(Point, f64)> = onto
            .iter()
            .map(|point| (point, self.gains[point.index()][theirs].max(0.0)))
            .filter(|(point, _)| !is_safe_eye(position.board(), theirs, *point, self.reading.eyes))
            .collect();
        let mut board = position.board().clone();
        let mut missing = unknown;
        while missing > 0
            && let Some(point) = self.draw(&mut left)
        {
            let (with, placed) = hide(&board, theirs, std::iter::once(point), 1);
            board = with;
            missing -= placed;
        }
        let fill = Fill { color: theirs, count: missing as u16, onto };
        World::new(&board, position.turn()).with_fill(fill).ok()
    }

    /// Takes a point out of a list, with a chance in proportion to its weight.
    fn draw(&mut self, left: &mut Vec<(Point, f64)>) -> Option<Point> {
        let sum: f64 = left.iter().map(|(_, weight)| weight).sum();
        if sum <= 0.0 {
            return None;
        }
        let mut at = self.random.unit() * sum;
        let chosen = left.iter().position(|(_, weight)| {
            at -= weight;
            at < 0.0
        });
        Some(left.swap_remove(chosen.unwrap_or(left.len() - 1)).0)
    }

    fn back_up(&mut self, path: &[NodeId], value: f64, first: &ByColor<PointRows>) {
        for &id in path {
            let node = self.tree.node_mut(id);
            node.sum += value;
            node.visits += 1;
            node.pending = node.pending.saturating_sub(1);
        }
        if self.options.rave > 0.0 {
            self.back_up_first(path, value, first);
        }
    }

    /// Gives the value to every sibling of the path whose move the same side made first, in the
    /// tree or in the playout.
    fn back_up_first(&mut self, path: &[NodeId], value: f64, first: &ByColor<PointRows>) {
        let mut played = first.map(kage_goban::PointSet::from);
        for depth in (0..path.len()).rev() {
            let mover = if depth % 2 == 0 { self.reading.color } else { !self.reading.color };
            if let Some(&next) = path.get(depth + 1)
                && let Move::Play(point) = self.tree.node(next).play
            {
                played[mover].insert(point);
                played[!mover].remove(point);
            }
            for child in self.tree.children(path[depth]) {
                let node = self.tree.node_mut(child);
                if let Move::Play(point) = node.play
                    && played[mover].contains(point)
                {
                    node.first_visits += 1;
                    node.first_sum += value;
                }
            }
        }
    }

    fn evaluation(&self, playouts: u64) -> Evaluation {
        let candidate = |child: NodeId| {
            let node = self.tree.node(child);
            let Move::Play(point) = node.play else { return None };
            let visits = u64::from(node.visits);
            let reasons = self.reasons();
            Some(Candidate { choice: Choice::Try(point), value: node.mean(), visits, reasons })
        };
        let mut candidates: Vec<Candidate> =
            self.tree.children(Tree::ROOT).filter_map(candidate).collect();
        sort_by_visits(&mut candidates);
        Evaluation {
            playouts,
            candidates,
            hidden: self.belief(),
            tree: self.tree.branches(Tree::ROOT, SHOWN_DEPTH),
        }
    }

    /// The names of what had a say in the tree.
    fn reasons(&self) -> Vec<&'static str> {
        let guess = match self.options.guess {
            Guess::Late => None,
            Guess::Early(_) => Some("early guess"),
            Guess::Influence => Some("influence fill"),
        };
        let bias = (self.options.bias != 0.0).then_some("influence bias");
        let rave = (self.options.rave != 0.0).then_some("rave");
        std::iter::once("uct").chain(guess).chain(bias).chain(rave).collect()
    }

    fn belief(&self) -> Vec<(Point, f64)> {
        if self.options.guess != Guess::Influence {
            return self.reading.uniform_belief();
        }
        let theirs = !self.reading.color;
        let gain = |point: Point| self.gains[point.index()][theirs].max(0.0);
        let sum: f64 = self.reading.onto.iter().map(gain).sum::<f64>().max(1e-9);
        let unknown = f64::from(self.reading.unknown);
        self.reading.onto.iter().map(|p| (p, (gain(p) / sum * unknown).min(1.0))).collect()
    }
}

/// Puts stones of a colour down, at most so many, where every chain keeps a liberty. Returns the
/// board and how many found a place.
fn hide(
    board: &Board,
    color: Color,
    points: impl Iterator<Item = Point>,
    most: u32,
) -> (Board, u32) {
    let mut now = board.clone();
    let mut placed = 0;
    for point in points {
        if placed == most {
            break;
        }
        let mut stones = ByColor::new(|side| now.stones(side));
        stones[color].insert(point);
        if let Ok(with) = Board::from_stones(board.size(), stones) {
            now = with;
            placed += 1;
        }
    }
    (now, placed)
}

fn first_mean(node: &crate::tree::Node) -> f64 {
    node.first_sum / f64::from(node.first_visits.max(1))
}

/// The moves a side considers: legal, and no own eye; a pass if there is none.
fn moves_of(position: &Position, eyes: Eyes) -> Vec<Move> {
    let eye = |point: &Point| is_safe_eye(position.board(), position.turn(), *point, eyes);
    let points = position.legal_points();
    let mut moves: Vec<Move> = points.iter().filter(|point| !eye(point)).map(Move::Play).collect();
    if moves.is_empty() {
        moves.push(Move::Pass);
    }
    moves
}

fn gain_table(board: &Board) -> Vec<ByColor<f64>> {
    let mut table = vec![ByColor::default(); 19 * 19];
    for (point, gain) in gains(board) {
        table[point.index()] = gain.map(f64::from);
    }
    table
}
