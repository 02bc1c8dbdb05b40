//! All-as-first: the classic that is hard to beat.

use crate::catalogue::{Entry, OptionEntry};
use crate::imagination::{DRAWS, Fancy, PRIOR, WORLDS};
use crate::searcher::{BANK, Common, EYE, GUARD, PLAYOUTS, SCORING, SEED, Searcher, THREADS, TIME};
use crate::spec::{Options, SpecError};
use kage_phantom::Player;
use kage_search::{AllAsFirst, Ranking, Scoring};

pub(crate) const ENTRY: Entry = Entry {
    name: "all-as-first",
    about: "the mean of playouts where we played a point first, less where they did",
    source: "Cazenave 2006, sections 3 and 4; Borsboom 2007, 2.4.1 and A.2",
    options: &[
        PLAYOUTS,
        TIME,
        BANK,
        SCORING,
        EYE,
        OptionEntry {
            name: "ranking",
            takes: "difference or own",
            default: "difference",
            about: "own: without subtracting the mean of points they played first",
        },
        WORLDS,
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
    let words = [("difference", Ranking::Difference), ("own", Ranking::Own)];
    let ranking = options.word("ranking", &words)?.unwrap_or(Ranking::Difference);
    let evaluator = AllAsFirst { scoring: common.scoring, ranking, threads: common.threads };
    let fancy = Fancy::from_options(options)?;
    Ok(Box::new(Searcher::new(Box::new(evaluator), common).imagining(fancy)))
}
