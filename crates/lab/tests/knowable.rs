//! Views held against everything that can be known: all true positions that fit what a seat has heard.

#![allow(clippy::unwrap_used, clippy::panic, reason = "test helpers")]

use fastrand::Rng;
use kage_goban::{BoardSize, ByColor, Color, Point};
use kage_lab::{HeardGame, Knowable, Sharpness};
use kage_phantom::{Preset, RefereeRules, Setup, Views};

/// At most so many positions are kept.
const MOST: usize = 60_000;

fn size(lines: u8) -> BoardSize {
    BoardSize::new(lines).unwrap()
}

/// Whole games on small boards, and the first twenty moves on 5x5.
fn moves(lines: u8) -> u32 {
    if lines == 5 { 20 } else { 60 }
}

fn add(counts: &mut Sharpness, game: &HeardGame, what: &str) {
    counts.add(game, MOST, |_| {}).unwrap_or_else(|error| panic!("{what}: {error}"));
}

/// Random games by movers that see the truth, and games of blind players.
fn sharpness_under(rules: RefereeRules) -> Sharpness {
    let mut counts = Sharpness::default();
    for (lines, games) in [(3, 30), (4, 15), (5, 15)] {
        for seed in 0..games {
            let game = HeardGame::random(rules, Setup::even(size(lines)), moves(lines), seed);
            add(&mut counts, &game.unwrap(), &format!("{rules}, {lines}x{lines}, game {seed}"));
        }
        let pairs =
            [("random", "random"), ("all-as-first:playouts=50", "kage:playouts=50,net=none")];
        for (number, (black, white)) in pairs.into_iter().enumerate() {
            let seat = |spec: &str| kage_players::seat(spec, 7 + number as u64).unwrap();
            let players = ByColor { black: seat(black), white: seat(white) };
            let setup = Setup::even(size(lines));
            let game = HeardGame::between(rules, setup, moves(lines), players).unwrap();
            add(&mut counts, &game, &format!("{rules}, {lines}x{lines}, {black} and {white}"));
        }
    }
    counts
}

#[test]
fn views_know_what_can_be_known() {
    for preset in Preset::ALL {
        let counts = sharpness_under(preset.rules());
        let (stones, empty) = (counts.stone_share(), counts.empty_share());
        println!(
            "{:<10} stones {:.2}% of {}, empty points {:.2}% of {}, {} moments, {} left out",
            preset.name(),
            100.0 * stones,
            counts.stones,
            100.0 * empty,
            counts.empty,
            counts.moments,
            counts.left_out
        );
        let called = matches!(preset, Preset::Common | Preset::Hamburg);
        let least = if called { (0.95, 0.90) } else { (0.98, 0.98) };
        assert!(stones >= least.0, "{}: stones {stones}", preset.name());
        assert!(empty >= least.1, "{}: empty {empty}", preset.name());
        // Where a repetition is a draw, positions include earlier boards, so more moments are left out.
        let most = if preset == Preset::Openspiel { 0.7 } else { 0.01 };
        assert!((counts.left_out as f64) < most * counts.moments as f64, "{}", preset.name());
    }
}

/// Settings that change what is heard or what is legal.
const SETTINGS: [(&str, &[&str]); 9] = [
    ("reason", &["never", "always", "stones"]),
    ("captor", &["number", "points", "shown"]),
    ("tries", &["nothing", "each", "count"]),
    ("atari", &["never", "new", "every"]),
    ("pass", &["announced", "unannounced"]),
    ("counts", &["hidden", "announced"]),
    ("ko", &["simple", "superko"]),
    ("repetition", &["allowed", "draw"]),
    ("captor", &["number", "shown"]),
];

fn random_rules(random: &mut Rng) -> RefereeRules {
    let mut rules = Preset::ALL[random.usize(0..7)].rules();
    for _ in 0..random.usize(1..5) {
        let (setting, values) = SETTINGS[random.usize(0..SETTINGS.len())];
        rules.set(setting, values[random.usize(0..values.len())]).unwrap();
    }
    rules
}

fn random_setup(random: &mut Rng, size: BoardSize) -> Setup {
    let stones = if random.u8(0..3) == 0 { random.usize(1..4) } else { 0 };
    let point =
        |random: &mut Rng| Point::new(random.u8(0..size.get()), random.u8(0..size.get())).unwrap();
    let stones: Vec<Point> = (0..stones).map(|_| point(random)).collect();
    Setup::handicap(size, stones).unwrap_or(Setup::even(size))
}

/// Nothing that a view calls certain is uncertain, whatever the rules are.
#[test]
fn views_are_sound_under_any_rules() {
    let mut random = Rng::with_seed(11);
    let mut counts = Sharpness::default();
    for seed in 0..240 {
        let rules = random_rules(&mut random);
        let lines = random.u8(3..6);
        let setup = random_setup(&mut random, size(lines));
        // Earlier boards are part of a position here, so there are many more positions.
        let past = rules.to_string().contains("superko") || rules.to_string().contains("draw");
        let moves = match (past, lines) {
            (true, 4) => 16,
            (true, 5) => 8,
            _ => moves(lines),
        };
        let game = HeardGame::random(rules, setup, moves, seed).unwrap();
        add(&mut counts, &game, &format!("{rules}, {lines}x{lines}, game {seed}"));
    }
    assert!(counts.moments > 5_000, "{counts:?}");
}

/// Superko on its own: whole games on 3x3, the first 16 moves on 4x4.
#[test]
fn views_are_sound_under_superko() {
    let rules: RefereeRules = "borsboom ko=superko".parse().unwrap();
    let mut counts = Sharpness::default();
    for (lines, moves) in [(3, 60), (4, 16)] {
        for seed in 0..25 {
            let game = HeardGame::random(rules, Setup::even(size(lines)), moves, seed).unwrap();
            add(&mut counts, &game, &format!("superko, {lines}x{lines}, game {seed}"));
        }
    }
    assert!(counts.stone_share() > 0.97 && counts.empty_share() > 0.97, "{counts:?}");
}

/// The measure itself: what can be known in positions that a person can work out.
#[test]
fn the_oracle_knows_small_positions() {
    // Black A1; White somewhere on 2x2: three points. A refused try at B2 on a board with one stone is that stone.
    let (rules, setup) = (RefereeRules::default(), Setup::even(size(2)));
    let mut table = kage_phantom::Table::new(setup.position(rules.ko));
    let mut black = Knowable::new(rules, &setup, Color::Black, MOST).unwrap();
    let mut views = Views::new(rules, &setup);
    let mut seen = Vec::new();
    for point in ["A1", "B2", "B2"] {
        let play = kage_goban::Move::Play(point.parse().unwrap());
        let (_, heard) = table.rule(&rules, play).unwrap();
        views.hear(&heard).unwrap();
        if let Some(news) = heard[Color::Black] {
            black.hear(&news).unwrap();
        }
        seen.push((black.positions(), black.theirs().to_string(), black.empty().to_string()));
    }
    let expected = [(1, "", "B1 A2 B2"), (3, "", ""), (1, "B2", "B1 A2")]
        .map(|(n, a, b)| (n, a.into(), b.into()));
    assert_eq!(seen, expected);
    assert!(black.contains(&["B2".parse().unwrap()].into_iter().collect()));
}
