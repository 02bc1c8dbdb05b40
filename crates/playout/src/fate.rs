//! What a stone does to the chains around it: who dies, and whether it lives itself.

use crate::lanes::Lanes;
use crate::rows::{Rows, beside, overlay, sweep};

/// The stones on the boards before the new ones are put down.
pub(crate) struct Stones<'a, V, const H: usize> {
    pub(crate) own: &'a Rows<V, H>,
    pub(crate) opp: &'a Rows<V, H>,
    /// The points that stay empty.
    pub(crate) empty: &'a Rows<V, H>,
    /// What the enemy's stones touch in their own rows.
    pub(crate) sides: &'a Rows<V, H>,
}

/// What a tried point does, lane by lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fate<V, const H: usize> {
    /// The enemy's stones that lose their last liberty.
    pub(crate) captured: Rows<V, H>,
    /// Mask: there are some.
    pub(crate) captures: V,
    /// Mask: the stone itself has no liberty, captures aside.
    pub(crate) breathless: V,
    /// Mask: if one stone is captured, its point is a ko.
    pub(crate) ko: V,
    /// If the point is refused, points that would be refused like it.
    pub(crate) hopeless: Rows<V, H>,
}

impl<V: Lanes, const H: usize> Fate<V, H> {
    /// What a stone on `point`, next to `around`, does.
    #[inline(always)]
    pub(crate) fn of(
        point: &Rows<V, H>,
        around: &Rows<V, H>,
        stones: &Stones<'_, V, H>,
        board: &Rows<V, H>,
    ) -> Self {
        let Stones { own, opp, empty, sides } = *stones;
        let mut air = [V::ZERO; H];
        let mut safe = [V::ZERO; H];
        let mut danger = [V::ZERO; H];
        let mut breath = V::ZERO;
        let mut friends = V::ZERO;
        let mut attacked = V::ZERO;
        let mut backed = V::ZERO;
        for row in 1..H - 1 {
            air[row] = beside(empty, row);
            breath = breath | (point[row] & air[row]);
            friends = friends | (around[row] & own[row]);
            safe[row] = opp[row] & air[row];
            danger[row] = (around[row] & opp[row]) & !air[row];
            attacked = attacked | danger[row];
            let linked = sides[row] | (opp[row - 1] | opp[row + 1]);
            backed = backed | (danger[row] & linked);
        }
        // A stone without breath or friends stands in a hole, among enemies and edges only.
        let breathless = breath.equals(V::ZERO);
        let hole = breathless & friends.equals(V::ZERO);
        let (breathless, hopeless) = own_chain(around, &air, stones, board, breathless, hole);
        let (captured, captures) = captures(safe, &danger, opp, attacked, backed);
        let ko = hole & single(&captured);
        Self { captured, captures, breathless, ko, hopeless }
    }
}

/// Of the lanes that look `breathless`, those where no chain joined by the new stone has a
/// liberty, either; and the points that are as hopeless as it is.
///
/// The flood starts at the stone's friends, since a chain without liberties is mostly small. In
/// the lanes where it stands in a `hole` it has none, and the flood goes through the enemy's
/// chains around the hole instead. The hole is a liberty of theirs. So in any *other* hole with
/// only those chains around it a stone would capture nothing, and die. That spares the lane from
/// trying in turn every eye of a living group.
///
/// Those points change what is picked next, so the flood that finds them must have the same length
/// whatever the other lanes do: two sweeps.
#[inline(always)]
fn own_chain<V: Lanes, const H: usize>(
    around: &Rows<V, H>,
    air: &Rows<V, H>,
    stones: &Stones<'_, V, H>,
    board: &Rows<V, H>,
    breathless: V,
    hole: V,
) -> (V, Rows<V, H>) {
    let mut within = [V::ZERO; H];
    let mut chain = [V::ZERO; H];
    for row in 1..H - 1 {
        within[row] = stones.opp[row].or_else(hole, stones.own[row]);
        chain[row] = around[row] & within[row];
    }
    let mut flood = Flood { chain, dead: breathless & !hole, open: breathless & !hole };
    flood.grow(&within, air);
    flood.grow(&within, air);

    let mut rest = [V::ZERO; H];
    let mut hopeless = [V::ZERO; H];
    for row in 1..H - 1 {
        rest[row] = board[row] & !flood.chain[row];
    }
    for row in 1..H - 1 {
        hopeless[row] = (stones.empty[row] & hole) & !beside(&rest, row);
    }
    while flood.open.any() {
        flood.grow(&within, air);
    }
    (flood.dead | hole, hopeless)
}

/// A flood that looks for air.
struct Flood<V, const H: usize> {
    chain: Rows<V, H>,
    /// Mask: it has found none.
    dead: V,
    /// Not zero where it may still find some.
    open: V,
}

impl<V: Lanes, const H: usize> Flood<V, H> {
    #[inline(always)]
    fn grow(&mut self, within: &Rows<V, H>, air: &Rows<V, H>) {
        let new = sweep(&mut self.chain, within);
        let found = overlay::<V, H>(|row| self.chain[row] & air[row]);
        self.dead = self.dead & found.equals(V::ZERO);
        self.open = (self.open & self.dead).both(new);
    }
}

/// The enemy's stones that lose their last liberty, and the lanes that have some.
///
/// The stones in `danger` lie next to the new stone and touch no empty point; `attacked` is not zero
/// where there are some, and `backed` where one of them touches a stone of its colour. The flood starts at all the `safe` stones:
/// chains in danger may be several, and a flood from them could not tell which of them it saved.
#[inline(always)]
fn captures<V: Lanes, const H: usize>(
    mut safe: Rows<V, H>,
    danger: &Rows<V, H>,
    opp: &Rows<V, H>,
    attacked: V,
    backed: V,
) -> (Rows<V, H>, V) {
    let mut open = backed;
    let mut lost = backed;
    while open.any() {
        let new = sweep(&mut safe, opp);
        lost = overlay::<V, H>(|row| danger[row] & !safe[row]);
        open = open.both(lost).both(new);
    }
    let dead = backed.both(lost).nonzero();
    // Where no stone in danger is backed, each of them is a chain, and dies.
    let alone = attacked.nonzero() & backed.equals(V::ZERO);
    let mut captured = [V::ZERO; H];
    for row in 1..H - 1 {
        captured[row] = (danger[row] & alone) | ((opp[row] & !safe[row]) & dead);
    }
    (captured, alone | dead)
}

/// A mask of the lanes with no more than one point.
#[inline(always)]
fn single<V: Lanes, const H: usize>(rows: &Rows<V, H>) -> V {
    let mut seen = V::ZERO;
    let mut twice = V::ZERO;
    for row in 1..H - 1 {
        twice = twice | (seen & rows[row]);
        seen = seen | rows[row];
    }
    (twice | (seen & (seen - V::splat(1)))).equals(V::ZERO)
}
