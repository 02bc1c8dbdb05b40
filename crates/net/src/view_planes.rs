//! A seat's view as the input of a policy.

use crate::planes::{Planes, number, part, short};
use kage_goban::{BoardSize, Color, KoRule, Point, PointSet, is_eye};
use kage_phantom::{
    AtariCalls, CaptorHears, PassHeard, ReasonTold, Refused, Repetition, Tie, TriesHeard, View,
};

/// The points that a policy chooses from: those that the seat does not know to be taken, was not refused in
/// this turn, and that are no eyes of its own. A pass is a choice beside them.
///
/// ```
/// use kage_goban::{BoardSize, Color, Point};
/// use kage_net::open_points;
/// use kage_phantom::{RefereeRules, Setup, View};
///
/// let stones: Vec<Point> = ["A2", "B1", "B2"].iter().map(|p| p.parse().unwrap()).collect();
/// let setup = Setup::handicap(BoardSize::new(3).unwrap(), stones).unwrap();
/// let view = View::new(RefereeRules::default(), &setup, Color::Black);
/// let points: Vec<String> = open_points(&view).iter().map(|point| point.to_string()).collect();
/// assert_eq!(points, ["C1", "C2", "A3", "B3", "C3"]);
/// ```
pub fn open_points(view: &View) -> PointSet {
    let (size, mine, theirs) = (view.size(), view.mine(), view.theirs());
    let tried: PointSet = view.tried().iter().copied().collect();
    let free = PointSet::board(size) - mine - theirs - tried;
    free.iter().filter(|&point| !is_eye(size, point, &mine, &theirs)).collect()
}

impl Planes {
    /// What a policy sees.
    pub fn of_view(view: &View) -> Planes {
        let (size, last) = (view.size(), view.last_turns());
        let refused = view.refusals().filter(|(_, refused)| refused.causes.stone);
        let refused: PointSet = refused.map(|(point, _)| point).collect();
        let mut sets = vec![
            PointSet::board(size),
            view.mine(),
            view.theirs(),
            view.empty(),
            view.perhaps_taken(),
            view.tried().iter().copied().collect(),
            refused,
            view.likely_ko().map_or(PointSet::EMPTY, PointSet::of),
        ];
        // Points refused for a stone count as stones of the opponent.
        let theirs = view.theirs() | refused;
        let free = PointSet::board(size) - view.mine() - theirs;
        for stones in [view.mine(), theirs] {
            let chains = stones.regions(size);
            let liberties = |chain: PointSet| (chain, (chain.neighbors(size) & free).len());
            sets.extend(short::<3>(chains.map(liberties)));
        }
        sets.extend([
            last.mine.map_or(PointSet::EMPTY, PointSet::of),
            last.lost,
            open_points(view),
        ]);
        let lines = usize::from(size.get());
        Planes { lines, sets, ages: ages(view, size), globals: globals(view) }
    }
}

/// How old refusals are, by possible cause, and sightings of empty points.
fn ages(view: &View, size: BoardSize) -> Vec<u8> {
    let (lines, area, now) = (usize::from(size.get()), size.area(), view.moves());
    let mut ages = vec![0; 4 * area];
    for (point, refused) in view.refusals() {
        let Refused { at, causes } = refused;
        let age = recency(now, at);
        for (plane, cause) in [causes.stone, causes.suicide, causes.ko].into_iter().enumerate() {
            ages[area * plane + number(lines, point)] = if cause { age } else { 0 };
        }
    }
    let unknown = PointSet::board(size) - view.mine() - view.theirs() - view.empty();
    let seen = |point: Point| match view.at(point) {
        kage_phantom::Knowledge::WasEmpty(then) => Some(recency(now, then)),
        _ => None,
    };
    for (point, age) in unknown.iter().filter_map(|point| Some((point, seen(point)?))) {
        ages[area * 3 + number(lines, point)] = age;
    }
    ages
}

/// 255 for what has just happened, and less for older events.
fn recency(now: u32, then: u32) -> u8 {
    (1020 / (now.saturating_sub(then) + 4)) as u8
}

/// Everything that has one number for the whole game.
pub(crate) fn globals(view: &View) -> Vec<f32> {
    let last = view.last_turns();
    let area = view.size().area() as f32;
    let count = view.their_stones();
    let hidden = count.at_most.saturating_sub(view.theirs().len() as u32);
    let mut globals = vec![
        of(view.color() == Color::White),
        part(view.moves(), area, 2.0),
        part(count.at_most, area, 1.0),
        part(hidden, area, 1.0),
        of(count.exact),
        part(view.taken(), area / 4.0, 2.0),
        part(view.lost(), area / 4.0, 2.0),
        part(view.tries_heard(), area, 2.0),
        part(last.tries, 8.0, 2.0),
        of(last.passed),
        of(last.atari),
        part(view.mine().len() as u32, area, 1.0),
        f32::from(view.size().get()) / 19.0,
        part(view.tried().len() as u32, 8.0, 2.0),
        part(view.refused().len() as u32, area, 1.0),
    ];
    globals.extend(rules(view));
    globals
}

