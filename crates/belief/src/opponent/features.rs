//! The features of a move for a log-linear prior: where it is, what it touches, and what came before.
//!
//! Each feature is a number with a weight of its own. Most features of a move are zero. The weights are in tables, by
//! the stage or phase of the game.

use crate::opponent::pattern::{Pattern3x3, patterns};
use crate::opponent::prior::MoveContext;
use kage_goban::{BoardSize, Move, Point, PointSet};

/// A table of weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WeightTable {
    pub(crate) name: &'static str,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    first: usize,
}

impl WeightTable {
    const fn after(
        before: WeightTable,
        name: &'static str,
        rows: usize,
        columns: usize,
    ) -> WeightTable {
        WeightTable { name, rows, columns, first: before.end() }
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
const LOCATION: WeightTable =
    WeightTable { name: "location", rows: STAGES, columns: PLACES, first: 0 };
/// How many stones of each side it touches, by phase.
const TOUCH: WeightTable = WeightTable::after(LOCATION, "touch", PHASES, TOUCHES);
/// How the mover's stones lie on the eight points around it, up to symmetry, by phase.
const SHAPE: WeightTable = WeightTable::after(TOUCH, "shape", PHASES, SHAPES);
/// How many stones of the mover's are at each distance, by phase. Touching ones are in `touch`.
const OWN: WeightTable = WeightTable::after(SHAPE, "own", PHASES, RINGS - 1);
/// The same of the other side's.
const OTHER: WeightTable = WeightTable::after(OWN, "other", PHASES, RINGS - 1);
/// How far it is from the mover's last stone, by phase.
const LAST: WeightTable = WeightTable::after(OTHER, "last", PHASES, DISTANCES);
/// How far it is from the stone of the other side's just before, by tries heard.
const ANSWERED: WeightTable = WeightTable::after(LAST, "answered", TRIES, DISTANCES);
/// How far it is from the next stone of the other side's, by tries heard.
const BUMPED: WeightTable = WeightTable::after(ANSWERED, "bumped", TRIES, DISTANCES);
/// How the stones of both sides and the edge lie around it, up to symmetry, by phase.
const PATTERN: WeightTable = WeightTable::after(BUMPED, "pattern", PHASES, PATTERNS);
/// That it is a pass, by phase.
const PASS: WeightTable = WeightTable::after(PATTERN, "pass", PHASES, 1);

/// All tables.
pub(crate) const TABLES: [WeightTable; 10] =
    [LOCATION, TOUCH, SHAPE, OWN, OTHER, LAST, ANSWERED, BUMPED, PATTERN, PASS];

/// How many weights there are.
pub(crate) const WEIGHTS: usize = PASS.end();

/// The board size that the weights are for.
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
/// The number of pairs of neighbour counts, four at most together.
const TOUCHES: usize = 15;
/// The number of ways stones can lie on the eight points around a point, up to symmetry.
const SHAPES: usize = 51;
/// The same for stones of both sides, with the edge.
const PATTERNS: usize = 1107;
/// Offsets up to three lines off, up to symmetry: beside, diagonal, a jump, a knight's move ...
const RINGS: usize = 9;
const OFFSETS: [(u8, u8); RINGS] =
    [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2), (3, 3)];
/// Those, farther, and the same point.
const DISTANCES: usize = RINGS + 2;
const FAR: usize = RINGS;
const SAME: usize = RINGS + 1;

/// Tables of the board that the features are looked up in.
#[derive(Clone, Debug)]
pub(crate) struct Features {
    /// By the index of a point.
    around: Vec<Around>,
    /// How far two points are apart, by both indices.
    distances: Vec<u8>,
    /// The number of a shape, by the neighbours that have a stone.
    shapes: [u8; 256],
    /// The patterns, one for each class of symmetric ones.
    patterns: Vec<Pattern3x3>,
    /// The number of each pattern, by its index.
    numbers: Vec<u16>,
}

/// What lies around a point.
#[derive(Clone, Copy, Debug)]
struct Around {
    place: u8,
    /// Which of its neighbours are off the board.
    edge: Pattern3x3,
    /// The points up to three lines off.
    window: PointSet,
}

impl Features {
    pub(crate) fn new() -> Features {
        let indices = SIZE.points().map(kage_goban::Point::index).max().unwrap_or(0) + 1;
        let blank = Around { place: 0, edge: Pattern3x3::default(), window: PointSet::EMPTY };
        let mut around = vec![blank; indices];
        let mut distances = vec![FAR as u8; indices * indices];
        for point in SIZE.points() {
            let here = &mut around[point.index()];
            here.place = place(point);
            here.edge = Pattern3x3::edge(point, SIZE);
            for other in SIZE.points() {
                let distance = distance(point, other);
                distances[point.index() * indices + other.index()] = distance as u8;
                if distance < RINGS {
                    here.window.insert(other);
                }
            }
        }
        let patterns = patterns(around.iter().map(|around| around.edge));
        let number =
            |pattern: Pattern3x3| patterns.binary_search(&pattern.least()).unwrap_or(0) as u16;
        let numbers = Pattern3x3::all().map(number).collect();
        Features { around, distances, shapes: shapes(), patterns, numbers }
    }

