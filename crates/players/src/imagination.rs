//! Worlds a player thinks in, and the options that choose them.

use crate::aims::Tactician;
use crate::catalogue::OptionEntry;
use crate::spec::{Options, SpecError};
use kage_belief::{Guided, History, Learned, Metaposition, Sampler, Uniform};
use kage_goban::BoardSize;
use kage_phantom::View;
use kage_search::{Draws, Hunch, Meter, Worlds};
use std::sync::Arc;

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
pub(crate) const PRIOR: OptionEntry = OptionEntry {
    name: "prior",
    takes: "flat or learned",
    default: "flat",
    about: "of worlds with a history: are all equally likely, or do opponents play as in the games learned from",
};
pub(crate) const TACTICS: OptionEntry = OptionEntry {
    name: "tactics",
    takes: "on or off",
    default: "off",
    about: "read in each world which weak chains a move takes or saves; playouts that come to it count for the move",
};
pub(crate) const DRAWS: OptionEntry = OptionEntry {
    name: "draws",
    takes: "a number",
    default: "one for 32 playouts (trees: for 16), from 32 to 256",
    about: "worlds drawn for each try; its playouts go through them in turns",
};

pub(crate) const CHAINS: OptionEntry = OptionEntry {
    name: "chains",
    takes: "a number",
    default: "32 up to 11x11, 12 beyond",
    about: "histories kept side by side, from which worlds are drawn",
};
pub(crate) const MIXING: OptionEntry = OptionEntry {
    name: "mixing",
    takes: "a number",
    default: "1",
    about: "steps of each history after news, for each turn of the opponent's",
};

/// Many chains that take few steps: a player hears much and thinks little, and each world is a chain's
/// that has walked since the game began.
const SAMPLING: kage_belief::Options =
    kage_belief::Options { chains: 64, steps: 1, mixing: 3, mending: 1_000, seed: 1 };
/// For one who asks a net too, and has better uses for the time.
const SAMPLING_KEPT: kage_belief::Options =
    kage_belief::Options { chains: 32, steps: 1, mixing: 1, mending: 1_000, seed: 1 };
/// The same where a step takes many times longer, and games are long.
const SAMPLING_LARGE: kage_belief::Options =
    kage_belief::Options { chains: 12, steps: 1, mixing: 1, mending: 200, seed: 1 };
/// The largest board whose worlds are quick to draw.
const QUICK_LINES: u8 = 11;

/// Who draws worlds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    Uniform,
    Metaposition,
    History,
    /// By what a net says of hidden stones.
    Net,
}

impl Source {
    /// Where no net looks.
    pub(crate) const fn without_net(self) -> Source {
        if let Source::Net = self { Source::History } else { self }
    }

    fn sampler(self, prior: Prior, options: kage_belief::Options) -> Box<dyn Sampler + Send> {
        match (self, prior) {
            (Source::Net, _) => Box::new(Guided::new(options)),
            (Source::Uniform, _) => Box::new(Uniform::new(options)),
            (Source::Metaposition, _) => Box::new(Metaposition::new(options)),
            (Source::History, Prior::Flat) => Box::new(History::new(options)),
            // The weights come with the program, and a test reads them.
            (Source::History, Prior::Learned) => match Learned::embedded() {
                Ok(learned) => Box::new(History::with_prior(options, learned)),
                Err(_) => Box::new(History::new(options)),
            },
        }
    }
}

/// How likely they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Prior {
    Flat,
    Learned,
}

/// Which worlds, and how many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fancy {
    pub(crate) source: Source,
    pub(crate) prior: Prior,
    pub(crate) draws: Draws,
    /// Are the worlds of a turn kept from try to try?
    pub(crate) keep: bool,
    /// Are weak chains read in each world?
    pub(crate) tactics: bool,
    /// How many histories, and how many steps after news, if that was said.
    pub(crate) chains: Option<usize>,
    pub(crate) mixing: Option<usize>,
}

const SOURCES: [(&str, Option<Source>); 4] = [
    ("none", None),
    ("uniform", Some(Source::Uniform)),
    ("metaposition", Some(Source::Metaposition)),
    ("history", Some(Source::History)),
];
const PRIORS: [(&str, Prior); 2] = [("flat", Prior::Flat), ("learned", Prior::Learned)];
/// Playouts for each world, unless something else is said. A world with a history costs about as much
/// as 50 playouts side by side, or 5 simulations of a tree: drawing must not take most of the time.
const FLAT_EACH: u64 = 32;
const TREE_EACH: u64 = 16;
/// The most worlds that may be asked for.
const MOST_DRAWS: u64 = 1_000_000;
/// The most chains and steps.
const MOST_CHAINS: u64 = 10_000;

