//! Go, slowly: the rules as they are told, with nothing remembered but whole boards.
//!
//! It shares no code with the crate but [`Color`] and [`Point`]. Every flood starts from scratch,
//! and every ban of repetition compares whole boards.

#![allow(dead_code, unreachable_pub, reason = "a module of several tests, each uses its part")]

use kage_goban::{Color, Point};
use std::collections::BTreeSet;

/// A place as (row, column), both from 0 at A1.
pub type Place = (usize, usize);

/// Stones by row and column.
pub type Grid = Vec<Vec<Option<Color>>>;

/// What the rules say of a stone on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Legal,
    Occupied(Color),
    Suicide,
    Ko,
}

/// A game with all its boards.
#[derive(Clone)]
pub struct SlowGame {
    pub turn: Color,
    pub superko: bool,
    pub taken_by_black: u32,
    pub taken_by_white: u32,
    /// The board before the first move, and after each move, passes too.
    boards: Vec<Grid>,
}

impl SlowGame {
    pub fn new(lines: usize, superko: bool) -> SlowGame {
        let boards = vec![vec![vec![None; lines]; lines]];
        SlowGame { turn: Color::Black, superko, taken_by_black: 0, taken_by_white: 0, boards }
    }

    pub fn grid(&self) -> &Grid {
        &self.boards[self.boards.len() - 1]
    }

    pub fn verdict(&self, place: Place) -> Verdict {
        if let Some(owner) = at(self.grid(), place) {
            return Verdict::Occupied(owner);
        }
        let after = after(self.grid(), self.turn, place);
        if !breathes(&after, place) {
            return Verdict::Suicide;
        }
        if self.is_banned(&after) { Verdict::Ko } else { Verdict::Legal }
    }

    /// Would this board repeat one that must not be repeated?
    fn is_banned(&self, after: &Grid) -> bool {
        if self.superko { self.boards.contains(after) } else { self.is_before_opponent(after) }
    }

    /// Is this the board before the opponent's last move?
    fn is_before_opponent(&self, after: &Grid) -> bool {
        self.before_opponent() == Some(after)
    }

    fn before_opponent(&self) -> Option<&Grid> {
        self.boards.iter().rev().nth(1)
    }

    /// Every point where simple ko forbids a stone now.
    pub fn simple_ko(&self) -> Vec<Place> {
        let Some(before) = self.before_opponent() else { return Vec::new() };
        // A move that brings the old board back brings back a stone where it is made.
        let stood_there = |&place: &Place| {
            at(self.grid(), place).is_none() && at(before, place) == Some(self.turn)
        };
        let repeats = |&place: &Place| after(self.grid(), self.turn, place) == *before;
        places(self.grid()).into_iter().filter(stood_there).filter(repeats).collect()
    }

    /// Makes a legal move, and says which stones it took.
    pub fn play(&mut self, place: Place) -> Vec<Place> {
        let after = after(self.grid(), self.turn, place);
        let was_enemy = |&other: &Place| at(self.grid(), other) == Some(!self.turn);
        let is_gone = |&other: &Place| at(&after, other).is_none();
        let taken: Vec<Place> =
            places(&after).into_iter().filter(was_enemy).filter(is_gone).collect();
        match self.turn {
            Color::Black => self.taken_by_black += taken.len() as u32,
            Color::White => self.taken_by_white += taken.len() as u32,
        }
        self.boards.push(after);
        self.turn = !self.turn;
        taken
    }

    pub fn pass(&mut self) {
        self.boards.push(self.grid().clone());
        self.turn = !self.turn;
    }
}

pub fn point(place: Place) -> Point {
    Point::new(place.1 as u8, place.0 as u8).expect("a place of the board")
}

pub fn place(point: Point) -> Place {
    (usize::from(point.row()), usize::from(point.col()))
}

pub fn at(grid: &Grid, place: Place) -> Option<Color> {
    grid[place.0][place.1]
}

pub fn places(grid: &Grid) -> Vec<Place> {
    let lines = grid.len();
    (0..lines).flat_map(|row| (0..lines).map(move |col| (row, col))).collect()
}

pub fn neighbors(grid: &Grid, (row, col): Place) -> impl Iterator<Item = Place> + use<> {
    let lines = grid.len();
    // Below zero wraps around to far beyond the board.
    let (south, west) = (row.wrapping_sub(1), col.wrapping_sub(1));
    let next = [(south, col), (row + 1, col), (row, west), (row, col + 1)];
    next.into_iter().filter(move |&(row, col)| row < lines && col < lines)
}

/// All places that have the same thing on them as this one and are connected with it.
pub fn connected(grid: &Grid, place: Place) -> Vec<Place> {
    let mut seen = vec![false; grid.len() * grid.len()];
    let mut found = Vec::new();
    walk(grid, place, &mut seen, &mut found);
    found
}

fn walk(grid: &Grid, place: Place, seen: &mut [bool], found: &mut Vec<Place>) {
    if std::mem::replace(&mut seen[place.0 * grid.len() + place.1], true) {
        return;
    }
    found.push(place);
    for next in neighbors(grid, place) {
        if at(grid, next) == at(grid, place) {
            walk(grid, next, seen, found);
        }
    }
}

/// The places next to the connected places: a place may come more than once.
fn around(grid: &Grid, place: Place) -> impl Iterator<Item = Place> {
    connected(grid, place).into_iter().flat_map(|place| neighbors(grid, place))
}

/// The empty places next to the chain on this place, some of them more than once.
pub fn liberties(grid: &Grid, place: Place) -> impl Iterator<Item = Place> {
    around(grid, place).filter(|&place| at(grid, place).is_none())
}

fn breathes(grid: &Grid, place: Place) -> bool {
    liberties(grid, place).next().is_some()
}

/// The board with a stone more, and without the enemy chains that it left no liberty.
fn after(grid: &Grid, color: Color, place: Place) -> Grid {
    let mut after = grid.clone();
    after[place.0][place.1] = Some(color);
    for next in neighbors(grid, place) {
        if at(&after, next) == Some(!color) && !breathes(&after, next) {
            for (row, col) in connected(&after, next) {
                after[row][col] = None;
            }
        }
    }
    after
}

/// Does every chain have a liberty?
pub fn can_stand(grid: &Grid) -> bool {
    places(grid).into_iter().all(|place| at(grid, place).is_none() || breathes(grid, place))
}

/// A colour's area without the dead stones: its stones, and the empty places from which a walk
/// over empty places meets its stones and none of the other's.
pub fn area(grid: &Grid, color: Color, dead: &[Place]) -> u32 {
    let mut cleared = grid.clone();
    for &(row, col) in dead {
        cleared[row][col] = None;
    }
    let belongs = |&place: &Place| match at(&cleared, place) {
        Some(owner) => owner == color,
        None => surrounders(&cleared, place) == [color].into(),
    };
    places(grid).into_iter().filter(belongs).count() as u32
}

fn surrounders(grid: &Grid, empty: Place) -> BTreeSet<Color> {
    around(grid, empty).filter_map(|place| at(grid, place)).collect()
}

/// The board in text, for messages of failure.
pub fn show(grid: &Grid) -> String {
    let mark = |stone: &Option<Color>| match stone {
        None => '.',
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
    };
    let line = |row: &Vec<Option<Color>>| row.iter().map(mark).collect::<String>() + "\n";
    grid.iter().rev().map(line).collect()
}
