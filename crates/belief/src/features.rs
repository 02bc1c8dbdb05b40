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
/// What it does to chains, by phase: see [`Tactics`].
const TACTICS: Table = Table::after(BUMPED, "tactics", PHASES, 6);
/// That it is a pass, by phase.
const PASS: Table = Table::after(TACTICS, "pass", PHASES, 1);

/// All tables.
pub(crate) const TABLES: [Table; 9] =
    [LOCATION, TOUCH, OWN, OTHER, LAST, ANSWERED, BUMPED, TACTICS, PASS];

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

/// What is the same for all moves on a board: the places of points, and the rings around them.
#[derive(Clone, Debug)]
pub(crate) struct Features {
    around: Vec<Around>,
}

#[derive(Clone, Copy, Debug)]
struct Around {
    place: u8,
    rings: [PointSet; RINGS],
}

impl Features {
    pub(crate) fn new() -> Features {
        let blank = Around { place: 0, rings: [PointSet::EMPTY; RINGS] };
        let last = SIZE.points().map(|point| point.index()).max().unwrap_or(0);
        let mut around = vec![blank; last + 1];
        for point in SIZE.points() {
            let here = &mut around[point.index()];
            here.place = place(point);
            for other in SIZE.points() {
                if let Some(ring) = here.rings.get_mut(distance(point, other)) {
                    ring.insert(other);
                }
            }
        }
        Features { around }
    }

    /// Says of each thing looked at which weight it counts with, and how much.
    #[inline]
    pub(crate) fn each(&self, before: &Moment, play: Move, mut add: impl FnMut(usize, f64)) {
        let phase = stage(before.turn, &PHASE_ENDS);
        let Move::Play(point) = play else { return add(PASS.at(phase, 0), 1.0) };
        let Some(around) = self.around.get(point.index()) else { return };
        add(LOCATION.at(stage(before.turn, &STAGE_ENDS), around.place.into()), 1.0);
        let own = around.rings.map(|ring| (ring & before.movers).len());
        let other = around.rings.map(|ring| (ring & before.others).len());
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
            add(LAST.at(phase, distance(point, last)), 1.0);
        }
        if let Some(answered) = before.answered {
            add(ANSWERED.at(tries, distance(point, answered)), 1.0);
        }
        let nearest = other.iter().position(|&count| count > 0).unwrap_or(FAR);
        add(BUMPED.at(tries, nearest), 1.0);
        if other[0] > 0 || own[0] >= 2 {
            Tactics::of(before, point).each(|column| add(TACTICS.at(phase, column), 1.0));
        }
    }
}

/// What a stone does to chains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Tactics {
    takes: bool,
    /// Leaves a chain of theirs one liberty.
    threatens: bool,
    /// Its own chain has so many liberties, if it takes nothing.
    liberties: usize,
    /// A chain of its own had one liberty and has more now.
    rescues: bool,
    /// All its neighbours were its own.
    fills: bool,
}

impl Tactics {
    fn of(before: &Moment, point: Point) -> Tactics {
        let size = before.size;
        let here = PointSet::of(point);
        let beside = here.neighbors(size);
        let stones = before.movers | before.others | here;
        let (mut takes, mut threatens) = (false, false);
        for chain in (beside & before.others).flood(&before.others, size).regions(size) {
            match (chain.neighbors(size) - stones).len() {
                0 => takes = true,
                1 => threatens = true,
                _ => {}
            }
        }
        let movers = before.movers | here;
        let liberties = (here.flood(&movers, size).neighbors(size) - stones).len();
        let joined = (beside & before.movers).flood(&before.movers, size).regions(size);
        let stones = stones - here;
        let mut pressed = joined.map(|chain| (chain.neighbors(size) - stones).len() == 1);
        let rescues = liberties > 1 && pressed.any(|pressed| pressed);
        let fills = beside.is_subset(&before.movers);
        Tactics { takes, threatens, liberties, rescues, fills }
    }

    fn each(self, mut add: impl FnMut(usize)) {
        let facts = [
            self.takes,
            self.threatens,
            !self.takes && self.liberties <= 1,
            !self.takes && self.liberties == 2,
            self.rescues,
            self.fills,
        ];
        (0..facts.len()).filter(|&fact| facts[fact]).for_each(&mut add);
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

#[inline]
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
    use kage_goban::{Board, Color};
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

    #[test]
    fn tactics_of_a_stone() {
        let text = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . X O O . . . . .
            X O X . . . . . .
            . X O . . . . . .";
        let board = Board::from_diagram(text).unwrap();
        let moment = |mover: Color| Moment {
            size: SIZE,
            mover,
            turn: 9,
            movers: board.stones(mover),
            others: board.stones(!mover),
            ko: None,
            last: None,
            answered: None,
            tries: 0,
        };
        let white = Tactics::of(&moment(Color::White), point("D2"));
        assert!(white.takes && white.rescues && !white.fills);
        let black = Tactics::of(&moment(Color::Black), point("D2"));
        assert!(black.rescues && !black.takes && black.liberties == 2);
        assert!(black.threatens);
        assert!(Tactics::of(&moment(Color::Black), point("A1")).fills);
    }
}
