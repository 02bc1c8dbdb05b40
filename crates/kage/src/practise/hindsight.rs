//! What a game teaches, once it is over.
//!
//! The judge learns how each turn turned out: what it says itself of the turns after it, each counting less,
//! and the end. The net learns what tries were worth: what the judge says of the game after each, and for
//! the move that was made, how it turned out. It sees the view alone, so it learns the mean over what may
//! be hidden.

use crate::args::Practise;
use crate::train_net::lesson;
use kage_data::Sample;
use kage_goban::{ByColor, Color, Point, PointSet};
use kage_net::{Lesson, Outlook, Planes, Scene, Sight};
use kage_phantom::{Choice, Explanation, Outcome};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// What games have to teach.
#[derive(Default)]
pub(super) struct Lessons {
    pub(super) net: Vec<Lesson>,
    pub(super) judge: Vec<Lesson>,
    /// How the net did in those that were against partners.
    pub(super) met: Vec<Met>,
}

/// How a game against a partner ended.
pub(super) struct Met {
    /// Who he was.
    pub(super) partner: String,
    /// 1 if the net won, 0 if he did, and a half if nobody.
    pub(super) won: f64,
}

impl Met {
    pub(super) fn of(partner: &str, net: Color, outcome: &Outcome) -> Met {
        let won = outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == net)));
        Met { partner: partner.to_owned(), won }
    }
}

/// A game as the judge sees it.
pub(super) struct Hindsight<'a> {
    options: &'a Practise,
    judge: &'a Sight,
    turns: Vec<Turn>,
    asked: Vec<Asked>,
    /// How it ended.
    end: Standing,
}

/// How a game stands for Black.
#[derive(Clone, Copy)]
struct Standing {
    win: f32,
    /// By how many points, komi aside.
    lead: f32,
}

/// The beginning of a turn.
struct Turn {
    mover: Color,
    /// What it teaches the judge, but for how it turned out.
    lesson: Lesson,
}

/// A try that the net learns from.
struct Asked {
    /// The number of its turn.
    turn: usize,
    color: Color,
    /// What the judge said of some tries, and how much each counts.
    tries: Vec<(Point, f32, f32)>,
    /// What was tried, if it was accepted.
    made: Option<Choice>,
    lesson: Lesson,
}

impl Standing {
    /// The same for the other side.
    fn turned(self) -> Standing {
        Standing { win: 1.0 - self.win, lead: -self.lead }
    }

    /// From what holds for Black to what holds for a side, and the other way round.
    fn of(self, side: Color) -> Standing {
        if side == Color::Black { self } else { self.turned() }
    }

    /// As it was seen by the side to move.
    fn seen(outlook: &Outlook) -> Standing {
        Standing { win: outlook.win, lead: outlook.lead() }
    }

    /// As a share of a game.
    fn worth(self, options: &Practise) -> f32 {
        self.win + options.lead as f32 * self.lead
    }
}

