//! From a view to candidates: what a player assumes before it searches, and the points that it may
//! try.
//!
//! What refused points are assumed to be is decided by the [`RefusalModel`](crate::RefusalModel),
//! which is also what makes candidates for a player.

use crate::PerceivedBoard;
use crate::eyes::is_safe_eye;
use crate::refusal_model::{Assumed, RefusalMemory};
use kage_goban::{Board, ByColor, Point, PointSet, pass_alive};
use kage_phantom::View;
use kage_playout::Eyes;

/// When a player tries points that it cannot lose ([`pass_alive`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum PassAlivePoints {
    /// Like any other point.
    #[default]
    AnyTime,
    /// When there is nothing else to try. Stones of the opponent may be inside, and would count at
    /// the end.
    Last,
}

/// Which surrounded stones are tried, in case one of them is no stone and the rest can be taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum SurroundedStones {
    /// Those of a chain with a certain stone in it.
    #[default]
    Certain,
    /// Those of every chain that is believed to be there (Borsboom 2007, 2.5.4).
    Believed,
    /// None.
    Off,
}

/// When a player passes, and what it tries before it does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum PassRule {
    /// When the game is won as it stands, or nothing is left. Refused points are tried again when
    /// things have changed around them; a likely ko is not retaken at once.
    #[default]
    WhenWon,
    /// When nothing but own eyes and suicides is left (Borsboom 2007, 2.3.4): no retries, no look at
    /// the score, no thought of ko.
    AtTheEnd,
    /// When the search chooses it, like any try. All points are open that are not certainly taken, own
    /// eyes too, and nothing is assumed.
    BySearch,
}

/// How candidates are found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct CandidateOptions {
    /// Which surrounded stones are tried.
    pub surrounded: SurroundedStones,
    /// When to pass.
    pub pass: PassRule,
    /// What an own eye is.
    pub eyes: Eyes,
    /// When points that cannot be lost are tried.
    pub pass_alive: PassAlivePoints,
}

/// What a player assumes, and what it may try.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidates {
    /// The seat's stones, and the points assumed to be the opponent's stones.
    pub board: Board,
    /// An upper bound of the number of hidden stones.
    pub unknown: u32,
    /// Where they may stand.
    pub hidden_area: PointSet,
    /// The points that may be tried.
    pub open: PointSet,
    /// Points to try before all others: assumed stones that cannot all be stones, since their
    /// chain would have no liberty. One of them is a capture.
    pub suspects: PointSet,
    /// What an own eye is, here and in playouts.
    pub eyes: Eyes,
}

impl Candidates {
    /// The candidates of the seat whose turn it is, if a refused point is assumed to be a stone only
    /// where the view leaves this possible.
    pub(crate) fn of(view: &View, memory: &RefusalMemory, options: CandidateOptions) -> Candidates {
        if options.pass == PassRule::BySearch {
            return Candidates::all(view, options);
        }
        let tried: PointSet = view.tried().iter().copied().collect();
        let color = view.color();
        let Assumed { stones: assumed, blocked } = Assumed::of(view, memory);
        let (board, Surrounded { certain, all }) = stand(view, view.theirs(), &assumed);
        let surrounded = match options.surrounded {
            SurroundedStones::Certain => certain,
            SurroundedStones::Believed => all,
            SurroundedStones::Off => PointSet::EMPTY,
        };
        let retry = |point: &Point| memory.changed(*point, view);
        let suspects: PointSet = (surrounded - tried).iter().filter(retry).collect();
        let stones = board.stones(!color);
        let unknown = view.their_stones().at_most.saturating_sub(stones.len() as u32);
        let hidden_area = PointSet::board(view.size()) - view.mine() - stones - view.empty();
        let ko = shut_ko(view, options);
        let mut open = worth_trying(view, &board, tried | blocked | ko, options.eyes);
        if options.pass_alive == PassAlivePoints::Last {
            let rest = open - pass_alive(view.mine(), view.size());
            open = if rest.is_empty() { open } else { rest };
        }
        if open.is_empty() && suspects.is_empty() && options.pass == PassRule::WhenWon {
            let assumed: PointSet = assumed.into_iter().collect();
            open = (assumed - view.theirs() - tried).iter().filter(retry).collect();
        }
        Candidates { board, unknown, hidden_area, open, suspects, eyes: options.eyes }
    }

    /// All points that are not certainly taken and were not refused in this turn.
    fn all(view: &View, options: CandidateOptions) -> Candidates {
        let tried: PointSet = view.tried().iter().copied().collect();
        let (board, _) = stand(view, view.theirs(), &[]);
        let free = PointSet::board(view.size()) - view.mine() - view.theirs();
        let unknown = view.their_stones().at_most.saturating_sub(view.theirs().len() as u32);
        let (hidden_area, open) = (free - view.empty(), free - tried);
        Candidates {
            board,
            unknown,
            hidden_area,
            open,
            suspects: PointSet::EMPTY,
            eyes: options.eyes,
        }
    }

