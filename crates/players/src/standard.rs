//! Standard (flat) Monte-Carlo: the candidates take turns.

use crate::guard::GUARD;
use crate::knowledge::{CAPTURES, PASSING, REFUSALS, SAFE_STONES};
use crate::registry::PlayerEntry;
use crate::search_player::{
    BANK, CLOCK, EYE, PLAYOUTS, SCORING, SEED, SearchOptions, SearchPlayer, THREADS, TIME,
};
use crate::spec::{OptionReader, SpecError};
use crate::world_source::{DRAWS, PRIOR, WORLDS, WorldOptions};
use kage_phantom::Player;
use kage_search::{FlatMonteCarlo, Scoring};

pub(crate) const ENTRY: PlayerEntry = PlayerEntry {
    name: "standard",
    about: "flat Monte-Carlo: each candidate is the first move of equally many playouts; plays the one with the best mean",
    source: "Borsboom 2007, 2.4.1 and A.1",
    beyond: &[],
    options: &[
        PLAYOUTS,
        TIME,
        BANK,
        CLOCK,
        SCORING,
        EYE,
        REFUSALS,
        CAPTURES,
        SAFE_STONES,
        PASSING,
        WORLDS,
        PRIOR,
        DRAWS,
        THREADS,
        GUARD,
        SEED,
    ],
    make,
};

fn make(options: &mut OptionReader, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    let common = SearchOptions::from_options(options, seed, Scoring::Win)?;
    let common = common.with_knowledge(options)?;
    let search = FlatMonteCarlo { scoring: common.scoring, threads: common.threads };
    let worlds = WorldOptions::beside(common.knowledge, options)?;
    Ok(Box::new(SearchPlayer::new(Box::new(search), common).with_worlds(worlds)))
}
