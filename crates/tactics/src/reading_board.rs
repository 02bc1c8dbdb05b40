//! A board to read on: stones are put down and taken back millions of times a second.
//!
//! Chains are kept as trees of stones (union by size, without compression, so that every join can
//! be undone by cutting one link). The root of a chain has its stones and liberties as sets, and
//! their numbers. What a move destroys goes on a stack, and comes back from it.

use kage_goban::{Board, BoardSize, ByColor, Color, Point, PointSet, Position};

/// One more than the largest index of a point, rounded up so that a masked index needs no check.
const PLACES: usize = 512;

/// A chain, as its root knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The stones.
    pub stones: PointSet,
    /// The empty points next to them.
    pub liberties: PointSet,
    /// How many stones.
    pub size: u16,
    /// How many liberties.
    pub breath: u16,
}

const NOBODY: Group =
    Group { stones: PointSet::EMPTY, liberties: PointSet::EMPTY, size: 0, breath: 0 };

/// The points next to a point.
#[derive(Clone, Copy)]
struct Near {
    points: [Point; 4],
    count: u8,
}

/// What a new stone finds around it: the roots of chains, each once, and empty points.
struct Around {
    friends: [Point; 4],
    enemies: [Point; 4],
    some_friends: usize,
    some_enemies: usize,
    empty: PointSet,
    /// Would the stone have a liberty, captures included?
    breathes: bool,
}

/// What it takes to undo a move.
#[derive(Clone, Copy)]
struct Before {
    point: Point,
    color: Color,
    ko: Option<Point>,
    hash: u64,
    captured: PointSet,
    /// The root of the chain that the stone joined; the stone itself if it was alone.
    root: Point,
    /// What was known at that root, and the link at the point: chains that were captured earlier
    /// leave theirs there, and need them when they come back.
    group: Group,
    link: u16,
    /// Other roots that were put under it.
    joined: [Point; 3],
    joins: u8,
}

/// A board with chains, liberties, ko and undo.
///
/// ```
/// use kage_goban::{Board, Color};
/// use kage_tactics::ReadingBoard;
///
/// let board = Board::from_diagram("
///     . X .
///     X O X
///     . . .
/// ").unwrap();
/// let mut reading = ReadingBoard::from(&board);
/// let before = reading.hash();
/// assert!(reading.play(Color::Black, "B1".parse().unwrap()));
/// assert_eq!(reading.at("B2".parse().unwrap()), None);
/// reading.undo();
/// assert_eq!(reading.hash(), before);
/// ```
#[derive(Clone)]
pub struct ReadingBoard {
    size: BoardSize,
    cells: [Option<Color>; PLACES],
    parent: [u16; PLACES],
    groups: Box<[Group; PLACES]>,
    near: Box<[Near; PLACES]>,
    points: Box<[Point; PLACES]>,
    stones: ByColor<PointSet>,
    ko: Option<Point>,
    hash: u64,
    past: Vec<Before>,
}

impl ReadingBoard {
    /// An empty board.
    pub fn new(size: BoardSize) -> ReadingBoard {
        let Some(corner) = Point::new(0, 0) else { unreachable!("every board has a corner") };
        let mut near = Box::new([Near { points: [corner; 4], count: 0 }; PLACES]);
        let mut points = Box::new([corner; PLACES]);
        for point in size.points() {
            let place = &mut near[point.index()];
            for next in size.neighbors(point) {
                place.points[usize::from(place.count)] = next;
                place.count += 1;
            }
            points[point.index()] = point;
        }
        ReadingBoard {
            size,
            cells: [None; PLACES],
            parent: std::array::from_fn(|index| index as u16),
            groups: Box::new([NOBODY; PLACES]),
            near,
            points,
            stones: ByColor::default(),
            ko: None,
            hash: 0,
            past: Vec::with_capacity(128),
        }
    }

    /// The number of lines.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The stone on a point.
    #[inline]
    pub fn at(&self, point: Point) -> Option<Color> {
        self.cells[point.index() & (PLACES - 1)]
    }

    /// The stones of a colour.
    #[inline]
    pub fn stones(&self, color: Color) -> PointSet {
        self.stones[color]
    }

    /// The points without a stone.
    #[inline]
    pub fn empty(&self) -> PointSet {
        PointSet::board(self.size) - (self.stones.black | self.stones.white)
    }

    /// The chain of a stone. Of an empty point it says nothing.
    #[inline]
    pub fn group(&self, point: Point) -> &Group {
        &self.groups[self.root(point).index() & (PLACES - 1)]
    }

    /// Are these stones of one chain?
    #[inline]
    pub fn same_chain(&self, one: Point, other: Point) -> bool {
        let owner = self.at(one);
        owner.is_some() && owner == self.at(other) && self.root(one) == self.root(other)
    }

