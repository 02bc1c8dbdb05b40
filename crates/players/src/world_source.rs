//! The worlds a player searches in, and the options that choose them.

use crate::knowledge::Knowledge;
use crate::registry::OptionEntry;
use crate::spec::{OptionReader, SpecError};
use kage_belief::{History, LogLinearPrior, MarginalSampler, Metaposition, Sampler, Uniform};
use kage_goban::BoardSize;
use kage_phantom::{Prediction, Seat};
use kage_search::{BudgetMeter, SampleCount, WorldSet};
use std::sync::Arc;

pub(crate) const WORLDS: OptionEntry = OptionEntry {
    name: "worlds",
    takes: "none, uniform, metaposition or history",
    default: "none",
    about: "where playouts start. none: from known and assumed stones, with the missing ones at random points; otherwise from worlds of this sampler",
};
pub(crate) const SAMPLER: OptionEntry = OptionEntry {
    name: "sampler",
    takes: "uniform, metaposition or history",
    default: "history",
    about: "the sampler of worlds",
};
pub(crate) const PRIOR: OptionEntry = OptionEntry {
    name: "prior",
    takes: "flat or learned",
    default: "flat",
    about: "prior of histories. flat: all histories are equally likely; learned: weighted by how opponents played in the training games",
};
pub(crate) const DRAWS: OptionEntry = OptionEntry {
    name: "draws",
    takes: "a number",
    default: "one for every 32 playouts (trees: 16), from 32 to 256",
    about: "how many worlds are drawn for each try; playouts take them in turn",
};

pub(crate) const CHAINS: OptionEntry = OptionEntry {
    name: "chains",
    takes: "a number",
    default: "32 up to 11x11, 12 beyond",
    about: "how many Markov chains of histories the sampler keeps; worlds are drawn from them",
};
pub(crate) const BURN_IN: OptionEntry = OptionEntry {
    name: "burn-in",
    takes: "a number",
    default: "1",
    about: "Metropolis-Hastings steps of each chain after an observation, for each turn of the opponent",
};

/// Many chains with few steps, because there are many observations and little time. Each world is
/// the present state of a chain.
const SAMPLING: kage_belief::Options =
    kage_belief::Options { chains: 64, steps: 1, burn_in: 3, repair_steps: 1_000, seed: 1 };
/// Fewer chains and steps, for a player with a net: playouts use the time better.
const SAMPLING_WITH_NET: kage_belief::Options =
    kage_belief::Options { chains: 32, steps: 1, burn_in: 1, repair_steps: 1_000, seed: 1 };
/// For large boards, where a step takes many times longer and games are long.
const SAMPLING_LARGE: kage_belief::Options =
    kage_belief::Options { chains: 12, steps: 1, burn_in: 1, repair_steps: 200, seed: 1 };
/// The largest board on which drawing worlds is fast.
const QUICK_LINES: u8 = 11;

/// Where worlds come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    Uniform,
    Metaposition,
    History,
    /// By the net's probabilities of hidden stones; histories if there is no net.
    Net,
}

impl Source {
    fn sampler(
        self,
        prior: OpponentPrior,
        options: kage_belief::Options,
    ) -> Box<dyn Sampler + Send> {
        match (self, prior) {
            (Source::Net, _) => Box::new(MarginalSampler::new(options)),
            (Source::Uniform, _) => Box::new(Uniform::new(options)),
            (Source::Metaposition, _) => Box::new(Metaposition::new(options)),
            (Source::History, OpponentPrior::Flat) => Box::new(History::new(options)),
            // The weights are built in, and a test reads them.
            (Source::History, OpponentPrior::Learned) => match LogLinearPrior::embedded() {
                Ok(learned) => Box::new(History::with_prior(options, learned)),
                Err(_) => Box::new(History::new(options)),
            },
        }
    }
}

/// The prior of histories.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OpponentPrior {
    Flat,
    Learned,
}

