//! No search at all: a net looks at the view, and what looks best is tried.

use crate::catalogue::{Entry, OptionEntry};
use crate::nets::{Looker, NET, SIDES};
use crate::searcher::{Common, GUARD, SEED, Searcher};
use crate::spec::{Options, SharedPurse, SpecError};
use kage_net::Sight;
use kage_phantom::Player;
use kage_search::{Budget, Glance, Habits, Purse, Scoring};
use std::sync::Arc;

pub(crate) const ENTRY: Entry = Entry {
    name: "instinct",
    about: "no search: a net looks at the view, and what looks best is tried",
    source: "this program",
    options: &[
        NET,
        SIDES,
        OptionEntry {
            name: "temperature",
            takes: "a number",
            default: "0",
            about: "of two tries, one that gains so much more (as a share of a game) is e times as likely; 0: the best",
        },
        GUARD,
        SEED,
    ],
    make,
};

fn make(options: &mut Options, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    let looker = Looker::from_options(options)?.ok_or(SpecError::Missing(NET.name))?;
    let temperature = options.decimal("temperature")?.unwrap_or(0.0);
    let guard = options.word("guard", &[("on", true), ("off", false)])?.unwrap_or(false);
    let seed = options.number("seed")?.unwrap_or(seed);
    Ok(by(looker, temperature, guard, seed))
}

/// The player of a net, who looks from one side and leaves something to chance: of two tries, one that
/// gains `temperature` more (as a share of a game) is e times as likely.
pub fn instinct(sight: Arc<Sight>, temperature: f64, seed: u64) -> Box<dyn Player> {
    by(Looker::of(sight), temperature, false, seed)
}

fn by(mut looker: Looker, temperature: f64, guard: bool, seed: u64) -> Box<dyn Player> {
    // He has nothing else.
    looker.is_given = true;
    let common = Common {
        // It is spent by nobody.
        purse: SharedPurse { purse: Purse::new(Budget::Playouts(1)), thrift: 1 },
        scoring: Scoring::Win,
        guard,
        threads: 1,
        habits: Habits { unhurried: true, ..Habits::default() },
        seed,
    };
    let searcher = Searcher::new(Box::new(Glance { temperature }), common);
    Box::new(searcher.glancing(Some(looker)))
}
