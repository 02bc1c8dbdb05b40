//! Eyes, as far as a blind player can tell.

use kage_goban::{BoardSize, Point};
use kage_phantom::View;

/// Is the point an eye of the seat's own, as far as it knows? All its neighbours are his, and
/// fewer than two of its diagonals (fewer than one at the edge) are certainly theirs.
///
/// ```
/// use kage_goban::{BoardSize, Color, Point};
/// use kage_phantom::{RefereeRules, Setup, View};
/// use kage_players::is_own_eye;
///
/// let stones: Vec<Point> = ["A2", "B1", "B2"].iter().map(|p| p.parse().unwrap()).collect();
/// let setup = Setup::handicap(BoardSize::NINE, stones).unwrap();
/// let view = View::new(RefereeRules::default(), &setup, Color::Black);
/// assert!(is_own_eye(&view, "A1".parse().unwrap()));
/// assert!(!is_own_eye(&view, "C1".parse().unwrap()));
/// ```
pub fn is_own_eye(view: &View, point: Point) -> bool {
    let size = view.size();
    if !size.neighbors(point).all(|next| view.mine().contains(next)) {
        return false;
    }
    let at_edge = size.neighbors(point).count() < 4;
    let theirs = diagonals(size, point).filter(|&next| view.theirs().contains(next)).count();
    theirs + usize::from(at_edge) < 2
}

fn diagonals(size: BoardSize, point: Point) -> impl Iterator<Item = Point> {
    let (col, row) = (point.col(), point.row());
    let step = |at: u8, by: i8| at.checked_add_signed(by);
    [(-1, -1), (-1, 1), (1, -1), (1, 1)].into_iter().filter_map(move |(right, up)| {
        let next = Point::new(step(col, right)?, step(row, up)?)?;
        size.contains(next).then_some(next)
    })
}
