//! How likely the opponent's moves are before anything is heard.

use crate::LogLinearPrior;
use kage_goban::{BoardSize, Color, Move, Point, PointSet};

/// The position in a world before a turn of the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveContext {
    /// The number of lines.
    pub size: BoardSize,
    /// The opponent, the side to move.
    pub mover: Color,
    /// The number of turns the opponent has had before this one.
    pub turn: u32,
    /// The opponent's stones.
    pub movers: PointSet,
    /// The stones of the seat whose view it is.
    pub others: PointSet,
    /// The point that simple ko forbids to the opponent.
    pub ko: Option<Point>,
    /// The opponent's previous move, unless it was a pass or there was none.
    pub last: Option<Point>,
    /// The seat's previous move, unless it was a pass or there was none.
    pub answered: Option<Point>,
    /// The number of the opponent's refused tries that were heard in this turn.
    pub tries: u32,
}

/// A model of how the opponent plays. The weight of a world is the product of one factor for each
/// of the opponent's turns.
///
/// A factor depends on the [`MoveContext`] and the move, and on nothing else. It need not be a probability: only ratios
/// count. It must be finite.
pub trait Prior {
    /// The logarithm of the factor of one turn.
    fn log_weight(&self, before: &MoveContext, play: Move) -> f64;

    /// Is every factor 1? Then samplers skip the prior.
    fn is_flat(&self) -> bool {
        false
    }

    /// The log-linear prior behind this one, if it is one. Samplers compute its factors faster, with the same results.
    fn log_linear(&self) -> Option<&LogLinearPrior> {
        None
    }
}

/// All consistent worlds are equally likely.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Flat;

impl Prior for Flat {
    fn log_weight(&self, _: &MoveContext, _: Move) -> f64 {
        0.0
    }

    fn is_flat(&self) -> bool {
        true
    }
}

impl<P: Prior + ?Sized> Prior for Box<P> {
    fn log_weight(&self, before: &MoveContext, play: Move) -> f64 {
        (**self).log_weight(before, play)
    }

    fn is_flat(&self) -> bool {
        (**self).is_flat()
    }

    fn log_linear(&self) -> Option<&LogLinearPrior> {
        (**self).log_linear()
    }
}
