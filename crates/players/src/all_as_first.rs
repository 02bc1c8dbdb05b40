//! All-as-first (AMAF) over the assumed board.

use crate::guard::GUARD;
use crate::knowledge::{CAPTURES, PASSING, REFUSALS, SAFE_STONES};
use crate::registry::{OptionEntry, PlayerEntry};
use crate::search_player::{
    BANK, CLOCK, EYE, PLAYOUTS, SCORING, SEED, SearchOptions, SearchPlayer, THREADS, TIME,
};
use crate::spec::{OptionReader, SpecError};
use crate::world_source::{DRAWS, PRIOR, WORLDS, WorldOptions};
use kage_phantom::Player;
use kage_search::{Amaf, Ranking, Scoring};

pub(crate) const ENTRY: PlayerEntry = PlayerEntry {
    name: "all-as-first",
    about: "AMAF: for each point, the mean of the playouts where the player played there first, minus the mean where the opponent did",
    source: "Cazenave 2006, sections 3 and 4; Borsboom 2007, 2.4.1 and A.2",
    beyond: &[],
    options: &[
        PLAYOUTS,
        TIME,
        BANK,
        CLOCK,
        SCORING,
        EYE,
        OptionEntry {
            name: "ranking",
            takes: "difference or own",
            default: "difference",
            about: "own: the opponent's mean is not subtracted",
        },
        REFUSALS,
        CAPTURES,
        SAFE_STONES,
        PASSING,
        WORLDS,
        PRIOR,
        DRAWS,
        THREADS,
        GUARD,
        SEED,
    ],
    make,
};

fn make(options: &mut OptionReader, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    let common = SearchOptions::from_options(options, seed, Scoring::Win)?;
    let common = common.with_knowledge(options)?;
    let words = [("difference", Ranking::Difference), ("own", Ranking::Own)];
    let ranking = options.word("ranking", &words)?.unwrap_or(Ranking::Difference);
    let search = Amaf { scoring: common.scoring, ranking, threads: common.threads };
    let worlds = WorldOptions::beside(common.knowledge, options)?;
    Ok(Box::new(SearchPlayer::new(Box::new(search), common).with_worlds(worlds)))
}
