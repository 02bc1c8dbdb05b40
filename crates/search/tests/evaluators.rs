//! Evaluators find what everyone sees, and readings draw the right conclusions from refusals.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use kage_belief::{Guided, Options, Sampler};
use kage_goban::{BoardSize, Color, Move, Point, PointSet};
use kage_phantom::{Answer, Choice, Lost, Observation, RefereeRules, Setup, Sound, Taken, View};
use kage_search::{
    AllAsFirst, BeliefMcts, BeliefOptions, Draws, Evaluator, Guess, Habits, Ismcts, IsmctsOptions,
    Memory, Meter, Observer, Policy, Ranking, Reading, Scoring, Standard, Trust, Uct, UctOptions,
    Worlds,
};
use std::sync::Arc;

fn points(text: &str) -> PointSet {
    text.split_whitespace().map(|point| point.parse::<Point>().unwrap()).collect()
}

/// A seat that hears things, with its memory.
struct Seat {
    view: View,
    memory: Memory,
}

impl Seat {
    fn hear(&mut self, news: Observation) {
        self.view.update(&news).unwrap();
        self.memory.hear(&self.view, &news);
    }

    fn plays(&mut self, point: &str, taken: u32) {
        let taken = Taken { number: taken, points: PointSet::EMPTY };
        let play = Move::Play(point.parse().unwrap());
        self.hear(Observation::Mine(Answer::Accepted { play, taken, atari: false, stones: None }));
    }

    fn is_refused(&mut self, point: &str) {
        let point = point.parse().unwrap();
        self.hear(Observation::Mine(Answer::Refused { point, reason: None }));
    }

    fn hears_move(&mut self, passed: bool, lost: &str) {
        let lost = Lost::of(&self.view, points(lost)).unwrap();
        let (tries, atari, stones) = (None, false, None);
        self.hear(Observation::Theirs(Sound::Moved { passed, tries, lost, atari, stones }));
    }

    fn reading(&self) -> Reading {
        Reading::of(&self.view, &self.memory)
    }
}

/// White's seat, with Black's stones known from the start and White's put down while Black passes.
fn white_seat(lines: u8, black: &str, white: &str) -> Seat {
    let size = BoardSize::new(lines).unwrap();
    let setup = Setup::handicap(size, points(black)).unwrap();
    let view = View::new(RefereeRules::default(), &setup, Color::White);
    let mut seat = Seat { view, memory: Memory::default() };
    for point in white.split_whitespace() {
        seat.plays(point, 0);
        seat.hears_move(true, "");
    }
    seat
}

fn evaluators(scoring: Scoring) -> Vec<(&'static str, Box<dyn Evaluator>)> {
    let uct =
        UctOptions { scoring, explore: 0.5, guess: Guess::Late, bias: 0.0, rave: 0.0, batch: 8 };
    let tree = |options: UctOptions| Box::new(Uct { options, threads: 1 });
    let policy = Policy::MaxVisit;
    let ismcts = |observer: Observer, rave: f64| {
        let options = IsmctsOptions { scoring, explore: 0.5, observer, policy, rollouts: 1, rave };
        Box::new(Ismcts { options, threads: 2 })
    };
    let belief = BeliefOptions { scoring, explore: 0.5, guess: 1.0, predict: 1.0, policy };
    vec![
        (
            "all-as-first",
            Box::new(AllAsFirst { scoring, ranking: Ranking::Difference, threads: 1 }),
        ),
        ("own mean", Box::new(AllAsFirst { scoring, ranking: Ranking::Own, threads: 1 })),
        ("standard", Box::new(Standard { scoring, threads: 1 })),
        ("late", tree(uct)),
        ("early", tree(UctOptions { guess: Guess::Early(1.0), ..uct })),
        ("influence move", tree(UctOptions { bias: 0.001, ..uct })),
        ("influence fill", tree(UctOptions { guess: Guess::Influence, ..uct })),
        ("rave", tree(UctOptions { rave: 300.0, ..uct })),
        // Without worlds they search what the reading assumes.
        ("one observer", ismcts(Observer::Single, 0.0)),
        ("two observers", ismcts(Observer::Multi, 0.0)),
        ("one observer, rave", ismcts(Observer::Single, 300.0)),
        ("belief state", Box::new(BeliefMcts { options: belief, threads: 1 })),
    ]
}

