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

/// Lets two sets grow, each inside its own bounds: a step to both sides and as far north as they
/// go, then a step to both sides and as far south as they go. Returns what the second half added to
/// each, overlaid.
///
/// Where that is nothing, nothing more can be reached: the way north has just been swept. Two sets
/// take little longer than one, since each row waits for the one before.
#[inline(always)]
pub(crate) fn sweep<V: Lanes, const H: usize>(
    reached: [&mut Rows<V, H>; 2],
    within: [&Rows<V, H>; 2],
) -> [V; 2] {
    let [first, second] = reached;
    let [mut from_first, mut from_second] = [V::ZERO; 2];
    for row in 1..H - 1 {
        from_first = (along(first[row]) | from_first) & within[0][row];
        first[row] = from_first;
        from_second = (along(second[row]) | from_second) & within[1][row];
        second[row] = from_second;
    }
    let [mut from_first, mut from_second] = [V::ZERO; 2];
    let [mut new_first, mut new_second] = [V::ZERO; 2];
    for row in (1..H - 1).rev() {
        let old = [first[row], second[row]];
        from_first = (along(old[0]) | from_first) & within[0][row];
        first[row] = from_first;
        new_first = new_first | (from_first ^ old[0]);
        from_second = (along(old[1]) | from_second) & within[1][row];
        second[row] = from_second;
        new_second = new_second | (from_second ^ old[1]);
    }
    [new_first, new_second]
}

/// The points of a row, and those beside them in the row.
#[inline(always)]
fn along<V: Lanes>(row: V) -> V {
    (row | row.up()) | row.down()
}
