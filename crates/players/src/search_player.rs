//! The common part of all players that search: candidates, worlds, a prior, a budget, and passing.

use crate::guard::{GUARD, Guard};
use crate::knowledge::{Heard, Knowledge, tries_from_options};
use crate::net_prior::NetPrior;
use crate::registry::OptionEntry;
use crate::spec::{BudgetShare, OptionReader, SpecError};
use crate::world_source::{WorldOptions, WorldSource};
use kage_goban::BoardSize;
use kage_phantom::{
    Candidate, Choice, Explanation, Observation, Player, PlayerError, Seat, Sound, View,
};
use kage_search::{
    Budget, BudgetPool, CandidateOptions, Candidates, Eyes, PassRule, RootState, Scoring, Search,
    SearchError, is_won,
};
use std::sync::Arc;
use std::time::Duration;

/// The options of every player that searches.
#[derive(Clone, Debug)]
pub(crate) struct SearchOptions {
    pub(crate) budget: BudgetShare,
    pub(crate) scoring: Scoring,
    pub(crate) guard: Option<Guard>,
    pub(crate) threads: usize,
    pub(crate) candidates: CandidateOptions,
    pub(crate) knowledge: Knowledge,
    pub(crate) seed: u64,
}

pub(crate) const PLAYOUTS: OptionEntry = OptionEntry {
    name: "playouts",
    takes: "a number",
    default: "10000",
    about: "playouts for each try",
};
pub(crate) const TIME: OptionEntry = OptionEntry {
    name: "time",
    takes: "seconds",
    default: "none",
    about: "seconds for each try instead of a number of playouts",
};
pub(crate) const BANK: OptionEntry = OptionEntry {
    name: "bank",
    takes: "a number",
    default: "none",
    about: "playouts for the whole game instead; each try takes a twentieth of the rest",
};
pub(crate) const SCORING: OptionEntry = OptionEntry {
    name: "scoring",
    takes: "territory, win or win+territory",
    default: "win",
    about: "the value of a playout",
};
pub(crate) const EYE: OptionEntry = OptionEntry {
    name: "eye",
    takes: "diagonal or thesis",
    default: "diagonal",
    about: "the definition of an own eye. diagonal: by the diagonal points; thesis: no chain around it is in atari (Borsboom 2.5.4)",
};
pub(crate) const THREADS: OptionEntry = OptionEntry {
    name: "threads",
    takes: "a number",
    default: "1",
    about: "threads of the search; a tree search builds one tree in each thread",
};
pub(crate) const SEED: OptionEntry = OptionEntry {
    name: "seed",
    takes: "a number",
    default: "the game's",
    about: "the seed of random numbers",
};

/// The exploration constant of searches with upper confidence bounds.
pub(crate) const EXPLORE: OptionEntry = OptionEntry {
    name: "explore",
    takes: "a number",
    default: "0.5",
    about: "the exploration constant, as a share of the range of values",
};

/// What every search can be told: its budget, and what a playout is worth.
pub(crate) const SEARCH: [OptionEntry; 5] = [PLAYOUTS, TIME, BANK, SCORING, EYE];
/// How a search runs.
pub(crate) const RUN: [OptionEntry; 3] = [THREADS, GUARD, SEED];

impl SearchOptions {
    /// Takes the common options out. `scoring` is the player's default.
    pub(crate) fn from_options(
        options: &mut OptionReader,
        seed: u64,
        scoring: Scoring,
    ) -> Result<SearchOptions, SpecError> {
        let own = budget(options)?;
        let shared = options.budget.take().filter(|_| own.is_none());
        let budget = shared.unwrap_or_else(|| BudgetShare {
            pool: BudgetPool::new(own.unwrap_or(DEFAULT_BUDGET)),
            divisor: 1,
        });
        let words = [
            ("territory", Scoring::Territory),
            ("win", Scoring::Win),
            ("win+territory", Scoring::WinAndTerritory),
        ];
        let scoring = options.word(SCORING.name, &words)?.unwrap_or(scoring);
        let guard = Guard::from_options(options)?;
        let eyes = eyes_from_options(options)?;
        let candidates = CandidateOptions { eyes, ..CandidateOptions::default() };
        let threads = options.count_to(THREADS.name, 256)?.unwrap_or(1) as usize;
        let seed = options.number(SEED.name)?.unwrap_or(seed);
        let knowledge = Knowledge::View;
        Ok(SearchOptions { budget, scoring, guard, threads, candidates, knowledge, seed })
    }

