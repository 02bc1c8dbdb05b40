//! The first Phantom Go program, as published.

use crate::catalogue::{Entry, OptionEntry};
use crate::searcher::{Common, SEED, Searcher};
use crate::spec::{Options, SpecError};
use kage_phantom::Player;
use kage_search::{AllAsFirst, Ranking, Scoring, Trust};

pub(crate) const ENTRY: Entry = Entry {
    name: "cazenave",
    about: "the program of 2006: all-as-first, territory, 10,000 playouts, refused points are stones",
    source: "Cazenave 2006, sections 4 and 5",
    options: &[
        OptionEntry {
            name: "playouts",
            takes: "a number",
            default: "10000",
            about: "playouts for each try",
        },
        SEED,
    ],
    make,
};

fn make(options: &mut Options, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    let mut common = Common::from_options(&mut published(options), seed, Scoring::Territory)?;
    common.seed = options.number("seed")?.unwrap_or(seed);
    common.habits.trust = Trust::Stones;
    let scoring = Scoring::Territory;
    let evaluator = AllAsFirst { scoring, ranking: Ranking::Difference, threads: 1 };
    Ok(Box::new(Searcher::new(Box::new(evaluator), common)))
}

/// Only the playouts may be changed: the rest is the program as it was.
fn published(options: &mut Options) -> Options {
    let playouts = options.text("playouts").unwrap_or_else(|| "10000".to_owned());
    Options::read(&format!("playouts={playouts}")).unwrap_or_default()
}
