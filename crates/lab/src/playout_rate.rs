//! Playouts a second, with their correctness checked in the same run.

use crate::Instructions;
use kage_goban::{Board, BoardSize, Color, PointSet};
use kage_parallel::WorkerPanicked;
use kage_playout::{Fill, Finish, Playouts, World, WrongSize};
use serde::Serialize;
use std::fmt;
use std::ops::Range;
use std::time::{Duration, Instant};

/// The number of games that are also played with portable instructions.
pub const CHECKED: u64 = 2_000;
/// The number of games before the clock is checked again.
const CHUNK: u64 = 8_192;
/// The mean length on 9x9 from the empty board, passes included, and its tolerance.
const LENGTH_9: f64 = 111.06;
const TOLERANCE_9: f64 = 0.15;

/// What is measured.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayoutConfig {
    /// The board.
    pub size: BoardSize,
    /// For how long.
    pub seconds: f64,
    /// Threads, each with its own games.
    pub threads: u16,
    /// White stones hidden before each game. First moves are noted then too.
    pub hidden: u16,
    /// The seed of the games.
    pub seed: u64,
    /// The instructions.
    pub instructions: Instructions,
}

/// Why a rate is not valid.
#[derive(Clone, PartialEq, Debug)]
pub enum PlayoutError {
    /// The fast path and the portable path disagree.
    Paths {
        /// The name of the fast path.
        path: String,
        /// Its signature.
        fast: u64,
        /// The signature of the portable path.
        portable: u64,
    },
    /// The mean length on 9x9 is known, and this one differs.
    Length(f64),
    /// A thread panicked.
    Worker(WorkerPanicked),
    /// The playouts do not support boards of this size.
    Game(WrongSize),
}

impl fmt::Display for PlayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayoutError::Paths { path, fast, portable } => write!(
                f,
                "the {path} playouts are wrong: the portable ones give another answer \
                 ({fast:x} and {portable:x})"
            ),
            PlayoutError::Length(found) => write!(
                f,
                "the playouts are wrong: their mean length is {found:.2}, it must be {LENGTH_9}"
            ),
            PlayoutError::Worker(error) => error.fmt(f),
            PlayoutError::Game(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PlayoutError {}

impl From<WorkerPanicked> for PlayoutError {
    fn from(error: WorkerPanicked) -> PlayoutError {
        PlayoutError::Worker(error)
    }
}

impl From<WrongSize> for PlayoutError {
    fn from(error: WrongSize) -> PlayoutError {
        PlayoutError::Game(error)
    }
}

/// What was measured.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct PlayoutRate {
    /// Lines of the board.
    pub size: u8,
    /// Threads.
    pub threads: u16,
    /// The instructions that were used.
    pub path: String,
    /// How long it took.
    pub seconds: f64,
    /// Games.
    pub playouts: u64,
    /// Games a second.
    pub playouts_per_second: f64,
    /// Plies, passes included.
    pub mean_length: f64,
    /// Black's lead in points.
    pub mean_lead: f64,
    /// Games that were cut off at the maximum length.
    pub capped: u64,
    /// White stones hidden before each game.
    pub hidden: u16,
    /// The seed.
    pub seed: u64,
    /// A hash over the first games. It changes when the playouts do.
    pub signature: String,
}

/// The sums of many playouts.
#[derive(Clone, Copy, Default)]
struct RateCounts {
    playouts: u64,
    plies: u64,
    plies_squared: f64,
    lead: i64,
    capped: u64,
}

impl RateCounts {
    fn add(&mut self, finish: &Finish) {
        self.playouts += 1;
        self.plies += u64::from(finish.plies);
        self.plies_squared += f64::from(finish.plies).powi(2);
        self.lead += i64::from(finish.lead());
        self.capped += u64::from(finish.capped);
    }

