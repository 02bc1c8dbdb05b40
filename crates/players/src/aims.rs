//! Chains that are taken or saved by one move, read in a world: what tactics tells statistics.
//!
//! After the last section of Cazenave 2006: simple searches at the beginning of a random game, and
//! then what the game is worth when their goals are reached.

use kage_goban::{Color, PointSet, Position};
use kage_playout::PointRows;
use kage_search::Aim;
use kage_tactics::{Capture, Reader, ReadingBoard, Status, captures};

/// Moves tried in one search: many worlds are read for one try.
const LIMIT: u64 = 60;
/// Steps of deepening in one search.
const STEPS: usize = 3;
/// A chain with more liberties is not asked about.
const WEAK: u16 = 2;

/// Reads one world after the other.
pub(crate) struct Tactician {
    reader: Reader,
}

impl Tactician {
    pub(crate) fn new() -> Tactician {
        let board = ReadingBoard::new(kage_goban::BoardSize::NINE);
        Tactician { reader: Reader::new(board).limited_to(LIMIT).deepening(STEPS) }
    }

    /// The weak chains that the side to move takes or saves, and how.
    pub(crate) fn aims(&mut self, position: &Position) -> Vec<Aim> {
        let me = position.turn();
        self.reader.set_board(ReadingBoard::from(position));
        Color::BOTH.into_iter().flat_map(|taker| self.of_taker(taker, me)).collect()
    }

    /// The weak chains of the other colour that this one takes if it moves first.
    fn of_taker(&mut self, taker: Color, me: Color) -> Vec<Aim> {
        let weak = |goal: &Capture| self.reader.board().group(goal.stone).breath <= WEAK;
        let goals: Vec<Capture> =
            captures(self.reader.board(), taker).into_iter().filter(weak).collect();
        goals.into_iter().filter_map(|goal| self.aim(goal, me)).collect()
    }

    fn aim(&mut self, goal: Capture, me: Color) -> Option<Aim> {
        let stones: PointSet = self.reader.board().group(goal.stone).stones;
        let Status::Unsettled { first, second } = self.reader.status(goal) else { return None };
        let moves = self.reader.settling_moves(goal, first, second)[me];
        let (stones, taken) = (PointRows::from(stones), goal.color == me);
        (!moves.is_empty()).then_some(Aim { moves, stones, taken })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use kage_goban::{Board, KoRule, Point};

    /// Two black stones in atari, a white one too: each is taken or saved by one move.
    #[test]
    fn what_is_in_atari_is_an_aim() {
        let board = Board::from_diagram(
            ". . . . . . . . .
             . . . . . . . . .
             . . O O . . . . .
             . O X X . . . . .
             . . O O . . . . .
             . . . . . . X . .
             . . . . . X O X .
             . . . . . . . . .
             . . . . . . . . .",
        );
        let position = Position::from_board(board.unwrap(), Color::Black, KoRule::Simple);
        let aims = Tactician::new().aims(&position);
        let point = |name: &str| name.parse::<Point>().unwrap();
        let of = |name: &str| aims.iter().find(|aim| aim.stones.contains(point(name)));
        let (own, theirs) = (of("C6").unwrap(), of("G3").unwrap());
        assert!(!own.taken && own.moves.contains(point("E6")));
        assert!(theirs.taken && theirs.moves.contains(point("G2")));
    }
}
