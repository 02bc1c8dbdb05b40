//! A tree of own tries and what is heard of them, over worlds.

use crate::catalogue::{Entry, OptionEntry};
use crate::imagination::{DRAWS, Fancy, PRIOR, SAMPLER};
use crate::searcher::{BANK, Common, EYE, GUARD, PLAYOUTS, SCORING, SEED, Searcher, THREADS, TIME};
use crate::spec::{Options, SpecError};
use kage_phantom::Player;
use kage_search::{Ismcts, IsmctsOptions, Observer, Policy, Scoring};

pub(crate) const EXPLORE: OptionEntry = OptionEntry {
    name: "explore",
    takes: "a number",
    default: "0.5",
    about: "the exploration constant, as a share of the span of values",
};
pub(crate) const SIMULATIONS: OptionEntry = OptionEntry {
    name: "simulations",
    takes: "a number",
    default: "none",
    about: "another name for playouts",
};
pub(crate) const POLICY: OptionEntry = OptionEntry {
    name: "policy",
    takes: "max-visit, max-value or normalized-visit",
    default: "max-visit",
    about: "how the try is taken from the root; normalized-visit: at random, in proportion to visits",
};

pub(crate) const ENTRY: Entry = Entry {
    name: "ismcts",
    about: "a tree of own tries and what is heard of them; each simulation in a world that may be true",
    source: "Cowling, Powley and Whitehouse 2012; for Phantom Go: Syrovátka 2022, chapters 4 to 6",
    options: &[
        PLAYOUTS,
        SIMULATIONS,
        TIME,
        BANK,
        SCORING,
        EYE,
        EXPLORE,
        OptionEntry {
            name: "observer",
            takes: "single or multi",
            default: "single",
            about: "single: their moves are edges of the one tree; multi: a tree for each side, of what it hears",
        },
        POLICY,
        OptionEntry {
            name: "rollouts",
            takes: "a number",
            default: "1",
            about: "playouts for each leaf",
        },
        OptionEntry {
            name: "rave",
            takes: "on, off or a number",
            default: "off",
            about: "blend all-as-first values in at own nodes; the visits at which both weigh the same (on: 300)",
        },
        SAMPLER,
        PRIOR,
        DRAWS,
        THREADS,
        GUARD,
        SEED,
    ],
    make,
};

/// The words of [`POLICY`].
pub(crate) const POLICIES: [(&str, Policy); 3] = [
    ("max-visit", Policy::MaxVisit),
    ("max-value", Policy::MaxValue),
    ("normalized-visit", Policy::NormalizedVisit),
];

/// Visits at which the own mean and the all-as-first mean weigh the same.
const RAVE: f64 = 300.0;

fn make(options: &mut Options, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    options.alias("simulations", "playouts")?;
    let common = Common::from_options(options, seed, Scoring::Win)?;
    let observers = [("single", Observer::Single), ("multi", Observer::Multi)];
    let settings = IsmctsOptions {
        scoring: common.scoring,
        explore: options.decimal("explore")?.unwrap_or(0.5),
        observer: options.word("observer", &observers)?.unwrap_or(Observer::Single),
        policy: options.word("policy", &POLICIES)?.unwrap_or(Policy::MaxVisit),
        rollouts: options.count_to("rollouts", 4096)?.unwrap_or(1),
        rave: rave(options)?,
    };
    let fancy = Fancy::of_sampler(options)?;
    let evaluator = Ismcts { options: settings, threads: common.threads };
    Ok(Box::new(Searcher::new(Box::new(evaluator), common).imagining(Some(fancy))))
}

fn rave(options: &mut Options) -> Result<f64, SpecError> {
    let value = options.text("rave").unwrap_or_else(|| "off".to_owned());
    let good = |number: &f64| number.is_finite() && *number >= 0.0;
    match (value.as_str(), value.parse().ok().filter(good)) {
        ("off", _) => Ok(0.0),
        ("on", _) => Ok(RAVE),
        (_, Some(number)) => Ok(number),
        (_, None) => {
            let takes = "on, off or a number from 0".to_owned();
            Err(SpecError::Value { option: "rave".to_owned(), value, takes })
        }
    }
}
