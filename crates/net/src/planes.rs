//! What a net sees: planes of points, and numbers of the whole game.

use crate::conv::padded;
use crate::grid::Grid;
use kage_goban::{Point, PointSet};
use std::fmt;

/// Planes of the inputs of a net. Both inputs have the same number.
pub(crate) const PLANES: usize = 21;

/// What a net is given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Input {
    /// A seat's view: the net is a policy.
    View,
    /// The true position and both views: the net is a critic.
    Table,
}

impl Input {
    /// How many numbers of the whole game it has.
    pub(crate) const fn globals(self) -> usize {
        match self {
            Input::View => 34,
            Input::Table => 42,
        }
    }
}

/// The input of a net for one moment of a game on a board of any size.
///
/// Most planes are sets of points. The others, ages of what was heard, have a number from 0 to 255 on each
/// point. A symmetry of the board is applied when the planes are written for the net.
#[derive(Clone, PartialEq)]
pub struct Planes {
    pub(crate) lines: usize,
    pub(crate) sets: Vec<PointSet>,
    /// One plane after the other, by point in rows.
    pub(crate) ages: Vec<u8>,
    pub(crate) globals: Vec<f32>,
}

impl fmt::Debug for Planes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Planes").field("lines", &self.lines).finish_non_exhaustive()
    }
}

impl Planes {
    /// The lines of the board.
    pub const fn lines(&self) -> usize {
        self.lines
    }

    /// All planes as numbers, one plane after the other, by point in rows from A1.
    pub fn by_point(&self) -> Vec<f32> {
        let area = self.lines * self.lines;
        let mut numbers = vec![0.0; area * PLANES];
        let (sets, ages) = numbers.split_at_mut(area * self.sets.len());
        for (plane, set) in sets.chunks_exact_mut(area).zip(&self.sets) {
            set.iter().for_each(|point| plane[number(self.lines, point)] = 1.0);
        }
        ages.iter_mut().zip(&self.ages).for_each(|(to, age)| *to = f32::from(*age) / 255.0);
        numbers
    }

    /// The numbers of the whole game.
    pub fn globals(&self) -> &[f32] {
        &self.globals
    }

    /// Writes the planes of a board under a symmetry.
    pub(crate) fn write(&self, grid: Grid, symmetry: u8, maps: &mut [f32]) {
        maps.fill(0.0);
        for (plane, set) in self.sets.iter().enumerate() {
            for point in *set {
                let (col, row) = (usize::from(point.col()), usize::from(point.row()));
                maps[padded(PLANES) * turned_place(grid, col, row, symmetry) + plane] = 1.0;
            }
        }
        let first = self.sets.len();
        for (plane, ages) in self.ages.chunks_exact(grid.area()).enumerate() {
            for (at, &age) in ages.iter().enumerate().filter(|(_, age)| **age > 0) {
                let place = turned_place(grid, at % grid.lines, at / grid.lines, symmetry);
                maps[padded(PLANES) * place + first + plane] = f32::from(age) / 255.0;
            }
        }
    }
}

/// The place of a point under one of the eight symmetries.
pub(crate) fn turned_place(grid: Grid, mut col: usize, mut row: usize, symmetry: u8) -> usize {
    if symmetry & 1 != 0 {
        col = grid.lines - 1 - col;
    }
    if symmetry & 2 != 0 {
        row = grid.lines - 1 - row;
    }
    if symmetry & 4 != 0 {
        (row, col) = (col, row);
    }
    grid.place(col, row)
}

/// The number of a point among the points of a board.
pub(crate) fn number(lines: usize, point: Point) -> usize {
    lines * usize::from(point.row()) + usize::from(point.col())
}

/// A part of a whole, at most `most`.
pub(crate) fn part(number: u32, whole: f32, most: f32) -> f32 {
    (number as f32 / whole).min(most)
}

/// Points of chains with one liberty, two liberties and so on among the `free` points.
pub(crate) fn short<const N: usize>(
    chains: impl Iterator<Item = (PointSet, usize)>,
) -> [PointSet; N] {
    let mut short = [PointSet::EMPTY; N];
    for (stones, liberties) in chains {
        if let Some(short) = liberties.checked_sub(1).and_then(|at| short.get_mut(at)) {
            *short |= stones;
        }
    }
    short
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use kage_goban::BoardSize;

    /// The same numbers as those that a net is given, which lie map by map on each place of a grid.
    #[test]
    fn planes_by_point_are_those_of_the_net() {
        let lines = 3;
        let size = BoardSize::new(lines as u8).unwrap();
        let mut sets = vec![PointSet::EMPTY; PLANES - 4];
        sets[1] = PointSet::of("B1".parse().unwrap());
        sets[16] = PointSet::board(size);
        let ages = (0..4 * 9).map(|age| 7 * age as u8).collect();
        let planes = Planes { lines, sets, ages, globals: vec![0.5] };
        let grid = Grid::new(lines);
        let mut maps = vec![0.0; padded(PLANES) * grid.places()];
        planes.write(grid, 0, &mut maps);
        let by_point = planes.by_point();
        assert_eq!(by_point.len(), 9 * PLANES);
        for point in size.points() {
            let place = grid.place(point.col().into(), point.row().into());
            for plane in 0..PLANES {
                let at = 9 * plane + number(lines, point);
                assert_eq!(by_point[at], maps[padded(PLANES) * place + plane], "{plane} {point}");
            }
        }
        assert_eq!(by_point.iter().filter(|number| **number == 1.0).count(), 10);
        assert_eq!(planes.globals(), [0.5]);
    }
}
