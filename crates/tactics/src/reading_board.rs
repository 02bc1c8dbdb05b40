//! A board for tactical search, with fast play and undo.
//!
//! Chains are trees of stones: union by size without path compression, so that every join is undone
//! by resetting one link. The root of a chain has its stones and liberties as sets, with their counts.
//! Each move pushes what it overwrites onto a stack, and undo pops it.

use kage_goban::{Board, BoardSize, ByColor, Color, Point, PointSet, Position};

/// One more than the largest index of a point, rounded up so that a masked index needs no check.
const PLACES: usize = 512;

/// The stones and liberties of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// The stones.
    pub stones: PointSet,
    /// The empty points next to them.
    pub liberties: PointSet,
    /// The number of stones.
    pub size: u16,
    /// The number of liberties.
    pub liberty_count: u16,
}

const NO_GROUP: Group =
    Group { stones: PointSet::EMPTY, liberties: PointSet::EMPTY, size: 0, liberty_count: 0 };

/// The points next to a point.
#[derive(Clone, Copy)]
struct Near {
    points: [Point; 4],
    count: u8,
}

/// The neighbourhood of a new stone: the roots of adjacent chains, each once, and empty points.
struct Around {
    friends: [Point; 4],
    enemies: [Point; 4],
    friend_count: usize,
    enemy_count: usize,
    empty: PointSet,
    /// Whether the stone has a liberty after captures.
    has_liberty: bool,
}

/// What is needed to undo a move.
#[derive(Clone, Copy)]
struct Undo {
    point: Point,
    color: Color,
    ko: Option<Point>,
    hash: u64,
    captured: PointSet,
    /// The root of the chain that the stone joined; the stone itself if it was alone.
    root: Point,
    /// The old data at that root, and the old link at the point. Chains that were captured earlier
    /// left theirs there, and need them when their capture is undone.
    group: Group,
    link: u16,
    /// Other roots that were linked to it.
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
    past: Vec<Undo>,
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
            groups: Box::new([NO_GROUP; PLACES]),
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

    /// The chain of a stone. The result for an empty point is meaningless.
    #[inline]
    pub fn group(&self, point: Point) -> &Group {
        &self.groups[self.root(point).index() & (PLACES - 1)]
    }

    /// Whether both points have stones of one chain.
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

