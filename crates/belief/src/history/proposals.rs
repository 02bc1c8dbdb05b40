//! Metropolis-Hastings proposals: a stone moves elsewhere, two turns are exchanged, a turn takes over another's
//! point, an ambiguous point is flipped, or a few turns are drawn anew.
//!
//! Each proposal computes the ratio of its own probability and its reverse's, so that steps keep detailed balance.

mod flip;

use crate::dice::Dice;
use crate::history::chain::{CheckedProposal, HistoryChain, Proposal};
use crate::history::consistency::State;
use crate::history::observed::{NOTHING, ObservedGame, PASS};
use crate::opponent::Prior;
use kage_goban::bits::Bits;

/// Which proposals are accepted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Acceptance {
    /// Consistent histories, by the rule of Metropolis and Hastings.
    Strict,
    /// Inconsistent histories too. Each fault lowers the log probability by this much. Repairs need no detailed
    /// balance.
    Repair(f64),
}

/// Everything that the steps of a random walk share.
pub(crate) struct Walk<'a, B, P> {
    pub(crate) game: &'a ObservedGame<B>,
    pub(crate) prior: &'a P,
    pub(crate) proposal: &'a mut Proposal<B>,
    pub(crate) dice: &'a mut Dice,
    pub(crate) acceptance: Acceptance,
}

/// Log probabilities that differ by less than this count as equal. Sums depend a little on their order, and that
/// must not decide whether a random number is drawn.
const TIE: f64 = 1e-9;
/// The most faults that one step of a repair may add.
const MOST_NEW_FAULTS: u32 = 2;
/// Guesses for a turn: the extra weight of a point where a stone stood later, and of a point that the old history
/// used in the same window.
const WANTED: f64 = 4.0;
const REUSED: f64 = 12.0;

/// How often each proposal is made, in percent. The rest are windows of turns drawn anew.
const RELOCATE: usize = 30;
const SWAP: usize = 20;
const STEAL: usize = 15;
const FLIP: usize = 25;

impl<B: Bits> ObservedGame<B> {
    /// A plausible move for a turn.
    pub(crate) fn guess(&self, turn: usize, state: State<B>, dice: &mut Dice) -> Option<u16> {
        self.draw(turn, state, B::NONE, dice).map(|(play, _)| play)
    }

    /// Draws a move for a turn. Returns it with the logarithm of its probability.
    fn draw(&self, turn: usize, state: State<B>, reuse: B, dice: &mut Dice) -> Option<(u16, f64)> {
        let odds = self.odds(turn, state, reuse);
        let mut at = dice.unit() * odds.sum();
        let play = 'found: {
            for (set, each) in [(odds.reused, REUSED), (odds.wanted, WANTED), (odds.free, 1.0)] {
                let weight = f64::from(set.count()) * each;
                if at <= weight && weight > 0.0 {
                    break 'found set.nth(dice.below(set.count() as usize) as u32)?;
                }
                at -= weight;
            }
            if !odds.pass {
                return None;
            }
            PASS
        };
        Some((play, odds.log_probability(play)))
    }

    fn odds(&self, turn: usize, state: State<B>, reuse: B) -> Odds<B> {
        let turn = &self.turns[turn];
        let free = turn.allowed.minus(state.theirs);
        Odds { free, wanted: free.and(turn.wanted), reused: free.and(reuse), pass: turn.pass }
    }
}

/// The weights by which a move of a turn is drawn.
struct Odds<B> {
    free: B,
    wanted: B,
    reused: B,
    pass: bool,
}

impl<B: Bits> Odds<B> {
    fn sum(&self) -> f64 {
        f64::from(self.free.count())
            + WANTED * f64::from(self.wanted.count())
            + REUSED * f64::from(self.reused.count())
            + f64::from(u8::from(self.pass))
    }

    /// The logarithm of a move's probability.
    fn log_probability(&self, play: u16) -> f64 {
        let weight = if play == PASS {
            f64::from(u8::from(self.pass))
        } else {
            let share = |set: B, each: f64| if set.has(play) { each } else { 0.0 };
            share(self.free, 1.0) + share(self.wanted, WANTED) + share(self.reused, REUSED)
        };
        libm::log(weight / self.sum())
    }
}

impl<B: Bits> HistoryChain<B> {
    /// One step. Returns whether the history changed.
    pub(crate) fn step(&mut self, walk: &mut Walk<'_, B, impl Prior>) -> bool {
        let game = walk.game;
        let kind = walk.dice.below(100);
        let flips = (RELOCATE + SWAP + STEAL..RELOCATE + SWAP + STEAL + FLIP).contains(&kind);
        if kind < RELOCATE || flips && game.ambiguous.is_empty() {
            let by_prior = game.is_log_linear(walk.prior) && kind.is_multiple_of(2);
            if by_prior { self.relocate_by_prior(walk) } else { self.relocate(walk) }
        } else if kind < RELOCATE + SWAP {
            self.swap(walk)
        } else if kind < RELOCATE + SWAP + STEAL {
            self.steal(walk)
        } else if flips {
            self.flip(walk)
        } else {
            self.redraw(walk)
        }
    }

