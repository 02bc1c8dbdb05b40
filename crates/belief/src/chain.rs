//! One world that changes step by step, so that in the long run it is every world as often as it
//! is likely.
//!
//! A step is Metropolis and Hastings's: a change of their moves is proposed, the turns from there on
//! are judged anew, and the change is kept or dropped so that the right share of time is spent in
//! each world. A change is judged only until it meets the old world again.

use crate::dice::Dice;
use crate::features::SIZE;
use crate::judge::{NOWHERE, State};
use crate::prior::{Moment, Prior};
use crate::story::{NOTHING, PASS, Story};
use kage_goban::bits::Bits;

/// A world as it stands, with all that was found when it was judged.
#[derive(Clone, Debug)]
pub(crate) struct Chain<B> {
    /// Their moves, one a turn of the story.
    pub(crate) plays: Vec<u16>,
    /// How things stood before each turn, and at the end.
    pub(crate) states: Vec<State<B>>,
    /// Their stones after each move.
    pub(crate) middles: Vec<B>,
    pub(crate) faults: Vec<u32>,
    pub(crate) total: u32,
    /// The logarithm of the prior's factor of each turn.
    weights: Vec<f64>,
    /// How many of the plays are on each place.
    used: Vec<u8>,
}

/// A change that is being judged. The first turn that differs, the last that was chosen anew, and
/// what would be written into the chain.
#[derive(Clone, Debug)]
pub(crate) struct Draft<B> {
    pub(crate) first: usize,
    pub(crate) last: usize,
    pub(crate) plays: Vec<u16>,
    pub(crate) states: Vec<State<B>>,
    middles: Vec<B>,
    faults: Vec<u32>,
    weights: Vec<f64>,
}

/// A change that was judged to its end: where it met the old world again, and the faults of the new one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdict {
    pub(crate) end: usize,
    pub(crate) total: u32,
}

impl<B: Bits> Draft<B> {
    pub(crate) fn new() -> Draft<B> {
        Draft {
            first: 0,
            last: 0,
            plays: Vec::new(),
            states: Vec::new(),
            middles: Vec::new(),
            faults: Vec::new(),
            weights: Vec::new(),
        }
    }

    /// Makes room for a story.
    pub(crate) fn fit(&mut self, story: &Story<B>) {
        let turns = story.turns.len();
        self.plays.resize(turns, NOTHING);
        self.states.resize(turns + 1, State { theirs: B::NONE, ko: NOWHERE });
        self.middles.resize(turns, B::NONE);
        self.faults.resize(turns, 0);
        self.weights.resize(turns, 0.0);
    }
}

impl<B: Bits> Chain<B> {
    /// The world before anything was heard.
    pub(crate) fn new(story: &Story<B>) -> Chain<B> {
        Chain {
            plays: Vec::new(),
            states: vec![State { theirs: story.theirs, ko: NOWHERE }],
            middles: Vec::new(),
            faults: Vec::new(),
            total: 0,
            weights: Vec::new(),
            used: vec![0; story.grid.places()],
        }
    }

    /// Does it sound exactly like the game?
    pub(crate) fn fits(&self) -> bool {
        self.total == 0
    }

    /// How many turns put a stone on this place.
    pub(crate) fn used_on(&self, place: u16) -> u8 {
        self.used.get(usize::from(place)).copied().unwrap_or(0)
    }

    /// Is a stone put on this place in a turn other than these, so that no other can be?
    pub(crate) fn is_taken(&self, story: &Story<B>, place: u16, but: &[usize]) -> bool {
        if place >= NOTHING || story.reusable.has(place) {
            return false;
        }
        let own = but.iter().filter(|&&turn| self.plays[turn] == place).count();
        usize::from(self.used[usize::from(place)]) > own
    }

    /// Judges the world from a turn on, whatever it was before.
    pub(crate) fn judge_from(&mut self, story: &Story<B>, prior: &impl Prior, first: usize) {
        let turns = story.turns.len().min(self.plays.len());
        self.states.resize(turns + 1, self.states[0]);
        self.middles.resize(turns, B::NONE);
        self.faults.resize(turns, 0);
        self.weights.resize(turns, 0.0);
        for turn in first..turns {
            let (before, play) = (self.states[turn], self.plays[turn]);
            let last = self.last(turn);
            self.weights[turn] = story.weight(prior, turn, before, last, play);
            let past = |moment: u32| self.past(moment);
            let judged = story.judge(&story.turns[turn], before, play, u32::MAX, past);
            self.middles[turn] = judged.middle;
            self.states[turn + 1] = judged.after;
            self.faults[turn] = judged.faults;
        }
        self.total = self.faults.iter().sum();
        self.used.fill(0);
        for &play in self.plays.iter().filter(|&&play| play < NOTHING) {
            self.used[usize::from(play)] += 1;
        }
    }

