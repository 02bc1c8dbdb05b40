//! An experiment of the literature as a tournament, and its results beside the published ones.

use crate::experiments::is_sighted;
use crate::{Experiment, PairingLine, Scale, Verdict, published_rate};
use kage_arena::{
    Budget, Conditions, Contestant, Entrant, Interval, Pairing, Results, Tournament, WinDrawLoss,
    wilson95,
};
use kage_goban::BoardSize;
use kage_phantom::{RefereeRules, RulesError};
use serde::Serialize;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// How large a reproduction is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// Few games at small budgets, in minutes.
    Quick,
    /// Many games at small budgets.
    Small,
    /// The published budgets.
    Full,
}

/// The text is no size: `quick`, `small` and `full` are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoEffort;

impl fmt::Display for NoEffort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a scale is `quick`, `small` or `full`")
    }
}

impl std::error::Error for NoEffort {}

impl FromStr for Effort {
    type Err = NoEffort;

    fn from_str(text: &str) -> Result<Effort, NoEffort> {
        let all = [Effort::Quick, Effort::Small, Effort::Full];
        all.into_iter().find(|effort| effort.word() == text).ok_or(NoEffort)
    }
}

impl Effort {
    /// Its name, on the command line and in the names of files.
    pub const fn word(self) -> &'static str {
        match self {
            Effort::Quick => "quick",
            Effort::Small => "small",
            Effort::Full => "full",
        }
    }

    /// The experiment's scale of this size.
    pub const fn scale(self, experiment: &Experiment) -> &Scale {
        match self {
            Effort::Quick => &experiment.quick,
            Effort::Small => &experiment.small,
            Effort::Full => &experiment.full,
        }
    }
}

/// How an experiment is played again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReproductionConfig {
    /// The effort.
    pub effort: Effort,
    /// Games a pairing, instead of the experiment's own number.
    pub games: Option<u32>,
    /// Values of the experiment that the user has set.
    pub values: Vec<(String, u64)>,
    /// The folder for the store.
    pub folder: PathBuf,
    /// Games at once.
    pub concurrency: u32,
    /// The seed.
    pub seed: u64,
    /// The version of Kage.
    pub version: String,
    /// The machine, in words.
    pub machine: String,
}

/// Why an experiment cannot be played.
#[derive(Clone, PartialEq, Debug)]
pub enum ReproductionError {
    /// The experiment has no such value.
    Value {
        /// The experiment.
        experiment: String,
        /// The requested name.
        value: String,
        /// The values it has.
        known: Vec<String>,
    },
    /// Its rules cannot be read.
    Rules(String, RulesError),
}

impl fmt::Display for ReproductionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReproductionError::Value { experiment, value, known } => {
                write!(f, "{experiment} has no value `{value}`; it has: {}", known.join(", "))
            }
            ReproductionError::Rules(experiment, error) => write!(f, "{experiment}: {error}"),
        }
    }
}

impl std::error::Error for ReproductionError {}

/// An experiment, ready to be played.
pub struct Reproduction {
    /// The name of its files: the experiment, the effort and the values that the user has set.
    pub name: String,
    /// The tournament.
    pub tournament: Tournament,
}

impl Reproduction {
    /// Prepares an experiment. `contestant` makes the player of an entrant.
    pub fn prepare(
        experiment: &Experiment,
        config: &ReproductionConfig,
        contestant: impl Fn(&Entrant) -> Contestant,
    ) -> Result<Reproduction, ReproductionError> {
        let (scale, name) = scaled(experiment, config)?;
        let rules = experiment.rules.parse();
        let mut rules: RefereeRules =
            rules.map_err(|error| ReproductionError::Rules(experiment.name.clone(), error))?;
        // Budgets are in playouts and there is no clock, so that everything repeats.
        rules.clock.main = None;
        let budget = Budget { playouts: None, time_per_move: None, clock: None };
        let terms = budget.terms(rules, BoardSize::NINE);
        let Experiment { name: experiment_name, version, title, .. } = experiment;
        let conditions = Conditions {
            title: format!("{experiment_name}, version {version}: {title}"),
            rules: terms.rules.to_string(),
            size: BoardSize::NINE.get(),
            time: terms.time.to_string(),
            seed: config.seed,
            sprt: None,
            version: config.version.clone(),
            machine: config.machine.clone(),
            entrants: entrants(experiment, &scale),
            pairings: pairings(experiment, &scale, config.games),
        };
        let tournament = Tournament {
            contestants: conditions.entrants.iter().map(contestant).collect(),
            conditions,
            terms,
            concurrency: config.concurrency,
            decide: None,
            store: config.folder.join(format!("{name}.kage")),
        };
        Ok(Reproduction { name, tournament })
    }
}

/// The scale with the values that the user has set, and the name of the files.
fn scaled(
    experiment: &Experiment,
    config: &ReproductionConfig,
) -> Result<(Scale, String), ReproductionError> {
    let (word, mut scale) = (config.effort.word(), config.effort.scale(experiment).clone());
    scale.games = config.games.unwrap_or(scale.games);
    let mut name = format!("{}-{word}", experiment.name);
    for (value, number) in &config.values {
        if scale.values.insert(value.clone(), *number).is_none() {
            scale.values.remove(value);
            return Err(ReproductionError::Value {
                experiment: experiment.name.clone(),
                value: value.clone(),
                known: scale.values.into_keys().collect(),
            });
        }
        name += &format!("-{value}{number}");
    }
    Ok((scale, name))
}

