//! What every sampler of worlds can do.

use crate::World;
use kage_goban::Point;
use kage_phantom::View;
use std::fmt;

/// From a view to worlds.
///
/// It is told of a game by its view alone, and may be given any later view of the same game, or the
/// view of another game.
pub trait Sampler {
    /// Takes in what was heard.
    fn update(&mut self, view: &View);

    /// The same from one who has heard what the chance of a hidden stone is on each point. Those who find
    /// that out themselves do not listen.
    fn expect(&mut self, view: &View, _chances: &[(Point, f64)]) {
        self.update(view);
    }

    /// Shows so many worlds, one after the other. The world is the sampler's own and changes with
    /// the next: who wants to keep it copies it. Nothing is shown before the first update, or of a
    /// view that no board fits.
    fn draw(&mut self, count: usize, visit: &mut dyn FnMut(&World));

    /// What was done so far.
    fn stats(&self) -> SamplerStats;

    /// How well the next worlds will fit.
    fn health(&self) -> Health;
}

/// How well a sampler's worlds fit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Health {
    /// As well as this sampler can.
    Good,
    /// Some of its chains do not fit and are not drawn from.
    Partly,
    /// No chain fits: the worlds are those of a simpler sampler.
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
    /// Proposed changes.
    pub steps: u64,
    /// Changes that were made.
    pub accepted: u64,
    /// Chains that did not fit any more and were mended.
    pub repairs: u64,
    /// Chains that could not be mended and were replaced by copies of others.
    pub refills: u64,
    /// Worlds that a simpler sampler had to give.
    pub fallbacks: u64,
    /// Updates after which no chain was left.
    pub failures: u64,
    /// Worlds shown.
    pub worlds: u64,
}

/// The settings of a sampler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// How many worlds are kept side by side.
    pub chains: usize,
    /// Steps between two worlds drawn from the same chain, for each turn of the opponent's.
    pub steps: usize,
    /// Steps of each chain after news, for each turn of the opponent's.
    pub mixing: usize,
    /// Steps to mend a chain before it is given up.
    pub mending: u64,
    /// The seed.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options { chains: 32, steps: 6, mixing: 20, mending: 3_000, seed: 1 }
    }
}

impl Options {
    /// The same settings with another seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Options {
        Options { seed, ..self }
    }
}
