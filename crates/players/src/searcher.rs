//! What all who search have in common: they read their view, spend a budget, and know when to pass.

use crate::catalogue::OptionEntry;
use crate::spec::{Options, SpecError};
use kage_goban::{Color, PointSet, area};
use kage_phantom::{Candidate, Choice, Explanation, Observation, Player, PlayerError, Sound, View};
use kage_search::{Budget, Evaluation, Evaluator, Eyes, Habits, Memory, Reading, Scoring};
use std::time::Duration;

/// The options of everyone who searches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Common {
    pub(crate) budget: Budget,
    pub(crate) scoring: Scoring,
    pub(crate) guard: bool,
    pub(crate) threads: usize,
    pub(crate) habits: Habits,
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
    about: "time for each try instead",
};
pub(crate) const BANK: OptionEntry = OptionEntry {
    name: "bank",
    takes: "a number",
    default: "none",
    about: "playouts for the whole game instead: each try takes a twentieth of what is left",
};
pub(crate) const SCORING: OptionEntry = OptionEntry {
    name: "scoring",
    takes: "territory, win or win+territory",
    default: "win",
    about: "what a playout is worth",
};
pub(crate) const GUARD: OptionEntry = OptionEntry {
    name: "guard",
    takes: "on or off",
    default: "off",
    about: "now and then try a point inside what looks like own territory",
};
pub(crate) const EYE: OptionEntry = OptionEntry {
    name: "eye",
    takes: "diagonal or thesis",
    default: "diagonal",
    about: "what an own eye is: by its diagonals, or (2.5.4) by walls none of which is in atari",
};
pub(crate) const THREADS: OptionEntry = OptionEntry {
    name: "threads",
    takes: "a number",
    default: "1",
    about: "threads that think; players with a tree grow one each",
};
pub(crate) const SEED: OptionEntry =
    OptionEntry { name: "seed", takes: "a number", default: "the game's", about: "the seed" };

impl Common {
    /// Takes the common options out. `scoring` is what the player has when nothing is said.
    pub(crate) fn from_options(
        options: &mut Options,
        seed: u64,
        scoring: Scoring,
    ) -> Result<Common, SpecError> {
        let playouts = options.count("playouts")?;
        let time = options.seconds("time")?;
        let bank = options.count("bank")?;
        let budget = match (playouts, time, bank) {
            (Some(_), Some(_), _) => return Err(SpecError::Both("playouts", "time")),
            (Some(_), _, Some(_)) => return Err(SpecError::Both("playouts", "bank")),
            (_, Some(_), Some(_)) => return Err(SpecError::Both("time", "bank")),
            (_, Some(time), _) => Budget::Time(time),
            (_, _, Some(bank)) => Budget::Bank(bank),
            (playouts, None, None) => Budget::Playouts(playouts.unwrap_or(10_000)),
        };
        let words = [
            ("territory", Scoring::Territory),
            ("win", Scoring::Win),
            ("win+territory", Scoring::WinAndTerritory),
        ];
        let scoring = options.word("scoring", &words)?.unwrap_or(scoring);
        let guard = options.word("guard", &[("on", true), ("off", false)])?.unwrap_or(false);
        let words = [("diagonal", Eyes::Diagonals), ("thesis", Eyes::Walls)];
        let eyes = options.word("eye", &words)?.unwrap_or_default();
        let habits = Habits { eyes, ..Habits::default() };
        let threads = options.count("threads")?.unwrap_or(1) as usize;
        let seed = options.number("seed")?.unwrap_or(seed);
        Ok(Common { budget, scoring, guard, threads, habits, seed })
    }
}

/// A player who evaluates his candidates and takes the best.
pub(crate) struct Searcher {
    evaluator: Box<dyn Evaluator>,
    common: Common,
    /// The budget as it is now: a bank is spent.
    budget: Budget,
    memory: Memory,
    /// Counts the searches of a game, so that each has its own seed.
    searches: u64,
    they_passed: bool,
    guarded_at: u32,
    explanation: Option<Explanation>,
}

/// Own moves between two looks behind one's back.
const GUARD_EVERY: u32 = 16;
/// How many points a hidden stone may cost us when the game ends as it stands: its own twice, and
/// what it spoils around it.
const COST_OF_HIDDEN: f64 = 4.0;