    /// The points next to a point.
    #[inline]
    pub fn neighbors(&self, point: Point) -> impl Iterator<Item = Point> + use<> {
        let near = self.near[point.index() & (PLACES - 1)];
        (0..usize::from(near.count)).map(move |i| near.points[i & 3])
    }

    /// The roots of the chains of a colour that have stones in a set, each once.
    pub fn chains_in(&self, color: Color, set: &PointSet) -> impl Iterator<Item = Point> + use<'_> {
        let mut rest = *set & self.stones[color];
        std::iter::from_fn(move || {
            let root = self.root(rest.first()?);
            rest -= self.groups[root.index() & (PLACES - 1)].stones;
            Some(root)
        })
    }

    /// The point that simple ko forbids to the next move.
    pub const fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// Lets simple ko forbid a point, or none: a pass lifts it. Gives what was forbidden before.
    pub const fn set_ko(&mut self, ko: Option<Point>) -> Option<Point> {
        std::mem::replace(&mut self.ko, ko)
    }

    /// A number for the stones and the ko.
    pub fn hash(&self) -> u64 {
        self.hash ^ self.ko.map_or(0, |ko| KO[ko.index()])
    }

    /// May a stone of this colour be put there?
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        self.is_open(point) && self.look(color, point).breathes
    }

    /// Is the point empty, and not forbidden by ko?
    #[inline]
    fn is_open(&self, point: Point) -> bool {
        self.at(point).is_none() && self.ko != Some(point)
    }

    /// Puts a stone down, if that is legal, and says whether it did.
    #[inline]
    pub fn play(&mut self, color: Color, point: Point) -> bool {
        if !self.is_open(point) {
            return false;
        }
        let around = self.look(color, point);
        if !around.breathes {
            return false;
        }
        let mut before = self.before(color, point);
        self.put(&mut before, &around);
        for next in self.neighbors(point) {
            if self.at(next) == Some(!color) && self.group(next).breath == 0 {
                let dead = self.group(next).stones;
                before.captured |= dead;
                self.take_up(!color, &dead);
            }
        }
        self.ko = self.ko_after(&before);
        self.past.push(before);
        true
    }

    /// Takes back the last stone.
    #[inline]
    pub fn undo(&mut self) {
        let Some(before) = self.past.pop() else { return };
        let Before { point, color, ko, hash, captured, root, group, link, joined, joins } = before;
        if !captured.is_empty() {
            self.put_back(!color, &captured);
        }
        self.cells[point.index() & (PLACES - 1)] = None;
        self.stones[color].remove(point);
        for &root in &joined[..usize::from(joins)] {
            self.parent[root.index() & (PLACES - 1)] = root.index() as u16;
        }
        self.parent[point.index() & (PLACES - 1)] = link;
        self.groups[root.index() & (PLACES - 1)] = group;
        let mut told = [point; 4];
        let mut tells = 0;
        for next in self.neighbors(point) {
            if self.at(next) == Some(!color) {
                let root = self.root(next);
                if !told[..tells].contains(&root) {
                    told[tells & 3] = root;
                    tells += 1;
                    let group = self.group_mut(root);
                    group.liberties.insert(point);
                    group.breath += 1;
                }
            }
        }
        (self.ko, self.hash) = (ko, hash);
    }

    /// The stones that the last move took.
    pub fn captured(&self) -> PointSet {
        self.past.last().map_or(PointSet::EMPTY, |before| before.captured)
    }

    #[inline]
    fn root(&self, point: Point) -> Point {
        let mut index = point.index() & (PLACES - 1);
        loop {
            let above = usize::from(self.parent[index]) & (PLACES - 1);
            if above == index {
                return self.points[index];
            }
            index = above;
        }
    }

    #[inline]
    fn group_mut(&mut self, root: Point) -> &mut Group {
        &mut self.groups[root.index() & (PLACES - 1)]
    }

    /// What is to be remembered of now, if a stone is put there.
    #[inline]
    fn before(&self, color: Color, point: Point) -> Before {
        Before {
            point,
            color,
            ko: self.ko,
            hash: self.hash,
            captured: PointSet::EMPTY,
            root: point,
            group: self.groups[point.index() & (PLACES - 1)],
            link: self.parent[point.index() & (PLACES - 1)],
            joined: [point; 3],
            joins: 0,
        }
    }

    /// What is next to a point, for a stone of this colour.
    #[inline]
    fn look(&self, color: Color, point: Point) -> Around {
        let mut around = Around {
            friends: [point; 4],
            enemies: [point; 4],
            some_friends: 0,
            some_enemies: 0,
            empty: PointSet::EMPTY,
            breathes: false,
        };
        for next in self.neighbors(point) {
            let Some(owner) = self.at(next) else {
                around.empty.insert(next);
                around.breathes = true;
                continue;
            };
            let root = self.root(next);
            let breath = self.groups[root.index() & (PLACES - 1)].breath;
            let (list, count) = match owner == color {
                true => (&mut around.friends, &mut around.some_friends),
                false => (&mut around.enemies, &mut around.some_enemies),
            };
            // An own chain keeps a liberty if this was not its last; an enemy chain is taken if it
            // was.
            around.breathes |= (owner == color) != (breath == 1);
            if !list[..*count].contains(&root) {
                list[*count & 3] = root;
                *count += 1;
            }
        }
        around
    }

    /// Puts the stone down, joins it with its friends and takes a liberty from its enemies.
    #[inline]
    fn put(&mut self, before: &mut Before, around: &Around) {
        let (point, color) = (before.point, before.color);
        let mut group = NOBODY;
        group.stones.insert(point);
        group.liberties = around.empty;
        for &root in &around.enemies[..around.some_enemies] {
            let group = self.group_mut(root);
            group.liberties.remove(point);
            group.breath -= 1;
        }
        let friends = &around.friends[..around.some_friends];
        let largest = friends.iter().copied().max_by_key(|&root| self.group(root).size);
        if let Some(root) = largest {
            before.root = root;
            before.group = *self.group(root);
        }
        group.size = 1;
        for &friend in friends {
            let other = *self.group(friend);
            group.stones |= other.stones;
            group.liberties |= other.liberties;
            group.size += other.size;
            if friend != before.root {
                before.joined[usize::from(before.joins)] = friend;
                before.joins += 1;
                self.parent[friend.index() & (PLACES - 1)] = before.root.index() as u16;
            }
        }
        group.liberties.remove(point);
        group.breath = group.liberties.len() as u16;
        *self.group_mut(before.root) = group;
        self.parent[point.index() & (PLACES - 1)] = before.root.index() as u16;
        self.cells[point.index() & (PLACES - 1)] = Some(color);
        self.stones[color].insert(point);
        self.hash ^= STONES[color][point.index()];
    }

    /// Takes up a chain that has no liberty. Its root keeps what it knows, for `put_back`.
    fn take_up(&mut self, color: Color, dead: &PointSet) {
        self.stones[color] -= *dead;
        for point in dead {
            self.cells[point.index() & (PLACES - 1)] = None;
            self.hash ^= STONES[color][point.index()];
        }
        for point in dead {
            for next in self.neighbors(point) {
                if self.at(next) == Some(!color) {
                    let root = self.root(next);
                    let group = self.group_mut(root);
                    group.breath += u16::from(group.liberties.insert(point));
                }
            }
        }
    }

    /// Puts captured chains back. Their roots still know them: the links were never cut.
    fn put_back(&mut self, color: Color, dead: &PointSet) {
        for point in dead {
            for next in self.neighbors(point) {
                if self.at(next) == Some(!color) {
                    let root = self.root(next);
                    let group = self.group_mut(root);
                    group.breath -= u16::from(group.liberties.remove(point));
                }
            }
        }
        self.stones[color] |= *dead;
        for point in dead {
            self.cells[point.index() & (PLACES - 1)] = Some(color);
        }
    }

    /// A single stone that took a single stone, and could be taken back at once.
    fn ko_after(&self, before: &Before) -> Option<Point> {
        if before.captured.is_empty() {
            return None;
        }
        let group = self.group(before.point);
        let alone = group.size == 1 && group.breath == 1;
        before.captured.single().filter(|_| alone)
    }
}

