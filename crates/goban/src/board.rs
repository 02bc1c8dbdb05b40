//! Stones on a board, with their chains and liberties kept up to date.

use crate::{BoardSize, ByColor, Color, Point, PointSet, zobrist};
use std::fmt;

/// Solidly connected stones of one colour, and the empty points next to them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chain {
    /// Whose stones.
    pub color: Color,
    /// The stones.
    pub stones: PointSet,
    /// The empty points next to them: never none on a [`Board`].
    pub liberties: PointSet,
}

impl Chain {
    /// Has it a single liberty?
    pub fn is_in_atari(&self) -> bool {
        self.liberties.single().is_some()
    }
}

/// Why a stone cannot be put on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaceError {
    /// The point is not on a board of this size.
    OffBoard,
    /// A stone stands there.
    Occupied(Color),
    /// The stone and the chain it joins would have no liberty, and takes nothing.
    Suicide,
}

impl fmt::Display for PlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlaceError::OffBoard => f.write_str("the point is off the board"),
            PlaceError::Occupied(color) => write!(f, "a {color} stone stands there"),
            PlaceError::Suicide => f.write_str("suicide"),
        }
    }
}

impl std::error::Error for PlaceError {}

/// Why stones cannot stand together on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// A stone is off the board.
    OffBoard(Point),
    /// Two stones stand on one point.
    Overlap(Point),
    /// The chain of this stone has no liberty.
    NoLiberty(Point),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::OffBoard(point) => write!(f, "{point} is off the board"),
            SetupError::Overlap(point) => write!(f, "two stones on {point}"),
            SetupError::NoLiberty(point) => write!(f, "the chain at {point} has no liberty"),
        }
    }
}

impl std::error::Error for SetupError {}

/// The stones on a board: every chain has a liberty.
///
/// It knows nothing of turns, ko or the past: that is [`Position`](crate::Position)'s.
///
/// ```
/// use kage_goban::{Board, Color, Point};
///
/// let mut board = Board::from_diagram("
///     . X .
///     X O X
///     . . .
/// ").unwrap();
/// let b1: Point = "B1".parse().unwrap();
/// let taken = board.place(Color::Black, b1).unwrap();
/// assert_eq!(taken.to_string(), "B2");
/// assert_eq!(board.to_string(), concat!(
///     "   A B C\n",
///     " 3 . X . 3\n",
///     " 2 X . X 2\n",
///     " 1 . X . 1\n",
///     "   A B C\n",
/// ));
/// ```
#[derive(Clone)]
pub struct Board {
    size: BoardSize,
    stones: ByColor<PointSet>,
    hash: u128,
    /// The slot in `chains` of the chain on each point; stale where there is no stone.
    chain_at: Vec<u16>,
    chains: Vec<Chain>,
    /// Slots of `chains` that no chain has now.
    free: Vec<u16>,
}

impl Board {
    /// An empty board.
    pub fn new(size: BoardSize) -> Board {
        Board {
            size,
            stones: ByColor::default(),
            hash: 0,
            chain_at: vec![0; usize::from(size.get()) * usize::from(Point::STRIDE)],
            chains: Vec::new(),
            free: Vec::new(),
        }
    }

    /// A board with these stones on it, if they can stand together.
    pub fn from_stones(size: BoardSize, stones: ByColor<PointSet>) -> Result<Board, SetupError> {
        check_setup(size, &stones)?;
        let mut board = Board::new(size);
        board.stones = stones;
        for color in Color::BOTH {
            board.hash ^= zobrist::stones(color, &stones[color]);
            for region in stones[color].regions(size) {
                let liberties = region.neighbors(size) & board.empty();
                board.add_chain(Chain { color, stones: region, liberties });
            }
        }
        Ok(board)
    }

    /// The number of lines.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The stones of a colour.
    pub fn stones(&self, color: Color) -> PointSet {
        self.stones[color]
    }

    /// The points without a stone.
    pub fn empty(&self) -> PointSet {
        PointSet::board(self.size) - (self.stones.black | self.stones.white)
    }

