//! What a stone does to the chains around it: who dies, and whether it lives itself.
//!
//! Two floods find out, side by side.
//!
//! - Enemy stones in *danger* lie next to the new stone and touch no empty point. If none of them
//!   is *backed* by a stone of its colour, each is a chain, and dies. Otherwise a flood goes from
//!   all *safe* stones, those that touch an empty point, through the enemy's stones; what it does
//!   not reach is captured. It cannot start at the stones in danger: they may be of several chains,
//!   and it could not tell which of them it saved.
//! - A stone that touches no empty point may live by a friend's liberty. A flood goes from its
//!   friends through their chains, and looks for air: a chain without is mostly small.
//!
//! # Holes
//! A stone that has no friends, either, stands in a hole. Then the second flood goes from it
//! through the *enemy's* chains around it. The hole is a liberty of theirs; so in any other hole
//! among those chains a stone would capture nothing, and die. If the point is refused, those points
//! are refused with it, which spares the lane from trying every eye of a living group in turn. They
//! change what is picked next, so the flood that finds them has the same length whatever the other
//! lanes do: two sweeps.
// Rows are walked in step through many bitboards.
#![allow(clippy::needless_range_loop)]

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
        let mut within = [V::ZERO; H];
        let mut chain = [V::ZERO; H];
        for row in 1..H - 1 {
            within[row] = opp[row].or_else(hole, own[row]);
            chain[row] = around[row] & within[row];
        }
        sweep([&mut chain, &mut safe], [&within, opp]);
        let mut new = sweep([&mut chain, &mut safe], [&within, opp]);
        let hopeless = hopeless(&chain, empty, board, hole);

        let suspects = breathless & !hole;
        let mut choked = choked(&chain, &air, suspects);
        let mut lost = lost(&safe, &danger, backed);
        while (choked.both(new[0]) | lost.both(new[1])).any() {
            new = sweep([&mut chain, &mut safe], [&within, opp]);
            choked = self::choked(&chain, &air, suspects);
            lost = self::lost(&safe, &danger, backed);
        }
        // Where no stone in danger is backed, each of them is a chain, and dies.
        let alone = attacked.nonzero() & backed.equals(V::ZERO);
        let dead = lost.nonzero();
        let mut captured = [V::ZERO; H];
        for row in 1..H - 1 {
            captured[row] = (danger[row] & alone) | ((opp[row] & !safe[row]) & dead);
        }
        let ko = hole & single(&captured);
        Self { captured, captures: alone | dead, breathless: choked | hole, ko, hopeless }
    }
}

/// Of the lanes under suspicion, those where the stone's chain has found no air.
#[inline(always)]
fn choked<V: Lanes, const H: usize>(chain: &Rows<V, H>, air: &Rows<V, H>, suspects: V) -> V {
    suspects & overlay::<V, H>(|row| chain[row] & air[row]).equals(V::ZERO)
}

/// Not zero in the lanes where a stone in danger is not safe, and one is `backed`.
#[inline(always)]
fn lost<V: Lanes, const H: usize>(safe: &Rows<V, H>, danger: &Rows<V, H>, backed: V) -> V {
    backed.both(overlay::<V, H>(|row| danger[row] & !safe[row]))
}

/// In the lanes where the stone stands in a `hole`, the empty points with nothing but `chain`
/// around them.
#[inline(always)]
fn hopeless<V: Lanes, const H: usize>(
    chain: &Rows<V, H>,
    empty: &Rows<V, H>,
    board: &Rows<V, H>,
    hole: V,
) -> Rows<V, H> {
    let mut rest = [V::ZERO; H];
    let mut hopeless = [V::ZERO; H];
    for row in 1..H - 1 {
        rest[row] = board[row] & !chain[row];
    }
    for row in 1..H - 1 {
        hopeless[row] = (empty[row] & hole) & !beside(&rest, row);
    }
    hopeless
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
