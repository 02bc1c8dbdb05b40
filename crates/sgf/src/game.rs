//! A game tree: nodes in an arena, so that depth costs no stack.

use std::ops::{Index, IndexMut};

use crate::Node;

/// The place of a node in the [`GameTree`] that gave it out. It means nothing in another tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(usize);

impl NodeId {
    /// The root, which every tree has.
    pub const ROOT: Self = Self(0);
}

/// One game: a root node and, below each node, its variations, the main one first.
///
/// `game[id]` is a node; like any index it panics where there is none, [`get`](Self::get) does not.
/// Two trees are equal if they have the same shape and equal nodes, in whatever order they were
/// built.
#[derive(Debug, Clone)]
pub struct GameTree {
    // Never empty: the root is at 0, and nothing is ever taken out.
    entries: Vec<Entry>,
}

#[derive(Debug, Clone)]
struct Entry {
    node: Node,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
}

impl GameTree {
    /// A tree of one node.
    pub fn new(root: Node) -> Self {
        Self { entries: vec![Entry { node: root, parent: None, children: Vec::new() }] }
    }

    /// A tree without variations: the root, then one node after the other.
    pub fn from_line(root: Node, line: impl IntoIterator<Item = Node>) -> Self {
        let mut game = Self::new(root);
        let mut tip = NodeId::ROOT;
        for node in line {
            tip = game.add_child(tip, node);
        }
        game
    }

    /// The node that carries what is true of the whole game.
    pub fn root(&self) -> &Node {
        &self[NodeId::ROOT]
    }

    /// The root, to change it.
    pub fn root_mut(&mut self) -> &mut Node {
        &mut self[NodeId::ROOT]
    }

    /// The number of nodes, the root included.
    #[expect(clippy::len_without_is_empty, reason = "a tree has a root: it is never empty")]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The node at `id`, if this tree has it.
    pub fn get(&self, id: NodeId) -> Option<&Node> {
        self.entries.get(id.0).map(|entry| &entry.node)
    }

    /// The node above, or `None` for the root (and for a stranger).
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.entries.get(id.0).and_then(|entry| entry.parent)
    }

    /// The variations below a node, the main one first.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        self.entries.get(id.0).map_or(&[], |entry| &entry.children)
    }

    /// Adds a node as the last variation below `parent`.
    ///
    /// # Panics
    /// If `parent` comes from a larger tree and is no node of this one.
    pub fn add_child(&mut self, parent: NodeId, node: Node) -> NodeId {
        let id = NodeId(self.entries.len());
        self.entries[parent.0].children.push(id);
        self.entries.push(Entry { node, parent: Some(parent), children: Vec::new() });
        id
    }

    /// The nodes from the root down, taking the first variation everywhere.
    pub fn main_line(&self) -> impl Iterator<Item = &Node> {
        self.main_line_ids().map(|id| &self[id])
    }

    /// The same, as ids.
    pub fn main_line_ids(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(NodeId::ROOT), |id| self.children(*id).first().copied())
    }

    /// All nodes in the order of the file: a node, then each of its variations.
    pub fn walk(&self) -> Walk<'_> {
        Walk { game: self, ahead: vec![NodeId::ROOT] }
    }
}

impl Index<NodeId> for GameTree {
    type Output = Node;

    fn index(&self, id: NodeId) -> &Node {
        &self.entries[id.0].node
    }
}

impl IndexMut<NodeId> for GameTree {
    fn index_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.entries[id.0].node
    }
}

impl PartialEq for GameTree {
    // A walk with the number of children at each node determines the shape.
    fn eq(&self, other: &Self) -> bool {
        let alike = |(a, b): (NodeId, NodeId)| {
            self.children(a).len() == other.children(b).len() && self[a] == other[b]
        };
        self.len() == other.len() && self.walk().zip(other.walk()).all(alike)
    }
}

impl Eq for GameTree {}

/// The nodes of a [`GameTree`] in the order of the file; see [`GameTree::walk`].
#[derive(Debug, Clone)]
pub struct Walk<'a> {
    game: &'a GameTree,
    ahead: Vec<NodeId>,
}

impl Iterator for Walk<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        let id = self.ahead.pop()?;
        self.ahead.extend(self.game.children(id).iter().rev());
        Some(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comment(text: &str) -> Node {
        let mut node = Node::new();
        node.set("C", text).unwrap();
        node
    }

    #[test]
    fn equal_whatever_the_order_of_building() {
        let mut wide = GameTree::new(comment("root"));
        let a = wide.add_child(NodeId::ROOT, comment("a"));
        wide.add_child(NodeId::ROOT, comment("b"));
        wide.add_child(a, comment("a1"));
        let mut deep = GameTree::from_line(comment("root"), [comment("a"), comment("a1")]);
        deep.add_child(NodeId::ROOT, comment("b"));
        assert_eq!(wide, deep);

        let line = GameTree::from_line(comment("root"), ["a", "a1", "b"].map(comment));
        assert_ne!(wide, line, "the same walk, another shape");
    }

    #[test]
    fn relations() {
        let mut game = GameTree::from_line(comment("root"), ["a", "a1"].map(comment));
        let b = game.add_child(NodeId::ROOT, comment("b"));
        let texts = |ids: Vec<NodeId>| -> Vec<String> {
            ids.into_iter().filter_map(|id| game[id].get("C")).map(Into::into).collect()
        };
        assert_eq!(texts(game.walk().collect()), ["root", "a", "a1", "b"]);
        assert_eq!(texts(game.main_line_ids().collect()), ["root", "a", "a1"]);
        assert_eq!(texts(game.children(NodeId::ROOT).to_vec()), ["a", "b"]);
        assert_eq!(game.parent(b), Some(NodeId::ROOT));
        assert_eq!(game.parent(NodeId::ROOT), None);
    }

    #[test]
    fn a_stranger_is_no_node() {
        let large = GameTree::from_line(Node::new(), [Node::new()]);
        let stranger = large.children(NodeId::ROOT)[0];
        let small = GameTree::new(Node::new());
        assert_eq!(small.get(stranger), None);
        assert_eq!(small.parent(stranger), None);
        assert!(small.children(stranger).is_empty());
    }
}