    /// The same, with what the first programs made of what they heard, if the options ask for it.
    pub(crate) fn with_knowledge(
        self,
        options: &mut OptionReader,
    ) -> Result<SearchOptions, SpecError> {
        let knowledge = Knowledge::from_options(options)?;
        let tries = tries_from_options(options)?;
        let candidates = CandidateOptions { eyes: self.candidates.eyes, ..tries };
        Ok(SearchOptions { candidates, knowledge, ..self })
    }
}

/// Takes the definition of an own eye out.
pub(crate) fn eyes_from_options(options: &mut OptionReader) -> Result<Eyes, SpecError> {
    let words = [("diagonal", Eyes::Diagonals), ("thesis", Eyes::Walls)];
    Ok(options.word(EYE.name, &words)?.unwrap_or_default())
}

/// Default budget.
pub(crate) const DEFAULT_BUDGET: Budget = Budget::Playouts(10_000);

/// Takes the budget out, if the options give one.
pub(crate) fn budget(options: &mut OptionReader) -> Result<Option<Budget>, SpecError> {
    let playouts = options.count("playouts")?;
    let time = options.seconds("time")?;
    let bank = options.count("bank")?;
    Ok(match (playouts, time, bank) {
        (Some(_), Some(_), _) => return Err(SpecError::Both("playouts", "time")),
        (Some(_), _, Some(_)) => return Err(SpecError::Both("playouts", "bank")),
        (_, Some(_), Some(_)) => return Err(SpecError::Both("time", "bank")),
        (Some(playouts), ..) => Some(Budget::Playouts(playouts)),
        (_, Some(time), _) => Some(Budget::Time(time)),
        (.., Some(bank)) => Some(Budget::Bank(bank)),
        (None, None, None) => None,
    })
}

/// A player that searches, and makes the try that the search puts first.
pub(crate) struct SearchPlayer {
    search: Box<dyn Search>,
    options: SearchOptions,
    worlds: Option<WorldSource>,
    prior: Option<NetPrior>,
    heard: Heard,
    /// Counts the searches of a game, so that each has its own seed.
    searches: u64,
    they_passed: bool,
    explanation: Option<Explanation>,
}

impl SearchPlayer {
    pub(crate) fn new(search: Box<dyn Search>, options: SearchOptions) -> SearchPlayer {
        SearchPlayer {
            search,
            heard: Heard::new(options.knowledge),
            options,
            worlds: None,
            prior: None,
            searches: 0,
            they_passed: false,
            explanation: None,
        }
    }

    /// The same player with sampled worlds.
    pub(crate) fn with_worlds(self, options: Option<WorldOptions>) -> SearchPlayer {
        let seed = self.options.seed;
        SearchPlayer { worlds: options.map(|options| WorldSource::new(options, seed)), ..self }
    }

    /// The same player, with a net as its prior.
    pub(crate) fn with_prior(self, prior: Option<NetPrior>) -> SearchPlayer {
        SearchPlayer { prior, ..self }
    }

    fn next_seed(&mut self) -> u64 {
        self.searches += 1;
        self.options.seed.wrapping_add(self.searches.wrapping_mul(0xA076_1D64_78BD_642F))
    }

