//! Bitboards of many games: a word a row, a vector for the same row of all of them.
//!
//! Bit 0 of a row is column A. The first and the last row of every bitboard lie outside the board
//! and are always empty, so that each row of the board has a row on either side.

use crate::lanes::Lanes;

/// The rows of a board, for every lane; `H` is two more than the lines of the largest board.
pub(crate) type Rows<V, const H: usize> = [V; H];

/// What lies next to the points of a bitboard, in one row.
///
/// The result may spill over the edges of the board: mask it.
#[inline(always)]
pub(crate) fn beside<V: Lanes, const H: usize>(rows: &Rows<V, H>, row: usize) -> V {
    (rows[row].up() | rows[row].down()) | (rows[row - 1] | rows[row + 1])
}

/// All rows laid over one another: not zero in a lane where any row has a point.
#[inline(always)]
pub(crate) fn overlay<V: Lanes, const H: usize>(row: impl Fn(usize) -> V) -> V {
    let mut all = row(1);
    for i in 2..H - 1 {
        all = all | row(i);
    }
    all
}

/// Lets `reached` grow inside `within`: a step to both sides and as far north as it goes, then a
/// step to both sides and as far south as it goes. Returns what the second half added, overlaid.
///
/// Where that is nothing, nothing more can be reached: the way north has just been swept.
#[inline(always)]
pub(crate) fn sweep<V: Lanes, const H: usize>(reached: &mut Rows<V, H>, within: &Rows<V, H>) -> V {
    let mut from = V::ZERO;
    for row in 1..H - 1 {
        from = (along(reached[row]) | from) & within[row];
        reached[row] = from;
    }
    let mut from = V::ZERO;
    let mut new = V::ZERO;
    for row in (1..H - 1).rev() {
        let old = reached[row];
        from = (along(old) | from) & within[row];
        reached[row] = from;
        new = new | (from ^ old);
    }
    new
}

/// The points of a row, and those beside them in the row.
#[inline(always)]
fn along<V: Lanes>(row: V) -> V {
    (row | row.up()) | row.down()
}
