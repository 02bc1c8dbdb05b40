//! Plays by the net's policy without a search.

use crate::guard::{GUARD, Guard};
use crate::knowledge::Knowledge;
use crate::net_prior::{NET, NetChoice, SYMMETRIES, symmetries};
use crate::registry::{OptionEntry, PlayerEntry};
use crate::search_player::{SEED, SearchOptions, SearchPlayer};
use crate::spec::{BudgetShare, OptionReader, SpecError};
use kage_phantom::Player;
use kage_search::{Budget, BudgetPool, CandidateOptions, PassAlivePoints, PolicyOnly, Scoring};

pub(crate) const ENTRY: PlayerEntry = PlayerEntry {
    name: "policy",
    about: "no search: the net evaluates the view, and the try with the best prediction is made",
    source: "this program",
    beyond: &[],
    options: &[
        NET,
        SYMMETRIES,
        OptionEntry {
            name: "temperature",
            takes: "a number",
            default: "0",
            about: "softmax temperature, in win rate; 0 picks the best",
        },
        GUARD,
        SEED,
    ],
    make,
};

fn make(options: &mut OptionReader, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    let symmetries = symmetries(options)?;
    let net = NetChoice::from_options(options).load(symmetries)?;
    let net = net.ok_or(SpecError::Missing(NET.name))?;
    let temperature = options.decimal("temperature")?.unwrap_or(0.0);
    let guard = Guard::from_options(options)?;
    let seed = options.number(SEED.name)?.unwrap_or(seed);
    let pass_alive = PassAlivePoints::Last;
    let options = SearchOptions {
        // This player does not spend the budget.
        budget: BudgetShare { pool: BudgetPool::new(Budget::Playouts(1)), divisor: 1 },
        scoring: Scoring::Win,
        guard,
        threads: 1,
        candidates: CandidateOptions { pass_alive, ..CandidateOptions::default() },
        knowledge: Knowledge::View,
        seed,
    };
    let search = Box::new(PolicyOnly { temperature });
    Ok(Box::new(SearchPlayer::new(search, options).with_prior(Some(net.needed()))))
}
