//! The experiments of the literature: the players, the terms and the published results.

use crate::CompactResults;
use kage_arena::{Interval, WinDrawLoss, wilson95};
use kage_phantom::nearest;
use kage_players::PlayerSpec;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;

/// The definitions, each with its file's name.
const DEFINITIONS: [(&str, &str); 21] = [
    ("borsboom-3.1", include_str!("../experiments/borsboom-3.1.toml")),
    ("borsboom-3.2", include_str!("../experiments/borsboom-3.2.toml")),
    ("borsboom-3.3", include_str!("../experiments/borsboom-3.3.toml")),
    ("borsboom-3.4", include_str!("../experiments/borsboom-3.4.toml")),
    ("borsboom-3.5", include_str!("../experiments/borsboom-3.5.toml")),
    ("borsboom-3.6", include_str!("../experiments/borsboom-3.6.toml")),
    ("borsboom-3.7", include_str!("../experiments/borsboom-3.7.toml")),
    ("borsboom-3.8", include_str!("../experiments/borsboom-3.8.toml")),
    ("borsboom-3.9", include_str!("../experiments/borsboom-3.9.toml")),
    ("borsboom-3.10", include_str!("../experiments/borsboom-3.10.toml")),
    ("borsboom-3.11", include_str!("../experiments/borsboom-3.11.toml")),
    ("borsboom-curves", include_str!("../experiments/borsboom-curves.toml")),
    ("borsboom-uct-bank", include_str!("../experiments/borsboom-uct-bank.toml")),
    ("cazenave-2006", include_str!("../experiments/cazenave-2006.toml")),
    ("cazenave-goals", include_str!("../experiments/cazenave-goals.toml")),
    ("gambit", include_str!("../experiments/gambit.toml")),
    ("olympiad-2007", include_str!("../experiments/olympiad-2007.toml")),
    ("syrovatka-6.2", include_str!("../experiments/syrovatka-6.2.toml")),
    ("syrovatka-6.3", include_str!("../experiments/syrovatka-6.3.toml")),
    ("syrovatka-6.4", include_str!("../experiments/syrovatka-6.4.toml")),
    ("syrovatka-6.6", include_str!("../experiments/syrovatka-6.6.toml")),
];

/// An experiment of the literature.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// Its name on the command line.
    pub name: String,
    /// Is increased when the terms change. Results of two versions cannot be compared.
    pub version: u32,
    /// What it is, in one line.
    pub title: String,
    /// Where it was published.
    pub source: String,
    /// What was asked and how it was played.
    pub about: String,
    /// How the budgets were matched to those of the publication.
    pub budget: String,
    /// The rules, in their text form.
    pub rules: String,
    /// Few games at small budgets.
    pub quick: Scale,
    /// Many games at small budgets.
    pub small: Scale,
    /// The published budgets.
    pub full: Scale,
    /// The players.
    #[serde(rename = "player")]
    pub players: Vec<PlayerLine>,
    /// The pairings, with the published figures.
    #[serde(rename = "pairing")]
    pub pairings: Vec<PairingLine>,
    /// Published figures that nobody can play again.
    #[serde(rename = "cited", default)]
    pub cited: Vec<CitedFigure>,
}

/// A published figure that cannot be played again.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct CitedFigure {
    /// What was played.
    pub what: String,
    /// The figure, in words.
    pub published: String,
    /// Why it cannot be had.
    pub reason: String,
}

/// How many games of an experiment are played, and at which budgets.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    /// Games a pairing.
    pub games: u32,
    /// The values of placeholders such as `{bank}` in the specs.
    pub values: BTreeMap<String, u64>,
    /// A value that is run through, each of its points a run of its own.
    pub sweep: Option<Sweep>,
    /// What all its games are estimated to take, in core-hours. The page says it where no game of a
    /// pairing is played.
    pub hours: Option<f64>,
}

/// A value of a scale and the points that it runs through.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    /// The name of the value.
    pub value: String,
    /// The points.
    pub points: Vec<u64>,
    /// Points of which other experiments play pairings too.
    #[serde(default)]
    pub elsewhere: Vec<Elsewhere>,
}

/// A point of a sweep at which other experiments have the same games: these are played there.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Elsewhere {
    /// The point.
    pub point: u64,
    /// The names of the experiments.
    pub experiments: Vec<String>,
}

