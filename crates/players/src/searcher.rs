//! What all who search have in common: they read their view, spend a budget, and know when to pass.

use crate::catalogue::OptionEntry;
use crate::imagination::{Fancy, Imagination};
use crate::nets::Looker;
use crate::spec::{Options, SharedPurse, SpecError};
use kage_goban::{BoardSize, Color, PointSet};
use kage_phantom::{Candidate, Choice, Explanation, Observation, Player, PlayerError, Sound, View};
use kage_search::{Budget, Evaluation, Evaluator, Eyes, Habits, Memory, Purse, Reading, Scoring};
use std::time::Duration;

/// The options of everyone who searches.
#[derive(Clone, Debug)]
pub(crate) struct Common {
    pub(crate) purse: SharedPurse,
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
        let own = budget(options)?;
        let shared = options.purse.take().filter(|_| own.is_none());
        let purse = shared.unwrap_or_else(|| {
            let full = own.unwrap_or(DEFAULT_BUDGET);
            SharedPurse { purse: Purse::new(full), thrift: 1 }
        });
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
        let threads = options.count_to("threads", 256)?.unwrap_or(1) as usize;
        let seed = options.number("seed")?.unwrap_or(seed);
        Ok(Common { purse, scoring, guard, threads, habits, seed })
    }
}

/// What everyone has who is not told.
pub(crate) const DEFAULT_BUDGET: Budget = Budget::Playouts(10_000);

