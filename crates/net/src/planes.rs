//! A view as numbers.

use crate::conv::padded;
use crate::maps::{AREA, number, places};
use kage_goban::{Board, BoardSize, ByColor, Color, Move, Point, PointSet};
use kage_phantom::{Answer, Knowledge, Observation, Sound, View};
use std::fmt;

/// How many planes a view makes.
pub const PLANES: usize = 30;

/// A view as planes of numbers from 0 to 255, each of 81 points.
///
/// ```
/// use kage_goban::{BoardSize, Color};
/// use kage_net::Planes;
/// use kage_phantom::{RefereeRules, Setup, View};
///
/// let rules = RefereeRules::default();
/// let view = View::new(rules, &Setup::even(BoardSize::NINE), Color::Black);
/// assert!(Planes::of(&view).is_some());
/// let small = View::new(rules, &Setup::even(BoardSize::new(5).unwrap()), Color::Black);
/// assert!(Planes::of(&small).is_none(), "nets are for 9x9");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Planes(Box<[u8; PLANES * AREA]>);

impl fmt::Debug for Planes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Planes").finish_non_exhaustive()
    }
}

/// The truth of a moment, as one sees it who sees both boards.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// All stones.
    pub board: &'a Board,
    /// Who is to move.
    pub turn: Color,
    /// The stones of each side that the other is certain of.
    pub known: ByColor<PointSet>,
    /// The moves made so far.
    pub moves: u32,
}

/// Fills one plane after the other.
struct Painter {
    planes: Planes,
    at: usize,
}

impl Painter {
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

    /// Chains with one, two and three liberties, as far as `free` points are liberties.
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

    /// The same everywhere: so many of so many.
    fn all(&mut self, part: u32, whole: u32) {
        let value = (255 * part.min(whole) / whole.max(1)) as u8;
        self.board(|_| value);
    }
}

/// What the last turn of either side was heard to do.
#[derive(Default)]
struct LastTurns {
    /// Our last stone.
    mine: PointSet,
    /// What they took.
    lost: PointSet,
    /// How often they were refused.
    tries: u32,
    passed: bool,
    /// Was an atari called, after either?
    atari: bool,
}

impl LastTurns {
    fn of(view: &View) -> LastTurns {
        let mut last = LastTurns::default();
        for news in view.log().iter().rev() {
            match *news {
                Observation::Mine(Answer::Accepted { play, atari, .. }) => {
                    if let Move::Play(point) = play {
                        last.mine = PointSet::of(point);
                    }
                    last.atari |= atari;
                    break;
                }
                Observation::Theirs(Sound::Moved { passed, tries, lost, atari, .. }) => {
                    last.lost = lost.points();
                    last.tries += tries.unwrap_or(0);
                    (last.passed, last.atari) = (passed, atari);
                }
                Observation::Theirs(Sound::Tried) => last.tries += 1,
                Observation::Mine(Answer::Refused { .. }) | Observation::Over(_) => {}
            }
        }
        last
    }
}

/// What happened just now is 255, and less the longer it is ago.
fn fresh(now: u32, then: u32) -> u8 {
    (1020 / (now.saturating_sub(then) + 4)) as u8
}

impl Planes {
    /// The planes of a view; `None` unless it is of a 9x9 board.
    pub fn of(view: &View) -> Option<Planes> {
        if view.size() != BoardSize::NINE {
            return None;
        }
        let mut to = Painter { planes: Planes(Box::new([0; PLANES * AREA])), at: 0 };
        let (now, refused) = (view.moves(), view.refused());
        to.set(PointSet::board(view.size()));
        to.set(view.mine());
        to.set(view.theirs());
        to.set(view.empty());
        to.set(view.perhaps_taken());
        to.set(view.tried().iter().copied().collect());
        let cause = |point: Point, which: fn(&kage_phantom::Causes) -> bool| {
            let found = refused.get(&point).filter(|refused| which(&refused.causes));
            found.map_or(0, |refused| fresh(now, refused.at))
        };
        to.board(|point| cause(point, |causes| causes.stone));
        to.board(|point| cause(point, |causes| causes.suicide));
        to.board(|point| cause(point, |causes| causes.ko));
        to.board(|point| match view.at(point) {
            Knowledge::WasEmpty(then) => fresh(now, then),
            _ => 0,
        });
        to.set(view.likely_ko().map_or(PointSet::EMPTY, PointSet::of));
        to.all(u32::from(view.color() == Color::White), 1);
        to.all(now, 127);
        let count = view.their_stones();
        to.all(count.at_most, AREA as u32);
        to.all(count.at_most.saturating_sub(view.theirs().len() as u32), 51);
        to.all(view.taken(), 25);
        to.all(view.lost(), 25);
        to.all(view.tries_heard(), 127);
        let refused = refused.iter().filter(|(_, refused)| refused.causes.stone);
        let theirs = refused.fold(view.theirs(), |all, (&point, _)| all | PointSet::of(point));
        let free = PointSet::board(view.size()) - view.mine();
        to.short(view.mine(), free - theirs);
        to.short(theirs, free - theirs);
        let last = LastTurns::of(view);
        to.set(last.mine);
        to.set(last.lost);
        to.all(last.tries, 15);
        to.all(u32::from(last.passed), 1);
        to.all(u32::from(last.atari), 1);
        to.all(view.mine().len() as u32, AREA as u32);
        Some(to.planes)
    }