impl Fancy {
    /// Takes `worlds`, `prior` and `draws` out.
    pub(crate) fn from_options(options: &mut Options) -> Result<Option<Fancy>, SpecError> {
        let Some(source) = options.word("worlds", &SOURCES)?.flatten() else { return Ok(None) };
        let (prior, draws) = (prior(options, Prior::Flat)?, draws(options, FLAT_EACH)?);
        Ok(Some(Fancy {
            source,
            prior,
            draws,
            keep: false,
            tactics: false,
            chains: None,
            mixing: None,
        }))
    }

    /// Takes `sampler` and `prior` out, for a player who wants so many worlds.
    pub(crate) fn of_states(options: &mut Options, states: usize) -> Result<Fancy, SpecError> {
        let source = options.word("sampler", &SOURCES[1..])?.flatten();
        let source = source.unwrap_or(Source::History);
        let prior = prior(options, Prior::Flat)?;
        let draws = Draws::Number(states);
        Ok(Fancy { source, prior, draws, keep: false, tactics: false, chains: None, mixing: None })
    }

    /// Takes `prior`, `draws` and `tactics` out, for a player who thinks in worlds with a history, weighs them
    /// by what was learned unless he is told not to, and keeps them from try to try.
    pub(crate) fn kept(options: &mut Options) -> Result<Fancy, SpecError> {
        let (prior, draws) = (prior(options, Prior::Learned)?, draws(options, FLAT_EACH)?);
        let tactics = options.word("tactics", &[("on", true), ("off", false)])?.unwrap_or(false);
        let chains = options.count_to(CHAINS.name, MOST_CHAINS)?.map(|chains| chains as usize);
        let mixing = options.count_to(MIXING.name, MOST_CHAINS)?.map(|steps| steps as usize);
        let words = [("net", Source::Net), ("history", Source::History)];
        let source = options.word("worlds", &words)?.unwrap_or(Source::Net);
        Ok(Fancy { source, prior, draws, keep: true, tactics, chains, mixing })
    }

    /// Takes `sampler`, `prior` and `draws` out.
    pub(crate) fn of_sampler(options: &mut Options) -> Result<Fancy, SpecError> {
        let draws = draws(options, TREE_EACH)?;
        Ok(Fancy { draws, ..Fancy::of_states(options, 0)? })
    }
}

impl Fancy {
    fn sampler(&self, size: BoardSize, seed: u64) -> Box<dyn Sampler + Send> {
        let usual = match size.get() <= QUICK_LINES {
            true if self.keep => SAMPLING_KEPT,
            true => SAMPLING,
            false => SAMPLING_LARGE,
        };
        let chains = self.chains.unwrap_or(usual.chains);
        let mixing = self.mixing.unwrap_or(usual.mixing);
        // Nets are for 9x9.
        let source = if size == BoardSize::NINE { self.source } else { self.source.without_net() };
        source.sampler(self.prior, kage_belief::Options { chains, mixing, seed, ..usual })
    }
}

fn prior(options: &mut Options, usual: Prior) -> Result<Prior, SpecError> {
    Ok(options.word("prior", &PRIORS)?.unwrap_or(usual))
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
    tactician: Option<Tactician>,
    /// The worlds of this turn, as far as it was thought about.
    worlds: Arc<Worlds>,
    /// After how many moves that was, and how many tries had been refused.
    seen: Option<(u32, usize)>,
}

impl Imagination {
    pub(crate) fn new(fancy: Fancy, seed: u64) -> Imagination {
        Imagination {
            fancy,
            seed,
            sampler: fancy.sampler(BoardSize::NINE, seed),
            tactician: fancy.tactics.then(Tactician::new),
            worlds: Arc::default(),
            seen: None,
        }
    }

    /// Forgets everything, for another game on a board of this size.
    pub(crate) fn begin(&mut self, size: BoardSize) {
        self.sampler = self.fancy.sampler(size, self.seed);
        self.seen = None;
    }

    /// Takes in what was heard and draws worlds: after a refused try only those that are needed in
    /// the places of others.
    pub(crate) fn worlds(
        &mut self,
        view: &View,
        hunch: Option<&Hunch>,
        meter: &Meter,
    ) -> Arc<Worlds> {
        let Imagination { sampler, fancy, .. } = self;
        match hunch {
            Some(hunch) => sampler.expect(view, &hunch.hidden),
            None => sampler.update(view),
        }
        let tried = view.tried();
        let worlds = Arc::make_mut(&mut self.worlds);
        let refused = match self.seen {
            Some((moves, count)) if moves == view.moves() && fancy.keep => tried.get(count..),
            _ => {
                worlds.clear();
                None
            }
        };
        let refused = refused.unwrap_or_default();
        worlds.renew(refused, &mut **sampler, view, fancy.draws, meter);
        if let Some(tactician) = &mut self.tactician {
            worlds.take_aim(meter, |position| tactician.aims(position));
        }
        self.seen = Some((view.moves(), tried.len()));
        Arc::clone(&self.worlds)
    }
}
