//! An exhaustive prover that shares no code with the search. It generates every position that arises
//! when both sides may pass or play anywhere in a region, and works backwards from the positions in
//! which a goal is reached to those in which it can be forced. It uses the boards of `kage-goban`.

#![allow(dead_code, reason = "each test uses what it needs")]

use kage_goban::{Board, Color, Point, PointSet};
use std::collections::{HashMap, HashSet};

/// A goal of the prover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ProverGoal {
    /// Two points are in one chain with at least two liberties.
    Link(Color, Point, Point),
    /// The colour captures this stone.
    Take(Color, Point),
    /// The colour separates these stones.
    Part(Color, Point, Point),
    /// The chain cannot be captured even if its owner always passes.
    Live(Color, Point),
}

impl ProverGoal {
    pub(crate) fn color(self) -> Color {
        match self {
            ProverGoal::Link(color, ..) | ProverGoal::Take(color, _) => color,
            ProverGoal::Part(color, ..) | ProverGoal::Live(color, _) => color,
        }
    }

    pub(crate) fn reached(self, board: &Board) -> bool {
        match self {
            ProverGoal::Link(color, one, other) => board.chain_at(one).is_some_and(|chain| {
                chain.color == color && chain.stones.contains(other) && chain.liberties.len() > 1
            }),
            ProverGoal::Take(color, stone) => board.at(stone) != Some(!color),
            ProverGoal::Part(color, one, other) => parted(board, color, one, other),
            ProverGoal::Live(color, stone) => {
                board.at(stone) == Some(color)
                    && !can_be_taken(board, color, stone, &mut HashSet::new())
            }
        }
    }
}

/// Whether no path leads from one to the other without crossing a chain with two liberties.
fn parted(board: &Board, color: Color, one: Point, other: Point) -> bool {
    if [one, other].iter().any(|&stone| board.at(stone) != Some(!color)) {
        return true;
    }
    let wall = |point: Point| {
        board.chain_at(point).is_some_and(|c| c.color == color && c.liberties.len() > 1)
    };
    let mut seen = PointSet::of(one);
    let mut at_hand = vec![one];
    while let Some(point) = at_hand.pop() {
        for next in board.size().neighbors(point) {
            if !wall(next) && seen.insert(next) {
                at_hand.push(next);
            }
        }
    }
    !seen.contains(other)
}

/// Whether the other colour captures the stone if its owner always passes.
fn can_be_taken(board: &Board, color: Color, stone: Point, seen: &mut HashSet<u128>) -> bool {
    if board.at(stone) != Some(color) {
        return true;
    }
    if !seen.insert(board.hash()) {
        return false;
    }
    board.empty().iter().any(|point| {
        let mut next = board.clone();
        next.place(!color, point).is_ok() && can_be_taken(&next, color, stone, seen)
    })
}

/// A position of the graph.
struct Node {
    board: Board,
    turn: Color,
    ko: Option<Point>,
    next: Vec<usize>,
}

/// Every position that can arise from a board.
pub(crate) struct Graph {
    nodes: Vec<Node>,
    index: HashMap<(u128, Color, Option<Point>), usize>,
}