    fn merge(&mut self, other: &RateCounts) {
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

/// The games that are played: from the empty board, or with hidden stones placed first.
pub struct PlayoutRun {
    config: PlayoutConfig,
    playouts: Playouts,
    world: World,
}

impl PlayoutRun {
    /// Prepares the games.
    pub fn new(config: PlayoutConfig) -> PlayoutRun {
        let playouts = Playouts::new(config.size, config.seed);
        let playouts = match config.instructions {
            Instructions::Portable => playouts.portable(),
            _ => playouts,
        };
        let world = World::new(&Board::new(config.size), Color::Black);
        let onto = PointSet::board(config.size);
        let fill = Fill { color: Color::White, count: config.hidden, onto };
        // All points of a board are on it.
        let world = world.with_fill(fill).unwrap_or(world);
        PlayoutRun { config, playouts, world }
    }

    /// Plays until the time is over. `tick` is called regularly with the time that has passed.
    pub fn measure(&self, tick: impl Fn(Duration) + Sync) -> Result<PlayoutRate, PlayoutError> {
        let signature = self.check()?;
        let start = Instant::now();
        let tally = self.play_until(start, &tick)?;
        let seconds = start.elapsed().as_secs_f64();
        let PlayoutConfig { size, threads, hidden, seed, .. } = self.config;
        let rate = PlayoutRate {
            size: size.get(),
            threads,
            path: self.playouts.path().to_string(),
            seconds,
            playouts: tally.playouts,
            playouts_per_second: tally.playouts as f64 / seconds,
            mean_length: tally.mean_plies(),
            mean_lead: tally.lead as f64 / tally.playouts.max(1) as f64,
            capped: tally.capped,
            hidden,
            seed,
            signature: format!("{signature:016x}"),
        };
        self.check_length(&tally)?;
        Ok(rate)
    }

    fn play(
        &self,
        playouts: &Playouts,
        games: Range<u64>,
        mut finish: impl FnMut(Finish),
    ) -> Result<(), WrongSize> {
        if self.config.hidden > 0 {
            playouts.run_traced(games, |_| &self.world, |end, _| finish(end))
        } else {
            playouts.run(games, |_| &self.world, finish)
        }
    }

    /// Plays the first games on both paths, which must agree.
    fn check(&self) -> Result<u64, PlayoutError> {
        let fast = self.signature(&self.playouts)?;
        let portable = self.signature(&self.playouts.portable())?;
        if fast == portable {
            return Ok(fast);
        }
        Err(PlayoutError::Paths { path: self.playouts.path().to_string(), fast, portable })
    }

    fn signature(&self, playouts: &Playouts) -> Result<u64, WrongSize> {
        let mut sum = 0_u64;
        self.play(playouts, 0..CHECKED, |finish| {
            let game = [finish.game, u64::from(finish.plies), finish.lead() as u64];
            // Games end in any order, so the sum must not depend on it.
            sum = sum.wrapping_add(game.iter().fold(0xCBF2_9CE4_8422_2325, |hash: u64, part| {
                (hash ^ part).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23)
            }));
        })?;
        Ok(sum)
    }

    /// Plays different games on every thread.
    fn play_until(
        &self,
        start: Instant,
        tick: &(impl Fn(Duration) + Sync),
    ) -> Result<RateCounts, PlayoutError> {
        let time = Duration::from_secs_f64(self.config.seconds);
        let worker = |thread: u64| -> Result<RateCounts, WrongSize> {
            let mut tally = RateCounts::default();
            let mut at = thread << 40;
            while start.elapsed() < time {
                self.play(&self.playouts, at..at + CHUNK, |finish| tally.add(&finish))?;
                at += CHUNK;
                if thread == 0 {
                    tick(start.elapsed());
                }
            }
            Ok(tally)
        };
        let threads = u64::from(self.config.threads);
        let mut sum = RateCounts::default();
        for part in kage_parallel::map(0..threads, worker)? {
            sum.merge(&part?);
        }
        Ok(sum)
    }

    /// On 9x9 the mean length is known, so a wrong kernel is found.
    fn check_length(&self, tally: &RateCounts) -> Result<(), PlayoutError> {
        let allowed = TOLERANCE_9 + 5.0 * tally.error_of_mean();
        let known = self.config.size == BoardSize::NINE && self.config.hidden == 0;
        let found = tally.mean_plies();
        if known && (found - LENGTH_9).abs() > allowed {
            return Err(PlayoutError::Length(found));
        }
        Ok(())
    }
}
