//! Checks one turn of a history against what the seat heard.
//!
//! The check counts *faults*: announcements that would have been different. A history without faults is
//! consistent. One with few faults is worth repairing.

use crate::history::observed::{
    Call, HalfTurn, NOTHING, ObservedGame, PASS, Refused, Reply, Stone, Told, Turn,
};
use kage_goban::bits::Bits;
use kage_phantom::AtariCalls;

/// No point.
pub(crate) const NOWHERE: u16 = u16::MAX;

/// What changes from turn to turn in a history, before a move of the opponent's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State<B> {
    /// The opponent's stones.
    pub(crate) theirs: B,
    /// The point that simple ko forbids to the opponent.
    pub(crate) ko: u16,
}

/// The result of checking one turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckedTurn<B> {
    /// The opponent's stones after its move.
    pub(crate) middle: B,
    /// The state before the opponent's next move.
    pub(crate) after: State<B>,
    /// The number of faults. Checking stops early where there are more than allowed.
    pub(crate) faults: u32,
}

/// The most faults that a wrong number of stones counts for.
const MOST_FAULTS: u32 = 6;

impl<B: Bits> ObservedGame<B> {
    /// Checks a turn of the opponent's and everything that was heard until its next one. `past` returns the
    /// opponent's stones at an earlier moment.
    #[inline]
    pub(crate) fn check_turn(
        &self,
        turn: &Turn<B>,
        before: State<B>,
        play: u16,
        allowed: u32,
        past: impl Fn(HalfTurn) -> B,
    ) -> CheckedTurn<B> {
        let (middle, my_ko, mut faults) = self.their_move(turn, before, play, allowed, &past);
        let mut after = State { theirs: middle, ko: NOWHERE };
        if faults > allowed {
            return CheckedTurn { middle, after, faults };
        }
        for refused in &turn.refused {
            faults += u32::from(!self.is_refused(turn, refused, middle, my_ko, &past));
        }
        if faults > allowed {
            return CheckedTurn { middle, after, faults };
        }
        if let Some(reply) = &turn.reply {
            let more;
            (after, more) = self.my_move(reply, middle, my_ko, &past);
            faults += more;
        }
        if let Some(half_turns) = &turn.tried {
            faults += u32::from(!self.could_be_refused(after.theirs, half_turns, &past));
        }
        CheckedTurn { middle, after, faults }
    }

    /// The opponent's stones after its move, the point that ko then forbids to the seat, and the faults.
    #[inline]
    fn their_move(
        &self,
        turn: &Turn<B>,
        before: State<B>,
        play: u16,
        allowed: u32,
        past: &impl Fn(HalfTurn) -> B,
    ) -> (B, u16, u32) {
        if play == NOTHING {
            return (before.theirs, NOWHERE, 0);
        }
        if play == PASS {
            return (before.theirs, NOWHERE, self.their_call(turn, before.theirs, NOWHERE));
        }
        if before.theirs.has(play) || turn.mine.has(play) {
            return (before.theirs, NOWHERE, 1);
        }
        let theirs = before.theirs.or(B::of(play));
        let mut faults = u32::from(before.ko == play);
        faults += turn.walls.minus(theirs).count();
        for border in &turn.survivors {
            faults += u32::from(border.minus(theirs).is_none());
        }
        let empty = self.grid.board.minus(turn.mine_after).minus(theirs);
        if turn.walls.is_none() {
            faults += u32::from(!self.grid.breathes(play, theirs, empty));
        } else {
            faults += u32::from(!turn.walls.has(play));
        }
        faults += u32::from(turn.repeats.iter().any(|&half_turn| past(half_turn) == theirs));
        if faults > allowed {
            return (theirs, NOWHERE, faults);
        }
        faults += self.their_call(turn, theirs, play);
        let my_ko = self.my_ko(turn, theirs, play);
        (theirs, my_ko, faults)
    }

    /// The point where the seat may not retake at once after this move of the opponent's.
    pub(crate) fn my_ko(&self, turn: &Turn<B>, theirs: B, play: u16) -> u16 {
        let Some(hole) = turn.hole else { return NOWHERE };
        let beside = self.grid.beside(play);
        let alone = beside.and(theirs).is_none();
        let breath = beside.minus(turn.mine_after).minus(theirs);
        if alone && breath == B::of(hole) { hole } else { NOWHERE }
    }

    fn their_call(&self, turn: &Turn<B>, theirs: B, play: u16) -> u32 {
        let atari = match self.rules.atari {
            AtariCalls::Never => false,
            AtariCalls::New => {
                let near = |border: &&B| play != NOWHERE && border.has(play);
                turn.borders.iter().filter(near).any(|border| border.minus(theirs).count() == 1)
            }
            AtariCalls::Every => self.any_atari(&turn.borders, turn.mine_after, theirs),
        };
        call_faults(&turn.call, atari, theirs)
    }

