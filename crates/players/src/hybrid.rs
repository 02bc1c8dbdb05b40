//! All-as-first for the opening, then a tree.

use crate::guard::GUARD;
use crate::knowledge::{CAPTURES, PASSING, REFUSALS, SAFE_STONES};
use crate::registry::{OptionEntry, PlayerEntry};
use crate::search_player::{BANK, CLOCK, EYE, PLAYOUTS, SCORING, SEED, THREADS, TIME};
use crate::spec::{OptionReader, SpecError};
use crate::switching::{SharedOptions, SwitchingPlayer, THEN};
use kage_phantom::{Player, View};

pub(crate) const ENTRY: PlayerEntry = PlayerEntry {
    name: "hybrid",
    about: "all-as-first for the first moves, with a third of the budget; then another player, which also gets what was saved",
    source: "Borsboom 2007, 2.5.3 and 3.2.2",
    beyond: &[],
    options: &[
        OptionEntry {
            name: "switch",
            takes: "a number of own moves, or contact",
            default: "15",
            about: "when the second player takes over: after this number of own moves; contact: when certain stones of the opponent cover an eighth of the board",
        },
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
        THREADS,
        GUARD,
        SEED,
        THEN,
    ],
    make,
};

/// When the hybrid changes to its second player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Switch {
    /// After this number of own moves.
    Moves(u32),
    /// When certain stones of the opponent cover an eighth of the board.
    Contact,
}

impl Switch {
    fn from_options(options: &mut OptionReader) -> Result<Switch, SpecError> {
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

/// The opening takes its share divided by this. It needs less, and saves the rest for later.
const OPENING_DIVISOR: u64 = 3;

fn make(options: &mut OptionReader, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    let switch = Switch::from_options(options)?;
    let shared = SharedOptions::from_options(options, seed)?;
    let opening = shared.seat(&"all-as-first".parse()?, OPENING_DIVISOR)?;
    let rest = shared.rest()?;
    Ok(Box::new(SwitchingPlayer::new("hybrid", opening, rest, move |view: &View| {
        switch.is_due(view)
    })))
}
