//! What follows for earlier turns from what was heard later.

use super::{AmbiguousPoint, Reply, Stone, Told, Turn};
use kage_goban::bits::{Bits, Grid};

/// Points from which a stone of the opponent's may have been captured.
pub(super) fn reusable<B: Bits>(grid: &Grid<B>, turns: &[Turn<B>]) -> B {
    turns.iter().fold(B::NONE, |sum, turn| sum.or(taken_in(grid, turn)))
}

/// The points from which the seat's reply in this turn may have captured stones.
fn taken_in<B: Bits>(grid: &Grid<B>, turn: &Turn<B>) -> B {
    match turn.reply.as_ref().and_then(|reply| reply.stone.as_ref()) {
        Some(Stone { taken: 1.., told: Told::Among(among, told), .. }) => {
            told.or(grid.board.minus(*among))
        }
        Some(Stone { taken: 1.., told: Told::Number, .. }) => grid.board,
        _ => B::NONE,
    }
}

/// Removes impossible points from every turn: the opponent's stone was not put where the seat's own stone was
/// accepted later, unless something may have been captured there in between.
pub(super) fn forbid<B: Bits>(grid: &Grid<B>, turns: &mut [Turn<B>]) {
    let mut later = B::NONE;
    for turn in turns.iter_mut().rev() {
        later = later.minus(taken_in(grid, turn));
        if let Some(Reply { stone: Some(stone), .. }) = &turn.reply {
            later = later.or(B::of(stone.point));
        }
        turn.allowed = turn.allowed.minus(later);
    }
}

/// Marks the points where an opponent's stone stood later, or probably did: good guesses for a turn.
pub(super) fn want<B: Bits>(turns: &mut [Turn<B>]) {
    let mut later = B::NONE;
    for turn in turns.iter_mut().rev() {
        for refused in turn.refused.iter().filter(|refused| refused.stone) {
            later = later.or(B::of(refused.point));
        }
        later = later.or(turn.walls);
        turn.wanted = later.and(turn.allowed);
    }
}

/// The refused points that may be a stone or an eye, by the latest refusal of each. If the walls of the eye
/// cannot all be the opponent's, the point is not ambiguous.
pub(super) fn ambiguous<B: Bits>(turns: &[Turn<B>], theirs: B) -> Vec<AmbiguousPoint> {
    let mut found: Vec<AmbiguousPoint> = Vec::new();
    let mut possible = theirs;
    for turn in turns {
        possible = possible.or(turn.allowed);
        for refused in turn.refused.iter().filter(|refused| refused.stone) {
            found.retain(|earlier| earlier.point != refused.point);
            if refused.suicide && refused.border.minus(possible).is_none() {
                let can = |turn: &u16| turns[usize::from(*turn)].allows(refused.point);
                let turns = (0..turns.len() as u16).filter(can).collect();
                let walls = refused.border.places().collect();
                found.push(AmbiguousPoint { point: refused.point, walls, turns });
            }
        }
    }
    found
}
