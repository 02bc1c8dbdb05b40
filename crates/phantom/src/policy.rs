//! Evaluations without a search: a policy evaluates one seat's view, a critic a whole table.

use crate::{Choice, View};
use kage_goban::{ByColor, Point, Position};

/// What a policy predicts of a game and of the tries of one seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Prediction {
    /// The chance that the seat wins.
    pub win: f64,
    /// How much better each try is than the others, in win rate. Only differences have a meaning.
    pub advantages: Vec<(Point, f64)>,
    /// The policy's probability of each choice, a pass included. Empty if the policy has none.
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
    /// The factor from a logit of a choice to its advantage. So a player with this softmax temperature
    /// draws choices with the policy's own probabilities.
    pub const LOGIT_WORTH: f64 = 0.01;

    /// The advantage of a try; 0 if the policy gave none.
    pub fn advantage(&self, point: Point) -> f64 {
        self.advantages.iter().find(|(at, _)| *at == point).map_or(0.0, |(_, value)| *value)
    }
}

/// Evaluates games for the seat whose turn it is, from the seat's view alone.
///
/// Views are given in batches, because a net evaluates many at once in less time. The answers come
/// in the same order. A view that the policy cannot evaluate (a board of another size) gets `None`.
pub trait Policy: Send + Sync {
    /// What it predicts of each view.
    fn predict(&self, views: &[&View]) -> Vec<Option<Prediction>>;
}

/// A game with everything visible: an imagined one, or one that is over.
#[derive(Clone, Copy, Debug)]
pub struct WatchedTable<'a> {
    /// The true position.
    pub position: &'a Position,
    /// What both seats know.
    pub views: ByColor<&'a View>,
}

/// The value of a game for the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CriticValue {
    /// The chance that it wins.
    pub win: f64,
    /// Its expected lead in points, komi included.
    pub lead: f64,
}

/// Evaluates games from the true position and both views. It serves training and search: no seat of a live
/// game has a true position.
pub trait Critic: Send + Sync {
    /// The value of each game for its side to move; `None` for one that it cannot evaluate.
    fn evaluate(&self, games: &[WatchedTable<'_>]) -> Vec<Option<CriticValue>>;
}
