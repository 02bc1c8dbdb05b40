//! The same seed draws the same worlds: a hash of the worlds of each sampler in a few games is compared with
//! `golden/worlds.txt`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "test helpers")]

mod games;

use fastrand::Rng;
use games::{Game, board};
use kage_belief::{
    History, LogLinearPrior, MarginalSampler, Metaposition, Options, SampleDiagnostics, Sampler,
    Source, Trainer, Uniform, World,
};
use kage_goban::{Color, Move, Point};
use kage_phantom::{Seat, Setup};

const EXPECTED: &str = include_str!("golden/worlds.txt");

/// The games: rules, lines, steps and seed.
const GAMES: [(&str, u8, usize, u64); 7] = [
    ("borsboom", 9, 70, 1),
    ("hamburg", 9, 50, 2),
    ("openspiel pass=unannounced", 9, 60, 3),
    ("common ko=superko tries=count", 7, 50, 4),
    ("borsboom pass=unannounced atari=every counts=announced", 5, 40, 5),
    ("borsboom", 11, 40, 6),
    ("borsboom", 13, 30, 7),
];
/// Worlds are drawn once in so many steps, so many at once.
const EVERY: usize = 10;
const WORLDS: usize = 16;

/// FNV-1a.
struct Hash(u64);

impl Hash {
    fn new() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, text: &str) {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    fn add_world(&mut self, world: &World) {
        let source = match world.source() {
            Source::History => "history",
            Source::Metaposition => "metaposition",
            Source::Uniform => "uniform",
            Source::Marginal => "marginal",
        };
        let stones = Color::BOTH.map(|color| world.stones(color).to_string());
        let ko = world.ko().map_or("none".to_owned(), |point| point.to_string());
        let plays: Vec<String> = world.plays().iter().map(ToString::to_string).collect();
        let (turn, weight) = (world.turn(), world.weight().to_bits());
        self.add(&format!("{source} {stones:?} {turn} {ko} {plays:?} {weight};"));
    }
}

fn chances(view: &Seat) -> Vec<(Point, f64)> {
    let chance = |(number, point)| (point, 0.05 + 0.9 * (number as f64 * 0.37).fract());
    view.size().points().enumerate().map(chance).collect()
}

/// The worlds of one sampler for both seats of a game, and what it did.
fn follow(game: (&str, u8, usize, u64), make: &dyn Fn(Options) -> Box<dyn Sampler>) -> String {
    let (rules, lines, steps, seed) = game;
    let mut random = Rng::with_seed(seed);
    let mut game = Game::new(rules.parse().unwrap(), &Setup::even(board(lines)));
    let options = Options { chains: 12, burn_in: 6, steps: 3, ..Options::default() };
    let mut samplers = Color::BOTH.map(|color| (color, make(options.with_seed(seed))));
    let (mut hash, mut series) = (Hash::new(), SampleDiagnostics::new(1));
    for step in 1..=steps {
        let wish = game.random_wish(&mut random);
        game.try_it(wish);
        for (color, sampler) in &mut samplers {
            let view = &game.views[*color];
            sampler.update_with_marginals(view, &chances(view));
            if step % EVERY == 0 {
                sampler.draw(WORLDS, &mut |world| {
                    hash.add_world(&world);
                    series.add(&world, !*color);
                });
                hash.add(&sampler.health().to_string());
            }
        }
    }
    for (_, sampler) in &samplers {
        hash.add(&format!("{:?}", sampler.stats()));
    }
    format!("{} worlds, {} distinct, {:016x}", series.worlds(), series.distinct(), hash.0)
}

fn all() -> String {
    type Make = Box<dyn Fn(Options) -> Box<dyn Sampler>>;
    let log_linear = LogLinearPrior::embedded().unwrap();
    let samplers: [(&str, Make); 5] = [
        ("uniform", Box::new(|options| Box::new(Uniform::new(options)))),
        ("metaposition", Box::new(|options| Box::new(Metaposition::new(options)))),
        ("marginal", Box::new(|options| Box::new(MarginalSampler::new(options)))),
        ("history, flat", Box::new(|options| Box::new(History::new(options)))),
        (
            "history, learned",
            Box::new(move |options| Box::new(History::with_prior(options, log_linear.clone()))),
        ),
    ];
    let mut lines = String::new();
    for (name, make) in &samplers {
        for game in GAMES {
            let (rules, size, steps, seed) = game;
            let found = follow(game, make);
            lines +=
                &format!("{name}; {size}x{size} {rules}, {steps} steps, seed {seed}: {found}\n");
        }
    }
    lines + &format!("trainer: {}\n", trained())
}

/// The weights that are learned from a few games.
fn trained() -> String {
    let mut trainer = Trainer::new(5);
    let mut score = kage_belief::Score::default();
    trainer.begin_pass();
    for seed in 0..6 {
        let mut random = Rng::with_seed(seed);
        let mut game = Game::new("borsboom".parse().unwrap(), &Setup::even(board(9)));
        for _ in 0..40 {
            let legal: Vec<Point> = game.table.position().legal_points().iter().collect();
            game.try_it(Move::Play(legal[random.usize(0..legal.len())]));
        }
        for seat in Color::BOTH {
            score.add(&trainer.learn(&game.views[seat], game.truth_for(seat)).unwrap());
        }
    }
    let mut hash = Hash::new();
    hash.add(&trainer.finish().to_toml(""));
    format!("{} moves, {:016x}", score.moves, hash.0)
}

#[test]
fn the_worlds_of_every_sampler_are_those_of_the_file() {
    let found = all();
    for (found, expected) in found.lines().zip(EXPECTED.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(found, EXPECTED, "the file has other lines; all that were found:\n{found}");
}
