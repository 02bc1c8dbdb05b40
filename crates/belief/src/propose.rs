//! Changes to a world: one stone elsewhere, two turns exchanged, a stone stolen from another turn,
//! a few turns drawn anew.
//!
//! Each says how likely it was to be proposed, against its reverse, so that steps are fair.

use crate::chain::{Chain, Draft, Verdict};
use crate::dice::Dice;
use crate::judge::State;
use crate::prior::Prior;
use crate::story::{Doubt, NOTHING, PASS, Story};
use kage_goban::bits::Bits;

/// How freely a world may have faults on the way from one to the next.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Temper {
    /// Not at all.
    Strict,
    /// A fault makes a world less likely by this much (a logarithm). Steps need not be fair, as
    /// long as faults become fewer.
    Mend(f64),
}

/// What a step has at hand: what was heard, what is held likely, room for a change, and dice.
pub(crate) struct Walk<'a, B, P> {
    pub(crate) story: &'a Story<B>,
    pub(crate) prior: &'a P,
    pub(crate) draft: &'a mut Draft<B>,
    pub(crate) dice: &'a mut Dice,
    pub(crate) temper: Temper,
}

/// Worlds whose chances differ by less than this are alike: sums come out a little different in
/// another order, and that must not decide whether dice are thrown.
const TIE: f64 = 1e-9;
/// The most faults that a single step may add.
const LEAP: u32 = 2;
/// Guesses for a turn: how much likelier a point is where a stone stood later, and one that the old
/// world had in the same window.
const WANTED: f64 = 4.0;
const REUSED: f64 = 12.0;

/// What is changed most often, in hundredths: the rest are windows.
const RELOCATE: usize = 30;
const SWAP: usize = 20;
const STEAL: usize = 15;
const DOUBT: usize = 25;

impl<B: Bits> Story<B> {
    /// A plausible move of theirs in a turn.
    pub(crate) fn guess(&self, turn: usize, state: State<B>, dice: &mut Dice) -> Option<u16> {
        self.draw(turn, state, B::NONE, dice).map(|(play, _)| play)
    }

    /// Draws a move for a turn, and the logarithm of its chance.
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
        Some((play, odds.log_chance(play)))
    }

    fn odds(&self, turn: usize, state: State<B>, reuse: B) -> Odds<B> {
        let turn = &self.turns[turn];
        let free = turn.allowed.minus(state.theirs);
        Odds { free, wanted: free.and(turn.wanted), reused: free.and(reuse), pass: turn.pass }
    }
}

/// The chances of the moves of a turn.
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

    /// The logarithm of a move's chance.
    fn log_chance(&self, play: u16) -> f64 {
        let weight = if play == PASS {
            f64::from(u8::from(self.pass))
        } else {
            let share = |set: B, each: f64| if set.has(play) { each } else { 0.0 };
            share(self.free, 1.0) + share(self.wanted, WANTED) + share(self.reused, REUSED)
        };
        (weight / self.sum()).ln()
    }
}

impl<B: Bits> Chain<B> {
    /// One fair step. Says whether the world changed.
    pub(crate) fn step(&mut self, walk: &mut Walk<'_, B, impl Prior>) -> bool {
        let story = walk.story;
        let kind = walk.dice.below(100);
        let doubtful = (RELOCATE + SWAP + STEAL..RELOCATE + SWAP + STEAL + DOUBT).contains(&kind);
        if kind < RELOCATE || doubtful && story.doubts.is_empty() {
            let hinted = story.is_learned(walk.prior) && kind.is_multiple_of(2);
            if hinted { self.relocate_by_odds(walk) } else { self.relocate(walk) }
        } else if kind < RELOCATE + SWAP {
            self.swap(walk)
        } else if kind < RELOCATE + SWAP + STEAL {
            self.steal(walk)
        } else if doubtful {
            self.doubt(walk)
        } else {
            self.redraw(walk)
        }
    }

