//! Information-set tree search: a tree of own tries and observations, over worlds.

use crate::registry::{OptionEntry, PlayerEntry, options};
use crate::search_player::{EXPLORE, PLAYOUTS, RUN, SEARCH, SearchOptions, SearchPlayer};
use crate::spec::{OptionReader, SpecError};
use crate::world_source::{DRAWS, PRIOR, SAMPLER, WorldOptions};
use kage_phantom::Player;
use kage_search::{
    FinalChoice, Ismcts, IsmctsOptions, LeafPlayouts, Observer, PassRule, Scoring, Search,
    TableMcts, TableOptions,
};

pub(crate) const SIMULATIONS: OptionEntry = OptionEntry {
    name: "simulations",
    takes: "a number",
    default: "none",
    about: "another name for playouts",
};
pub(crate) const FINAL_CHOICE: OptionEntry = OptionEntry {
    name: "final-choice",
    takes: "max-visit, max-value or normalized-visit",
    default: "max-visit",
    about: "how the try is chosen at the root; normalized-visit: at random, in proportion to visits",
};

pub(crate) const ENTRY: PlayerEntry = PlayerEntry {
    name: "ismcts",
    about: "information-set MCTS: a tree of tries and observations; each simulation uses one sampled world",
    source: "Cowling, Powley and Whitehouse 2012; for Phantom Go: Syrovátka 2022, chapters 4 to 6",
    beyond: &[],
    options: options![
        SEARCH,
        [
            SIMULATIONS,
            EXPLORE,
            OptionEntry {
                name: "nodes",
                takes: "path or openspiel",
                default: "path",
                about: "path: a node for each history of tries and of what was heard; openspiel: as in OpenSpiel's is_mcts and phantom_go, a node for each board that the mover knows, all points and the pass as choices, and UCB by the node's visits",
            },
            OptionEntry {
                name: "eyes",
                takes: "keep or fill",
                default: "keep",
                about: "with nodes=openspiel, how leaves are played out. keep: own eyes are not filled; fill: as in OpenSpiel, every point that is not known to be taken and the pass are equally likely",
            },
            OptionEntry {
                name: "observer",
                takes: "single or multi",
                default: "single",
                about: "single: one tree, with the opponent's moves as edges; multi: one tree for each side, whose edges are what that side hears",
            },
            FINAL_CHOICE,
            OptionEntry {
                name: "rave",
                takes: "on, off or a number",
                default: "off",
                about: "RAVE at the player's own nodes: the visits at which a node's mean and its all-as-first mean have equal weight (on: 300)",
            },
            SAMPLER,
            PRIOR,
            DRAWS
        ],
        RUN
    ],
    make,
};

/// The visits at which a node's mean and its all-as-first mean have equal weight.
const RAVE: f64 = 300.0;

fn make(options: &mut OptionReader, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    options.alias(SIMULATIONS.name, PLAYOUTS.name)?;
    let mut common = SearchOptions::from_options(options, seed, Scoring::Win)?;
    let as_openspiel = options.word("nodes", &[("path", false), ("openspiel", true)])?;
    let search: Box<dyn Search> = if as_openspiel == Some(true) {
        common.candidates.pass = PassRule::BySearch;
        Box::new(TableMcts { options: table(options, &common)?, threads: common.threads })
    } else {
        Box::new(Ismcts { options: tree(options, &common)?, threads: common.threads })
    };
    let worlds = WorldOptions::of_sampler(options)?;
    Ok(Box::new(SearchPlayer::new(search, common).with_worlds(Some(worlds))))
}

/// The tree by paths.
fn tree(options: &mut OptionReader, common: &SearchOptions) -> Result<IsmctsOptions, SpecError> {
    let observers = [("single", Observer::Single), ("multi", Observer::Multi)];
    Ok(IsmctsOptions {
        scoring: common.scoring,
        explore: explore(options)?,
        observer: options.word("observer", &observers)?.unwrap_or(Observer::Single),
        final_choice: final_choice(options)?,
        rave: rave(options)?,
    })
}

/// The table of OpenSpiel. It takes `eyes` out, which the other tree does not have.
fn table(options: &mut OptionReader, common: &SearchOptions) -> Result<TableOptions, SpecError> {
    if options.text("observer").is_some() {
        return Err(SpecError::Both("nodes=openspiel", "observer"));
    }
    if options.text("rave").is_some() {
        return Err(SpecError::Both("nodes=openspiel", "rave"));
    }
    let eyes = [("keep", LeafPlayouts::Keep), ("fill", LeafPlayouts::Fill)];
    Ok(TableOptions {
        scoring: common.scoring,
        explore: explore(options)?,
        final_choice: final_choice(options)?,
        playouts: options.word("eyes", &eyes)?.unwrap_or_default(),
    })
}

fn explore(options: &mut OptionReader) -> Result<f64, SpecError> {
    Ok(options.decimal(EXPLORE.name)?.unwrap_or(0.5))
}

/// Takes `final-choice` out.
pub(crate) fn final_choice(options: &mut OptionReader) -> Result<FinalChoice, SpecError> {
    let words = [
        ("max-visit", FinalChoice::MaxVisit),
        ("max-value", FinalChoice::MaxValue),
        ("normalized-visit", FinalChoice::NormalizedVisit),
    ];
    Ok(options.word(FINAL_CHOICE.name, &words)?.unwrap_or(FinalChoice::MaxVisit))
}

fn rave(options: &mut OptionReader) -> Result<f64, SpecError> {
    let value = options.text("rave").unwrap_or_else(|| "off".to_owned());
    let good = |number: &f64| number.is_finite() && *number >= 0.0;
    match (value.as_str(), value.parse().ok().filter(good)) {
        ("off", _) => Ok(0.0),
        ("on", _) => Ok(RAVE),
        (_, Some(number)) => Ok(number),
        (_, None) => {
            let takes = "on, off or a number from 0".to_owned();
            Err(SpecError::Value { option: "rave".to_owned(), value, takes })
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::seat;
    use kage_goban::{BoardSize, Color};
    use kage_phantom::{Choice, RefereeRules, Seat, Setup};

    #[test]
    fn the_nodes_of_openspiel_are_an_option() {
        let setup = Setup::even(BoardSize::new(5).unwrap());
        let view = Seat::new(RefereeRules::default(), &setup, Color::Black);
        for more in ["", ",eyes=fill", ",eyes=keep,draws=10,explore=1,final-choice=max-value"] {
            let spec = format!("ismcts:simulations=60,nodes=openspiel{more}");
            let mut player = seat(&spec, 1).unwrap();
            assert_eq!(player.name(), spec);
            player.begin(&view).unwrap();
            player.choose(&view, None).unwrap();
            let told = player.explain().unwrap();
            // All points and the pass, each visited; one simulation values the root.
            assert_eq!((told.playouts, told.candidates.len()), (60, 26), "{spec}");
            assert!(told.candidates.iter().any(|one| one.choice == Choice::Pass && one.visits > 0));
        }
    }

    #[test]
    fn what_does_not_fit_together_is_an_error() {
        for bad in ["nodes=x", "eyes=fill", "nodes=openspiel,rave=on", "nodes=openspiel,eyes=x"] {
            assert!(seat(&format!("ismcts:{bad}"), 1).is_err(), "{bad}");
        }
        let error = seat("ismcts:nodes=openspiel,observer=multi", 1).err().unwrap().to_string();
        assert_eq!(error, "`nodes=openspiel` and `observer` exclude each other");
    }
}