    /// The planes of a scene, for a net that judges games from above; `None` unless the board is 9x9.
    pub fn from_above(scene: &Scene<'_>) -> Option<Planes> {
        let Scene { board, turn, known, moves } = scene;
        if board.size() != BoardSize::NINE {
            return None;
        }
        let mut to = Painter { planes: Planes(Box::new([0; PLANES * AREA])), at: 0 };
        to.set(PointSet::board(board.size()));
        for side in [*turn, !*turn] {
            to.set(board.stones(side));
            to.set(known[side] & board.stones(side));
            for liberties in 1..=4 {
                let chains = board.chains().filter(|chain| chain.color == side);
                let short = chains.filter(|chain| chain.liberties.len() == liberties);
                to.set(short.fold(PointSet::EMPTY, |all, chain| all | chain.stones));
            }
        }
        to.set(board.empty());
        to.all(u32::from(*turn == Color::White), 1);
        to.all(*moves, 127);
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

    /// The same view turned and mirrored, one of eight ways.
    #[must_use]
    pub fn turned(&self, way: u8) -> Planes {
        let mut turned = self.clone();
        for (from, to) in (0..AREA).map(|index| (index, turn(index, way))) {
            for plane in 0..PLANES {
                turned.0[AREA * plane + to] = self.0[AREA * plane + from];
            }
        }
        turned
    }
}

/// Where a point goes when the board is turned and mirrored.
pub(crate) fn turn(index: usize, way: u8) -> usize {
    use crate::maps::LINES;
    let (mut row, mut col) = (index / LINES, index % LINES);
    if way & 1 != 0 {
        col = LINES - 1 - col;
    }
    if way & 2 != 0 {
        row = LINES - 1 - row;
    }
    if way & 4 != 0 {
        (row, col) = (col, row);
    }
    LINES * row + col
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;

    fn set(names: &[&str]) -> PointSet {
        names.iter().map(|name| name.parse::<Point>().unwrap()).collect()
    }

    fn plane(planes: &Planes, number: usize) -> PointSet {
        let of = |point: &Point| planes.0[AREA * number + super::number(*point)] == 255;
        BoardSize::NINE.points().filter(of).collect()
    }

    /// Black stands in the corner; White's stone beside it was met, then something happened elsewhere.
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

    /// Whoever is to move sees his own stones where the other sees theirs, and White's planes say so.
    #[test]
    fn from_above_both_sides_are_alike() {
        let size = BoardSize::NINE;
        let stones = ByColor { black: set(&["A1", "C3", "C4"]), white: set(&["B1", "G7"]) };
        let board = Board::from_stones(size, stones).unwrap();
        let known = ByColor { black: set(&["C4", "E5"]), white: set(&["B1"]) };
        let planes = |turn| Planes::from_above(&Scene { board: &board, turn, known, moves: 5 });
        let [black, white] = [Color::Black, Color::White].map(|turn| planes(turn).unwrap());
        for (own, other) in (1..7).zip(7..13) {
            assert_eq!(plane(&black, own), plane(&white, other));
            assert_eq!(plane(&black, other), plane(&white, own));
        }
        assert_eq!(plane(&black, 1), stones.black);
        assert_eq!(plane(&black, 2), set(&["C4"]), "what is known and stands");
        assert_eq!(plane(&black, 3), set(&["A1"]), "one liberty");
        assert_eq!(plane(&black, 4) | plane(&black, 5) | plane(&black, 6), PointSet::EMPTY);
        assert_eq!(plane(&black, 10), set(&["B1"]), "two liberties");
        assert_eq!(plane(&black, 12), set(&["G7"]), "four");
        assert_eq!(plane(&black, 13), board.empty());
        assert_eq!(plane(&black, 14), PointSet::EMPTY);
        assert_eq!(plane(&white, 14), PointSet::board(size));
        let small = Board::new(BoardSize::new(5).unwrap());
        let scene = Scene { board: &small, turn: Color::Black, known, moves: 0 };
        assert!(Planes::from_above(&scene).is_none());
    }
}
