//! Kage: the strongest there is.

use crate::catalogue::{Entry, OptionEntry};
use crate::imagination::{DRAWS, Fancy, PRIOR, SAMPLER};
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
        OptionEntry {
            name: "caution",
            takes: "a number",
            default: "8",
            about: "how many playouts with the mean of all each point is thought to have had",
        },
        OptionEntry { name: "confirm", takes: "", default: "", about: "" },
        OptionEntry { name: "trust", takes: "", default: "", about: "" },
        SAMPLER,
        PRIOR,
        DRAWS,
        THREADS,
        GUARD,
        SEED,
    ],
    make,
};

fn make(options: &mut Options, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    let common = Common::from_options(options, seed, Scoring::Win)?;
    let caution = options.count("caution")?.unwrap_or(8) as f64;
    let confirm = options.count("confirm")?.unwrap_or(0) as f64 / 100.0;
    let trust = options.count("trust")?.unwrap_or(300) as f64;
    let evaluator = OwnMean::new(common.scoring, common.threads, caution, confirm, trust);
    let fancy = Fancy { keep: true, ..Fancy::of_sampler(options)? };
    Ok(Box::new(Searcher::new(Box::new(evaluator), common).imagining(Some(fancy))))
}