    /// Explains a choice that needed no search.
    fn without_search(&mut self, choice: Choice, reason: &'static str) -> Choice {
        let (value, visits, probability, reasons) = (0.0, 0, 1.0, vec![reason]);
        let candidate = Candidate { choice, value, visits, probability, reasons };
        self.explanation =
            Some(Explanation { candidates: vec![candidate], ..Explanation::default() });
        choice
    }

    /// The choice that needs no search, and why.
    fn settled(&mut self, view: &View, candidates: &Candidates) -> Option<(Choice, &'static str)> {
        if let Some(point) = candidates.suspects.first() {
            return Some((Choice::Try(point), "surrounded: one of these is a capture"));
        }
        if candidates.open.is_empty() {
            return Some((Choice::Pass, "nothing but own eyes and sure refusals is left"));
        }
        let looks = self.options.candidates.pass == PassRule::WhenWon;
        if looks && self.they_passed && is_won(view) {
            return Some((Choice::Pass, "they passed, and the game is won as it stands"));
        }
        let guard = self.options.guard.as_mut()?;
        guard.point(view, candidates).map(|point| (Choice::Try(point), "guard"))
    }

    fn search(
        &mut self,
        candidates: Candidates,
        seat: &Seat,
        left: Option<Duration>,
    ) -> Result<Choice, PlayerError> {
        let BudgetShare { pool, divisor } = &self.options.budget;
        let mut budget = pool.draw(*divisor, left);
        let seed = self.next_seed();
        let prior = self.prior.as_ref().and_then(|prior| prior.predict(seat));
        let worlds = match &mut self.worlds {
            Some(source) => source.worlds(seat, prior.as_ref(), &budget),
            None => Arc::default(),
        };
        let root = RootState::new(seat, &self.heard.refusals, candidates, worlds, prior);
        let found =
            self.search.search(&root, &mut budget, seed).map_err(|error| no_result(&error))?;
        let best = found.candidates.first().map(|candidate| candidate.choice);
        self.explanation = Some(found);
        // The assumed stones may be wrong, so such a point may be legal. A refused try is better
        // than a pass.
        Ok(best.or(root.open.first().map(Choice::Try)).unwrap_or(Choice::Pass))
    }
}

/// A search without a result makes the game void: it is a fault of the software, not a loss.
fn no_result(error: &SearchError) -> PlayerError {
    PlayerError::Infrastructure(error.to_string())
}

impl Player for SearchPlayer {
    fn name(&self) -> String {
        "search".to_owned()
    }

    fn plays(&self, size: BoardSize) -> bool {
        self.prior.as_ref().is_none_or(|prior| prior.lets_play(size))
    }

    fn begin(&mut self, seat: &Seat) -> Result<(), PlayerError> {
        let has_prior = match &self.prior {
            Some(prior) => prior.plays(seat.size())?,
            None => false,
        };
        self.heard.begin(seat);
        self.search.begin(seat);
        if let Some(source) = &mut self.worlds {
            source.begin(seat.size(), has_prior);
        }
        if let Some(guard) = &mut self.options.guard {
            guard.begin();
        }
        self.options.budget.pool.refill();
        self.searches = 0;
        self.they_passed = false;
        self.explanation = None;
        Ok(())
    }

    fn choose(&mut self, seat: &Seat, left: Option<Duration>) -> Result<Choice, PlayerError> {
        let candidates = self.heard.refusals.candidates(seat, self.options.candidates);
        match self.settled(seat, &candidates) {
            Some((choice, reason)) => Ok(self.without_search(choice, reason)),
            None => self.search(candidates, seat, left),
        }
    }

    fn hear(&mut self, seat: &Seat, news: &Observation) -> Result<(), PlayerError> {
        self.heard.hear(seat, news);
        if let Observation::Theirs(Sound::Moved { passed, .. }) = news {
            self.they_passed = *passed;
        }
        Ok(())
    }

    fn explain(&self) -> Option<&Explanation> {
        self.explanation.as_ref()
    }
}