impl<'a> Hindsight<'a> {
    pub(super) fn new(options: &'a Practise, judge: &'a Sight) -> Hindsight<'a> {
        let end = Standing { win: 0.5, lead: 0.0 };
        Hindsight { options, judge, turns: Vec::new(), asked: Vec::new(), end }
    }

    /// Another try: a turn begins with the first.
    pub(super) fn go_on(&mut self, sample: &Sample<'_>) {
        let winner = sample.record.outcome().winner;
        let win = winner.map_or(0.5, |winner| f32::from(winner == Color::Black));
        let lead = sample.area.black.len() as f32 - sample.area.white.len() as f32;
        self.end = Standing { win, lead };
        if !sample.view.tried().is_empty() {
            return;
        }
        let (board, turn) = (sample.truth.board(), sample.color());
        let scene = Scene { board, turn, known: known(sample), moves: sample.truth.moves() };
        let seen = Planes::from_above(&scene).zip(lesson(sample));
        self.turns.extend(seen.map(|(planes, lesson)| {
            let (gains, unsure) = (Vec::new(), PointSet::EMPTY);
            Turn { mover: turn, lesson: Lesson { planes, gains, unsure, ..lesson } }
        }));
    }

    /// Asks the judge about some tries, in the turn that goes on.
    pub(super) fn ask(&mut self, sample: &Sample<'_>, points: &[(Point, f32)]) {
        let (color, known) = (sample.color(), known(sample));
        let after = |(point, part): &(Point, f32)| {
            let mut board = sample.truth.board().clone();
            board.place(color, *point).ok()?;
            let moves = sample.truth.moves() + 1;
            let scene = Scene { board: &board, turn: !color, known, moves };
            Some(((*point, *part), Planes::from_above(&scene)?))
        };
        let (points, scenes): (Vec<_>, Vec<Planes>) = points.iter().filter_map(after).unzip();
        let said = self.judge.look_at_all(&scenes);
        let worth = |theirs: &Outlook| Standing::seen(theirs).turned().worth(self.options);
        let tries = points.into_iter().zip(&said);
        let tries = tries.map(|((point, part), said)| (point, worth(said), part)).collect();
        let made = Some(sample.choice).filter(|_| sample.refused.is_none());
        let turn = self.turns.len().saturating_sub(1);
        self.asked.extend(lesson(sample).map(|lesson| Asked { turn, color, tries, made, lesson }));
    }

    /// What it teaches both.
    pub(super) fn lessons(self, random: &mut ChaCha8Rng) -> Lessons {
        let Hindsight { options, .. } = self;
        let outcomes = self.outcomes();
        let net = self.asked.into_iter().filter_map(|asked| {
            let outcome = outcomes.get(asked.turn)?.of(asked.color);
            Some(asked.lesson(outcome.worth(options)))
        });
        let net = net.collect();
        let chosen = choose(options.moments, &vec![true; self.turns.len()], random);
        let turns = self.turns.into_iter().zip(&outcomes).zip(chosen).filter(|(_, chosen)| *chosen);
        let judge = turns.map(|((turn, outcome), _)| Lesson {
            won: Some(outcome.of(turn.mover).win),
            ..turn.lesson
        });
        Lessons { net, judge: judge.collect(), met: Vec::new() }
    }

    /// How each turn turned out.
    fn outcomes(&self) -> Vec<Standing> {
        let seen: Vec<Planes> = self.turns.iter().map(|turn| turn.lesson.planes.clone()).collect();
        let keep = self.options.hindsight as f32;
        let mut outcome = self.end;
        let mut outcomes = Vec::with_capacity(self.turns.len());
        for (turn, said) in self.turns.iter().zip(self.judge.look_at_all(&seen)).rev() {
            outcomes.push(outcome);
            let now = Standing::seen(&said).of(turn.mover);
            let mix = |later: f32, now: f32| keep * later + (1.0 - keep) * now;
            outcome =
                Standing { win: mix(outcome.win, now.win), lead: mix(outcome.lead, now.lead) };
        }
        outcomes.reverse();
        outcomes
    }
}

impl Asked {
    /// With what came of the move that was made in the place of what was thought of it.
    fn lesson(mut self, outcome: f32) -> Lesson {
        for (point, value, _) in &mut self.tries {
            if self.made == Some(Choice::Try(*point)) {
                *value = outcome;
            }
        }
        Lesson { gains: self.tries, ..self.lesson }
    }
}

/// The stones of each side that the other is certain of.
fn known(sample: &Sample<'_>) -> ByColor<PointSet> {
    let me = sample.color();
    let of = |side: Color| if side == me { sample.their_view } else { sample.view };
    ByColor::new(|side| of(side).theirs())
}

/// The tries that the net learns from, of those where there was something to choose: half of them were
/// accepted, for of those it is known what came of them. A try was accepted if the next is after more moves.
pub(super) fn choose_tries(
    count: usize,
    open: &[Vec<Point>],
    moves: &[u32],
    random: &mut ChaCha8Rng,
) -> Vec<bool> {
    let made = |at: usize| moves.get(at + 1).is_none_or(|next| *next > moves[at]);
    let mut from: Vec<bool> = open.iter().map(|open| open.len() > 1).collect();
    let half: Vec<bool> = (0..from.len()).map(|at| from[at] && made(at)).collect();
    let half = choose(count / 2, &half, random);
    from.iter_mut().zip(&half).for_each(|(from, chosen)| *from &= !chosen);
    let rest = choose(count.div_ceil(2), &from, random);
    half.iter().zip(rest).map(|(one, other)| one | other).collect()
}

