//! A view as the input of a net.

use crate::conv::padded;
use crate::v3::maps::{AREA, number, places};
use kage_goban::{BoardSize, Color, Point, PointSet};
use kage_phantom::{Causes, Knowledge, View};
use std::fmt;

/// The number of planes of a view.
pub(crate) const PLANES: usize = 30;

/// A view as planes of numbers from 0 to 255, each of 81 points.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Planes(Box<[u8; PLANES * AREA]>);

impl fmt::Debug for Planes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Planes").finish_non_exhaustive()
    }
}

/// Writes one plane after the other.
struct PlaneWriter {
    planes: Planes,
    at: usize,
}

impl PlaneWriter {
    fn new() -> PlaneWriter {
        PlaneWriter { planes: Planes(Box::new([0; PLANES * AREA])), at: 0 }
    }

    fn board(&mut self, value: impl Fn(Point) -> u8) {
        for point in BoardSize::NINE.points() {
            self.planes.0[AREA * self.at + number(point)] = value(point);
        }
        self.at += 1;
    }

    fn set(&mut self, points: PointSet) {
        for point in points {
            self.planes.0[AREA * self.at + number(point)] = 255;
        }
        self.at += 1;
    }

    /// Chains with one, two and three liberties among the `free` points.
    fn short(&mut self, stones: PointSet, free: PointSet) {
        let mut short = [PointSet::EMPTY; 3];
        for chain in stones.regions(BoardSize::NINE) {
            let liberties = (chain.neighbors(BoardSize::NINE) & free).len();
            if let Some(short) = liberties.checked_sub(1).and_then(|at| short.get_mut(at)) {
                *short |= chain;
            }
        }
        short.into_iter().for_each(|short| self.set(short));
    }

    /// A ratio, the same on all points.
    fn all(&mut self, part: u32, whole: u32) {
        let value = (255 * part.min(whole) / whole.max(1)) as u8;
        self.board(|_| value);
    }

    /// The ages of refusals, by possible cause, and of the moments when points were certainly
    /// empty.
    fn ages(&mut self, view: &View) {
        let now = view.moves();
        let cause = |point: Point, which: fn(&Causes) -> bool| {
            let found = view.refusal(point).filter(|refused| which(&refused.causes));
            found.map_or(0, |refused| recency(now, refused.at))
        };
        self.board(|point| cause(point, |causes| causes.stone));
        self.board(|point| cause(point, |causes| causes.suicide));
        self.board(|point| cause(point, |causes| causes.ko));
        self.board(|point| match view.at(point) {
            Knowledge::WasEmpty(then) => recency(now, then),
            _ => 0,
        });
    }

    /// The seat, and everything that is counted.
    fn counts(&mut self, view: &View) {
        self.all(u32::from(view.color() == Color::White), 1);
        self.all(view.moves(), 127);
        let count = view.their_stones();
        self.all(count.at_most, AREA as u32);
        self.all(count.at_most.saturating_sub(view.theirs().len() as u32), 51);
        self.all(view.taken(), 25);
        self.all(view.lost(), 25);
        self.all(view.tries_heard(), 127);
    }

    /// Chains with few liberties. Points refused for a stone count as stones of the opponent.
    fn chains(&mut self, view: &View) {
        let refused = view.refusals().filter(|(_, refused)| refused.causes.stone);
        let theirs = refused.fold(view.theirs(), |all, (point, _)| all | PointSet::of(point));
        let free = PointSet::board(view.size()) - view.mine();
        self.short(view.mine(), free - theirs);
        self.short(theirs, free - theirs);
    }
}

/// 255 for what has just happened, and less for older events.
fn recency(now: u32, then: u32) -> u8 {
    (1020 / (now.saturating_sub(then) + 4)) as u8
}

impl Planes {
    /// The planes of a view; `None` unless it is of a 9x9 board.
    pub(crate) fn of(view: &View) -> Option<Planes> {
        if view.size() != BoardSize::NINE {
            return None;
        }
        let mut to = PlaneWriter::new();
        to.set(PointSet::board(view.size()));
        to.set(view.mine());
        to.set(view.theirs());
        to.set(view.empty());
        to.set(view.perhaps_taken());
        to.set(view.tried().iter().copied().collect());
        to.ages(view);
        to.set(view.likely_ko().map_or(PointSet::EMPTY, PointSet::of));
        to.counts(view);
        to.chains(view);
        let last = view.last_turns();
        to.set(last.mine.map_or(PointSet::EMPTY, PointSet::of));
        to.set(last.lost);
        to.all(last.tries, 15);
        to.all(u32::from(last.passed), 1);
        to.all(u32::from(last.atari), 1);
        to.all(view.mine().len() as u32, AREA as u32);
        Some(to.planes)
    }

