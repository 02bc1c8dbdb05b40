//! A game in progress: a board, the side to move, and ko.

use crate::{Board, BoardSize, ByColor, Color, PlaceError, Point, PointSet};
use std::fmt;

/// Which repetitions of a position are forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum KoRule {
    /// A move may not recreate the board as it was before the opponent's last move.
    #[default]
    Simple,
    /// A move may not recreate any board of the game.
    PositionalSuperko,
}

/// A move: a stone, or none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A stone on a point.
    Play(Point),
    /// No stone.
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Play(point) => point.fmt(f),
            Move::Pass => f.write_str("pass"),
        }
    }
}

/// Why a move is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Illegal {
    /// The point is not on the board.
    OffBoard,
    /// A stone of this colour stands there.
    Occupied(Color),
    /// It would leave the moved stone's chain without a liberty.
    Suicide,
    /// It would repeat a position that must not be repeated.
    Ko,
    /// Both sides have passed.
    GameOver,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::OffBoard => PlaceError::OffBoard.fmt(f),
            Illegal::Occupied(color) => PlaceError::Occupied(*color).fmt(f),
            Illegal::Suicide => PlaceError::Suicide.fmt(f),
            Illegal::Ko => f.write_str("ko"),
            Illegal::GameOver => f.write_str("the game is over"),
        }
    }
}

impl std::error::Error for Illegal {}

impl From<PlaceError> for Illegal {
    fn from(error: PlaceError) -> Illegal {
        match error {
            PlaceError::OffBoard => Illegal::OffBoard,
            PlaceError::Occupied(color) => Illegal::Occupied(color),
            PlaceError::Suicide => Illegal::Suicide,
        }
    }
}

/// A board with its turn, ko and history.
///
/// ```
/// use kage_goban::{BoardSize, Color, Illegal, KoRule, Move, Position};
///
/// let mut position = Position::new(BoardSize::NINE, KoRule::Simple);
/// let e5 = Move::Play("E5".parse().unwrap());
/// position.play(e5).unwrap();
/// assert_eq!(position.play(e5), Err(Illegal::Occupied(Color::Black)));
/// position.play(Move::Pass).unwrap();
/// position.play(Move::Pass).unwrap();
/// assert!(position.is_over());
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    board: Board,
    turn: Color,
    ko_rule: KoRule,
    ko: Option<Point>,
    /// The hash of every board since the start, the present one last, one entry a stone played.
    past: Vec<u128>,
    passes: u8,
    moves: u32,
    taken: ByColor<u32>,
}

impl Position {
    /// The empty board, Black to move.
    pub fn new(size: BoardSize, ko_rule: KoRule) -> Position {
        Position::from_board(Board::new(size), Color::Black, ko_rule)
    }

    /// A position without a past.
    pub fn from_board(board: Board, turn: Color, ko_rule: KoRule) -> Position {
        let past = vec![board.hash()];
        let taken = ByColor::default();
        Position { board, turn, ko_rule, ko: None, past, passes: 0, moves: 0, taken }
    }

    /// The same position, in which simple ko forbids a point to the side to move.
    #[must_use]
    pub fn with_ko(self, ko: Point) -> Position {
        Position { ko: Some(ko), ..self }
    }

    /// The stones.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The number of lines.
    pub const fn size(&self) -> BoardSize {
        self.board.size()
    }

    /// The side to move.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The rule of repetition in force.
    pub const fn ko_rule(&self) -> KoRule {
        self.ko_rule
    }

    /// The point that simple ko forbids to the side to move.
    pub const fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// The number of moves made, passes included.
    pub const fn moves(&self) -> u32 {
        self.moves
    }

    /// The number of passes in a row that were made last.
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// The number of stones each side has taken.
    pub const fn taken(&self) -> ByColor<u32> {
        self.taken
    }

    /// Have both sides passed?
    pub const fn is_over(&self) -> bool {
        self.passes >= 2
    }

    /// Did the last stone bring back a board of this game?
    pub fn is_repetition(&self) -> bool {
        self.past.split_last().is_some_and(|(now, before)| before.contains(now))
    }

    /// May the side to move make this move?
    pub fn check(&self, wish: Move) -> Result<(), Illegal> {
        if self.is_over() {
            return Err(Illegal::GameOver);
        }
        let Move::Play(point) = wish else { return Ok(()) };
        self.board.check(self.turn, point)?;
        if self.repeats(point) { Err(Illegal::Ko) } else { Ok(()) }
    }

    /// The points where the side to move may play.
    pub fn legal_points(&self) -> PointSet {
        let legal = |&point: &Point| self.check(Move::Play(point)).is_ok();
        self.board.empty().iter().filter(legal).collect()
    }

    /// Makes a move for the side to move and returns the stones it took.
    pub fn play(&mut self, wish: Move) -> Result<PointSet, Illegal> {
        self.check(wish)?;
        let taken = match wish {
            Move::Pass => {
                self.passes += 1;
                self.ko = None;
                PointSet::EMPTY
            }
            Move::Play(point) => self.put(point)?,
        };
        self.turn = !self.turn;
        self.moves += 1;
        Ok(taken)
    }

    /// The passes that were made so far no longer count towards the end of the game.
    ///
    /// ```
    /// use kage_goban::{BoardSize, KoRule, Move, Position};
    /// let mut position = Position::new(BoardSize::NINE, KoRule::Simple);
    /// position.play(Move::Pass).unwrap();
    /// position.forget_passes();
    /// position.play(Move::Pass).unwrap();
    /// assert!(!position.is_over());
    /// ```
    pub const fn forget_passes(&mut self) {
        self.passes = 0;
    }

    fn put(&mut self, point: Point) -> Result<PointSet, PlaceError> {
        let taken = self.board.place(self.turn, point)?;
        self.passes = 0;
        self.taken[self.turn] += taken.len() as u32;
        self.past.push(self.board.hash());
        self.ko = taken.single().filter(|&hole| self.can_be_retaken(point, hole));
        Ok(taken)
    }

    /// Would a stone in the hole take just the stone that made it, and nothing else?
    fn can_be_retaken(&self, point: Point, hole: Point) -> bool {
        self.board.chain_at(point).is_some_and(|chain| {
            chain.stones == PointSet::of(point) && chain.liberties == PointSet::of(hole)
        })
    }

    /// Would a stone on this point, otherwise legal, repeat what must not be repeated?
    fn repeats(&self, point: Point) -> bool {
        match self.ko_rule {
            KoRule::Simple => self.ko == Some(point),
            KoRule::PositionalSuperko => self.past.contains(&self.hash_after(point)),
        }
    }

    fn hash_after(&self, point: Point) -> u128 {
        let taken = self.board.would_take(self.turn, point);
        self.board.hash()
            ^ crate::zobrist::stone(self.turn, point)
            ^ crate::zobrist::stones(!self.turn, &taken)
    }
}
