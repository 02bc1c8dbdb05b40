//! Information-set tree search as in OpenSpiel: one table of nodes, keyed by who moves and what the
//! mover knows of the board.
//!
//! After `is_mcts` and `phantom_go` of OpenSpiel, which the thesis of Syrovátka (2022) used:
//!
//! - A simulation takes a world: each of the first ones a new one, later ones any at random. (Their
//!   number is `max_world_samples` there.)
//! - Both sides choose among all points that are not taken as far as they know, own eyes too, and the
//!   pass. Choices that were never made at a node come first, in random order; then the one with the
//!   greatest `mean + C · sqrt(ln N / n)` is made, where `N` counts all visits of the node and `n` those of
//!   the choice.
//! - The first node that is not in the table is the leaf. Its value for each side is from -1 to 1, and each
//!   choice on the way gets that of the side that made it.
//!
//! Nodes are of boards and not of histories, so different ways to the same knowledge share a node.
//!
//! A refused try shows a stone, or is left out for the rest of the turn. (There it could be made again and
//! again.)

mod observed_game;

use crate::root_parallel::grow_all;
use crate::stream::{SALT, Stream};
use crate::{BudgetMeter, FinalChoice, RootState, Scoring, Search, SearchError};
use kage_goban::{ByColor, Color, Komi, Move, PointSet, Position};
use kage_phantom::{Branch, Candidate, Choice, Explanation};
use kage_playout::{Playouts, World};
use observed_game::{InfoKey, ObservedGame};
use std::collections::HashMap;

/// How a leaf is played out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum LeafPlayouts {
    /// By the usual playouts, which keep own eyes and know the board.
    #[default]
    Keep,
    /// As in OpenSpiel: all that is not known to be taken is tried, own eyes are filled, and a pass is as
    /// likely as any point.
    Fill,
}

/// The settings of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TableOptions {
    /// The value of a playout.
    pub scoring: Scoring,
    /// The exploration constant, as a share of the range of values.
    pub explore: f64,
    /// How the try is chosen at the root.
    pub final_choice: FinalChoice,
    /// How a leaf is played out.
    pub playouts: LeafPlayouts,
}

/// Information-set tree search with one table of nodes. Without worlds it searches the assumed board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TableMcts {
    /// The settings.
    pub options: TableOptions,
    /// The number of tables, one a thread, each with its share of the budget; their visits are added.
    pub threads: usize,
}

/// Values a leaf.
pub trait LeafEvaluator {
    /// What the position is worth to each side: its lead in points, or a number from -1 (lost) to 1 (won).
    fn evaluate(&mut self, position: &Position, komi: Komi) -> Result<ByColor<f64>, SearchError>;
}

impl Search for TableMcts {
    fn search(
        &mut self,
        root: &RootState,
        budget: &mut BudgetMeter,
        seed: u64,
    ) -> Result<Explanation, SearchError> {
        let options = self.options;
        let mut found = grow_all(self.threads, budget, seed, |mut budget, seed| {
            let leaf = match options.playouts {
                LeafPlayouts::Keep => Leaf::Playout(root.playouts(seed)),
                LeafPlayouts::Fill => Leaf::RollOut(Stream::new(seed)),
            };
            Table::new(options, root, seed).grow(&mut budget, leaf)
        })?;
        options.final_choice.arrange(&mut found.candidates, seed);
        Ok(found)
    }
}

impl TableOptions {
    /// Searches with leaves that somebody else values.
    pub fn search_with(
        self,
        evaluator: &mut dyn LeafEvaluator,
        root: &RootState,
        budget: &mut BudgetMeter,
        seed: u64,
    ) -> Result<Explanation, SearchError> {
        let mut found = Table::new(self, root, seed).grow(budget, Leaf::Evaluator(evaluator))?;
        self.final_choice.arrange(&mut found.candidates, seed);
        Ok(found)
    }

    /// The range of values.
    fn span(&self, points: usize) -> f64 {
        match self.scoring {
            Scoring::Territory => points as f64,
            Scoring::Win | Scoring::WinAndTerritory => 2.0,
        }
    }
}

/// What values the leaves.
enum Leaf<'a> {
    Playout(Playouts),
    RollOut(Stream),
    Evaluator(&'a mut dyn LeafEvaluator),
}

/// What was tried with this knowledge.
#[derive(Clone, Default, Debug)]
struct Node {
    visits: u32,
    edges: Vec<Edge>,
}

