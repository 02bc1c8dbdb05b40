//! `kage reproduce`: the experiments of the literature, played again beside the published figures.

use super::tournament::{contestant, play};
use crate::args::Reproduce as Options;
use crate::failure::Failure;
use crate::render::{columns, comparison};
use crate::{files, interrupt, machine};
use kage_arena::Results;
use kage_arena::pages::{Replays, Study, html, markdown};
use kage_lab::{
    CompactEnd, CompactRuns, Comparison, Experiment, ExperimentError, Reproduction,
    ReproductionConfig, write_page,
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
    match runs.play(options.hours.unwrap_or(f64::INFINITY), &stop)? {
        CompactEnd::Complete => {}
        CompactEnd::Stopped => anstream::eprintln!("Stopped; run the same command to go on."),
        CompactEnd::Hours(hours) => anstream::eprintln!("Stopped after {hours:.1} hours."),
    }
    Ok(())
}

fn list() -> Result<(), Failure> {
    let mut rows = vec![["", "name", "what", "from"].map(str::to_owned).to_vec()];
    for Experiment { name, title, source, .. } in all_experiments()? {
        rows.push(vec![String::new(), name, title, source]);
    }
    Ok(anstream::stdout().lock().write_all(columns::all_left(&rows).as_bytes())?)
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
