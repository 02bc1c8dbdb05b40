//! Kage: a net looks at the view first; then playouts in worlds, and tries ranked by what they are worth if
//! accepted. On 9x9 the worlds are drawn by the chances that the net gives to hidden stones; elsewhere they
//! are histories that sounded like the game, weighed by how opponents play.

use crate::catalogue::{Entry, OptionEntry};
use crate::imagination::{CHAINS, DRAWS, Fancy, MIXING, PRIOR, TACTICS};
use crate::nets::{Looker, NET, SIDES};
use crate::searcher::{BANK, Common, EYE, GUARD, PLAYOUTS, SCORING, SEED, Searcher, THREADS, TIME};
use crate::spec::{Options, SpecError};
use kage_phantom::Player;
use kage_search::{OwnMean, Scoring};

pub(crate) const ENTRY: Entry = Entry {
    name: "kage",
    about: "a net looks first; then playouts in worlds that may be true, by what a try is worth if accepted",
    source: "this program",
    options: &[
        PLAYOUTS,
        TIME,
        BANK,
        SCORING,
        EYE,
        OptionEntry {
            name: "worlds",
            takes: "net or history",
            default: "net where one looks, history elsewhere",
            about: "where worlds come from: hidden stones by the chances the net gives them, or whole histories that sounded like the game",
        },
        OptionEntry { default: "learned", ..PRIOR },
        DRAWS,
        CHAINS,
        MIXING,
        TACTICS,
        NET,
        SIDES,
        OptionEntry {
            name: "trust",
            takes: "a number",
            default: "1400",
            about: "how many playouts what the net says is worth, beside a thousand; beside more in proportion",
        },
        OptionEntry {
            name: "temperature",
            takes: "a number",
            default: "0.03",
            about: "in the first eight moves one of the best is made by chance: of two, one that is worth so much more (as a share of a game) is e times as likely; 0: the best",
        },
        THREADS,
        GUARD,
        SEED,
    ],
    make,
};

fn make(options: &mut Options, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    let mut common = Common::from_options(options, seed, Scoring::Win)?;
    common.habits.unhurried = true;
    let mut evaluator = OwnMean::new(common.scoring, common.threads);
    let mut looker = Looker::from_options(options)?;
    // A net speaks of games won, not of points.
    if common.scoring == Scoring::Territory && looker.take().is_some_and(|looker| looker.is_given) {
        return Err(SpecError::Both("net", "scoring=territory"));
    }
    evaluator.trust = options.decimal("trust")?.unwrap_or(TRUST);
    evaluator.temperature = options.decimal("temperature")?.unwrap_or(TEMPERATURE);
    let mut fancy = Fancy::kept(options)?;
    if looker.is_none() {
        fancy.source = fancy.source.without_net();
    }
    let searcher = Searcher::new(Box::new(evaluator), common).imagining(Some(fancy));
    Ok(Box::new(searcher.glancing(looker)))
}

/// Playouts that a net is worth, unless something else is said.
const TRUST: f64 = 1400.0;
/// How much worse a first stone may be to be e times less likely than the best, unless something else is said: after four
/// stones no opening is likelier than one in ten, at the price of one or two games in a hundred.
const TEMPERATURE: f64 = 0.03;
