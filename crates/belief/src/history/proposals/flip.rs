//! Proposals that change the reading of an ambiguous point between stone and eye. Other proposals find these
//! changes too, but seldom.

use super::Walk;
use crate::history::chain::HistoryChain;
use crate::history::observed::{AmbiguousPoint, NOTHING, PASS};
use crate::opponent::Prior;
use kage_goban::bits::Bits;

/// Where the stone of an ambiguous point goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Direction {
    /// It leaves the point: the point becomes an eye.
    Leaves,
    /// It moves to the point: the point becomes a stone.
    Comes,
}

impl<B: Bits> HistoryChain<B> {
    /// Changes the reading of an ambiguous point. Its stone moves elsewhere or to a wall of the eye, or a stone moves
    /// to it.
    pub(super) fn flip(&mut self, walk: &mut Walk<'_, B, impl Prior>) -> bool {
        let game = walk.game;
        let at = walk.dice.below(game.ambiguous.len());
        let Some(ambiguous) = game.ambiguous.get(at) else { return false };
        let leaves = self.used_on(ambiguous.point) > 0;
        let direction = if leaves { Direction::Leaves } else { Direction::Comes };
        if walk.dice.below(2) == 0 {
            return self.flip_with_two_walls(walk, ambiguous, direction);
        }
        let Some((turn, play)) = self.flip_move(walk, ambiguous, direction) else { return false };
        // The other point must be this turn's alone, before or after the step.
        let (other, alone) = if leaves { (play, 0) } else { (self.plays[turn], 1) };
        let is_alone = other == PASS || self.used_on(other) == alone;
        if !is_alone || !game.turns[turn].allows(other) || self.used_on(ambiguous.point) > 1 {
            return false;
        }
        (walk.proposal.first, walk.proposal.last) = (turn, turn);
        walk.proposal.plays[turn] = play;
        let share = |count: usize| if count > 0 { 0.5 / count as f64 } else { 0.0 };
        let is_wall = ambiguous.walls.contains(&other);
        let by_wall = if is_wall { share(ambiguous.walls.len()) } else { 0.0 };
        let leaving = 0.5 / self.free_choices(game, turn, &[turn], NOTHING) + by_wall;
        let coming = share(ambiguous.turns.len()) + by_wall;
        let log_ratio = libm::log(if leaves { coming / leaving } else { leaving / coming });
        self.decide(walk, log_ratio)
    }

    /// The turn that changes, and its new move.
    fn flip_move(
        &self,
        walk: &mut Walk<'_, B, impl Prior>,
        ambiguous: &AmbiguousPoint,
        direction: Direction,
    ) -> Option<(usize, u16)> {
        let game = walk.game;
        let to_wall = walk.dice.below(2) == 0;
        let wall = if to_wall { walk.dice.pick(&ambiguous.walls) } else { None };
        let turn = match (direction, to_wall) {
            (Direction::Leaves, _) => self.turn_of(ambiguous.point),
            (Direction::Comes, true) => wall.and_then(|wall| self.turn_of(wall)),
            (Direction::Comes, false) => walk.dice.pick(&ambiguous.turns).map(usize::from),
        };
        let turn = turn.filter(|&turn| game.turns[turn].allows(ambiguous.point))?;
        let play = match (direction, to_wall) {
            (Direction::Comes, _) => ambiguous.point,
            (Direction::Leaves, true) => wall?,
            (Direction::Leaves, false) => {
                self.free_choice(game, turn, &[turn], NOTHING, walk.dice)?
            }
        };
        (play != self.plays[turn]).then_some((turn, play))
    }

    /// The same with two walls at once. The stone of the point and another one move to both walls, or of the stones
    /// on two walls one moves to the point and the other elsewhere.
    fn flip_with_two_walls(
        &mut self,
        walk: &mut Walk<'_, B, impl Prior>,
        ambiguous: &AmbiguousPoint,
        direction: Direction,
    ) -> bool {
        let game = walk.game;
        let Some(moves) = self.flip_moves(walk, ambiguous, direction) else { return false };
        let [(first, play), (second, other)] = moves;
        let leaves = direction == Direction::Leaves;
        // The point that the second turn gives up or gets must be its own, so that the reverse step is the same.
        let free = if leaves { self.plays[second] } else { other };
        let own = free == PASS || self.used_on(free) == u8::from(leaves);
        let allowed = game.turns[first].allows(play) && game.turns[second].allows(other);
        if !own || !allowed || !game.turns[first].allows(self.plays[first]) {
            return false;
        }
        let (start, end) = (first.min(second), first.max(second));
        (walk.proposal.first, walk.proposal.last) = (start, end);
        walk.proposal.plays[start..=end].copy_from_slice(&self.plays[start..=end]);
        (walk.proposal.plays[first], walk.proposal.plays[second]) = (play, other);
        let choices = self.free_choices(game, second, &[first, second], ambiguous.point);
        let log_ratio = libm::log(game.open.len() as f64 / choices);
        self.decide(walk, if leaves { log_ratio } else { -log_ratio })
    }

    /// The two turns that change, and their new moves.
    fn flip_moves(
        &self,
        walk: &mut Walk<'_, B, impl Prior>,
        ambiguous: &AmbiguousPoint,
        direction: Direction,
    ) -> Option<[(usize, u16); 2]> {
        let (game, point) = (walk.game, ambiguous.point);
        let (one, two) = walk.dice.pick(&ambiguous.walls).zip(walk.dice.pick(&ambiguous.walls))?;
        let before = u8::from(direction == Direction::Comes);
        let fits = [one, two].iter().all(|&wall| self.used_on(wall) == before);
        if one == two || !fits || self.used_on(point) > 1 {
            return None;
        }
        let turns = match direction {
            Direction::Leaves => {
                self.turn_of(point).zip(walk.dice.pick(&game.open).map(usize::from))
            }
            Direction::Comes => self.turn_of(one).zip(self.turn_of(two)),
        };
        let (first, second) = turns.filter(|(first, second)| first != second)?;
        if direction == Direction::Leaves {
            return Some([(first, one), (second, two)]);
        }
        let other = self.free_choice(game, second, &[first, second], point, walk.dice)?;
        Some([(first, point), (second, other)])
    }

    /// The turn whose stone is on a point, the first if there are several.
    fn turn_of(&self, point: u16) -> Option<usize> {
        self.plays.iter().position(|&play| play == point)
    }
}
