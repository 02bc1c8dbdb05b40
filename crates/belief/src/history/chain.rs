//! One history that changes step by step: a Markov chain whose long-run distribution is the belief.
//!
//! Each step is a Metropolis-Hastings step. A change of the opponent's moves is proposed, the turns from the
//! first changed one on are checked again, and the change is accepted or rejected so that every history is
//! visited as often as it is likely. Checking stops where the proposal meets the old history again.

use crate::dice::Dice;
use crate::history::consistency::{NOWHERE, State};
use crate::history::observed::{HalfTurn, NOTHING, ObservedGame, PASS};
use crate::opponent::{MoveContext, Prior};
use kage_goban::bits::Bits;
use std::cmp::Ordering;

/// A history, and everything that was found when it was checked.
#[derive(Clone, Debug)]
pub(crate) struct HistoryChain<B> {
    /// The opponent's moves, one for each turn of the observed game.
    pub(crate) plays: Vec<u16>,
    /// The state before each turn, and at the end.
    pub(crate) states: Vec<State<B>>,
    /// The opponent's stones after each of its moves.
    pub(crate) middles: Vec<B>,
    /// The faults of each turn: see [`consistency`](crate::history::consistency).
    pub(crate) faults: Vec<u32>,
    /// The sum of the faults.
    pub(crate) total: u32,
    /// The logarithm of the prior's factor of each turn.
    weights: Vec<f64>,
    /// By place: how many of the moves are there.
    used: Vec<u8>,
}

/// A changed history, from the first turn that differs to the turn where it meets the old one again.
#[derive(Clone, Debug)]
pub(crate) struct Proposal<B> {
    /// The first turn that differs.
    pub(crate) first: usize,
    /// The last turn whose move was chosen anew.
    pub(crate) last: usize,
    pub(crate) plays: Vec<u16>,
    pub(crate) states: Vec<State<B>>,
    middles: Vec<B>,
    faults: Vec<u32>,
    weights: Vec<f64>,
}

/// The result of checking a proposal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckedProposal {
    /// The turn where it meets the old history again.
    pub(crate) end: usize,
    /// The faults of the new history.
    pub(crate) total: u32,
}

impl<B: Bits> Proposal<B> {
    pub(crate) fn new() -> Proposal<B> {
        Proposal {
            first: 0,
            last: 0,
            plays: Vec::new(),
            states: Vec::new(),
            middles: Vec::new(),
            faults: Vec::new(),
            weights: Vec::new(),
        }
    }

    /// Makes room for the turns of a game.
    pub(crate) fn fit(&mut self, game: &ObservedGame<B>) {
        let turns = game.turns.len();
        self.plays.resize(turns, NOTHING);
        self.states.resize(turns + 1, State { theirs: B::NONE, ko: NOWHERE });
        self.middles.resize(turns, B::NONE);
        self.faults.resize(turns, 0);
        self.weights.resize(turns, 0.0);
    }
}

impl<B: Bits> HistoryChain<B> {
    /// The history before anything was heard.
    pub(crate) fn new(game: &ObservedGame<B>) -> HistoryChain<B> {
        HistoryChain {
            plays: Vec::new(),
            states: vec![State { theirs: game.theirs, ko: NOWHERE }],
            middles: Vec::new(),
            faults: Vec::new(),
            total: 0,
            weights: Vec::new(),
            used: vec![0; game.grid.places()],
        }
    }

    /// Would the seat have heard exactly what it did hear?
    pub(crate) fn is_consistent(&self) -> bool {
        self.total == 0
    }

    /// The number of turns that put a stone on this place.
    pub(crate) fn used_on(&self, place: u16) -> u8 {
        self.used.get(usize::from(place)).copied().unwrap_or(0)
    }