    /// The number of a shape.
    #[inline]
    fn shape(&self, stones: u8) -> usize {
        self.shapes[usize::from(stones)].into()
    }

    /// The number of a pattern.
    #[inline]
    pub(crate) fn pattern_number(&self, pattern: Pattern3x3) -> usize {
        self.numbers[pattern.index()].into()
    }

    /// The pattern around a point without the mover's stones.
    pub(crate) fn static_pattern(&self, point: Point, others: &PointSet) -> Pattern3x3 {
        let here = self.around[point.index()];
        let stones = (here.window & *others).iter().map(|stone| Pattern3x3::other(point, stone));
        stones.fold(here.edge, Pattern3x3::or)
    }

    /// The pattern around a point.
    fn pattern_at(&self, before: &MoveContext, point: Point) -> Pattern3x3 {
        let own = self.around[point.index()].window & before.movers;
        let static_part = self.static_pattern(point, &before.others);
        own.iter().map(|stone| Pattern3x3::own(point, stone)).fold(static_part, Pattern3x3::or)
    }

    /// Are two points near enough to count?
    pub(crate) fn is_near(&self, one: Point, two: Point) -> bool {
        self.distance(one, two) < RINGS
    }

    /// How far two points are apart.
    #[inline]
    pub(crate) fn distance(&self, one: Point, two: Point) -> usize {
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

    /// Calls `add` with the index of the weight and the value of each feature that is not zero.
    #[inline]
    pub(crate) fn each(&self, before: &MoveContext, play: Move, mut add: impl FnMut(usize, f64)) {
        let phase = phase(before.turn);
        let Move::Play(point) = play else { return add(PASS.at(phase, 0), 1.0) };
        self.each_static(before, point, &mut add);
        let own = self.rings(point, &before.movers);
        self.around(phase, self.pattern_at(before, point), &mut add);
        for (ring, &count) in own[1..].iter().enumerate().filter(|(_, count)| **count > 0) {
            add(OWN.at(phase, ring), count as f64);
        }
        if let Some(last) = before.last {
            add(LAST.at(phase, self.distance(point, last)), 1.0);
        }
    }

    /// The same for the pattern around it. Rare patterns share the weights of simpler features.
    fn around(&self, phase: usize, pattern: Pattern3x3, add: &mut impl FnMut(usize, f64)) {
        add(
            TOUCH.at(
                phase,
                touch(pattern.beside(Pattern3x3::OWN), pattern.beside(Pattern3x3::OTHER)),
            ),
            1.0,
        );
        add(SHAPE.at(phase, self.shape(pattern.places(Pattern3x3::OWN))), 1.0);
        add(PATTERN.at(phase, self.pattern_number(pattern)), 1.0);
    }

    /// The same for the features that do not depend on the mover's stones.
    #[inline]
    pub(crate) fn each_static(
        &self,
        before: &MoveContext,
        point: Point,
        add: &mut impl FnMut(usize, f64),
    ) {
        let phase = phase(before.turn);
        let place = self.around[point.index()].place;
        add(LOCATION.at(stage(before.turn, &STAGE_ENDS), place.into()), 1.0);
        let other = self.rings(point, &before.others);
        for (ring, &count) in other[1..].iter().enumerate().filter(|(_, count)| **count > 0) {
            add(OTHER.at(phase, ring), count as f64);
        }
        let tries = before.tries.min(TRIES as u32 - 1) as usize;
        if let Some(answered) = before.answered {
            add(ANSWERED.at(tries, self.distance(point, answered)), 1.0);
        }
        let nearest = other.iter().position(|&count| count > 0).unwrap_or(FAR);
        add(BUMPED.at(tries, nearest), 1.0);
    }
}

/// The weights of the features that depend on the mover's stones, in one phase, ready to be looked up.
#[derive(Clone, Debug)]
pub(crate) struct Sums {
    /// By the distance of a stone.
    pub(crate) own: [f64; DISTANCES],
    /// By the distance of its last stone.
    pub(crate) last: [f64; DISTANCES],
    /// By the number of the pattern around it: touch, shape and pattern together.
    pub(crate) pattern: Vec<f64>,
    pub(crate) pass: f64,
}

impl Sums {
    /// One for each phase.
    pub(crate) fn of(features: &Features, weights: &[f64]) -> Vec<Sums> {
        let phase = |phase: usize| {
            let mut own = [0.0; DISTANCES];
            own[1..RINGS].copy_from_slice(&weights[OWN.at(phase, 0)..][..RINGS - 1]);
            let sum = |&pattern: &Pattern3x3| {
                let mut sum = 0.0;
                features.around(phase, pattern, &mut |index, value| sum += weights[index] * value);
                sum
            };
            Sums {
                own,
                last: std::array::from_fn(|distance| weights[LAST.at(phase, distance)]),
                pattern: features.patterns.iter().map(sum).collect(),
                pass: weights[PASS.at(phase, 0)],
            }
        };
        (0..PHASES).map(phase).collect()
    }
}

/// The phase of a turn.
pub(crate) fn phase(turn: u32) -> usize {
    stage(turn, &PHASE_ENDS)
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

/// The number of the shape of each set of neighbours. Symmetric sets have the same shape.
fn shapes() -> [u8; 256] {
    let mut least: Vec<u8> = (0..=u8::MAX).map(least_of).collect();
    least.sort_unstable();
    least.dedup();
    let number = |pattern: usize| {
        least.binary_search(&least_of(pattern as u8)).map_or(0, |number| number as u8)
    };
    std::array::from_fn(number)
}

fn least_of(pattern: u8) -> u8 {
    // Mirrored in the diagonal through the first corner, place n is at 8 - n.
    let mirrored = pattern.reverse_bits().rotate_left(1);
    let turns =
        (0..8).step_by(2).flat_map(|by| [pattern.rotate_left(by), mirrored.rotate_left(by)]);
    turns.min().unwrap_or(pattern)
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
    fn shapes_are_the_symmetry_classes() {
        let shapes = shapes();
        let numbers: BTreeSet<u8> = shapes.into_iter().collect();
        assert_eq!(numbers, (0..SHAPES as u8).collect());
        // A stone beside, whichever side; a diagonal one is another; a pair mirrored.
        let [beside, above, diagonal] = [0b10, 0b1000_0000, 0b1].map(|circle| shapes[circle]);
        assert!(beside == above && beside != diagonal);
        assert_eq!(shapes[0b0000_0110], shapes[0b1000_0001]);
    }

    #[test]
    fn patterns_are_the_symmetry_classes() {
        let features = Features::new();
        assert_eq!(features.patterns.len(), PATTERNS);
        let pattern = |at: &str, movers: &str, others: &str| {
            let set = |text: &str| text.split_whitespace().map(point).collect::<PointSet>();
            let static_part = features.static_pattern(point(at), &set(others));
            let circle = set(movers).iter().map(|stone| Pattern3x3::own(point(at), stone));
            features.pattern_number(circle.fold(static_part, Pattern3x3::or))
        };
        // Turned and mirrored, far stones or not.
        assert_eq!(pattern("C3", "C4 D4", "B3 E3"), pattern("G6", "F6 F7", "G5 A1"));
        assert_ne!(pattern("C3", "C4 D4", "B3"), pattern("C3", "B3", "C4 D4"));
        assert_ne!(pattern("C3", "C4", ""), pattern("A3", "A4", ""));
        assert_eq!(pattern("A3", "A4", "B4"), pattern("D9", "C9", "C8"));
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
    fn seen(context: &MoveContext, play: Move) -> Vec<(&'static str, usize, usize, f64)> {
        let mut seen = Vec::new();
        Features::new().each(context, play, |index, value| {
            let is_in = |table: &&WeightTable| (table.first..table.end()).contains(&index);
            let table = TABLES.iter().find(is_in).unwrap();
            let at = index - table.first;
            seen.push((table.name, at / table.columns, at % table.columns, value));
        });
        seen
    }

    #[test]
    fn what_is_seen_in_a_move() {
        let set = |text: &str| text.split(' ').map(point).collect::<PointSet>();
        let context = MoveContext {
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
        let features = Features::new();
        let circle = (set("A2 C2 C3").iter().map(|stone| Pattern3x3::own(point("B2"), stone)))
            .fold(features.static_pattern(point("B2"), &context.others), Pattern3x3::or);
        let expected = vec![
            ("location", 5, place(point("B2")).into(), 1.0),
            ("other", 1, 6, 1.0),
            ("answered", 2, 0, 1.0),
            ("bumped", 2, 0, 1.0),
            ("touch", 1, touch(2, 1), 1.0),
            ("shape", 1, features.shape(0b1001_1000), 1.0),
            ("pattern", 1, features.pattern_number(circle), 1.0),
            ("own", 1, 0, 1.0),
            ("last", 1, FAR, 1.0),
        ];
        assert_eq!(seen(&context, Move::Play(point("B2"))), expected);
        assert_eq!(seen(&context, Move::Pass), vec![("pass", 1, 0, 1.0)]);
    }
}