    /// The candidates of the seat whose turn it is, if it believes this board.
    ///
    /// A [`Board`] has no chains without liberties, and such a board may have: those chains are
    /// neither on the board of the search nor tried, and so are stones that leave an own chain
    /// without a liberty, unless they are certain.
    pub(crate) fn perceived(
        view: &View,
        perceived: &mut PerceivedBoard,
        memory: &RefusalMemory,
        options: CandidateOptions,
    ) -> Candidates {
        let tried: PointSet = view.tried().iter().copied().collect();
        let color = view.color();
        let suspects = perceived.suspects(view, tried, options.surrounded);
        let board = perceived.board(view);
        let legal = |point: &Point| board.check(color, *point).is_ok();
        let open =
            worth_trying(view, &board, perceived.theirs() | shut_ko(view, options), options.eyes);
        let mut open: PointSet = (open - tried).iter().filter(legal).collect();
        if open.is_empty() && suspects.is_empty() && options.pass == PassRule::WhenWon {
            let believed = perceived.theirs() - view.theirs() - tried;
            open = believed.iter().filter(|point| memory.changed(*point, view)).collect();
        }
        let (unknown, hidden_area) = (perceived.unknown(), perceived.empty());
        Candidates { board, unknown, hidden_area, open, suspects, eyes: options.eyes }
    }
}

/// The point of a likely ko, unless nobody thinks of ko.
fn shut_ko(view: &View, options: CandidateOptions) -> PointSet {
    let ko = view.likely_ko().filter(|_| options.pass == PassRule::WhenWon);
    ko.map_or(PointSet::EMPTY, PointSet::of)
}

/// The points without a known or assumed stone that are not own eyes.
fn worth_trying(view: &View, board: &Board, not: PointSet, eyes: Eyes) -> PointSet {
    let color = view.color();
    let free = PointSet::board(view.size()) - view.mine() - board.stones(!color);
    (free - not).iter().filter(|&point| !is_safe_eye(board, color, point, eyes)).collect()
}

/// Assumed stones of chains that have no liberty: not all of them can be stones.
struct Surrounded {
    /// Of chains with a certain stone in them.
    certain: PointSet,
    /// Of all such chains.
    all: PointSet,
}

/// Puts assumed stones beside the certain ones, as long as every chain keeps a liberty. Also
/// returns the assumed stones that have none.
fn stand(view: &View, certain: PointSet, assumed: &[Point]) -> (Board, Surrounded) {
    let board_with = |theirs: PointSet| {
        let mut stones = ByColor::<PointSet>::default();
        stones[view.color()] = view.mine();
        stones[!view.color()] = theirs;
        Board::from_stones(view.size(), stones)
    };
    let most = (view.their_stones().at_most as usize).saturating_sub(certain.len());
    let assumed: PointSet = assumed.iter().copied().take(most).collect();
    if let Ok(board) = board_with(certain | assumed) {
        return (board, Surrounded { certain: PointSet::EMPTY, all: PointSet::EMPTY });
    }
    let mut theirs = certain;
    let mut left_out = PointSet::EMPTY;
    for point in assumed {
        if board_with(theirs | PointSet::of(point)).is_ok() {
            theirs.insert(point);
        } else {
            left_out.insert(point);
        }
    }
    // Certain stones are true, so they are a legal board. The empty board is for the impossible
    // case.
    let board = board_with(theirs).unwrap_or(Board::new(view.size()));
    let (all, size) = (theirs | left_out, view.size());
    let doomed = all.regions(size).filter(|region| region.intersects(&left_out));
    let mut surrounded = Surrounded { certain: PointSet::EMPTY, all: PointSet::EMPTY };
    for region in doomed {
        surrounded.all |= region & assumed;
        // Without a certain stone among them they may all be points of our own eyes.
        if region.intersects(&certain) {
            surrounded.certain |= region & assumed;
        }
    }
    (board, surrounded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RefusalModel;
    use kage_goban::{BoardSize, Color};
    use kage_phantom::{RefereeRules, Setup};

    #[test]
    fn an_empty_board_is_open() {
        let view = View::new(RefereeRules::default(), &Setup::even(BoardSize::NINE), Color::Black);
        let candidates = RefusalModel::default().candidates(&view, CandidateOptions::default());
        assert_eq!(candidates.open, PointSet::board(BoardSize::NINE));
        assert_eq!((candidates.unknown, candidates.suspects), (0, PointSet::EMPTY));
    }
}
