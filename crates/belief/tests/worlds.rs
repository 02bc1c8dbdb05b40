//! On boards too large to list all worlds, every drawn world is verified, in many random games under every preset, and
//! the chains follow the game.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "test helpers")]

mod games;

use fastrand::Rng;
use games::{Game, board};
use kage_belief::{Health, History, Metaposition, Options, Sampler, Source, Uniform, verify};
use kage_goban::{Board, ByColor, Color, Move};
use kage_phantom::{Answer, Observation, Preset, RefereeRules, Seat, Setup, Sound};

/// What happened in many games.
#[derive(Default, Debug)]
struct Seen {
    updates: u32,
    without_chain: u32,
    worlds: u32,
    captures: u32,
}

/// A random game with a sampler for each seat, all of whose worlds are verified.
fn follow(rules: RefereeRules, setup: &Setup, steps: usize, seed: u64, seen: &mut Seen) {
    let mut random = Rng::with_seed(seed);
    let mut game = Game::new(rules, setup);
    let options = Options { chains: 12, burn_in: 6, steps: 3, ..Options::default() };
    let mut samplers = Color::BOTH.map(|color| (color, History::new(options.with_seed(seed))));
    for step in 0..steps {
        let wish = game.random_wish(&mut random);
        game.try_it(wish);
        for (color, sampler) in &mut samplers {
            let view = &game.views[*color];
            sampler.update(view);
            seen.updates += 1;
            if sampler.health() != Health::Good {
                seen.without_chain += 1;
                continue;
            }
            let count = if step % 4 == 0 { 6 } else { 0 };
            sampler.draw(count, &mut |world| {
                assert_eq!(world.source(), Source::History);
                assert!(verify(view, &world), "{rules} seed {seed}\n{view}\n{world:?}");
                assert_eq!(world.stones(*color), view.mine());
                seen.worlds += 1;
            });
        }
    }
    seen.captures += game.views.black.lost() + game.views.white.lost();
}

#[test]
fn every_world_of_random_games_is_verified() {
    let mut seen = Seen::default();
    for seed in 0..21 {
        let rules = Preset::ALL[seed as usize % 7].rules();
        let lines = [9, 5, 7][seed as usize / 7 % 3];
        follow(rules, &Setup::even(board(lines)), 110, seed, &mut seen);
    }
    eprintln!("{seen:?}");
    assert!(seen.worlds > 4_000 && seen.captures > 200, "{seen:?}");
    // The chains may lose a very strange game, but seldom.
    assert!(seen.without_chain * 50 < seen.updates, "{seen:?}");
}

#[test]
fn other_rules_large_boards_and_handicaps_too() {
    let mut seen = Seen::default();
    let stones = ["C3", "G7", "C7"].map(|text| text.parse().unwrap());
    let handicap = Setup::handicap(board(9), stones).unwrap();
    let wide = Setup::even(board(13));
    for (seed, (text, setup)) in [
        ("borsboom pass=unannounced", &handicap),
        ("common ko=superko tries=count", &handicap),
        ("hamburg pass=unannounced counts=announced", &handicap),
        ("openspiel captor=number", &handicap),
        ("borsboom", &wide),
    ]
    .into_iter()
    .enumerate()
    {
        follow(text.parse().unwrap(), setup, 60, seed as u64, &mut seen);
    }
    assert!(seen.worlds > 600 && seen.without_chain * 20 < seen.updates, "{seen:?}");
}

/// A game on 9x9, and a seat's view of it.
fn late_view(seed: u64) -> Seat {
    let mut random = Rng::with_seed(seed);
    let mut game = Game::new(Preset::Borsboom.rules(), &Setup::even(board(9)));
    for _ in 0..60 {
        let wish = game.random_wish(&mut random);
        game.try_it(wish);
    }
    game.views.black
}

#[test]
fn the_same_seed_draws_the_same_worlds() {
    let view = late_view(3);
    let plays = |seed: u64| {
        let mut sampler = History::new(Options::default().with_seed(seed));
        sampler.update(&view);
        let mut all: Vec<Vec<Move>> = Vec::new();
        sampler.draw(20, &mut |world| all.push(world.plays().to_vec()));
        all
    };
    assert_eq!(plays(1), plays(1));
    assert_ne!(plays(1), plays(2));
}

#[test]
fn a_new_game_is_a_new_game() {
    let mut sampler = History::new(Options::default());
    for seed in [3, 4, 3] {
        let view = late_view(seed);
        sampler.update(&view);
        sampler.draw(10, &mut |world| assert!(verify(&view, &world)));
    }
    assert_eq!(sampler.stats().worlds, 30);
}

/// The board that a sampler emits is the one its stones make, ready to play on.
#[test]
fn the_simple_samplers_fit_what_is_certain() {
    for seed in 0..10 {
        let view = late_view(seed);
        let mut samplers: [(Source, Box<dyn Sampler>); 2] = [
            (Source::Uniform, Box::new(Uniform::new(Options::default()))),
            (Source::Metaposition, Box::new(Metaposition::new(Options::default()))),
        ];
        for (source, sampler) in &mut samplers {
            sampler.update(&view);
            assert_eq!(sampler.health(), Health::Good);
            let mut drawn = 0;
            sampler.draw(50, &mut |world| {
                let theirs = world.stones(!view.color());
                assert_eq!(world.source(), *source);
                assert_eq!(world.stones(view.color()), view.mine());
                assert!(view.theirs().is_subset(&theirs));
                assert!(!theirs.intersects(&view.empty()));
                if *source == Source::Metaposition {
                    assert_eq!(theirs.len() as u32, view.their_stones().at_most);
                }
                let stones = ByColor::new(|side| world.stones(side));
                assert_eq!(world.board(), &Board::from_stones(view.size(), stones).unwrap());
                assert_eq!((world.turn(), world.plays()), (view.turn(), &[][..]));
                drawn += 1;
            });
            assert_eq!((drawn, sampler.stats().worlds, sampler.stats().failures), (50, 50, 0));
        }
    }
}

#[test]
fn a_world_with_a_history_has_the_position_its_moves_lead_to() {
    let view = late_view(3);
    let mut sampler = History::new(Options::default());
    sampler.update(&view);
    let mut drawn = 0;
    sampler.draw(20, &mut |world| {
        let mut position = view.setup().position(view.rules().ko);
        let mut plays = world.plays().iter();
        for news in view.log() {
            let play = match news {
                Observation::Mine(Answer::Accepted { play, .. }) => *play,
                Observation::Theirs(Sound::Moved { .. }) => *plays.next().unwrap(),
                _ => continue,
            };
            position.play(play).unwrap();
        }
        assert_eq!(plays.next(), None);
        assert_eq!(world.board(), position.board());
        assert_eq!((world.turn(), world.ko()), (position.turn(), position.ko()));
        let start = kage_playout::World::from(world.position());
        assert_eq!(world.start(), start);
        assert_eq!(&world.clone().into_position(), world.position());
        drawn += 1;
    });
    assert_eq!(drawn, 20);
}

#[test]
fn verify_rejects_the_worlds_of_another_game() {
    let view = late_view(5);
    let other = late_view(6);
    let mut sampler = History::new(Options::default());
    sampler.update(&other);
    let mut checked = 0;
    sampler.draw(10, &mut |world| {
        assert!(verify(&other, &world));
        assert!(!verify(&view, &world));
        checked += 1;
    });
    assert_eq!(checked, 10);
}
