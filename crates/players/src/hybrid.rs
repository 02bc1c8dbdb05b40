//! All-as-first for the opening, then a tree.

use crate::catalogue::{CATALOGUE, Entry, OptionEntry, seat_with};
use crate::searcher::{
    BANK, DEFAULT_BUDGET, EYE, GUARD, PLAYOUTS, SCORING, SEED, THREADS, TIME, budget,
};
use crate::spec::{Options, SharedPurse, SpecError};
use kage_phantom::{Choice, Explanation, Observation, Player, PlayerError, View};
use kage_search::Purse;
use std::time::Duration;

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
        OptionEntry {
            name: "then",
            takes: "a spec",
            default: "uct-late",
            about: "who plays on; must be the last option, and has the rest of the budget and the same scoring unless it says so",
        },
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

struct Hybrid {
    opening: Box<dyn Player>,
    rest: Box<dyn Player>,
    switch: Switch,
    switched: bool,
}

/// How many times less the opening takes: it needs less, and leaves more for later.
const OPENING_THRIFT: u64 = 3;

fn make(options: &mut Options, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    let switch = match options.text("switch") {
        None => Switch::Moves(15),
        Some(word) if word == "contact" => Switch::Contact,
        Some(number) => match number.parse() {
            Ok(moves) => Switch::Moves(moves),
            Err(_) => {
                let takes = "a number of own moves, or contact".to_owned();
                return Err(SpecError::Value { option: "switch".to_owned(), value: number, takes });
            }
        },
    };
    let seed = options.number("seed")?.unwrap_or(seed);
    let purse = Purse::new(budget(options)?.unwrap_or(DEFAULT_BUDGET));
    let given = ["scoring", "eye", "threads", "guard"]
        .into_iter()
        .filter_map(|name| options.text(name).map(|value| format!("{name}={value}")))
        .collect::<Vec<_>>();
    let then = options.text("then").unwrap_or_else(|| "uct-late".to_owned());
    let shared = |thrift| Some(SharedPurse { purse: purse.clone(), thrift });
    let rest = seat_with(&with_defaults(&then, &given), seed, shared(1))?;
    let opening = with_defaults("all-as-first", &given);
    let opening = seat_with(&opening, seed, shared(OPENING_THRIFT))?;
    Ok(Box::new(Hybrid { opening, rest, switch, switched: false }))
}

/// A spec with the options that it does not give itself.
fn with_defaults(spec: &str, defaults: &[String]) -> String {
    let (name, own) = spec.split_once(':').unwrap_or((spec, ""));
    let names = |option: &str| option.split('=').next().unwrap_or("").to_owned();
    let given: Vec<String> = own.split(',').map(names).collect();
    let known = CATALOGUE.iter().find(|entry| entry.name == name);
    let takes = |option: &str| {
        known.is_some_and(|entry| entry.options.iter().any(|has| has.name == option))
    };
    let missing = defaults.iter().filter(|option| {
        let name = names(option);
        takes(&name) && !given.contains(&name)
    });
    // What the spec says itself comes last: its own `then` takes all that follows.
    let mut all: Vec<&str> = missing.map(String::as_str).collect();
    if !own.is_empty() {
        all.push(own);
    }
    if all.is_empty() { name.to_owned() } else { format!("{name}:{}", all.join(",")) }
}

impl Hybrid {
    fn player(&mut self, view: &View) -> &mut dyn Player {
        let own_moves = view.moves() / 2;
        self.switched |= match self.switch {
            Switch::Moves(moves) => own_moves >= moves,
            Switch::Contact => view.theirs().len() * 8 >= view.size().area(),
        };
        if self.switched { &mut *self.rest } else { &mut *self.opening }
    }
}

impl Player for Hybrid {
    fn name(&self) -> String {
        "hybrid".to_owned()
    }

    fn begin(&mut self, view: &View) -> Result<(), PlayerError> {
        self.switched = false;
        self.opening.begin(view)?;
        self.rest.begin(view)
    }

    fn choose(&mut self, view: &View, left: Option<Duration>) -> Result<Choice, PlayerError> {
        self.player(view).choose(view, left)
    }

    fn hear(&mut self, view: &View, news: &Observation) -> Result<(), PlayerError> {
        self.opening.hear(view, news)?;
        self.rest.hear(view, news)
    }

    fn explain(&self) -> Option<&Explanation> {
        if self.switched { self.rest.explain() } else { self.opening.explain() }
    }
}
