//! What looks at a game before any search: a policy at one seat's view, a critic at a whole table.

use crate::{Choice, View};
use kage_goban::{ByColor, Point, Position};

/// How a game and its tries look to one seat, before any search.
#[derive(Clone, PartialEq, Debug)]
pub struct Prediction {
    /// The chance that the seat wins.
    pub win: f64,
    /// How much better than the others a try looks, as a share of a game. Only differences mean
    /// something.
    pub advantages: Vec<(Point, f64)>,
    /// The chance of each choice, a pass included, if the policy itself were to choose. Empty if it says
    /// nothing of chances.
    pub choices: Vec<(Choice, f64)>,
    /// The chance of a hidden stone of the opponent's on each point.
    pub hidden: Vec<(Point, f64)>,
}

impl Default for Prediction {
    /// Nothing is known.
    fn default() -> Prediction {
        Prediction { win: 0.5, advantages: Vec::new(), choices: Vec::new(), hidden: Vec::new() }
    }
}

impl Prediction {
    /// The worth of a logit, as a share of a game, where a policy that knows chances says advantages: with this
    /// softmax temperature a player draws from the policy's own chances.
    pub const LOGIT_WORTH: f64 = 0.01;

    /// How much better than the others a try looks; 0 where nothing was said of it.
    pub fn advantage(&self, point: Point) -> f64 {
        self.advantages.iter().find(|(at, _)| *at == point).map_or(0.0, |(_, value)| *value)
    }
}

/// Says how games look to the seat whose turn it is, from the seat's view alone.
///
/// Views are given in batches, because a net evaluates many at once in less time. The answers come
/// in the same order. A view that the policy cannot judge (a board of another size) gets `None`.
pub trait Policy: Send + Sync {
    /// What it predicts of each view.
    fn predict(&self, views: &[&View]) -> Vec<Option<Prediction>>;
}

/// A game as one sees it who sees everything: an imagined one, or one that is over.
#[derive(Clone, Copy, Debug)]
pub struct Watched<'a> {
    /// The true position.
    pub position: &'a Position,
    /// What both seats know.
    pub views: ByColor<&'a View>,
}

/// How a game stands for the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// The chance that it wins.
    pub win: f64,
    /// Its expected lead in points, komi included.
    pub lead: f64,
}

/// Says how games stand, from the truth and both views. It serves learning and search: no seat of a live game
/// has a true position to show it.
pub trait Critic: Send + Sync {
    /// How each game stands for its side to move; `None` for one that it cannot judge.
    fn judge(&self, games: &[Watched<'_>]) -> Vec<Option<Standing>>;
}
