//! Own eyes: points that are not worth a stone.

use kage_goban::{Board, BoardSize, Chain, Color, Point};
use kage_phantom::View;
use kage_playout::Eyes;

/// Is the point an eye of the seat's own, as far as it knows? All its neighbours are his, and
/// fewer than two of its diagonals (fewer than one at the edge) are certainly theirs.
///
/// ```
/// use kage_goban::{BoardSize, Color, Point};
/// use kage_phantom::{RefereeRules, Setup, View};
/// use kage_search::is_own_eye;
///
/// let stones: Vec<Point> = ["A2", "B1", "B2"].iter().map(|p| p.parse().unwrap()).collect();
/// let setup = Setup::handicap(BoardSize::NINE, stones).unwrap();
/// let view = View::new(RefereeRules::default(), &setup, Color::Black);
/// assert!(is_own_eye(&view, "A1".parse().unwrap()));
/// assert!(!is_own_eye(&view, "C1".parse().unwrap()));
/// ```
pub fn is_own_eye(view: &View, point: Point) -> bool {
    surrounded(
        view.size(),
        point,
        |next| view.mine().contains(next),
        |next| view.theirs().contains(next),
    )
}

/// Is the empty point an eye of this colour on a visible board, and none of its walls in atari? A
/// wall in atari is a reason to connect.
pub fn is_safe_eye(board: &Board, color: Color, point: Point, eyes: Eyes) -> bool {
    let by_walls = has_safe_walls(board, color, point);
    by_walls && (eyes == Eyes::Walls || is_eye_by_diagonals(board, color, point))
}

/// Own stones around it, none of whose chains is in atari.
fn has_safe_walls(board: &Board, color: Color, point: Point) -> bool {
    let safe = |chain: &Chain| chain.color == color && !chain.is_in_atari();
    board.size().neighbors(point).all(|next| board.chain_at(next).is_some_and(safe))
}

fn is_eye_by_diagonals(board: &Board, color: Color, point: Point) -> bool {
    surrounded(
        board.size(),
        point,
        |next| board.at(next) == Some(color),
        |next| board.at(next) == Some(!color),
    )
}

fn surrounded(
    size: BoardSize,
    point: Point,
    own: impl Fn(Point) -> bool,
    enemy: impl Fn(Point) -> bool,
) -> bool {
    if !size.neighbors(point).all(own) {
        return false;
    }
    let at_edge = size.neighbors(point).count() < 4;
    let enemies = diagonals(size, point).filter(|&next| enemy(next)).count();
    enemies + usize::from(at_edge) < 2
}

fn diagonals(size: BoardSize, point: Point) -> impl Iterator<Item = Point> {
    let (col, row) = (point.col(), point.row());
    [(-1, -1), (-1, 1), (1, -1), (1, 1)].into_iter().filter_map(move |(right, up)| {
        let next = Point::new(col.checked_add_signed(right)?, row.checked_add_signed(up)?)?;
        size.contains(next).then_some(next)
    })
}
