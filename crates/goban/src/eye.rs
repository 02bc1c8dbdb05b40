//! Eyes: empty points that a side does not fill.

use crate::{Board, BoardSize, Chain, Color, Point, PointSet};

/// Is this point an eye by its diagonals? All its neighbours are own stones, and fewer than two of
/// its diagonals (at the edge: none) are the other side's.
///
/// ```
/// use kage_goban::{BoardSize, Point, PointSet, is_eye};
///
/// let set = |names: &[&str]| names.iter().map(|name| name.parse::<Point>().unwrap()).collect::<PointSet>();
/// let (own, a1) = (set(&["A2", "B1"]), "A1".parse().unwrap());
/// assert!(is_eye(BoardSize::NINE, a1, &own, &PointSet::EMPTY));
/// assert!(!is_eye(BoardSize::NINE, a1, &own, &set(&["B2"])));
/// ```
pub fn is_eye(size: BoardSize, point: Point, own: &PointSet, theirs: &PointSet) -> bool {
    if !size.neighbors(point).all(|next| own.contains(next)) {
        return false;
    }
    let at_edge = size.neighbors(point).count() < 4;
    let enemies = diagonals(size, point).filter(|&next| theirs.contains(next)).count();
    enemies + usize::from(at_edge) < 2
}

/// Is this point walled in by stones of a colour, and none of their chains is in atari?
pub fn has_safe_walls(board: &Board, color: Color, point: Point) -> bool {
    let safe = |chain: &Chain| chain.color == color && !chain.is_in_atari();
    board.size().neighbors(point).all(|next| board.chain_at(next).is_some_and(safe))
}

fn diagonals(size: BoardSize, point: Point) -> impl Iterator<Item = Point> {
    let (col, row) = (point.col(), point.row());
    [(-1, -1), (-1, 1), (1, -1), (1, 1)].into_iter().filter_map(move |(right, up)| {
        let next = Point::new(col.checked_add_signed(right)?, row.checked_add_signed(up)?)?;
        size.contains(next).then_some(next)
    })
}