/// A choice, and its values for the side that made it.
#[derive(Clone, Debug)]
struct Edge {
    play: Move,
    visits: u32,
    sum: f64,
}

impl Edge {
    fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }
}

/// One search.
struct Table<'a> {
    options: TableOptions,
    root: &'a RootState,
    /// Where simulations start, if there are no worlds.
    assumed: Position,
    places: HashMap<InfoKey, usize>,
    nodes: Vec<Node>,
    random: Stream,
    explore: f64,
}

/// Bounds that are nearer than this are equal.
const TIE: f64 = 1e-5;

impl<'a> Table<'a> {
    fn new(options: TableOptions, root: &'a RootState, seed: u64) -> Table<'a> {
        Table {
            options,
            root,
            assumed: root.position(),
            places: HashMap::new(),
            nodes: Vec::new(),
            random: Stream::new(seed ^ SALT),
            explore: options.explore * options.span(root.board.size().area()),
        }
    }

    /// Spends the budget.
    fn grow(
        mut self,
        budget: &mut BudgetMeter,
        mut leaf: Leaf<'_>,
    ) -> Result<Explanation, SearchError> {
        while let Some(games) = budget.next(1) {
            self.simulate(games.start, &mut leaf)?;
        }
        Ok(self.explanation(budget.spent()))
    }

    /// The world of a simulation.
    fn world(&mut self, simulation: u64) -> &'a Position {
        let worlds = self.root.worlds.worlds();
        let place = match worlds.len() as u64 {
            count if simulation < count => simulation,
            count => self.random.next() % count.max(1),
        };
        &worlds[place as usize].position
    }

    /// One simulation: down to a node that is not in the table, its value, and back.
    fn simulate(&mut self, simulation: u64, leaf: &mut Leaf<'_>) -> Result<(), SearchError> {
        let mut game = match self.root.worlds.is_empty() {
            true => ObservedGame::new(self.root, &self.assumed),
            false => ObservedGame::new(self.root, self.world(simulation)),
        };
        let mut steps: Vec<(usize, usize, Color)> = Vec::new();
        let values = loop {
            if game.is_over() {
                break self.result(&game);
            }
            let next = self.nodes.len();
            let node = *self.places.entry(game.key()).or_insert(next);
            if node == next {
                self.nodes.push(Node::default());
                break self.value(&mut game, simulation, leaf)?;
            }
            let edge = self.choose(node, game.tries());
            self.nodes[node].visits += 1;
            self.nodes[node].edges[edge].visits += 1;
            steps.push((node, edge, game.mover()));
            game.play(self.nodes[node].edges[edge].play);
        };
        for (node, edge, mover) in steps {
            self.nodes[node].edges[edge].sum += values[mover];
        }
        Ok(())
    }

    /// The place of the choice at a node: one that was never made, or the one with the best bound.
    fn choose(&mut self, node: usize, tries: PointSet) -> usize {
        let Node { visits, edges } = &mut self.nodes[node];
        let mut untried = tries;
        let mut pass = true;
        for edge in edges.iter() {
            match edge.play {
                Move::Play(point) => drop(untried.remove(point)),
                Move::Pass => pass = false,
            }
        }
        let left = untried.len() as u64 + u64::from(pass);
        if left > 0 {
            let new = untried.iter().nth((self.random.next() % left) as usize);
            edges.push(Edge { play: new.map_or(Move::Pass, Move::Play), visits: 0, sum: 0.0 });
            return edges.len() - 1;
        }
        let log = libm::log(f64::from(*visits));
        let bound =
            |edge: &Edge| edge.mean() + self.explore * (log / f64::from(edge.visits)).sqrt();
        let bounds: Vec<f64> = edges.iter().map(bound).collect();
        let best = bounds.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let good = (0..bounds.len()).filter(|&place| bounds[place] > best - TIE);
        let drawn = self.random.next() % good.clone().count().max(1) as u64;
        good.clone().nth(drawn as usize).unwrap_or_default()
    }

    /// The value of a finished game for each side.
    fn result(&self, game: &ObservedGame) -> ByColor<f64> {
        match self.options.scoring {
            Scoring::Territory => {
                let black = f64::from(game.lead()) / 2.0;
                ByColor { black, white: -black }
            }
            Scoring::Win | Scoring::WinAndTerritory => game.returns(),
        }
    }

