//! How many stones it takes to link two points.

use crate::ReadingBoard;
use kage_goban::{Color, Point, PointSet};

/// The largest number of stones that is counted.
pub(crate) const MAX_LAYERS: usize = 4;

/// Empty points by the number of own stones it takes to link them with a start: one stone for those
/// at index 0, and so on. Passing through own chains costs nothing.
pub(crate) struct LinkLayers([PointSet; MAX_LAYERS]);

impl LinkLayers {
    /// The layers around a stone's chain or an empty point.
    pub(crate) fn from(
        board: &ReadingBoard,
        color: Color,
        start: Point,
        depth: usize,
    ) -> LinkLayers {
        let first = match board.at(start) {
            Some(owner) if owner == color => board.group(start).liberties,
            None => PointSet::of(start),
            _ => PointSet::EMPTY,
        };
        let mut layers = [PointSet::EMPTY; MAX_LAYERS];
        layers[0] = first;
        let mut seen = first;
        for step in 1..=depth.min(MAX_LAYERS - 1) {
            let around = layers[step - 1].neighbors(board.size());
            let mut next = around & board.empty();
            for chain in board.chains_in(color, &around) {
                next |= board.group(chain).liberties;
            }
            layers[step] = next - seen;
            seen |= next;
        }
        LinkLayers(layers)
    }

    /// The points that take one stone, two stones, and so on.
    pub(crate) const fn into_layers(self) -> [PointSet; MAX_LAYERS] {
        self.0
    }

    /// The points on paths to the other start that take at most `spare` stones beside the one on the
    /// point.
    pub(super) fn between(&self, other: &LinkLayers, spare: usize) -> PointSet {
        let mut points = PointSet::EMPTY;
        for (cost, layer) in self.0.iter().enumerate() {
            for more in other.0.iter().take((spare + 1).saturating_sub(cost)) {
                points |= *layer & *more;
            }
        }
        points
    }
}

/// The liberties of enemy chains that touch a set of points and have at most so many liberties.
/// Attacking such a chain may open a path.
pub(super) fn weak_enemies(
    board: &ReadingBoard,
    color: Color,
    around: &PointSet,
    liberties: u16,
) -> PointSet {
    let touched = *around | around.neighbors(board.size());
    let chains = board.chains_in(!color, &touched).map(|chain| board.group(chain));
    chains
        .filter(|group| group.liberty_count <= liberties)
        .fold(PointSet::EMPTY, |all, group| all | group.liberties)
}