/// Chooses so many, of those that can be chosen.
fn choose(count: usize, from: &[bool], random: &mut ChaCha8Rng) -> Vec<bool> {
    let mut places: Vec<usize> = (0..from.len()).filter(|&place| from[place]).collect();
    places.shuffle(random);
    let mut chosen = vec![false; from.len()];
    places.into_iter().take(count).for_each(|place| chosen[place] = true);
    chosen
}

/// How much a point counts that is none of the likeliest: a net must know that it is bad, not how bad.
const UNLIKELY: f32 = 0.25;

/// At most so many points, and how much each counts: half of them the first, the others any.
pub(super) fn some(points: &[Point], count: usize, random: &mut ChaCha8Rng) -> Vec<(Point, f32)> {
    let mut points = points.to_vec();
    let first = (count / 2).min(points.len());
    points[first..].shuffle(random);
    points.truncate(count);
    let counts = |at: usize| if at < first { 1.0 } else { UNLIKELY };
    points.into_iter().enumerate().map(|(at, point)| (point, counts(at))).collect()
}

/// The points that a player chose from, the likeliest first.
pub(super) fn candidates(told: &Explanation) -> Vec<Point> {
    let tries = told.candidates.iter().filter_map(|candidate| match candidate.choice {
        Choice::Try(point) => Some(point),
        _ => None,
    });
    tries.collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use rand::SeedableRng;

    #[test]
    fn half_of_the_tries_were_accepted() {
        let point: Point = "E5".parse().unwrap();
        // Every third try is accepted; at the first there was nothing to choose.
        let moves: Vec<u32> = (0..300).map(|at| at / 3).collect();
        let mut open = vec![vec![point; 2]; 300];
        open[2].clear();
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let chosen = choose_tries(60, &open, &moves, &mut random);
        let count = |accepted: bool| {
            let at = |at: &usize| chosen[*at] && (at % 3 == 2) == accepted;
            (0..300).filter(at).count()
        };
        assert_eq!(count(true) + count(false), 60);
        assert!((33..55).contains(&count(true)), "{} accepted", count(true));
        assert!(!chosen[2]);
        let all = choose_tries(1_000, &open, &moves, &mut random);
        assert_eq!(all.iter().filter(|chosen| **chosen).count(), 299, "no more than there are");
    }

    #[test]
    fn what_was_made_is_worth_what_came_of_it() {
        let [c3, d4] = ["C3", "D4"].map(|name| name.parse::<Point>().unwrap());
        let size = kage_goban::BoardSize::NINE;
        let setup = kage_phantom::Setup::even(size);
        let view =
            kage_phantom::View::new(kage_phantom::RefereeRules::default(), &setup, Color::Black);
        let lesson = Lesson {
            planes: Planes::of(&view).unwrap(),
            gains: Vec::new(),
            unsure: PointSet::EMPTY,
            hidden: PointSet::EMPTY,
            area: [PointSet::EMPTY; 2],
            won: None,
        };
        let gains = |made: Option<Choice>| {
            let tries = vec![(c3, 0.5, 1.0), (d4, 0.7, UNLIKELY)];
            let asked = Asked { turn: 0, color: Color::Black, tries, made, lesson: lesson.clone() };
            asked.lesson(0.9).gains
        };
        assert_eq!(gains(None), [(c3, 0.5, 1.0), (d4, 0.7, UNLIKELY)]);
        assert_eq!(gains(Some(Choice::Try(c3))), [(c3, 0.9, 1.0), (d4, 0.7, UNLIKELY)]);
    }

    #[test]
    fn what_is_good_for_one_is_bad_for_the_other() {
        let black = Standing { win: 0.75, lead: 10.0 };
        let white = black.of(Color::White);
        assert_eq!((white.win, white.lead), (0.25, -10.0));
        assert_eq!(black.of(Color::Black).win, 0.75);
    }
}
