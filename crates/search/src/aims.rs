//! Chains that one move captures or saves in a world, counted by all-as-first.
//!
//! After Cazenave 2006, section 6: a playout in which a goal was reached counts for the move that
//! reaches it. The player does the tactical reading; this module only counts.

use crate::{BudgetMeter, SampledWorld};
use kage_goban::{ByColor, Color, PointSet, Position};
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
    fn is_reached(&self, first: &ByColor<PointRows>) -> bool {
        let played = first.black.rows().iter().zip(first.white.rows());
        let mut again = played.zip(self.stones.rows()).map(|((b, w), stones)| (b | w) & stones);
        let fate = if again.any(|line| line != 0) { Fate::Taken } else { Fate::Saved };
        fate == self.fate
    }
}

/// The aims of the side to move in each of some worlds.
pub(crate) struct WorldAims(Vec<Vec<Aim>>);

impl WorldAims {
    /// Reads the aims of these worlds. Reading stops after half of the time.
    pub(crate) fn read(
        reader: &mut dyn AimReader,
        worlds: &[&SampledWorld],
        budget: &BudgetMeter,
    ) -> WorldAims {
        let mut aims = |world: &&SampledWorld| match budget.is_used(0.5) {
            true => Vec::new(),
            false => reader.aims(&world.position),
        };
        WorldAims(worlds.iter().map(&mut aims).collect())
    }

    /// The moves that a playout counts for although it did not begin with them: those that reach an
    /// aim which was reached. So a move that captures a chain gets the value of the capture. A move
    /// that reaches several aims is counted once.
    pub(crate) fn moves(&self, world: usize, first: &ByColor<PointRows>, me: Color) -> PointSet {
        let reached = self.0[world].iter().filter(|aim| aim.is_reached(first));
        let moves = reached.fold(PointSet::EMPTY, |moves, aim| moves | aim.moves);
        moves.iter().filter(|&point| !first[me].contains(point)).collect()
    }
}

/// Finds the aims of the side to move in a world.
pub trait AimReader: Send {
    /// The chains that one move captures or saves.
    fn aims(&mut self, position: &Position) -> Vec<Aim>;
}
