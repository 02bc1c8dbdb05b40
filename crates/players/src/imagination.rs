//! Worlds a player thinks in, and the options that choose them.

use crate::catalogue::OptionEntry;
use crate::spec::{Options, SpecError};
use kage_belief::{History, Metaposition, Sampler, Uniform};
use kage_phantom::View;
use kage_search::{Draws, Meter, Worlds};

pub(crate) const WORLDS: OptionEntry = OptionEntry {
    name: "worlds",
    takes: "none, uniform, metaposition or history",
    default: "none",
    about: "what playouts start from: assumptions filled up at random, or worlds drawn by this sampler",
};
pub(crate) const SAMPLER: OptionEntry = OptionEntry {
    name: "sampler",
    takes: "uniform, metaposition or history",
    default: "history",
    about: "who draws the worlds",
};
pub(crate) const DRAWS: OptionEntry = OptionEntry {
    name: "draws",
    takes: "a number",
    default: "one for 32 playouts (trees: for 16), from 32 to 256",
    about: "worlds drawn for each try; its playouts go through them in turns",
};

/// Fewer chains and steps than a sampler takes by itself: a player hears much and thinks little.
const SAMPLING: kage_belief::Options =
    kage_belief::Options { chains: 16, steps: 8, mixing: 6, mending: 3_000, seed: 1 };

/// Who draws worlds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    Uniform,
    Metaposition,
    History,
}

impl Source {
    fn sampler(self, seed: u64) -> Box<dyn Sampler + Send> {
        let options = kage_belief::Options { seed, ..SAMPLING };
        match self {
            Source::Uniform => Box::new(Uniform::new(options)),
            Source::Metaposition => Box::new(Metaposition::new(options)),
            Source::History => Box::new(History::new(options)),
        }
    }
}

/// Which worlds, and how many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fancy {
    pub(crate) source: Source,
    pub(crate) draws: Draws,
}

const SOURCES: [(&str, Option<Source>); 4] = [
    ("none", None),
    ("uniform", Some(Source::Uniform)),
    ("metaposition", Some(Source::Metaposition)),
    ("history", Some(Source::History)),
];
/// Playouts for each world, unless something else is said. A world with a history costs about as much
/// as 50 playouts side by side, or 5 simulations of a tree: drawing must not take most of the time.
const FLAT_EACH: u64 = 32;
const TREE_EACH: u64 = 16;
/// The most worlds that may be asked for.
const MOST_DRAWS: u64 = 1_000_000;

impl Fancy {
    /// Takes `worlds` and `draws` out.
    pub(crate) fn from_options(options: &mut Options) -> Result<Option<Fancy>, SpecError> {
        let Some(source) = options.word("worlds", &SOURCES)?.flatten() else { return Ok(None) };
        Ok(Some(Fancy { source, draws: draws(options, FLAT_EACH)? }))
    }

    /// Takes `sampler` out, for a player who wants so many worlds.
    pub(crate) fn of_states(options: &mut Options, states: usize) -> Result<Fancy, SpecError> {
        let source = options.word("sampler", &SOURCES[1..])?.flatten();
        let source = source.unwrap_or(Source::History);
        Ok(Fancy { source, draws: Draws::Number(states) })
    }

    /// Takes `sampler` and `draws` out.
    pub(crate) fn of_sampler(options: &mut Options) -> Result<Fancy, SpecError> {
        let draws = draws(options, TREE_EACH)?;
        Ok(Fancy { draws, ..Fancy::of_states(options, 0)? })
    }
}

fn draws(options: &mut Options, each: u64) -> Result<Draws, SpecError> {
    let number = options.count_to("draws", MOST_DRAWS)?;
    Ok(number.map_or(Draws::OneFor(each), |number| Draws::Number(number as usize)))
}

/// What follows a game and draws its worlds.
pub(crate) struct Imagination {
    fancy: Fancy,
    seed: u64,
    sampler: Box<dyn Sampler + Send>,
}

impl Imagination {
    pub(crate) fn new(fancy: Fancy, seed: u64) -> Imagination {
        Imagination { fancy, seed, sampler: fancy.source.sampler(seed) }
    }

    /// Forgets everything, for another game.
    pub(crate) fn begin(&mut self) {
        self.sampler = self.fancy.source.sampler(self.seed);
    }

    /// Takes in what was heard and draws worlds.
    pub(crate) fn worlds(&mut self, view: &View, meter: &Meter) -> Worlds {
        self.sampler.update(view);
        Worlds::draw(&mut *self.sampler, view, self.fancy.draws, meter)
    }
}
