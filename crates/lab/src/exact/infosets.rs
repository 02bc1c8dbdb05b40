//! One side's decisions: information sets by perfect recall, with isomorphic ones merged.
//!
//! A decision is known by all that the seat has heard, as a chain of events from the start of the
//! game. The order of refused tries in a turn is not kept, since nothing depends on it, and what
//! only differs by a symmetry of the board is one decision. So decisions form a graph without
//! cycles: after two refused tries a decision has two parents.

use super::board::{Shape, points_of};
use super::heard::Event;
use super::support::{self, Support, World};
use super::symmetry::{Group, Symmetries, Symmetry, symmetries_of};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// A decision, and how the board must be turned to look like the one that was merged with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) node: u32,
    pub(crate) turned: Symmetry,
}

/// What may be done at a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Options {
    /// The points that may be tried.
    pub(crate) points: u16,
    /// May a try be made that can only be refused?
    pub(crate) signal: bool,
}

/// An action at a decision: equivalent points are one action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// One of these points, by chance.
    Try(u16),
    /// A try that can only be refused.
    Signal,
    /// A pass.
    Pass,
}

/// An action's sequence, and the share of it that each of its equivalent points has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) sequence: u32,
    pub(crate) share: f64,
}

/// Was a decision seen for the first time?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fresh {
    Yes,
    No,
}

/// The number of no decision: what the first decision follows.
const START: u32 = u32::MAX;

/// All decisions of one side, parents before children.
#[derive(Debug, Default)]
pub(crate) struct Infosets {
    children: HashMap<(u32, u128), u32>,
    /// For each decision: what it follows, and what was heard since.
    pub(crate) follows: Vec<(u32, Event)>,
    options: Vec<Options>,
    /// What each decision cannot rule out, on its own turned board, while the tree is built.
    supports: Vec<Support>,
    groups: Vec<Group>,
    /// The first sequence of each decision, and the number of sequences at the end. Sequence 0 is
    /// the start of the game.
    pub(crate) first: Vec<u32>,
    /// The sequences that lead to each decision.
    pub(crate) parents: Vec<(u32, f32)>,
    /// Where the parents of each decision begin.
    pub(crate) first_parent: Vec<u32>,
}

impl Infosets {
    pub(crate) fn new() -> Infosets {
        Infosets { first: vec![1], first_parent: vec![0], ..Infosets::default() }
    }

    /// The number of decisions.
    pub(crate) fn len(&self) -> usize {
        self.options.len()
    }

    /// The number of sequences.
    pub(crate) fn sequences(&self) -> usize {
        self.first.last().map_or(1, |&last| last as usize)
    }

    /// The sequences of a decision.
    pub(crate) fn of(&self, node: usize) -> std::ops::Range<usize> {
        self.first[node] as usize..self.first[node + 1] as usize
    }

    /// The sequences that lead to a decision.
    pub(crate) fn leading_to(&self, node: usize) -> &[(u32, f32)] {
        &self.parents[self.first_parent[node] as usize..self.first_parent[node + 1] as usize]
    }

    /// The place that follows another by what was heard. A new decision must be opened at once.
    pub(crate) fn follow(
        &mut self,
        symmetries: &Symmetries,
        from: Option<Place>,
        event: &Event,
    ) -> (Place, Fresh) {
        let (parent, turned, group) = match from {
            Some(Place { node, turned }) => (node, turned, self.groups[node as usize]),
            None => (START, 0, symmetries.all()),
        };
        let seen = event.turned(turned, symmetries);
        let (turn, event) = least(symmetries, group, &seen);
        let turned = symmetries.product(turn, turned);
        let node = self.groups.len() as u32;
        let entry = self.children.entry((parent, event.pack()));
        let node = match entry {
            Entry::Occupied(there) => return (Place { node: *there.get(), turned }, Fresh::No),
            Entry::Vacant(free) => *free.insert(node),
        };
        self.follows.push((parent, event));
        let fixes = |&symmetry: &Symmetry| event.turned(symmetry, symmetries) == event;
        self.groups.push(symmetries_of(group).filter(fixes).fold(0, |all, s| all | 1 << s));
        (Place { node, turned }, Fresh::Yes)
    }

    /// Opens the decision that was found last: what may be done there, and the steps that lead to
    /// it.
    pub(crate) fn open(
        &mut self,
        symmetries: &Symmetries,
        place: Place,
        options: Options,
        support: &[World],
        parents: Vec<Step>,
    ) {
        self.supports.push(support::turned(support, place.turned, symmetries));
        let points = symmetries.mask(place.turned, options.points);
        self.options.push(Options { points, ..options });
        self.add_parents(parents);
        let actions = self.actions(symmetries, place.node as usize).count() as u32;
        self.first.push(self.sequences() as u32 + actions);
    }

