//! Repairs of inconsistent histories: each fault hints at what to change.

use crate::dice::Dice;
use crate::history::chain::{HistoryChain, Proposal};
use crate::history::consistency::State;
use crate::history::observed::{NOTHING, ObservedGame, Told, Turn};
use crate::history::proposals::{Acceptance, Walk};
use crate::opponent::Prior;
use kage_goban::bits::Bits;

/// How repairs accept faults. The number is large enough for faults to become fewer, and small enough to leave local
/// minima.
pub(crate) const REPAIRING: Acceptance = Acceptance::Repair(1.6);

/// The number of changes that are compared before one is made.
const TRIALS: usize = 12;

/// Where a stone is missing, and where one is in the way.
struct Hints<B> {
    put: B,
    lift: B,
}

impl<B: Bits> HistoryChain<B> {
    /// Tries to make the history consistent again. Returns the number of steps.
    pub(crate) fn repair(&mut self, walk: &mut Walk<'_, B, impl Prior>, most: u64) -> u64 {
        let mut steps = 0;
        while !self.is_consistent() && steps < most {
            steps += 1;
            if walk.dice.below(3) == 0 {
                self.step(walk);
            } else {
                self.follow_hint(walk);
            }
        }
        steps
    }

    fn follow_hint(&mut self, walk: &mut Walk<'_, B, impl Prior>) {
        let faulty = self.faults.iter().filter(|&&faults| faults > 0).count();
        let nth = walk.dice.below(faulty);
        let turns = self.faults.iter().enumerate().filter(|(_, faults)| **faults > 0);
        let Some(at) = turns.map(|(turn, _)| turn).nth(nth) else { return };
        let hints = self.hints(walk.game, at);
        let put = hints.put.nth(walk.dice.below(hints.put.count() as usize) as u32);
        let lift = hints.lift.nth(walk.dice.below(hints.lift.count() as usize) as u32);
        let put = put.filter(|_| lift.is_none() || walk.dice.below(2) == 0);
        let found = match (put, lift) {
            (Some(point), _) => self.put(walk, at, point),
            (None, Some(point)) => {
                self.lift(walk.game, at, point, walk.dice).map(|change| [change; 2])
            }
            (None, None) => None,
        };
        let Some(change) = found else {
            self.step(walk);
            return;
        };
        self.write(walk.proposal, change);
        self.decide(walk, 0.0);
    }

    /// Writes a change of one turn or two into the proposal.
    fn write(&self, proposal: &mut Proposal<B>, change: [(usize, u16); 2]) {
        let (first, last) = (change[0].0.min(change[1].0), change[0].0.max(change[1].0));
        (proposal.first, proposal.last) = (first, last);
        proposal.plays[first..=last].copy_from_slice(&self.plays[first..=last]);
        for (turn, play) in change {
            proposal.plays[turn] = play;
        }
    }

    /// Puts a stone on the point in some turn up to this one. Another turn may take over that turn's old move. Of a few
    /// such changes, returns the one that leaves the fewest faults.
    fn put(
        &self,
        walk: &mut Walk<'_, B, impl Prior>,
        at: usize,
        point: u16,
    ) -> Option<[(usize, u16); 2]> {
        let Walk { game, prior, proposal, dice, .. } = walk;
        let can = |&turn: &usize| game.turns[turn].allows(point) && self.plays[turn] != point;
        let turns: Vec<usize> = (0..=at).filter(can).collect();
        let mut best: Option<(u32, [(usize, u16); 2])> = None;
        for _ in 0..TRIALS {
            let turn = dice.pick(&turns)?;
            let other = dice.pick(&game.open).map(usize::from)?;
            let old = self.plays[turn];
            let takes_over = other != turn && game.turns[other].allows(old);
            let second =
                if takes_over && dice.below(2) == 0 { (other, old) } else { (turn, point) };
            let change = [(turn, point), second];
            self.write(proposal, change);
            let keep =
                |proposal: &Proposal<B>, turn: usize, _: State<B>| Some(proposal.plays[turn]);
            let most = best.map_or(self.total + 1, |(fewest, _)| fewest);
            if let Some(checked) = self.check_proposal(game, *prior, proposal, most, keep)
                && best.is_none_or(|(fewest, _)| checked.total < fewest)
            {
                best = Some((checked.total, change));
            }
        }
        best.map(|(_, change)| change)
    }

    /// Removes a stone from the point: the last turn up to this one that put it there, and another move for it.
    fn lift(
        &self,
        game: &ObservedGame<B>,
        at: usize,
        point: u16,
        dice: &mut Dice,
    ) -> Option<(usize, u16)> {
        let turn = (0..=at).rev().find(|&turn| self.plays[turn] == point)?;
        let choice = dice.below(game.turns[turn].choices());
        let pass = game.turns[turn].pass.then_some(crate::history::observed::PASS);
        let play = game.turns[turn].places.get(choice).copied().or(pass)?;
        Some((turn, play))
    }

    fn hints(&self, game: &ObservedGame<B>, at: usize) -> Hints<B> {
        let turn = &game.turns[at];
        let middle = self.middles[at];
        let mut hints = Hints { put: turn.walls.minus(middle), lift: B::NONE };
        let play = self.plays[at];
        if play < NOTHING {
            let blocked = self.states[at].theirs.has(play) || self.states[at].ko == play;
            let empty = game.grid.board.minus(turn.mine_after).minus(middle);
            let dead = turn.walls.is_none() && !game.grid.breathes(play, middle, empty);
            if blocked || dead || (!turn.walls.is_none() && !turn.walls.has(play)) {
                hints.lift = B::of(play);
            }
        }
        for border in turn.survivors.iter().filter(|border| border.minus(middle).is_none()) {
            hints.lift = hints.lift.or(*border);
        }
        for refused in &turn.refused {
            let there = middle.has(refused.point);
            if !there && refused.stone {
                hints.put = hints.put.or(B::of(refused.point));
            }
            if !there && refused.suicide && !refused.stone {
                hints.put = hints.put.or(refused.border.minus(middle));
            }
            if there && !refused.stone {
                hints.lift = hints.lift.or(B::of(refused.point));
            }
        }
        self.reply_hints(game, turn, middle, &mut hints);
        hints
    }

    fn reply_hints(&self, game: &ObservedGame<B>, turn: &Turn<B>, middle: B, hints: &mut Hints<B>) {
        let Some(reply) = &turn.reply else { return };
        let Some(stone) = &reply.stone else { return };
        let here = B::of(stone.point);
        hints.lift = hints.lift.or(middle.and(here));
        if stone.border.minus(middle).is_none() {
            hints.lift = hints.lift.or(stone.border);
        }
        if let Told::Among(_, told) = stone.told {
            hints.put = hints.put.or(told.minus(middle));
        }
        if stone.taken == 0 {
            let near = game.grid.beside(stone.point).and(middle);
            hints.lift = hints.lift.or(near);
            return;
        }
        // The number of captured stones is wrong: change the chains beside the stone.
        let grid = &game.grid;
        let chains = grid.flood(grid.beside(stone.point), middle.minus(here));
        let around = chains.or(here).near(grid).minus(reply.mine).minus(chains);
        hints.put = hints.put.or(around);
        hints.lift = hints.lift.or(chains);
    }
}
