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
pub(crate) const CLOCK: OptionEntry = OptionEntry {
    name: "clock",
    takes: "a number",
    default: "20",
    about: "with a clock (a match or tournament with `clock`, or GTP): each try takes the time left divided by this. The rule holds where this option or no budget is given; with this option, playouts count only without a clock",
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
pub(crate) const SEARCH: [OptionEntry; 6] = [PLAYOUTS, TIME, BANK, CLOCK, SCORING, EYE];
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
            pool: BudgetPool::new(own.unwrap_or(options.usual_budget())),
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

/// The largest value of `clock`.
const MOST_CLOCK: u64 = 1_000_000;

/// Takes the budget out, if the options give one.
pub(crate) fn budget(options: &mut OptionReader) -> Result<Option<Budget>, SpecError> {
    let playouts = options.count(PLAYOUTS.name)?;
    let time = options.seconds(TIME.name)?;
    let bank = options.count(BANK.name)?;
    let clock = options.count_to(CLOCK.name, MOST_CLOCK)?;
    Ok(match (playouts, time, bank, clock) {
        (Some(_), Some(_), ..) => return Err(SpecError::Both(PLAYOUTS.name, TIME.name)),
        (Some(_), _, Some(_), _) => return Err(SpecError::Both(PLAYOUTS.name, BANK.name)),
        (_, Some(_), Some(_), _) => return Err(SpecError::Both(TIME.name, BANK.name)),
        (_, Some(_), _, Some(_)) => return Err(SpecError::Both(TIME.name, CLOCK.name)),
        (.., Some(_), Some(_)) => return Err(SpecError::Both(BANK.name, CLOCK.name)),
        (playouts, .., Some(divisor)) => {
            let unclocked = playouts.unwrap_or(options.usual_playouts);
            Some(Budget::Clock { divisor, unclocked })
        }
        (Some(playouts), ..) => Some(Budget::Playouts(playouts)),
        (_, Some(time), ..) => Some(Budget::Time(time)),
        (_, _, Some(bank), _) => Some(Budget::Bank(bank)),
        (None, None, None, None) => None,
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
    /// The choices of the last search, the best first.
    ranking: Vec<Choice>,
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
            ranking: Vec::new(),
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

    /// The choice when the clock has no time for a search: the best of the last search that is still
    /// open, or any open point.
    fn hurry(&mut self, candidates: &Candidates) -> Choice {
        let is_open = |choice: &&Choice| match choice {
            Choice::Try(point) => candidates.open.contains(*point),
            Choice::Pass | Choice::Resign => false,
        };
        let ranked = self.ranking.iter().find(is_open).copied();
        let choice = ranked.unwrap_or_else(|| {
            let place = self.next_seed() % candidates.open.len().max(1) as u64;
            candidates.open.iter().nth(place as usize).map_or(Choice::Pass, Choice::Try)
        });
        self.without_search(choice, "no time on the clock: the best left of the last search")
    }

    fn search(
        &mut self,
        candidates: Candidates,
        seat: &Seat,
        left: Option<Duration>,
    ) -> Result<Choice, PlayerError> {
        let BudgetShare { pool, divisor } = self.options.budget.clone();
        let mut budget = pool.draw(divisor, left);
        let seed = self.next_seed();
        let prior = self.prior.as_ref().and_then(|prior| prior.predict(seat));
        let worlds = match &mut self.worlds {
            Some(source) => source.worlds(seat, prior.as_ref(), &budget),
            None => Arc::default(),
        };
        let root = RootState::new(seat, &self.heard.refusals, candidates, worlds, prior);
        let found =
            self.search.search(&root, &mut budget, seed).map_err(|error| no_result(&error))?;
        pool.close(&budget);
        let best = found.candidates.first().map(|candidate| candidate.choice);
        self.ranking = found.candidates.iter().map(|candidate| candidate.choice).collect();
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
        self.ranking.clear();
        self.explanation = None;
        Ok(())
    }

    fn choose(&mut self, seat: &Seat, left: Option<Duration>) -> Result<Choice, PlayerError> {
        let candidates = self.heard.refusals.candidates(seat, self.options.candidates);
        match self.settled(seat, &candidates) {
            Some((choice, reason)) => Ok(self.without_search(choice, reason)),
            None if !self.options.budget.pool.has_time(left) => Ok(self.hurry(&candidates)),
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

#[cfg(test)]
mod tests {
    use crate::seat;
    use kage_goban::{BoardSize, Color};
    use kage_phantom::{Choice, RefereeRules, Seat, Setup};
    use std::time::{Duration, Instant};

    /// The seconds for a first try with this time left, the playouts, and the reason.
    fn first_try(spec: &str, left: f64) -> (f64, u64, &'static str) {
        let setup = Setup::even(BoardSize::NINE);
        let view = Seat::new(RefereeRules::default(), &setup, Color::Black);
        let mut player = seat(spec, 1).unwrap();
        player.begin(&view).unwrap();
        let start = Instant::now();
        let choice = player.choose(&view, Some(Duration::from_secs_f64(left))).unwrap();
        assert!(matches!(choice, Choice::Try(_)), "{spec}: {choice}");
        let told = player.explain().unwrap();
        (start.elapsed().as_secs_f64(), told.playouts, told.candidates[0].reasons[0])
    }

    #[test]
    fn a_try_takes_a_share_of_the_time_left() {
        for (spec, left, least) in [
            ("standard", 10.1, 0.45),
            ("all-as-first", 4.1, 0.18),
            ("uct-late:clock=2", 0.5, 0.22),
            ("ismcts:clock=40,simulations=10", 10.1, 0.22),
            ("hybrid", 30.1, 0.48),
        ] {
            let (took, playouts, _) = first_try(spec, left);
            assert!((least..least + 3.0).contains(&took) && playouts > 0, "{spec}: {took} s");
        }
        assert_eq!(first_try("standard:playouts=162", 1000.0).1, 162, "its own budget");
    }

    #[test]
    fn without_time_a_choice_needs_no_search() {
        for spec in ["standard", "uct-late:playouts=1m", "kage", "gambit:then=standard"] {
            let (took, playouts, reason) = first_try(spec, 0.0);
            assert!(took < 2.0 && playouts == 0, "{spec}: {took} s, {playouts} playouts");
            let book = reason == "gambit";
            assert!(book || reason.starts_with("no time on the clock"), "{spec}: {reason}");
        }
    }

    #[test]
    fn a_clock_excludes_fixed_times() {
        assert!(seat("standard:clock=10", 1).is_ok());
        for bad in ["clock=0", "clock=x", "clock=10,time=1", "bank=5,clock=10", "time=1,bank=5"] {
            assert!(seat(&format!("standard:{bad}"), 1).is_err(), "{bad}");
        }
    }
}
