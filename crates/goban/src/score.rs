//! Counting the area of a finished game.

use crate::{Board, ByColor, Color, PointSet};
use std::fmt;
use std::str::FromStr;

/// Each side's area: its stones, and the empty points that only its stones surround.
///
/// Dead stones are taken off the board before counting; without marks every stone is alive.
///
/// ```
/// use kage_goban::{Board, ByColor, PointSet, area};
/// let board = Board::from_diagram("
///     . X O .
///     X X O O
///     . X O .
///     X X O O
/// ").unwrap();
/// assert_eq!(area(&board, &PointSet::EMPTY), ByColor { black: 8, white: 8 });
/// ```
pub fn area(board: &Board, dead: &PointSet) -> ByColor<u32> {
    area_points(board, dead).map(|points| points.len() as u32)
}

/// The points of each side's [`area`].
pub fn area_points(board: &Board, dead: &PointSet) -> ByColor<PointSet> {
    let size = board.size();
    let stones = ByColor::new(|color| board.stones(color) - *dead);
    let empty = PointSet::board(size) - (stones.black | stones.white);
    let touched = stones.map(|stones| stones.neighbors(size).flood(&empty, size));
    ByColor::new(|color| stones[color] | (touched[color] - touched[!color]))
}

/// The points given to White for moving second, in half points.
///
/// ```
/// use kage_goban::Komi;
/// let komi: Komi = "6.5".parse().unwrap();
/// assert_eq!(komi.half_points(), 13);
/// assert_eq!(komi.to_string(), "6.5");
/// assert!("3.75".parse::<Komi>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Komi(i16);

impl Komi {
    /// Komi in half points: 13 is 6.5 points.
    pub const fn from_half_points(halves: i16) -> Komi {
        Komi(halves)
    }

    /// The komi in half points.
    pub const fn half_points(self) -> i16 {
        self.0
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.0) / 2.0)
    }
}

/// The text is no komi: whole or half points, at most 361 either way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseKomiError;

impl fmt::Display for ParseKomiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("komi is a number of whole or half points between -361 and 361, such as 6.5")
    }
}

impl std::error::Error for ParseKomiError {}

impl FromStr for Komi {
    type Err = ParseKomiError;

    fn from_str(text: &str) -> Result<Komi, ParseKomiError> {
        let halves = text.trim().parse::<f64>().map_err(|_| ParseKomiError)? * 2.0;
        if halves.fract() == 0.0 && halves.abs() <= 722.0 {
            Ok(Komi(halves as i16))
        } else {
            Err(ParseKomiError)
        }
    }
}

/// A counted game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Score {
    /// Each side's points on the board.
    pub area: ByColor<u32>,
    /// What White gets on top.
    pub komi: Komi,
}

impl Score {
    /// Black's lead in half points; negative when White leads.
    pub fn lead(&self) -> i32 {
        let board = self.area.black as i32 - self.area.white as i32;
        2 * board - i32::from(self.komi.0)
    }

    /// The side with more points, and by how many half points; `None` on a tie.
    pub fn winner(&self) -> Option<(Color, u32)> {
        let lead = self.lead();
        let color = if lead > 0 { Color::Black } else { Color::White };
        (lead != 0).then_some((color, lead.unsigned_abs()))
    }
}

impl fmt::Display for Score {
    /// As in SGF: `B+2.5`, `W+0.5`, or `0` for a tie.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some((color, halves)) => write!(f, "{}+{}", color.letter(), f64::from(halves) / 2.0),
            None => f.write_str("0"),
        }
    }
}