    /// One stone elsewhere, or a pass for a stone.
    fn relocate(&mut self, walk: &mut Walk<'_, B, impl Prior>) -> bool {
        let story = walk.story;
        let Some(turn) = walk.dice.pick(&story.open).map(usize::from) else { return false };
        let Some(play) = self.free_choice(story, turn, &[turn], NOTHING, walk.dice) else {
            return false;
        };
        if play == self.plays[turn] {
            return false;
        }
        (walk.draft.first, walk.draft.last) = (turn, turn);
        walk.draft.plays[turn] = play;
        self.decide(walk, 0.0)
    }

    /// One stone elsewhere, where the prior would have it.
    fn relocate_by_odds(&mut self, walk: &mut Walk<'_, B, impl Prior>) -> bool {
        let story = walk.story;
        let Some(turn) = walk.dice.pick(&story.open).map(usize::from) else { return false };
        let old = self.plays[turn];
        let places = &story.turns[turn].places;
        let Some(play) = story.outlook.draw(turn, places, walk.dice) else { return false };
        if play == old || !story.turns[turn].allowed.has(old) || self.is_taken(story, play, &[turn])
        {
            return false;
        }
        (walk.draft.first, walk.draft.last) = (turn, turn);
        walk.draft.plays[turn] = play;
        let log_ratio = story.outlook.log_odds(turn, old) - story.outlook.log_odds(turn, play);
        self.decide(walk, log_ratio)
    }

    /// A move for a turn, evenly among those allowed that no other turn has, nor `not`.
    fn free_choice(
        &self,
        story: &Story<B>,
        turn: usize,
        but: &[usize],
        not: u16,
        dice: &mut Dice,
    ) -> Option<u16> {
        let heard = &story.turns[turn];
        let is_free = |play: u16| {
            (play != not || story.reusable.has(play)) && !self.is_taken(story, play, but)
        };
        for _ in 0..8 {
            let choice = dice.below(heard.choices());
            let play = heard.places.get(choice).copied().unwrap_or(PASS);
            if is_free(play) {
                return Some(play);
            }
        }
        // Most are taken: look through them all.
        let pass = heard.pass.then_some(PASS);
        let free = || heard.places.iter().copied().filter(|&play| is_free(play)).chain(pass);
        free().nth(dice.below(free().count()))
    }

    /// Two turns exchanged.
    fn swap(&mut self, walk: &mut Walk<'_, B, impl Prior>) -> bool {
        let story = walk.story;
        let Some((one, two)) = pair(story, walk.dice) else { return false };
        let (first, last) = (one.min(two), one.max(two));
        let (a, b) = (self.plays[first], self.plays[last]);
        if a == b || !story.turns[first].allows(b) || !story.turns[last].allows(a) {
            return false;
        }
        (walk.draft.first, walk.draft.last) = (first, last);
        walk.draft.plays[first..=last].copy_from_slice(&self.plays[first..=last]);
        (walk.draft.plays[first], walk.draft.plays[last]) = (b, a);
        self.decide(walk, 0.0)
    }

    /// One turn takes another's point, and that one goes elsewhere.
    fn steal(&mut self, walk: &mut Walk<'_, B, impl Prior>) -> bool {
        let story = walk.story;
        let Some((thief, owner)) = pair(story, walk.dice) else { return false };
        let point = self.plays[owner];
        if point >= NOTHING || point == self.plays[thief] || !story.turns[thief].allows(point) {
            return false;
        }
        let both = [thief, owner];
        let Some(play) = self.free_choice(story, owner, &both, point, walk.dice) else {
            return false;
        };
        if play == point {
            return false;
        }
        let (first, last) = (thief.min(owner), thief.max(owner));
        (walk.draft.first, walk.draft.last) = (first, last);
        walk.draft.plays[first..=last].copy_from_slice(&self.plays[first..=last]);
        (walk.draft.plays[thief], walk.draft.plays[owner]) = (point, play);
        let there = self.free_choices(story, owner, &both, point);
        let back = self.free_choices(story, thief, &both, point);
        self.decide(walk, (there / back).ln())
    }

