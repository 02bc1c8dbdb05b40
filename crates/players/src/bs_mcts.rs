//! Belief-state tree search.

use crate::catalogue::{Entry, OptionEntry};
use crate::imagination::{Fancy, PRIOR, SAMPLER};
use crate::ismcts::{EXPLORE, POLICIES, POLICY, SIMULATIONS};
use crate::searcher::{BANK, Common, EYE, GUARD, PLAYOUTS, SCORING, SEED, Searcher, THREADS, TIME};
use crate::spec::{Options, SpecError};
use kage_phantom::Player;
use kage_search::{BeliefMcts, BeliefOptions, Policy, Scoring};

pub(crate) const ENTRY: Entry = Entry {
    name: "bs-mcts",
    about: "a tree of belief states: values for each world apart, weighed by how much it is believed",
    source: "Wang, Zhu, Li, Hsueh and Wu 2018; in Syrovátka 2022, 2.2.2",
    options: &[
        PLAYOUTS,
        SIMULATIONS,
        TIME,
        BANK,
        SCORING,
        EYE,
        EXPLORE,
        OptionEntry {
            name: "states",
            takes: "a number",
            default: "64",
            about: "worlds of the root",
        },
        OptionEntry {
            name: "guess",
            takes: "a number, also a negative one",
            default: "1",
            about: "opponent guessing: how much worlds that suit them are believed; 0: all alike",
        },
        OptionEntry {
            name: "predict",
            takes: "a number, also a negative one",
            default: "1",
            about: "opponent predicting: how much they prefer answers that suit them; 0: all alike",
        },
        POLICY,
        SAMPLER,
        PRIOR,
        THREADS,
        GUARD,
        SEED,
    ],
    make,
};

/// Worlds of the root, and the most that may be asked for.
const STATES: u64 = 64;
const MOST_STATES: u64 = 4096;

fn make(options: &mut Options, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    options.alias("simulations", "playouts")?;
    let common = Common::from_options(options, seed, Scoring::Win)?;
    let settings = BeliefOptions {
        scoring: common.scoring,
        explore: options.decimal("explore")?.unwrap_or(0.5),
        guess: options.signed("guess")?.unwrap_or(1.0),
        predict: options.signed("predict")?.unwrap_or(1.0),
        policy: options.word("policy", &POLICIES)?.unwrap_or(Policy::MaxVisit),
    };
    let states = options.count_to("states", MOST_STATES)?.unwrap_or(STATES);
    let fancy = Fancy::of_states(options, states as usize)?;
    let evaluator = BeliefMcts { options: settings, threads: common.threads };
    Ok(Box::new(Searcher::new(Box::new(evaluator), common).imagining(Some(fancy))))
}
