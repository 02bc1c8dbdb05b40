//! `kage bench`: how fast this machine is.

use crate::args::{Bench, Playouts as Options};
use crate::failure::Failure;
use crate::files;
use indicatif::{ProgressBar, ProgressStyle};
use kage_goban::{Board, Color, PointSet};
use kage_playout::{Fill, Finish, Playouts, World};
use serde::Serialize;
use std::ops::Range;
use std::time::{Duration, Instant};

pub(crate) fn run(options: &Bench) -> Result<(), Failure> {
    match options {
        Bench::Playouts(options) => playouts(options),
        Bench::Worlds(options) => crate::bench_worlds::run(options),
        Bench::Belief(options) => crate::bench_belief::run(options),
        Bench::Server(options) => crate::bench_server::run(options),
        Bench::Threats(options) => crate::bench_threats::run(options),
        Bench::Net(options) => crate::bench_net::run(options),
    }
}

fn playouts(options: &Options) -> Result<(), Failure> {
    let course = Course::new(options);
    let signature = course.check()?;
    let (tally, elapsed) = measure(&course, options);
    let report = Report::of(options, &course.playouts, &tally, elapsed, signature);
    report.check_length(&tally)?;
    files::say(&report, options.json, || report.in_words())
}

/// What came of many playouts.
#[derive(Clone, Copy, Default)]
struct Tally {
    playouts: u64,
    plies: u64,
    plies_squared: f64,
    lead: i64,
    capped: u64,
}

impl Tally {
    fn add(&mut self, finish: &Finish) {
        self.playouts += 1;
        self.plies += u64::from(finish.plies);
        self.plies_squared += f64::from(finish.plies).powi(2);
        self.lead += i64::from(finish.lead());
        self.capped += u64::from(finish.capped);
    }

    fn merge(&mut self, other: &Tally) {
        self.playouts += other.playouts;
        self.plies += other.plies;
        self.plies_squared += other.plies_squared;
        self.lead += other.lead;
        self.capped += other.capped;
    }

    fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.playouts.max(1) as f64
    }

    /// The standard error of the mean length.
    fn error_of_mean(&self) -> f64 {
        let n = self.playouts.max(1) as f64;
        ((self.plies_squared / n - self.mean_plies().powi(2)).max(0.0) / n).sqrt()
    }
}

/// Games that are also played without special instructions.
const CHECKED: u64 = 2_000;
/// Games between two looks at the clock.
const CHUNK: u64 = 8_192;
/// The mean length on 9x9 from the empty board, passes included, and how far off it may be.
const LENGTH_9: f64 = 111.06;
const TOLERANCE_9: f64 = 0.15;

/// What is played: games from the empty board, perhaps with stones hidden on it first.
struct Course {
    playouts: Playouts,
    world: World,
    traced: bool,
}

impl Course {
    fn new(options: &Options) -> Course {
        let playouts = Playouts::new(options.size, options.seed);
        let playouts = if options.portable { playouts.portable() } else { playouts };
        let world = World::new(&Board::new(options.size), Color::Black);
        let onto = PointSet::board(options.size);
        let fill = Fill { color: Color::White, count: options.hidden, onto };
        // All points of a board are on it.
        let world = world.with_fill(fill).unwrap_or(world);
        Course { playouts, world, traced: options.hidden > 0 }
    }

    fn play(&self, playouts: &Playouts, games: Range<u64>, mut finish: impl FnMut(Finish)) {
        // The world is of the playouts' size.
        let _ = if self.traced {
            playouts.run_traced(games, |_| &self.world, |end, _| finish(end))
        } else {
            playouts.run(games, |_| &self.world, finish)
        };
    }

    /// Plays the first games on both paths: they must agree. The signature is a number for what
    /// came of them; it changes when the playouts do.
    fn check(&self) -> Result<u64, Failure> {
        let fast = self.signature(&self.playouts);
        let plain = self.signature(&self.playouts.portable());
        if fast == plain {
            return Ok(fast);
        }
        Err(Failure::Other(format!(
            "the {} playouts are wrong: the portable ones give another answer ({fast:x} and {plain:x})",
            self.playouts.path()
        )))
    }

