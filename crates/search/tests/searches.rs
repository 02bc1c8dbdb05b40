//! Searches find moves that are plainly best, and refusals lead to the right candidates.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use kage_belief::{MarginalSampler, Options, Sampler};
use kage_goban::{BoardSize, Color, Move, Point, PointSet};
use kage_phantom::{Answer, Choice, Lost, Observation, RefereeRules, Seat, Setup, Sound, Taken};
use kage_search::{
    Amaf, BeliefMcts, BeliefOptions, BudgetMeter, CandidateOptions, Candidates, CaptureModel,
    FinalChoice, FlatMonteCarlo, HiddenStoneModel, Ismcts, IsmctsOptions, Observer, PassRule,
    Ranking, RefusalModel, RootState, SampleCount, Scoring, Search, Uct, UctOptions, WorldSet,
};
use std::sync::Arc;

fn points(text: &str) -> PointSet {
    text.split_whitespace().map(|point| point.parse::<Point>().unwrap()).collect()
}

/// A seat that hears things, with what it assumes of refusals.
struct Hearing {
    seat: Seat,
    refusals: RefusalModel,
}

impl Hearing {
    fn hear(&mut self, news: Observation) {
        self.seat.hear(&news).unwrap();
        self.refusals.hear(&self.seat, &news);
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
        let lost = Lost::of(&self.seat, points(lost)).unwrap();
        let (tries, atari, stones) = (None, false, None);
        self.hear(Observation::Theirs(Sound::Moved { passed, tries, lost, atari, stones }));
    }

    fn candidates(&self) -> Candidates {
        self.refusals.clone().candidates(&self.seat, CandidateOptions::default())
    }

    fn root(&self, worlds: WorldSet) -> RootState {
        RootState::new(&self.seat, &self.refusals, self.candidates(), Arc::new(worlds), None)
    }
}

/// White's seat, with Black's stones known from the start and White's put down while Black passes.
fn white_seat(lines: u8, black: &str, white: &str) -> Hearing {
    let size = BoardSize::new(lines).unwrap();
    let setup = Setup::handicap(size, points(black)).unwrap();
    let heard = Seat::new(RefereeRules::default(), &setup, Color::White);
    let mut seat = Hearing { seat: heard, refusals: RefusalModel::default() };
    for point in white.split_whitespace() {
        seat.plays(point, 0);
        seat.hears_move(true, "");
    }
    seat
}