    /// The decision that follows another by what was heard, if it is there.
    pub(crate) fn find(
        &self,
        symmetries: &Symmetries,
        from: Place,
        event: &Event,
    ) -> Option<Place> {
        let seen = event.turned(from.turned, symmetries);
        let (turn, event) = least(symmetries, self.groups[from.node as usize], &seen);
        let node = *self.children.get(&(from.node, event.pack()))?;
        Some(Place { node, turned: symmetries.product(turn, from.turned) })
    }

    /// What a decision cannot rule out, on the true board.
    pub(crate) fn support(&self, symmetries: &Symmetries, place: Place) -> Support {
        let back = symmetries.inverse(place.turned);
        support::turned(&self.supports[place.node as usize], back, symmetries)
    }

    /// May this point (of the true board) be tried?
    pub(crate) fn may_try(&self, symmetries: &Symmetries, place: Place, point: usize) -> bool {
        let seen = symmetries.point(place.turned, point);
        self.options[place.node as usize].points >> seen & 1 == 1
    }

    fn add_parents(&mut self, mut found: Vec<Step>) {
        found.sort_by_key(|step| step.sequence);
        let begin = self.parents.len();
        for Step { sequence, share } in found {
            match self.parents[begin..].last_mut() {
                Some(last) if last.0 == sequence => last.1 += share as f32,
                _ => self.parents.push((sequence, share as f32)),
            }
        }
        self.first_parent.push(self.parents.len() as u32);
    }

    /// The actions of a decision, in the order of their sequences.
    pub(crate) fn actions<'a>(
        &'a self,
        symmetries: &'a Symmetries,
        node: usize,
    ) -> impl Iterator<Item = Action> + 'a {
        let Options { points, signal } = self.options[node];
        let group = self.groups[node];
        let tries = points_of(points).filter_map(move |point| {
            let orbit = symmetries.orbit(group, point);
            (orbit.trailing_zeros() as usize == point).then_some(Action::Try(orbit))
        });
        tries.chain(signal.then_some(Action::Signal)).chain([Action::Pass])
    }

    /// The sequence of trying a point (as the true board has it).
    pub(crate) fn try_at(&self, symmetries: &Symmetries, place: Place, point: usize) -> Step {
        let node = place.node as usize;
        let seen = symmetries.point(place.turned, point);
        let (first, points) = (self.first[node], self.options[node].points);
        if self.groups[node] == 1 {
            let before = points & ((1 << seen) - 1);
            return Step { sequence: first + before.count_ones(), share: 1.0 };
        }
        let orbit = symmetries.orbit(self.groups[node], seen);
        let number =
            self.actions(symmetries, node).take_while(|action| *action != Action::Try(orbit));
        Step { sequence: first + number.count() as u32, share: 1.0 / f64::from(orbit.count_ones()) }
    }

    /// The sequence of passing.
    pub(crate) fn pass_at(&self, place: Place) -> Step {
        Step { sequence: self.first[place.node as usize + 1] - 1, share: 1.0 }
    }

    /// The sequence of a signal.
    pub(crate) fn signal_at(&self, place: Place) -> Step {
        Step { sequence: self.first[place.node as usize + 1] - 2, share: 1.0 }
    }

    /// Forgets what only building needs.
    pub(crate) fn finish(&mut self) {
        self.children = HashMap::new();
        self.supports = Vec::new();
        self.follows.shrink_to_fit();
        self.parents.shrink_to_fit();
    }

    /// Everything that leads to a decision, in the words of a certificate.
    pub(crate) fn log(&self, shape: Shape, node: usize) -> String {
        let mut chain = Vec::new();
        let mut at = node as u32;
        while at != START {
            let (parent, event) = self.follows[at as usize];
            chain.push(event);
            at = parent;
        }
        let mut words = Vec::new();
        chain.iter().rev().for_each(|event| event.words(shape, &mut words));
        words.join(" ")
    }
}

/// The least of the forms that a group turns an event into, and the symmetry that does it.
fn least(symmetries: &Symmetries, group: Group, event: &Event) -> (Symmetry, Event) {
    let forms = symmetries_of(group).map(|symmetry| (symmetry, event.turned(symmetry, symmetries)));
    // A group has at least the symmetry that changes nothing.
    forms.min_by_key(|(_, form)| form.pack()).unwrap_or((0, *event))
}
