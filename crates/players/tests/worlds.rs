//! Players that search in worlds: whole games at an imagined table, and moments everyone understands.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "test helpers")]

use kage_goban::{BoardSize, ByColor, Color, Move, Point, PointSet, area};
use kage_phantom::{
    Answer, Choice, Lost, Observation, Player, PlayerError, RefereeRules, Seat, Seats, Setup,
    Sound, Table, Taken, View,
};
use kage_players::seat;
use kage_search::{CandidateOptions, Eyes, RefusalModel, is_safe_eye};

/// Players that need no other program.
const ALL: [&str; 9] = [
    "kage:playouts=400",
    "all-as-first:worlds=history,ranking=own,playouts=400",
    "all-as-first:worlds=metaposition,playouts=400",
    "standard:worlds=uniform,playouts=400",
    "ismcts:simulations=400",
    "ismcts:observer=multi,playouts=400",
    "ismcts:rave=on,sampler=metaposition,final-choice=max-value,playouts=400",
    "bs-mcts:playouts=400,states=16",
    "bs-mcts:playouts=400,states=16,guess=-2,predict=0",
];

fn points(text: &str) -> PointSet {
    text.split_whitespace().map(|point| point.parse::<Point>().unwrap()).collect()
}

/// Plays a game at a table of our own. Checks every try of one player for own eyes and known
/// stones. Returns the choices, and that player's lead.
fn play(size: u8, mut players: ByColor<Box<dyn Player>>, watched: Color) -> (Vec<Choice>, i32) {
    let rules = RefereeRules::default();
    let setup = Setup::even(BoardSize::new(size).unwrap());
    let mut table = Table::new(setup.position(rules.ko));
    let mut views = Seats::new(rules, &setup);
    for color in Color::BOTH {
        players[color].begin(&views[color]).unwrap();
    }
    let mut refusals = RefusalModel::default();
    let mut choices = Vec::new();
    while !table.position().is_over() && choices.len() < 12 * usize::from(size).pow(2) {
        let color = table.position().turn();
        let choice = players[color].choose(&views[color], None).unwrap();
        choices.push(choice);
        let wish = match choice {
            Choice::Try(point) => {
                let sensible = color != watched || is_sensible(&views[color], &mut refusals, point);
                assert!(sensible, "{choice} in\n{}", views[color]);
                Move::Play(point)
            }
            Choice::Pass => Move::Pass,
            Choice::Resign => panic!("nobody resigns here"),
        };
        let (_, heard) = table.rule(&rules, wish).unwrap();
        for seat in Color::BOTH {
            if let Some(news) = heard[seat] {
                views.hear_one(seat, &news).unwrap();
                players[seat].hear(&views[seat], &news).unwrap();
                if seat == watched {
                    refusals.hear(&views[seat], &news);
                }
            }
        }
    }
    let area = area(table.position().board(), &PointSet::EMPTY);
    (choices, area[watched] as i32 - area[!watched] as i32)
}

/// No known stone, nothing refused in this turn, and no own eye, unless a wall is in atari.
fn is_sensible(view: &View, refusals: &mut RefusalModel, point: Point) -> bool {
    let candidates = refusals.candidates(view, CandidateOptions::default());
    let free = !(view.mine() | view.theirs()).contains(point) && !view.tried().contains(&point);
    let eye = is_safe_eye(&candidates.board, view.color(), point, Eyes::default());
    free && (!eye || candidates.suspects.contains(point))
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for spec in ALL {
        let game = |seed: u64| {
            let black = seat(&spec.replace("400", "40"), seed).unwrap();
            play(5, ByColor { black, white: seat("random", 3).unwrap() }, Color::Black).0
        };
        assert_eq!(game(1), game(1), "{spec}");
        assert_ne!(game(1), game(2), "{spec}");
    }
}

