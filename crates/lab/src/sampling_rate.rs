//! The sampling rate: worlds a second, the share that fits, and the effective sample size.

use crate::{PriorChoice, PriorError, RecordedGame, RecordedGameError};
use kage_belief::{History, Options, SampleDiagnostics, Sampler, verify};
use kage_goban::Color;
use kage_phantom::Seat;
use serde::Serialize;
use std::fmt;
use std::time::{Duration, Instant};

/// What is measured.
#[derive(Clone, PartialEq, Debug)]
pub struct SamplingRateConfig {
    /// After which moves, from both seats.
    pub moves: Vec<usize>,
    /// The prior of the histories.
    pub prior: PriorChoice,
    /// Seconds at each moment.
    pub seconds: f64,
    /// The seed of the sampler.
    pub seed: u64,
}

/// Why a rate could not be measured.
#[derive(Debug)]
pub enum SamplingRateError {
    /// A game cannot have been played.
    Game(RecordedGameError),
    /// The prior cannot be loaded.
    Prior(PriorError),
}

impl fmt::Display for SamplingRateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SamplingRateError::Game(error) => error.fmt(f),
            SamplingRateError::Prior(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SamplingRateError {}

impl From<RecordedGameError> for SamplingRateError {
    fn from(error: RecordedGameError) -> SamplingRateError {
        SamplingRateError::Game(error)
    }
}

impl From<PriorError> for SamplingRateError {
    fn from(error: PriorError) -> SamplingRateError {
        SamplingRateError::Prior(error)
    }
}

/// The rates at all moments.
#[derive(Clone, Serialize, Debug)]
pub struct SamplingReport {
    /// The seed of the sampler.
    pub seed: u64,
    /// Seconds at each moment.
    pub seconds: f64,
    /// The name of the prior.
    pub prior: String,
    /// One row for each game, seat and moment.
    pub positions: Vec<SamplingRate>,
}

/// The rate at one moment.
#[derive(Clone, Serialize, Debug)]
pub struct SamplingRate {
    /// The game's file.
    pub file: String,
    /// `black` or `white`.
    pub seat: &'static str,
    /// After how many moves.
    #[serde(rename = "move")]
    pub at: usize,
    /// Verified worlds for each second of drawing and verifying.
    pub worlds_per_second: f64,
    /// The share of the worlds that fit.
    pub verified: f64,
    /// Worlds drawn.
    pub worlds: usize,
    /// Different ones.
    pub distinct: usize,
    /// Their effective sample size.
    pub effective_sample_size: f64,
    /// The point with this effective sample size.
    pub slowest_point: Option<String>,
    /// Steps of the chains.
    pub steps_per_second: f64,
    /// The share of the steps that were accepted.
    pub accepted: f64,
    /// The longest update so far.
    pub update_milliseconds: f64,
    /// Worlds without a history.
    pub fallbacks: u64,
    /// Updates after which no chain was consistent.
    pub failures: u64,
}

/// Measures at all moments of all games. `step` is called after each moment.
pub fn sampling_rate(
    games: &[RecordedGame],
    config: &SamplingRateConfig,
    mut step: impl FnMut(),
) -> Result<SamplingReport, SamplingRateError> {
    let mut positions = Vec::new();
    for game in games {
        for seat in Color::BOTH {
            positions.extend(measure_game(game, seat, config, &mut step)?);
        }
    }
    let SamplingRateConfig { seed, seconds, .. } = *config;
    Ok(SamplingReport { seed, seconds, prior: config.prior.to_string(), positions })
}

/// Gives a sampler the observations of a game as in play, and measures it at the moments.
fn measure_game(
    game: &RecordedGame,
    seat: Color,
    config: &SamplingRateConfig,
    step: &mut impl FnMut(),
) -> Result<Vec<SamplingRate>, SamplingRateError> {
    let options = Options::default().with_seed(config.seed);
    let mut sampler = History::with_prior(options, config.prior.prior()?);
    let mut rates = Vec::new();
    let mut slowest = Duration::ZERO;
    for (at, view) in game.seats(seat)?.iter().enumerate() {
        let start = Instant::now();
        sampler.update(view);
        slowest = slowest.max(start.elapsed());
        if config.moves.contains(&at) {
            let mut rate = measure(&mut sampler, view, options.chains, config.seconds);
            rate.file = game.file.display().to_string();
            rate.at = at;
            rate.update_milliseconds = slowest.as_secs_f64() * 1e3;
            rates.push(rate);
            step();
        }
    }
    Ok(rates)
}

/// Draws and verifies worlds until the time is over.
fn measure(sampler: &mut impl Sampler, view: &Seat, chains: usize, seconds: f64) -> SamplingRate {
    let mut diagnostics = SampleDiagnostics::new(chains);
    let mut verified = 0_u64;
    let before = sampler.stats();
    let start = Instant::now();
    let mut drawing = Duration::ZERO;
    while start.elapsed().as_secs_f64() < seconds {
        let round = Instant::now();
        let mut checking = Duration::ZERO;
        sampler.draw(chains, &mut |world| {
            let check = Instant::now();
            verified += u64::from(verify(view, &world));
            diagnostics.add(&world, !view.color());
            checking += check.elapsed();
        });
        drawing += round.elapsed().saturating_sub(checking);
    }
    let elapsed = start.elapsed().as_secs_f64();
    let after = sampler.stats();
    let (steps, accepted) = (after.steps - before.steps, after.accepted - before.accepted);
    SamplingRate {
        file: String::new(),
        seat: if view.color() == Color::Black { "black" } else { "white" },
        at: 0,
        worlds_per_second: verified as f64 / elapsed,
        verified: verified as f64 / diagnostics.worlds().max(1) as f64,
        worlds: diagnostics.worlds(),
        distinct: diagnostics.distinct(),
        effective_sample_size: diagnostics.effective_sample_size(),
        slowest_point: diagnostics.slowest().map(|(point, _)| point.to_string()),
        steps_per_second: steps as f64 / drawing.as_secs_f64(),
        accepted: accepted as f64 / steps.max(1) as f64,
        update_milliseconds: 0.0,
        fallbacks: after.fallbacks,
        failures: after.failures,
    }
}
