//! The start of playouts.

use std::fmt;

use kage_goban::{Board, BoardSize, ByColor, Color, Point, PointSet, Position};

use crate::point_rows::PointRows;

/// A position to play out: stones, the side to move, its ko point, and stones yet to be hidden.
///
/// It is made once and used for many games; it is small and cheap to copy. Its chains have liberties
/// if it is made from a [`Board`].
///
/// ```
/// use kage_goban::{Board, Color, PointSet};
/// use kage_playout::{Fill, World};
///
/// let board = Board::from_diagram("
///     . . .
///     . X .
///     . . .
/// ").unwrap();
/// // White has two stones somewhere, and it is Black's turn.
/// let fill = Fill { color: Color::White, count: 2, onto: board.empty() };
/// let world = World::new(&board, Color::Black).with_fill(fill).unwrap();
/// assert_eq!(world.size().get(), 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct World {
    size: BoardSize,
    turn: Color,
    passed: bool,
    ko: Option<Point>,
    stones: ByColor<PointRows>,
    hidden: Option<Hidden>,
}

/// Stones to be placed at random before a playout begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fill {
    /// Whose stones.
    pub color: Color,
    /// How many.
    pub count: u16,
    /// Where they may stand; points with stones on them are passed over.
    pub onto: PointSet,
}

/// A [`Fill`], in rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hidden {
    pub(crate) color: Color,
    pub(crate) count: u16,
    pub(crate) onto: PointRows,
}

/// Why a [`World`] cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorldError {
    /// The point is not on the board.
    OffBoard(Point),
    /// There is a stone on the ko point.
    KoNotEmpty(Point),
}

impl fmt::Display for WorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorldError::OffBoard(point) => write!(f, "{point} is off the board"),
            WorldError::KoNotEmpty(point) => write!(f, "there is a stone on the ko point {point}"),
        }
    }
}

impl std::error::Error for WorldError {}

/// What the ply before a playout was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LastPly {
    /// A move, or nothing yet.
    Move,
    /// A pass: with another one the game is over.
    Pass,
}

impl World {
    /// These stones, with this side to move, no ko, and nothing hidden.
    pub fn new(board: &Board, turn: Color) -> World {
        World {
            size: board.size(),
            turn,
            passed: false,
            ko: None,
            stones: ByColor::new(|color| PointRows::from(board.stones(color))),
            hidden: None,
        }
    }

    /// The same, from rows. Points beyond the board are left out, and so are white stones on black
    /// ones. Every chain should have a liberty: one without stays on the board like any other.
    pub fn from_rows(size: BoardSize, stones: ByColor<PointRows>, turn: Color) -> World {
        let board = PointRows::board(size);
        let black = stones.black & board;
        let white = stones.white & board & !black;
        let (passed, ko, hidden) = (false, None, None);
        World { size, turn, passed, ko, stones: ByColor { black, white }, hidden }
    }

    /// The same world after a move or a pass, and with this ko point if it is an empty point.
    #[must_use]
    pub fn after(self, last: LastPly, ko: Option<Point>) -> World {
        let passed = last == LastPly::Pass;
        let taken = self.stones.black | self.stones.white;
        let ko = ko.filter(|ko| self.size.contains(*ko) && !taken.contains(*ko));
        World { passed, ko, ..self }
    }

    /// The same world, with a point that the side to move may not take at once.
    pub fn with_ko(self, ko: Point) -> Result<World, WorldError> {
        if !self.size.contains(ko) {
            return Err(WorldError::OffBoard(ko));
        }
        if self.stones.black.contains(ko) || self.stones.white.contains(ko) {
            return Err(WorldError::KoNotEmpty(ko));
        }
        Ok(World { ko: Some(ko), ..self })
    }

    /// The same world, in which stones are hidden before each playout.
    ///
    /// They are placed one after the other, each on a point chosen evenly among those where it
    /// captures nothing and its chain has a liberty. When there is no such point the rest stay
    /// unplaced: see [`Finish::unplaced`](crate::Finish::unplaced). The fill does not use up the
    /// turn, and does not lift a ko.
    pub fn with_fill(self, fill: Fill) -> Result<World, WorldError> {
        if let Some(point) = (fill.onto - PointSet::board(self.size)).first() {
            return Err(WorldError::OffBoard(point));
        }
        let Fill { color, count, onto } = fill;
        Ok(self.with_hidden(color, count, onto.into()))
    }

    /// The same as [`with_fill`](World::with_fill), from rows. Points beyond the board are left out.
    #[must_use]
    pub fn with_hidden(self, color: Color, count: u16, onto: PointRows) -> World {
        let onto = onto & PointRows::board(self.size);
        World { hidden: Some(Hidden { color, count, onto }), ..self }
    }

    /// The size of its board.
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The side to move.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    pub(crate) fn passed(&self) -> bool {
        self.passed
    }

    pub(crate) fn ko(&self) -> Option<Point> {
        self.ko
    }

    pub(crate) fn stones(&self) -> &ByColor<PointRows> {
        &self.stones
    }

    pub(crate) fn hidden(&self) -> Option<&Hidden> {
        self.hidden.as_ref().filter(|hidden| hidden.count > 0)
    }
}

/// The position as it stands; a pass made last counts as the first of two.
impl From<&Position> for World {
    fn from(position: &Position) -> World {
        World {
            passed: position.passes() > 0,
            ko: position.ko(),
            ..World::new(position.board(), position.turn())
        }
    }
}