impl From<&Board> for ReadingBoard {
    fn from(board: &Board) -> ReadingBoard {
        let mut reading = ReadingBoard::new(board.size());
        for color in Color::BOTH {
            for point in board.stones(color) {
                // On the way to a board where every chain breathes, none is captured: the stones
                // that are put down are joined before they are judged.
                reading.set_up(color, point);
            }
        }
        reading
    }
}

impl From<&Position> for ReadingBoard {
    fn from(position: &Position) -> ReadingBoard {
        let mut reading = ReadingBoard::from(position.board());
        reading.ko = position.ko();
        reading
    }
}

impl ReadingBoard {
    /// Puts a stone of the starting position down, whatever its liberties are for now.
    fn set_up(&mut self, color: Color, point: Point) {
        let mut before = self.before(color, point);
        self.put(&mut before, &self.look(color, point));
    }
}

impl std::fmt::Debug for ReadingBoard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mark = |point| self.at(point).map_or('.', kage_goban::stone_mark);
        write!(f, "ReadingBoard(ko {:?},\n{})", self.ko, kage_goban::draw(self.size, mark))
    }
}

/// One random number for each stone, and for each point that ko forbids.
static STONES: ByColor<[u64; 361]> = ByColor { black: table(1), white: table(2) };
static KO: [u64; 361] = table(3);

/// Steele, Lea and Flood's `SplitMix64`.
const fn table(seed: u64) -> [u64; 361] {
    let mut numbers = [0; 361];
    let mut state = seed.wrapping_mul(0xD1B5_4A32_D192_ED03);
    let mut i = 0;
    while i < numbers.len() {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        numbers[i] = z ^ z >> 31;
        i += 1;
    }
    numbers
}
