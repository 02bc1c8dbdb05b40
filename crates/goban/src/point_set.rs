//! Sets of points.

use crate::{BoardSize, Point};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Sub, SubAssign};

const WORDS: usize = 6;
const STRIDE: usize = Point::STRIDE as usize;

/// A set of points, as one bit for each point of the largest board.
///
/// ```
/// use kage_goban::{Point, PointSet};
/// let d4: Point = "D4".parse().unwrap();
/// let e4: Point = "E4".parse().unwrap();
/// let set: PointSet = [d4, e4].into_iter().collect();
/// assert!(set.contains(d4));
/// assert_eq!((set - PointSet::of(d4)).to_string(), "E4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// No points.
    pub const EMPTY: PointSet = PointSet([0; WORDS]);

    /// The set of one point.
    #[inline]
    pub const fn of(point: Point) -> PointSet {
        let mut words = [0; WORDS];
        words[point.index() / 64] = 1 << (point.index() % 64);
        PointSet(words)
    }

    /// All points of a board.
    #[inline]
    pub const fn board(size: BoardSize) -> PointSet {
        BOARDS[size.get() as usize]
    }

    /// Is the point in the set?
    #[inline]
    pub const fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 == 1
    }

    /// Puts a point in; says whether it is new.
    #[inline]
    pub const fn insert(&mut self, point: Point) -> bool {
        let new = !self.contains(point);
        self.0[point.index() / 64] |= 1 << (point.index() % 64);
        new
    }

    /// Takes a point out; says whether it was in.
    #[inline]
    pub const fn remove(&mut self, point: Point) -> bool {
        let old = self.contains(point);
        self.0[point.index() / 64] &= !(1 << (point.index() % 64));
        old
    }

    /// The number of points.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Has it more points than this? Quicker than to count them all.
    #[inline]
    pub fn has_more_than(&self, count: usize) -> bool {
        let mut points = 0;
        for word in self.0 {
            points += word.count_ones() as usize;
            if points > count {
                return true;
            }
        }
        false
    }

    /// Has it no points?
    #[inline]
    pub fn is_empty(&self) -> bool {
        // Said word by word: a comparison of arrays would be a call.
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Has it exactly one point? Then that point.
    #[inline]
    pub fn single(&self) -> Option<Point> {
        let mut points = self.iter();
        let first = points.next()?;
        points.next().is_none().then_some(first)
    }

    /// Has it more than one point?
    #[inline]
    pub fn has_two(&self) -> bool {
        let (mut any, mut two) = (0, false);
        for word in self.0 {
            two |= word != 0 && any != 0 || word & word.wrapping_sub(1) != 0;
            any |= word;
        }
        two
    }

    /// The point with the lowest index.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// Do the sets share a point?
    #[inline]
    pub fn intersects(&self, other: &PointSet) -> bool {
        !(*self & *other).is_empty()
    }

    /// Is every point of this set in the other?
    #[inline]
    pub fn is_subset(&self, other: &PointSet) -> bool {
        (*self - *other).is_empty()
    }

    /// The points in order, from A1 to the right and up.
    #[inline]
    pub fn iter(&self) -> Iter {
        Iter { words: self.0, at: 0 }
    }

    /// The points of the board next to a point of the set (some may be in the set themselves).
    ///
    /// ```
    /// use kage_goban::{BoardSize, Point, PointSet};
    /// let corner = PointSet::of(Point::new(0, 0).unwrap());
    /// assert_eq!(corner.neighbors(BoardSize::NINE).to_string(), "B1 A2");
    /// ```
    #[inline]
    pub fn neighbors(&self, size: BoardSize) -> PointSet {
        if size.get() <= SMALL_LINES {
            let near = spread(&self.low_words(), &BOARDS[usize::from(size.get())].low_words());
            return PointSet::of_low_words(near);
        }
        let east = self.up(1) - FIRST_COLUMN;
        let west = self.down(1) - LAST_COLUMN;
        (east | west | self.up(STRIDE) | self.down(STRIDE)) & PointSet::board(size)
    }

    const fn low_words(&self) -> [u64; SMALL_WORDS] {
        [self.0[0], self.0[1], self.0[2]]
    }

    const fn of_low_words([a, b, c]: [u64; SMALL_WORDS]) -> PointSet {
        PointSet([a, b, c, 0, 0, 0])
    }

    /// All points of `within` that a walk inside it reaches from a point of this set.
    pub fn flood(&self, within: &PointSet, size: BoardSize) -> PointSet {
        if size.get() <= SMALL_LINES {
            return self.flood_small(within);
        }
        let mut reached = *self & *within;
        loop {
            let more = (reached | reached.neighbors(size)) & *within;
            if (more ^ reached).is_empty() {
                return reached;
            }
            reached = more;
        }
    }

    /// The same on a small board.
    fn flood_small(&self, within: &PointSet) -> PointSet {
        let within = within.low_words();
        let mut reached = (*self & PointSet::of_low_words(within)).low_words();
        loop {
            let near = spread(&reached, &within);
            let (mut more, mut new) = ([0; SMALL_WORDS], 0);
            for i in 0..SMALL_WORDS {
                more[i] = reached[i] | near[i];
                new |= more[i] ^ reached[i];
            }
            if new == 0 {
                return PointSet::of_low_words(reached);
            }
            reached = more;
        }
    }

    /// The connected parts of the set.
    pub fn regions(&self, size: BoardSize) -> impl Iterator<Item = PointSet> + use<> {
        let mut rest = *self;
        std::iter::from_fn(move || {
            let region = PointSet::of(rest.first()?).flood(&rest, size);
            rest -= region;
            Some(region)
        })
    }

    /// Shifts every point up by fewer than 64 indices.
    #[inline]
    const fn up(&self, by: usize) -> PointSet {
        let mut words = [0; WORDS];
        words[0] = self.0[0] << by;
        let mut i = 1;
        while i < WORDS {
            words[i] = self.0[i] << by | self.0[i - 1] >> (64 - by);
            i += 1;
        }
        PointSet(words)
    }

    /// Shifts every point down by fewer than 64 indices.
    #[inline]
    const fn down(&self, by: usize) -> PointSet {
        let mut words = [0; WORDS];
        words[WORDS - 1] = self.0[WORDS - 1] >> by;
        let mut i = 0;
        while i < WORDS - 1 {
            words[i] = self.0[i] >> by | self.0[i + 1] << (64 - by);
            i += 1;
        }
        PointSet(words)
    }

    const fn rectangle(cols: std::ops::Range<u8>, rows: std::ops::Range<u8>) -> PointSet {
        let mut set = PointSet::EMPTY;
        let mut row = rows.start;
        while row < rows.end {
            let mut col = cols.start;
            while col < cols.end {
                set.insert(Point::from_index(row as usize * STRIDE + col as usize));
                col += 1;
            }
            row += 1;
        }
        set
    }
}

