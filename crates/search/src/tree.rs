//! The tree that UCT grows.

use kage_goban::Move;
use kage_phantom::Branch;

/// The place of a node in its tree.
pub(crate) type NodeId = u32;

/// A move and what the search made of it. Values are for the searching player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) play: Move,
    /// Playouts that have come back.
    pub(crate) visits: u32,
    /// Playouts that are on their way.
    pub(crate) pending: u32,
    pub(crate) sum: f64,
    /// All-as-first statistics of this move among its siblings' playouts.
    pub(crate) first_visits: u32,
    pub(crate) first_sum: f64,
    children: (NodeId, u16),
}

impl Node {
    const fn new(play: Move) -> Node {
        let (first_visits, first_sum) = (0, 0.0);
        Node { play, visits: 0, pending: 0, sum: 0.0, first_visits, first_sum, children: (0, 0) }
    }

    /// All playouts that have gone this way.
    pub(crate) fn all_visits(&self) -> u32 {
        self.visits + self.pending
    }

    pub(crate) fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }
}

/// A growing tree. Node 0 is the root: the position before the player's move.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    pub(crate) const ROOT: NodeId = 0;

    pub(crate) fn new() -> Tree {
        Tree { nodes: vec![Node::new(Move::Pass)] }
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// The children of a node, in the order they were added.
    pub(crate) fn children(&self, id: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        let (first, count) = self.node(id).children;
        first..first + u32::from(count)
    }

    pub(crate) fn is_leaf(&self, id: NodeId) -> bool {
        self.node(id).children.1 == 0
    }

    /// Gives a leaf its children.
    pub(crate) fn expand(&mut self, id: NodeId, plays: impl IntoIterator<Item = Move>) {
        let first = self.nodes.len() as NodeId;
        self.nodes.extend(plays.into_iter().map(Node::new));
        let count = self.nodes.len() as NodeId - first;
        self.node_mut(id).children = (first, count as u16);
    }

    /// The visited part of the tree below a node, most visited first, for people to look at.
    pub(crate) fn branches(&self, id: NodeId, depth: u32) -> Vec<Branch> {
        let mut children: Vec<NodeId> =
            self.children(id).filter(|&child| self.node(child).visits > 0).collect();
        children.sort_by_key(|&child| std::cmp::Reverse(self.node(child).visits));
        let branch = |child: NodeId| {
            let node = self.node(child);
            let answers = if depth > 1 { self.branches(child, depth - 1) } else { Vec::new() };
            let visits = u64::from(node.visits);
            Branch { play: node.play, visits, value: node.mean(), answers }
        };
        children.into_iter().map(branch).collect()
    }
}
