//! What every sampler of worlds can do.

use crate::World;
use kage_goban::Point;
use kage_phantom::Seat;
use std::fmt;

/// From a view to worlds.
///
/// A sampler is given views alone. The next view may be a later one of the same game, or one of another game.
pub trait Sampler {
    /// Takes in what was heard.
    fn update(&mut self, seat: &Seat);

    /// The same, with the probability of a hidden stone on each point, such as a net estimates. Samplers that compute
    /// these probabilities themselves ignore them.
    fn update_with_marginals(&mut self, seat: &Seat, _marginals: &[(Point, f64)]) {
        self.update(seat);
    }

    /// Draws this number of worlds, one after the other. Nothing is drawn before the first update,
    /// or if no board fits the view: see [`health`](Self::health).
    fn draw(&mut self, count: usize, visit: &mut dyn FnMut(World));

    /// What the sampler has done so far.
    fn stats(&self) -> SamplerStats;

    /// How well the next worlds will fit.
    fn health(&self) -> Health;
}

/// How well a sampler's worlds fit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Health {
    /// As well as this sampler can.
    Good,
    /// Some of its chains are inconsistent. Worlds come from the others.
    Partly,
    /// No chain is consistent. Worlds come from a simpler sampler.
    Fallback,
    /// There are no worlds at all.
    Nothing,
}

impl fmt::Display for Health {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Health::Good => "good",
            Health::Partly => "some chains do not fit",
            Health::Fallback => "no chain fits, the worlds have no history",
            Health::Nothing => "no worlds",
        })
    }
}

/// What a sampler did, counted since it was made.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SamplerStats {
    /// Proposals.
    pub steps: u64,
    /// Proposals that were accepted.
    pub accepted: u64,
    /// Chains that became inconsistent and were repaired.
    pub repairs: u64,
    /// Chains that could not be repaired and were replaced by copies of others.
    pub refills: u64,
    /// Worlds that came from a simpler sampler.
    pub fallbacks: u64,
    /// Updates that left no consistent chain, and boards that could not be built.
    pub failures: u64,
    /// Worlds drawn.
    pub worlds: u64,
}

/// The settings of a sampler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The number of chains.
    pub chains: usize,
    /// Steps between two worlds from the same chain, for each turn of the opponent.
    pub steps: usize,
    /// Steps of each chain after news, for each turn of the opponent.
    pub burn_in: usize,
    /// Steps to repair a chain before it is replaced.
    pub repair_steps: u64,
    /// The seed.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options { chains: 32, steps: 6, burn_in: 20, repair_steps: 3_000, seed: 1 }
    }
}

impl Options {
    /// The same settings with another seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Options {
        Options { seed, ..self }
    }
}
