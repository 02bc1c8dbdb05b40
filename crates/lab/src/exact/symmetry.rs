//! The symmetries of a tiny board: turns and reflections.

use super::board::{MOST_POINTS, Shape, points_of};

/// The number of a symmetry; 0 changes nothing.
pub(crate) type Symmetry = u8;

/// A set of symmetries, one bit each.
pub(crate) type Group = u8;

/// All symmetries of a board, with their products.
#[derive(Clone, Debug)]
pub(crate) struct Symmetries {
    /// Where each point goes.
    maps: Vec<[u8; MOST_POINTS]>,
    /// For each symmetry and mask, where the mask goes.
    masks: Vec<Vec<u16>>,
    /// `products[a][b]`: first `b`, then `a`.
    products: Vec<Vec<Symmetry>>,
}

impl Symmetries {
    pub(crate) fn new(shape: Shape) -> Symmetries {
        let maps = maps(shape);
        let masks = maps.iter().map(|map| {
            let moved = |mask: u16| points_of(mask).fold(0, |all, point| all | 1 << map[point]);
            (0..=shape.all()).map(moved).collect()
        });
        let masks = masks.collect();
        let products = maps.iter().map(|after| {
            let product = |before: &[u8; MOST_POINTS]| {
                let both: Vec<u8> =
                    before[..shape.points()].iter().map(|&at| after[usize::from(at)]).collect();
                let same = |map: &[u8; MOST_POINTS]| map[..shape.points()] == both[..];
                // The symmetries are a group, so the product is among them.
                maps.iter().position(same).unwrap_or(0) as Symmetry
            };
            maps.iter().map(product).collect()
        });
        let products = products.collect();
        Symmetries { maps, masks, products }
    }

    /// The set of all of them.
    pub(crate) fn all(&self) -> Group {
        ((1u16 << self.maps.len()) - 1) as Group
    }

    /// First `before`, then `after`.
    pub(crate) fn product(&self, after: Symmetry, before: Symmetry) -> Symmetry {
        self.products[usize::from(after)][usize::from(before)]
    }

    /// What takes back a symmetry.
    pub(crate) fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        let products = &self.products[usize::from(symmetry)];
        // A group has all inverses.
        products.iter().position(|&product| product == 0).unwrap_or(0) as Symmetry
    }

    /// Where a point goes.
    pub(crate) fn point(&self, symmetry: Symmetry, point: usize) -> usize {
        usize::from(self.maps[usize::from(symmetry)][point])
    }

    /// Where a mask goes.
    pub(crate) fn mask(&self, symmetry: Symmetry, mask: u16) -> u16 {
        self.masks[usize::from(symmetry)][usize::from(mask)]
    }

    /// The points that a point goes to under a group.
    pub(crate) fn orbit(&self, group: Group, point: usize) -> u16 {
        symmetries_of(group).fold(0, |all, symmetry| all | 1 << self.point(symmetry, point))
    }
}

/// The symmetries of a group, in order.
pub(crate) fn symmetries_of(group: Group) -> impl Iterator<Item = Symmetry> {
    points_of(u16::from(group)).map(|symmetry| symmetry as Symmetry)
}

fn maps(shape: Shape) -> Vec<[u8; MOST_POINTS]> {
    let (rows, columns) = (shape.rows(), shape.columns());
    let mut maps: Vec<[u8; MOST_POINTS]> = Vec::new();
    for code in 0..8u8 {
        let (transpose, upside, sideways) = (code & 4 != 0, code & 2 != 0, code & 1 != 0);
        if transpose && rows != columns {
            continue;
        }
        let mut map = [0; MOST_POINTS];
        for row in 0..rows {
            for column in 0..columns {
                let (mut to_row, mut to_column) = (row, column);
                if upside {
                    to_row = rows - 1 - to_row;
                }
                if sideways {
                    to_column = columns - 1 - to_column;
                }
                if transpose {
                    (to_row, to_column) = (to_column, to_row);
                }
                map[usize::from(row * columns + column)] = to_row * columns + to_column;
            }
        }
        // On a board of one row some of them are the same.
        if !maps.contains(&map) {
            maps.push(map);
        }
    }
    maps
}
