//! Tactics in sampled worlds: the weak chains that one move captures or saves.
//!
//! After the last section of Cazenave 2006: tactical searches at the start of a playout find goals,
//! and a playout in which a goal is reached counts for the move that reaches it. The experiments
//! show no gain at equal time, so it is off by default.

use crate::registry::OptionEntry;
use crate::spec::{OptionReader, SpecError};
use kage_goban::{Color, PointSet, Position};
use kage_playout::PointRows;
use kage_search::{Aim, AimReader, Fate};
use kage_tactics::{Capture, Reader, ReadingBoard, Status, captures};

pub(crate) const TACTICS: OptionEntry = OptionEntry {
    name: "tactics",
    takes: "on or off",
    default: "off",
    about: "on: a tactical search in each world finds the moves that capture or save a weak chain; playouts with that result count for these moves",
};

/// The limit of moves in one search. It is low, because many worlds are searched for one try.
const LIMIT: u64 = 60;
/// Steps of deepening in one search.
const STEPS: usize = 3;
/// Chains with more liberties are not searched.
const WEAK: u16 = 2;

/// Searches one world after the other.
pub(crate) struct Tactician {
    reader: Reader,
}

impl Tactician {
    fn new() -> Tactician {
        let board = ReadingBoard::new(kage_goban::BoardSize::NINE);
        Tactician { reader: Reader::new(board).limited_to(LIMIT).deepening(STEPS) }
    }

    /// Takes `tactics` out.
    pub(crate) fn from_options(
        options: &mut OptionReader,
    ) -> Result<Option<Box<dyn AimReader>>, SpecError> {
        let tactics = options.word(TACTICS.name, &[("on", true), ("off", false)])?;
        let reader = || Box::new(Tactician::new()) as Box<dyn AimReader>;
        Ok(tactics.unwrap_or(false).then(reader))
    }

    /// The weak chains of the other colour that this colour captures if it moves first.
    fn of_taker(&mut self, taker: Color, me: Color) -> Vec<Aim> {
        let weak = |goal: &Capture| self.reader.board().group(goal.stone).liberty_count <= WEAK;
        let goals: Vec<Capture> =
            captures(self.reader.board(), taker).into_iter().filter(weak).collect();
        goals.into_iter().filter_map(|goal| self.aim(goal, me)).collect()
    }

    fn aim(&mut self, goal: Capture, me: Color) -> Option<Aim> {
        let stones: PointSet = self.reader.board().group(goal.stone).stones;
        let Status::Unsettled { first, second } = self.reader.status(goal) else { return None };
        let moves = self.reader.settling_moves(goal, first, second)[me];
        let stones = PointRows::from(stones);
        let fate = if goal.color == me { Fate::Taken } else { Fate::Saved };
        (!moves.is_empty()).then_some(Aim { moves, stones, fate })
    }
}

impl AimReader for Tactician {
    fn aims(&mut self, position: &Position) -> Vec<Aim> {
        let me = position.turn();
        self.reader.set_board(ReadingBoard::from(position));
        Color::BOTH.into_iter().flat_map(|taker| self.of_taker(taker, me)).collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use kage_goban::{Board, KoRule, Point};

    /// Two black stones and a white one are in atari: one move captures or saves each.
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
        assert!(own.fate == Fate::Saved && own.moves.contains(point("E6")));
        assert!(theirs.fate == Fate::Taken && theirs.moves.contains(point("G2")));
    }
}
