//! How many stones it takes to get from here to there.

use crate::ReadingBoard;
use kage_goban::{Color, Point, PointSet};

/// The most stones that are counted.
pub(crate) const REACH: usize = 4;

/// Empty points by the number of own stones it takes to link them with a start: those at index 0
/// take one stone, and so on. What belongs to own chains on the way costs nothing.
pub(crate) struct Corridor([PointSet; REACH]);

impl Corridor {
    /// From a stone's chain, or from an empty point.
    pub(crate) fn from(board: &ReadingBoard, color: Color, start: Point, depth: usize) -> Corridor {
        let first = match board.at(start) {
            Some(owner) if owner == color => board.group(start).liberties,
            None => PointSet::of(start),
            _ => PointSet::EMPTY,
        };
        let mut layers = [PointSet::EMPTY; REACH];
        layers[0] = first;
        let mut seen = first;
        for step in 1..=depth.min(REACH - 1) {
            let around = layers[step - 1].neighbors(board.size());
            let mut next = around & board.empty();
            for chain in board.chains_in(color, &around) {
                next |= board.group(chain).liberties;
            }
            layers[step] = next - seen;
            seen |= next;
        }
        Corridor(layers)
    }

    /// The points that take one stone, two stones, and so on.
    pub(crate) const fn into_layers(self) -> [PointSet; REACH] {
        self.0
    }

    /// The points on ways to the other start that take no more than so many stones beside the one
    /// on the point.
    pub(super) fn meet(&self, other: &Corridor, spare: usize) -> PointSet {
        let mut points = PointSet::EMPTY;
        for (cost, layer) in self.0.iter().enumerate() {
            for more in other.0.iter().take((spare + 1).saturating_sub(cost)) {
                points |= *layer & *more;
            }
        }
        points
    }
}

/// The liberties of enemy chains that touch a set of points and have few liberties: attacking them
/// may open a way.
pub(super) fn weak_enemies(
    board: &ReadingBoard,
    color: Color,
    around: &PointSet,
    breath: u16,
) -> PointSet {
    let touched = *around | around.neighbors(board.size());
    let chains = board.chains_in(!color, &touched).map(|chain| board.group(chain));
    chains
        .filter(|group| group.breath <= breath)
        .fold(PointSet::EMPTY, |all, group| all | group.liberties)
}
