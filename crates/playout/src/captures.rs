//! What a stone does to the chains around it: which it captures, and whether it has a liberty itself.
//!
//! Two floods run side by side.
//!
//! - Enemy stones in *danger* lie next to the new stone and touch no empty point. If none of them
//!   is *backed* by a stone of its colour, each is a chain of its own and is captured. Otherwise a
//!   flood goes from all *safe* stones, those that touch an empty point, through the enemy's stones;
//!   what it does not reach is captured. It cannot start at the stones in danger: they may belong to
//!   several chains, and it could not tell which of them it had saved.
//! - A stone that touches no empty point may share the liberty of a chain it joins. A flood goes from
//!   the stones beside it through their chains, and looks for a liberty: a chain without one is mostly
//!   small.
//!
//! # Holes
//! A stone without own stones beside it stands in a *hole*. Then the second flood goes from it
//! through the *enemy's* chains around it. The hole is a liberty of theirs, so a stone in any other
//! hole among those chains would capture nothing and have no liberty. If the point is refused, those
//! points are refused with it: the lane need not try every eye of a living group in turn. They
//! change what is picked next, so the flood that finds them has the same length whatever the other
//! lanes do: two sweeps.
//!
#![allow(clippy::needless_range_loop, reason = "rows are walked in step through many bitboards")]

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
pub(crate) struct Captures<V, const H: usize> {
    /// The enemy's stones that lose their last liberty.
    pub(crate) stones: Rows<V, H>,
    /// Mask: there are some.
    pub(crate) any: V,
    /// Mask: the stone itself has no liberty, captures aside.
    pub(crate) no_liberty: V,
    /// Mask: if one stone is captured, its point is a ko.
    pub(crate) ko: V,
    /// If the point is refused, points that would be refused like it.
    pub(crate) also_illegal: Rows<V, H>,
}

impl<V: Lanes, const H: usize> Captures<V, H> {
    /// What a stone on `point`, next to `around`, does.
    #[inline(always)]
    #[allow(
        clippy::too_many_lines,
        reason = "the floods share their loop over the rows, and a function between them costs registers"
    )]
    pub(crate) fn of(
        point: &Rows<V, H>,
        around: &Rows<V, H>,
        stones: &Stones<'_, V, H>,
        board: &Rows<V, H>,
    ) -> Self {
        let Stones { own, opp, empty, sides } = *stones;
        let mut beside_empty = [V::ZERO; H];
        let mut safe = [V::ZERO; H];
        let mut danger = [V::ZERO; H];
        let mut touches_empty = V::ZERO;
        let mut friends = V::ZERO;
        let mut attacked = V::ZERO;
        let mut backed = V::ZERO;
        for row in 1..H - 1 {
            beside_empty[row] = beside(empty, row);
            touches_empty = touches_empty | (point[row] & beside_empty[row]);
            friends = friends | (around[row] & own[row]);
            safe[row] = opp[row] & beside_empty[row];
            danger[row] = (around[row] & opp[row]) & !beside_empty[row];
            attacked = attacked | danger[row];
            let linked = sides[row] | (opp[row - 1] | opp[row + 1]);
            backed = backed | (danger[row] & linked);
        }
        // A stone that touches neither an empty point nor an own stone stands in a hole.
        let no_empty_beside = touches_empty.equals(V::ZERO);
        let hole = no_empty_beside & friends.equals(V::ZERO);
        let mut within = [V::ZERO; H];
        let mut chain = [V::ZERO; H];
        for row in 1..H - 1 {
            within[row] = opp[row].or_else(hole, own[row]);
            chain[row] = around[row] & within[row];
        }
        sweep([&mut chain, &mut safe], [&within, opp]);
        let mut new = sweep([&mut chain, &mut safe], [&within, opp]);
        let also_illegal = also_illegal(&chain, empty, board, hole);

        let suspects = no_empty_beside & !hole;
        let mut without_liberty = without_liberty(&chain, &beside_empty, suspects);
        let mut lost = lost(&safe, &danger, backed);
        while (without_liberty.both(new[0]) | lost.both(new[1])).any() {
            new = sweep([&mut chain, &mut safe], [&within, opp]);
            without_liberty = self::without_liberty(&chain, &beside_empty, suspects);
            lost = self::lost(&safe, &danger, backed);
        }
        // Where no stone in danger is backed, each of them is a chain, and is captured.
        let alone = attacked.nonzero() & backed.equals(V::ZERO);
        let cut_off = lost.nonzero();
        let mut captured = [V::ZERO; H];
        for row in 1..H - 1 {
            captured[row] = (danger[row] & alone) | ((opp[row] & !safe[row]) & cut_off);
        }
        let ko = hole & single(&captured);
        let (any, no_liberty) = (alone | cut_off, without_liberty | hole);
        Self { stones: captured, any, no_liberty, ko, also_illegal }
    }
}

/// Of the suspected lanes, those where the stone's chain has found no liberty.
#[inline(always)]
fn without_liberty<V: Lanes, const H: usize>(
    chain: &Rows<V, H>,
    beside_empty: &Rows<V, H>,
    suspects: V,
) -> V {
    suspects & overlay::<V, H>(|row| chain[row] & beside_empty[row]).equals(V::ZERO)
}

/// Not zero in the lanes where a stone in danger is not safe, and one is `backed`.
#[inline(always)]
fn lost<V: Lanes, const H: usize>(safe: &Rows<V, H>, danger: &Rows<V, H>, backed: V) -> V {
    backed.both(overlay::<V, H>(|row| danger[row] & !safe[row]))
}

/// In the lanes where the stone stands in a `hole`, the empty points with nothing but `chain`
/// around them.
#[inline(always)]
fn also_illegal<V: Lanes, const H: usize>(
    chain: &Rows<V, H>,
    empty: &Rows<V, H>,
    board: &Rows<V, H>,
    hole: V,
) -> Rows<V, H> {
    let mut rest = [V::ZERO; H];
    let mut also_illegal = [V::ZERO; H];
    for row in 1..H - 1 {
        rest[row] = board[row] & !chain[row];
    }
    for row in 1..H - 1 {
        also_illegal[row] = (empty[row] & hole) & !beside(&rest, row);
    }
    also_illegal
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
