//! The UCT players, whose tree starts from the assumed position.

use crate::guard::GUARD;
use crate::knowledge::{CAPTURES, PASSING, REFUSALS, SAFE_STONES};
use crate::registry::{OptionEntry, PlayerEntry};
use crate::search_player::{
    BANK, CLOCK, EYE, PLAYOUTS, SCORING, SEED, SearchOptions, SearchPlayer, THREADS, TIME,
};
use crate::spec::{OptionReader, SpecError};
use kage_phantom::Player;
use kage_search::{HiddenStoneModel, Scoring, Uct, UctOptions};

const EXPLORE: OptionEntry = OptionEntry {
    name: "explore",
    takes: "a number",
    default: "0.5",
    about: "the exploration constant, as a share of the range of values",
};
const BATCH: OptionEntry = OptionEntry {
    name: "batch",
    takes: "a number",
    default: "16",
    about: "leaves that are played out together; 1 is the plain algorithm, which is slower",
};

pub(crate) const LATE: PlayerEntry = PlayerEntry {
    name: "uct-late",
    about: "UCT; late guessing: at a leaf, hidden stones are placed at random points",
    source: "Borsboom 2007, 2.4.2 and A.3",
    beyond: &[],
    options: &[
        PLAYOUTS,
        TIME,
        BANK,
        CLOCK,
        SCORING,
        EYE,
        REFUSALS,
        CAPTURES,
        SAFE_STONES,
        PASSING,
        EXPLORE,
        BATCH,
        THREADS,
        GUARD,
        SEED,
    ],
    make: |options, seed| make(options, seed, |_, _| Ok(())),
};

pub(crate) const EARLY: PlayerEntry = PlayerEntry {
    name: "uct-early",
    about: "UCT; early guessing: at depth 2, hidden stones are placed on answers with many visits",
    source: "Borsboom 2007, 2.4.2 and A.4",
    beyond: &[],
    options: &[
        PLAYOUTS,
        TIME,
        BANK,
        CLOCK,
        SCORING,
        EYE,
        REFUSALS,
        CAPTURES,
        SAFE_STONES,
        PASSING,
        EXPLORE,
        BATCH,
        OptionEntry {
            name: "weight",
            takes: "a number",
            default: "1",
            about: "factor of the number of stones that are placed early",
        },
        THREADS,
        GUARD,
        SEED,
    ],
    make: |options, seed| {
        make(options, seed, |uct, options| {
            uct.hidden_stones = HiddenStoneModel::Early(options.decimal("weight")?.unwrap_or(1.0));
            Ok(())
        })
    },
};

pub(crate) const INFLUENCE_MOVE: PlayerEntry = PlayerEntry {
    name: "uct-influence-move",
    about: "UCT with a progressive bias towards moves that gain influence",
    source: "Borsboom 2007, 2.5.1 and A.5.3",
    beyond: &[],
    options: &[
        PLAYOUTS,
        TIME,
        BANK,
        CLOCK,
        SCORING,
        EYE,
        REFUSALS,
        CAPTURES,
        SAFE_STONES,
        PASSING,
        EXPLORE,
        BATCH,
        OptionEntry {
            name: "bias",
            takes: "a number",
            default: "0.001, or 0.1 with territory scoring",
            about: "the weight of the bias",
        },
        THREADS,
        GUARD,
        SEED,
    ],
    make: |options, seed| {
        make(options, seed, |uct, options| {
            let default = if uct.scoring == Scoring::Territory { 0.1 } else { 0.001 };
            uct.bias = options.decimal("bias")?.unwrap_or(default);
            Ok(())
        })
    },
};

pub(crate) const INFLUENCE_FILL: PlayerEntry = PlayerEntry {
    name: "uct-influence-fill",
    about: "UCT; at a leaf, hidden stones are placed with a probability in proportion to the influence that they gain",
    source: "Borsboom 2007, 2.5.2 and A.5.2",
    beyond: &[],
    options: &[
        PLAYOUTS,
        TIME,
        BANK,
        CLOCK,
        SCORING,
        EYE,
        REFUSALS,
        CAPTURES,
        SAFE_STONES,
        PASSING,
        EXPLORE,
        BATCH,
        THREADS,
        GUARD,
        SEED,
    ],
    make: |options, seed| {
        make(options, seed, |uct, _| {
            uct.hidden_stones = HiddenStoneModel::Influence;
            Ok(())
        })
    },
};

pub(crate) const RAVE: PlayerEntry = PlayerEntry {
    name: "uct-rave",
    about: "UCT with RAVE: a node with few visits uses its all-as-first value too",
    source: "Gelly and Silver 2007; proposed in Borsboom 2007, 4.3",
    beyond: &[],
    options: &[
        PLAYOUTS,
        TIME,
        BANK,
        CLOCK,
        SCORING,
        EYE,
        REFUSALS,
        CAPTURES,
        SAFE_STONES,
        PASSING,
        EXPLORE,
        BATCH,
        OptionEntry {
            name: "rave",
            takes: "a number",
            default: "1000",
            about: "the visits at which a node's mean and its all-as-first mean have equal weight",
        },
        THREADS,
        GUARD,
        SEED,
    ],
    make: |options, seed| {
        make(options, seed, |uct, options| {
            uct.rave = options.decimal("rave")?.unwrap_or(1000.0);
            Ok(())
        })
    },
};

fn make(
    options: &mut OptionReader,
    seed: u64,
    vary: impl Fn(&mut UctOptions, &mut OptionReader) -> Result<(), SpecError>,
) -> Result<Box<dyn Player>, SpecError> {
    let common = SearchOptions::from_options(options, seed, Scoring::Win)?;
    let common = common.with_knowledge(options)?;
    let mut uct = UctOptions {
        scoring: common.scoring,
        explore: options.decimal("explore")?.unwrap_or(0.5),
        hidden_stones: HiddenStoneModel::Late,
        bias: 0.0,
        rave: 0.0,
        batch: options.count_to("batch", 1024)?.unwrap_or(16) as usize,
    };
    vary(&mut uct, options)?;
    let search = Uct { options: uct, threads: common.threads };
    Ok(Box::new(SearchPlayer::new(Box::new(search), common)))
}