    /// Writes the planes as maps.
    pub(crate) fn write(&self, maps: &mut [f32]) {
        for (number, plane) in self.0.chunks_exact(AREA).enumerate() {
            for (place, &value) in places().zip(plane) {
                maps[padded(PLANES) * place + number] = f32::from(value) / 255.0;
            }
        }
    }

    /// The same view under one of the eight symmetries.
    #[must_use]
    pub(crate) fn turned(&self, symmetry: u8) -> Planes {
        let mut turned = self.clone();
        for (from, to) in (0..AREA).map(|index| (index, turn(index, symmetry))) {
            for plane in 0..PLANES {
                turned.0[AREA * plane + to] = self.0[AREA * plane + from];
            }
        }
        turned
    }
}

/// Where a symmetry takes a point.
pub(crate) fn turn(index: usize, symmetry: u8) -> usize {
    use crate::v3::maps::LINES;
    let (mut row, mut col) = (index / LINES, index % LINES);
    if symmetry & 1 != 0 {
        col = LINES - 1 - col;
    }
    if symmetry & 2 != 0 {
        row = LINES - 1 - row;
    }
    if symmetry & 4 != 0 {
        (row, col) = (col, row);
    }
    LINES * row + col
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use kage_goban::Move;
    use kage_phantom::{Answer, Observation, Sound};

    fn set(names: &[&str]) -> PointSet {
        names.iter().map(|name| name.parse::<Point>().unwrap()).collect()
    }

    fn plane(planes: &Planes, number: usize) -> PointSet {
        let of = |point: &Point| planes.0[AREA * number + super::number(*point)] == 255;
        BoardSize::NINE.points().filter(of).collect()
    }

    /// Black has a stone in the corner, finds White's stone beside it, and plays elsewhere.
    #[test]
    fn liberties_and_the_last_turns_are_seen() {
        let rules = kage_phantom::RefereeRules::default();
        let setup = kage_phantom::Setup::handicap(BoardSize::NINE, set(&["A1", "G7"])).unwrap();
        let mut view = View::new(rules, &setup, Color::Black);
        let lost = kage_phantom::Lost::NONE;
        let moved = |passed| {
            let (tries, atari, stones) = (None, false, None);
            Observation::Theirs(Sound::Moved { passed, tries, lost, atari, stones })
        };
        let taken = kage_phantom::Taken::default();
        let play = Move::Play("C7".parse().unwrap());
        let mine = Answer::Accepted { play, taken, atari: false, stones: None };
        let refused = Answer::Refused { point: "B1".parse().unwrap(), reason: None };
        let tried = Observation::Theirs(Sound::Tried);
        view.update(&moved(false)).unwrap();
        for news in [Observation::Mine(refused), Observation::Mine(mine), tried, moved(true)] {
            view.update(&news).unwrap();
        }
        let planes = Planes::of(&view).unwrap();
        assert_eq!(plane(&planes, 2), set(&["B1"]), "nothing else can stand there");
        assert_eq!(plane(&planes, 18), set(&["A1"]), "one liberty is left");
        assert_eq!(plane(&planes, 19) | plane(&planes, 20), PointSet::EMPTY);
        assert_eq!(plane(&planes, 22), set(&["B1"]), "theirs has two");
        assert_eq!(plane(&planes, 24), set(&["C7"]));
        assert_eq!(plane(&planes, 25), PointSet::EMPTY);
        assert_eq!(planes.0[AREA * 26], 17, "one try of fifteen");
        assert_eq!(plane(&planes, 27), PointSet::board(BoardSize::NINE), "they passed");
        assert_eq!(plane(&planes, 28), PointSet::EMPTY);
        assert_eq!(planes.0[AREA * 29], (255 * 3 / 81) as u8);
    }
}
