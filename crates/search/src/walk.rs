//! A simulation on its way through a world, as those who search what is heard make it.

use crate::eyes::is_safe_eye;
use crate::info_tree::News;
use crate::{Evaluation, Reading};
use kage_goban::{Color, Move, Point, PointSet, Position};
use kage_playout::{Fill, World};

/// A simulation on its way: the position in its world, and what the player knows of it.
pub(crate) struct Walk {
    pub(crate) position: Position,
    /// Refused in this turn.
    refused: PointSet,
    /// Taken for stones of theirs.
    taken_for_stones: PointSet,
    /// Is it still the first turn?
    first_turn: bool,
}

impl Walk {
    pub(crate) fn new(reading: &Reading, start: &Position) -> Walk {
        Walk {
            position: start.clone(),
            refused: PointSet::EMPTY,
            taken_for_stones: reading.board.stones(!reading.color),
            first_turn: true,
        }
    }

    /// Who moves.
    pub(crate) fn mover(&self) -> Color {
        self.position.turn()
    }

    /// Plays for the side to move and returns what it took. `None`: the try was refused, and the
    /// same side moves again.
    pub(crate) fn play(&mut self, play: Move) -> Option<PointSet> {
        match (self.position.play(play), play) {
            (Ok(taken), _) => {
                self.refused = PointSet::EMPTY;
                self.first_turn = false;
                Some(taken)
            }
            (Err(_), Move::Play(point)) => {
                self.refused.insert(point);
                self.taken_for_stones.insert(point);
                None
            }
            (Err(_), Move::Pass) => None,
        }
    }

    /// The points the player may think of: not his, not refused in this turn, not taken for theirs
    /// while they stand, no own eyes. In the first turn they are those of the reading.
    pub(crate) fn tries(&self, reading: &Reading) -> PointSet {
        if self.first_turn {
            return reading.open - self.refused;
        }
        let (board, me) = (self.position.board(), reading.color);
        let known = self.taken_for_stones & board.stones(!me);
        let free = PointSet::board(board.size()) - board.stones(me) - known - self.refused;
        free.iter().filter(|&point| !is_safe_eye(board, me, point, reading.eyes)).collect()
    }

    /// The opponent's legal moves that fill no eye of his.
    pub(crate) fn answers(&self, reading: &Reading) -> PointSet {
        let (position, eyes) = (&self.position, reading.eyes);
        let eye = |point: Point| is_safe_eye(position.board(), position.turn(), point, eyes);
        position.legal_points().iter().filter(|&point| !eye(point)).collect()
    }

    /// Where the playouts of this leaf start. Without worlds, the rest is hidden now.
    pub(crate) fn leaf(&self, reading: &Reading) -> World {
        let world = World::from(&self.position);
        if !reading.worlds.is_empty() {
            return world;
        }
        let onto = reading.onto & self.position.board().empty();
        world.with_fill(Fill { onto, ..reading.fill() }).unwrap_or(world)
    }
}

/// What the other side hears of a move: whether it was a pass, and which stones are lost.
pub(crate) fn sound(play: Move, lost: &PointSet) -> News {
    let first = News::from(play == Move::Pass);
    lost.iter().fold(first, |news, point| {
        (news ^ (point.index() as News + 2)).wrapping_mul(0x0100_0000_01B3_0000_0000_0000_013B)
    })
}

/// How much a choice is worth: one never made comes first, then the best value; chance decides
/// between equals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    pub(crate) unknown: bool,
    pub(crate) value: f64,
    pub(crate) chance: u64,
}

impl Bound {
    /// A choice of which this much is known.
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

/// Values of choices that were never made, by point. What is learnt first stays.
#[derive(Clone, Default, Debug)]
pub(crate) struct Guesses(Vec<Option<f64>>);

impl Guesses {
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
pub(crate) fn doubt(explore: f64, available: u32, visits: f64) -> f64 {
    explore * (f64::from(available.max(1)).ln() / visits.max(1.0)).sqrt()
}

/// How the try is taken from the root.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Policy {
    /// The most visited.
    MaxVisit,
    /// The one with the best mean.
    MaxValue,
    /// One at random, in proportion to the visits.
    NormalizedVisit,
}

/// What sets the choices of a search apart from its playouts.
pub(crate) const SALT: u64 = 0x1CE4_E5B9_A076_1D64;

impl Policy {
    /// Puts the candidate first that is to be played.
    pub(crate) fn arrange(self, found: &mut Evaluation, seed: u64) {
        crate::forest::sort_by_visits(&mut found.candidates);
        match self {
            Policy::MaxVisit => {}
            Policy::MaxValue => {
                found.sort();
                found.sink();
            }
            Policy::NormalizedVisit => {
                let visits = found.candidates.iter().map(|candidate| candidate.visits as f64);
                let place = crate::stream::Stream::new(seed ^ SALT).weighted(visits);
                if let Some(place) = place {
                    found.candidates[..=place].rotate_right(1);
                }
            }
        }
    }
}