    /// Is any chain of either side in atari?
    fn any_atari(&self, borders: &[B], mine: B, theirs: B) -> bool {
        if borders.iter().any(|border| border.minus(theirs).count() == 1) {
            return true;
        }
        let empty = self.grid.board.minus(mine).minus(theirs);
        // Most chains have a stone with two liberties of its own. They need no counting.
        let safe = self.grid.flood(empty.near_two(&self.grid), theirs);
        let mut others = self.grid.regions(theirs.minus(safe));
        others.any(|chain| chain.near(&self.grid).and(empty).count() == 1)
    }

    fn is_refused(
        &self,
        turn: &Turn<B>,
        refused: &Refused<B>,
        theirs: B,
        my_ko: u16,
        past: &impl Fn(HalfTurn) -> B,
    ) -> bool {
        if theirs.has(refused.point) {
            return refused.stone;
        }
        let mine = turn.mine_after.or(B::of(refused.point));
        let closed = refused.border.minus(theirs).is_none();
        if closed && self.taken(refused.point, mine, theirs).is_none() {
            return refused.suicide;
        }
        if !refused.ko {
            return false;
        }
        if my_ko == refused.point {
            return true;
        }
        if refused.repeats.is_empty() {
            return false;
        }
        let left = theirs.minus(self.taken(refused.point, mine, theirs));
        refused.repeats.iter().any(|&half_turn| past(half_turn) == left)
    }

    /// The opponent's stones that the seat's new stone captures. `mine` includes that stone.
    #[inline]
    fn taken(&self, stone: u16, mine: B, theirs: B) -> B {
        let mut beside = self.grid.beside(stone).and(theirs);
        if beside.is_none() {
            return B::NONE;
        }
        let empty = self.grid.board.minus(mine).minus(theirs);
        let mut taken = B::NONE;
        while let Some(next) = beside.first() {
            if self.grid.breathes(next, theirs, empty) {
                beside = beside.minus(B::of(next));
                continue;
            }
            let chain = self.grid.flood(B::of(next), theirs);
            taken = taken.or(chain);
            beside = beside.minus(chain);
        }
        taken
    }

    /// The state after the seat's own move, and the faults.
    #[inline]
    fn my_move(
        &self,
        reply: &Reply<B>,
        theirs: B,
        my_ko: u16,
        past: &impl Fn(HalfTurn) -> B,
    ) -> (State<B>, u32) {
        let Some(stone) = &reply.stone else {
            return (State { theirs, ko: NOWHERE }, self.my_call(reply, theirs, None));
        };
        let mut faults = u32::from(theirs.has(stone.point)) + u32::from(my_ko == stone.point);
        let theirs = theirs.minus(B::of(stone.point));
        let taken = self.taken(stone.point, reply.mine, theirs);
        faults += taken_faults(stone, taken);
        if taken.is_none() {
            faults += u32::from(stone.border.minus(theirs).is_none());
        }
        let theirs = theirs.minus(taken);
        faults += u32::from(stone.repeats.iter().any(|&half_turn| past(half_turn) == theirs));
        faults += self.my_call(reply, theirs, Some(stone.point));
        let is_ko = |hole: &u16| stone.alone && stone.border.minus(theirs) == B::of(*hole);
        let hole = taken.first().filter(|_| taken.count() == 1);
        (State { theirs, ko: hole.filter(is_ko).unwrap_or(NOWHERE) }, faults)
    }

    fn my_call(&self, reply: &Reply<B>, theirs: B, stone: Option<u16>) -> u32 {
        let atari = match (self.rules.atari, stone) {
            (AtariCalls::Never, _) | (AtariCalls::New, None) => false,
            (AtariCalls::New, Some(stone)) => {
                let empty = self.grid.board.minus(reply.mine).minus(theirs);
                let beside = self.grid.beside(stone).and(theirs);
                beside.places().any(|next| {
                    let chain = self.grid.flood(B::of(next), theirs);
                    chain.near(&self.grid).and(empty).count() == 1
                })
            }
            (AtariCalls::Every, _) => self.any_atari(&reply.borders, reply.mine, theirs),
        };
        call_faults(&reply.call, atari, theirs)
    }

    /// Is any point without an opponent's stone illegal for the opponent, on a board without stones of the
    /// seat's? Filling the last empty point is suicide, and superko forbids a board that was there before.
    fn could_be_refused(
        &self,
        theirs: B,
        half_turns: &[HalfTurn],
        past: &impl Fn(HalfTurn) -> B,
    ) -> bool {
        let comes_back = |&half_turn: &HalfTurn| {
            let then = past(half_turn);
            theirs.minus(then).is_none() && then.minus(theirs).count() == 1
        };
        self.grid.board.minus(theirs).count() == 1 || half_turns.iter().any(comes_back)
    }
}

fn call_faults<B: Bits>(call: &Call, atari: bool, theirs: B) -> u32 {
    let count = call.count.map_or(0, |count| count.abs_diff(theirs.count()).min(MOST_FAULTS));
    u32::from(call.atari != atari) + count
}

fn taken_faults<B: Bits>(stone: &Stone<B>, taken: B) -> u32 {
    let mut faults = stone.taken.abs_diff(taken.count());
    if let Told::Among(among, told) = stone.told {
        let there = taken.and(among);
        faults += there.minus(told).count() + told.minus(there).count();
    }
    faults.min(MOST_FAULTS)
}