    /// The value of a leaf for each side.
    fn value(
        &self,
        game: &mut ObservedGame,
        simulation: u64,
        leaf: &mut Leaf<'_>,
    ) -> Result<ByColor<f64>, SearchError> {
        match leaf {
            Leaf::Evaluator(evaluator) => evaluator.evaluate(game.position(), self.root.komi),
            Leaf::RollOut(random) => {
                game.roll_out(random);
                Ok(self.result(game))
            }
            Leaf::Playout(playouts) => {
                let (scoring, komi, mut black) = (self.options.scoring, self.root.komi, 0.0);
                let world = World::from(game.position());
                let note = |finish| black = f64::from(scoring.value(&finish, komi, Color::Black));
                playouts.run(simulation..simulation + 1, |_| &world, note)?;
                if scoring != Scoring::Territory {
                    black = 2.0 * black - 1.0;
                }
                Ok(ByColor { black, white: -black })
            }
        }
    }

    fn explanation(&self, playouts: u64) -> Explanation {
        let root = self.nodes.first().cloned().unwrap_or_default();
        let shown = |mean: f64| match self.options.scoring {
            Scoring::Territory => mean,
            Scoring::Win | Scoring::WinAndTerritory => mean.midpoint(1.0),
        };
        let choices = self.root.open.iter().map(Choice::Try).chain([Choice::Pass]);
        let candidate = |choice: Choice| {
            let edge = root.edges.iter().find(|edge| as_choice(edge.play) == choice);
            Candidate {
                choice,
                value: edge.map_or(0.0, |edge| shown(edge.mean())),
                visits: edge.map_or(0, |edge| edge.visits.into()),
                probability: 0.0,
                reasons: vec!["ismcts"],
            }
        };
        let candidates = choices.map(candidate).collect();
        let branch = |edge: &Edge| {
            let (visits, value, answers) = (edge.visits.into(), shown(edge.mean()), Vec::new());
            Branch { play: edge.play, visits, value, answers }
        };
        let mut tree: Vec<Branch> = root.edges.iter().map(branch).collect();
        tree.sort_by_key(|branch| std::cmp::Reverse(branch.visits));
        Explanation { playouts, candidates, hidden: self.root.belief(), tree }
    }
}

