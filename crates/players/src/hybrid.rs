//! All-as-first for the opening, then a tree.

use crate::catalogue::{CATALOGUE, Entry, OptionEntry, seat};
use crate::searcher::{BANK, EYE, GUARD, PLAYOUTS, SCORING, SEED, THREADS, TIME};
use crate::spec::{Options, SpecError};
use kage_phantom::{Choice, Explanation, Observation, Player, PlayerError, View};
use std::time::Duration;

pub(crate) const ENTRY: Entry = Entry {
    name: "hybrid",
    about: "all-as-first for the first moves, on a third of the budget, then another player",
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
            about: "who plays on; must be the last option, and has the same budget and scoring unless it says so",
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

/// The part of the budget that the opening gets: it needs less, and leaves more for later.
const OPENING_SHARE: u64 = 3;

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
    let mut shared = Vec::new();
    let mut opening = Vec::new();
    let less = |number: u64| (number / OPENING_SHARE).max(1);
    if let Some(playouts) = options.count("playouts")? {
        shared.push(format!("playouts={playouts}"));
        opening.push(format!("playouts={}", less(playouts)));
    }
    if let Some(time) = options.seconds("time")? {
        shared.push(format!("time={}", time.as_secs_f64()));
        opening.push(format!("time={}", time.as_secs_f64() / OPENING_SHARE as f64));
    }
    if let Some(bank) = options.count("bank")? {
        opening.push(format!("bank={}", less(bank)));
        shared.push(format!("bank={}", bank.saturating_sub(less(bank)).max(1)));
    }
    if shared.is_empty() {
        opening.push(format!("playouts={}", less(10_000)));
    }
    for name in ["scoring", "eye", "threads", "guard"] {
        let given = options.text(name).map(|value| format!("{name}={value}"));
        shared.extend(given.clone());
        opening.extend(given);
    }
    let then = options.text("then").unwrap_or_else(|| "uct-late".to_owned());
    let rest = seat(&with_defaults(&then, &shared), seed)?;
    let opening = seat(&format!("all-as-first:{}", opening.join(",")), seed)?;
    Ok(Box::new(Hybrid { opening, rest, switch, switched: false }))
}

/// A spec with the options that it does not give itself.
fn with_defaults(spec: &str, defaults: &[String]) -> String {
    let (name, own) = spec.split_once(':').unwrap_or((spec, ""));
    let names = |option: &str| option.split('=').next().unwrap_or("").to_owned();
    let given: Vec<String> = own.split(',').map(names).collect();
    let budgets = ["playouts", "time", "bank"];
    let has_budget = given.iter().any(|name| budgets.contains(&name.as_str()));
    let known = CATALOGUE.iter().find(|entry| entry.name == name);
    let takes = |option: &str| {
        known.is_some_and(|entry| entry.options.iter().any(|has| has.name == option))
    };
    let missing = defaults.iter().filter(|option| takes(&names(option))).filter(|option| {
        let name = names(option);
        let replaced = has_budget && budgets.contains(&name.as_str());
        !replaced && !given.contains(&name)
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
