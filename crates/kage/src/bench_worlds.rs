//! `kage bench worlds`: how many worlds a second, how many of them fit, and what they are worth.

use crate::args::BenchWorlds;
use crate::failure::Failure;
use crate::{files, hearing};
use indicatif::ProgressBar;
use kage_belief::{History, Mixing, Options, Sampler, verify};
use kage_goban::Color;
use kage_phantom::View;
use kage_record::Transcript;
use serde::Serialize;
use std::path::Path;
use std::time::{Duration, Instant};

pub(crate) fn run(options: &BenchWorlds) -> Result<(), Failure> {
    let games: Result<Vec<Transcript>, Failure> =
        options.files.iter().map(|file| Ok(files::load(file, 1)?.0)).collect();
    let games = games?;
    let bar = ProgressBar::new((games.len() * 2 * options.moves.len()) as u64);
    let mut positions = Vec::new();
    for (file, game) in options.files.iter().zip(&games) {
        for seat in Color::BOTH {
            positions.extend(measure_game(file, game, seat, options, &bar)?);
        }
    }
    bar.finish_and_clear();
    let prior = options.prior.to_string();
    let report = Report { seed: options.seed, seconds: options.seconds, prior, positions };
    files::say(&report, options.json, || report.in_words())
}

#[derive(Serialize)]
struct Report {
    seed: u64,
    seconds: f64,
    prior: String,
    positions: Vec<Measured>,
}

#[derive(Serialize)]
struct Measured {
    file: String,
    seat: &'static str,
    #[serde(rename = "move")]
    at: usize,
    /// Verified worlds for each second of drawing and verifying.
    worlds_per_second: f64,
    /// The share of the worlds that fit.
    verified: f64,
    worlds: usize,
    distinct: usize,
    effective_sample_size: f64,
    /// The point where they are worth so little.
    slowest_point: Option<String>,
    steps_per_second: f64,
    accepted: f64,
    update_milliseconds: f64,
    fallbacks: u64,
    failures: u64,
}

/// A sampler hears a game as in play, and is measured on the way.
fn measure_game(
    file: &Path,
    game: &Transcript,
    seat: Color,
    options: &BenchWorlds,
    bar: &ProgressBar,
) -> Result<Vec<Measured>, Failure> {
    let settings = Options::default().with_seed(options.seed);
    let mut sampler = History::with_prior(settings, options.prior.prior()?);
    let mut found = Vec::new();
    let mut slowest = Duration::ZERO;
    for (at, view) in hearing::views(game, file, seat)?.iter().enumerate() {
        let start = Instant::now();
        sampler.update(view);
        slowest = slowest.max(start.elapsed());
        if options.moves.contains(&at) {
            let mut measured = measure(&mut sampler, view, settings.chains, options.seconds);
            measured.file = file.display().to_string();
            measured.at = at;
            measured.update_milliseconds = slowest.as_secs_f64() * 1e3;
            found.push(measured);
            bar.inc(1);
        }
    }
    Ok(found)
}

/// Draws and verifies worlds until the time is up.
fn measure(sampler: &mut impl Sampler, view: &View, chains: usize, seconds: f64) -> Measured {
    let mut mixing = Mixing::new(chains);
    let mut verified = 0_u64;
    let before = sampler.stats();
    let start = Instant::now();
    let mut drawing = Duration::ZERO;
    while start.elapsed().as_secs_f64() < seconds {
        let round = Instant::now();
        let mut checking = Duration::ZERO;
        sampler.draw(chains, &mut |world| {
            let check = Instant::now();
            verified += u64::from(verify(view, world));
            mixing.add(world, !view.color());
            checking += check.elapsed();
        });
        drawing += round.elapsed().saturating_sub(checking);
    }
    let elapsed = start.elapsed().as_secs_f64();
    let after = sampler.stats();
    let (steps, accepted) = (after.steps - before.steps, after.accepted - before.accepted);
    Measured {
        file: String::new(),
        seat: if view.color() == Color::Black { "black" } else { "white" },
        at: 0,
        worlds_per_second: verified as f64 / elapsed,
        verified: verified as f64 / mixing.worlds().max(1) as f64,
        worlds: mixing.worlds(),
        distinct: mixing.distinct(),
        effective_sample_size: mixing.effective_sample_size(),
        slowest_point: mixing.slowest().map(|(point, _)| point.to_string()),
        steps_per_second: steps as f64 / drawing.as_secs_f64(),
        accepted: accepted as f64 / steps.max(1) as f64,
        update_milliseconds: 0.0,
        fallbacks: after.fallbacks,
        failures: after.failures,
    }
}

impl Report {
    fn in_words(&self) -> String {
        let mut text = String::from(
            "game                       seat  move  worlds/s  verified   worlds distinct  effective  at   steps/s  accepted\n",
        );
        for one in &self.positions {
            let name = Path::new(&one.file).file_stem().unwrap_or_default().to_string_lossy();
            text += &format!(
                "{name:<26.26} {:<5} {:>4} {:>9.0} {:>8.1}% {:>8} {:>8} {:>10.0}  {:<3} {:>8.0} {:>8.1}%\n",
                one.seat,
                one.at,
                one.worlds_per_second,
                100.0 * one.verified,
                one.worlds,
                one.distinct,
                one.effective_sample_size,
                one.slowest_point.as_deref().unwrap_or(""),
                one.steps_per_second,
                100.0 * one.accepted,
            );
        }
        text + &format!(
            "drawn and verified for {} s each, one thread, prior {}, seed {}\n",
            self.seconds, self.prior, self.seed
        )
    }
}
