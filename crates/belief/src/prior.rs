//! What is held likely before anything is heard.

use crate::Learned;
use kage_goban::{BoardSize, Color, Move, Point, PointSet};

/// How things stood in a world when it was the opponent's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The number of lines.
    pub size: BoardSize,
    /// The opponent: who is to move.
    pub mover: Color,
    /// How many turns the opponent has had before this one.
    pub turn: u32,
    /// The opponent's stones.
    pub movers: PointSet,
    /// The stones of the seat that imagines this world.
    pub others: PointSet,
    /// The point that simple ko forbids to the opponent.
    pub ko: Option<Point>,
    /// Where the opponent played in his turn before this one, unless he passed or has had none.
    pub last: Option<Point>,
    /// Where the seat that imagines this world played just before, unless it passed.
    pub answered: Option<Point>,
    /// How many of the opponent's tries were heard to be refused in this turn.
    pub tries: u32,
}

/// A belief about how the opponent plays: the weight of a world is the product of one factor for
/// each of his turns.
///
/// The factor may depend on all that a [`Moment`] has, and on nothing else. It need not be a probability: only
/// ratios count. It must be finite.
pub trait Prior {
    /// The logarithm of the factor of one turn.
    fn log_weight(&self, before: &Moment, play: Move) -> f64;

    /// Is every factor one? Then nobody asks for them.
    fn is_flat(&self) -> bool {
        false
    }

    /// Is this a learned prior? Its factors are found faster than one by one, and are the same.
    fn learned(&self) -> Option<&Learned> {
        None
    }
}

/// All worlds that sounded alike are equally likely.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Flat;

impl Prior for Flat {
    fn log_weight(&self, _: &Moment, _: Move) -> f64 {
        0.0
    }

    fn is_flat(&self) -> bool {
        true
    }
}

impl<P: Prior + ?Sized> Prior for Box<P> {
    fn log_weight(&self, before: &Moment, play: Move) -> f64 {
        (**self).log_weight(before, play)
    }

    fn is_flat(&self) -> bool {
        (**self).is_flat()
    }

    fn learned(&self) -> Option<&Learned> {
        (**self).learned()
    }
}
