//! Kage: worlds that sounded like the game, weighed by how opponents play, and tries ranked by what
//! they are worth if accepted.

use crate::catalogue::{Entry, OptionEntry};
use crate::imagination::{CHAINS, DRAWS, Fancy, MIXING, PRIOR, TACTICS};
use crate::nets::{Looker, NET, SIDES};
use crate::searcher::{BANK, Common, EYE, GUARD, PLAYOUTS, SCORING, SEED, Searcher, THREADS, TIME};
use crate::spec::{Options, SpecError};
use kage_phantom::Player;
use kage_search::{OwnMean, Scoring, Worth};

pub(crate) const ENTRY: Entry = Entry {
    name: "kage",
    about: "a net looks first; then playouts in worlds that sounded like the game, by what a try is worth if accepted",
    source: "this program",
    options: &[
        PLAYOUTS,
        TIME,
        BANK,
        SCORING,
        EYE,
        OptionEntry { default: "learned", ..PRIOR },
        DRAWS,
        CHAINS,
        MIXING,
        TACTICS,
        OptionEntry {
            name: "memory",
            takes: "a number from 0 to 1",
            default: "0",
            about: "how much of what earlier turns said of a point is kept from turn to turn",
        },
        OptionEntry {
            name: "swing",
            takes: "a number from 0 to 1",
            default: "0",
            about: "how much a point counts because it would be good for the opponent",
        },
        OptionEntry {
            name: "worth",
            takes: "accepted or expected",
            default: "accepted",
            about: "what a try is worth: its value if accepted, or that and the best of the rest if it is refused, as likely as each is",
        },
        NET,
        SIDES,
        OptionEntry {
            name: "trust",
            takes: "a number",
            default: "1400",
            about: "how many playouts what the net says is worth, beside a thousand; beside more in proportion",
        },
        THREADS,
        GUARD,
        SEED,
    ],
    make,
};

fn make(options: &mut Options, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    let common = Common::from_options(options, seed, Scoring::Win)?;
    let mut evaluator = OwnMean::new(common.scoring, common.threads);
    evaluator.memory = share(options, "memory")?;
    evaluator.swing = share(options, "swing")?;
    let words = [("accepted", Worth::Accepted), ("expected", Worth::Expected)];
    evaluator.worth = options.word("worth", &words)?.unwrap_or_default();
    let mut looker = Looker::from_options(options)?;
    // A net speaks of games won, not of points.
    if common.scoring == Scoring::Territory && looker.take().is_some_and(|looker| looker.is_given) {
        return Err(SpecError::Both("net", "scoring=territory"));
    }
    evaluator.trust = options.decimal("trust")?.unwrap_or(TRUST);
    let fancy = Fancy::kept(options)?;
    let searcher = Searcher::new(Box::new(evaluator), common).imagining(Some(fancy));
    Ok(Box::new(searcher.glancing(looker)))
}

/// Playouts that a net is worth, unless something else is said.
const TRUST: f64 = 1400.0;

fn share(options: &mut Options, name: &'static str) -> Result<f64, SpecError> {
    let value = options.decimal(name)?.unwrap_or(0.0);
    if (0.0..=1.0).contains(&value) {
        return Ok(value);
    }
    let takes = "a number from 0 to 1".to_owned();
    Err(SpecError::Value { option: name.to_owned(), value: value.to_string(), takes })
}
