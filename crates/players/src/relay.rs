//! One player for the opening, another for the rest of the game, and one purse for both.

use crate::catalogue::{CATALOGUE, OptionEntry, seat_with};
use crate::searcher::{DEFAULT_BUDGET, budget};
use crate::spec::{Options, SharedPurse, SpecError};
use kage_phantom::{Choice, Explanation, Observation, Player, PlayerError, View};
use kage_search::Purse;
use std::time::Duration;

pub(crate) const THEN: OptionEntry = OptionEntry {
    name: "then",
    takes: "a spec",
    default: "uct-late",
    about: "who plays on; must be the last option, and has the rest of the budget and the same scoring unless it says so",
};

/// One who opens, and one who plays on from a certain moment.
pub(crate) struct Relay<S> {
    name: &'static str,
    opening: Box<dyn Player>,
    rest: Box<dyn Player>,
    /// Is it time to change over?
    switch: S,
    switched: bool,
}

impl<S: Fn(&View) -> bool + Send> Relay<S> {
    pub(crate) fn new(
        name: &'static str,
        opening: Box<dyn Player>,
        rest: Box<dyn Player>,
        switch: S,
    ) -> Relay<S> {
        Relay { name, opening, rest, switch, switched: false }
    }

    fn player(&mut self, view: &View) -> &mut dyn Player {
        self.switched = self.switched || (self.switch)(view);
        if self.switched { &mut *self.rest } else { &mut *self.opening }
    }
}

impl<S: Fn(&View) -> bool + Send> Player for Relay<S> {
    fn name(&self) -> String {
        self.name.to_owned()
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

/// What the players of a relay have in common, taken out of its options.
pub(crate) struct Team {
    purse: Purse,
    seed: u64,
    given: Vec<String>,
    then: String,
}

impl Team {
    pub(crate) fn from_options(options: &mut Options, seed: u64) -> Result<Team, SpecError> {
        let seed = options.number("seed")?.unwrap_or(seed);
        let purse = Purse::new(budget(options)?.unwrap_or(DEFAULT_BUDGET));
        let given = ["scoring", "eye", "threads", "guard"]
            .into_iter()
            .filter_map(|name| options.text(name).map(|value| format!("{name}={value}")))
            .collect();
        let then = options.text("then").unwrap_or_else(|| THEN.default.to_owned());
        Ok(Team { purse, seed, given, then })
    }

    /// The seed of the game.
    pub(crate) const fn seed(&self) -> u64 {
        self.seed
    }

    /// Seats the one who plays on.
    pub(crate) fn rest(&self) -> Result<Box<dyn Player>, SpecError> {
        self.seat(&self.then, 1)
    }

    /// Seats a player with the team's options, who takes so many times less than his share.
    pub(crate) fn seat(&self, spec: &str, thrift: u64) -> Result<Box<dyn Player>, SpecError> {
        let purse = SharedPurse { purse: self.purse.clone(), thrift };
        seat_with(&with_defaults(spec, &self.given), self.seed, Some(purse))
    }
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
