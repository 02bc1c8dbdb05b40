//! The reasoning of a view: what a refusal may mean, what a capture proves, what grows old.
//!
//! Every conclusion here is certain, whatever the hidden stones are: the tests check each against
//! the truth of many games. Guesses belong to `kage-belief`.

mod atari;
mod capture;
mod placements;
mod recent;
mod refusals;
mod standing;

pub(crate) use atari::Call;
pub(crate) use recent::RecentMoves;
pub(crate) use refusals::{OpenRefusal, Refusals};
pub(crate) use standing::Changes;

use crate::{
    Causes, HearingError, NoSuicide, ReasonTold, Refusal, Refused, StoneCount, Taken, View,
};
use capture::ReadCapture;
use kage_goban::{ByColor, KoRule, Move, Point, PointSet};

/// What follows from what is known.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Deduced {
    stones: PointSet,
    empty: PointSet,
}

impl View {
    /// A try of mine was refused. Was something learned from which more may follow?
    pub(crate) fn hear_refused(&mut self, point: Point, reason: Option<Refusal>) -> bool {
        self.tried.push(point);
        if reason == Some(Refusal::OpponentStone) {
            self.shown.insert(point);
        }
        if self.mine.contains(point) || self.theirs.contains(point) {
            return false;
        }
        let causes = match reason {
            Some(Refusal::OwnStone) => return false,
            Some(told) => told_cause(told),
            None => self.possible_causes(point),
        };
        if !causes.suicide && !causes.ko {
            self.know_theirs(PointSet::of(point));
            return true;
        }
        // Only what was either a stone or suicide is judged by its walls.
        let walls =
            if causes.suicide && !causes.ko { self.suicide_walls(point) } else { PointSet::EMPTY };
        if !causes.stone {
            self.know_empty(PointSet::of(point));
            if !causes.ko {
                self.know_theirs(walls);
            }
        }
        let refused = Refused { at: self.moves, causes };
        self.refusals.keep(OpenRefusal { point, refused, walls });
        !causes.stone || self.tries_all_ways()
    }

    /// A move of mine stands.
    pub(crate) fn hear_accepted(
        &mut self,
        play: Move,
        taken: &Taken,
        atari: bool,
    ) -> Result<(), HearingError> {
        if let Move::Play(point) = play {
            let read = self.read_capture(point, taken).ok_or(HearingError::NoSuchCapture)?;
            // It was empty until now, which may say what an earlier refusal meant.
            if !self.empty.contains(point) {
                self.know_empty(PointSet::of(point));
            }
            self.hear_taken(taken.number, read);
            self.empty.remove(point);
            self.mine.insert(point);
            self.changes.came.insert(point);
            self.note_own_room(point);
        }
        self.call = self.call.then_mine(play, atari);
        self.tried.clear();
        self.ko_hole = None;
        self.end_turn();
        Ok(())
    }

    /// They moved, or passed, and took these stones of mine.
    pub(crate) fn hear_moved(&mut self, passed: bool, lost: PointSet, atari: bool) {
        if !passed {
            self.recent.begin(self.mine | self.empty);
        }
        self.mine -= lost;
        self.roomy &= self.mine;
        self.call = Call::Theirs { atari };
        self.lost += lost.len() as u32;
        self.ko_hole = lost.single();
        let border = lost.neighbors(self.size) - lost;
        if !passed {
            // A capture is made from the border of what it takes, so elsewhere nothing changed.
            let near = if lost.is_empty() { PointSet::board(self.size) } else { border };
            let changed =
                (self.empty & near & self.note_their_call(atari, self.empty)) - self.breaths;
            for point in changed {
                self.was_empty.set(point, self.moves);
            }
            self.empty -= changed;
            self.their_stones.at_most += 1;
            self.their_stones.exact &= self.announces_passes() || !lost.is_empty();
        }
        if !lost.is_empty() {
            self.recent.came_among(border);
            self.know_theirs(border);
            self.know_empty(lost);
            self.changes.left |= lost;
        }
        self.end_turn();
    }

    /// Both sides' stones were counted aloud.
    pub(crate) fn hear_counts(&mut self, stones: Option<ByColor<u32>>) {
        if let Some(stones) = stones {
            self.their_stones = StoneCount { at_most: stones[!self.color], exact: true };
        }
    }

    /// Draws every conclusion from what is known now.
    pub(crate) fn conclude(&mut self) {
        loop {
            self.find_breaths();
            let open = PointSet::board(self.size) - self.mine - self.theirs - self.empty;
            if open.is_empty() {
                return;
            }
            let unseen = self.unseen();
            if unseen == 0 {
                self.know_empty(open);
                return;
            }
            if self.their_stones.exact && !open.has_more_than(unseen) {
                self.know_theirs(open);
                return;
            }
            let free = (self.recent.free() | self.breaths) & open;
            if !free.is_empty() {
                self.know_empty(free);
                continue;
            }
            let mut found = self.by_call();
            if !found.stones.intersects(&open) && !found.empty.intersects(&open) {
                found = self.settle(open);
            }
            if !found.stones.intersects(&open) && !found.empty.intersects(&open) {
                return;
            }
            self.know_empty(found.empty & open);
            self.know_theirs(found.stones & open);
        }
    }

    fn announces_passes(&self) -> bool {
        self.rules.pass == crate::PassHeard::Announced
    }

