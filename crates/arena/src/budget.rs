//! The terms of many games, and the players' budgets in them.

use crate::{Terms, Time};
use kage_goban::BoardSize;
use kage_phantom::{RefereeRules, Setup};
use std::time::Duration;

/// The players' budgets. At most one of the times is given.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Budget {
    /// Playouts a try, for players whose spec names no budget.
    pub playouts: Option<u64>,
    /// Seconds for each turn, all its tries together.
    pub time_per_move: Option<f64>,
    /// Minutes a side for the whole game.
    pub clock: Option<f64>,
}

/// Limits where the rules set none, for each point of the board: refused tries a turn and moves a game.
/// No player needs more, and a player that never stops must not block the others.
const TRIES_PER_POINT: u32 = 2;
const MOVES_PER_POINT: u32 = 6;

impl Budget {
    /// The terms of games under these rules, on an empty board.
    pub fn terms(&self, mut rules: RefereeRules, size: BoardSize) -> Terms {
        let points = size.area() as u32;
        rules.limits.tries = rules.limits.tries.or(Some(TRIES_PER_POINT * points));
        rules.limits.moves = rules.limits.moves.or(Some(MOVES_PER_POINT * points));
        let time = match (self.time_per_move, self.clock, rules.clock.main) {
            (Some(seconds), _, _) => Time::PerMove(Duration::from_secs_f64(seconds)),
            (_, Some(minutes), _) => Time::PerGame(Duration::from_secs_f64(60.0 * minutes)),
            (_, _, Some(main)) => Time::PerGame(main),
            _ => Time::Free,
        };
        Terms { rules, setup: Setup::even(size), time }
    }
}
