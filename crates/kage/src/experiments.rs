//! The experiments of the literature: who met whom on what terms, and what was published.

use kage_arena::{Interval, wilson95};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The definitions, each with its file's name.
const DEFINITIONS: [(&str, &str); 18] = [
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
    ("cazenave-2006", include_str!("../experiments/cazenave-2006.toml")),
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
pub(crate) struct Experiment {
    pub(crate) name: String,
    /// Goes up when the terms change: figures of two versions are not the same experiment.
    pub(crate) version: u32,
    pub(crate) title: String,
    pub(crate) source: String,
    pub(crate) about: String,
    /// How the budgets were matched to those of the publication.
    pub(crate) budget: String,
    pub(crate) rules: String,
    pub(crate) quick: Scale,
    pub(crate) full: Scale,
    #[serde(rename = "player")]
    pub(crate) players: Vec<PlayerLine>,
    #[serde(rename = "pairing")]
    pub(crate) pairings: Vec<PairingLine>,
}

/// How much of an experiment is played.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scale {
    /// Games a pairing.
    pub(crate) games: u32,
    /// What stands for `{bank}` and the like in the specs.
    pub(crate) values: BTreeMap<String, u64>,
}

#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayerLine {
    pub(crate) name: String,
    pub(crate) spec: String,
}

#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct PairingLine {
    pub(crate) players: [String; 2],
    /// The wins of each, as published.
    pub(crate) published: Option<[u32; 2]>,
    /// At most so many games, where nothing published stands beside it.
    pub(crate) most: Option<u32>,
}

impl Experiment {
    /// Every experiment there is.
    pub(crate) fn all() -> impl Iterator<Item = Result<Experiment, String>> {
        DEFINITIONS.iter().map(|(name, text)| {
            toml::from_str(text).map_err(|error| format!("the experiment {name}: {error}"))
        })
    }

    /// The names of all experiments.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        DEFINITIONS.iter().map(|(name, _)| *name)
    }

    /// A player's spec at a scale: the values put in.
    pub(crate) fn spec(player: &PlayerLine, scale: &Scale) -> String {
        scale.values.iter().fold(player.spec.clone(), |spec, (name, value)| {
            spec.replace(&format!("{{{name}}}"), &value.to_string())
        })
    }

    /// A player's place in the list.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.players.iter().position(|player| player.name == name)
    }
}

/// What our figures say of the published ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The same: the same one is better for certain and the margins do not contradict each other,
    /// or ours lies within what was published.
    Same,
    /// Significantly different, the same one ahead.
    Margin,
    /// Significantly different, and not the same one ahead.
    Reversed,
    /// Significantly different: they were level, and we found one ahead.
    Parted,
    /// Too few games to tell.
    Undecided,
}

impl Verdict {
    /// Weighs the first player's published points against ours.
    pub(crate) fn of(published: [u32; 2], points: f64, games: u32) -> Verdict {
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
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Verdict::Same => "same",
            Verdict::Margin => "different: the same one ahead, another margin",
            Verdict::Parted => "different: one ahead, where they were level",
            Verdict::Reversed => "different: the other one ahead",
            Verdict::Undecided => "undecided",
        }
    }
}

/// A published result as a rate with its interval.
pub(crate) fn published_rate(published: [u32; 2]) -> Interval {
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
            assert!(experiment.full.games >= 400 && experiment.full.games % 2 == 0);
            assert!(experiment.quick.games % 2 == 0);
            for scale in [&experiment.quick, &experiment.full] {
                for player in &experiment.players {
                    let spec = Experiment::spec(player, scale);
                    kage_players::seat(&spec, 1).unwrap_or_else(|error| panic!("{spec}: {error}"));
                }
            }
            for pairing in &experiment.pairings {
                assert!(pairing.players.iter().all(|name| experiment.place(name).is_some()));
                // Fewer games are for pairings that are not held against a figure.
                assert!(pairing.most.is_none_or(|most| most >= 200 && most % 2 == 0));
                assert!(pairing.most.is_none() || pairing.published.is_none());
            }
        }
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

    /// A published margin of 20 in 50 or more is decided by 400 games, whatever comes out.
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