    /// Under superko earlier boards count: the seat knows its own stones of them.
    pub(crate) fn note_own_stones(&mut self) {
        if self.rules.ko == KoRule::PositionalSuperko && !self.own_past.contains(&self.mine) {
            self.own_past.push(self.mine);
        }
    }

    fn end_turn(&mut self) {
        self.note_own_stones();
        self.turn = !self.turn;
        self.moves += 1;
    }

    fn know_theirs(&mut self, points: PointSet) {
        let new = points - self.theirs;
        if new.is_empty() {
            return;
        }
        self.forget(new);
        self.empty -= new;
        self.theirs |= new;
        self.seen = self.theirs.len();
        self.recent.know_stones(new);
        self.changes.came |= new;
    }

    fn know_empty(&mut self, points: PointSet) {
        let stones = self.refusals.judge(points);
        self.recent.know_free(points);
        self.forget(points);
        self.empty |= points;
        self.know_theirs(stones);
    }

    /// Drops what is weaker than certainty about these points.
    fn forget(&mut self, points: PointSet) {
        self.perhaps_taken -= points;
        self.refusals.forget(points);
        self.was_empty.forget(points);
    }

    /// How many of their stones are not accounted for, at most.
    fn unseen(&self) -> usize {
        (self.their_stones.at_most as usize).saturating_sub(self.seen)
    }

    /// What a refusal without a reason can mean here and now.
    fn possible_causes(&self, point: Point) -> Causes {
        let stone = !self.empty.contains(point) && self.unseen() > 0;
        Causes {
            stone: stone && self.rules.reason == ReasonTold::Never,
            suicide: self.suicide_possible(point),
            ko: self.ko_possible(point),
        }
    }

    /// Where their stones must stand if a stone of mine here were suicide: on all its other
    /// neighbours, and on all liberties of the chains it would join.
    fn suicide_walls(&self, point: Point) -> PointSet {
        let joined = PointSet::of(point).flood(&(self.mine | PointSet::of(point)), self.size);
        joined.neighbors(self.size) - joined
    }

    fn suicide_possible(&self, point: Point) -> bool {
        let unseen = self.unseen();
        let mut chain = PointSet::of(point);
        let stones = self.mine | chain;
        loop {
            let near = chain.neighbors(self.size);
            let walls = near - stones;
            if walls.intersects(&self.empty) || (walls - self.theirs).has_more_than(unseen) {
                return false;
            }
            let more = (near & stones) - chain;
            if more.is_empty() {
                return self.surely_takes(point).is_none();
            }
            chain |= more;
        }
    }

    /// Why a stone of the seat's own here cannot be suicide, whatever is hidden; `None` if it may
    /// be.
    pub fn why_no_suicide(&self, point: Point) -> Option<NoSuicide> {
        let walls = self.suicide_walls(point);
        if let Some(liberty) = (walls & self.empty).first() {
            return Some(NoSuicide::Liberty(liberty));
        }
        let (needed, unseen) = ((walls - self.theirs).len(), self.unseen());
        if needed > unseen {
            return Some(NoSuicide::TooFewStones { needed, unseen });
        }
        self.surely_takes(point).map(NoSuicide::Takes)
    }

    /// A stone of theirs next to this point whose chain has no other liberty, whatever is hidden. A
    /// stone of mine here would take it, so it is no suicide.
    fn surely_takes(&self, point: Point) -> Option<Point> {
        let here = PointSet::of(point);
        let out = PointSet::board(self.size) - self.mine - self.theirs - here;
        let next = here.neighbors(self.size) & self.theirs;
        next.iter().find(|stone| self.is_shut_in(*stone, out))
    }

    fn ko_possible(&self, point: Point) -> bool {
        match self.rules.ko {
            KoRule::Simple => self.likely_ko() == Some(point),
            // An earlier board comes back only with the seat's own stones of that time.
            KoRule::PositionalSuperko => {
                let mine = self.mine | PointSet::of(point);
                self.own_past.contains(&mine)
            }
        }
    }

    /// The stone that took mine can only be retaken at once, alone, if all its other neighbours
    /// are mine.
    pub(crate) fn is_ko_shape(&self, hole: Point) -> bool {
        let mine_or_hole = self.mine | PointSet::of(hole);
        let surrounded =
            |taker: Point| PointSet::of(taker).neighbors(self.size).is_subset(&mine_or_hole);
        self.size.neighbors(hole).any(surrounded)
    }

    /// My stone on this point took some of theirs.
    fn hear_taken(&mut self, number: u32, read: ReadCapture) {
        if number == 0 {
            return;
        }
        let ReadCapture { taken, perhaps, empty } = read;
        self.their_stones.at_most -= number;
        self.taken += number;
        self.recent.lose(taken, perhaps, self.theirs);
        self.changes.left |= taken | perhaps;
        self.refusals.disturb(taken | perhaps);
        let doubtful = (self.theirs | self.refusals.points()) & perhaps;
        // What was refused there was a stone, and says nothing about the walls.
        self.forget(doubtful | taken);
        self.theirs -= doubtful | taken;
        self.shown -= doubtful | taken;
        self.seen = self.theirs.len();
        self.perhaps_taken |= doubtful - empty;
        self.know_empty(taken | empty);
    }
}

fn told_cause(reason: Refusal) -> Causes {
    Causes {
        stone: reason == Refusal::OpponentStone,
        suicide: reason == Refusal::Suicide,
        ko: reason == Refusal::Ko,
    }
}
