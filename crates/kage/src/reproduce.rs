//! `kage reproduce`: the experiments of the literature, played again beside the published figures.

use crate::args::Reproduce as Options;
use crate::experiments::{Experiment, PairingLine, Scale, Verdict, published_rate};
use crate::failure::Failure;
use crate::tournament::{aligned, contestant, play};
use crate::{files, machine};
use kage_arena::pages::{Study, html, markdown};
use kage_arena::{
    Budget, Conditions, Entrant, Interval, Pairing, Results, Tally, Tournament, wilson95,
};
use kage_goban::BoardSize;
use kage_phantom::{RefereeRules, nearest};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    if options.names.is_empty() {
        return list();
    }
    let experiments = chosen(&options.names)?;
    let mut rows = Vec::new();
    for experiment in &experiments {
        let Some(results) = reproduce(experiment, options)? else { return Ok(()) };
        let table = Table::of(experiment, &results);
        if options.json {
            rows.push(table.json());
        } else {
            anstream::stdout().lock().write_all(table.text().as_bytes())?;
        }
    }
    if options.json {
        let mut out = anstream::stdout().lock();
        files::write_json(&mut out, &rows)?;
    }
    Ok(())
}

fn list() -> Result<(), Failure> {
    let mut rows = vec![["", "name", "what", "from"].map(str::to_owned).to_vec()];
    for experiment in Experiment::all() {
        let Experiment { name, title, source, .. } = experiment.map_err(Failure::Other)?;
        rows.push(vec![String::new(), name, title, source]);
    }
    Ok(anstream::stdout().lock().write_all(crate::tournament::aligned_left(&rows).as_bytes())?)
}

/// The experiments by name; a name that ends in `-` stands for all that begin so.
fn chosen(names: &[String]) -> Result<Vec<Experiment>, Failure> {
    let mut all = Vec::new();
    for name in names {
        let stem = name.strip_suffix('-').map(|_| name.as_str());
        let fits = |known: &str| known == name || stem.is_some_and(|stem| known.starts_with(stem));
        if !Experiment::names().any(fits) {
            let near = nearest(name, Experiment::names());
            return Err(Failure::Usage(format!(
                "there is no experiment `{name}`; did you mean `{near}`? `kage reproduce` lists them"
            )));
        }
        for experiment in Experiment::all() {
            let experiment = experiment.map_err(Failure::Other)?;
            if fits(&experiment.name) {
                all.push(experiment);
            }
        }
    }
    Ok(all)
}

/// Plays an experiment, or the rest of it, and writes its reports. Nothing comes back if it was
/// interrupted.
fn reproduce(experiment: &Experiment, options: &Options) -> Result<Option<Results>, Failure> {
    let word = if options.full { "full" } else { "quick" };
    let mut scale = if options.full { experiment.full.clone() } else { experiment.quick.clone() };
    scale.games = options.games.unwrap_or(scale.games);
    let mut name = format!("{}-{word}", experiment.name);
    for (value, number) in &options.set {
        if scale.values.insert(value.clone(), *number).is_none() {
            let known: Vec<&str> = scale.values.keys().map(String::as_str).collect();
            let what = format!("{} has no value `{value}`", experiment.name);
            return Err(Failure::Usage(format!("{what}; it has: {}", known.join(", "))));
        }
        name += &format!("-{value}{number}");
    }
    std::fs::create_dir_all(&options.out)
        .map_err(|error| Failure::Other(format!("{}: {error}", options.out.display())))?;
    let store = options.out.join(format!("{name}.kage"));
    let tournament = prepare(experiment, &scale, store, options)?;
    let (results, interrupted) = play(&tournament)?;
    if interrupted {
        return Ok(None);
    }
    write_reports(experiment, &results, &options.out.join(name))?;
    Ok(Some(results))
}

fn prepare(
    experiment: &Experiment,
    scale: &Scale,
    store: PathBuf,
    options: &Options,
) -> Result<Tournament, Failure> {
    let mut rules: RefereeRules = experiment
        .rules
        .parse()
        .map_err(|error| Failure::Other(format!("{}: {error}", experiment.name)))?;
    // Budgets are in playouts: no clock, so that everything repeats.
    rules.clock.main = None;
    let budget = Budget { playouts: None, time_per_move: None, clock: None };
    let terms = budget.terms(rules, BoardSize::NINE);
    let entrants: Vec<Entrant> = experiment
        .players
        .iter()
        .map(|player| Entrant {
            name: player.name.clone(),
            spec: Experiment::spec(player, scale),
            sighted: false,
        })
        .collect();
    let pairing = |line: &PairingLine| {
        let [first, second] = &line.players;
        let players = [experiment.place(first)?, experiment.place(second)?];
        // Who asks for a number of games gets it.
        let most = line.most.filter(|_| options.games.is_none()).unwrap_or(scale.games);
        let games = scale.games.min(most);
        Some(Pairing { players, games })
    };
    let conditions = Conditions {
        title: format!("{}, version {}: {}", experiment.name, experiment.version, experiment.title),
        rules: terms.rules.to_string(),
        size: BoardSize::NINE.get(),
        time: terms.time.to_string(),
        seed: options.seed,
        sprt: None,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        machine: machine::describe(),
        pairings: experiment.pairings.iter().filter_map(pairing).collect(),
        entrants,
    };
    Ok(Tournament {
        contestants: conditions.entrants.iter().map(contestant).collect(),
        conditions,
        terms,
        concurrency: options.concurrency,
        decide: None,
        store,
    })
}

