//! `kage bench worlds`: how many worlds a second, how many of them fit, and their effective sample size.

use crate::args::BenchWorlds;
use crate::failure::Failure;
use crate::{files, recorded};
use indicatif::ProgressBar;
use kage_lab::{SamplingRateConfig, SamplingReport, sampling_rate};
use std::path::Path;

pub(crate) fn run(options: &BenchWorlds) -> Result<(), Failure> {
    let games = recorded::load_first(&options.files)?;
    let config = SamplingRateConfig {
        moves: options.moves.clone(),
        prior: options.prior.clone(),
        seconds: options.seconds,
        seed: options.seed,
    };
    let bar = ProgressBar::new((games.len() * 2 * options.moves.len()) as u64);
    let report = sampling_rate(&games, &config, || bar.inc(1))?;
    bar.finish_and_clear();
    files::say(&report, options.json, || in_words(&report))
}

fn in_words(report: &SamplingReport) -> String {
    let mut text = String::from(
        "game                       seat  move  worlds/s  verified   worlds distinct  effective  at   steps/s  accepted\n",
    );
    for one in &report.positions {
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
        report.seconds, report.prior, report.seed
    )
}
