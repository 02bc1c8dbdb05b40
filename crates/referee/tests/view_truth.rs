//! What a view says is so: every view of many random games, held against the truth at every moment.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "test helpers")]

mod games;

use fastrand::Rng;
use games::{Game, random_choice, random_rules, random_setup};
use kage_goban::{Board, ByColor, Color, KoRule, Move, Point, PointSet};
use kage_phantom::{
    Answer, CaptorHears, Causes, Knowledge, Observation, PassHeard, ReasonTold, RefereeRules,
    Refusal, Refused, Ruling, Sound, Taken, TriesHeard, View,
};
use kage_referee::{Referee, Witness};
use std::collections::{BTreeMap, HashMap};

/// How often each kind of knowledge was met.
type Seen = BTreeMap<&'static str, u32>;

/// A game with its truth and both seats' views.
struct Trial {
    game: Game,
    random: Rng,
    referee: Referee,
    witness: Witness,
    views: ByColor<View>,
    /// The true board when so many moves had been made.
    boards: Vec<Board>,
    /// Why each try was refused: by seat, the number of moves then, and the point.
    reasons: HashMap<(Color, u32, Point), Refusal>,
    tries: ByColor<Tries>,
    seen: Seen,
}

/// The refused tries of a seat: those of the turns that are over, and those of the present one.
#[derive(Clone, Copy, Default)]
struct Tries {
    before: u32,
    now: u32,
}

impl Trial {
    /// The views may believe in other rules than the referee's: then they must be found wrong.
    fn new(seed: u64, believed: fn(RefereeRules) -> RefereeRules) -> Trial {
        let mut random = Rng::with_seed(seed);
        let (preset, rules) = random_rules(&mut random, seed);
        let lines = [2, 3, 4, 5, 5, 6, 7, 9, 9, 13][random.usize(0..10)];
        let setup = random_setup(&mut random, lines);
        let game = Game { seed, preset, rules, setup, steps: Vec::new() };
        let (referee, witness) = Referee::new(rules, setup);
        let views = ByColor::new(|color| View::new(believed(rules), &setup, color));
        let boards = vec![witness.position().board().clone()];
        let reasons = HashMap::new();
        let (tries, seen) = Default::default();
        Trial { game, random, referee, witness, views, boards, reasons, tries, seen }
    }

    fn play_out(mut self) -> Seen {
        self.check_moment();
        while let Some(seat) = self.referee.to_move().filter(|_| self.game.steps.len() < 400) {
            let choice = random_choice(&mut self.random, self.witness.position());
            self.game.steps.push((seat, choice));
            let heard = self.referee.hear(seat, choice).unwrap();
            let ruling = self.witness.news().pop().unwrap();
            self.keep(&ruling);
            for color in Color::BOTH {
                for news in &heard[color] {
                    self.tell(color, news, &ruling);
                }
            }
            self.check_moment();
        }
        self.seen
    }

    fn keep(&mut self, ruling: &Ruling) {
        let position = self.witness.position();
        match *ruling {
            Ruling::Refused { mover, point, reason } => {
                self.reasons.insert((mover, position.moves(), point), reason);
                self.tries[mover].now += 1;
            }
            Ruling::Accepted { mover, .. } => {
                self.boards.push(position.board().clone());
                self.tries[mover].before += std::mem::take(&mut self.tries[mover].now);
            }
        }
    }

    fn see(&mut self, what: &'static str) {
        *self.seen.entry(what).or_default() += 1;
    }

    fn see_if(&mut self, happens: bool, what: &'static str) {
        if happens {
            self.see(what);
        }
    }

    fn claim(&self, color: Color, holds: bool, what: &str) {
        assert!(
            holds,
            "{color}: {what}\n{}{}\nthe truth:\n{}\n{:?}",
            self.game,
            self.views[color],
            self.board(),
            self.views[color]
        );
    }

    fn board(&self) -> &Board {
        self.witness.position().board()
    }

    /// A view hears something, and changes as it should.
    fn tell(&mut self, color: Color, news: &Observation, ruling: &Ruling) {
        let before = self.views[color].clone();
        let error = self.views[color].update(news).err();
        self.claim(color, error.is_none(), &format!("{error:?}"));
        match (*news, *ruling) {
            (Observation::Mine(Answer::Refused { point, .. }), Ruling::Refused { reason, .. }) => {
                self.check_refusal(color, &before, point, reason);
            }
            (
                Observation::Mine(Answer::Accepted { play, taken: told, .. }),
                Ruling::Accepted { taken, .. },
            ) => self.check_accepted(color, &before, play, &told, taken),
            (Observation::Theirs(Sound::Moved { passed, lost, .. }), Ruling::Accepted { .. }) => {
                self.check_moved(color, &before, passed, lost.points());
            }
            (Observation::Theirs(Sound::Tried), _) | (Observation::Over(_), _) => {
                self.check_unmoved(color, &before);
            }
            _ => self.claim(color, false, "the news fit the ruling"),
        }
    }