    /// A refused point that may have been an eye of theirs: its stone goes elsewhere, or to the
    /// walls of the eye; or a stone comes from there. Other changes find this too, but seldom.
    fn doubt(&mut self, walk: &mut Walk<'_, B, impl Prior>) -> bool {
        let story = walk.story;
        let at = walk.dice.below(story.doubts.len());
        let Some(doubt) = story.doubts.get(at) else { return false };
        let leaves = self.used_on(doubt.point) > 0;
        if walk.dice.below(2) == 0 {
            return self.doubt_two(walk, doubt);
        }
        let to_wall = walk.dice.below(2) == 0;
        let wall = if to_wall { walk.dice.pick(&doubt.walls) } else { None };
        let turn = match (leaves, to_wall) {
            (true, _) => self.turn_of(doubt.point),
            (false, true) => wall.and_then(|wall| self.turn_of(wall)),
            (false, false) => walk.dice.pick(&doubt.turns).map(usize::from),
        };
        let Some(turn) = turn.filter(|&turn| story.turns[turn].allows(doubt.point)) else {
            return false;
        };
        let play = match (leaves, to_wall) {
            (false, _) => Some(doubt.point),
            (true, true) => wall,
            (true, false) => self.free_choice(story, turn, &[turn], NOTHING, walk.dice),
        };
        let Some(play) = play.filter(|&play| play != self.plays[turn]) else { return false };
        // The point that is not the doubtful one must be this turn's alone, before or after.
        let (other, alone) = if leaves { (play, 0) } else { (self.plays[turn], 1) };
        let is_alone = other == PASS || self.used_on(other) == alone;
        if !is_alone || !story.turns[turn].allows(other) || self.used_on(doubt.point) > 1 {
            return false;
        }
        (walk.draft.first, walk.draft.last) = (turn, turn);
        walk.draft.plays[turn] = play;
        let share = |count: usize| if count > 0 { 0.5 / count as f64 } else { 0.0 };
        let is_wall = doubt.walls.contains(&other);
        let by_wall = if is_wall { share(doubt.walls.len()) } else { 0.0 };
        let leaving = 0.5 / self.free_choices(story, turn, &[turn], NOTHING) + by_wall;
        let coming = share(doubt.turns.len()) + by_wall;
        let log_ratio = if leaves { (coming / leaving).ln() } else { (leaving / coming).ln() };
        self.decide(walk, log_ratio)
    }

    /// The same with two walls at once: the stone of the doubtful point and another make them both,
    /// or one of two that stand there comes to the point and the other goes elsewhere.
    fn doubt_two(&mut self, walk: &mut Walk<'_, B, impl Prior>, doubt: &Doubt) -> bool {
        let story = walk.story;
        let (point, open) = (doubt.point, story.open.len());
        let (Some(one), Some(two)) = (walk.dice.pick(&doubt.walls), walk.dice.pick(&doubt.walls))
        else {
            return false;
        };
        let leaves = self.used_on(point) > 0;
        let there = u8::from(!leaves);
        let fits = [one, two].iter().all(|&wall| self.used_on(wall) == there);
        if one == two || !fits || self.used_on(point) > 1 {
            return false;
        }
        let turns = if leaves {
            self.turn_of(point).zip(walk.dice.pick(&story.open).map(usize::from))
        } else {
            self.turn_of(one).zip(self.turn_of(two))
        };
        let Some((first, second)) = turns.filter(|(first, second)| first != second) else {
            return false;
        };
        let both = [first, second];
        let (play, other) = if leaves {
            (one, Some(two))
        } else {
            (point, self.free_choice(story, second, &both, point, walk.dice))
        };
        let Some(other) = other else { return false };
        // What the second turn gives up or gets must be its own, so that the way back is the same.
        let free = if leaves { self.plays[second] } else { other };
        let own = free == PASS || self.used_on(free) == u8::from(leaves);
        let allowed = story.turns[first].allows(play) && story.turns[second].allows(other);
        if !own || !allowed || !story.turns[first].allows(self.plays[first]) {
            return false;
        }
        let (start, end) = (first.min(second), first.max(second));
        (walk.draft.first, walk.draft.last) = (start, end);
        walk.draft.plays[start..=end].copy_from_slice(&self.plays[start..=end]);
        (walk.draft.plays[first], walk.draft.plays[second]) = (play, other);
        let choices = self.free_choices(story, second, &both, point);
        let log_ratio = (open as f64 / choices).ln();
        let log_ratio = if leaves { log_ratio } else { -log_ratio };
        self.decide(walk, log_ratio)
    }

