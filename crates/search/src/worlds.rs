//! Worlds to think in: drawn once for a try, and gone through in turns by its playouts.

use crate::Meter;
use kage_belief::Sampler;
use kage_goban::{KoRule, Move, Point, PointSet, Position};
use kage_phantom::View;
use kage_playout::{PointRows, World};

/// How many worlds are drawn for a try.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Draws {
    /// So many.
    Number(usize),
    /// One for so many playouts, within bounds.
    OneFor(u64),
}

/// The bounds of [`Draws::OneFor`]: a few are no sample, and more than this are no better.
const FEWEST: u64 = 32;
const MOST: u64 = 256;
/// Worlds drawn between two looks at the clock.
const AT_ONCE: usize = 16;

impl Draws {
    fn number(self, meter: &Meter) -> usize {
        match self {
            Draws::Number(number) => number,
            Draws::OneFor(playouts) => {
                (meter.left() / playouts.max(1)).clamp(FEWEST, MOST) as usize
            }
        }
    }
}

/// Worlds that may be true, each as likely as the next. None at all is possible: then a
/// [`Reading`](crate::Reading) has to do.
#[derive(Clone, Default, Debug)]
pub struct Worlds {
    scenes: Vec<Scene>,
    hidden: Vec<(Point, f64)>,
    /// How many were ever drawn here.
    drawn: u64,
}

/// One world.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Its number among all that were drawn.
    pub id: u64,
    /// The position, with the ko that binds the side to move. It has no past.
    pub position: Position,
    /// Where its playouts start.
    pub start: World,
    /// Its points without a stone.
    pub empty: PointRows,
    /// What tactics found in it; `None` if nobody looked.
    pub aims: Option<Vec<Aim>>,
}

/// A chain that is taken or saved by one move of the player's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aim {
    /// The moves that do it.
    pub moves: PointSet,
    /// The stones of the chain.
    pub stones: PointRows,
    /// Is it taken? If not, it is saved.
    pub taken: bool,
}

impl Worlds {
    /// Forgets them all, for another turn. Numbers are not used again.
    pub fn clear(&mut self) {
        self.scenes.clear();
    }

    /// Draws worlds of a view, as many as are missing. When more was refused in the same turn, the
    /// worlds in which these tries are illegal stay, for they are as likely as they were, one against
    /// the other; new ones take the places of the rest. Where time is what thinking costs, drawing
    /// stops when a quarter of it is gone.
    pub fn renew(
        &mut self,
        refused: &[Point],
        sampler: &mut dyn Sampler,
        view: &View,
        draws: Draws,
        meter: &Meter,
    ) {
        let fits = |scene: &Scene| {
            refused.iter().all(|&point| scene.position.check(Move::Play(point)).is_err())
        };
        self.scenes.retain(fits);
        let number = draws.number(meter);
        let mut asked = self.scenes.len();
        let first = asked;
        while asked < number && (asked == first || !meter.is_used(0.25)) {
            let count = AT_ONCE.min(number - asked);
            let Worlds { scenes, drawn, .. } = self;
            sampler.draw(count, &mut |world| {
                scenes.extend(Scene::of(world, *drawn));
                *drawn += 1;
            });
            asked += count;
        }
        self.hidden = marginals(&self.scenes, view);
    }

    /// Looks for aims in the worlds where nobody has. Where time is what thinking costs, this stops
    /// when half of it is gone.
    pub fn take_aim(&mut self, meter: &Meter, mut read: impl FnMut(&Position) -> Vec<Aim>) {
        for scene in self.scenes.iter_mut().filter(|scene| scene.aims.is_none()) {
            if meter.is_used(0.5) {
                return;
            }
            scene.aims = Some(read(&scene.position));
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.scenes.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.scenes.is_empty()
    }

    /// All of them.
    pub fn scenes(&self) -> &[Scene] {
        &self.scenes
    }

    /// The world of a playout: they take turns. There must be one.
    pub fn of_game(&self, game: u64) -> &Scene {
        &self.scenes[(game % self.scenes.len() as u64) as usize]
    }

    /// The share of the worlds in which a point that is not known has a stone of theirs; points
    /// that have none in any are left out.
    pub fn hidden(&self) -> &[(Point, f64)] {
        &self.hidden
    }
}

impl Scene {
    fn of(world: &kage_belief::World, id: u64) -> Option<Scene> {
        let board = world.board()?;
        let position = Position::from_board(board, world.turn(), KoRule::Simple);
        let position = match world.ko() {
            Some(ko) => position.with_ko(ko),
            None => position,
        };
        let start = World::from(&position);
        let empty = position.board().empty().into();
        Some(Scene { id, position, start, empty, aims: None })
    }
}

fn marginals(scenes: &[Scene], view: &View) -> Vec<(Point, f64)> {
    let unsure = PointSet::board(view.size()) - view.mine() - view.theirs() - view.empty();
    let theirs = |scene: &Scene| scene.position.board().stones(!view.color());
    let sets: Vec<PointSet> = scenes.iter().map(theirs).collect();
    let share = |point: Point| {
        let with = sets.iter().filter(|set| set.contains(point)).count();
        (point, with as f64 / sets.len().max(1) as f64)
    };
    unsure.iter().map(share).filter(|(_, chance)| *chance > 0.0).collect()
}
