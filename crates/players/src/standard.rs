//! Standard (flat) Monte-Carlo: the candidates take turns.

use crate::knowledge::CLASSIC;
use crate::registry::{PlayerEntry, options};
use crate::search_player::{RUN, SEARCH, SearchOptions, SearchPlayer};
use crate::spec::{OptionReader, SpecError};
use crate::world_source::{DRAWS, PRIOR, WORLDS, WorldOptions};
use kage_phantom::Player;
use kage_search::{FlatMonteCarlo, Scoring};

pub(crate) const ENTRY: PlayerEntry = PlayerEntry {
    name: "standard",
    about: "flat Monte-Carlo: each candidate is the first move of equally many playouts; plays the one with the best mean",
    source: "Borsboom 2007, 2.4.1 and A.1",
    beyond: &[],
    options: options![SEARCH, CLASSIC, [WORLDS, PRIOR, DRAWS], RUN],
    make,
};

fn make(options: &mut OptionReader, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    let common = SearchOptions::from_options(options, seed, Scoring::Win)?;
    let common = common.with_knowledge(options)?;
    let search = FlatMonteCarlo { scoring: common.scoring, threads: common.threads };
    let worlds = WorldOptions::beside(common.knowledge, options)?;
    Ok(Box::new(SearchPlayer::new(Box::new(search), common).with_worlds(worlds)))
}
