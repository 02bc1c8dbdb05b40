//! `kage reproduce`: the experiments of the literature, played again beside the published figures.

use super::tournament::{contestant, play};
use crate::args::Reproduce as Options;
use crate::failure::Failure;
use crate::render::{columns, comparison};
use crate::{files, interrupt, machine};
use kage_arena::Results;
use kage_arena::pages::{Replays, Study, html, markdown};
use kage_lab::{
    CompactEnd, CompactGoal, CompactRuns, Comparison, Experiment, ExperimentError, Reproduction,
    ReproductionConfig, Scale, write_page,
};
use std::io::Write;
use std::path::{Path, PathBuf};

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    match (&options.compact, &options.page) {
        (Some(folder), Some(page)) => return Ok(write_page(folder, page, &all_experiments()?)?),
        (Some(folder), None) => return compact(folder, options),
        (None, _) => {}
    }
    if options.names.is_empty() {
        return list();
    }
    let mut all = Vec::new();
    for experiment in &Experiment::named(&options.names)? {
        let Some(results) = reproduce(experiment, options)? else { return Ok(()) };
        let comparison = Comparison::of(experiment, &results);
        if options.json {
            all.push(serde_json::to_value(comparison.json()).map_err(std::io::Error::from)?);
        } else {
            let text = comparison::in_words(&comparison);
            anstream::stdout().lock().write_all(text.as_bytes())?;
        }
    }
    if options.json {
        files::write_json(&mut anstream::stdout().lock(), &all)?;
    }
    Ok(())
}

fn all_experiments() -> Result<Vec<Experiment>, ExperimentError> {
    Experiment::all().collect()
}

/// Plays the experiments, or the rest of them, and keeps results alone.
fn compact(folder: &Path, options: &Options) -> Result<(), Failure> {
    let experiments = Experiment::named(&options.names)?;
    let mut runs = CompactRuns::open(folder, &experiments, &config(options), contestant)?;
    let stop = interrupt::stop_on_interrupt();
    let goal = CompactGoal { hours: options.hours.unwrap_or(f64::INFINITY), close: options.close };
    match runs.play(goal, &stop, &mut |note| anstream::eprintln!("{note}"))? {
        CompactEnd::Complete { left_out: 0 } => {}
        CompactEnd::Complete { left_out } => {
            let what = "were void three times each and are missing; run the same command to try them again";
            return Err(Failure::Other(format!("{left_out} games {what}")));
        }
        CompactEnd::Stopped => anstream::eprintln!("Stopped; run the same command to go on."),
        CompactEnd::Hours(hours) => anstream::eprintln!("Stopped after {hours:.1} hours."),
    }
    Ok(())
}

fn list() -> Result<(), Failure> {
    let head = ["", "name", "pairings", "quick", "small", "full", "what", "from"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for experiment in all_experiments()? {
        let [quick, small, full] =
            [&experiment.quick, &experiment.small, &experiment.full].map(games);
        let pairings = experiment.pairings.len().to_string();
        let Experiment { name, title, source, .. } = experiment;
        rows.push(vec![String::new(), name, pairings, quick, small, full, title, source]);
    }
    let mut text = columns::all_left(&rows);
    text += "\nquick, small and full: the games of each pairing at this scale.\n";
    Ok(anstream::stdout().lock().write_all(text.as_bytes())?)
}

/// The games of each pairing at a scale, and at how many points of its sweep.
fn games(scale: &Scale) -> String {
    let points = scale.sweep.as_ref().map(|sweep| format!(" at {} points", sweep.points.len()));
    format!("{}{}", scale.games, points.unwrap_or_default())
}

/// Plays an experiment, or the rest of it, and writes its reports. `None` if it was interrupted.
fn reproduce(experiment: &Experiment, options: &Options) -> Result<Option<Results>, Failure> {
    let config = config(options);
    let Reproduction { name, tournament } = Reproduction::prepare(experiment, &config, contestant)?;
    std::fs::create_dir_all(&options.out)
        .map_err(|error| Failure::Write(options.out.clone(), error))?;
    let (results, interrupted) = play(&tournament)?;
    if interrupted {
        return Ok(None);
    }
    write_reports(experiment, &results, &options.out.join(name))?;
    Ok(Some(results))
}

/// How the options want it played.
fn config(options: &Options) -> ReproductionConfig {
    ReproductionConfig {
        effort: options.scale,
        games: options.games,
        values: options.set.clone(),
        folder: options.out.clone(),
        concurrency: options.concurrency,
        seed: options.seed,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        machine: machine::describe(),
    }
}

/// `NAME.md` and `NAME.html` beside the store.
fn write_reports(experiment: &Experiment, results: &Results, at: &Path) -> Result<(), Failure> {
    let study = Study::of(results, Replays::WorthSeeing)
        .map_err(|error| Failure::Other(error.to_string()))?;
    let table = Comparison::of(experiment, results).markdown();
    // The names contain dots, so the ending is appended and does not replace a part.
    let file = |ending: &str| PathBuf::from(format!("{}.{ending}", at.display()));
    files::save(&file("md"), &format!("{table}\n{}", markdown(&study)), true)?;
    files::save(&file("html"), &html(&study), true)?;
    let (page, text) = (file("html"), file("md"));
    anstream::eprintln!("Written: {} and {}", page.display(), text.display());
    Ok(())
}
