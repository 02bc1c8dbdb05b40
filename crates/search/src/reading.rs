//! From a view to assumptions: what a player takes for granted before he thinks.

use crate::eyes::is_safe_eye;
use crate::life::sealed;
use crate::{Scene, Worlds};
use kage_goban::{Board, ByColor, Color, KoRule, Move, Point, PointSet, Position};
use kage_phantom::{Answer, Observation, Refused, View};
use kage_playout::{Eyes, Fill, Playouts, World, WorldError};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The share of worlds in which a refused point must be legal to be tried again.
const WORTH_ASKING: f64 = 0.1;

/// What a player remembers of refused tries beyond his view: how things stood around them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Memory {
    refused: BTreeMap<Point, Situation>,
}

/// How things stood around a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Situation {
    mine_near: PointSet,
    taken: u32,
    lost: u32,
}

impl Situation {
    fn around(point: Point, view: &View) -> Situation {
        let near = PointSet::of(point).neighbors(view.size());
        let near = near | near.neighbors(view.size());
        Situation { mine_near: near & view.mine(), taken: view.taken(), lost: view.lost() }
    }
}

impl Memory {
    /// Remembers what was heard. The view has it already.
    pub fn hear(&mut self, view: &View, news: &Observation) {
        if let Observation::Mine(Answer::Refused { point, .. }) = news {
            self.refused.insert(*point, Situation::around(*point, view));
        }
    }

    /// Have things changed around a point since it was last refused? Then it is worth another
    /// try: a suicide may have become a capture, a ko is open again.
    fn changed(&self, point: Point, view: &View) -> bool {
        self.refused.get(&point) != Some(&Situation::around(point, view))
    }
}

/// What a refused try is taken for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Trust {
    /// A stone where that is possible; suicide and ko where they are certain.
    #[default]
    Causes,
    /// A stone, always, as the first programs did.
    Stones,
}

/// How a player reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Habits {
    /// What he takes a refused try for.
    pub trust: Trust,
    /// What he calls an own eye.
    pub eyes: Eyes,
    /// Does he leave what nobody can take from him for the end?
    pub unhurried: bool,
}

/// What a player takes for granted.
#[derive(Clone, Debug)]
pub struct Reading {
    /// His seat.
    pub color: Color,
    /// The moves made so far, by both.
    pub moves: u32,
    /// His stones, and those he takes for theirs.
    pub board: Board,
    /// How many more of their stones there are, at most.
    pub unknown: u32,
    /// Where those may stand.
    pub onto: PointSet,
    /// The points worth a try.
    pub open: PointSet,
    /// Points to try before all others: assumed stones that cannot all be stones, since their
    /// chain would have no liberty. One of them is a capture.
    pub suspects: PointSet,
    /// What an own eye is, here and in playouts.
    pub eyes: Eyes,
    /// What may be true, if he has imagined it. Evaluators that think in worlds take these, and do
    /// with the rest if there are none.
    pub worlds: Arc<Worlds>,
    /// How it all looks at first sight. Evaluators that have a use for it begin from there.
    pub hunch: Option<Hunch>,
}

/// How a game and its tries look before anything was searched.
#[derive(Clone, PartialEq, Debug)]
pub struct Hunch {
    /// The chance that the game is won.
    pub win: f64,
    /// How much better than others some tries look, as shares of a game.
    pub gains: Vec<(Point, f64)>,
    /// The chance of a hidden stone on each point.
    pub hidden: Vec<(Point, f64)>,
}

impl Default for Hunch {
    /// Nothing is known.
    fn default() -> Hunch {
        Hunch { win: 0.5, gains: Vec::new(), hidden: Vec::new() }
    }
}

impl Hunch {
    /// How much better than others a try looks.
    pub fn gain(&self, point: Point) -> f64 {
        self.gains.iter().find(|(at, _)| *at == point).map_or(0.0, |(_, gain)| *gain)
    }

    /// The same for these tries alone: their gains have a mean of 0.
    pub fn among(self, points: &PointSet) -> Hunch {
        let gains: Vec<(Point, f64)> =
            self.gains.into_iter().filter(|(point, _)| points.contains(*point)).collect();
        let sum: f64 = gains.iter().map(|(_, gain)| gain).sum();
        let mean = sum / gains.len().max(1) as f64;
        let gains = gains.into_iter().map(|(point, gain)| (point, gain - mean)).collect();
        Hunch { gains, ..self }
    }
}

impl Reading {
    /// Reads a view. Refused points whose reason is open are taken for stones; where things have
    /// changed around them they may be tried again when nothing else is left.
    pub fn of(view: &View, memory: &Memory) -> Reading {
        Reading::with(view, memory, Habits::default())
    }

