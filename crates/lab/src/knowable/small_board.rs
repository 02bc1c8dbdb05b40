//! Boards of up to 25 points as bits, with the rules of Go written out plainly.
//!
//! It shares no code with `kage-goban`, so that it can serve as a check.

/// The points of a board of at most five lines: what is next to each.
#[derive(Clone, Debug)]
pub(super) struct SmallBoard {
    beside: Vec<u32>,
}

/// What becomes of a stone that one side puts on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Placed {
    /// A stone of the same side stands there.
    OnOwn,
    /// A stone of the other side stands there.
    OnOther,
    /// Its chain would have no liberty.
    Suicide,
    /// It stands, and these stones of the other side are taken.
    Stands(u32),
}

impl SmallBoard {
    /// A board of `lines` lines, at most five.
    pub(super) fn new(lines: u32) -> SmallBoard {
        let at = |col: u32, row: u32| 1 << (row * lines + col);
        let beside = |place: u32| {
            let (col, row) = (place % lines, place / lines);
            let mut near = 0;
            near |= if col > 0 { at(col - 1, row) } else { 0 };
            near |= if row > 0 { at(col, row - 1) } else { 0 };
            near |= if col + 1 < lines { at(col + 1, row) } else { 0 };
            near |= if row + 1 < lines { at(col, row + 1) } else { 0 };
            near
        };
        SmallBoard { beside: (0..lines * lines).map(beside).collect() }
    }

    /// All points.
    pub(super) fn all(&self) -> u32 {
        ones(self.beside.len())
    }

    fn near(&self, points: u32) -> u32 {
        places(points).fold(0, |near, place| near | self.beside[place])
    }

    /// The stones that are solidly connected with those of `from`.
    fn chain(&self, from: u32, stones: u32) -> u32 {
        let mut chain = from;
        loop {
            let more = chain | self.near(chain) & stones;
            if more == chain {
                return chain;
            }
            chain = more;
        }
    }

    /// The empty points next to a chain.
    fn liberties(&self, chain: u32, occupied: u32) -> u32 {
        self.near(chain) & !occupied
    }

    /// Puts a stone on a place.
    pub(super) fn put(&self, place: u32, own: u32, other: u32) -> Placed {
        let stone = 1 << place;
        if own & stone != 0 {
            return Placed::OnOwn;
        }
        if other & stone != 0 {
            return Placed::OnOther;
        }
        let (own, mut taken) = (own | stone, 0);
        for next in places(self.near(stone) & other) {
            let chain = self.chain(1 << next, other);
            if self.liberties(chain, own | other) == 0 {
                taken |= chain;
            }
        }
        let breathes = self.liberties(self.chain(stone, own), own | other & !taken) != 0;
        if breathes { Placed::Stands(taken) } else { Placed::Suicide }
    }

    /// Is a chain of these stones that lies next to a point of `beside` in atari?
    pub(super) fn atari(&self, stones: u32, occupied: u32, beside: Option<u32>) -> bool {
        let among = beside.map_or(stones, |place| stones & self.near(1 << place));
        places(among)
            .any(|place| self.liberties(self.chain(1 << place, stones), occupied).count_ones() == 1)
    }
}

fn ones(count: usize) -> u32 {
    (0..count).fold(0, |all, place| all | 1 << place)
}

/// The places of the points of a set.
pub(super) fn places(set: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |place| set >> place & 1 == 1)
}