    /// The colour of the stone on a point, if there is one.
    pub fn at(&self, point: Point) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.stones[color].contains(point))
    }

    /// The chain on a point, if there is a stone.
    pub fn chain_at(&self, point: Point) -> Option<&Chain> {
        self.at(point).map(|_| &self.chains[self.slot(point)])
    }

    /// All chains, in no particular order.
    pub fn chains(&self) -> impl Iterator<Item = &Chain> {
        self.chains.iter().filter(|chain| !chain.stones.is_empty())
    }

    /// A number for the stones on the board: equal boards have equal numbers, and in practice
    /// unequal ones have not.
    pub const fn hash(&self) -> u128 {
        self.hash
    }

    /// May a stone be put there, as far as the stones alone say?
    pub fn check(&self, color: Color, point: Point) -> Result<(), PlaceError> {
        if !self.size.contains(point) {
            return Err(PlaceError::OffBoard);
        }
        if let Some(owner) = self.at(point) {
            return Err(PlaceError::Occupied(owner));
        }
        let breathes = self.size.neighbors(point).any(|next| match self.chain_at(next) {
            None => true,
            // An own chain keeps a liberty if this was not its last; an enemy chain is taken if
            // it was.
            Some(chain) => (chain.color == color) != chain.is_in_atari(),
        });
        if breathes { Ok(()) } else { Err(PlaceError::Suicide) }
    }

    /// The stones that would be taken by a stone put there.
    pub fn would_take(&self, color: Color, point: Point) -> PointSet {
        self.size
            .neighbors(point)
            .filter_map(|next| self.chain_at(next))
            .filter(|chain| chain.color != color && chain.liberties == PointSet::of(point))
            .fold(PointSet::EMPTY, |taken, chain| taken | chain.stones)
    }

    /// Puts a stone down and takes up the stones that lose their last liberty by it.
    pub fn place(&mut self, color: Color, point: Point) -> Result<PointSet, PlaceError> {
        self.check(color, point)?;
        let taken = self.would_take(color, point);
        self.put(color, point);
        self.take_up(!color, &taken);
        Ok(taken)
    }

    /// Puts a stone on an empty point and joins it with its neighbours.
    fn put(&mut self, color: Color, point: Point) {
        let here = PointSet::of(point);
        let next = here.neighbors(self.size);
        let mut chain = Chain { color, stones: here, liberties: next & self.empty() };
        for neighbor in next & self.stones[color] {
            let slot = self.slot(neighbor);
            if !chain.stones.contains(neighbor) {
                chain.stones |= self.chains[slot].stones;
                chain.liberties |= self.chains[slot].liberties;
                self.remove_chain(slot);
            }
        }
        chain.liberties.remove(point);
        for neighbor in next & self.stones[!color] {
            let slot = self.slot(neighbor);
            self.chains[slot].liberties.remove(point);
        }
        self.stones[color].insert(point);
        self.hash ^= zobrist::stone(color, point);
        self.add_chain(chain);
    }

    /// Takes up whole chains.
    fn take_up(&mut self, color: Color, taken: &PointSet) {
        self.stones[color] -= *taken;
        self.hash ^= zobrist::stones(color, taken);
        for point in taken {
            let slot = self.slot(point);
            if !self.chains[slot].stones.is_empty() {
                self.remove_chain(slot);
            }
            for neighbor in PointSet::of(point).neighbors(self.size) & self.stones[!color] {
                let slot = self.slot(neighbor);
                self.chains[slot].liberties.insert(point);
            }
        }
    }

    fn slot(&self, point: Point) -> usize {
        usize::from(self.chain_at[point.index()])
    }

    fn add_chain(&mut self, chain: Chain) {
        let slot = self.free.pop().unwrap_or(self.chains.len() as u16);
        match self.chains.get_mut(usize::from(slot)) {
            Some(place) => *place = chain,
            None => self.chains.push(chain),
        }
        for stone in chain.stones {
            self.chain_at[stone.index()] = slot;
        }
    }

    fn remove_chain(&mut self, slot: usize) {
        self.chains[slot].stones = PointSet::EMPTY;
        self.free.push(slot as u16);
    }
}

/// Boards are equal when they have the same size and stones.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.size == other.size && self.stones == other.stones
    }
}

impl Eq for Board {}

fn check_setup(size: BoardSize, stones: &ByColor<PointSet>) -> Result<(), SetupError> {
    let all = stones.black | stones.white;
    let board = PointSet::board(size);
    if let Some(point) = (all - board).first() {
        return Err(SetupError::OffBoard(point));
    }
    if let Some(point) = (stones.black & stones.white).first() {
        return Err(SetupError::Overlap(point));
    }
    let free = (board - all).neighbors(size);
    for color in Color::BOTH {
        let breathing = free.flood(&stones[color], size);
        if let Some(point) = (stones[color] - breathing).first() {
            return Err(SetupError::NoLiberty(point));
        }
    }
    Ok(())
}