const fn as_choice(play: Move) -> Choice {
    match play {
        Move::Play(point) => Choice::Try(point),
        Move::Pass => Choice::Pass,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use crate::{CandidateOptions, PassRule, RefusalModel, SampleCount, WorldSet};
    use kage_belief::{Options, Sampler, Uniform};
    use kage_goban::{BoardSize, Point};
    use kage_phantom::{RefereeRules, Seat, Setup};
    use std::sync::Arc;

    const OPTIONS: TableOptions = TableOptions {
        scoring: Scoring::Win,
        explore: 0.5,
        final_choice: FinalChoice::MaxVisit,
        playouts: LeafPlayouts::Fill,
    };

    /// White's first turn on 3x3, against two stones that it knows.
    fn root(worlds: usize) -> RootState {
        let stones: Vec<Point> = ["A1", "C3"].iter().map(|point| point.parse().unwrap()).collect();
        let setup = Setup::handicap(BoardSize::new(3).unwrap(), stones).unwrap();
        let view = Seat::new(RefereeRules::default(), &setup, setup.first());
        let mut sampler = Uniform::new(Options::default());
        sampler.update(&view);
        let mut set = WorldSet::default();
        let count = SampleCount::Number(worlds);
        set.renew(&[], &mut sampler, &view, count, &BudgetMeter::playouts(1));
        let mut refusals = RefusalModel::default();
        let options = CandidateOptions { pass: PassRule::BySearch, ..CandidateOptions::default() };
        let candidates = refusals.candidates(&view, options);
        RootState::new(&view, &refusals, candidates, Arc::new(set), None)
    }

    /// Likes one point for a side, and counts its questions.
    struct Likes {
        point: Point,
        asked: u64,
    }

    impl LeafEvaluator for Likes {
        fn evaluate(&mut self, leaf: &Position, _: Komi) -> Result<ByColor<f64>, SearchError> {
            self.asked += 1;
            let worth = |color: Color| f64::from(leaf.board().at(self.point) == Some(color));
            Ok(ByColor::new(|color| worth(color) - worth(!color)))
        }
    }

    fn searched(budget: u64, seed: u64) -> (Explanation, u64) {
        let mut likes = Likes { point: "B2".parse().unwrap(), asked: 0 };
        let mut budget = BudgetMeter::playouts(budget);
        let found = OPTIONS.search_with(&mut likes, &root(3), &mut budget, seed).unwrap();
        (found, likes.asked)
    }

    /// The root has seven points and the pass. The first simulation values the root itself.
    #[test]
    fn choices_that_were_never_made_come_first_in_random_order() {
        let visited = |budget, seed| {
            let (found, asked) = searched(budget, seed);
            // A game that two passes end needs no evaluation.
            assert!(found.playouts == budget && asked <= budget && asked + 2 >= budget);
            let seen = found.candidates.into_iter().filter(|candidate| candidate.visits > 0);
            seen.map(|candidate| (candidate.choice, candidate.visits)).collect::<Vec<_>>()
        };
        assert_eq!(visited(1, 1), []);
        let firsts: Vec<_> = (0..60).map(|seed| visited(2, seed)[0].0).collect();
        for choice in root(3).open.iter().map(Choice::Try).chain([Choice::Pass]) {
            assert!(firsts.contains(&choice), "{choice} never comes first");
        }
        let all = visited(9, 1);
        assert!(all.len() == 8 && all.iter().all(|(_, visits)| *visits == 1), "{all:?}");
    }

    /// The node has 101 visits, and ln 101 is 4.615.
    #[test]
    fn the_bound_is_that_of_ucb() {
        let chosen = |explore: f64| {
            let root = root(1);
            let mut table = Table::new(TableOptions { explore, ..OPTIONS }, &root, 1);
            let plays = root.open.iter().map(Move::Play).chain([Move::Pass]);
            let known = [(60, 0.5), (30, 0.4), (6, -0.11)];
            let known = known.into_iter().chain([(1, -9.0); 5]);
            let edge =
                |(play, (visits, mean))| Edge { play, visits, sum: mean * f64::from(visits) };
            table.nodes.push(Node { visits: 101, edges: plays.zip(known).map(edge).collect() });
            let first = table.choose(0, root.open);
            assert!((0..20).all(|_| table.choose(0, root.open) == first), "nothing is random here");
            first
        };
        // The range of values is 2.
        assert_eq!(chosen(0.05), 0, "0.5 + 0.028, 0.4 + 0.039 and -0.11 + 0.088");
        assert_eq!(chosen(0.5), 1, "0.5 + 0.277, 0.4 + 0.392 and -0.11 + 0.877");
        assert_eq!(chosen(0.6), 2, "0.5 + 0.333, 0.4 + 0.471 and -0.11 + 1.052");
    }

    #[test]
    fn a_good_choice_is_visited_most() {
        let (found, _) = searched(200, 3);
        assert_eq!(found.candidates[0].choice.to_string(), "B2");
        assert!(found.candidates[0].visits > 100, "{found:?}");
        // After two passes of different sides White knows the same as before: it is at the root again.
        assert!((199..220).contains(&found.candidates.iter().map(|one| one.visits).sum::<u64>()));
        assert!(found.candidates.iter().all(|one| (0.0..=1.0).contains(&one.value)));
    }

    #[test]
    fn what_the_mover_knows_is_the_node() {
        let root = root(1);
        let start = &root.worlds.worlds()[0].position;
        let after = |text: &str| {
            let mut game = ObservedGame::new(&root, start);
            for word in text.split(' ') {
                game.play(word.parse().map_or(Move::Pass, Move::Play));
            }
            game.key()
        };
        assert_eq!(after("B1 - B2 -"), after("B2 - B1 -"), "the order does not matter");
        assert_eq!(after("- B1 - -"), after("- B2 - -"), "nor what White did unseen");
        assert_ne!(after("B1 - B2 -"), after("B1 - A2 -"));
    }

    #[test]
    fn playouts_of_both_kinds_repeat() {
        for playouts in [LeafPlayouts::Keep, LeafPlayouts::Fill] {
            for threads in [1, 2] {
                let options = TableOptions { playouts, ..OPTIONS };
                let mut search = TableMcts { options, threads };
                let run = |search: &mut TableMcts| {
                    search.search(&root(4), &mut BudgetMeter::playouts(400), 7).unwrap()
                };
                let found = run(&mut search);
                assert_eq!(found, run(&mut search), "it repeats");
                assert_eq!(found.playouts, 400);
                assert!(found.candidates.iter().all(|one| (0.0..=1.0).contains(&one.value)));
                assert!(found.tree[0].visits >= found.tree[1].visits);
            }
        }
    }
}
