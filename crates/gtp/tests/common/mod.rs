//! Shared by the tests: a deterministic player, and a referee with an open table.

#![allow(dead_code, unreachable_pub, reason = "each test uses its own part of it")]

use kage_goban::{ByColor, Color, Move, Point, PointSet};
use kage_gtp::{Engine, Factory, Identity, Timeouts};
use kage_phantom::{
    Candidate, Choice, Explanation, Observation, Outcome, Player, PlayerError, RefereeRules,
    Ruling, Seat, Setup, SightedPlayer, Table,
};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Short enough for a test, long enough for a busy machine.
pub const TIMEOUTS: Timeouts = Timeouts {
    start: Duration::from_secs(20),
    answer: Duration::from_secs(20),
    grace: Duration::from_millis(300),
    quick: Duration::from_secs(20),
    quit: Duration::from_millis(500),
};

/// Tries the first point, row by row from A1, that may be empty and is no eye of its own.
#[derive(Default)]
pub struct First {
    explanation: Explanation,
}

impl Player for First {
    fn name(&self) -> String {
        "first".to_owned()
    }

    fn choose(&mut self, seat: &Seat, _: Option<Duration>) -> Result<Choice, PlayerError> {
        let tried: PointSet = seat.tried().iter().copied().collect();
        let open = PointSet::board(seat.size()) - seat.mine() - seat.theirs();
        let size = seat.size();
        let eye = |&p: &Point| PointSet::of(p).neighbors(size).is_subset(&seat.mine());
        let choice = (open - tried).iter().find(|p| !eye(p)).map_or(Choice::Pass, Choice::Try);
        let unseen = seat.their_stones().at_most as f64 - seat.theirs().len() as f64;
        let hidden = open - seat.empty();
        let chance = unseen / hidden.len().max(1) as f64;
        self.explanation = Explanation {
            playouts: 1,
            candidates: vec![Candidate {
                choice,
                value: 0.5,
                visits: 1,
                probability: 1.0,
                reasons: vec!["first"],
            }],
            hidden: hidden.iter().map(|point| (point, chance)).collect(),
            tree: Vec::new(),
        };
        Ok(choice)
    }

    fn explain(&self) -> Option<&Explanation> {
        Some(&self.explanation)
    }
}

pub fn engine() -> Engine {
    let identity = Identity { name: "Test".to_owned(), version: "1.0".to_owned() };
    Engine::new(identity, Box::new(|| Ok(Box::<First>::default() as Box<dyn Player>)))
}

/// Plays what it is told to, and keeps the view that it was asked with.
pub struct Puppet(Arc<Mutex<Strings>>);

pub struct Strings {
    pub next: Choice,
    pub seen: Option<Seat>,
}

impl Player for Puppet {
    fn name(&self) -> String {
        "puppet".to_owned()
    }

    fn choose(&mut self, seat: &Seat, _: Option<Duration>) -> Result<Choice, PlayerError> {
        let mut strings = self.0.lock().unwrap();
        strings.seen = Some(seat.clone());
        Ok(strings.next)
    }
}

/// The strings of puppets, and what makes them.
pub fn puppet() -> (Arc<Mutex<Strings>>, Factory) {
    let strings = Arc::new(Mutex::new(Strings { next: Choice::Pass, seen: None }));
    let hand = Arc::clone(&strings);
    let make = move || Ok(Box::new(Puppet(Arc::clone(&hand))) as Box<dyn Player>);
    (strings, Box::new(make))
}

/// A player at the table.
pub enum TestPlayer<'a> {
    Blind(&'a mut dyn Player),
    Sighted(&'a mut dyn SightedPlayer),
}

/// How a game went.
#[derive(Debug)]
pub struct Played {
    pub moves: Vec<(Color, Move)>,
    pub refused: ByColor<u32>,
    pub resigned: bool,
    pub table: Table,
}

/// Plays a game to its end or for so many moves. An error comes with the seat that made it.
#[allow(clippy::too_many_lines, reason = "the whole referee of these tests, in order")]
pub fn play(
    rules: RefereeRules,
    setup: Setup,
    mut seats: ByColor<TestPlayer<'_>>,
    most: usize,
) -> Result<Played, (Color, PlayerError)> {
    let table = Table::new(setup.position(rules.ko));
    let mut played =
        Played { moves: Vec::new(), refused: ByColor::default(), resigned: false, table };
    let mut heard_by = ByColor::new(|color| Seat::new(rules, &setup, color));
    for color in Color::BOTH {
        match &mut seats[color] {
            TestPlayer::Blind(player) => player.begin(&heard_by[color]),
            TestPlayer::Sighted(player) => player.begin(&rules, &setup, color),
        }
        .map_err(|error| (color, error))?;
    }
    while !played.table.position().is_over() && played.moves.len() < most {
        let color = played.table.position().turn();
        let choice = match &mut seats[color] {
            TestPlayer::Blind(player) => player.choose(&heard_by[color], None),
            TestPlayer::Sighted(player) => player.choose(played.table.position(), None),
        };
        let play = match choice.map_err(|error| (color, error))? {
            Choice::Resign => {
                played.resigned = true;
                break;
            }
            Choice::Pass => Move::Pass,
            Choice::Try(point) => Move::Play(point),
        };
        let (ruling, heard) = played.table.rule(&rules, play).unwrap();
        let accepted = matches!(ruling, Ruling::Accepted { .. });
        if accepted {
            played.moves.push((color, play));
        } else {
            played.refused[color] += 1;
        }
        for seat in Color::BOTH {
            let told = match (&mut seats[seat], heard[seat]) {
                (TestPlayer::Blind(player), Some(news)) => {
                    heard_by[seat].hear(&news).unwrap();
                    player.hear(&heard_by[seat], &news)
                }
                (TestPlayer::Sighted(player), _) if accepted => player.played(color, play),
                _ => Ok(()),
            };
            told.map_err(|error| (seat, error))?;
        }
    }
    for color in Color::BOTH {
        if let TestPlayer::Blind(player) = &mut seats[color] {
            let news = Observation::Over(Outcome::UNFINISHED);
            heard_by[color].hear(&news).unwrap();
            player.hear(&heard_by[color], &news).map_err(|error| (color, error))?;
        }
    }
    Ok(played)
}

/// The command line of a misbehaving engine.
pub fn fault(name: &str) -> String {
    format!("sh {}/tests/faults/{name}.sh", env!("CARGO_MANIFEST_DIR"))
}

/// The command line of the example in Python.
pub fn python_bot() -> String {
    format!("python3 {}/../../examples/phantom_bot.py 1", env!("CARGO_MANIFEST_DIR"))
}

/// The command line of the example in Rust, which `cargo test` has built beside this test.
pub fn rust_bot() -> String {
    let test = std::env::current_exe().unwrap();
    let folder = test.ancestors().nth(2).unwrap().join("examples");
    let path = folder.join("phantom_bot");
    assert!(path.exists(), "build it first: cargo build -p kage-gtp --examples");
    format!("{} 1", path.display())
}

pub const GNUGO: &str = "/usr/games/gnugo --mode gtp --level 1 --seed 1 --chinese-rules";
