//! What a learned prior looks at in a move: where it is, what it touches, and what came before.
//!
//! Each thing looked at is a number that counts with a weight of its own; most are nought for most
//! moves. The weights stand in tables, by the stage or phase of the game.

use crate::prior::Moment;
use kage_goban::{BoardSize, Move, Point, PointSet};

/// A table of weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Table {
    pub(crate) name: &'static str,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    first: usize,
}

impl Table {
    const fn after(before: Table, name: &'static str, rows: usize, columns: usize) -> Table {
        Table { name, rows, columns, first: before.end() }
    }

    const fn end(self) -> usize {
        self.first + self.rows * self.columns
    }

    #[inline]
    const fn at(self, row: usize, column: usize) -> usize {
        self.first + row * self.columns + column
    }
}

/// Where a point lies, up to the board's symmetries, by stage.
const LOCATION: Table = Table { name: "location", rows: STAGES, columns: PLACES, first: 0 };
/// How many stones of each side it touches, by phase.
const TOUCH: Table = Table::after(LOCATION, "touch", PHASES, TOUCHES);
/// How many stones of the mover's are at each distance, by phase. Touching ones are in `touch`.
const OWN: Table = Table::after(TOUCH, "own", PHASES, RINGS - 1);
/// The same of the other side's.
const OTHER: Table = Table::after(OWN, "other", PHASES, RINGS - 1);
/// How far it is from the mover's last stone, by phase.
const LAST: Table = Table::after(OTHER, "last", PHASES, DISTANCES);
/// How far it is from the stone of the other side's just before, by tries heard.
const ANSWERED: Table = Table::after(LAST, "answered", TRIES, DISTANCES);
/// How far it is from the next stone of the other side's, by tries heard.
const BUMPED: Table = Table::after(ANSWERED, "bumped", TRIES, DISTANCES);
/// That all its neighbours are the mover's own, by phase.
const FILLS: Table = Table::after(BUMPED, "fills", PHASES, 1);
/// That it is a pass, by phase.
const PASS: Table = Table::after(FILLS, "pass", PHASES, 1);

/// All tables.
pub(crate) const TABLES: [Table; 9] =
    [LOCATION, TOUCH, OWN, OTHER, LAST, ANSWERED, BUMPED, FILLS, PASS];

/// How many weights there are.
pub(crate) const WEIGHTS: usize = PASS.end();

/// The board that the places of a point are numbered for.
pub(crate) const SIZE: BoardSize = BoardSize::NINE;
/// Points that no symmetry of that board maps to one another.
const PLACES: usize = 15;
/// The first turns each have a stage, later ones share.
const STAGES: usize = 10;
const STAGE_ENDS: [u32; STAGES - 1] = [1, 2, 3, 4, 6, 9, 13, 19, 27];
/// Opening, middle, end.
const PHASES: usize = 3;
const PHASE_ENDS: [u32; PHASES - 1] = [6, 16];
/// No try heard, one, more.
const TRIES: usize = 3;
/// How many neighbours of either side, four at most together.
const TOUCHES: usize = 15;
/// Offsets up to three lines off, up to symmetry: beside, diagonal, a jump, a knight's move ...
const RINGS: usize = 9;
const OFFSETS: [(u8, u8); RINGS] =
    [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2), (3, 3)];
/// Those, farther, and the same point.
const DISTANCES: usize = RINGS + 2;
const FAR: usize = RINGS;
const SAME: usize = RINGS + 1;

/// What is the same for all moves on a board.
#[derive(Clone, Debug)]
pub(crate) struct Features {
    /// By the index of a point.
    around: Vec<Around>,
    /// How far two points are apart, by both indices.
    distances: Vec<u8>,
}

/// What lies around a point.
#[derive(Clone, Copy, Debug)]
struct Around {
    place: u8,
    neighbors: usize,
    /// The points up to three lines off.
    window: PointSet,
}

impl Features {
    pub(crate) fn new() -> Features {
        let indices = SIZE.points().map(Point::index).max().unwrap_or(0) + 1;
        let blank = Around { place: 0, neighbors: 0, window: PointSet::EMPTY };
        let mut around = vec![blank; indices];
        let mut distances = vec![FAR as u8; indices * indices];
        for point in SIZE.points() {
            let here = &mut around[point.index()];
            here.place = place(point);
            here.neighbors = SIZE.neighbors(point).count();
            for other in SIZE.points() {
                let distance = distance(point, other);
                distances[point.index() * indices + other.index()] = distance as u8;
                if distance < RINGS {
                    here.window.insert(other);
                }
            }
        }
        Features { around, distances }
    }

    #[inline]
    fn distance(&self, one: Point, two: Point) -> usize {
        self.distances[one.index() * self.around.len() + two.index()].into()
    }

    /// How many of the stones are on each ring around a point.
    #[inline]
    fn rings(&self, point: Point, stones: &PointSet) -> [usize; RINGS] {
        let mut rings = [0; RINGS];
        for stone in &(self.around[point.index()].window & *stones) {
            rings[self.distance(point, stone)] += 1;
        }
        rings
    }

