//! All-as-first for the opening, then a tree.

use crate::catalogue::{Entry, OptionEntry};
use crate::relay::{Relay, THEN, Team};
use crate::searcher::{BANK, EYE, GUARD, PLAYOUTS, SCORING, SEED, THREADS, TIME};
use crate::spec::{Options, SpecError};
use kage_phantom::{Player, View};

pub(crate) const ENTRY: Entry = Entry {
    name: "hybrid",
    about: "all-as-first for the first moves, on a third of the budget, then another player, who has what was saved",
    source: "Borsboom 2007, 2.5.3 and 3.2.2",
    options: &[
        OptionEntry {
            name: "switch",
            takes: "a number of own moves, or contact",
            default: "15",
            about: "when to change: after so many own moves, or once an eighth of the board is known to be theirs",
        },
        PLAYOUTS,
        TIME,
        BANK,
        SCORING,
        EYE,
        THREADS,
        GUARD,
        SEED,
        THEN,
    ],
    make,
};

/// When the hybrid changes over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Switch {
    /// After so many own moves.
    Moves(u32),
    /// When so much of the opponent is known that it has come to contact.
    Contact,
}

impl Switch {
    fn from_options(options: &mut Options) -> Result<Switch, SpecError> {
        let Some(value) = options.text("switch") else { return Ok(Switch::Moves(15)) };
        match (value.as_str(), value.parse()) {
            ("contact", _) => Ok(Switch::Contact),
            (_, Ok(moves)) => Ok(Switch::Moves(moves)),
            (_, Err(_)) => {
                let takes = "a number of own moves, or contact".to_owned();
                Err(SpecError::Value { option: "switch".to_owned(), value, takes })
            }
        }
    }

    fn is_due(self, view: &View) -> bool {
        match self {
            Switch::Moves(moves) => view.moves() / 2 >= moves,
            Switch::Contact => view.theirs().len() * 8 >= view.size().area(),
        }
    }
}

/// How many times less the opening takes: it needs less, and leaves more for later.
const OPENING_THRIFT: u64 = 3;

fn make(options: &mut Options, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    let switch = Switch::from_options(options)?;
    let team = Team::from_options(options, seed)?;
    let opening = team.seat("all-as-first", OPENING_THRIFT)?;
    let rest = team.rest()?;
    Ok(Box::new(Relay::new("hybrid", opening, rest, move |view: &View| switch.is_due(view))))
}