    /// The true reason is among those the view thinks possible; if it is alone, the view knows what
    /// follows from it.
    fn check_refusal(&mut self, color: Color, before: &View, point: Point, reason: Refusal) {
        let view = self.views[color].clone();
        let knowledge = view.at(point);
        match reason {
            Refusal::OwnStone => self.claim(color, knowledge == Knowledge::Mine, "its own stone"),
            Refusal::OpponentStone => {
                let open = open_causes(&view, point).is_some_and(|causes| causes.stone);
                self.claim(color, knowledge == Knowledge::Theirs || open, "perhaps a stone");
                self.see_if(open, "stone among other causes");
                let deduced = knowledge == Knowledge::Theirs
                    && before.at(point) != Knowledge::Theirs
                    && view.rules().reason == ReasonTold::Never;
                self.see_if(deduced, "stone deduced");
            }
            Refusal::Suicide | Refusal::Ko => self.check_no_stone(color, before, point, reason),
        }
    }

    fn check_no_stone(&mut self, color: Color, before: &View, point: Point, reason: Refusal) {
        let view = self.views[color].clone();
        let record = view.refusal(point);
        let causes = record.map(|record| record.causes).unwrap_or_default();
        let suicide = reason == Refusal::Suicide;
        let possible = if suicide { causes.suicide } else { causes.ko };
        self.claim(color, possible, "the true reason is possible");
        self.claim(color, record.is_some_and(|r| r.at == view.moves()), "refused now");
        let untold = view.rules().reason == ReasonTold::Never;
        self.see_if(causes.stone, if suicide { "suicide or stone" } else { "ko or stone" });
        self.see_if(causes.suicide && causes.ko, "suicide or ko");
        if !causes.stone {
            self.claim(color, view.empty().contains(point), "an empty point");
        }
        if causes == (Causes { suicide: true, ..Causes::default() }) {
            let walls = walls(&view, point);
            self.claim(color, walls.is_subset(&view.theirs()), "the walls of a suicide");
            self.see_if(untold, "suicide deduced");
            self.see_if(!walls.is_subset(&before.theirs()), "new walls of a suicide");
        }
        if causes == (Causes { ko: true, ..Causes::default() }) {
            self.see_if(untold, "ko deduced");
        }
        // The stone that would be retaken is known, and so is all around it.
        let simple = view.rules().ko == KoRule::Simple;
        self.claim(color, suicide || !simple || !causes.stone && !causes.suicide, "only ko");
    }

    /// A move of the seat's own: its stone stands, and of the opponent's stones it forgets only what may be gone.
    fn check_accepted(
        &mut self,
        color: Color,
        before: &View,
        play: Move,
        told: &Taken,
        taken: PointSet,
    ) {
        let view = self.views[color].clone();
        let gone = before.theirs() - view.theirs();
        let free = view.empty() | view.perhaps_taken();
        self.claim(color, gone.is_subset(&free), "what is not theirs any more may be taken");
        self.claim(color, told.number > 0 || gone.is_empty(), "no capture, nothing forgotten");
        self.claim(color, told.points.is_subset(&view.empty()), "told points are empty");
        if let Move::Play(point) = play {
            self.claim(color, view.at(point) == Knowledge::Mine, "the new stone");
            let expected = before.empty() - PointSet::of(point);
            self.claim(color, expected.is_subset(&view.empty()), "own moves fill nothing else");
        }
        self.claim(color, view.tried().is_empty(), "a new turn");
        if told.number > 0 && !told.is_complete() {
            let known = taken.is_subset(&view.empty());
            self.see(if known { "capture deduced" } else { "capture in doubt" });
            self.see_if(!gone.is_subset(&view.empty()), "stones perhaps taken");
            let kept = !view.theirs().is_empty() && !known;
            self.see_if(kept, "stones certainly not taken");
            self.see_if(view.rules().captor == CaptorHears::Shown, "unshown stones taken");
        }
    }

