//! The tree that UCT grows: nodes in one array, the children of a node side by side.

use crate::small_board::Play;
use kage_goban::{Move, Point};
use kage_phantom::Branch;

/// The place of a node in its tree.
pub(super) type NodeId = u32;

/// A move and its statistics. Values are for the searching player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) sum: f64,
    /// Playouts that have come back.
    pub(super) visits: u32,
    /// Playouts that are not finished.
    pub(super) pending: u32,
    first_child: NodeId,
    children: u16,
    pub(super) play: Play,
}

impl Node {
    const fn new(play: Play) -> Node {
        Node { sum: 0.0, visits: 0, pending: 0, first_child: 0, children: 0, play }
    }

    /// All playouts that have gone this way.
    pub(super) const fn all_visits(&self) -> u32 {
        self.visits + self.pending
    }

    pub(super) fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }
}

/// All-as-first statistics of a move among its siblings' playouts.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct FirstStats {
    pub(super) sum: f64,
    pub(super) visits: u32,
}

impl FirstStats {
    pub(super) fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }
}

/// Does a tree keep all-as-first statistics?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KeepFirsts {
    Yes,
    No,
}

/// A growing tree. Node 0 is the root: the position before the player's move.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// One for each node, or none at all.
    firsts: Vec<FirstStats>,
    keep_firsts: KeepFirsts,
}

impl Tree {
    pub(super) const ROOT: NodeId = 0;

    pub(super) fn new(keep_firsts: KeepFirsts) -> Tree {
        let mut tree = Tree { nodes: vec![Node::new(Play::PASS)], firsts: Vec::new(), keep_firsts };
        tree.grow_firsts();
        tree
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// A node's all-as-first statistics, if the tree keeps them.
    pub(super) fn firsts(&self, id: NodeId) -> Option<&FirstStats> {
        self.firsts.get(id as usize)
    }

    pub(super) fn firsts_mut(&mut self, id: NodeId) -> Option<&mut FirstStats> {
        self.firsts.get_mut(id as usize)
    }

    /// The children of a node, in the order they were added.
    pub(super) fn children(&self, id: NodeId) -> std::ops::Range<NodeId> {
        let Node { first_child, children, .. } = *self.node(id);
        first_child..first_child + NodeId::from(children)
    }

    /// The same, with what is known of each.
    pub(super) fn child_nodes(&self, id: NodeId) -> &[Node] {
        let children = self.children(id);
        &self.nodes[children.start as usize..children.end as usize]
    }

    pub(super) fn is_leaf(&self, id: NodeId) -> bool {
        self.node(id).children == 0
    }

    /// Gives a leaf its children.
    pub(super) fn expand(&mut self, id: NodeId, plays: impl Iterator<Item = Play>) {
        let first = self.nodes.len();
        self.nodes.extend(plays.map(Node::new));
        let children = (self.nodes.len() - first) as u16;
        self.grow_firsts();
        let node = self.node_mut(id);
        (node.first_child, node.children) = (first as NodeId, children);
    }

    fn grow_firsts(&mut self) {
        if self.keep_firsts == KeepFirsts::Yes {
            self.firsts.resize(self.nodes.len(), FirstStats::default());
        }
    }

    /// The visited part of the tree below a node, most visited first, for people to look at.
    pub(super) fn branches(
        &self,
        id: NodeId,
        depth: u32,
        point: &impl Fn(u16) -> Option<Point>,
    ) -> Vec<Branch> {
        let mut children: Vec<NodeId> =
            self.children(id).filter(|&child| self.node(child).visits > 0).collect();
        children.sort_by_key(|&child| std::cmp::Reverse(self.node(child).visits));
        let branch = |child: NodeId| {
            let node = self.node(child);
            let answers =
                if depth > 1 { self.branches(child, depth - 1, point) } else { Vec::new() };
            let play = node.play.place().and_then(point).map_or(Move::Pass, Move::Play);
            Branch { play, visits: u64::from(node.visits), value: node.mean(), answers }
        };
        children.into_iter().map(branch).collect()
    }
}
