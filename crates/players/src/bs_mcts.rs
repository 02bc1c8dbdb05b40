//! Belief-state tree search.

use crate::guard::GUARD;
use crate::ismcts::{EXPLORE, FINAL_CHOICE, SIMULATIONS, final_choice};
use crate::registry::{OptionEntry, PlayerEntry};
use crate::search_player::{
    BANK, CLOCK, EYE, PLAYOUTS, SCORING, SEED, SearchOptions, SearchPlayer, THREADS, TIME,
};
use crate::spec::{OptionReader, SpecError};
use crate::world_source::{PRIOR, SAMPLER, WorldOptions};
use kage_phantom::Player;
use kage_search::{BeliefMcts, BeliefOptions, Scoring};

pub(crate) const ENTRY: PlayerEntry = PlayerEntry {
    name: "bs-mcts",
    about: "a tree of belief states: one value for each world, weighted by the world's probability",
    source: "Wang, Zhu, Li, Hsueh and Wu 2018; in Syrovátka 2022, 2.2.2",
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
            name: "states",
            takes: "a number",
            default: "64",
            about: "worlds in the belief state of the root",
        },
        OptionEntry {
            name: "guess",
            takes: "a number, also a negative one",
            default: "1",
            about: "opponent guessing: how much more weight worlds have that are good for the opponent; 0: all equal",
        },
        OptionEntry {
            name: "predict",
            takes: "a number, also a negative one",
            default: "1",
            about: "opponent predicting: how much more often the opponent chooses an answer that is good for it; 0: all equally often",
        },
        FINAL_CHOICE,
        SAMPLER,
        PRIOR,
        THREADS,
        GUARD,
        SEED,
    ],
    make,
};

/// The default number of worlds in the root's belief state, and the largest.
const STATES: u64 = 64;
const MOST_STATES: u64 = 4096;

fn make(options: &mut OptionReader, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    options.alias(SIMULATIONS.name, PLAYOUTS.name)?;
    let common = SearchOptions::from_options(options, seed, Scoring::Win)?;
    let tree = BeliefOptions {
        scoring: common.scoring,
        explore: options.decimal(EXPLORE.name)?.unwrap_or(0.5),
        guess: options.signed("guess")?.unwrap_or(1.0),
        predict: options.signed("predict")?.unwrap_or(1.0),
        final_choice: final_choice(options)?,
    };
    let states = options.count_to("states", MOST_STATES)?.unwrap_or(STATES);
    let worlds = WorldOptions::of_states(options, states as usize)?;
    let search = BeliefMcts { options: tree, threads: common.threads };
    Ok(Box::new(SearchPlayer::new(Box::new(search), common).with_worlds(Some(worlds))))
}
