//! One simulation in a world: the common part of the searches over worlds.

use crate::RootState;
use crate::eyes::is_safe_eye;
use crate::ismcts::ObservationKey;
use kage_goban::{Color, Move, Point, PointSet, Position};
use kage_playout::{Fill, World};

/// A simulation: the position in its world, and what the player knows of it.
pub(crate) struct Simulation {
    pub(crate) position: Position,
    /// Refused in this turn.
    refused: PointSet,
    /// Assumed to be the opponent's stones.
    assumed_stones: PointSet,
    /// Is it still the first turn?
    first_turn: bool,
}

impl Simulation {
    pub(crate) fn new(root: &RootState, start: &Position) -> Simulation {
        Simulation {
            position: start.clone(),
            refused: PointSet::EMPTY,
            assumed_stones: root.board.stones(!root.color),
            first_turn: true,
        }
    }

    /// Who moves.
    pub(crate) fn mover(&self) -> Color {
        self.position.turn()
    }

    /// Plays for the side to move and returns what it captured. `None`: the try was refused, and
    /// the same side moves again.
    pub(crate) fn play(&mut self, play: Move) -> Option<PointSet> {
        match (self.position.play(play), play) {
            (Ok(taken), _) => {
                self.refused = PointSet::EMPTY;
                self.first_turn = false;
                Some(taken)
            }
            (Err(_), Move::Play(point)) => {
                self.refused.insert(point);
                self.assumed_stones.insert(point);
                None
            }
            (Err(_), Move::Pass) => None,
        }
    }

    /// The points the player may try: no stone of its own, not refused in this turn, not assumed to
    /// be a stone while one stands there, no own eye. In the first turn they are those of the root.
    pub(crate) fn tries(&self, root: &RootState) -> PointSet {
        if self.first_turn {
            return root.open - self.refused;
        }
        let (board, me) = (self.position.board(), root.color);
        let known = self.assumed_stones & board.stones(!me);
        let free = PointSet::board(board.size()) - board.stones(me) - known - self.refused;
        free.iter().filter(|&point| !is_safe_eye(board, me, point, root.eyes)).collect()
    }

    /// The opponent's legal moves that fill none of its own eyes.
    pub(crate) fn answers(&self, root: &RootState) -> PointSet {
        let (position, eyes) = (&self.position, root.eyes);
        let eye = |point: Point| is_safe_eye(position.board(), position.turn(), point, eyes);
        position.legal_points().iter().filter(|&point| !eye(point)).collect()
    }

    /// Where the playouts of this leaf start. Without worlds, the other hidden stones are placed
    /// now.
    pub(crate) fn leaf(&self, root: &RootState) -> World {
        let world = World::from(&self.position);
        if !root.worlds.is_empty() {
            return world;
        }
        let onto = root.hidden_area & self.position.board().empty();
        world.with_fill(Fill { onto, ..root.fill() }).unwrap_or(world)
    }
}

/// What the other side hears of a move: whether it was a pass, and which stones are lost.
pub(crate) fn sound(play: Move, lost: &PointSet) -> ObservationKey {
    let first = ObservationKey::from(play == Move::Pass);
    lost.iter().fold(first, |news, point| {
        (news ^ (point.index() as ObservationKey + 2))
            .wrapping_mul(0x0100_0000_01B3_0000_0000_0000_013B)
    })
}

/// The bound of a choice. One that was never made comes first, then the best value; chance decides
/// between equal ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    pub(crate) unknown: bool,
    pub(crate) value: f64,
    pub(crate) chance: u64,
}

impl Bound {
    /// The bound of a choice with this value, if it was made before.
    pub(crate) fn of(value: Option<f64>, chance: u64) -> Bound {
        Bound { unknown: value.is_none(), value: value.unwrap_or(0.0), chance }
    }

    pub(crate) fn is_better(&self, other: &Bound) -> bool {
        let by_value = self.value.total_cmp(&other.value);
        let order = self.unknown.cmp(&other.unknown).then(by_value);
        order.then(self.chance.cmp(&other.chance)).is_gt()
    }
}

/// The best of several choices so far.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Best(Option<(Bound, Point, bool)>);

impl Best {
    pub(crate) fn consider(&mut self, bound: Bound, point: Point, new: bool) {
        if self.0.is_none_or(|(other, ..)| bound.is_better(&other)) {
            self.0 = Some((bound, point, new));
        }
    }

    /// The choice, and whether it is made for the first time.
    pub(crate) fn choice(self) -> Option<(Move, bool)> {
        self.0.map(|(_, point, new)| (Move::Play(point), new))
    }
}

/// Estimated values of choices that were never made, by point. The first estimate stays.
#[derive(Clone, Default, Debug)]
pub(crate) struct Estimates(Vec<Option<f64>>);

impl Estimates {
    pub(crate) fn learn(&mut self, point: Point, value: f64) {
        if self.0.len() <= point.index() {
            self.0.resize(point.index() + 1, None);
        }
        self.0[point.index()].get_or_insert(value);
    }

    pub(crate) fn of(&self, point: Point) -> Option<f64> {
        self.0.get(point.index()).copied().flatten()
    }
}

/// The upper bound's exploration term.
pub(crate) fn exploration_bonus(explore: f64, available: u32, visits: f64) -> f64 {
    explore * (libm::log(f64::from(available.max(1))) / visits.max(1.0)).sqrt()
}