#[test]
fn trees_beat_chance() {
    for spec in
        ["ismcts:simulations=150", "ismcts:observer=multi,playouts=150", "bs-mcts:playouts=60"]
    {
        let lead = |seed: u64| {
            let (one, other) = (seat(spec, seed).unwrap(), seat("random:eyes=fill", seed).unwrap());
            match seed % 2 {
                0 => play(7, ByColor { black: one, white: other }, Color::Black).1,
                _ => play(7, ByColor { black: other, white: one }, Color::White).1,
            }
        };
        let won = (20..32).filter(|&seed| lead(seed) > 0).count();
        assert!(won >= 9, "{spec}: {won} of 12");
    }
}

/// A seat that hears things, with its player.
struct Hearing {
    seat: Seat,
    player: Box<dyn Player>,
}

impl Hearing {
    /// White's seat, with Black's stones known from the start and White's put down while Black
    /// passes.
    fn white(spec: &str, lines: u8, black: &str, white: &str) -> Hearing {
        let setup = Setup::handicap(BoardSize::new(lines).unwrap(), points(black)).unwrap();
        let heard = Seat::new(RefereeRules::default(), &setup, Color::White);
        let mut player = seat(spec, 5).unwrap();
        player.begin(&heard).unwrap();
        let mut seat = Hearing { seat: heard, player };
        for point in white.split_whitespace() {
            seat.plays(point);
            seat.hears_move(true);
        }
        seat
    }

    fn hear(&mut self, news: Observation) {
        self.seat.hear(&news).unwrap();
        self.player.hear(&self.seat, &news).unwrap();
    }

    fn plays(&mut self, point: &str) {
        let (play, taken) = (Move::Play(point.parse().unwrap()), Taken::default());
        self.hear(Observation::Mine(Answer::Accepted { play, taken, atari: false, stones: None }));
    }

    fn hears_move(&mut self, passed: bool) {
        let (tries, lost, atari, stones) = (None, Lost::NONE, false, None);
        self.hear(Observation::Theirs(Sound::Moved { passed, tries, lost, atari, stones }));
    }

    fn choose(&mut self) -> Result<Choice, PlayerError> {
        self.player.choose(&self.seat, None)
    }
}

/// Black's five stones have a single liberty, B1, and one more black stone is somewhere: taking
/// them decides the game.
#[test]
fn everyone_takes_a_big_group_in_the_dark() {
    for spec in ALL {
        let mut seat =
            Hearing::white(&spec.replace("400", "3k"), 5, "A1 A2 A3 A4 B4", "B2 B3 C4 B5");
        seat.plays("A5");
        seat.hears_move(false);
        seat.choose().unwrap();
        let explanation = seat.player.explain().unwrap();
        let taking = Choice::Try("B1".parse().unwrap());
        let place = explanation.candidates.iter().position(|c| c.choice == taking).unwrap();
        assert!(place < 3, "{spec}: {:?}", &explanation.candidates[..4]);
    }
}

#[test]
fn explanations_say_what_was_thought() {
    for spec in ALL {
        let mut seat = Hearing::white(spec, 7, "C3 E5 D4", "C4 D5");
        seat.plays("E4");
        seat.hears_move(false);
        let choice = seat.choose().unwrap();
        let explanation = seat.player.explain().unwrap();
        assert_eq!(explanation.candidates[0].choice, choice, "{spec}");
        assert_eq!(explanation.playouts, 400, "{spec}");
        let visits: u64 = explanation.candidates.iter().map(|c| c.visits).sum();
        assert!(visits >= 400, "{spec}: {visits}");
        let hidden: f64 = explanation.hidden.iter().map(|(_, chance)| chance).sum();
        assert!((hidden - 1.0).abs() < 1e-6, "{spec}: one stone is hidden, not {hidden}");
        let has_tree = spec.contains("mcts");
        assert_eq!(explanation.tree.iter().any(|branch| branch.visits > 0), has_tree, "{spec}");
    }
}

#[test]
fn a_point_that_is_a_stone_in_every_world_comes_last() {
    // Black has one stone more than is known, and every point but C3 was shown to be free of it.
    for spec in ["all-as-first:worlds=history,ranking=own,playouts=200", "ismcts:playouts=200"] {
        let mut seat = Hearing::white(spec, 5, "E5", "A1");
        seat.plays("A2");
        seat.hears_move(false);
        for point in ["A4", "B3"] {
            seat.hear(Observation::Mine(Answer::Refused {
                point: point.parse().unwrap(),
                reason: None,
            }));
            if seat.seat.theirs().len() == 2 {
                break;
            }
        }
        let choice = seat.choose().unwrap();
        let Choice::Try(point) = choice else { panic!("{spec} passes") };
        assert!(!seat.seat.theirs().contains(point), "{spec}: {choice}");
    }
}

