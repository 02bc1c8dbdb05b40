//! A view as planes of bytes, and the mask of its actions.
//!
//! Both are made from the view alone. The first planes have 1 at points of a set and 0 elsewhere. Each of the
//! others has one number on all points.

use crate::action::{count, number};
use kage_goban::{BoardSize, Color, Point, PointSet};
use kage_phantom::{Knowledge, LastTurns, ReasonTold, View};

/// The names of the planes, in order.
pub(crate) const NAMES: [&str; 16] = [
    "mine",
    "theirs",
    "empty",
    "refused",
    "perhaps_taken",
    "tried",
    "likely_ko",
    "my_last",
    "lost_last",
    "i_am_white",
    "my_turn",
    "moves",
    "hidden_stones",
    "tries_heard_last",
    "passed_last",
    "atari_called_last",
];

/// How many planes are sets of points.
const SETS: usize = 9;

/// Points where a try was refused, and the reason may be a stone.
fn refused(view: &View) -> PointSet {
    if view.refused().is_empty() {
        return PointSet::EMPTY;
    }
    let open = PointSet::board(view.size()) - view.mine() - view.theirs() - view.empty();
    let may_be_stone = |point: &Point| match view.at(*point) {
        Knowledge::Refused(refused) => refused.causes.stone,
        _ => false,
    };
    open.iter().filter(may_be_stone).collect()
}

fn tried(view: &View) -> PointSet {
    view.tried().iter().copied().collect()
}

/// Writes all planes of a view.
pub(crate) fn write(view: &View, to: &mut [u8]) {
    let (size, area) = (view.size(), view.size().area());
    let last = view.last_turns();
    let sets: [PointSet; SETS] = [
        view.mine(),
        view.theirs(),
        view.empty(),
        refused(view),
        view.perhaps_taken(),
        tried(view),
        view.likely_ko().map_or(PointSet::EMPTY, PointSet::of),
        last.mine.map_or(PointSet::EMPTY, PointSet::of),
        last.lost,
    ];
    let (of_points, of_game) = to.split_at_mut(SETS * area);
    of_points.fill(0);
    for (plane, set) in of_points.chunks_exact_mut(area).zip(&sets) {
        write_set(size, set, plane);
    }
    for (plane, value) in of_game.chunks_exact_mut(area).zip(whole_game(view, last)) {
        plane.fill(value);
    }
}

fn write_set(size: BoardSize, set: &PointSet, plane: &mut [u8]) {
    for point in *set {
        plane[number(size, point)] = 1;
    }
}

/// The numbers of the whole game.
fn whole_game(view: &View, last: &LastTurns) -> [u8; NAMES.len() - SETS] {
    let most = |number: u32| number.min(255) as u8;
    let hidden = view.their_stones().at_most.saturating_sub(view.theirs().len() as u32);
    [
        u8::from(view.color() == Color::White),
        u8::from(view.turn() == view.color()),
        most(view.moves()),
        most(hidden),
        most(last.tries),
        u8::from(last.passed),
        u8::from(last.atari),
    ]
}

/// The points worth a try, by what the seat knows: no own stones, no certain stones of the opponent, and no
/// points that were refused in this turn.
///
/// Where a refused try is a step and its reason is told, as in OpenSpiel, it may be a way to wait. There every point is
/// open but own stones and those that the referee has named.
pub(crate) fn open_points(view: &View) -> PointSet {
    let free = PointSet::board(view.size()) - view.mine();
    let rules = view.rules();
    if rules.refused_is_step() && rules.reason != ReasonTold::Never {
        return free - view.shown();
    }
    free - view.theirs() - tried(view)
}

/// Writes the mask of a seat's actions. It is empty if the seat is not to move.
pub(crate) fn write_mask(view: &View, is_over: bool, to: &mut [bool]) {
    to.fill(false);
    if is_over || view.outcome().is_some() || view.turn() != view.color() {
        return;
    }
    for point in open_points(view) {
        to[number(view.size(), point)] = true;
    }
    to[count(view.size()) - 1] = true;
}
