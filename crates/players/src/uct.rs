//! The players that grow a tree.

use crate::catalogue::{Entry, OptionEntry};
use crate::searcher::{BANK, Common, EYE, GUARD, PLAYOUTS, SCORING, SEED, Searcher, THREADS, TIME};
use crate::spec::{Options, SpecError};
use kage_phantom::Player;
use kage_search::{Guess, Scoring, Uct, UctOptions};

const EXPLORE: OptionEntry = OptionEntry {
    name: "explore",
    takes: "a number",
    default: "0.5",
    about: "the exploration constant, as a share of the span of values",
};
const BATCH: OptionEntry = OptionEntry {
    name: "batch",
    takes: "a number",
    default: "16",
    about: "leaves played out together; 1 is the plain algorithm, and slower",
};

pub(crate) const LATE: Entry = Entry {
    name: "uct-late",
    about: "UCT; hidden stones are spread evenly at the leaf",
    source: "Borsboom 2007, 2.4.2 and A.3",
    options: &[PLAYOUTS, TIME, BANK, SCORING, EYE, EXPLORE, BATCH, THREADS, GUARD, SEED],
    make: |options, seed| make(options, seed, |_, _| Ok(())),
};

pub(crate) const EARLY: Entry = Entry {
    name: "uct-early",
    about: "UCT; at depth 2, answers that were followed much may already be on the board",
    source: "Borsboom 2007, 2.4.2 and A.4",
    options: &[
        PLAYOUTS,
        TIME,
        BANK,
        SCORING,
        EYE,
        EXPLORE,
        BATCH,
        OptionEntry {
            name: "weight",
            takes: "a number",
            default: "1",
            about: "more places more stones",
        },
        THREADS,
        GUARD,
        SEED,
    ],
    make: |options, seed| {
        make(options, seed, |uct, options| {
            uct.guess = Guess::Early(options.decimal("weight")?.unwrap_or(1.0));
            Ok(())
        })
    },
};

pub(crate) const INFLUENCE_MOVE: Entry = Entry {
    name: "uct-influence-move",
    about: "UCT with a progressive bias towards moves that gain influence",
    source: "Borsboom 2007, 2.5.1 and A.5.3",
    options: &[
        PLAYOUTS,
        TIME,
        BANK,
        SCORING,
        EYE,
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

pub(crate) const INFLUENCE_FILL: Entry = Entry {
    name: "uct-influence-fill",
    about: "UCT; hidden stones at the leaf, in proportion to the influence they gain",
    source: "Borsboom 2007, 2.5.2 and A.5.2",
    options: &[PLAYOUTS, TIME, BANK, SCORING, EYE, EXPLORE, BATCH, THREADS, GUARD, SEED],
    make: |options, seed| {
        make(options, seed, |uct, _| {
            uct.guess = Guess::Influence;
            Ok(())
        })
    },
};

pub(crate) const RAVE: Entry = Entry {
    name: "uct-rave",
    about: "UCT with all-as-first values blended in while a node is young",
    source: "Gelly and Silver 2007; proposed in Borsboom 2007, 4.3",
    options: &[
        PLAYOUTS,
        TIME,
        BANK,
        SCORING,
        EYE,
        EXPLORE,
        BATCH,
        OptionEntry {
            name: "rave",
            takes: "a number",
            default: "1000",
            about: "visits at which a node's own mean weighs as much as its all-as-first mean",
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
    options: &mut Options,
    seed: u64,
    vary: impl Fn(&mut UctOptions, &mut Options) -> Result<(), SpecError>,
) -> Result<Box<dyn Player>, SpecError> {
    let common = Common::from_options(options, seed, Scoring::Win)?;
    let mut uct = UctOptions {
        scoring: common.scoring,
        explore: options.decimal("explore")?.unwrap_or(0.5),
        guess: Guess::Late,
        bias: 0.0,
        rave: 0.0,
        batch: options.count_to("batch", 1024)?.unwrap_or(16) as usize,
    };
    vary(&mut uct, options)?;
    Ok(Box::new(Searcher::new(Box::new(Uct { options: uct, threads: common.threads }), common)))
}