fn searches(scoring: Scoring) -> Vec<(&'static str, Box<dyn Search>)> {
    let hidden_stones = HiddenStoneModel::Late;
    let uct = UctOptions { scoring, explore: 0.5, hidden_stones, bias: 0.0, rave: 0.0, batch: 8 };
    let tree = |options: UctOptions| Box::new(Uct { options, threads: 1 });
    let final_choice = FinalChoice::MaxVisit;
    let ismcts = |observer: Observer, rave: f64| {
        let options = IsmctsOptions { scoring, explore: 0.5, observer, final_choice, rave };
        Box::new(Ismcts { options, threads: 2 })
    };
    let belief = BeliefOptions { scoring, explore: 0.5, guess: 1.0, predict: 1.0, final_choice };
    vec![
        ("all-as-first", Box::new(Amaf { scoring, ranking: Ranking::Difference, threads: 1 })),
        ("own mean", Box::new(Amaf { scoring, ranking: Ranking::Own, threads: 1 })),
        ("standard", Box::new(FlatMonteCarlo { scoring, threads: 1 })),
        ("late", tree(uct)),
        ("early", tree(UctOptions { hidden_stones: HiddenStoneModel::Early(1.0), ..uct })),
        ("influence move", tree(UctOptions { bias: 0.001, ..uct })),
        ("influence fill", tree(UctOptions { hidden_stones: HiddenStoneModel::Influence, ..uct })),
        ("rave", tree(UctOptions { rave: 300.0, ..uct })),
        // Without worlds they search from the assumed board.
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
    let root = RootState { komi: "0.5".parse().unwrap(), ..seat.root(WorldSet::default()) };
    assert_eq!(root.board.chain_at("A1".parse().unwrap()).unwrap().liberties, points("B1"));
    for scoring in [Scoring::Territory, Scoring::Win, Scoring::WinAndTerritory] {
        for (name, mut search) in searches(scoring) {
            let found = search.search(&root, &mut BudgetMeter::playouts(6000), 7).unwrap();
            let chances: f64 = found.candidates.iter().map(|one| one.probability).sum();
            assert!((chances - 1.0).abs() < 1e-9, "{name}: {chances}");
            let taking = Choice::Try("B1".parse().unwrap());
            let place = found.candidates.iter().position(|c| c.choice == taking).unwrap();
            assert!(place < 2, "{name}, {scoring:?}: {:?}", &found.candidates[..3]);
            assert_eq!(found.playouts, 6000, "{name}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_explanation() {
    let mut seat = white_seat(7, "C3 E5 D4", "C4 D5");
    seat.plays("E4", 0);
    seat.hears_move(false, "");
    let root = seat.root(WorldSet::default());
    assert_eq!(root.unknown, 1);
    for (name, mut search) in searches(Scoring::Win) {
        let mut run = |seed| {
            let found = search.search(&root, &mut BudgetMeter::playouts(500), seed).unwrap();
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
    let candidates = seat.candidates();
    assert_eq!(candidates.board.stones(Color::Black), points("E5 C3"));
    assert_eq!(candidates.unknown, 1);
    assert!(!candidates.open.contains("C3".parse().unwrap()));
    assert!(!candidates.hidden_area.intersects(&points("E5 C3 D4 D6")));
}

#[test]
fn a_certain_suicide_is_no_stone_and_comes_back_when_things_change() {
    // Every stone of Black's is known, so a refusal at A1 can only be suicide.
    let mut seat = white_seat(5, "A2 B1 C2 B3", "E5");
    seat.is_refused("A1");
    let a1: Point = "A1".parse().unwrap();
    let candidates = seat.candidates();
    assert_eq!(candidates.board.at(a1), None);
    assert!(!candidates.open.contains(a1), "not again at once");
    seat.plays("B2", 0);
    seat.hears_move(true, "");
    assert!(seat.candidates().open.contains(a1), "a stone of mine stands near it now");
    // The first programs took every refusal for a stone: here one without a liberty, which the search
    // does not see, and which is tried again only by the trick of 2007.
    let mut naive = RefusalModel::stones(&seat.seat, CaptureModel::AllConfigurations);
    naive.hear(&seat.seat, &Observation::Mine(Answer::Refused { point: a1, reason: None }));
    assert!(naive.perceived().unwrap().theirs().contains(a1));
    let options = CandidateOptions { pass: PassRule::AtTheEnd, ..CandidateOptions::default() };
    let naive = naive.candidates(&seat.seat, options);
    assert!(!naive.open.contains(a1));
}

/// A refusal in the corner was for a stone or for suicide. Worlds say that it may have been suicide; so it is asked
/// again once something has changed there, and not before.
#[test]
fn what_may_have_become_legal_is_tried_again() {
    let a1: Point = "A1".parse().unwrap();
    let opens = |seat: &Hearing, draws: usize| {
        let mut sampler = MarginalSampler::new(Options::default());
        sampler.update(&seat.seat);
        let meter = BudgetMeter::playouts(1);
        let mut worlds = WorldSet::default();
        worlds.renew(&[], &mut sampler, &seat.seat, SampleCount::Number(draws), &meter);
        let candidates = seat.candidates();
        assert_eq!(candidates.board.at(a1), Some(Color::Black), "it is assumed to be a stone");
        assert!(!candidates.open.contains(a1));
        let root = seat.root(worlds);
        assert!(candidates.open.is_subset(&root.open), "nothing is closed");
        root.open.contains(a1)
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
    assert!(!seat.candidates().open.contains("A1".parse().unwrap()));
    let in_atari = white_seat(5, "A3 B3 C2 C1", "A2 B2 B1");
    assert!(in_atari.candidates().open.contains("A1".parse().unwrap()));
}

/// Seats of games, each with the seed of its searches.
fn golden_seats() -> Vec<(&'static str, Hearing)> {
    let mut contact = white_seat(7, "C3 E5 D4", "C4 D5");
    contact.plays("E4", 0);
    contact.hears_move(false, "");
    let mut refused = white_seat(5, "C4", "E5");
    for white in ["E4", "E3", "E2"] {
        refused.plays(white, 0);
        refused.hears_move(false, "");
    }
    refused.is_refused("A1");
    let mut losing = white_seat(9, "E5 F5 E3", "E4 G5");
    losing.plays("D4", 0);
    losing.hears_move(false, "E4");
    vec![("contact", contact), ("refused", refused), ("losing", losing)]
}

/// The explanations of all searches at a few moments are compared with `golden/searches.txt`. After a change
/// that is meant, `KAGE_BLESS=1 cargo test -p kage-search --test searches` writes the file anew.
#[test]
fn explanations_are_as_written() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/searches.txt");
    let mut text =
        String::from("# seat, search: the best candidates with their visits and values\n");
    for (seat, heard) in golden_seats() {
        let root = heard.root(WorldSet::default());
        for (name, mut search) in searches(Scoring::Win) {
            let found = search.search(&root, &mut BudgetMeter::playouts(400), 11).unwrap();
            let best = found.candidates.iter().take(4);
            let best = best.map(|one| format!("{} {} {:.3}", one.choice, one.visits, one.value));
            text += &format!("{seat}, {name}: {}\n", best.collect::<Vec<_>>().join(", "));
        }
    }
    if std::env::var_os("KAGE_BLESS").is_some() {
        std::fs::write(&file, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(&file).unwrap());
}
