//! What a call of atari proves, and what its absence proves.
//!
//! Under `every`, silence means that every chain of both sides has two liberties. Under `new`, silence after
//! an own move means so of the opponent's chains next to the new stone, and silence after a move of theirs
//! means that no chain of the seat's came down to one liberty.

use super::Deduced;
use crate::{AtariCalls, View};
use kage_goban::{Move, Point, PointSet};

/// What was heard of atari after the last accepted move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Call {
    /// Nothing was moved yet.
    #[default]
    NoMove,
    /// After a move of the seat's own.
    Mine {
        /// The move.
        play: Move,
        /// Was atari called?
        atari: bool,
        /// Was it called after the move before, or not heard yet?
        before: bool,
    },
    /// After a move of theirs.
    Theirs { atari: bool },
}

/// A way in which a chain can be in atari.
#[derive(Clone, Copy)]
struct Atari {
    /// Stones of theirs that it needs.
    stones: PointSet,
    /// The only liberty.
    liberty: Point,
    /// How many of the stones are not known.
    hidden: usize,
}

impl View {
    /// Stones and empty points that follow from the last call.
    pub(crate) fn by_call(&self) -> Deduced {
        let every = self.rules.atari == AtariCalls::Every;
        match self.call {
            _ if self.rules.atari == AtariCalls::Never => Deduced::default(),
            Call::Mine { atari: false, .. } | Call::Theirs { atari: false } if every => {
                self.nobody_in_atari()
            }
            // Who comes into atari is beside the new stone, or has it.
            Call::Mine { play: Move::Play(point), before: false, .. } if every => {
                let chain = PointSet::of(point).flood(&self.mine, self.size);
                let ways = [self.their_ataris(point), self.own_ataris(chain)].concat();
                self.in_each(&ways)
            }
            _ if every => Deduced::default(),
            Call::Mine { play: Move::Play(point), atari: false, .. } => {
                self.own_move_without_call(point)
            }
            Call::Mine { play: Move::Play(point), .. } => {
                self.in_each(&self.their_ataris(point)).and(self.roomy_chains())
            }
            Call::Theirs { atari: true } => self.in_each(&self.own_ataris(self.mine)),
            _ => self.roomy_chains(),
        }
    }

    /// A stone of the seat's own was accepted: which chains have two liberties for certain?
    pub(crate) fn note_own_room(&mut self, point: Point) {
        if self.rules.atari == AtariCalls::New {
            let chain = PointSet::of(point).flood(&self.mine, self.size);
            self.roomy -= chain;
            self.roomy |= self.with_room(chain, self.empty);
        }
    }

    /// They moved; `empty` is what was empty before. Returns the points where their stone can be, as far
    /// as a call tells.
    pub(crate) fn note_their_call(&mut self, atari: bool, empty: PointSet) -> PointSet {
        let all = PointSet::board(self.size);
        if self.rules.atari != AtariCalls::New {
            return all;
        }
        let chains: Vec<PointSet> = self.mine.regions(self.size).collect();
        if !atari {
            for chain in chains {
                self.roomy |= self.with_room(chain, empty);
            }
            return all;
        }
        self.roomy = PointSet::EMPTY;
        // A chain with three liberties keeps two.
        let near = |chain: &PointSet| chain.neighbors(self.size);
        let shaken = chains.iter().filter(|chain| (near(chain) & empty).len() < 3);
        shaken.fold(PointSet::EMPTY, |all, chain| all | near(chain))
    }

    /// The chain, if two of its neighbours are among these points.
    fn with_room(&self, chain: PointSet, empty: PointSet) -> PointSet {
        let room = (chain.neighbors(self.size) & empty).len() >= 2;
        if room { chain } else { PointSet::EMPTY }
    }

    fn open(&self) -> PointSet {
        PointSet::board(self.size) - self.mine - self.theirs
    }

    /// Chains of the seat's that have two liberties.
    fn roomy_chains(&self) -> Deduced {
        let open = self.open();
        let mut found = Deduced::default();
        for chain in self.roomy.regions(self.size) {
            found.add_two_liberties(chain.neighbors(self.size) & open);
        }
        found
    }

    fn nobody_in_atari(&self) -> Deduced {
        let (size, open) = (self.size, self.open());
        let mut found = Deduced::default();
        for chain in self.mine.regions(size) {
            found.add_two_liberties(chain.neighbors(size) & open);
        }
        for component in (PointSet::board(size) - self.mine).regions(size) {
            found.add_two_liberties(component - self.theirs);
        }
        for chain in self.theirs.regions(size) {
            found.stones |= self.must_grow(chain);
        }
        found.empty.extend((open - self.empty).iter().filter(|point| !self.can_breathe(*point)));
        found
    }