    /// They moved: what was empty may not be so now, unless something proves it.
    fn check_moved(&mut self, color: Color, before: &View, passed: bool, lost: PointSet) {
        let view = self.views[color].clone();
        let size = view.size();
        let everything = view.theirs().len() as u32 == view.their_stones().at_most;
        self.claim(color, before.theirs().is_subset(&view.theirs()), "theirs stay theirs");
        self.claim(color, lost.is_subset(&view.empty()), "lost stones leave empty points");
        let border = lost.neighbors(size) - lost;
        self.claim(color, border.is_subset(&view.theirs()), "the walls of a capture");
        self.see_if(!border.is_subset(&before.theirs()), "new walls of a capture");
        if everything {
            let rest = PointSet::board(size) - view.mine() - view.theirs();
            self.claim(color, rest == view.empty(), "all stones are known");
            self.see_if(!view.theirs().is_empty(), "all stones known");
        } else if passed {
            self.claim(color, before.empty().is_subset(&view.empty()), "a pass fills nothing");
            self.see_if(!before.empty().is_empty(), "empty after a pass");
        } else if lost.is_empty() {
            self.check_aged(color, before, before.empty() - view.empty() - view.theirs());
            self.see_if(!view.empty().is_empty(), "empty though they moved");
        } else {
            let elsewhere = before.empty() - border;
            self.claim(color, elsewhere.is_subset(&view.empty()), "they moved at the border");
            self.see_if(!elsewhere.is_empty(), "empty after a capture elsewhere");
        }
    }

    fn check_aged(&mut self, color: Color, before: &View, aged: PointSet) {
        for point in aged {
            let at = self.views[color].at(point);
            let fits = match before.refusal(point) {
                Some(refused) => at == Knowledge::Refused(refused),
                None => at == Knowledge::WasEmpty(before.moves()),
            };
            self.claim(color, fits, &format!("{point} was empty, now {at:?}"));
        }
        self.see_if(!aged.is_empty(), "empty grown old");
    }

    /// A refused try of theirs and the end of the game teach nothing of the board.
    fn check_unmoved(&self, color: Color, before: &View) {
        let view = &self.views[color];
        let same = (view.theirs(), view.empty(), view.perhaps_taken(), refusals(view))
            == (before.theirs(), before.empty(), before.perhaps_taken(), refusals(before));
        self.claim(color, same, "no stone moved");
    }

    fn check_moment(&mut self) {
        for color in Color::BOTH {
            self.check_sets(color);
            self.check_numbers(color);
            self.check_past(color);
        }
    }

    fn check_sets(&mut self, color: Color) {
        let (view, board) = (&self.views[color], self.board());
        self.claim(color, view.mine() == board.stones(color), "mine is mine");
        self.claim(color, view.theirs().is_subset(&board.stones(!color)), "theirs is theirs");
        self.claim(color, view.empty().is_subset(&board.empty()), "empty is empty");
        let certain = view.mine() | view.theirs() | view.empty();
        self.claim(color, !view.perhaps_taken().intersects(&certain), "doubt is not certainty");
        let sets = view.mine().len() + view.theirs().len() + view.empty().len();
        self.claim(color, sets == certain.len(), "a point is one thing");
        for point in view.size().points() {
            let fits = match view.at(point) {
                Knowledge::Mine => view.mine().contains(point),
                Knowledge::Theirs => view.theirs().contains(point),
                Knowledge::Empty => view.empty().contains(point),
                Knowledge::PerhapsTaken => view.perhaps_taken().contains(point),
                Knowledge::Refused(refused) => view.refusal(point) == Some(refused),
                Knowledge::WasEmpty(_) | Knowledge::Unknown => !certain.contains(point),
            };
            self.claim(color, fits, "a point's knowledge is that of the sets");
        }
    }

    fn check_numbers(&mut self, color: Color) {
        let (view, position) = (&self.views[color], self.witness.position());
        let theirs = self.board().stones(!color).len() as u32;
        let count = view.their_stones();
        let fits = if count.exact { count.at_most == theirs } else { count.at_most >= theirs };
        self.claim(color, fits, "the number of their stones");
        let heard = view.rules().counts || view.rules().pass == PassHeard::Announced;
        self.claim(color, count.exact || !heard, "an exact number where passes are heard");
        self.claim(color, view.taken() == position.taken()[color], "taken");
        self.claim(color, view.lost() == position.taken()[!color], "lost");
        self.claim(color, view.moves() == position.moves(), "moves");
        self.claim(color, view.turn() == position.turn(), "turn");
        self.claim(color, view.outcome() == self.referee.outcome(), "outcome");
        self.claim(color, view.tries_heard() == self.tries_heard_by(color), "tries heard");
        let over_count = !count.exact && count.at_most > theirs;
        self.see_if(over_count, "more stones thought possible than there are");
    }