    fn signature(&self, playouts: &Playouts) -> u64 {
        let mut sum = 0_u64;
        self.play(playouts, 0..CHECKED, |finish| {
            let game = [finish.game, u64::from(finish.plies), finish.lead() as u64];
            // Games end in no particular order, so the sum must not care.
            sum = sum.wrapping_add(game.iter().fold(0xCBF2_9CE4_8422_2325, |hash: u64, part| {
                (hash ^ part).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23)
            }));
        });
        sum
    }
}

/// Plays until the time is up, on every thread its own games.
fn measure(course: &Course, options: &Options) -> (Tally, Duration) {
    let time = Duration::from_secs_f64(options.seconds);
    let bar = progress_bar(time);
    let start = Instant::now();
    let worker = |thread: u64| {
        let mut tally = Tally::default();
        let mut at = thread << 40;
        while start.elapsed() < time {
            course.play(&course.playouts, at..at + CHUNK, |finish| tally.add(&finish));
            at += CHUNK;
            if thread == 0 {
                bar.set_position(start.elapsed().as_millis() as u64);
            }
        }
        tally
    };
    let mut sum = Tally::default();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..u64::from(options.threads))
            .map(|thread| scope.spawn(move || worker(thread)))
            .collect();
        for worker in workers {
            if let Ok(tally) = worker.join() {
                sum.merge(&tally);
            }
        }
    });
    let elapsed = start.elapsed();
    bar.finish_and_clear();
    (sum, elapsed)
}

fn progress_bar(time: Duration) -> ProgressBar {
    if time < Duration::from_secs(2) {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(time.as_millis() as u64);
    let style = ProgressStyle::with_template("{bar:40} {elapsed}");
    bar.set_style(style.unwrap_or(ProgressStyle::default_bar()));
    bar
}

#[derive(Serialize)]
struct Report {
    size: u8,
    threads: u16,
    path: String,
    seconds: f64,
    playouts: u64,
    playouts_per_second: f64,
    mean_length: f64,
    mean_lead: f64,
    capped: u64,
    hidden: u16,
    seed: u64,
    signature: String,
}

impl Report {
    fn of(
        options: &Options,
        playouts: &Playouts,
        tally: &Tally,
        elapsed: Duration,
        signature: u64,
    ) -> Report {
        let games = tally.playouts.max(1) as f64;
        Report {
            size: options.size.get(),
            threads: options.threads,
            path: playouts.path().to_string(),
            seconds: elapsed.as_secs_f64(),
            playouts: tally.playouts,
            playouts_per_second: tally.playouts as f64 / elapsed.as_secs_f64(),
            mean_length: tally.mean_plies(),
            mean_lead: tally.lead as f64 / games,
            capped: tally.capped,
            hidden: options.hidden,
            seed: options.seed,
            signature: format!("{signature:016x}"),
        }
    }

    /// On 9x9 the mean length is known: a fast wrong answer is no answer.
    fn check_length(&self, tally: &Tally) -> Result<(), Failure> {
        let allowed = TOLERANCE_9 + 5.0 * tally.error_of_mean();
        let known = self.size == 9 && self.hidden == 0;
        if known && (self.mean_length - LENGTH_9).abs() > allowed {
            let found = self.mean_length;
            return Err(Failure::Other(format!(
                "the playouts are wrong: their mean length is {found:.2}, it must be {LENGTH_9}"
            )));
        }
        Ok(())
    }

    fn in_words(&self) -> String {
        let threads = if self.threads == 1 { "thread" } else { "threads" };
        let hidden = match self.hidden {
            0 => String::new(),
            stones => format!(", {stones} hidden first and first moves noted"),
        };
        format!(
            "{0:.0} playouts a second on {1}x{1}, {2} {threads}, {3}{hidden}\n  \
             {4} in {5:.1} s, mean length {6:.2} plies, mean lead of Black {7:+.2}, {8} capped\n  \
             seed {9}, signature {10}; the first {CHECKED} agree with the portable path\n",
            self.playouts_per_second,
            self.size,
            self.threads,
            self.path,
            self.playouts,
            self.seconds,
            self.mean_length,
            self.mean_lead,
            self.capped,
            self.seed,
            self.signature,
        )
    }
}
