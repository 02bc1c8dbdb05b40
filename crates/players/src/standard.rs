//! Standard Monte-Carlo: every candidate in turns.

use crate::catalogue::Entry;
use crate::imagination::{DRAWS, Fancy, PRIOR, WORLDS};
use crate::searcher::{BANK, Common, EYE, GUARD, PLAYOUTS, SCORING, SEED, Searcher, THREADS, TIME};
use crate::spec::{Options, SpecError};
use kage_phantom::Player;
use kage_search::{Scoring, Standard};

pub(crate) const ENTRY: Entry = Entry {
    name: "standard",
    about: "every candidate in turns as the first move of a playout; the best mean is played",
    source: "Borsboom 2007, 2.4.1 and A.1",
    options: &[PLAYOUTS, TIME, BANK, SCORING, EYE, WORLDS, PRIOR, DRAWS, THREADS, GUARD, SEED],
    make,
};

fn make(options: &mut Options, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    let common = Common::from_options(options, seed, Scoring::Win)?;
    let evaluator = Standard { scoring: common.scoring, threads: common.threads };
    let fancy = Fancy::from_options(options)?;
    Ok(Box::new(Searcher::new(Box::new(evaluator), common).imagining(fancy)))
}