/// Takes the budget out, if the options give one.
pub(crate) fn budget(options: &mut Options) -> Result<Option<Budget>, SpecError> {
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

/// A player who evaluates his candidates and takes the best.
pub(crate) struct Searcher {
    evaluator: Box<dyn Evaluator>,
    common: Common,
    imagination: Option<Imagination>,
    /// What looks at the view before anything is searched.
    looker: Option<Looker>,
    memory: Memory,
    /// Counts the searches of a game, so that each has its own seed.
    searches: u64,
    they_passed: bool,
    guarded_at: u32,
    explanation: Option<Explanation>,
}

/// Own moves between two looks behind one's back.
const GUARD_EVERY: u32 = 8;
impl Searcher {
    pub(crate) fn new(evaluator: Box<dyn Evaluator>, common: Common) -> Searcher {
        Searcher {
            evaluator,
            common,
            imagination: None,
            looker: None,
            memory: Memory::default(),
            searches: 0,
            they_passed: false,
            guarded_at: 0,
            explanation: None,
        }
    }

    /// The same player, who thinks in worlds.
    pub(crate) fn imagining(self, fancy: Option<Fancy>) -> Searcher {
        let seed = self.common.seed;
        Searcher { imagination: fancy.map(|fancy| Imagination::new(fancy, seed)), ..self }
    }

    /// The same player, who has a net look first.
    pub(crate) fn glancing(self, looker: Option<Looker>) -> Searcher {
        Searcher { looker, ..self }
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

    fn search(
        &mut self,
        mut reading: Reading,
        view: &View,
        left: Option<Duration>,
    ) -> Result<Choice, PlayerError> {
        let SharedPurse { purse, thrift } = &self.common.purse;
        let meter = purse.draw(*thrift, left);
        let seed = self.next_seed();
        let hunch = self.looker.as_ref().and_then(|looker| looker.look(view));
        if let Some(imagination) = &mut self.imagination {
            reading.worlds = imagination.worlds(view, hunch.as_ref(), &meter);
        }
        // A net has never been asked about what was refused before: its gain is that of the others.
        reading.hunch = hunch.map(|hunch| hunch.among(&reading.open));
        reading.reconsider(view, &self.memory);
        let found = self.evaluator.evaluate(&reading, view.rules().komi, meter, seed);
        if let Some(trouble) = self.evaluator.trouble() {
            return Err(PlayerError::House(trouble));
        }
        // What the assumed stones forbid may still be legal: better a refused try than a pass.
        let best = found.best().or(reading.open.first().map(Choice::Try)).unwrap_or(Choice::Pass);
        let Evaluation { playouts, candidates, hidden, tree } = found;
        self.explanation = Some(Explanation { playouts, candidates, hidden, tree });
        Ok(best)
    }

    /// A point deep in what looks like own territory, now and then.
    fn guard_point(&mut self, reading: &Reading, view: &View) -> Option<Choice> {
        let own_moves = view.moves() / 2;
        if !self.common.guard || own_moves < self.guarded_at + GUARD_EVERY {
            return None;
        }
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
        let point = touching_none.first().or(inside.first())?;
        self.guarded_at = own_moves;
        Some(Choice::Try(point))
    }
}

impl Player for Searcher {
    fn name(&self) -> String {
        "searcher".to_owned()
    }

    fn begin(&mut self, view: &View) -> Result<(), PlayerError> {
        let given = self.looker.as_ref().is_some_and(|looker| looker.is_given);
        if given && view.size() != BoardSize::NINE {
            return Err(PlayerError::House(format!("nets are for 9x9, not for {}", view.size())));
        }
        self.memory = Memory::default();
        self.evaluator.begin();
        if let Some(imagination) = &mut self.imagination {
            imagination.begin(view.size());
        }
        self.common.purse.purse.refill();
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
        if self.they_passed && is_won(view) {
            return Ok(self.settle(Choice::Pass, "they passed, and the game is won as it stands"));
        }
        if let Some(choice) = self.guard_point(&reading, view) {
            return Ok(self.settle(choice, "guard"));
        }
        self.search(reading, view, left)
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

/// Would ending now win, whatever the hidden stones are? Ours are our stones and the regions around which
/// only they stand, if no hidden stone can be inside. A refused try may have been suicide or ko, so what is not
/// certainly a stone may be none, and another may be where none was thought of. Everything else is counted for them.
fn is_won(view: &View) -> bool {
    let (size, mine) = (view.size(), view.mine());
    let hidden = view.their_stones().at_most > view.theirs().len() as u32;
    let safe = |region: &PointSet| {
        let ours = (region.neighbors(size) - *region).is_subset(&mine);
        // A stone alone in a hole of one point has no liberty, so it is not there.
        ours && (!hidden || region.len() == 1 || region.is_subset(&view.empty()))
    };
    let free = PointSet::board(size) - mine - view.theirs();
    let inside: usize = free.regions(size).filter(safe).map(|region| region.len()).sum();
    let ours = (mine.len() + inside) as i32;
    let komi = i32::from(view.rules().komi.half_points());
    let komi = if view.color() == Color::Black { -komi } else { komi };
    2 * (2 * ours - size.area() as i32) + komi > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use kage_goban::{BoardSize, Point};
    use kage_phantom::{Answer, Lost, RefereeRules, Setup, Taken};

    /// Black has one stone and has heard of one of theirs, then of a pass.
    #[test]
    fn a_hidden_stone_in_the_open_makes_nothing_ours() {
        let rules = RefereeRules::default();
        let mut view = View::new(rules, &Setup::even(BoardSize::NINE), Color::Black);
        let mut moves = |point: &str| {
            let point: Point = point.parse().unwrap();
            let (play, taken) = (kage_goban::Move::Play(point), Taken::default());
            let answer = Answer::Accepted { play, taken, atari: false, stones: None };
            view.update(&Observation::Mine(answer)).unwrap();
            let (tries, lost, atari, stones) = (None, Lost::NONE, false, None);
            let passed = point.row() != 4;
            let sound = Sound::Moved { passed, tries, lost, atari, stones };
            view.update(&Observation::Theirs(sound)).unwrap();
            is_won(&view)
        };
        assert!(!moves("E5"), "one of theirs is somewhere on the empty board");
        assert!(!moves("E6"), "and still is");
    }

    /// Black has half of the board and a row. White has three stones, and three tries of Black in a corner were
    /// refused; but with stones on two of those points the third was suicide, and then the last stone is in
    /// Black's half for all he knows.
    #[test]
    fn as_many_refusals_as_stones_do_not_say_where_the_stones_are() {
        let row = "ABCDEFGHJ".chars().map(|col| format!("{col}5").parse::<Point>().unwrap());
        let setup = Setup::handicap(BoardSize::NINE, row).unwrap();
        let mut view = View::new(RefereeRules::default(), &setup, Color::Black);
        let moved = |passed| {
            let (tries, lost, atari, stones) = (None, Lost::NONE, false, None);
            Observation::Theirs(Sound::Moved { passed, tries, lost, atari, stones })
        };
        let played = |point: &str| {
            let (play, taken) = (kage_goban::Move::Play(point.parse().unwrap()), Taken::default());
            Observation::Mine(Answer::Accepted { play, taken, atari: false, stones: None })
        };
        let refused = |point: &str| {
            Observation::Mine(Answer::Refused { point: point.parse().unwrap(), reason: None })
        };
        for news in [moved(false), played("E6"), moved(false), played("F6"), moved(false)] {
            view.update(&news).unwrap();
        }
        for news in [refused("A9"), refused("B9"), refused("A8"), played("G6"), moved(true)] {
            view.update(&news).unwrap();
        }
        assert_eq!(Reading::of(&view, &Memory::default()).unknown, 0, "all are thought of");
        assert!(!is_won(&view), "and one may be elsewhere");
    }

    #[test]
    fn all_known_and_ahead_is_won() {
        let rules = RefereeRules::default();
        let stones = ["C3", "C4"].map(|point| point.parse::<Point>().unwrap());
        let setup = Setup::handicap(BoardSize::NINE, stones).unwrap();
        let view = View::new(rules, &setup, Color::Black);
        assert!(is_won(&view));
    }
}