/// Black's five stones have a single liberty, B1: taking them decides the game.
#[test]
fn everyone_takes_a_big_group() {
    let seat = white_seat(5, "A1 A2 A3 A4 B4", "B2 B3 C4 B5 A5");
    let reading = seat.reading();
    assert_eq!(reading.board.chain_at("A1".parse().unwrap()).unwrap().liberties, points("B1"));
    for scoring in [Scoring::Territory, Scoring::Win, Scoring::WinAndTerritory] {
        for (name, mut evaluator) in evaluators(scoring) {
            let komi = "0.5".parse().unwrap();
            let found = evaluator.evaluate(&reading, komi, Meter::playouts(6000), 7);
            let taking = Choice::Try("B1".parse().unwrap());
            let place = found.candidates.iter().position(|c| c.choice == taking).unwrap();
            assert!(place < 2, "{name}, {scoring:?}: {:?}", &found.candidates[..3]);
            assert_eq!(found.playouts, 6000, "{name}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_evaluation() {
    let mut seat = white_seat(7, "C3 E5 D4", "C4 D5");
    seat.plays("E4", 0);
    seat.hears_move(false, "");
    let reading = seat.reading();
    assert_eq!(reading.unknown, 1);
    for (name, mut evaluator) in evaluators(Scoring::Win) {
        let komi = "6.5".parse().unwrap();
        let mut run = |seed| {
            let found = evaluator.evaluate(&reading, komi, Meter::playouts(500), seed);
            found.candidates.iter().map(|c| (c.choice, c.visits)).collect::<Vec<_>>()
        };
        assert_eq!(run(1), run(1), "{name}");
        assert_ne!(run(1), run(2), "{name}");
    }
}

#[test]
fn refused_points_are_taken_for_stones_and_counted() {
    let mut seat = white_seat(9, "E5", "");
    seat.plays("D4", 0);
    seat.hears_move(false, "");
    seat.plays("D6", 0);
    seat.hears_move(false, "");
    // Two unknown stones; nothing near C3 could be suicide, so it is one of them for certain.
    seat.is_refused("C3");
    let reading = seat.reading();
    assert_eq!(reading.board.stones(Color::Black), points("E5 C3"));
    assert_eq!(reading.unknown, 1);
    assert!(!reading.open.contains("C3".parse().unwrap()));
    assert!(!reading.onto.intersects(&points("E5 C3 D4 D6")));
}

#[test]
fn a_certain_suicide_is_no_stone_and_comes_back_when_things_change() {
    // Every stone of Black's is known, so a refusal at A1 can only be suicide.
    let mut seat = white_seat(5, "A2 B1 C2 B3", "E5");
    seat.is_refused("A1");
    let a1: Point = "A1".parse().unwrap();
    let reading = seat.reading();
    assert_eq!(reading.board.at(a1), None);
    assert!(!reading.open.contains(a1), "not again at once");
    seat.plays("B2", 0);
    seat.hears_move(true, "");
    assert!(seat.reading().open.contains(a1), "a stone of mine stands near it now");
    // The first programs took every refusal for a stone. Here there is none left to take it for.
    let naive = Habits { trust: Trust::Stones, ..Habits::default() };
    let naive = Reading::with(&seat.view, &seat.memory, naive);
    assert_eq!(naive.board.at(a1), None);
}

/// A refusal in the corner was for a stone or for suicide. Worlds say that it may have been suicide; so it is asked
/// again once something has changed there, and not before.
#[test]
fn what_may_have_become_legal_is_tried_again() {
    let a1: Point = "A1".parse().unwrap();
    let opens = |seat: &Seat, draws: usize| {
        let mut sampler = Guided::new(Options::default());
        sampler.update(&seat.view);
        let meter = Meter::playouts(1);
        let mut worlds = Worlds::default();
        worlds.renew(&[], &mut sampler, &seat.view, Draws::Number(draws), &meter);
        let mut reading = Reading { worlds: Arc::new(worlds), ..seat.reading() };
        assert_eq!(reading.board.at(a1), Some(Color::Black), "it is taken for a stone");
        assert!(!reading.open.contains(a1));
        let before = reading.open;
        reading.reconsider(&seat.view, &seat.memory);
        assert!(before.is_subset(&reading.open), "nothing is closed");
        reading.open.contains(a1)
    };
    let mut seat = white_seat(5, "C4", "E5");
    for white in ["E4", "E3", "E2"] {
        seat.plays(white, 0);
        seat.hears_move(false, "");
    }
    seat.is_refused("A1");
    assert!(!opens(&seat, 64), "not in the same turn");
    seat.plays("D5", 0);
    seat.hears_move(true, "");
    assert!(!opens(&seat, 64), "nothing has changed there");
    seat.plays("B2", 0);
    seat.hears_move(true, "");
    assert!(opens(&seat, 64));
    assert!(!opens(&seat, 0), "without worlds nobody says so");
}

#[test]
fn own_eyes_are_left_alone_unless_a_wall_is_in_atari() {
    let seat = white_seat(5, "E5", "A2 B2 B1");
    assert!(!seat.reading().open.contains("A1".parse().unwrap()));
    let in_atari = white_seat(5, "A3 B3 C2 C1", "A2 B2 B1");
    assert!(in_atari.reading().open.contains("A1".parse().unwrap()));
}