fn entrants(experiment: &Experiment, scale: &Scale) -> Vec<Entrant> {
    let players = experiment.players.iter();
    players
        .map(|player| {
            let spec = Experiment::spec(player, scale);
            Entrant { name: player.name.clone(), sighted: is_sighted(&spec), spec }
        })
        .collect()
}

fn pairings(experiment: &Experiment, scale: &Scale, asked: Option<u32>) -> Vec<Pairing> {
    let pairing = |line: &PairingLine| {
        let [first, second] = &line.players;
        let players = [experiment.place(first)?, experiment.place(second)?];
        // A number of games that the user has set is not reduced.
        let most = line.most.filter(|_| asked.is_none()).unwrap_or(scale.games);
        Some(Pairing { players, games: scale.games.min(most) })
    };
    experiment.pairings.iter().filter_map(pairing).collect()
}

/// Our results and the published ones, side by side.
pub struct Comparison<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// How it was played again.
    pub conditions: &'a Conditions,
    /// One row for each pairing.
    pub pairings: Vec<ComparedPairing>,
}

/// One pairing: the published result and ours.
#[derive(Clone, Debug)]
pub struct ComparedPairing {
    /// The players' names.
    pub players: [String; 2],
    /// The wins of each, as published.
    pub published: Option<[u32; 2]>,
    /// Ours.
    pub ours: WinDrawLoss,
    /// The comparison of both, if there is a published result.
    pub verdict: Option<Verdict>,
}

/// A comparison as JSON.
#[derive(Serialize)]
struct ComparisonJson<'a> {
    experiment: &'a str,
    version: u32,
    source: &'a str,
    conditions: &'a Conditions,
    pairings: Vec<PairingJson<'a>>,
}

#[derive(Serialize)]
struct PairingJson<'a> {
    players: &'a [String; 2],
    published: Option<[u32; 2]>,
    games: u32,
    points: f64,
    rate: f64,
    wilson95: [f64; 2],
    verdict: Option<&'static str>,
}

impl ComparedPairing {
    fn of(line: &PairingLine, ours: WinDrawLoss) -> ComparedPairing {
        let verdict = |published| Verdict::of(published, ours.points(), ours.games());
        let PairingLine { players, published, .. } = line.clone();
        ComparedPairing { players, published, ours, verdict: published.map(verdict) }
    }

    fn json(&self) -> PairingJson<'_> {
        let ours = wilson95(self.ours.points(), self.ours.games());
        PairingJson {
            players: &self.players,
            published: self.published,
            games: self.ours.games(),
            points: self.ours.points(),
            rate: ours.rate,
            wilson95: [ours.low, ours.high],
            verdict: self.verdict.map(Verdict::words),
        }
    }

    /// The pairing, published wins and rate, our points and rate, and the verdict, in words.
    pub fn cells(&self) -> [String; 6] {
        let [first, second] = &self.players;
        let published = self.published.map(|[won, lost]| format!("{won} - {lost}"));
        let tally = self.ours;
        [
            format!("{first} v {second}"),
            published.unwrap_or_else(|| "none".to_owned()),
            self.published.map_or(String::new(), |published| percent(published_rate(published))),
            format!("{} - {}", tally.points(), f64::from(tally.games()) - tally.points()),
            percent(wilson95(tally.points(), tally.games())),
            self.verdict.map_or("", Verdict::words).to_owned(),
        ]
    }
}

fn percent(interval: Interval) -> String {
    let [rate, low, high] = [interval.rate, interval.low, interval.high].map(|rate| 100.0 * rate);
    format!("{rate:.0}% ({low:.0} to {high:.0})")
}

impl<'a> Comparison<'a> {
    /// Compares results with the published ones.
    pub fn of(experiment: &'a Experiment, results: &'a Results) -> Comparison<'a> {
        let conditions = &results.conditions;
        let pairings = experiment.pairings.iter().zip(&conditions.pairings);
        let pairings = pairings.map(|(line, pairing)| {
            let [first, second] = pairing.players;
            ComparedPairing::of(line, results.tally(first, Some(second)))
        });
        Comparison { experiment, conditions, pairings: pairings.collect() }
    }

    /// For a report.
    pub fn markdown(&self) -> String {
        let Experiment { name, version, title, source, about, budget, .. } = self.experiment;
        let (about, budget) = (about.trim(), budget.trim());
        let mut text =
            format!("# {name}, version {version}: {title}\n\n{source}. {about}\n\n{budget}\n\n");
        text += "| pairing | published | rate (95%) | ours | rate (95%) | verdict |\n";
        text += "|---|--:|--:|--:|--:|---|\n";
        for pairing in &self.pairings {
            text += &format!("| {} |\n", pairing.cells().join(" | "));
        }
        text
    }

    /// As JSON.
    pub fn json(&self) -> impl Serialize + '_ {
        ComparisonJson {
            experiment: &self.experiment.name,
            version: self.experiment.version,
            source: &self.experiment.source,
            conditions: self.conditions,
            pairings: self.pairings.iter().map(ComparedPairing::json).collect(),
        }
    }
}