    /// Moves one stone elsewhere, or replaces it by a pass.
    fn relocate(&mut self, walk: &mut Walk<'_, B, impl Prior>) -> bool {
        let game = walk.game;
        let Some(turn) = walk.dice.pick(&game.open).map(usize::from) else { return false };
        let Some(play) = self.free_choice(game, turn, &[turn], NOTHING, walk.dice) else {
            return false;
        };
        if play == self.plays[turn] {
            return false;
        }
        (walk.proposal.first, walk.proposal.last) = (turn, turn);
        walk.proposal.plays[turn] = play;
        self.decide(walk, 0.0)
    }

    /// Moves one stone elsewhere, to a point drawn by the prior.
    fn relocate_by_prior(&mut self, walk: &mut Walk<'_, B, impl Prior>) -> bool {
        let game = walk.game;
        let Some(turn) = walk.dice.pick(&game.open).map(usize::from) else { return false };
        let old = self.plays[turn];
        let places = &game.turns[turn].places;
        let Some(play) = game.prior_cache.draw(turn, places, walk.dice) else { return false };
        // A pass is not on a point, so the reverse of this proposal cannot make it.
        let is_stone = old < NOTHING && game.turns[turn].allowed.has(old);
        if play == old || !is_stone || self.is_taken(game, play, &[turn]) {
            return false;
        }
        (walk.proposal.first, walk.proposal.last) = (turn, turn);
        walk.proposal.plays[turn] = play;
        let log_ratio = game.prior_cache.log_weight_drawn(turn, old)
            - game.prior_cache.log_weight_drawn(turn, play);
        self.decide(walk, log_ratio)
    }

    /// A move for a turn, uniformly among those allowed that no other turn has used up, except `not`. The turns in
    /// `but` give up their points.
    fn free_choice(
        &self,
        game: &ObservedGame<B>,
        turn: usize,
        but: &[usize],
        not: u16,
        dice: &mut Dice,
    ) -> Option<u16> {
        let heard = &game.turns[turn];
        let is_free =
            |play: u16| (play != not || game.reusable.has(play)) && !self.is_taken(game, play, but);
        for _ in 0..8 {
            let choice = dice.below(heard.choices());
            let play = heard.places.get(choice).copied().unwrap_or(PASS);
            if is_free(play) {
                return Some(play);
            }
        }
        // Most points are used up: choose among the free ones.
        let pass = heard.pass.then_some(PASS);
        let free = || heard.places.iter().copied().filter(|&play| is_free(play)).chain(pass);
        free().nth(dice.below(free().count()))
    }

    /// Exchanges the moves of two turns.
    fn swap(&mut self, walk: &mut Walk<'_, B, impl Prior>) -> bool {
        let game = walk.game;
        let Some((one, two)) = pair(game, walk.dice) else { return false };
        let (first, last) = (one.min(two), one.max(two));
        let (a, b) = (self.plays[first], self.plays[last]);
        if a == b || !game.turns[first].allows(b) || !game.turns[last].allows(a) {
            return false;
        }
        (walk.proposal.first, walk.proposal.last) = (first, last);
        walk.proposal.plays[first..=last].copy_from_slice(&self.plays[first..=last]);
        (walk.proposal.plays[first], walk.proposal.plays[last]) = (b, a);
        self.decide(walk, 0.0)
    }

    /// One turn takes over another's point, and the other moves elsewhere.
    fn steal(&mut self, walk: &mut Walk<'_, B, impl Prior>) -> bool {
        let game = walk.game;
        let Some((thief, owner)) = pair(game, walk.dice) else { return false };
        let point = self.plays[owner];
        if point >= NOTHING || point == self.plays[thief] || !game.turns[thief].allows(point) {
            return false;
        }
        let both = [thief, owner];
        let Some(play) = self.free_choice(game, owner, &both, point, walk.dice) else {
            return false;
        };
        if play == point {
            return false;
        }
        let (first, last) = (thief.min(owner), thief.max(owner));
        (walk.proposal.first, walk.proposal.last) = (first, last);
        walk.proposal.plays[first..=last].copy_from_slice(&self.plays[first..=last]);
        (walk.proposal.plays[thief], walk.proposal.plays[owner]) = (point, play);
        let there = self.free_choices(game, owner, &both, point);
        let back = self.free_choices(game, thief, &both, point);
        self.decide(walk, libm::log(there / back))
    }