    #[inline]
    fn past(&self, moment: u32) -> B {
        let turn = (moment / 2) as usize;
        if moment.is_multiple_of(2) { self.states[turn].theirs } else { self.middles[turn] }
    }

    /// What was played in the turn before.
    pub(crate) fn last(&self, turn: usize) -> u16 {
        turn.checked_sub(1).map_or(NOTHING, |before| self.plays[before])
    }

    /// Judges a change. `None` if it has more faults than allowed. `pick` says what is played in
    /// the turns from the first to the last.
    #[inline]
    pub(crate) fn judge_draft(
        &self,
        story: &Story<B>,
        prior: &impl Prior,
        draft: &mut Draft<B>,
        allowed: u32,
        mut pick: impl FnMut(&Draft<B>, usize, State<B>) -> Option<u16>,
    ) -> Option<Verdict> {
        let (first, last) = (draft.first, draft.last);
        let mut total: u32 = if self.total == 0 { 0 } else { self.faults[..first].iter().sum() };
        let mut state = self.states[first];
        let changed = last + reach(story, prior);
        let mut turn = first;
        while turn < story.turns.len() {
            if turn > changed && !story.remembers && state == self.states[turn] {
                break;
            }
            let play = if turn <= last { pick(draft, turn, state)? } else { self.plays[turn] };
            draft.plays[turn] = play;
            let left = allowed.checked_sub(total)?;
            let past = |moment: u32| {
                let then = (moment / 2) as usize;
                let odd = !moment.is_multiple_of(2);
                match (then > first, odd) {
                    (true, false) => draft.states[then].theirs,
                    (false, true) if then == first => draft.middles[then],
                    (true, true) => draft.middles[then],
                    (false, _) => self.past(moment),
                }
            };
            let judged = story.judge(&story.turns[turn], state, play, left, past);
            total += judged.faults;
            if total > allowed {
                return None;
            }
            draft.middles[turn] = judged.middle;
            draft.faults[turn] = judged.faults;
            state = judged.after;
            turn += 1;
            draft.states[turn] = state;
        }
        if self.total > 0 {
            total += self.faults[turn..].iter().sum::<u32>();
        }
        (total <= allowed).then_some(Verdict { end: turn, total })
    }

    /// How much likelier the prior makes a change that was judged: a logarithm.
    pub(crate) fn weigh(
        &self,
        story: &Story<B>,
        prior: &impl Prior,
        draft: &mut Draft<B>,
        end: usize,
    ) -> f64 {
        if story.is_flat(prior) {
            return 0.0;
        }
        let (first, changed) = (draft.first, draft.last + reach(story, prior));
        let mut gain = 0.0;
        for turn in first..end {
            let (state, last) = if turn > first {
                (draft.states[turn], draft.plays[turn - 1])
            } else {
                (self.states[turn], self.last(turn))
            };
            let (old, play) = (self.states[turn].theirs, draft.plays[turn]);
            let moved = state.theirs.minus(old).or(old.minus(state.theirs));
            draft.weights[turn] = if turn <= changed || story.sees(prior, play, moved) {
                story.weight(prior, turn, state, last, play)
            } else {
                self.weights[turn]
            };
            gain += draft.weights[turn] - self.weights[turn];
        }
        gain
    }