    /// Is this place used up by a turn other than these?
    pub(crate) fn is_taken(&self, game: &ObservedGame<B>, place: u16, but: &[usize]) -> bool {
        if place >= NOTHING || game.reusable.has(place) {
            return false;
        }
        let own = but.iter().filter(|&&turn| self.plays[turn] == place).count();
        usize::from(self.used[usize::from(place)]) > own
    }

    /// Checks all turns from this one on.
    pub(crate) fn check_from(&mut self, game: &ObservedGame<B>, prior: &impl Prior, first: usize) {
        let turns = game.turns.len().min(self.plays.len());
        self.states.resize(turns + 1, self.states[0]);
        self.middles.resize(turns, B::NONE);
        self.faults.resize(turns, 0);
        self.weights.resize(turns, 0.0);
        for turn in first..turns {
            let (before, play) = (self.states[turn], self.plays[turn]);
            let last = self.last(turn);
            self.weights[turn] = game.weight(prior, turn, before, last, play);
            let past = |half_turn: HalfTurn| self.past(half_turn);
            let checked = game.check_turn(&game.turns[turn], before, play, u32::MAX, past);
            self.middles[turn] = checked.middle;
            self.states[turn + 1] = checked.after;
            self.faults[turn] = checked.faults;
        }
        self.total = self.faults.iter().sum();
        self.used.fill(0);
        for &play in self.plays.iter().filter(|&&play| play < NOTHING) {
            self.used[usize::from(play)] += 1;
        }
    }

    #[inline]
    fn past(&self, half_turn: HalfTurn) -> B {
        let turn = (half_turn / 2) as usize;
        if half_turn.is_multiple_of(2) { self.states[turn].theirs } else { self.middles[turn] }
    }

    /// The move of the turn before.
    pub(crate) fn last(&self, turn: usize) -> u16 {
        turn.checked_sub(1).map_or(NOTHING, |before| self.plays[before])
    }

    /// Checks a proposal. `pick` chooses the moves of the turns from the first to the last. `None` if there are
    /// more faults than allowed, or no move to pick.
    #[inline]
    pub(crate) fn check_proposal(
        &self,
        game: &ObservedGame<B>,
        prior: &impl Prior,
        proposal: &mut Proposal<B>,
        allowed: u32,
        mut pick: impl FnMut(&Proposal<B>, usize, State<B>) -> Option<u16>,
    ) -> Option<CheckedProposal> {
        let (first, last) = (proposal.first, proposal.last);
        let mut total: u32 = if self.total == 0 { 0 } else { self.faults[..first].iter().sum() };
        let mut state = self.states[first];
        let changed = last + reach(game, prior);
        let mut turn = first;
        while turn < game.turns.len() {
            if turn > changed && !game.depends_on_past && state == self.states[turn] {
                break;
            }
            let play = if turn <= last { pick(proposal, turn, state)? } else { self.plays[turn] };
            proposal.plays[turn] = play;
            let left = allowed.checked_sub(total)?;
            let past = |half_turn: HalfTurn| self.past_with(proposal, half_turn);
            let checked = game.check_turn(&game.turns[turn], state, play, left, past);
            total += checked.faults;
            if total > allowed {
                return None;
            }
            proposal.middles[turn] = checked.middle;
            proposal.faults[turn] = checked.faults;
            state = checked.after;
            turn += 1;
            proposal.states[turn] = state;
        }
        if self.total > 0 {
            total += self.faults[turn..].iter().sum::<u32>();
        }
        (total <= allowed).then_some(CheckedProposal { end: turn, total })
    }

    /// The opponent's stones at a moment of the proposed history.
    #[inline]
    fn past_with(&self, proposal: &Proposal<B>, half_turn: HalfTurn) -> B {
        let turn = (half_turn / 2) as usize;
        let before_move = half_turn.is_multiple_of(2);
        match (turn.cmp(&proposal.first), before_move) {
            (Ordering::Greater, true) => proposal.states[turn].theirs,
            (Ordering::Greater | Ordering::Equal, false) => proposal.middles[turn],
            (Ordering::Less | Ordering::Equal, _) => self.past(half_turn),
        }
    }