    /// The number of moves that [`free_choice`](Self::free_choice) chooses from.
    fn free_choices(&self, game: &ObservedGame<B>, turn: usize, but: &[usize], not: u16) -> f64 {
        let heard = &game.turns[turn];
        let is_free = |place: &&u16| {
            (**place != not || game.reusable.has(not)) && !self.is_taken(game, **place, but)
        };
        let places = heard.places.iter().filter(is_free).count();
        (places + usize::from(heard.pass)) as f64
    }

    /// Draws a few turns in a row anew, sometimes all of them.
    fn redraw(&mut self, walk: &mut Walk<'_, B, impl Prior>) -> bool {
        let game = walk.game;
        let Some((first, last)) = window(game, walk.dice) else { return false };
        (walk.proposal.first, walk.proposal.last) = (first, last);
        let reuse = points_of::<B>(&self.plays[first..=last]);
        let mut there = 0.0;
        let dice = &mut *walk.dice;
        let pick = |_: &Proposal<B>, turn: usize, state: State<B>| {
            if let Some(known) = game.turns[turn].known {
                return Some(known);
            }
            let (play, chance) = game.draw(turn, state, reuse, dice)?;
            there += chance;
            Some(play)
        };
        let allowed = self.most_faults(walk.acceptance);
        let checked = self.check_proposal(game, walk.prior, walk.proposal, allowed, pick);
        let Some(checked) = checked else { return false };
        let reuse = points_of::<B>(&walk.proposal.plays[first..=last]);
        let back: f64 = (first..=last)
            .filter(|&turn| game.turns[turn].known.is_none())
            .map(|turn| game.odds(turn, self.states[turn], reuse).log_probability(self.plays[turn]))
            .sum();
        self.accept(walk, &checked, back - there)
    }

    /// Checks a proposal whose moves are all chosen, and accepts or rejects it. `log_ratio` is the reverse proposal's
    /// probability over its own, as a logarithm.
    pub(crate) fn decide(&mut self, walk: &mut Walk<'_, B, impl Prior>, log_ratio: f64) -> bool {
        let allowed = self.most_faults(walk.acceptance);
        let pick = |proposal: &Proposal<B>, turn: usize, _: State<B>| Some(proposal.plays[turn]);
        match self.check_proposal(walk.game, walk.prior, walk.proposal, allowed, pick) {
            Some(checked) => self.accept(walk, &checked, log_ratio),
            None => false,
        }
    }

    fn most_faults(&self, acceptance: Acceptance) -> u32 {
        match acceptance {
            Acceptance::Strict => 0,
            Acceptance::Repair(_) => self.total + MOST_NEW_FAULTS,
        }
    }

    fn accept(
        &mut self,
        walk: &mut Walk<'_, B, impl Prior>,
        checked: &CheckedProposal,
        log_ratio: f64,
    ) -> bool {
        let gain = self.log_prior_ratio(walk.game, walk.prior, walk.proposal, checked.end);
        let mut log_chance = log_ratio + gain;
        if let Acceptance::Repair(each) = walk.acceptance {
            log_chance += each * (f64::from(self.total) - f64::from(checked.total));
        }
        if log_chance < -TIE && libm::log(walk.dice.unit()) > log_chance {
            return false;
        }
        self.keep(walk.proposal, checked, walk.game.is_flat(walk.prior));
        true
    }
}

/// Two different open turns.
fn pair<B: Bits>(game: &ObservedGame<B>, dice: &mut Dice) -> Option<(usize, usize)> {
    let (one, two) = (dice.pick(&game.open)?, dice.pick(&game.open)?);
    (one != two).then_some((usize::from(one), usize::from(two)))
}

/// The first and last turn of a window, chosen without regard to the history.
fn window<B: Bits>(game: &ObservedGame<B>, dice: &mut Dice) -> Option<(usize, usize)> {
    const SHORT: usize = 6;
    let (&start, &end) = (game.open.first()?, game.open.last()?);
    let (start, end) = (usize::from(start), usize::from(end));
    if end - start < 12 && dice.below(4) == 0 {
        return Some((start, end));
    }
    let first = dice.pick(&game.open).map(usize::from)?;
    let mut length = 1 + usize::from(dice.below(8) == 0);
    while length < SHORT && dice.below(2) == 0 {
        length += 1;
    }
    Some((first, (first + length).min(end)))
}

fn points_of<B: Bits>(plays: &[u16]) -> B {
    let stones = plays.iter().filter(|&&play| play < NOTHING);
    stones.fold(B::NONE, |set, &play| set.or(B::of(play)))
}