    /// Reads a view by other habits.
    pub fn with(view: &View, memory: &Memory, habits: Habits) -> Reading {
        let Habits { trust, eyes, unhurried } = habits;
        let tried: PointSet = view.tried().iter().copied().collect();
        let color = view.color();
        let certain = view.theirs();
        let mut assumed = Vec::new();
        let mut blocked = PointSet::EMPTY;
        for (&point, refused) in view.refused() {
            if trust == Trust::Causes && is_old_ko(view, refused) {
                continue;
            }
            if refused.causes.stone || trust == Trust::Stones {
                assumed.push((refused.at, point));
            } else if !memory.changed(point, view) {
                blocked.insert(point);
            }
        }
        // The newest refusals are the likeliest stones, where there are more than stones.
        assumed.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        let assumed: Vec<Point> = assumed.into_iter().map(|(_, point)| point).collect();
        let (board, suspects) = stand(view, certain, &assumed);
        let assumed: PointSet = assumed.into_iter().collect();
        let stones = board.stones(!color);
        let retry = |point: &Point| memory.changed(*point, view);
        let suspects: PointSet = (suspects - tried).iter().filter(retry).collect();
        let at_most = view.their_stones().at_most;
        let unknown = at_most.saturating_sub(stones.len() as u32);
        let onto = PointSet::board(view.size()) - view.mine() - stones - view.empty();
        let (open, worlds) = (PointSet::EMPTY, Arc::default());
        let hunch = None;
        let mut reading = Reading {
            color,
            moves: view.moves(),
            board,
            unknown,
            onto,
            open,
            suspects,
            eyes,
            worlds,
            hunch,
        };
        let ko = view.likely_ko().map_or(PointSet::EMPTY, PointSet::of);
        reading.open = reading.worth_trying(view, tried | blocked | ko);
        if unhurried {
            // Stones of theirs may be in there, and will still be when there is nothing else to do.
            let rest = reading.open - sealed(view.mine(), view.size());
            reading.open = if rest.is_empty() { reading.open } else { rest };
        }
        if reading.open.is_empty() && reading.suspects.is_empty() {
            reading.open = (assumed - certain - tried).iter().filter(retry).collect();
        }
        reading
    }

    /// Opens refused points again that may have become legal: something has changed around them since, and in some of
    /// the worlds they are.
    pub fn reconsider(&mut self, view: &View, memory: &Memory) {
        let scenes = self.worlds.scenes();
        let enough = (scenes.len() as f64 * WORTH_ASKING).max(1.0);
        let legal = |point: &Point| {
            let legal = |scene: &&Scene| scene.position.check(Move::Play(*point)).is_ok();
            scenes.iter().filter(legal).count() as f64 >= enough
        };
        let refused: PointSet = view.refused().keys().copied().collect();
        let tried: PointSet = view.tried().iter().copied().collect();
        let not = view.mine() | view.theirs() | tried | self.open;
        let again = (refused - not).iter().filter(|point| memory.changed(*point, view));
        let again: PointSet = again.filter(legal).collect();
        self.open |= again;
    }

    fn worth_trying(&self, view: &View, not: PointSet) -> PointSet {
        let free = PointSet::board(view.size()) - view.mine() - self.board.stones(!self.color);
        let eye = |point: Point| is_safe_eye(&self.board, self.color, point, self.eyes);
        let wish = |point: &Point| !eye(*point);
        (free - not).iter().filter(wish).collect()
    }

    /// Playouts for this reading.
    pub(crate) fn playouts(&self, seed: u64) -> Playouts {
        Playouts::new(self.board.size(), seed).with_eyes(self.eyes)
    }

    /// The assumed position, with the player to move.
    pub fn position(&self) -> Position {
        Position::from_board(self.board.clone(), self.color, KoRule::Simple)
    }

    /// Where playouts start: the assumed stones, the player to move, the rest hidden at random.
    pub fn world(&self) -> Result<World, WorldError> {
        World::new(&self.board, self.color).with_fill(self.fill())
    }

    /// The hidden stones.
    pub fn fill(&self) -> Fill {
        Fill { color: !self.color, count: self.unknown as u16, onto: self.onto }
    }

    /// The chance of each point to hold a hidden stone: by the worlds, if there are any.
    pub fn belief(&self) -> Vec<(Point, f64)> {
        if self.worlds.is_empty() { self.uniform_belief() } else { self.worlds.hidden().to_vec() }
    }

    /// The chance of each point to hold a hidden stone, if all are equally likely.
    pub fn uniform_belief(&self) -> Vec<(Point, f64)> {
        let chance = f64::from(self.unknown) / self.onto.len().max(1) as f64;
        self.onto.iter().map(|point| (point, chance.min(1.0))).collect()
    }
}

/// A refusal that may have been ko, from an earlier turn: the ko is open again.
fn is_old_ko(view: &View, refused: &Refused) -> bool {
    refused.causes.ko && refused.at < view.moves()
}

/// Puts assumed stones beside the certain ones, as long as every chain keeps a liberty. Also
/// returns the assumed stones that have none: not all of them can be stones.
fn stand(view: &View, certain: PointSet, assumed: &[Point]) -> (Board, PointSet) {
    let board_with = |theirs: PointSet| {
        let mut stones = ByColor::<PointSet>::default();
        stones[view.color()] = view.mine();
        stones[!view.color()] = theirs;
        Board::from_stones(view.size(), stones)
    };
    let most = (view.their_stones().at_most as usize).saturating_sub(certain.len());
    let assumed: PointSet = assumed.iter().copied().take(most).collect();
    if let Ok(board) = board_with(certain | assumed) {
        return (board, PointSet::EMPTY);
    }
    let mut theirs = certain;
    let mut left_out = PointSet::EMPTY;
    for point in assumed {
        if board_with(theirs | PointSet::of(point)).is_ok() {
            theirs.insert(point);
        } else {
            left_out.insert(point);
        }
    }
    // Certain stones are true, so they can stand; an empty board stands in for the impossible.
    let board = board_with(theirs).unwrap_or(Board::new(view.size()));
    // Without a certain stone among them they may all be points of our own eyes.
    let (all, size) = (theirs | left_out, view.size());
    let doomed = all
        .regions(size)
        .filter(|region| region.intersects(&left_out) && region.intersects(&certain));
    let doomed = doomed.fold(PointSet::EMPTY, |sum, region| sum | region);
    (board, doomed & assumed)
}