/// `NAME.md` and `NAME.html` beside the store.
fn write_reports(experiment: &Experiment, results: &Results, at: &Path) -> Result<(), Failure> {
    let study = Study::of(results).map_err(|error| Failure::Other(error.to_string()))?;
    let table = Table::of(experiment, results).markdown();
    // The names have dots in them: the ending is put on, not in their place.
    let file = |ending: &str| PathBuf::from(format!("{}.{ending}", at.display()));
    files::save(&file("md"), &format!("{table}\n{}", markdown(&study)), true)?;
    files::save(&file("html"), &html(&study), true)?;
    let (page, text) = (file("html"), file("md"));
    anstream::eprintln!("Written: {} and {}", page.display(), text.display());
    Ok(())
}

/// Published figures beside ours.
struct Table<'a> {
    experiment: &'a Experiment,
    conditions: &'a Conditions,
    lines: Vec<Line>,
}

struct Line {
    players: [String; 2],
    published: Option<[u32; 2]>,
    ours: Tally,
    verdict: Option<Verdict>,
}

impl Line {
    fn of(line: &PairingLine, ours: Tally) -> Line {
        let verdict = |published| Verdict::of(published, ours.points(), ours.games());
        let PairingLine { players, published, .. } = line.clone();
        Line { players, published, ours, verdict: published.map(verdict) }
    }

    fn cells(&self) -> Vec<String> {
        let [first, second] = &self.players;
        let published = self.published.map(|[won, lost]| format!("{won} - {lost}"));
        let tally = self.ours;
        vec![
            String::new(),
            format!("{first} v {second}"),
            published.unwrap_or_else(|| "none".to_owned()),
            self.published.map_or(String::new(), |published| percent(published_rate(published))),
            format!("{} - {}", tally.points(), f64::from(tally.games()) - tally.points()),
            percent(wilson95(tally.points(), tally.games())),
            self.verdict.map_or("", Verdict::words).to_owned(),
        ]
    }
}

const HEAD: [&str; 7] = ["", "pairing", "published", "rate (95%)", "ours", "rate (95%)", "verdict"];

fn percent(interval: Interval) -> String {
    let [rate, low, high] = [interval.rate, interval.low, interval.high].map(|rate| 100.0 * rate);
    format!("{rate:.0}% ({low:.0} to {high:.0})")
}

impl<'a> Table<'a> {
    fn of(experiment: &'a Experiment, results: &'a Results) -> Table<'a> {
        let conditions = &results.conditions;
        let lines = experiment.pairings.iter().zip(&conditions.pairings).map(|(line, pairing)| {
            let [first, second] = pairing.players;
            Line::of(line, results.tally(first, Some(second)))
        });
        Table { experiment, conditions, lines: lines.collect() }
    }

    fn text(&self) -> String {
        let Experiment { name, version, title, source, about, budget, .. } = self.experiment;
        let mut rows = vec![HEAD.map(str::to_owned).to_vec()];
        rows.extend(self.lines.iter().map(Line::cells));
        let specs = self.conditions.entrants.iter();
        let specs =
            specs.map(|player| vec![String::new(), player.name.clone(), player.spec.clone()]);
        let specs = crate::tournament::aligned_left(&specs.collect::<Vec<_>>());
        format!(
            "\n{name}, version {version}: {title}\n{source}\n\n{}\n\n{}\n\n{specs}\n{}",
            about.trim(),
            budget.trim(),
            aligned(&rows)
        )
    }

    fn markdown(&self) -> String {
        let Experiment { name, version, title, source, about, budget, .. } = self.experiment;
        let mut text = format!(
            "# {name}, version {version}: {title}\n\n{source}. {}\n\n{}\n\n",
            about.trim(),
            budget.trim()
        );
        text += "| pairing | published | rate (95%) | ours | rate (95%) | verdict |\n";
        text += "|---|--:|--:|--:|--:|---|\n";
        for line in &self.lines {
            text += &format!("| {} |\n", line.cells()[1..].join(" | "));
        }
        text
    }

    fn json(&self) -> serde_json::Value {
        let lines = self.lines.iter().map(|line| {
            let ours = wilson95(line.ours.points(), line.ours.games());
            json!({
                "players": line.players,
                "published": line.published,
                "games": line.ours.games(),
                "points": line.ours.points(),
                "rate": ours.rate,
                "wilson95": [ours.low, ours.high],
                "verdict": line.verdict.map(Verdict::words),
            })
        });
        json!({
            "experiment": self.experiment.name,
            "version": self.experiment.version,
            "source": self.experiment.source,
            "conditions": self.conditions,
            "pairings": lines.collect::<Vec<_>>(),
        })
    }
}