const FIRST_COLUMN: PointSet = PointSet::rectangle(0..1, 0..19);
const LAST_COLUMN: PointSet = PointSet::rectangle(18..19, 0..19);

/// On boards of so many lines all points are in the first words.
const SMALL_LINES: u8 = 10;
const SMALL_WORDS: usize = 3;

/// The points of `within`, a set on a small board, next to a point of the set. Such a board ends before the last
/// column, so nothing comes around its edge.
#[inline]
fn spread(set: &[u64; SMALL_WORDS], within: &[u64; SMALL_WORDS]) -> [u64; SMALL_WORDS] {
    let [a, b, c] = *set;
    let up = |low: u64, word: u64, by: usize| word << by | low >> (64 - by);
    let down = |word: u64, high: u64, by: usize| word >> by | high << (64 - by);
    let near = |low: u64, word: u64, high: u64| {
        up(low, word, 1) | down(word, high, 1) | up(low, word, STRIDE) | down(word, high, STRIDE)
    };
    [near(0, a, b) & within[0], near(a, b, c) & within[1], near(b, c, 0) & within[2]]
}

/// The points of the board of each size.
static BOARDS: [PointSet; 20] = {
    let mut boards = [PointSet::EMPTY; 20];
    let mut size = 0;
    while size < 20 {
        boards[size as usize] = PointSet::rectangle(0..size, 0..size);
        size += 1;
    }
    boards
};

/// The points of a [`PointSet`], in order.
#[derive(Clone, Debug)]
pub struct Iter {
    words: [u64; WORDS],
    at: usize,
}

impl Iterator for Iter {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.at < WORDS {
            let word = &mut self.words[self.at];
            if *word != 0 {
                let index = self.at * 64 + word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(Point::from_index(index));
            }
            self.at += 1;
        }
        None
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl IntoIterator for &PointSet {
    type Item = Point;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        set.extend(points);
        set
    }
}

impl fmt::Display for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, point) in self.iter().enumerate() {
            write!(f, "{}{point}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// Applies a function word by word. A plain loop: iterators over arrays are not always inlined, and
/// everything else is made of this.
#[inline]
fn zip(a: PointSet, b: PointSet, f: impl Fn(u64, u64) -> u64) -> PointSet {
    let mut words = [0; WORDS];
    for (i, word) in words.iter_mut().enumerate() {
        *word = f(a.0[i], b.0[i]);
    }
    PointSet(words)
}

impl BitAnd for PointSet {
    type Output = PointSet;

    #[inline]
    fn bitand(self, other: PointSet) -> PointSet {
        zip(self, other, |a, b| a & b)
    }
}

impl BitOr for PointSet {
    type Output = PointSet;

    #[inline]
    fn bitor(self, other: PointSet) -> PointSet {
        zip(self, other, |a, b| a | b)
    }
}

impl BitXor for PointSet {
    type Output = PointSet;

    #[inline]
    fn bitxor(self, other: PointSet) -> PointSet {
        zip(self, other, |a, b| a ^ b)
    }
}

impl Sub for PointSet {
    type Output = PointSet;

    #[inline]
    fn sub(self, other: PointSet) -> PointSet {
        zip(self, other, |a, b| a & !b)
    }
}

impl BitAndAssign for PointSet {
    #[inline]
    fn bitand_assign(&mut self, other: PointSet) {
        *self = *self & other;
    }
}

impl BitOrAssign for PointSet {
    #[inline]
    fn bitor_assign(&mut self, other: PointSet) {
        *self = *self | other;
    }
}

impl SubAssign for PointSet {
    #[inline]
    fn sub_assign(&mut self, other: PointSet) {
        *self = *self - other;
    }
}
