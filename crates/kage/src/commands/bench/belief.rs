//! `kage bench belief`: how well samplers of worlds predict the hidden stones of recorded games.

use crate::args::BenchBelief;
use crate::failure::Failure;
use crate::render::calibration;
use crate::{files, recorded};
use indicatif::ProgressBar;
use kage_lab::{CalibrationConfig, calibrate, calibration_page};

pub(crate) fn run(options: &BenchBelief) -> Result<(), Failure> {
    let mut games = recorded::load(&options.files)?;
    games.truncate(options.games.unwrap_or(usize::MAX));
    let config = CalibrationConfig {
        samplers: options.samplers.iter().map(|&sampler| sampler.into()).collect(),
        priors: options.priors.clone(),
        worlds: options.worlds,
        chains: options.chains,
        every: options.every,
        seed: options.seed,
    };
    let bar = ProgressBar::new(config.steps(games.len()));
    let report = calibrate(&games, &config, || bar.inc(1))?;
    bar.finish_and_clear();
    if let Some(path) = &options.html {
        files::save(path, &calibration_page(&report), options.force)?;
    }
    files::say(&report, options.json, || calibration::table(&report))
}