/// A pairing of another experiment with the same players, rules and budgets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Twin {
    /// The experiment.
    pub experiment: String,
    /// The pairing's place in it.
    pub pairing: usize,
    /// Are the two players in the other order?
    pub swapped: bool,
}

impl Twin {
    /// The tally of the pairing whose twin it is, from the twin's results.
    pub fn tally(&self, results: &CompactResults) -> WinDrawLoss {
        let tally = results.tally(self.pairing);
        let WinDrawLoss { wins, draws, losses } = tally;
        if self.swapped { WinDrawLoss { wins: losses, draws, losses: wins } } else { tally }
    }
}

/// A player of an experiment.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct PlayerLine {
    /// Its name in the tables.
    pub name: String,
    /// Its spec, with `{name}` for the values of the scale.
    pub spec: String,
}

/// Two players, and their published result.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct PairingLine {
    /// Their names.
    pub players: [String; 2],
    /// The wins of each, as published.
    pub published: Option<[u32; 2]>,
    /// The first player's lead in points, as published.
    pub lead: Option<PublishedLead>,
    /// At most this many games, for a pairing without a published result.
    pub most: Option<u32>,
    /// Why ours differ from the published figure, if that has been tested.
    pub reason: Option<String>,
}

/// A published lead over the games of a pairing.
#[derive(Deserialize, Clone, Copy, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct PublishedLead {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
}

/// A built-in definition is broken, or no experiment has this name.
#[derive(Clone, PartialEq, Debug)]
pub enum ExperimentError {
    /// The definition of this experiment cannot be read.
    Definition(&'static str, toml::de::Error),
    /// No experiment has this name.
    Name {
        /// The requested name.
        name: String,
        /// The nearest existing name.
        nearest: &'static str,
    },
}

impl fmt::Display for ExperimentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExperimentError::Definition(name, error) => write!(f, "the experiment {name}: {error}"),
            ExperimentError::Name { name, nearest } => write!(
                f,
                "there is no experiment `{name}`; did you mean `{nearest}`? `kage reproduce` lists them"
            ),
        }
    }
}

impl std::error::Error for ExperimentError {}

impl Experiment {
    /// Every experiment there is.
    pub fn all() -> impl Iterator<Item = Result<Experiment, ExperimentError>> {
        DEFINITIONS.iter().map(|(name, text)| {
            toml::from_str(text).map_err(|error| ExperimentError::Definition(name, error))
        })
    }

    /// The experiments by name. A name that ends in `-` or `.` stands for all that begin so.
    pub fn named(names: &[String]) -> Result<Vec<Experiment>, ExperimentError> {
        let mut chosen = Vec::new();
        for name in names {
            let stem = name.ends_with(['-', '.']);
            let fits = |known: &str| known == name || stem && known.starts_with(name);
            if !Experiment::names().any(fits) {
                let nearest = nearest(name, Experiment::names());
                return Err(ExperimentError::Name { name: name.clone(), nearest });
            }
            for experiment in Experiment::all() {
                let experiment = experiment?;
                if fits(&experiment.name) {
                    chosen.push(experiment);
                }
            }
        }
        Ok(chosen)
    }

    /// The names of all experiments.
    pub fn names() -> impl Iterator<Item = &'static str> {
        DEFINITIONS.iter().map(|(name, _)| *name)
    }

    /// A player's spec at a scale, with its placeholders filled in.
    pub fn spec(player: &PlayerLine, scale: &Scale) -> String {
        scale.values.iter().fold(player.spec.clone(), |spec, (name, value)| {
            spec.replace(&format!("{{{name}}}"), &value.to_string())
        })
    }

    /// The source without the table: figures of one source are one family.
    pub fn family(&self) -> &str {
        self.source.split_once(',').map_or(&self.source, |(family, _)| family)
    }

    /// Where the games of a pairing at a point of a sweep are played, if not here.
    pub fn twin(
        &self,
        sweep: &Sweep,
        point: u64,
        pairing: &PairingLine,
        all: &[Experiment],
    ) -> Option<Twin> {
        let named = sweep.elsewhere.iter().filter(|elsewhere| elsewhere.point == point);
        let mut named = named.flat_map(|elsewhere| &elsewhere.experiments);
        named.find_map(|name| {
            let experiment = all.iter().find(|one| one.name == *name)?;
            let [first, second] = &pairing.players;
            let swapped = [second, first];
            let is_twin = |line: &PairingLine| {
                line.players == pairing.players || line.players.each_ref() == swapped
            };
            let pairing = experiment.pairings.iter().position(is_twin)?;
            let swapped = experiment.pairings[pairing].players.each_ref() == swapped;
            Some(Twin { experiment: name.clone(), pairing, swapped })
        })
    }

    /// A player's place in the list.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.players.iter().position(|player| player.name == name)
    }
}