    /// Says of each thing looked at which weight it counts with, and how much.
    #[inline]
    pub(crate) fn each(&self, before: &Moment, play: Move, mut add: impl FnMut(usize, f64)) {
        let phase = stage(before.turn, &PHASE_ENDS);
        let Move::Play(point) = play else { return add(PASS.at(phase, 0), 1.0) };
        let around = self.around[point.index()];
        add(LOCATION.at(stage(before.turn, &STAGE_ENDS), around.place.into()), 1.0);
        let own = self.rings(point, &before.movers);
        let other = self.rings(point, &before.others);
        add(TOUCH.at(phase, touch(own[0], other[0])), 1.0);
        for ring in 1..RINGS {
            if own[ring] > 0 {
                add(OWN.at(phase, ring - 1), own[ring] as f64);
            }
            if other[ring] > 0 {
                add(OTHER.at(phase, ring - 1), other[ring] as f64);
            }
        }
        let tries = before.tries.min(TRIES as u32 - 1) as usize;
        if let Some(last) = before.last {
            add(LAST.at(phase, self.distance(point, last)), 1.0);
        }
        if let Some(answered) = before.answered {
            add(ANSWERED.at(tries, self.distance(point, answered)), 1.0);
        }
        let nearest = other.iter().position(|&count| count > 0).unwrap_or(FAR);
        add(BUMPED.at(tries, nearest), 1.0);
        if own[0] == around.neighbors {
            add(FILLS.at(phase, 0), 1.0);
        }
    }
}

fn stage(turn: u32, ends: &[u32]) -> usize {
    ends.iter().position(|&end| turn < end).unwrap_or(ends.len())
}

/// The number of a point among those that no symmetry maps to it: its distances from two edges.
fn place(point: Point) -> u8 {
    let fold = |line: u8| line.min(SIZE.get() - 1 - line);
    let (one, two) = (fold(point.col()), fold(point.row()));
    let (low, high) = (one.min(two), one.max(two));
    high * (high + 1) / 2 + low
}

fn distance(one: Point, two: Point) -> usize {
    let across = one.col().abs_diff(two.col());
    let up = one.row().abs_diff(two.row());
    match (across.max(up), across.min(up)) {
        (0, _) => SAME,
        offset => OFFSETS.iter().position(|&known| known == offset).unwrap_or(FAR),
    }
}

/// The number of a pair of neighbours' numbers, four at most together.
fn touch(own: usize, other: usize) -> usize {
    let sum = own + other;
    sum * (sum + 1) / 2 + own
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use kage_goban::Color;
    use std::collections::BTreeSet;

    fn point(text: &str) -> Point {
        text.parse().unwrap()
    }

    #[test]
    fn places_are_the_symmetry_classes() {
        let places: BTreeSet<u8> = SIZE.points().map(place).collect();
        assert_eq!(places, (0..PLACES as u8).collect());
        assert_eq!(place(point("C2")), place(point("H7")));
        assert_ne!(place(point("C2")), place(point("C3")));
    }

    #[test]
    fn tables_do_not_overlap() {
        let mut all = BTreeSet::new();
        for table in TABLES {
            for row in 0..table.rows {
                all.extend((0..table.columns).map(|column| table.at(row, column)));
            }
        }
        assert_eq!(all, (0..WEIGHTS).collect());
        let touches = (0..=4).flat_map(|own| (0..=4 - own).map(move |other| touch(own, other)));
        assert_eq!(touches.collect::<BTreeSet<_>>(), (0..TOUCHES).collect());
    }

    /// What is seen in a move: table, row, column, how much.
    fn seen(moment: &Moment, play: Move) -> Vec<(&'static str, usize, usize, f64)> {
        let mut seen = Vec::new();
        Features::new().each(moment, play, |index, value| {
            let is_in = |table: &&Table| (table.first..table.end()).contains(&index);
            let table = TABLES.iter().find(is_in).unwrap();
            let at = index - table.first;
            seen.push((table.name, at / table.columns, at % table.columns, value));
        });
        seen
    }

    #[test]
    fn what_is_seen_in_a_move() {
        let set = |text: &str| text.split(' ').map(point).collect::<PointSet>();
        let moment = Moment {
            size: SIZE,
            mover: Color::White,
            turn: 7,
            movers: set("A2 C2 C3 J9"),
            others: set("B1 E4"),
            ko: None,
            last: Some(point("J9")),
            answered: Some(point("B1")),
            tries: 5,
        };
        let expected = vec![
            ("location", 5, place(point("B2")).into(), 1.0),
            ("touch", 1, touch(2, 1), 1.0),
            ("own", 1, 0, 1.0),
            ("other", 1, 6, 1.0),
            ("last", 1, FAR, 1.0),
            ("answered", 2, 0, 1.0),
            ("bumped", 2, 0, 1.0),
        ];
        assert_eq!(seen(&moment, Move::Play(point("B2"))), expected);
        assert_eq!(seen(&moment, Move::Pass), vec![("pass", 1, 0, 1.0)]);
    }
}
