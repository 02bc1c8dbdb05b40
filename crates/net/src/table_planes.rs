//! The true position and both views as the input of a critic.

use crate::planes::{Planes, part, short};
use crate::view_planes::{globals, of};
use kage_goban::{ByColor, Color, PointSet, Position};
use kage_phantom::View;

/// Who plays a side, as far as a critic is told.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Side {
    /// Nothing is told, or the policy that learns plays.
    #[default]
    Learner,
    /// A policy as it was earlier.
    Past,
    /// Another kind of player.
    Other,
}

impl Planes {
    /// What a critic sees, from the side to move.
    pub fn of_table(position: &Position, views: ByColor<&View>, sides: ByColor<Side>) -> Planes {
        let (board, me) = (position.board(), position.turn());
        let (mine, theirs) = (views[me], views[!me]);
        let last = |view: &View| view.last_turns().mine.map_or(PointSet::EMPTY, PointSet::of);
        let mut sets = vec![
            PointSet::board(board.size()),
            board.stones(me),
            board.stones(!me),
            theirs.theirs() & board.stones(me),
            mine.theirs() & board.stones(!me),
            mine.empty(),
            theirs.empty(),
            mine.refused(),
            theirs.refused(),
        ];
        for side in [me, !me] {
            let chains = board.chains().filter(|chain| chain.color == side);
            sets.extend(short::<4>(chains.map(|chain| (chain.stones, chain.liberties.len()))));
        }
        sets.push(position.ko().map_or(PointSet::EMPTY, PointSet::of));
        sets.extend([board.empty(), last(mine), last(theirs)]);
        let mut globals = globals(mine);
        globals.extend(true_globals(position, views, sides));
        Planes { lines: board.size().get().into(), sets, ages: Vec::new(), globals }
    }
}

/// What only a critic knows.
fn true_globals(position: &Position, views: ByColor<&View>, sides: ByColor<Side>) -> [f32; 8] {
    let (board, me) = (position.board(), position.turn());
    let area = board.size().area() as f32;
    let stones = |color: Color| board.stones(color).len() as f32;
    let theirs = views[!me];
    let unseen = board.stones(me) - theirs.theirs();
    [
        part(theirs.tries_heard(), area, 2.0),
        part(theirs.refused().len() as u32, area, 1.0),
        part(unseen.len() as u32, area, 1.0),
        (stones(me) - stones(!me)) / area,
        of(sides[me] == Side::Past),
        of(sides[!me] == Side::Past),
        of(sides[me] == Side::Other),
        of(sides[!me] == Side::Other),
    ]
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use crate::planes::{Input, PLANES};
    use kage_goban::{BoardSize, Move, Point};
    use kage_phantom::{RefereeRules, Setup, Table, Views};

    /// White finds Black's stone; Black does not know White's.
    #[test]
    fn both_views_and_the_truth_are_seen() {
        let (rules, setup) = (RefereeRules::default(), Setup::even(BoardSize::new(7).unwrap()));
        let mut table = Table::new(setup.position(rules.ko));
        let mut views = Views::new(rules, &setup);
        let [c3, d4] = ["C3", "D4"].map(|name| name.parse::<Point>().unwrap());
        for point in [c3, c3, d4] {
            let (_, heard) = table.rule(&rules, Move::Play(point)).unwrap();
            views.hear(&heard).unwrap();
        }
        let sides = ByColor { black: Side::Learner, white: Side::Other };
        let planes = Planes::of_table(table.position(), ByColor::new(|color| &views[color]), sides);
        assert_eq!(planes.sets[1..=2], [PointSet::of(c3), PointSet::of(d4)]);
        assert_eq!(planes.sets[3..=4], [PointSet::of(c3), PointSet::EMPTY]);
        assert_eq!(planes.sets[12], PointSet::of(c3), "four liberties");
        assert_eq!(planes.sets[19..], [PointSet::of(c3), PointSet::of(d4)]);
        assert_eq!(planes.sets.len(), PLANES);
        assert_eq!(planes.globals.len(), Input::Table.globals());
        assert_eq!(planes.globals[38..], [0.0, 0.0, 0.0, 1.0]);
    }
}