    /// Makes the change.
    pub(crate) fn keep(&mut self, draft: &Draft<B>, verdict: &Verdict, flat: bool) {
        let (first, last, end) = (draft.first, draft.last, verdict.end);
        for turn in first..=last {
            let (old, new) = (self.plays[turn], draft.plays[turn]);
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
        self.states[first + 1..=end].copy_from_slice(&draft.states[first + 1..=end]);
        self.middles[first..end].copy_from_slice(&draft.middles[first..end]);
        if self.total + verdict.total > 0 {
            self.faults[first..end].copy_from_slice(&draft.faults[first..end]);
        }
        if !flat {
            self.weights[first..end].copy_from_slice(&draft.weights[first..end]);
        }
        self.total = verdict.total;
    }

    /// One more turn was heard: guesses the move.
    pub(crate) fn extend(&mut self, story: &Story<B>, prior: &impl Prior, dice: &mut Dice) {
        let turn = self.plays.len();
        let best = match story.turns[turn].known {
            Some(known) => Some(known),
            None if story.is_learned(prior) => self.likely(story, prior, turn, dice),
            None => self.fitting(story, turn, dice),
        };
        // A turn without a possible move gets an impossible one, which is a fault to be mended.
        let fallback = story.turns[turn].places.first().copied().unwrap_or(PASS);
        self.plays.push(best.unwrap_or(fallback));
        self.judge_from(story, prior, turn);
    }

    /// A move for the turn that was just heard: one that fits, if any of a few does.
    fn fitting(&self, story: &Story<B>, turn: usize, dice: &mut Dice) -> Option<u16> {
        const GUESSES: u32 = 12;
        let mut best: Option<(u32, u16)> = None;
        for _ in 0..GUESSES {
            let Some(play) = story.guess(turn, self.states[turn], dice) else { break };
            let faults = self.faults_of(story, turn, play);
            if best.is_none_or(|(fewest, _)| faults < fewest) {
                best = Some((faults, play));
            }
            if faults == 0 {
                break;
            }
        }
        best.map(|(_, play)| play)
    }

    /// A move for the turn that was just heard: drawn by the prior from all that fit. If none does,
    /// one of those with the fewest faults.
    fn likely(
        &self,
        story: &Story<B>,
        prior: &impl Prior,
        turn: usize,
        dice: &mut Dice,
    ) -> Option<u16> {
        let heard = &story.turns[turn];
        let (before, last) = (self.states[turn], self.last(turn));
        let mut fewest = u32::MAX;
        let mut found: Vec<(u16, f64)> = Vec::new();
        let mut sum = 0.0;
        for play in heard.places.iter().copied().chain(heard.pass.then_some(PASS)) {
            let faults = self.faults_of(story, turn, play);
            if faults < fewest {
                (fewest, sum) = (faults, 0.0);
                found.clear();
            }
            if faults == fewest {
                sum += story.weight(prior, turn, before, last, play).exp();
                found.push((play, sum));
            }
        }
        let at = dice.unit() * sum;
        found.iter().find(|(_, sum)| *sum >= at).map(|(play, _)| *play)
    }

    /// The faults of the turn that was just heard, with this move.
    fn faults_of(&self, story: &Story<B>, turn: usize, play: u16) -> u32 {
        let past = |moment: u32| self.past_so_far(moment);
        story.judge(&story.turns[turn], self.states[turn], play, u32::MAX, past).faults
    }

    /// As `past`, while the last turn has no move yet.
    fn past_so_far(&self, moment: u32) -> B {
        let turn = (moment / 2) as usize;
        match self.middles.get(turn) {
            Some(&middle) if !moment.is_multiple_of(2) => middle,
            _ => self.states[turn].theirs,
        }
    }
}

/// How many turns after a change are weighed anew, whatever became of the stones: a prior looks back at the
/// turn before.
fn reach<B: Bits>(story: &Story<B>, prior: &impl Prior) -> usize {
    usize::from(!story.is_flat(prior))
}

impl<B: Bits> Story<B> {
    /// May the factor of a move depend on whether these places have stones of theirs?
    fn sees(&self, prior: &impl Prior, play: u16, moved: B) -> bool {
        prior.learned().is_none() || self.outlook.sees(play, moved)
    }

    /// Are moves weighed by a learned prior that knows this board?
    pub(crate) fn is_learned(&self, prior: &impl Prior) -> bool {
        prior.learned().is_some() && self.grid.size == SIZE
    }

    /// Are all moves equally likely here? What was learned is of boards of one size.
    pub(crate) fn is_flat(&self, prior: &impl Prior) -> bool {
        prior.is_flat() || (prior.learned().is_some() && self.grid.size != SIZE)
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
        if let Some(learned) = prior.learned() {
            return self.outlook.log_weight(learned, turn, before.theirs, last, play);
        }
        match self.play(play) {
            Some(play) => prior.log_weight(&self.moment(turn, before, last), play),
            None => 0.0,
        }
    }

    /// How things stood before a turn of theirs, for who knows nothing of stories. `last` is what
    /// they played in the turn before.
    pub(crate) fn moment(&self, turn: usize, before: State<B>, last: u16) -> Moment {
        let reply = turn.checked_sub(1).and_then(|before| self.turns[before].reply.as_ref());
        let stone = reply.and_then(|reply| reply.stone.as_ref());
        Moment {
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
