//! Own eyes: points that the player does not fill.

use kage_goban::{Board, Color, Point, has_safe_walls, is_eye};
use kage_phantom::View;
use kage_playout::Eyes;

/// Is the point an eye of the seat's own, as far as it knows? All its neighbours are its stones, and
/// fewer than two of its diagonals (at the edge: none) are certainly the opponent's.
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
    is_eye(view.size(), point, &view.mine(), &view.theirs())
}

/// Is the empty point an eye of this colour on a visible board, with no chain around it in atari? A
/// chain in atari is a reason to connect.
pub fn is_safe_eye(board: &Board, color: Color, point: Point, eyes: Eyes) -> bool {
    let by_diagonals = || is_eye(board.size(), point, &board.stones(color), &board.stones(!color));
    has_safe_walls(board, color, point) && (eyes == Eyes::Walls || by_diagonals())
}
