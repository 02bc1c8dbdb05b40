//! The rules of a playout once more: slow, obvious, and sharing no code with the crate.
//!
//! Points are numbers, row by row; a board is a vector of them; chains are found by walking.
#![allow(dead_code, reason = "each test uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use kage_goban::{Board, BoardSize, ByColor, Color, Move, Point, PointSet};
use kage_playout::Eyes;

/// A game on a board of characters: `.`, `X` and `O`.
#[derive(Clone, Debug)]
pub(crate) struct Slow {
    pub(crate) lines: usize,
    pub(crate) cells: Vec<char>,
    pub(crate) turn: Color,
    pub(crate) ko: Option<usize>,
    pub(crate) passes: u32,
    pub(crate) plies: u32,
    pub(crate) first: Vec<char>,
    pub(crate) eyes: Eyes,
}

pub(crate) fn mark(color: Color) -> char {
    if color == Color::Black { 'X' } else { 'O' }
}

impl Slow {
    pub(crate) fn empty(lines: usize) -> Slow {
        let cells = vec!['.'; lines * lines];
        let first = cells.clone();
        let eyes = Eyes::Diagonals;
        Slow { lines, cells, turn: Color::Black, ko: None, passes: 0, plies: 0, first, eyes }
    }

    pub(crate) fn index(&self, point: Point) -> usize {
        usize::from(point.row()) * self.lines + usize::from(point.col())
    }

    pub(crate) fn point(&self, at: usize) -> Point {
        Point::new((at % self.lines) as u8, (at / self.lines) as u8).unwrap()
    }

    pub(crate) fn board(&self) -> Board {
        let stones = |color| {
            let all = 0..self.cells.len();
            all.filter(|&at| self.cells[at] == mark(color)).map(|at| self.point(at)).collect()
        };
        let size = BoardSize::new(self.lines as u8).unwrap();
        Board::from_stones(size, ByColor::new(stones)).unwrap()
    }

    fn shifted(&self, at: usize, steps: &[(i32, i32)]) -> Vec<usize> {
        let lines = self.lines as i32;
        let (col, row) = (at as i32 % lines, at as i32 / lines);
        let on_board = |&(c, r): &(i32, i32)| c >= 0 && c < lines && r >= 0 && r < lines;
        let all = steps.iter().map(|(dc, dr)| (col + dc, row + dr));
        all.filter(on_board).map(|(c, r)| (r * lines + c) as usize).collect()
    }

    pub(crate) fn neighbors(&self, at: usize) -> Vec<usize> {
        self.shifted(at, &[(1, 0), (-1, 0), (0, 1), (0, -1)])
    }

    fn diagonals(&self, at: usize) -> Vec<usize> {
        self.shifted(at, &[(1, 1), (-1, 1), (1, -1), (-1, -1)])
    }

    /// The region of equal cells around a point, and the cells that border it.
    fn region(&self, at: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut inside, mut border) = (vec![at], Vec::new());
        let mut next = 0;
        while next < inside.len() {
            for other in self.neighbors(inside[next]) {
                let list =
                    if self.cells[other] == self.cells[at] { &mut inside } else { &mut border };
                if !list.contains(&other) {
                    list.push(other);
                }
            }
            next += 1;
        }
        (inside, border)
    }

    pub(crate) fn has_liberty(&self, at: usize) -> bool {
        self.region(at).1.iter().any(|&other| self.cells[other] == '.')
    }

    /// Puts a stone down and takes up what it captures.
    fn put(&mut self, color: Color, at: usize) -> Vec<usize> {
        self.cells[at] = mark(color);
        let mut captured = Vec::new();
        for other in self.neighbors(at) {
            if self.cells[other] == mark(!color) && !self.has_liberty(other) {
                for stone in self.region(other).0 {
                    self.cells[stone] = '.';
                    captured.push(stone);
                }
            }
        }
        captured
    }

    pub(crate) fn is_legal(&self, at: usize) -> bool {
        if self.cells[at] != '.' || self.ko == Some(at) {
            return false;
        }
        let mut after = self.clone();
        after.put(self.turn, at);
        after.has_liberty(at)
    }

    pub(crate) fn is_own_eye(&self, at: usize) -> bool {
        if self.neighbors(at).iter().any(|&other| self.cells[other] != mark(self.turn)) {
            return false;
        }
        if self.eyes == Eyes::Walls {
            let liberties = |other: &usize| {
                self.region(*other).1.iter().filter(|&&b| self.cells[b] == '.').count()
            };
            return self.neighbors(at).iter().all(|other| liberties(other) > 1);
        }
        let diagonals = self.diagonals(at);
        let enemies = diagonals.iter().filter(|&&d| self.cells[d] == mark(!self.turn)).count();
        enemies < if diagonals.len() < 4 { 1 } else { 2 }
    }

    /// The points the side to move chooses from.
    pub(crate) fn candidates(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&at| self.is_legal(at) && !self.is_own_eye(at)).collect()
    }

    /// May a hidden stone be placed there?
    pub(crate) fn may_hide(&self, color: Color, at: usize) -> bool {
        if self.cells[at] != '.' {
            return false;
        }
        let mut after = self.clone();
        after.put(color, at).is_empty() && after.has_liberty(at)
    }

    pub(crate) fn hide(&mut self, color: Color, at: usize) {
        self.cells[at] = mark(color);
    }

    /// Makes a move that has been checked.
    pub(crate) fn play(&mut self, wish: Move) {
        self.ko = None;
        match wish {
            Move::Pass => self.passes += 1,
            Move::Play(point) => {
                let at = self.index(point);
                let captured = self.put(self.turn, at);
                let (chain, border) = self.region(at);
                let liberties = border.iter().filter(|&&b| self.cells[b] == '.').count();
                if captured.len() == 1 && chain.len() == 1 && liberties == 1 {
                    self.ko = Some(captured[0]);
                }
                if self.first[at] == '.' {
                    self.first[at] = mark(self.turn);
                }
                self.passes = 0;
            }
        }
        self.plies += 1;
        self.turn = !self.turn;
    }

    pub(crate) fn area(&self) -> ByColor<u32> {
        ByColor::new(|color| {
            let mine = |at: usize| match self.cells[at] {
                '.' => self.region(at).1.iter().all(|&b| self.cells[b] == mark(color)),
                stone => stone == mark(color),
            };
            // An empty board belongs to nobody.
            if self.cells.iter().all(|&cell| cell == '.') {
                return 0;
            }
            (0..self.cells.len()).filter(|&at| mine(at)).count() as u32
        })
    }

    pub(crate) fn first_played(&self, color: Color) -> PointSet {
        let all = 0..self.first.len();
        all.filter(|&at| self.first[at] == mark(color)).map(|at| self.point(at)).collect()
    }

    /// Plays a random move, or passes; the chooser may be biased for tests of tests.
    pub(crate) fn random_move(&mut self, random: &mut Random) {
        let candidates = self.candidates();
        match candidates.len() {
            0 => self.play(Move::Pass),
            n => self.play(Move::Play(self.point(candidates[random.below(n)]))),
        }
    }
}

/// `SplitMix64`.
#[derive(Clone, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// A position reached by a number of random moves, and not at the end of the game.
pub(crate) fn midgame(lines: usize, plies: usize, random: &mut Random) -> Slow {
    let mut slow = Slow::empty(lines);
    for _ in 0..plies {
        if slow.candidates().is_empty() {
            break;
        }
        slow.random_move(random);
    }
    slow
}