    /// The logarithm of the ratio of the prior's weights: the proposed history's over the old one's.
    pub(crate) fn log_prior_ratio(
        &self,
        game: &ObservedGame<B>,
        prior: &impl Prior,
        proposal: &mut Proposal<B>,
        end: usize,
    ) -> f64 {
        if game.is_flat(prior) {
            return 0.0;
        }
        let (first, changed) = (proposal.first, proposal.last + reach(game, prior));
        let mut gain = 0.0;
        for turn in first..end {
            let (state, last) = if turn > first {
                (proposal.states[turn], proposal.plays[turn - 1])
            } else {
                (self.states[turn], self.last(turn))
            };
            let (old, play) = (self.states[turn].theirs, proposal.plays[turn]);
            let moved = state.theirs.minus(old).or(old.minus(state.theirs));
            proposal.weights[turn] = if turn <= changed || game.is_affected(prior, play, moved) {
                game.weight(prior, turn, state, last, play)
            } else {
                self.weights[turn]
            };
            gain += proposal.weights[turn] - self.weights[turn];
        }
        gain
    }

    /// Replaces the old history by the proposed one.
    pub(crate) fn keep(&mut self, proposal: &Proposal<B>, checked: &CheckedProposal, flat: bool) {
        let (first, last, end) = (proposal.first, proposal.last, checked.end);
        for turn in first..=last {
            let (old, new) = (self.plays[turn], proposal.plays[turn]);
            if old != new {
                if old < NOTHING {
                    self.used[usize::from(old)] -= 1;
                }
                if new < NOTHING {
                    self.used[usize::from(new)] += 1;
                }
                self.plays[turn] = new;
            }
        }
        self.states[first + 1..=end].copy_from_slice(&proposal.states[first + 1..=end]);
        self.middles[first..end].copy_from_slice(&proposal.middles[first..end]);
        if self.total + checked.total > 0 {
            self.faults[first..end].copy_from_slice(&proposal.faults[first..end]);
        }
        if !flat {
            self.weights[first..end].copy_from_slice(&proposal.weights[first..end]);
        }
        self.total = checked.total;
    }

    /// Guesses the move of a turn that was just heard.
    pub(crate) fn extend(&mut self, game: &ObservedGame<B>, prior: &impl Prior, dice: &mut Dice) {
        let turn = self.plays.len();
        let best = match game.turns[turn].known {
            Some(known) => Some(known),
            None if game.is_log_linear(prior) => self.draw_by_prior(game, prior, turn, dice),
            None => self.best_guess(game, turn, dice),
        };
        // A turn without a possible move gets an impossible one. That is a fault, to be repaired later.
        let fallback = game.turns[turn].places.first().copied().unwrap_or(PASS);
        self.plays.push(best.unwrap_or(fallback));
        self.check_from(game, prior, turn);
    }

    /// The best of a few guesses for the turn that was just heard: the first without faults, or the one with
    /// the fewest.
    fn best_guess(&self, game: &ObservedGame<B>, turn: usize, dice: &mut Dice) -> Option<u16> {
        const GUESSES: u32 = 12;
        let mut best: Option<(u32, u16)> = None;
        for _ in 0..GUESSES {
            let Some(play) = game.guess(turn, self.states[turn], dice) else { break };
            let faults = self.faults_of(game, turn, play);
            if best.is_none_or(|(fewest, _)| faults < fewest) {
                best = Some((faults, play));
            }
            if faults == 0 {
                break;
            }
        }
        best.map(|(_, play)| play)
    }