/// How our results compare with the published ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The same. The same player is significantly better and the margins agree, or our rate lies
    /// within the published interval.
    Same,
    /// Significantly different, with the same player ahead.
    Margin,
    /// Significantly different, with the other player ahead.
    Reversed,
    /// Significantly different: the published players were level, and ours are not.
    Parted,
    /// Too few games to decide.
    Undecided,
}

impl Verdict {
    /// Compares the first player's published points with ours.
    pub fn of(published: [u32; 2], points: f64, games: u32) -> Verdict {
        let theirs_games = published[0] + published[1];
        let theirs = wilson95(f64::from(published[0]), theirs_games);
        let ours = wilson95(points, games);
        let same = kage_arena::p_same(f64::from(published[0]), theirs_games, points, games) >= 0.05;
        let leads = |rate: f64| rate > 0.5;
        if !same {
            let level = theirs.rate == 0.5;
            return match leads(theirs.rate) == leads(ours.rate) {
                _ if level => Verdict::Parted,
                true => Verdict::Margin,
                false => Verdict::Reversed,
            };
        }
        let sure = ours.low > 0.5 || ours.high < 0.5;
        let within = ours.low >= theirs.low && ours.high <= theirs.high;
        if within || sure && leads(theirs.rate) == leads(ours.rate) {
            Verdict::Same
        } else {
            Verdict::Undecided
        }
    }

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Verdict::Same => "same",
            Verdict::Margin => "different: the same one ahead, another margin",
            Verdict::Parted => "different: one ahead, where they were level",
            Verdict::Reversed => "different: the other one ahead",
            Verdict::Undecided => "undecided",
        }
    }
}

/// Does a player of an experiment see the board?
pub(crate) fn is_sighted(spec: &str) -> bool {
    let own = || spec.parse().is_ok_and(|spec: PlayerSpec| spec.is_sighted());
    spec.starts_with(SIGHTED_PROGRAM) || own()
}

/// The word before the command line of a program that sees the board.
const SIGHTED_PROGRAM: &str = "sighted:";