/// What happens to the worlds of a turn after a refused try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AfterRefusal {
    /// All worlds are drawn again.
    Redraw,
    /// The worlds that agree with the refusal are kept.
    Keep,
}

/// The sampler of worlds, and how many it draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WorldOptions {
    pub(crate) source: Source,
    pub(crate) prior: OpponentPrior,
    pub(crate) count: SampleCount,
    pub(crate) after_refusal: AfterRefusal,
    /// How many histories, and how many steps after each observation, if they are given.
    pub(crate) chains: Option<usize>,
    pub(crate) burn_in: Option<usize>,
}

const SOURCES: [(&str, Option<Source>); 4] = [
    ("none", None),
    ("uniform", Some(Source::Uniform)),
    ("metaposition", Some(Source::Metaposition)),
    ("history", Some(Source::History)),
];
const PRIORS: [(&str, OpponentPrior); 2] =
    [("flat", OpponentPrior::Flat), ("learned", OpponentPrior::Learned)];
/// Default playouts for each world. A world with a history costs about as much as 50 playouts side
/// by side, or 5 simulations of a tree, and drawing must not take most of the time.
const FLAT_EACH: u64 = 32;
const TREE_EACH: u64 = 16;
/// The largest number of worlds.
const MOST_DRAWS: u64 = 1_000_000;
/// The largest number of chains and of steps.
const MOST_CHAINS: u64 = 10_000;

impl WorldOptions {
    fn new(source: Source, prior: OpponentPrior, count: SampleCount) -> WorldOptions {
        let after_refusal = AfterRefusal::Redraw;
        WorldOptions { source, prior, count, after_refusal, chains: None, burn_in: None }
    }

    /// Takes the worlds out for a player with this knowledge. Worlds are sampled from the view, so a
    /// player that believes something else has none.
    pub(crate) fn beside(
        knowledge: Knowledge,
        options: &mut OptionReader,
    ) -> Result<Option<WorldOptions>, SpecError> {
        let worlds = WorldOptions::from_options(options)?;
        match knowledge {
            Knowledge::Perceived(_) if worlds.is_some() => {
                Err(SpecError::Both("worlds", "refusals=stones"))
            }
            _ => Ok(worlds),
        }
    }

    /// Takes `worlds`, `prior` and `draws` out; `None` if the player searches without worlds.
    pub(crate) fn from_options(
        options: &mut OptionReader,
    ) -> Result<Option<WorldOptions>, SpecError> {
        let Some(source) = options.word(WORLDS.name, &SOURCES)?.flatten() else { return Ok(None) };
        let (prior, count) = (prior(options, OpponentPrior::Flat)?, count(options, FLAT_EACH)?);
        Ok(Some(WorldOptions::new(source, prior, count)))
    }

    /// Takes `sampler` and `prior` out, for a player that searches in this number of worlds.
    pub(crate) fn of_states(
        options: &mut OptionReader,
        states: usize,
    ) -> Result<WorldOptions, SpecError> {
        let source = options.word(SAMPLER.name, &SOURCES[1..])?.flatten();
        let prior = prior(options, OpponentPrior::Flat)?;
        let source = source.unwrap_or(Source::History);
        Ok(WorldOptions::new(source, prior, SampleCount::Number(states)))
    }

    /// Takes `sampler`, `prior` and `draws` out.
    pub(crate) fn of_sampler(options: &mut OptionReader) -> Result<WorldOptions, SpecError> {
        let count = count(options, TREE_EACH)?;
        Ok(WorldOptions { count, ..WorldOptions::of_states(options, 0)? })
    }