impl Graph {
    /// Generates the positions; `None` if there are more than so many.
    pub(crate) fn new(
        board: &Board,
        ko: Option<Point>,
        region: PointSet,
        most: usize,
    ) -> Option<Graph> {
        let mut graph = Graph { nodes: Vec::new(), index: HashMap::new() };
        for turn in Color::BOTH {
            graph.id(board.clone(), turn, ko);
            graph.id(board.clone(), turn, None);
        }
        let mut at = 0;
        while at < graph.nodes.len() {
            if graph.nodes.len() > most {
                return None;
            }
            graph.expand(at, region);
            at += 1;
        }
        Some(graph)
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The largest number of empty points in a position.
    pub(crate) fn most_empty(&self) -> usize {
        self.nodes.iter().map(|node| node.board.empty().len()).max().unwrap_or(0)
    }

    fn id(&mut self, board: Board, turn: Color, ko: Option<Point>) -> usize {
        let key = (board.hash(), turn, ko);
        if let Some(&id) = self.index.get(&key) {
            return id;
        }
        self.nodes.push(Node { board, turn, ko, next: Vec::new() });
        self.index.insert(key, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    fn expand(&mut self, at: usize, region: PointSet) {
        let Node { board, turn, ko, .. } = &self.nodes[at];
        let (board, turn, ko) = (board.clone(), *turn, *ko);
        let mut next = vec![self.id(board.clone(), !turn, None)];
        for point in board.empty() & region {
            let mut after = board.clone();
            if ko == Some(point) {
                continue;
            }
            if let Ok(taken) = after.place(turn, point) {
                let hole = taken.single().filter(|&hole| {
                    let chain = after.chain_at(point).expect("a stone was put there");
                    chain.stones.len() == 1 && chain.liberties == PointSet::of(hole)
                });
                next.push(self.id(after, !turn, hole));
            }
        }
        self.nodes[at].next = next;
    }

    /// For every position, whether the goal's colour can force the goal.
    pub(crate) fn forced(&self, aim: ProverGoal) -> Vec<bool> {
        let won: Vec<bool> = self.nodes.iter().map(|node| aim.reached(&node.board)).collect();
        self.attract(won, aim.color(), |_| true)
    }

    /// The positions from which a colour can force a position of a set through allowed positions.
    fn attract(
        &self,
        mut won: Vec<bool>,
        color: Color,
        allowed: impl Fn(usize) -> bool,
    ) -> Vec<bool> {
        let mut before = vec![Vec::new(); self.nodes.len()];
        let mut open: Vec<usize> = self.nodes.iter().map(|node| node.next.len()).collect();
        for (at, node) in self.nodes.iter().enumerate() {
            for &next in &node.next {
                before[next].push(at);
            }
        }
        let mut at_hand: Vec<usize> = (0..won.len()).filter(|&at| won[at]).collect();
        while let Some(at) = at_hand.pop() {
            for &earlier in &before[at] {
                open[earlier] -= 1;
                let ours = self.nodes[earlier].turn == color;
                if !won[earlier] && allowed(earlier) && (ours || open[earlier] == 0) {
                    won[earlier] = true;
                    at_hand.push(earlier);
                }
            }
        }
        won
    }

    /// The number of a position.
    pub(crate) fn find(&self, board: &Board, turn: Color, ko: Option<Point>) -> usize {
        self.index[&(board.hash(), turn, ko)]
    }

    /// The same board after a pass.
    fn passed(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        self.index[&(node.board.hash(), !node.turn, None)]
    }
}

/// A goal to reach, or a goal of the opponent to prevent.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ProverThreat {
    Reach(ProverGoal),
    Break(ProverGoal),
}

/// Whether a move is sente: it reaches the goal, and keeps threatening the other until the opponent
/// gives up the initiative. This is Cazenave's definition with exact answers at every node and every
/// move of the region.
pub(crate) fn is_sente(
    graph: &Graph,
    goal: ProverGoal,
    threat: ProverThreat,
    after: usize,
) -> bool {
    let us = goal.color();
    let goals = graph.forced(goal);
    let threatened: Vec<bool> = match threat {
        ProverThreat::Reach(aim) => graph.forced(aim),
        ProverThreat::Break(aim) => graph.forced(aim).into_iter().map(|held| !held).collect(),
    };
    // Both conditions are tested with us to move.
    let first = |at: usize| if graph.nodes[at].turn == us { at } else { graph.passed(at) };
    let held = |at: usize| if graph.nodes[at].turn == us { graph.passed(at) } else { at };
    let kept = |at: usize| goals[first(at)] && threatened[first(at)];
    let mut won = vec![false; graph.nodes.len()];
    for at in 0..won.len() {
        won[at] = graph.nodes[at].turn == us && goals[at] && goals[held(at)];
    }
    let allowed = |at: usize| kept(at) && (graph.nodes[at].turn == us || goals[at]);
    graph.attract(won, us, allowed)[after]
}