/// A published result as a rate with its interval.
pub fn published_rate(published: [u32; 2]) -> Interval {
    wilson95(f64::from(published[0]), published[0] + published[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_experiment_is_well_formed() {
        for experiment in Experiment::all() {
            let experiment = experiment.unwrap();
            assert!(Experiment::names().any(|name| name == experiment.name));
            experiment.rules.parse::<kage_phantom::RefereeRules>().unwrap();
            assert!(experiment.small.games >= 400 && experiment.small.games % 2 == 0);
            assert!(experiment.full.games >= 50 && experiment.full.games % 2 == 0);
            assert!(experiment.quick.games % 2 == 0);
            for scale in [&experiment.quick, &experiment.small, &experiment.full] {
                let swept = scale.sweep.as_ref().map(|sweep| &sweep.value);
                assert!(swept.is_none_or(|value| scale.values.contains_key(value)));
                for player in &experiment.players {
                    let spec = Experiment::spec(player, scale);
                    let seats = match spec.parse::<PlayerSpec>() {
                        Ok(own) if own.is_sighted() => own.seat_sighted(1).is_ok(),
                        Ok(own) => own.seat(1).is_ok(),
                        Err(_) => is_sighted(&spec),
                    };
                    assert!(seats, "{spec}");
                }
            }
            for pairing in &experiment.pairings {
                assert!(pairing.players.iter().all(|name| experiment.place(name).is_some()));
                // Fewer games are played for pairings without a published result.
                assert!(pairing.most.is_none_or(|most| most >= 200 && most % 2 == 0));
                assert!(pairing.most.is_none() || pairing.published.is_none());
            }
        }
    }

    /// The programs up to 2014 took a refused point for a stone, and so on.
    #[test]
    fn reproductions_know_what_was_known_then() {
        for experiment in Experiment::all().map(Result::unwrap) {
            // Information-set searches sample worlds, and the program of the goals sees the board.
            if ["syrovatka", "cazenave-goals"].iter().any(|name| experiment.name.starts_with(name))
            {
                continue;
            }
            for player in &experiment.players {
                let spec = Experiment::spec(player, &experiment.full);
                let spec: kage_players::PlayerSpec = spec.parse().unwrap();
                let (entry, text) = (spec.entry().unwrap(), spec.to_string());
                for word in [
                    "refusals=stones",
                    "captures=all-configurations",
                    "safe-stones=",
                    "passing=as-2007",
                ] {
                    let (name, _) = word.split_once('=').unwrap();
                    let has = entry.options.iter().any(|option| option.name == name);
                    assert!(!has || text.contains(word), "{}: {text}: {word}", experiment.name);
                }
                let eye = entry.options.iter().any(|option| option.name == "eye");
                let thesis = experiment.name.starts_with("borsboom");
                assert!(!eye || !thesis || text.contains("eye=thesis"), "{text}");
            }
        }
    }

    /// The spec of a pairing's player, by its place in the pairing.
    fn spec(experiment: &Experiment, scale: &Scale, line: &PairingLine, side: usize) -> String {
        let place = experiment.place(&line.players[side]).unwrap();
        Experiment::spec(&experiment.players[place], scale)
    }

    /// A twin has the same games, because it has the same names, specs and rules. Each experiment that
    /// is named has one.
    #[test]
    fn twins_are_the_same_games() {
        let all: Vec<Experiment> = Experiment::all().map(Result::unwrap).collect();
        let mut twins = Vec::new();
        for experiment in &all {
            let Some(sweep) = &experiment.full.sweep else { continue };
            for Elsewhere { point, experiments } in &sweep.elsewhere {
                assert!(sweep.points.contains(point));
                let mut scale = experiment.full.clone();
                scale.values.insert(sweep.value.clone(), *point);
                let mut used = Vec::new();
                for line in &experiment.pairings {
                    let Some(twin) = experiment.twin(sweep, *point, line, &all) else { continue };
                    let there = all.iter().find(|one| one.name == twin.experiment).unwrap();
                    let theirs = &there.pairings[twin.pairing];
                    assert_eq!(there.rules, experiment.rules);
                    for side in [0, 1] {
                        let other = if twin.swapped { 1 - side } else { side };
                        let ours = spec(experiment, &scale, line, side);
                        assert_eq!(spec(there, &there.full, theirs, other), ours);
                    }
                    used.push(twin.experiment.clone());
                    twins.push(format!("{} {}", experiment.name, line.players.join(" v ")));
                }
                assert!(experiments.iter().all(|name| used.contains(name)));
            }
        }
        assert_eq!(twins.len(), 9, "{twins:?}");
    }

    #[test]
    fn verdicts() {
        let of = |published, wins: u32| Verdict::of(published, f64::from(wins), 400);
        assert_eq!(of([36, 14], 270), Verdict::Same);
        assert_eq!(of([36, 14], 380), Verdict::Margin);
        assert_eq!(of([36, 14], 120), Verdict::Reversed);
        assert_eq!(of([25, 25], 202), Verdict::Same);
        assert_eq!(of([25, 25], 131), Verdict::Parted);
        assert_eq!(of([28, 22], 300), Verdict::Margin);
        assert_eq!(of([50, 0], 400), Verdict::Same);
        assert_eq!(Verdict::of([28, 22], 11.0, 20), Verdict::Undecided);
    }

    /// A published margin of 20 in 50 or more is decided by 400 games, whatever our result is.
    #[test]
    fn wide_margins_are_decided() {
        for wins in 35..=50 {
            for ours in 0..=400 {
                for published in [[wins, 50 - wins], [50 - wins, wins]] {
                    assert_ne!(of_400(published, ours), Verdict::Undecided, "{published:?} {ours}");
                }
            }
        }
    }

    fn of_400(published: [u32; 2], ours: u32) -> Verdict {
        Verdict::of(published, f64::from(ours), 400)
    }
}
