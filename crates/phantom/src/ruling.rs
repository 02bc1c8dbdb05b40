//! A try and the full truth of it.

use crate::{Observation, RefereeRules, disclose};
use kage_goban::{ByColor, Color, Illegal, Move, Point, PointSet, Position};
use std::fmt;

/// What a player may answer when it is its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// A proposed stone.
    Try(Point),
    /// No stone: always legal.
    Pass,
    /// The end of the game.
    Resign,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Try(point) => point.fmt(f),
            Choice::Pass => f.write_str("pass"),
            Choice::Resign => f.write_str("resign"),
        }
    }
}

/// Why a try was refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Refusal {
    /// A stone of the opponent's stands there.
    OpponentStone,
    /// The mover's own stone stands there.
    OwnStone,
    /// The stone's chain would have no liberty.
    Suicide,
    /// The move would repeat a position.
    Ko,
}

impl Refusal {
    /// All reasons.
    pub const ALL: [Refusal; 4] =
        [Refusal::OpponentStone, Refusal::OwnStone, Refusal::Suicide, Refusal::Ko];

    /// Its name in lists and files: `opponent stone`, `own stone`, `suicide` or `ko`.
    pub const fn word(self) -> &'static str {
        match self {
            Refusal::OpponentStone => "opponent stone",
            Refusal::OwnStone => "own stone",
            Refusal::Suicide => "suicide",
            Refusal::Ko => "ko",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::OpponentStone => "the opponent's stone stands there",
            Refusal::OwnStone => "the mover's own stone stands there",
            Refusal::Suicide => "suicide",
            Refusal::Ko => "ko",
        })
    }
}

/// The full truth of a try or a pass. No seat ever sees one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// The try is not legal; the same side tries again.
    Refused {
        /// Who tried.
        mover: Color,
        /// Where.
        point: Point,
        /// Why not.
        reason: Refusal,
    },
    /// The move stands; the turn goes over.
    Accepted {
        /// Who moved.
        mover: Color,
        /// The move.
        play: Move,
        /// The opponent's stones it took.
        taken: PointSet,
        /// Did it put a chain of the opponent's in atari?
        new_atari: bool,
        /// Is any chain of either side in atari after it?
        any_atari: bool,
        /// The number of stones of each side after it.
        stones: ByColor<u32>,
    },
}

/// The wish is not one that can be ruled on. Nothing has happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotATry {
    /// The point is not on this board.
    OffBoard(Point),
    /// Both sides have passed.
    GameOver,
}

impl fmt::Display for NotATry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotATry::OffBoard(point) => write!(f, "{point} is off the board"),
            NotATry::GameOver => f.write_str("the game is over"),
        }
    }
}

impl std::error::Error for NotATry {}

/// Finds the full truth of a move that the side to move wishes to make.
///
/// ```
/// use kage_goban::{BoardSize, KoRule, Move, Position};
/// use kage_phantom::{Refusal, Ruling, adjudicate};
///
/// let mut position = Position::new(BoardSize::NINE, KoRule::Simple);
/// let e5 = Move::Play("E5".parse().unwrap());
/// position.play(e5).unwrap();
/// let ruling = adjudicate(&position, e5).unwrap();
/// assert!(matches!(ruling, Ruling::Refused { reason: Refusal::OpponentStone, .. }));
/// ```
pub fn adjudicate(position: &Position, wish: Move) -> Result<Ruling, NotATry> {
    judge(&mut position.clone(), wish)
}

/// The ruling. An accepted move is played on the position.
fn judge(position: &mut Position, wish: Move) -> Result<Ruling, NotATry> {
    let mover = position.turn();
    let error = match position.play(wish) {
        Ok(taken) => return Ok(accepted(mover, wish, taken, position)),
        Err(error) => error,
    };
    // A pass is only ever illegal when the game is over.
    let Move::Play(point) = wish else { return Err(NotATry::GameOver) };
    let reason = match error {
        Illegal::OffBoard => return Err(NotATry::OffBoard(point)),
        Illegal::GameOver => return Err(NotATry::GameOver),
        Illegal::Occupied(owner) if owner == mover => Refusal::OwnStone,
        Illegal::Occupied(_) => Refusal::OpponentStone,
        Illegal::Suicide => Refusal::Suicide,
        Illegal::Ko => Refusal::Ko,
    };
    Ok(Ruling::Refused { mover, point, reason })
}

fn accepted(mover: Color, play: Move, taken: PointSet, after: &Position) -> Ruling {
    let board = after.board();
    let new_atari = match play {
        Move::Pass => false,
        // An enemy chain next to the new stone has just lost a liberty: if it has one left, it
        // had two, so the atari is new. No other chain of the enemy's has lost any.
        Move::Play(point) => board
            .size()
            .neighbors(point)
            .filter_map(|next| board.chain_at(next))
            .any(|chain| chain.color != mover && chain.is_in_atari()),
    };
    Ruling::Accepted {
        mover,
        play,
        taken,
        new_atari,
        any_atari: board.chains().any(kage_goban::Chain::is_in_atari),
        stones: ByColor::new(|color| board.stones(color).len() as u32),
    }
}

/// A true (or imagined) game at one moment: the position, and what the rules of hearing need
/// besides.
#[derive(Clone, PartialEq, Eq)]
pub struct Table {
    position: Position,
    /// The opponent's stones that each seat was told stand there, by the reason of a refusal.
    shown: ByColor<PointSet>,
    /// Refused tries of this turn.
    tries: u32,
    /// Moves and refused tries of the game.
    steps: u32,
}

impl Table {
    /// The table before the first try.
    pub fn new(position: Position) -> Table {
        Table { position, shown: ByColor::default(), tries: 0, steps: 0 }
    }

    /// The position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The stones of the opponent's that a seat has been shown and that still stand.
    pub fn shown(&self, seat: Color) -> PointSet {
        self.shown[seat]
    }

    /// The number of refused tries of this turn.
    pub const fn tries(&self) -> u32 {
        self.tries
    }

    /// The number of moves and refused tries so far.
    pub const fn steps(&self) -> u32 {
        self.steps
    }

    /// Rules on what the side to move wishes, says what each seat hears of it, and lets it happen.
    pub fn rule(
        &mut self,
        rules: &RefereeRules,
        wish: Move,
    ) -> Result<(Ruling, ByColor<Option<Observation>>), NotATry> {
        let ruling = judge(&mut self.position, wish)?;
        // What was shown and tried is still as it was before the ruling.
        let heard = disclose(rules, self, &ruling);
        self.steps += 1;
        match ruling {
            Ruling::Refused { mover, point, reason } => {
                self.tries += 1;
                if rules.refused_is_step() {
                    self.position.forget_passes();
                }
                if reason == Refusal::OpponentStone {
                    self.shown[mover].insert(point);
                }
            }
            Ruling::Accepted { mover, taken, .. } => {
                self.tries = 0;
                self.shown[mover] -= taken;
            }
        }
        Ok((ruling, heard))
    }
}

/// Redacted: whoever needs to see the board asks for the position by name.
impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("moves", &self.position.moves()).finish_non_exhaustive()
    }
}