    /// Takes `worlds`, `prior`, `draws`, `chains` and `burn-in` out, for a player that keeps its
    /// worlds from try to try.
    pub(crate) fn of_net(options: &mut OptionReader) -> Result<WorldOptions, SpecError> {
        let (prior, count) = (prior(options, OpponentPrior::Learned)?, count(options, FLAT_EACH)?);
        let words = [("net", Source::Net), ("history", Source::History)];
        let source = options.word(WORLDS.name, &words)?.unwrap_or(Source::Net);
        let number = |steps: u64| steps as usize;
        Ok(WorldOptions {
            after_refusal: AfterRefusal::Keep,
            chains: options.count_to(CHAINS.name, MOST_CHAINS)?.map(number),
            burn_in: options.count_to(BURN_IN.name, MOST_CHAINS)?.map(number),
            ..WorldOptions::new(source, prior, count)
        })
    }

    /// The sampler for a board. Without a net, worlds come from histories instead.
    fn sampler(&self, size: BoardSize, has_net: bool, seed: u64) -> Box<dyn Sampler + Send> {
        let usual = match (size.get() <= QUICK_LINES, self.after_refusal) {
            (true, AfterRefusal::Keep) => SAMPLING_WITH_NET,
            (true, AfterRefusal::Redraw) => SAMPLING,
            (false, _) => SAMPLING_LARGE,
        };
        let chains = self.chains.unwrap_or(usual.chains);
        let burn_in = self.burn_in.unwrap_or(usual.burn_in);
        let source = match self.source {
            Source::Net if !has_net => Source::History,
            source => source,
        };
        source.sampler(self.prior, kage_belief::Options { chains, burn_in, seed, ..usual })
    }
}

fn prior(options: &mut OptionReader, usual: OpponentPrior) -> Result<OpponentPrior, SpecError> {
    Ok(options.word(PRIOR.name, &PRIORS)?.unwrap_or(usual))
}

fn count(options: &mut OptionReader, each: u64) -> Result<SampleCount, SpecError> {
    let number = options.count_to(DRAWS.name, MOST_DRAWS)?;
    Ok(number.map_or(SampleCount::OneFor(each), |number| SampleCount::Number(number as usize)))
}

/// Follows a game and draws its worlds.
pub(crate) struct WorldSource {
    options: WorldOptions,
    seed: u64,
    /// Made when a game begins.
    sampler: Option<Box<dyn Sampler + Send>>,
    /// The worlds of the last try.
    worlds: Arc<WorldSet>,
    /// When they were drawn: after how many moves and how many refused tries of the turn.
    drawn_at: Option<(u32, usize)>,
}

impl WorldSource {
    pub(crate) fn new(options: WorldOptions, seed: u64) -> WorldSource {
        WorldSource { options, seed, sampler: None, worlds: Arc::default(), drawn_at: None }
    }

    /// A game begins on a board of this size, with or without predictions of a net.
    pub(crate) fn begin(&mut self, size: BoardSize, has_net: bool) {
        self.sampler = Some(self.options.sampler(size, has_net, self.seed));
        self.drawn_at = None;
    }

    /// Takes in what was heard and draws worlds. After a refused try, only worlds that disagree
    /// with it are replaced.
    pub(crate) fn worlds(
        &mut self,
        seat: &Seat,
        prediction: Option<&Prediction>,
        budget: &BudgetMeter,
    ) -> Arc<WorldSet> {
        let WorldSource { options, seed, .. } = *self;
        let has_net = prediction.is_some();
        let sampler =
            self.sampler.get_or_insert_with(|| options.sampler(seat.size(), has_net, seed));
        match prediction {
            Some(prediction) => sampler.update_with_marginals(seat, &prediction.hidden),
            None => sampler.update(seat),
        }
        let tried = seat.tried();
        let worlds = Arc::make_mut(&mut self.worlds);
        let refused = match self.drawn_at {
            Some((moves, count))
                if moves == seat.moves() && options.after_refusal == AfterRefusal::Keep =>
            {
                tried.get(count..)
            }
            _ => {
                worlds.clear();
                None
            }
        };
        let refused = refused.unwrap_or_default();
        worlds.renew(refused, &mut **sampler, seat, options.count, budget);
        self.drawn_at = Some((seat.moves(), tried.len()));
        Arc::clone(&self.worlds)
    }
}