/// The rules, as the seat has them.
fn rules(view: &View) -> [f32; 19] {
    let rules = view.rules();
    let sign = if view.color() == Color::White { 1.0 } else { -1.0 };
    let komi = rules.komi.half_points();
    let left = |limit: Option<u32>, used: u32, whole: f32| {
        limit.map_or(2.0, |limit| part(limit.saturating_sub(used), whole, 2.0))
    };
    let area = view.size().area() as f32;
    [
        sign * komi as f32 / (2.0 * f32::from(view.size().get())),
        of(komi % 2 == 0),
        sign * of(rules.tie == Tie::White),
        of(rules.reason == ReasonTold::Always),
        of(rules.reason == ReasonTold::Stones),
        of(rules.captor == CaptorHears::Points),
        of(rules.captor == CaptorHears::Shown),
        of(rules.tries == TriesHeard::Nothing),
        of(rules.tries == TriesHeard::Count),
        of(rules.atari == AtariCalls::New),
        of(rules.atari == AtariCalls::Every),
        of(rules.pass == PassHeard::Unannounced),
        of(rules.counts),
        of(rules.ko != KoRule::Simple),
        of(rules.repetition == Repetition::Draw),
        left(rules.limits.moves, view.moves(), area),
        left(rules.limits.tries, view.tried().len() as u32, 8.0),
        left(rules.limits.steps_per_point, 0, 4.0),
        of(rules.tie == Tie::Draw),
    ]
}

/// 1 if it is so, else 0.
pub(crate) const fn of(so: bool) -> f32 {
    if so { 1.0 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use crate::planes::{Input, PLANES};
    use kage_goban::Move;
    use kage_phantom::{Answer, Lost, Observation, RefereeRules, Setup, Sound, Taken};

    fn set(names: &[&str]) -> PointSet {
        names.iter().map(|name| name.parse::<Point>().unwrap()).collect()
    }

    /// Black has a stone in the corner, finds White's stone beside it, and plays elsewhere.
    #[test]
    fn liberties_and_the_last_turns_are_seen() {
        for lines in [5, 9] {
            let size = BoardSize::new(lines).unwrap();
            let setup = Setup::handicap(size, set(&["A1", "D4"])).unwrap();
            let mut view = View::new(RefereeRules::default(), &setup, Color::Black);
            let (tries, lost, atari, stones) = (None, Lost::NONE, false, None);
            let moved =
                |passed| Observation::Theirs(Sound::Moved { passed, tries, lost, atari, stones });
            let (play, taken) = (Move::Play("C4".parse().unwrap()), Taken::default());
            let mine = Answer::Accepted { play, taken, atari: false, stones: None };
            let refused = Answer::Refused { point: "B1".parse().unwrap(), reason: None };
            let tried = Observation::Theirs(Sound::Tried);
            for news in [moved(false), Observation::Mine(refused)] {
                view.update(&news).unwrap();
            }
            let planes = Planes::of_view(&view);
            assert_eq!(planes.sets[5], set(&["B1"]), "refused in this turn");
            assert!(!planes.sets[16].contains("B1".parse().unwrap()));
            for news in [Observation::Mine(mine), tried, moved(true)] {
                view.update(&news).unwrap();
            }
            let planes = Planes::of_view(&view);
            assert_eq!(planes.sets[2], set(&["B1"]), "nothing else can stand there");
            assert_eq!(planes.sets[8], set(&["A1"]), "one liberty is left");
            assert_eq!(planes.sets[12], set(&["B1"]), "theirs has two");
            assert_eq!((planes.sets[14], planes.sets[15]), (set(&["C4"]), PointSet::EMPTY));
            assert_eq!(planes.globals[8..11], [1.0 / 8.0, 1.0, 0.0]);
            assert_eq!(planes.globals[11], 3.0 / f32::from(lines * lines));
            let planes_of_points = planes.sets.len() + planes.ages.len() / size.area();
            assert_eq!(planes_of_points, PLANES);
            assert_eq!(planes.globals.len(), Input::View.globals());
        }
    }

    #[test]
    fn komi_is_seen_from_the_seat() {
        let rules: RefereeRules = "common komi=7".parse().unwrap();
        let setup = Setup::even(BoardSize::NINE);
        let seen = |color| Planes::of_view(&View::new(rules, &setup, color)).globals;
        let (black, white) = (seen(Color::Black), seen(Color::White));
        assert_eq!((black[15], white[15]), (-7.0 / 9.0, 7.0 / 9.0));
        assert_eq!((black[16], white[16]), (1.0, 1.0), "a tie is possible");
    }
}
