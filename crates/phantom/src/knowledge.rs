//! The reasoning of a view: what a refusal may mean, what a capture proves, what grows old.
//!
//! Every conclusion here is certain, whatever the hidden stones are: the tests check each against
//! the truth of many games. Guesses belong to `kage-belief`.

use crate::{
    CaptorHears, Causes, NoSuicide, ReasonTold, Refusal, Refused, StoneCount, Taken, View,
};
use kage_goban::{ByColor, KoRule, Move, Point, PointSet};

impl View {
    /// A try of mine was refused.
    pub(crate) fn hear_refused(&mut self, point: Point, reason: Option<Refusal>) {
        self.tried.push(point);
        if reason == Some(Refusal::OpponentStone) {
            self.shown.insert(point);
        }
        if self.mine.contains(point) || self.theirs.contains(point) {
            return;
        }
        let causes = match reason {
            Some(Refusal::OwnStone) => return,
            Some(told) => told_cause(told),
            None => self.possible_causes(point),
        };
        if !causes.suicide && !causes.ko {
            self.know_theirs(PointSet::of(point));
            return;
        }
        if !causes.stone {
            self.know_empty(PointSet::of(point));
            if !causes.ko {
                self.know_theirs(self.suicide_walls(point));
            }
        }
        self.refused.insert(point, Refused { at: self.moves, causes });
    }

    /// A move of mine stands.
    pub(crate) fn hear_accepted(&mut self, play: Move, taken: &Taken) {
        if let Move::Play(point) = play {
            self.hear_taken(point, taken);
            self.forget(PointSet::of(point));
            self.empty.remove(point);
            self.mine.insert(point);
        }
        self.tried.clear();
        self.ko_hole = None;
        self.end_turn();
    }

    /// They moved, or passed, and took these stones of mine.
    pub(crate) fn hear_moved(&mut self, passed: bool, lost: PointSet) {
        self.mine -= lost;
        self.lost += lost.len() as u32;
        self.ko_hole = lost.single();
        let border = lost.neighbors(self.size) - lost;
        if !passed {
            // A capture is made from the border of what it takes, so elsewhere nothing changed.
            let changed = if lost.is_empty() { self.empty } else { self.empty & border };
            self.was_empty.extend(changed.iter().map(|point| (point, self.moves)));
            self.empty -= changed;
            self.their_stones.at_most += 1;
            self.their_stones.exact &= self.announces_passes() || !lost.is_empty();
        }
        self.know_theirs(border);
        self.know_empty(lost);
        self.end_turn();
    }

    /// Both sides' stones were counted aloud.
    pub(crate) fn hear_counts(&mut self, stones: Option<ByColor<u32>>) {
        if let Some(stones) = stones {
            self.their_stones = StoneCount { at_most: stones[!self.color], exact: true };
        }
    }

    /// When all their stones are known, everything else is empty.
    pub(crate) fn conclude(&mut self) {
        if self.theirs.len() as u32 >= self.their_stones.at_most {
            let rest = PointSet::board(self.size) - self.mine - self.theirs;
            self.know_empty(rest - self.empty);
        }
    }

    fn announces_passes(&self) -> bool {
        self.rules.pass == crate::PassHeard::Announced
    }

    fn end_turn(&mut self) {
        self.turn = !self.turn;
        self.moves += 1;
    }

    fn know_theirs(&mut self, points: PointSet) {
        self.forget(points);
        self.empty -= points;
        self.theirs |= points;
    }

    fn know_empty(&mut self, points: PointSet) {
        self.forget(points);
        self.theirs -= points;
        self.shown -= points;
        self.empty |= points;
    }

    /// Drops what is weaker than certainty about these points.
    fn forget(&mut self, points: PointSet) {
        self.perhaps_taken -= points;
        self.refused.retain(|point, _| !points.contains(*point));
        self.was_empty.retain(|point, _| !points.contains(*point));
    }

    /// How many of their stones are not accounted for, at most.
    fn unknown_stones(&self) -> usize {
        (self.their_stones.at_most as usize).saturating_sub(self.theirs.len())
    }

    /// What a refusal without a reason can mean here and now.
    fn possible_causes(&self, point: Point) -> Causes {
        let stone = !self.empty.contains(point) && self.unknown_stones() > 0;
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
        self.why_no_suicide(point).is_none()
    }

    /// Why a stone of the seat's own here cannot be suicide, whatever is hidden; `None` if it may
    /// be.
    pub fn why_no_suicide(&self, point: Point) -> Option<NoSuicide> {
        let walls = self.suicide_walls(point);
        if let Some(liberty) = (walls & self.empty).first() {
            return Some(NoSuicide::Liberty(liberty));
        }
        let (needed, unseen) = ((walls - self.theirs).len(), self.unknown_stones());
        if needed > unseen {
            return Some(NoSuicide::TooFewStones { needed, unseen });
        }
        self.surely_takes(point).map(NoSuicide::Takes)
    }

    /// A stone of theirs next to this point whose chain has no other liberty, whatever is hidden. A
    /// stone of mine here would take it, so it is no suicide.
    fn surely_takes(&self, point: Point) -> Option<Point> {
        let here = PointSet::of(point);
        let next = here.neighbors(self.size) & self.theirs;
        next.iter().find(|stone| {
            let chain = PointSet::of(*stone).flood(&self.theirs, self.size);
            (chain.neighbors(self.size) - chain).is_subset(&(self.mine | here))
        })
    }

    fn ko_possible(&self, point: Point) -> bool {
        match self.rules.ko {
            KoRule::Simple => self.likely_ko() == Some(point),
            // A repetition needs stones to have left the board. More is not worth the reasoning.
            KoRule::PositionalSuperko => self.lost > 0,
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
    fn hear_taken(&mut self, point: Point, taken: &Taken) {
        self.their_stones.at_most -= taken.number;
        self.taken += taken.number;
        self.know_empty(taken.points);
        let untold = taken.number - taken.points.len() as u32;
        if untold == 0 {
            return;
        }
        let possible = self.perhaps_taken_by(point, taken);
        if possible.len() as u32 == untold {
            self.know_empty(possible);
            return;
        }
        let refused: PointSet = self.refused.keys().copied().collect();
        let doubtful = (self.theirs | refused) & possible;
        self.forget(doubtful);
        self.theirs -= doubtful;
        self.shown -= doubtful;
        self.perhaps_taken |= doubtful;
    }

    /// Every point where a stone may have stood that my stone on this point took, other than the
    /// points I was told.
    ///
    /// Such a stone is joined to a neighbour of the point by a chain of no more stones than were
    /// taken, and no stone of that chain has another empty point beside it.
    fn perhaps_taken_by(&self, point: Point, taken: &Taken) -> PointSet {
        let told = taken.points;
        let was_empty = self.empty - told - PointSet::of(point);
        let breathing = was_empty.neighbors(self.size);
        let mut within =
            PointSet::board(self.size) - self.mine - was_empty - PointSet::of(point) - breathing;
        if self.rules.captor == CaptorHears::Shown {
            within -= self.shown;
        }
        let mut reached = PointSet::of(point).neighbors(self.size) & within;
        for _ in 1..taken.number {
            reached |= reached.neighbors(self.size) & within;
        }
        reached - told
    }
}

fn told_cause(reason: Refusal) -> Causes {
    Causes {
        stone: reason == Refusal::OpponentStone,
        suicide: reason == Refusal::Suicide,
        ko: reason == Refusal::Ko,
    }
}