    /// How many of the opponent's refused tries a seat has been told of.
    fn tries_heard_by(&self, color: Color) -> u32 {
        let tries = self.tries[!color];
        match self.game.rules.tries {
            TriesHeard::Nothing => 0,
            TriesHeard::Each => tries.before + tries.now,
            TriesHeard::Count => tries.before,
        }
    }

    /// What the view says of the past was so.
    fn check_past(&self, color: Color) {
        let view = &self.views[color];
        for point in view.size().points() {
            if let Knowledge::WasEmpty(moves) = view.at(point) {
                let board = &self.boards[moves as usize];
                self.claim(color, board.at(point).is_none(), &format!("{point} was empty"));
            }
        }
        for (point, Refused { at, causes }) in view.refusals() {
            let fits = match self.reasons.get(&(color, at, point)) {
                Some(Refusal::OpponentStone) => causes.stone,
                Some(Refusal::Suicide) => causes.suicide,
                Some(Refusal::Ko) => causes.ko,
                Some(Refusal::OwnStone) | None => false,
            };
            self.claim(color, fits, &format!("{point} was refused for a cause that is kept"));
        }
    }
}

fn open_causes(view: &View, point: Point) -> Option<Causes> {
    view.refusal(point).map(|refused| refused.causes)
}

fn refusals(view: &View) -> Vec<(Point, Refused)> {
    view.refusals().collect()
}

/// All points next to the chain that a stone of the seat's own would make.
fn walls(view: &View, point: Point) -> PointSet {
    let here = PointSet::of(point);
    let chain = here.flood(&(view.mine() | here), view.size());
    chain.neighbors(view.size()) - chain
}

/// What must occur, and how often at least, for the test to mean something.
const EXPECTED: [(&str, u32); 20] = [
    ("stone among other causes", 1_000),
    ("stone deduced", 1_000),
    ("suicide or stone", 1_000),
    ("suicide deduced", 300),
    ("new walls of a suicide", 300),
    ("suicide or ko", 50),
    ("ko or stone", 50),
    ("ko deduced", 100),
    ("capture deduced", 1_000),
    ("capture in doubt", 100),
    ("stones perhaps taken", 40),
    ("stones certainly not taken", 50),
    ("unshown stones taken", 200),
    ("new walls of a capture", 1_000),
    ("all stones known", 1_000),
    ("empty after a pass", 500),
    ("empty after a capture elsewhere", 500),
    ("empty grown old", 1_000),
    ("empty though they moved", 1_000),
    ("more stones thought possible than there are", 500),
];

fn play_all(games: u64, believed: fn(RefereeRules) -> RefereeRules) -> Seen {
    let mut seen = Seen::new();
    for seed in 0..games {
        for (what, times) in Trial::new(seed, believed).play_out() {
            *seen.entry(what).or_default() += times;
        }
    }
    seen
}

#[test]
fn every_view_is_true() {
    let seen = play_all(3_000, |rules| rules);
    println!("{seen:#?}");
    for (what, least) in EXPECTED {
        let times = seen.get(what).copied().unwrap_or_default();
        assert!(times >= least, "{what}: only {times}\n{seen:#?}");
    }
}

// The claims can fail: a view that believes in other rules comes to wrong conclusions.

#[test]
#[should_panic(expected = "the number of their stones")]
fn a_view_deaf_to_passes_is_caught() {
    play_all(200, |rules| RefereeRules { pass: PassHeard::Announced, ..rules });
}

#[test]
#[should_panic(expected = "perhaps a stone")]
fn a_view_that_takes_silence_for_suicide_is_caught() {
    play_all(200, |rules| RefereeRules { reason: ReasonTold::Stones, ..rules });
}

#[test]
#[should_panic(expected = "the true reason is possible")]
fn a_view_that_forgets_superko_is_caught() {
    play_all(500, |rules| RefereeRules { ko: KoRule::Simple, ..rules });
}

#[test]
#[should_panic(expected = "NoSuchCapture")]
fn a_view_that_thinks_itself_shown_what_it_is_not_is_caught() {
    play_all(500, |rules| RefereeRules { captor: CaptorHears::Shown, ..rules });
}
