//! One player for the opening, another for the rest of the game, and one budget for both.

use crate::registry::OptionEntry;
use crate::search_player::{SEED, budget};
use crate::spec::{BudgetShare, OptionReader, PlayerSpec, SpecError};
use kage_goban::BoardSize;
use kage_phantom::{Choice, Explanation, Observation, Player, PlayerError, Seat, View};
use kage_search::BudgetPool;
use std::time::Duration;

pub(crate) const THEN: OptionEntry = OptionEntry {
    name: "then",
    takes: "a spec",
    default: "uct-late",
    about: "the player that takes over; this must be the last option. It gets the rest of the budget and the same scoring, unless its own options say otherwise",
};

/// The options that both players get, if they have them.
const SHARED: [&str; 8] =
    ["scoring", "eye", "threads", "guard", "refusals", "captures", "safe-stones", "passing"];

/// Plays as one player first, and as another from a certain moment.
pub(crate) struct SwitchingPlayer<S> {
    name: &'static str,
    opening: Box<dyn Player>,
    rest: Box<dyn Player>,
    /// Is it time to switch?
    switch: S,
    switched: bool,
}

impl<S: Fn(&View) -> bool + Send> SwitchingPlayer<S> {
    pub(crate) fn new(
        name: &'static str,
        opening: Box<dyn Player>,
        rest: Box<dyn Player>,
        switch: S,
    ) -> SwitchingPlayer<S> {
        SwitchingPlayer { name, opening, rest, switch, switched: false }
    }

    fn player(&mut self, view: &View) -> &mut dyn Player {
        self.switched = self.switched || (self.switch)(view);
        if self.switched { &mut *self.rest } else { &mut *self.opening }
    }
}

impl<S: Fn(&View) -> bool + Send> Player for SwitchingPlayer<S> {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn plays(&self, size: BoardSize) -> bool {
        self.opening.plays(size) && self.rest.plays(size)
    }

    fn begin(&mut self, seat: &Seat) -> Result<(), PlayerError> {
        self.switched = false;
        self.opening.begin(seat)?;
        self.rest.begin(seat)
    }

    fn choose(&mut self, seat: &Seat, left: Option<Duration>) -> Result<Choice, PlayerError> {
        self.player(seat).choose(seat, left)
    }

    fn hear(&mut self, seat: &Seat, news: &Observation) -> Result<(), PlayerError> {
        self.opening.hear(seat, news)?;
        self.rest.hear(seat, news)
    }

    fn explain(&self) -> Option<&Explanation> {
        if self.switched { self.rest.explain() } else { self.opening.explain() }
    }
}

/// The options that both players share.
pub(crate) struct SharedOptions {
    pool: BudgetPool,
    seed: u64,
    given: Vec<(&'static str, String)>,
    then: PlayerSpec,
}

impl SharedOptions {
    pub(crate) fn from_options(
        options: &mut OptionReader,
        seed: u64,
    ) -> Result<SharedOptions, SpecError> {
        let seed = options.number(SEED.name)?.unwrap_or(seed);
        let pool = BudgetPool::new(budget(options)?.unwrap_or(options.usual_budget()));
        let given = SHARED
            .into_iter()
            .filter_map(|name| options.text(name).map(|value| (name, value)))
            .collect();
        let then = options.text(THEN.name).unwrap_or_else(|| THEN.default.to_owned()).parse()?;
        Ok(SharedOptions { pool, seed, given, then })
    }

    /// The seed of the game.
    pub(crate) const fn seed(&self) -> u64 {
        self.seed
    }

    /// Makes the player for the rest of the game.
    pub(crate) fn rest(&self) -> Result<Box<dyn Player>, SpecError> {
        self.seat(&self.then, 1)
    }

    /// Makes a player. It gets the shared options that it has and that its spec does not set, and
    /// takes its share of the budget divided by this.
    pub(crate) fn seat(
        &self,
        spec: &PlayerSpec,
        divisor: u64,
    ) -> Result<Box<dyn Player>, SpecError> {
        let entry = spec.entry()?;
        let has = |name: &str| entry.options.iter().any(|option| option.name == name);
        let shared = self.given.iter().filter(|(name, _)| has(name));
        let spec = shared.fold(spec.clone(), |spec, (name, value)| spec.with_default(name, value));
        let budget = BudgetShare { pool: self.pool.clone(), divisor };
        spec.seat_sharing(self.seed, Some(budget))
    }
}
