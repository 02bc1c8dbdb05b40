//! Kage: worlds that sounded like the game, weighed by how opponents play, and tries ranked by what
//! they are worth if accepted.

use crate::catalogue::{Entry, OptionEntry};
use crate::imagination::{DRAWS, Fancy, PRIOR, TACTICS};
use crate::searcher::{BANK, Common, EYE, GUARD, PLAYOUTS, SCORING, SEED, Searcher, THREADS, TIME};
use crate::spec::{Options, SpecError};
use kage_phantom::Player;
use kage_search::{OwnMean, Scoring};

pub(crate) const ENTRY: Entry = Entry {
    name: "kage",
    about: "worlds that sounded like the game, and the mean of playouts where a try was accepted first",
    source: "this program",
    options: &[
        PLAYOUTS,
        TIME,
        BANK,
        SCORING,
        EYE,
        OptionEntry { default: "learned", ..PRIOR },
        DRAWS,
        TACTICS,
        THREADS,
        GUARD,
        SEED,
    ],
    make,
};

fn make(options: &mut Options, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    let common = Common::from_options(options, seed, Scoring::Win)?;
    let evaluator = OwnMean::new(common.scoring, common.threads);
    let fancy = Fancy::kept(options)?;
    Ok(Box::new(Searcher::new(Box::new(evaluator), common).imagining(Some(fancy))))
}
