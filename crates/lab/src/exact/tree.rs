//! The game in extensive form, as flat arrays: both sides' decisions, and what each pair of last
//! sequences is worth.
//!
//! A sequence is an action at a decision. A game that is over is worth something to Black with the
//! product of both sides' flows to their last sequences; a [`Payoff`] holds the pair and the worth,
//! weighted by how many games were merged in it.

use super::builder::Builder;
use super::game::GameConfig;
use super::infosets::Infosets;
use super::symmetry::Symmetries;
use kage_goban::ByColor;
use std::fmt;

/// What a pair of sequences is worth to Black.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Payoff {
    pub(crate) black: u32,
    pub(crate) white: u32,
    pub(crate) worth: f32,
}

/// A whole game.
#[derive(Debug)]
pub(crate) struct Tree {
    pub(crate) config: GameConfig,
    pub(crate) symmetries: Symmetries,
    pub(crate) sides: ByColor<Infosets>,
    pub(crate) payoffs: Vec<Payoff>,
    /// Moments of the game, up to symmetry and the order of refused tries: those where a side
    /// decides, and those where the game is over.
    pub(crate) nodes: u64,
}

/// A game does not fit in the memory that it may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// The number of nodes when it was given up.
    pub nodes: u64,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the game has more than {} nodes", self.nodes)
    }
}

impl std::error::Error for TooLarge {}

impl Tree {
    /// Builds the whole game, if it has at most so many nodes.
    pub(crate) fn build(config: GameConfig, most: u64) -> Result<Tree, TooLarge> {
        Builder::new(config, most).build()
    }

    /// The number of information sets.
    pub(crate) fn infosets(&self) -> usize {
        self.sides.black.len() + self.sides.white.len()
    }

    /// The bytes of the tree while it is built or solved, whichever is more.
    pub(crate) fn bytes(&self) -> u64 {
        let payoffs = self.payoffs.capacity() * size_of::<Payoff>();
        let sequences = self.sides.black.sequences() + self.sides.white.sequences();
        (payoffs + self.infosets() * BYTES_OF_INFOSET + sequences * BYTES_OF_SEQUENCE) as u64
    }
}

/// Of an information set: its entry in the table while the tree is built, what it follows, its
/// parents, and what it cannot rule out.
const BYTES_OF_INFOSET: usize = 300;

/// Of a sequence: regrets, expected regrets, sum, share, flow, value and average.
const BYTES_OF_SEQUENCE: usize = 7 * size_of::<f64>();