impl Searcher {
    pub(crate) fn new(evaluator: Box<dyn Evaluator>, common: Common) -> Searcher {
        Searcher {
            evaluator,
            common,
            budget: common.budget,
            memory: Memory::default(),
            searches: 0,
            they_passed: false,
            guarded_at: 0,
            explanation: None,
        }
    }

    fn next_seed(&mut self) -> u64 {
        self.searches += 1;
        self.common.seed.wrapping_add(self.searches.wrapping_mul(0xA076_1D64_78BD_642F))
    }

    /// Explains a choice that needed no search.
    fn settle(&mut self, choice: Choice, reason: &'static str) -> Choice {
        let candidate = Candidate { choice, value: 0.0, visits: 0, reasons: vec![reason] };
        self.explanation =
            Some(Explanation { candidates: vec![candidate], ..Explanation::default() });
        choice
    }

    fn search(&mut self, reading: &Reading, view: &View, left: Option<Duration>) -> Choice {
        let meter = self.budget.draw(left);
        let seed = self.next_seed();
        let found = self.evaluator.evaluate(reading, view.rules().komi, meter, seed);
        let best = found.best().unwrap_or(Choice::Pass);
        let Evaluation { playouts, candidates, hidden, tree } = found;
        self.explanation = Some(Explanation { playouts, candidates, hidden, tree });
        best
    }

    /// A point deep in what looks like own territory, now and then.
    fn guard_point(&mut self, reading: &Reading, view: &View) -> Option<Choice> {
        if !self.common.guard || view.moves() < self.guarded_at + GUARD_EVERY {
            return None;
        }
        self.guarded_at = view.moves();
        let size = view.size();
        let mine = view.mine();
        let safe = |region: &PointSet| {
            let border = region.neighbors(size) - *region;
            region.len() >= 4 && !border.is_empty() && border.is_subset(&mine)
        };
        let regions = (PointSet::board(size) - mine - reading.board.stones(!view.color()))
            .regions(size)
            .filter(safe);
        let inside = regions.fold(PointSet::EMPTY, |all, region| all | region) & reading.open;
        let touching_none = inside - mine.neighbors(size);
        touching_none.first().or(inside.first()).map(Choice::Try)
    }
}

impl Player for Searcher {
    fn name(&self) -> String {
        "searcher".to_owned()
    }

    fn begin(&mut self, _: &View) -> Result<(), PlayerError> {
        self.memory = Memory::default();
        self.budget = self.common.budget;
        self.searches = 0;
        self.they_passed = false;
        self.guarded_at = 0;
        self.explanation = None;
        Ok(())
    }

    fn choose(&mut self, view: &View, left: Option<Duration>) -> Result<Choice, PlayerError> {
        let reading = Reading::with(view, &self.memory, self.common.habits);
        if let Some(point) = reading.suspects.first() {
            return Ok(self.settle(Choice::Try(point), "surrounded: one of these is a capture"));
        }
        if reading.open.is_empty() {
            return Ok(self.settle(Choice::Pass, "nothing but own eyes and sure refusals is left"));
        }
        if self.they_passed && is_won(&reading, view) {
            return Ok(self.settle(Choice::Pass, "they passed, and the game is won as it stands"));
        }
        if let Some(choice) = self.guard_point(&reading, view) {
            return Ok(self.settle(choice, "guard"));
        }
        Ok(self.search(&reading, view, left))
    }

    fn hear(&mut self, view: &View, news: &Observation) -> Result<(), PlayerError> {
        self.memory.hear(view, news);
        if let Observation::Theirs(Sound::Moved { passed, .. }) = news {
            self.they_passed = *passed;
        }
        Ok(())
    }

    fn explain(&self) -> Option<&Explanation> {
        self.explanation.as_ref()
    }
}

/// Would ending now win, whatever the hidden stones are?
fn is_won(reading: &Reading, view: &View) -> bool {
    let points = area(&reading.board, &PointSet::EMPTY).map(f64::from);
    let (mine, theirs) = (points[view.color()], points[!view.color()]);
    let hidden = f64::from(reading.unknown);
    let komi = f64::from(view.rules().komi.half_points()) / 2.0;
    let komi = if view.color() == Color::Black { -komi } else { komi };
    mine - theirs + komi > COST_OF_HIDDEN * hidden
}