    /// A move for the turn that was just heard, drawn by the prior from all that have the fewest faults.
    fn draw_by_prior(
        &self,
        game: &ObservedGame<B>,
        prior: &impl Prior,
        turn: usize,
        dice: &mut Dice,
    ) -> Option<u16> {
        let heard = &game.turns[turn];
        let (before, last) = (self.states[turn], self.last(turn));
        let mut fewest = u32::MAX;
        let mut found: Vec<(u16, f64)> = Vec::new();
        let mut sum = 0.0;
        for play in heard.places.iter().copied().chain(heard.pass.then_some(PASS)) {
            let faults = self.faults_of(game, turn, play);
            if faults < fewest {
                (fewest, sum) = (faults, 0.0);
                found.clear();
            }
            if faults == fewest {
                sum += libm::exp(game.weight(prior, turn, before, last, play));
                found.push((play, sum));
            }
        }
        let at = dice.unit() * sum;
        found.iter().find(|(_, sum)| *sum >= at).map(|(play, _)| *play)
    }

    /// The faults of the turn that was just heard, with this move.
    fn faults_of(&self, game: &ObservedGame<B>, turn: usize, play: u16) -> u32 {
        let past = |half_turn: HalfTurn| self.past_so_far(half_turn);
        game.check_turn(&game.turns[turn], self.states[turn], play, u32::MAX, past).faults
    }

    /// The same as `past` while the last turn has no move yet.
    fn past_so_far(&self, half_turn: HalfTurn) -> B {
        let turn = (half_turn / 2) as usize;
        match self.middles.get(turn) {
            Some(&middle) if !half_turn.is_multiple_of(2) => middle,
            _ => self.states[turn].theirs,
        }
    }
}

/// The number of turns after a change whose weight always changes: a prior looks at the previous move.
fn reach<B: Bits>(game: &ObservedGame<B>, prior: &impl Prior) -> usize {
    usize::from(!game.is_flat(prior))
}

impl<B: Bits> ObservedGame<B> {
    /// Can the prior's factor of a move depend on whether the opponent has stones on these places?
    fn is_affected(&self, prior: &impl Prior, play: u16, moved: B) -> bool {
        prior.log_linear().is_none() || self.prior_cache.is_near(play, moved)
    }

    /// Is the prior log-linear, and made for this board size?
    pub(crate) fn is_log_linear(&self, prior: &impl Prior) -> bool {
        prior.log_linear().is_some_and(|learned| learned.applies_to(self.grid.size))
    }

    /// Are all moves equally likely here? A log-linear prior has weights for one board size only.
    pub(crate) fn is_flat(&self, prior: &impl Prior) -> bool {
        prior.is_flat()
            || prior.log_linear().is_some_and(|learned| !learned.applies_to(self.grid.size))
    }

    /// The logarithm of the prior's factor of a turn.
    fn weight(
        &self,
        prior: &impl Prior,
        turn: usize,
        before: State<B>,
        last: u16,
        play: u16,
    ) -> f64 {
        if self.is_flat(prior) {
            return 0.0;
        }
        if let Some(log_linear) = prior.log_linear() {
            return self.prior_cache.log_weight(log_linear, turn, before.theirs, last, play);
        }
        match self.play(play) {
            Some(play) => prior.log_weight(&self.context(turn, before, last), play),
            None => 0.0,
        }
    }

    /// The position before a turn of the opponent's, as a [`Prior`] sees it. `last` is the opponent's previous
    /// move.
    pub(crate) fn context(&self, turn: usize, before: State<B>, last: u16) -> MoveContext {
        let reply = turn.checked_sub(1).and_then(|before| self.turns[before].reply.as_ref());
        let stone = reply.and_then(|reply| reply.stone.as_ref());
        MoveContext {
            size: self.grid.size,
            mover: !self.color,
            turn: turn.saturating_sub(1) as u32,
            movers: self.grid.points(before.theirs),
            others: self.turns[turn].mine_points,
            ko: (before.ko != NOWHERE).then(|| self.grid.point(before.ko)).flatten(),
            last: if last < NOTHING { self.grid.point(last) } else { None },
            answered: stone.and_then(|stone| self.grid.point(stone.point)),
            tries: self.turns[turn].tries,
        }
    }
}