    /// The roots of the chains of a colour that have a stone in a set, each once.
    pub fn chains_in(&self, color: Color, set: &PointSet) -> impl Iterator<Item = Point> + use<'_> {
        let mut rest = *set & self.stones[color];
        std::iter::from_fn(move || {
            let root = self.root(rest.first()?);
            rest -= self.groups[root.index() & (PLACES - 1)].stones;
            Some(root)
        })
    }

    /// The point that simple ko forbids for the next move.
    pub const fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// Sets the point that simple ko forbids, and returns the old one. A pass sets none.
    pub const fn set_ko(&mut self, ko: Option<Point>) -> Option<Point> {
        std::mem::replace(&mut self.ko, ko)
    }

    /// A hash of the stones and the ko.
    pub fn hash(&self) -> u64 {
        self.hash ^ self.ko.map_or(0, |ko| KO[ko.index()])
    }

    /// Whether a move is legal.
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        self.is_open(point) && self.look(color, point).has_liberty
    }

    /// Whether the point is empty and not forbidden by ko.
    #[inline]
    fn is_open(&self, point: Point) -> bool {
        self.at(point).is_none() && self.ko != Some(point)
    }

    /// Plays a move if it is legal. Returns whether it was.
    #[inline]
    pub fn play(&mut self, color: Color, point: Point) -> bool {
        if !self.is_open(point) {
            return false;
        }
        let around = self.look(color, point);
        if !around.has_liberty {
            return false;
        }
        let mut before = self.before(color, point);
        self.put(&mut before, &around);
        for next in self.neighbors(point) {
            if self.at(next) == Some(!color) && self.group(next).liberty_count == 0 {
                let dead = self.group(next).stones;
                before.captured |= dead;
                self.remove_chain(!color, &dead);
            }
        }
        self.ko = self.ko_after(&before);
        self.past.push(before);
        true
    }

    /// Undoes the last move.
    #[inline]
    pub fn undo(&mut self) {
        let Some(before) = self.past.pop() else { return };
        let Undo { point, color, ko, hash, captured, root, group, link, joined, joins } = before;
        if !captured.is_empty() {
            self.restore_chain(!color, &captured);
        }
        self.cells[point.index() & (PLACES - 1)] = None;
        self.stones[color].remove(point);
        for &root in &joined[..usize::from(joins)] {
            self.parent[root.index() & (PLACES - 1)] = root.index() as u16;
        }
        self.parent[point.index() & (PLACES - 1)] = link;
        self.groups[root.index() & (PLACES - 1)] = group;
        let mut seen = [point; 4];
        let mut count = 0;
        for next in self.neighbors(point) {
            if self.at(next) == Some(!color) {
                let root = self.root(next);
                if !seen[..count].contains(&root) {
                    seen[count & 3] = root;
                    count += 1;
                    let group = self.group_mut(root);
                    group.liberties.insert(point);
                    group.liberty_count += 1;
                }
            }
        }
        (self.ko, self.hash) = (ko, hash);
    }

    /// The stones that the last move captured.
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

    /// The undo record of a move.
    #[inline]
    fn before(&self, color: Color, point: Point) -> Undo {
        Undo {
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

    /// The neighbourhood of a point, for a stone of this colour.
    #[inline]
    fn look(&self, color: Color, point: Point) -> Around {
        let mut around = Around {
            friends: [point; 4],
            enemies: [point; 4],
            friend_count: 0,
            enemy_count: 0,
            empty: PointSet::EMPTY,
            has_liberty: false,
        };
        for next in self.neighbors(point) {
            let Some(owner) = self.at(next) else {
                around.empty.insert(next);
                around.has_liberty = true;
                continue;
            };
            let root = self.root(next);
            let liberties = self.groups[root.index() & (PLACES - 1)].liberty_count;
            let (list, count) = match owner == color {
                true => (&mut around.friends, &mut around.friend_count),
                false => (&mut around.enemies, &mut around.enemy_count),
            };
            // A friend helps if this is not its last liberty, an enemy if it is.
            around.has_liberty |= (owner == color) != (liberties == 1);
            if !list[..*count].contains(&root) {
                list[*count & 3] = root;
                *count += 1;
            }
        }
        around
    }

    /// Places the stone, joins it with its friends and removes a liberty of its enemies.
    #[inline]
    fn put(&mut self, before: &mut Undo, around: &Around) {
        let (point, color) = (before.point, before.color);
        let mut group = NO_GROUP;
        group.stones.insert(point);
        group.liberties = around.empty;
        for &root in &around.enemies[..around.enemy_count] {
            let group = self.group_mut(root);
            group.liberties.remove(point);
            group.liberty_count -= 1;
        }
        let friends = &around.friends[..around.friend_count];
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
        group.liberty_count = group.liberties.len() as u16;
        *self.group_mut(before.root) = group;
        self.parent[point.index() & (PLACES - 1)] = before.root.index() as u16;
        self.cells[point.index() & (PLACES - 1)] = Some(color);
        self.stones[color].insert(point);
        self.hash ^= STONES[color][point.index()];
    }

    /// Removes a chain without liberties. Its root keeps its data for `restore_chain`.
    fn remove_chain(&mut self, color: Color, dead: &PointSet) {
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
                    group.liberty_count += u16::from(group.liberties.insert(point));
                }
            }
        }
    }

    /// Restores captured chains. Their links and the data at their roots are unchanged.
    fn restore_chain(&mut self, color: Color, dead: &PointSet) {
        for point in dead {
            for next in self.neighbors(point) {
                if self.at(next) == Some(!color) {
                    let root = self.root(next);
                    let group = self.group_mut(root);
                    group.liberty_count -= u16::from(group.liberties.remove(point));
                }
            }
        }
        self.stones[color] |= *dead;
        for point in dead {
            self.cells[point.index() & (PLACES - 1)] = Some(color);
        }
    }

    /// The captured point, if a single stone captured a single stone and could be recaptured.
    fn ko_after(&self, before: &Undo) -> Option<Point> {
        if before.captured.is_empty() {
            return None;
        }
        let group = self.group(before.point);
        let alone = group.size == 1 && group.liberty_count == 1;
        before.captured.single().filter(|_| alone)
    }
}

impl From<&Board> for ReadingBoard {
    fn from(board: &Board) -> ReadingBoard {
        let mut reading = ReadingBoard::new(board.size());
        for color in Color::BOTH {
            for point in board.stones(color) {
                // The final board is legal, so no capture is tested while stones are added.
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
    /// Adds a stone of the starting position, whether or not it has liberties yet.
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

/// Random numbers for hashing: one for each stone, and one for each point that ko forbids.
static STONES: ByColor<[u64; 361]> = ByColor { black: table(1), white: table(2) };
static KO: [u64; 361] = table(3);

/// `SplitMix64` of Steele, Lea and Flood.
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
