//! A tree of what one seat does and hears.

use kage_goban::{Move, Point};
use kage_phantom::Branch;

/// The place of a node in its tree.
pub(crate) type InfoId = u32;

/// What is heard, as a key: equal observations have equal numbers.
pub(crate) type ObservationKey = u128;

/// A try was refused.
pub(crate) const REFUSED: ObservationKey = 0;

/// A try was accepted and captured this number of stones.
pub(crate) const fn accepted(taken: usize) -> ObservationKey {
    1 + taken as ObservationKey
}

/// All histories since the root in which a seat has heard the same.
#[derive(Clone, Default, Debug)]
pub(crate) struct InfoNode {
    /// What was tried here.
    pub(crate) edges: Vec<Edge>,
    /// What may be heard here while the other side moves.
    heard: Vec<(ObservationKey, InfoId)>,
    /// The node where a refused try led here. It is the same turn before the refusal.
    pub(crate) elder: Option<InfoId>,
    /// All-as-first counts and sums, by point; empty if nobody keeps them.
    first: Vec<(u32, f32)>,
}

/// A try, or a move, and its statistics. Values are for the searching player.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) play: Move,
    pub(crate) visits: u32,
    /// How often it could have been chosen since it was first chosen.
    pub(crate) available: u32,
    pub(crate) sum: f64,
    outcomes: Vec<(ObservationKey, InfoId)>,
}

impl Edge {
    pub(crate) fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }
}

impl InfoNode {
    pub(crate) fn edge(&self, play: Move) -> Option<&Edge> {
        self.edges.iter().find(|edge| edge.play == play)
    }

    /// Gives a value to a point by all-as-first.
    pub(crate) fn add_first(&mut self, point: Point, value: f64) {
        if self.first.len() <= point.index() {
            self.first.resize(point.index() + 1, (0, 0.0));
        }
        let (count, sum) = &mut self.first[point.index()];
        *count += 1;
        *sum += value as f32;
    }

    /// Does it keep all-as-first values?
    pub(crate) fn has_first(&self) -> bool {
        !self.first.is_empty()
    }

    /// The all-as-first mean of a point, if it has one.
    pub(crate) fn first_mean(&self, point: Point) -> Option<f64> {
        let (count, sum) = self.first.get(point.index())?;
        (*count > 0).then(|| f64::from(*sum) / f64::from(*count))
    }
}

/// A growing tree. Node 0 is the root.
#[derive(Clone, Debug)]
pub(crate) struct InfoTree {
    nodes: Vec<InfoNode>,
}

impl InfoTree {
    pub(crate) const ROOT: InfoId = 0;

    pub(crate) fn new() -> InfoTree {
        InfoTree { nodes: vec![InfoNode::default()] }
    }

    pub(crate) fn node(&self, id: InfoId) -> &InfoNode {
        &self.nodes[id as usize]
    }

    pub(crate) fn node_mut(&mut self, id: InfoId) -> &mut InfoNode {
        &mut self.nodes[id as usize]
    }

    /// The edge of a move, made if there is none yet.
    pub(crate) fn edge_of(&mut self, id: InfoId, play: Move) -> usize {
        let edges = &mut self.node_mut(id).edges;
        let place = edges.iter().position(|edge| edge.play == play);
        place.unwrap_or_else(|| {
            let (visits, available, sum, outcomes) = (0, 1, 0.0, Vec::new());
            edges.push(Edge { play, visits, available, sum, outcomes });
            edges.len() - 1
        })
    }

    /// Where an edge leads after these news.
    pub(crate) fn after(&mut self, id: InfoId, edge: usize, news: ObservationKey) -> InfoId {
        let next = self.nodes.len() as InfoId;
        let outcomes = &mut self.node_mut(id).edges[edge].outcomes;
        if let Some((_, known)) = outcomes.iter().find(|(heard, _)| *heard == news) {
            return *known;
        }
        outcomes.push((news, next));
        let elder = (news == REFUSED).then_some(id);
        self.nodes.push(InfoNode { elder, ..InfoNode::default() });
        next
    }

    /// Where a node leads when the other side is heard.
    pub(crate) fn hear(&mut self, id: InfoId, news: ObservationKey) -> InfoId {
        let next = self.nodes.len() as InfoId;
        let heard = &mut self.node_mut(id).heard;
        if let Some((_, known)) = heard.iter().find(|(heard, _)| *heard == news) {
            return *known;
        }
        heard.push((news, next));
        self.nodes.push(InfoNode::default());
        next
    }

    /// The tree below a node, most visited first, for display. Below a try are the answers to it
    /// where it was accepted.
    pub(crate) fn branches(&self, id: InfoId, depth: u32) -> Vec<Branch> {
        let mut edges: Vec<&Edge> = self.node(id).edges.iter().collect();
        edges.sort_by_key(|edge| std::cmp::Reverse(edge.visits));
        let branch = |edge: &Edge| {
            let taken = edge.outcomes.iter().filter(|(news, _)| *news != REFUSED);
            let largest = taken.max_by_key(|(_, next)| self.node(*next).edges.len());
            let answers = match largest {
                Some((_, next)) if depth > 1 => self.branches(*next, depth - 1),
                _ => Vec::new(),
            };
            Branch { play: edge.play, visits: edge.visits.into(), value: edge.mean(), answers }
        };
        edges.into_iter().map(branch).collect()
    }
}