    /// No chain of theirs next to this stone is in atari.
    fn own_move_without_call(&self, point: Point) -> Deduced {
        let (size, open) = (self.size, self.open());
        let mut found = self.roomy_chains();
        let near = PointSet::of(point).neighbors(size);
        for stone in near & self.theirs {
            let chain = PointSet::of(stone).flood(&self.theirs, size);
            found.stones |= self.must_grow(chain);
            let component = chain.flood(&(open | self.theirs), size);
            found.add_two_liberties(component - self.theirs);
        }
        let unknown = (near & open) - self.empty;
        found.empty.extend(unknown.iter().filter(|point| !self.can_breathe(*point)));
        found
    }

    /// The ways in which a chain of theirs next to this stone can have one liberty.
    ///
    /// Such a chain is all that the liberty cuts off from the other points without stones of the seat's.
    fn their_ataris(&self, point: Point) -> Vec<Atari> {
        let size = self.size;
        let without = PointSet::board(size) - self.mine;
        let near = (PointSet::of(point).neighbors(size) & without) - self.empty;
        let mut ways = Vec::new();
        for stone in near {
            let component = PointSet::of(stone).flood(&without, size) - self.theirs;
            for liberty in component - PointSet::of(stone) {
                let stones = PointSet::of(stone).flood(&(without - PointSet::of(liberty)), size);
                if PointSet::of(liberty).neighbors(size).intersects(&stones) {
                    ways.extend(self.atari(stones, liberty));
                }
            }
        }
        ways
    }

    /// The ways in which one of these chains of the seat's can have one liberty.
    fn own_ataris(&self, chains: PointSet) -> Vec<Atari> {
        let without = PointSet::board(self.size) - self.mine;
        let mut ways = Vec::new();
        for chain in chains.regions(self.size) {
            let near = chain.neighbors(self.size) & without;
            let open = near - self.theirs;
            ways.extend(
                open.iter().filter_map(|liberty| self.atari(near - PointSet::of(liberty), liberty)),
            );
        }
        ways
    }

    /// An atari with these stones and this liberty, if it is possible.
    fn atari(&self, stones: PointSet, liberty: Point) -> Option<Atari> {
        let hidden = (stones - self.theirs).len();
        let fits = !stones.intersects(&self.empty) && hidden <= self.unseen();
        fits.then_some(Atari { stones, liberty, hidden })
    }

    /// What is so in every one of these ways.
    fn in_each(&self, ways: &[Atari]) -> Deduced {
        let Some(first) = ways.first() else { return Deduced::default() };
        let stones = ways.iter().fold(first.stones, |all, way| all & way.stones);
        let any = ways.iter().fold(PointSet::EMPTY, |any, way| any | way.stones);
        let one = ways.iter().all(|way| way.liberty == first.liberty);
        let mut empty = if one { PointSet::of(first.liberty) } else { PointSet::EMPTY };
        // When each way needs all unseen stones, nothing is hidden elsewhere.
        if ways.iter().all(|way| way.hidden == self.unseen()) {
            empty |= self.open() - any;
        }
        Deduced { stones, empty }
    }

    /// The chain that a stone of theirs would have here, as far as it is known.
    fn chain_with(&self, point: Point) -> PointSet {
        let here = PointSet::of(point);
        here.flood(&(self.theirs | here), self.size)
    }

    /// Stones that a known chain of theirs needs to have two liberties.
    fn must_grow(&self, chain: PointSet) -> PointSet {
        let (mut chain, mut stones) = (chain, PointSet::EMPTY);
        loop {
            let open = chain.neighbors(self.size) - self.mine - chain;
            let Some(only) = open.single().filter(|point| !self.empty.contains(*point)) else {
                return stones;
            };
            stones.insert(only);
            chain = (chain | PointSet::of(only)).flood(&(self.theirs | chain | stones), self.size);
        }
    }

    /// Can the chain of a stone of theirs on this point have two liberties?
    fn can_breathe(&self, point: Point) -> bool {
        let chain = self.chain_with(point);
        let grown = self.must_grow(chain);
        let chain = (chain | grown).flood(&(self.theirs | chain | grown), self.size);
        let open = chain.neighbors(self.size) - self.mine - chain;
        open.len() >= 2 && (grown - self.theirs).len() < self.unseen()
    }
}

impl Call {
    /// The call after a move of the seat's own, which follows this one.
    pub(crate) const fn then_mine(self, play: Move, atari: bool) -> Call {
        let before =
            !matches!(self, Call::Mine { atari: false, .. } | Call::Theirs { atari: false });
        Call::Mine { play, atari, before }
    }
}

impl Deduced {
    fn and(self, other: Deduced) -> Deduced {
        Deduced { stones: self.stones | other.stones, empty: self.empty | other.empty }
    }

    /// Two of these points are empty.
    fn add_two_liberties(&mut self, open: PointSet) {
        if open.len() <= 2 {
            self.empty |= open;
        }
    }
}
