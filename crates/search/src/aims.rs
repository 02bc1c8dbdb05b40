//! Chains that one move captures or saves in a world, counted by all-as-first.
//!
//! After Cazenave 2006, section 6: a playout in which a goal was reached counts for the move that
//! reaches it. The player does the tactical reading; this module only counts.

use kage_goban::{ByColor, PointSet, Position};
use kage_playout::PointRows;

/// What the moves of an [`Aim`] do to its chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// They capture it.
    Taken,
    /// They save it.
    Saved,
}

/// A chain that one move of the player captures or saves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aim {
    /// The moves that do it.
    pub moves: PointSet,
    /// The stones of the chain.
    pub stones: PointRows,
    /// What the moves do.
    pub fate: Fate,
}

impl Aim {
    /// Was it reached in a playout? The chain was captured if a stone was played on one of its
    /// points.
    pub(crate) fn is_reached(&self, first: &ByColor<PointRows>) -> bool {
        let played = first.black.rows().iter().zip(first.white.rows());
        let mut again = played.zip(self.stones.rows()).map(|((b, w), stones)| (b | w) & stones);
        let fate = if again.any(|line| line != 0) { Fate::Taken } else { Fate::Saved };
        fate == self.fate
    }
}

/// Finds the aims of the side to move in a world.
pub trait AimReader: Send {
    /// The chains that one move captures or saves.
    fn aims(&mut self, position: &Position) -> Vec<Aim>;
}