#[test]
fn what_was_learned_is_kept_after_a_refusal() {
    let mut seat = Hearing::white("kage:playouts=400", 9, "E5", "C3 G7");
    seat.plays("D6");
    seat.hears_move(false);
    let Choice::Try(point) = seat.choose().unwrap() else { panic!("it passes") };
    let before = seat.player.explain().unwrap().clone();
    assert_eq!(before.playouts, 400);
    seat.hear(Observation::Mine(Answer::Refused { point, reason: None }));
    let next = seat.choose().unwrap();
    assert_ne!(next, Choice::Try(point));
    let after = seat.player.explain().unwrap();
    // Only worlds that the refusal rules out are drawn and played anew.
    let chance = before.hidden.iter().find(|(hidden, _)| *hidden == point);
    let ruled_out = 1.0 - chance.map_or(0.0, |(_, chance)| *chance);
    assert!((after.playouts as f64 / 400.0 - ruled_out).abs() < 0.02, "{}", after.playouts);
    let sum: u64 = after.candidates.iter().map(|candidate| candidate.visits).sum();
    assert!(sum > 4 * after.playouts, "what is kept speaks too");
}

#[test]
fn threads_do_not_change_a_move() {
    let choice = |threads: u32| {
        let spec = format!("kage:playouts=900,threads={threads}");
        let mut seat = Hearing::white(&spec, 9, "E5", "C3 G7");
        let choice = seat.choose().unwrap();
        (choice, seat.player.explain().unwrap().candidates.clone())
    };
    assert_eq!(choice(1), choice(3));
}

#[test]
fn wrong_specs_are_told_what_is_right() {
    let said = |spec: &str| seat(spec, 1).err().unwrap().to_string();
    assert!(said("ismcts:observer=both").contains("single or multi"));
    assert!(said("ismcts:rave=maybe").contains("on, off or a number"));
    assert!(said("ismcts:simulations=5,playouts=6").contains("exclude each other"));
    assert!(said("all-as-first:worlds=all").contains("none or uniform or metaposition"));
    assert!(said("bs-mcts:guess=much").contains("also a negative one"));
    assert!(said("engine-eval:method=ask").contains("estimate or experimental"));
}

/// With the group White has the whole board, and GNU Go sees it.
#[test]
fn gnu_go_tells_what_worlds_are_worth() {
    let Some(gnugo) = gnugo() else {
        eprintln!("there is no GNU Go here");
        return;
    };
    for method in ["estimate", "experimental"] {
        let spec = format!(
            "engine-eval:search=one-ply,command={gnugo} --mode gtp,method={method},playouts=60,sampler=metaposition"
        );
        let mut seat = Hearing::white(&spec, 5, "A1 A2 A3 A4 B4", "B2 B3 C4 B5 A5");
        seat.choose().unwrap();
        let explanation = seat.player.explain().unwrap();
        assert_eq!(explanation.playouts, 60);
        let taking = Choice::Try("B1".parse().unwrap());
        let taking = explanation.candidates.iter().find(|c| c.choice == taking).unwrap();
        assert!(taking.value > 0.9, "{method}: {taking:?}");
    }
}

fn gnugo() -> Option<&'static str> {
    ["/usr/games/gnugo", "/usr/bin/gnugo", "/usr/local/bin/gnugo"]
        .into_iter()
        .find(|path| std::path::Path::new(path).exists())
}

#[test]
fn a_dead_program_is_the_houses_trouble() {
    for command in ["true", "no-such-program-anywhere"] {
        let mut seat = Hearing::white(&format!("engine-eval:command={command}"), 5, "C3", "");
        match seat.choose() {
            Err(PlayerError::Infrastructure(text)) => assert!(text.contains(command), "{text}"),
            other => panic!("{other:?}"),
        }
    }
}