    /// The turn whose stone is on a point, the first if there are several.
    fn turn_of(&self, point: u16) -> Option<usize> {
        self.plays.iter().position(|&play| play == point)
    }

    /// Among how many moves [`free_choice`](Self::free_choice) chooses.
    fn free_choices(&self, story: &Story<B>, turn: usize, but: &[usize], not: u16) -> f64 {
        let heard = &story.turns[turn];
        let is_free = |place: &&u16| {
            (**place != not || story.reusable.has(not)) && !self.is_taken(story, **place, but)
        };
        let places = heard.places.iter().filter(is_free).count();
        (places + usize::from(heard.pass)) as f64
    }

    /// A few turns in a row drawn anew; now and then all of them.
    fn redraw(&mut self, walk: &mut Walk<'_, B, impl Prior>) -> bool {
        let story = walk.story;
        let Some((first, last)) = window(story, walk.dice) else { return false };
        (walk.draft.first, walk.draft.last) = (first, last);
        let reuse = points_of::<B>(&self.plays[first..=last]);
        let mut there = 0.0;
        let dice = &mut *walk.dice;
        let pick = |_: &Draft<B>, turn: usize, state: State<B>| {
            if let Some(known) = story.turns[turn].known {
                return Some(known);
            }
            let (play, chance) = story.draw(turn, state, reuse, dice)?;
            there += chance;
            Some(play)
        };
        let allowed = self.most_faults(walk.temper);
        let judged = self.judge_draft(story, walk.prior, walk.draft, allowed, pick);
        let Some(verdict) = judged else { return false };
        let reuse = points_of::<B>(&walk.draft.plays[first..=last]);
        let back: f64 = (first..=last)
            .filter(|&turn| story.turns[turn].known.is_none())
            .map(|turn| story.odds(turn, self.states[turn], reuse).log_chance(self.plays[turn]))
            .sum();
        self.accept(walk, &verdict, back - there)
    }

    /// Judges a change whose moves are all in the draft, and makes it if it is fair to.
    pub(crate) fn decide(&mut self, walk: &mut Walk<'_, B, impl Prior>, log_ratio: f64) -> bool {
        let allowed = self.most_faults(walk.temper);
        let pick = |draft: &Draft<B>, turn: usize, _: State<B>| Some(draft.plays[turn]);
        match self.judge_draft(walk.story, walk.prior, walk.draft, allowed, pick) {
            Some(verdict) => self.accept(walk, &verdict, log_ratio),
            None => false,
        }
    }

    fn most_faults(&self, temper: Temper) -> u32 {
        match temper {
            Temper::Strict => 0,
            Temper::Mend(_) => self.total + LEAP,
        }
    }

    fn accept(
        &mut self,
        walk: &mut Walk<'_, B, impl Prior>,
        verdict: &Verdict,
        log_ratio: f64,
    ) -> bool {
        let gain = self.weigh(walk.story, walk.prior, walk.draft, verdict.end);
        let mut log_chance = log_ratio + gain;
        if let Temper::Mend(each) = walk.temper {
            log_chance += each * (f64::from(self.total) - f64::from(verdict.total));
        }
        if log_chance < -TIE && walk.dice.unit().ln() > log_chance {
            return false;
        }
        self.keep(walk.draft, verdict, walk.story.is_flat(walk.prior));
        true
    }
}

/// Two different open turns.
fn pair<B: Bits>(story: &Story<B>, dice: &mut Dice) -> Option<(usize, usize)> {
    let (one, two) = (dice.pick(&story.open)?, dice.pick(&story.open)?);
    (one != two).then_some((usize::from(one), usize::from(two)))
}

/// The turns of a window, chosen without regard to the world.
fn window<B: Bits>(story: &Story<B>, dice: &mut Dice) -> Option<(usize, usize)> {
    const SHORT: usize = 6;
    let (&start, &end) = (story.open.first()?, story.open.last()?);
    let (start, end) = (usize::from(start), usize::from(end));
    if end - start < 12 && dice.below(4) == 0 {
        return Some((start, end));
    }
    let first = dice.pick(&story.open).map(usize::from)?;
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
