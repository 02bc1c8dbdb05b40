//! What a refused point may be, and when it is tried again.
//!
//! A refusal has a cause that the seat is not told: a stone, suicide or ko. By default a model keeps
//! every cause that the [`View`] leaves possible. The programs of 2006 and 2007 took every refused
//! point for a stone; a reproduction of them uses their model.

use crate::{CandidateOptions, Candidates, CaptureModel, PerceivedBoard, WorldSet};
use kage_goban::{Move, Point, PointSet};
use kage_phantom::{Answer, Observation, Refused, View};
use std::collections::BTreeMap;

/// What a player assumes of refused points in one game.
///
/// ```
/// use kage_goban::{BoardSize, Color, Point};
/// use kage_phantom::{Answer, Lost, Observation, RefereeRules, Setup, Sound, View};
/// use kage_search::{CandidateOptions, RefusalModel};
///
/// let mut view =
///     View::new(RefereeRules::default(), &Setup::even(BoardSize::NINE), Color::White);
/// let mut model = RefusalModel::default();
/// let (passed, tries, lost, atari, stones) = (false, None, Lost::NONE, false, None);
/// let e5: Point = "E5".parse().unwrap();
/// let moved = Observation::Theirs(Sound::Moved { passed, tries, lost, atari, stones });
/// let refused = Observation::Mine(Answer::Refused { point: e5, reason: None });
/// for news in [moved, refused] {
///     view.update(&news).unwrap();
///     model.hear(&view, &news);
/// }
/// let candidates = model.candidates(&view, CandidateOptions::default());
/// assert_eq!(candidates.board.at(e5), Some(Color::Black));
/// assert_eq!(candidates.open.len(), 80);
/// ```
#[derive(Clone, Default, Debug)]
pub struct RefusalModel {
    memory: RefusalMemory,
    /// The board of the first programs, if every refused point is taken for a stone.
    perceived: Option<PerceivedBoard>,
}

impl RefusalModel {
    /// The model of the first programs, before the first try of a game: every refused point is a
    /// stone. The other model, of the view's causes, is the default.
    pub fn stones(view: &View, captures: CaptureModel) -> RefusalModel {
        let perceived = Some(PerceivedBoard::new(view, captures));
        RefusalModel { memory: RefusalMemory::default(), perceived }
    }

    /// Follows an observation, which the view already contains.
    pub fn hear(&mut self, view: &View, news: &Observation) {
        self.memory.hear(view, news);
        if let Some(perceived) = &mut self.perceived {
            perceived.hear(view, news);
        }
    }

    /// The board that the player believes, if it is not what the view knows.
    pub const fn perceived(&self) -> Option<&PerceivedBoard> {
        self.perceived.as_ref()
    }

    /// The points worth a try, and what is assumed of the others.
    pub fn candidates(&mut self, view: &View, options: CandidateOptions) -> Candidates {
        match &mut self.perceived {
            Some(perceived) => Candidates::perceived(view, perceived, &self.memory, options),
            None => Candidates::of(view, &self.memory, options),
        }
    }

    /// The refused points that are tried again although they are not open: something has changed
    /// around them since, and they are legal in some of the worlds.
    pub(crate) fn retry(&self, view: &View, open: PointSet, worlds: &WorldSet) -> PointSet {
        self.memory.worth_another_try(view, open, worlds)
    }
}

/// The share of worlds in which a refused point must be legal to be tried again.
const RETRY_SHARE: f64 = 0.1;

/// The stones around refused points at the time of the refusal.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct RefusalMemory {
    refused: BTreeMap<Point, Surroundings>,
}

/// The stones around a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Surroundings {
    mine_near: PointSet,
    taken: u32,
    lost: u32,
}

impl Surroundings {
    fn of(point: Point, view: &View) -> Surroundings {
        let near = PointSet::of(point).neighbors(view.size());
        let near = near | near.neighbors(view.size());
        Surroundings { mine_near: near & view.mine(), taken: view.taken(), lost: view.lost() }
    }
}

impl RefusalMemory {
    /// Remembers an observation, which the view already contains.
    fn hear(&mut self, view: &View, news: &Observation) {
        if let Observation::Mine(Answer::Refused { point, .. }) = news {
            self.refused.insert(*point, Surroundings::of(*point, view));
        }
    }

    /// Has something changed around a point since it was last refused? Then it may be legal now: a
    /// suicide may have become a capture, or a ko may be over.
    pub(crate) fn changed(&self, point: Point, view: &View) -> bool {
        self.refused.get(&point) != Some(&Surroundings::of(point, view))
    }

    /// Refused points that may be tried again: something has changed around them since, and they
    /// are legal in some of the worlds.
    fn worth_another_try(&self, view: &View, open: PointSet, worlds: &WorldSet) -> PointSet {
        let worlds = worlds.worlds();
        let enough = (worlds.len() as f64 * RETRY_SHARE).max(1.0);
        let is_legal = |point: &Point| {
            let in_world =
                worlds.iter().filter(|world| world.position.check(Move::Play(*point)).is_ok());
            in_world.count() as f64 >= enough
        };
        let tried: PointSet = view.tried().iter().copied().collect();
        let not = view.mine() | view.theirs() | tried | open;
        let changed: Vec<Point> =
            (view.refused() - not).iter().filter(|point| self.changed(*point, view)).collect();
        changed.into_iter().filter(is_legal).collect()
    }
}

/// What refused points are assumed to be.
pub(crate) struct Assumed {
    /// Stones; the newest refusals, which are the likeliest stones, come first.
    pub(crate) stones: Vec<Point>,
    /// No stones, but not to be tried again yet.
    pub(crate) blocked: PointSet,
}

impl Assumed {
    pub(crate) fn of(view: &View, memory: &RefusalMemory) -> Assumed {
        let mut stones = Vec::new();
        let mut blocked = PointSet::EMPTY;
        for (point, refused) in view.refusals() {
            if is_old_ko(view, &refused) {
                continue;
            }
            if refused.causes.stone {
                stones.push((refused.at, point));
            } else if !memory.changed(point, view) {
                blocked.insert(point);
            }
        }
        stones.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        Assumed { stones: stones.into_iter().map(|(_, point)| point).collect(), blocked }
    }
}

/// A refusal that may have been ko, from an earlier turn: the ko is open again.
fn is_old_ko(view: &View, refused: &Refused) -> bool {
    refused.causes.ko && refused.at < view.moves()
}
