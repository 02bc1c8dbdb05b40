//! The first Phantom Go program, as published.
//!
//! Section 4 of the paper has the playouts, the forbidden moves that become stones, the number of
//! hidden stones and the difference of the two means; section 5 the 10,000 playouts. What it does not
//! say is in [`BEYOND`].

use crate::knowledge::Knowledge;
use crate::registry::PlayerEntry;
use crate::search_player::{PLAYOUTS, SEED, SearchOptions, SearchPlayer};
use crate::spec::{BudgetShare, OptionReader, SpecError};
use kage_phantom::Player;
use kage_search::{
    Amaf, Budget, BudgetPool, CandidateOptions, CaptureModel, PassRule, Ranking, Scoring,
    SurroundedStones,
};

pub(crate) const ENTRY: PlayerEntry = PlayerEntry {
    name: "cazenave",
    about: "the program of 2006: all-as-first with territory scoring and 10,000 playouts; refused points are stones",
    source: "Cazenave 2006, sections 4 and 5",
    beyond: &BEYOND,
    options: &[PLAYOUTS, SEED],
    make,
};

/// What the program does that the paper does not say. Own eyes go by
/// [`is_safe_eye`](kage_search::is_safe_eye), and in playouts by [`Eyes::Diagonals`](kage_search::Eyes).
const BEYOND: [&str; 4] = [
    "what an own eye is: all its neighbours are own stones, and fewer than two of its diagonal points (at the edge, none) are the opponent's; it is tried all the same if a chain around it is in atari",
    "which stones leave the board after a capture: those of every configuration that may have been captured, as in the program of 2007",
    "when it passes: when nothing but own eyes and suicides is left, as in the playouts",
    "that a forbidden move is never tried again, unless a capture has taken its stone up",
];

/// Playouts for each try, as published.
const PUBLISHED: u64 = 10_000;

fn make(options: &mut OptionReader, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    let playouts = options.count(PLAYOUTS.name)?.unwrap_or(PUBLISHED);
    let seed = options.number(SEED.name)?.unwrap_or(seed);
    let scoring = Scoring::Territory;
    let (surrounded, pass) = (SurroundedStones::Off, PassRule::AtTheEnd);
    let options = SearchOptions {
        budget: BudgetShare { pool: BudgetPool::new(Budget::Playouts(playouts)), divisor: 1 },
        scoring,
        guard: None,
        threads: 1,
        candidates: CandidateOptions { surrounded, pass, ..CandidateOptions::default() },
        knowledge: Knowledge::Perceived(CaptureModel::AllConfigurations),
        seed,
    };
    let search = Amaf { scoring, ranking: Ranking::Difference, threads: 1 };
    Ok(Box::new(SearchPlayer::new(Box::new(search), options)))
}
