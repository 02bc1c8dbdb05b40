//! Information-set tree search: a tree of own tries and observations, over worlds.

use crate::guard::GUARD;
use crate::registry::{OptionEntry, PlayerEntry};
use crate::search_player::{
    BANK, CLOCK, EYE, PLAYOUTS, SCORING, SEED, SearchOptions, SearchPlayer, THREADS, TIME,
};
use crate::spec::{OptionReader, SpecError};
use crate::world_source::{DRAWS, PRIOR, SAMPLER, WorldOptions};
use kage_phantom::Player;
use kage_search::{FinalChoice, Ismcts, IsmctsOptions, Observer, Scoring};

pub(crate) const EXPLORE: OptionEntry = OptionEntry {
    name: "explore",
    takes: "a number",
    default: "0.5",
    about: "the exploration constant, as a share of the range of values",
};
pub(crate) const SIMULATIONS: OptionEntry = OptionEntry {
    name: "simulations",
    takes: "a number",
    default: "none",
    about: "another name for playouts",
};
pub(crate) const FINAL_CHOICE: OptionEntry = OptionEntry {
    name: "final-choice",
    takes: "max-visit, max-value or normalized-visit",
    default: "max-visit",
    about: "how the try is chosen at the root; normalized-visit: at random, in proportion to visits",
};

pub(crate) const ENTRY: PlayerEntry = PlayerEntry {
    name: "ismcts",
    about: "information-set MCTS: a tree of tries and observations; each simulation uses one sampled world",
    source: "Cowling, Powley and Whitehouse 2012; for Phantom Go: Syrovátka 2022, chapters 4 to 6",
    beyond: &[],
    options: &[
        PLAYOUTS,
        SIMULATIONS,
        TIME,
        BANK,
        CLOCK,
        SCORING,
        EYE,
        EXPLORE,
        OptionEntry {
            name: "observer",
            takes: "single or multi",
            default: "single",
            about: "single: one tree, with the opponent's moves as edges; multi: one tree for each side, whose edges are what that side hears",
        },
        FINAL_CHOICE,
        OptionEntry {
            name: "rave",
            takes: "on, off or a number",
            default: "off",
            about: "RAVE at the player's own nodes: the visits at which a node's mean and its all-as-first mean have equal weight (on: 300)",
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

/// The visits at which a node's mean and its all-as-first mean have equal weight.
const RAVE: f64 = 300.0;

fn make(options: &mut OptionReader, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    options.alias(SIMULATIONS.name, PLAYOUTS.name)?;
    let common = SearchOptions::from_options(options, seed, Scoring::Win)?;
    let observers = [("single", Observer::Single), ("multi", Observer::Multi)];
    let tree = IsmctsOptions {
        scoring: common.scoring,
        explore: options.decimal(EXPLORE.name)?.unwrap_or(0.5),
        observer: options.word("observer", &observers)?.unwrap_or(Observer::Single),
        final_choice: final_choice(options)?,
        rave: rave(options)?,
    };
    let worlds = WorldOptions::of_sampler(options)?;
    let search = Ismcts { options: tree, threads: common.threads };
    Ok(Box::new(SearchPlayer::new(Box::new(search), common).with_worlds(Some(worlds))))
}

/// Takes `final-choice` out.
pub(crate) fn final_choice(options: &mut OptionReader) -> Result<FinalChoice, SpecError> {
    let words = [
        ("max-visit", FinalChoice::MaxVisit),
        ("max-value", FinalChoice::MaxValue),
        ("normalized-visit", FinalChoice::NormalizedVisit),
    ];
    Ok(options.word(FINAL_CHOICE.name, &words)?.unwrap_or(FinalChoice::MaxVisit))
}

fn rave(options: &mut OptionReader) -> Result<f64, SpecError> {
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
