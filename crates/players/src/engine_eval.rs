//! A program for visible Go evaluates sampled worlds.
//!
//! The program is not told the true position. It sees sampled boards only.

mod estimator;
mod one_ply;

use crate::guard::GUARD;
use crate::ismcts::{FINAL_CHOICE, SIMULATIONS, final_choice};
use crate::registry::{OptionEntry, PlayerEntry};
use crate::search_player::{
    BANK, CLOCK, EXPLORE, EYE, PLAYOUTS, SCORING, SEED, SearchOptions, SearchPlayer, TIME,
};
use crate::spec::{OptionReader, SpecError};
use crate::world_source::{DRAWS, PRIOR, SAMPLER, WorldOptions};
use estimator::{Estimator, Method};
use kage_phantom::{Explanation, Player};
use kage_search::{
    BudgetMeter, LeafPlayouts, PassRule, RootState, SampleCount, Scoring, Search, SearchError,
    TableOptions,
};
use one_ply::OnePly;

pub(crate) const ENTRY: PlayerEntry = PlayerEntry {
    name: "engine-eval",
    about: "information-set MCTS in ten sampled worlds; the value of a leaf is what a Go program says",
    source: "Syrovátka 2022, chapters 5 and 6; GNU Go's estimate_score",
    beyond: &[],
    options: &[
        OptionEntry {
            name: "command",
            takes: "a command line without commas",
            default: "gnugo --mode gtp --chinese-rules",
            about: "the command line of the Go program, which must know the GTP command of `method`",
        },
        OptionEntry {
            name: "search",
            takes: "tree or one-ply",
            default: "tree",
            about: "tree: the search of `ismcts:nodes=openspiel`; one-ply: each open point in sampled worlds, by upper bounds",
        },
        OptionEntry {
            name: "method",
            takes: "estimate or experimental",
            default: "experimental (with search=one-ply: estimate)",
            about: "the GTP command that gives a score. estimate: estimate_score; experimental: experimental_score, in the tree for each of the two colours to move",
        },
        OptionEntry { default: "200", about: "estimates for each try", ..PLAYOUTS },
        SIMULATIONS,
        TIME,
        BANK,
        CLOCK,
        OptionEntry { default: "0.1", ..EXPLORE },
        SCORING,
        EYE,
        OptionEntry { default: "max-visit (search=one-ply has the best value)", ..FINAL_CHOICE },
        SAMPLER,
        PRIOR,
        OptionEntry { default: "10 (with search=one-ply: 32)", ..DRAWS },
        GUARD,
        SEED,
    ],
    make,
};

/// The default number of estimates for each try. It is small, because estimates are slow.
const ESTIMATES: u64 = 200;
/// The default number of worlds of a tree.
const WORLDS: usize = 10;
/// The default command. Its rules count as Phantom Go does.
const COMMAND: &str = "gnugo --mode gtp --chinese-rules";

/// The way to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Tree,
    OnePly,
}

fn make(options: &mut OptionReader, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    options.alias(SIMULATIONS.name, PLAYOUTS.name)?;
    options.usual_playouts = ESTIMATES;
    let mut common = SearchOptions::from_options(options, seed, Scoring::Win)?;
    let forms = [("tree", Form::Tree), ("one-ply", Form::OnePly)];
    let form = options.word("search", &forms)?.unwrap_or(Form::Tree);
    let methods = [("estimate", Method::Estimate), ("experimental", Method::Experimental)];
    let method = options.word("method", &methods)?.unwrap_or(match form {
        Form::Tree => Method::Experimental,
        Form::OnePly => Method::Estimate,
    });
    let command = options.text("command").unwrap_or_else(|| COMMAND.to_owned());
    let explore = options.decimal(EXPLORE.name)?.unwrap_or(0.1);
    let estimator = Estimator::new(command, method, common.scoring);
    let given = options.has(DRAWS.name);
    let mut worlds = WorldOptions::of_sampler(options)?;
    let search: Box<dyn Search> = match form {
        Form::OnePly => Box::new(OnePly { estimator, explore }),
        Form::Tree => {
            common.candidates.pass = PassRule::BySearch;
            if !given {
                worlds.count = SampleCount::Number(WORLDS);
            }
            let (scoring, playouts) = (common.scoring, LeafPlayouts::default());
            let final_choice = final_choice(options)?;
            let options = TableOptions { scoring, explore, final_choice, playouts };
            Box::new(Tree { options, estimator })
        }
    };
    Ok(Box::new(SearchPlayer::new(search, common).with_worlds(Some(worlds))))
}

/// A tree whose leaves a program values.
struct Tree {
    options: TableOptions,
    estimator: Estimator,
}

impl Search for Tree {
    fn search(
        &mut self,
        root: &RootState,
        budget: &mut BudgetMeter,
        seed: u64,
    ) -> Result<Explanation, SearchError> {
        self.options.search_with(&mut self.estimator, root, budget, seed)
    }
}

#[cfg(test)]
mod tests {
    use crate::seat;
    use kage_goban::{BoardSize, Color};
    use kage_phantom::{Choice, RefereeRules, Seat, Setup};

    /// With GNU Go, which Debian puts where few look.
    #[test]
    fn gnu_go_values_the_leaves_of_a_tree() {
        let setup = Setup::even(BoardSize::new(5).unwrap());
        let view = Seat::new(RefereeRules::default(), &setup, Color::Black);
        let command =
            "command=env PATH=/usr/games:/usr/bin gnugo --mode gtp --level 0 --chinese-rules";
        for (form, playouts, reason) in
            [("tree", 40, "ismcts"), ("one-ply", 25, "engine's estimate")]
        {
            let spec = format!("engine-eval:search={form},playouts={playouts},{command}");
            let mut player = seat(&spec, 1).unwrap();
            player.begin(&view).unwrap();
            assert_ne!(player.choose(&view, None).unwrap(), Choice::Pass, "{spec}");
            let told = player.explain().unwrap();
            assert_eq!((told.playouts, told.candidates[0].reasons[0]), (playouts, reason));
            let most = told.candidates.iter().map(|candidate| candidate.visits).max();
            if form == "tree" {
                assert_eq!(most, Some(told.candidates[0].visits), "the most visited is chosen");
            }
        }
    }

    #[test]
    fn values_that_do_not_exist_are_errors() {
        for bad in ["search=x", "method=x", "search=one-ply,final-choice=max-visit"] {
            assert!(seat(&format!("engine-eval:{bad}"), 1).is_err(), "{bad}");
        }
    }
}
