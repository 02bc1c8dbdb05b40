//! Everything a search starts from.

use crate::{Candidates, RefusalModel, WorldSet};
use kage_goban::{Board, Color, KoRule, Komi, Point, PointSet, Position};
use kage_phantom::{Prediction, View};
use kage_playout::{Eyes, Fill, Playouts, World, WorldError};
use std::sync::Arc;

/// Everything a search starts from. It is built once for a try and does not change.
#[derive(Clone, Debug)]
pub struct RootState {
    /// The seat.
    pub color: Color,
    /// The moves made so far, by both.
    pub moves: u32,
    /// The komi.
    pub komi: Komi,
    /// The seat's stones, and the points assumed to be the opponent's stones.
    pub board: Board,
    /// An upper bound of the number of hidden stones.
    pub unknown: u32,
    /// Where they may stand.
    pub hidden_area: PointSet,
    /// The points to choose from.
    pub open: PointSet,
    /// What an own eye is, in the tree and in playouts.
    pub eyes: Eyes,
    /// The sampled worlds, if the player samples any. A search over worlds without them starts from
    /// the assumed board.
    pub worlds: Arc<WorldSet>,
    /// The prediction of the player's policy, if it has one. The advantages are those of the open
    /// points, with a mean of 0.
    pub prior: Option<Prediction>,
}

impl RootState {
    /// A root from what the seat knows, what the player assumes of refusals and of the board, its worlds and its prior.
    pub fn new(
        view: &View,
        refusals: &RefusalModel,
        candidates: Candidates,
        worlds: Arc<WorldSet>,
        prior: Option<Prediction>,
    ) -> RootState {
        let Candidates { board, unknown, hidden_area, open, eyes, .. } = candidates;
        // The policy was never trained on refused points. So a refused point that is tried again
        // gets the mean advantage of the others.
        let prior = prior.map(|prior| among(prior, &open));
        let again = refusals.retry(view, open, &worlds);
        RootState {
            color: view.color(),
            moves: view.moves(),
            komi: view.rules().komi,
            board,
            unknown,
            hidden_area,
            open: open | again,
            eyes,
            worlds,
            prior,
        }
    }

    /// Playouts for this root.
    pub(crate) fn playouts(&self, seed: u64) -> Playouts {
        Playouts::new(self.board.size(), seed).with_eyes(self.eyes)
    }

    /// The assumed position, with the seat to move.
    pub fn position(&self) -> Position {
        Position::from_board(self.board.clone(), self.color, KoRule::Simple)
    }

    /// Where playouts start without worlds: the assumed stones, the seat to move, and the other
    /// hidden stones at random points.
    pub fn assumed_world(&self) -> Result<World, WorldError> {
        World::new(&self.board, self.color).with_fill(self.fill())
    }

    /// The hidden stones.
    pub fn fill(&self) -> Fill {
        Fill { color: !self.color, count: self.unknown as u16, onto: self.hidden_area }
    }

    /// The probability of a hidden stone on each point: from the worlds, if there are any.
    pub fn belief(&self) -> Vec<(Point, f64)> {
        if self.worlds.is_empty() { self.uniform_belief() } else { self.worlds.hidden().to_vec() }
    }

    /// The probability of a hidden stone on each point, if all points are equally likely.
    pub fn uniform_belief(&self) -> Vec<(Point, f64)> {
        let chance = f64::from(self.unknown) / self.hidden_area.len().max(1) as f64;
        self.hidden_area.iter().map(|point| (point, chance.min(1.0))).collect()
    }
}

/// The prior of these points alone, with advantages that have a mean of 0.
fn among(prior: Prediction, points: &PointSet) -> Prediction {
    let advantages: Vec<(Point, f64)> =
        prior.advantages.into_iter().filter(|(point, _)| points.contains(*point)).collect();
    let sum: f64 = advantages.iter().map(|(_, value)| value).sum();
    let mean = sum / advantages.len().max(1) as f64;
    let advantages = advantages.into_iter().map(|(point, value)| (point, value - mean)).collect();
    Prediction { advantages, ..prior }
}
