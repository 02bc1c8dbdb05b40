//! The text form of rules: a preset's name, then the settings that differ from it.

use crate::{
    AtariCalls, CaptorHears, PassHeard, Preset, ReasonTold, RefereeRules, RefusedCost, Repetition,
    Tie, TriesHeard,
};
use kage_goban::KoRule;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// An error in a rules text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RulesError {
    /// No preset has this name.
    Preset(String),
    /// A word that is not `setting=value`.
    Word(String),
    /// No setting has this name.
    Setting(String),
    /// The setting has no such value.
    Value {
        /// The setting.
        setting: &'static str,
        /// What was given.
        value: String,
        /// What it takes.
        takes: String,
    },
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let presets = || Preset::ALL.map(Preset::name).join(", ");
        match self {
            RulesError::Preset(name) => {
                write!(f, "there are no rules named `{name}`; there are: {}", presets())
            }
            RulesError::Word(word) => write!(f, "`{word}` is not of the form setting=value"),
            RulesError::Setting(name) => {
                let names = SETTINGS.iter().map(|s| s.name).collect::<Vec<_>>().join(", ");
                write!(f, "rules have no setting `{name}`; they have: {names}")
            }
            RulesError::Value { setting, value, takes } => {
                write!(f, "`{value}` is no value of `{setting}`; it takes {takes}")
            }
        }
    }
}

impl std::error::Error for RulesError {}

impl FromStr for Preset {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Preset, RulesError> {
        let found = Preset::ALL.into_iter().find(|p| p.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| RulesError::Preset(text.to_owned()))
    }
}

impl FromStr for RefereeRules {
    type Err = RulesError;

    /// Words separated by spaces or commas.
    fn from_str(text: &str) -> Result<RefereeRules, RulesError> {
        let mut words = text.split([' ', ',']).filter(|word| !word.is_empty()).peekable();
        let mut rules = match words.next_if(|word| !word.contains('=')) {
            Some(name) => name.parse::<Preset>()?.rules(),
            None => RefereeRules::default(),
        };
        for word in words {
            let (name, value) =
                word.split_once('=').ok_or_else(|| RulesError::Word(word.to_owned()))?;
            rules.set(name, value)?;
        }
        Ok(rules)
    }
}

impl fmt::Display for RefereeRules {
    /// The nearest preset, then what differs from it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let differences = |preset: Preset| -> Vec<String> {
            let base = preset.rules();
            SETTINGS
                .iter()
                .filter(|setting| (setting.get)(self) != (setting.get)(&base))
                .map(|setting| format!(" {}={}", setting.name, (setting.get)(self)))
                .collect()
        };
        // min_by_key keeps the first of equals, so the default comes before the others.
        let nearest = Preset::ALL.into_iter().min_by_key(|&preset| differences(preset).len());
        let nearest = nearest.unwrap_or(Preset::Borsboom);
        write!(f, "{}{}", nearest.name(), differences(nearest).concat())
    }
}

impl RefereeRules {
    /// Changes one setting, by its name and value in text.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), RulesError> {
        let setting = SETTINGS.iter().find(|setting| setting.name.eq_ignore_ascii_case(name));
        let setting = setting.ok_or_else(|| RulesError::Setting(name.to_owned()))?;
        (setting.set)(self, &value.to_ascii_lowercase()).ok_or_else(|| RulesError::Value {
            setting: setting.name,
            value: value.to_owned(),
            takes: setting.takes.to_owned(),
        })
    }

    /// Every setting's name, value and the values it takes, in a fixed order.
    pub fn settings(&self) -> Vec<(&'static str, String, &'static str)> {
        SETTINGS.iter().map(|s| (s.name, (s.get)(self), s.takes)).collect()
    }

    /// What each setting is about, one line each, in the order of [`RefereeRules::settings`].
    pub fn abouts() -> impl Iterator<Item = &'static str> {
        SETTINGS.iter().map(|setting| setting.about)
    }
}

/// One setting in text.
struct Setting {
    name: &'static str,
    /// One line for people, with what each value means.
    about: &'static str,
    takes: &'static str,
    get: fn(&RefereeRules) -> String,
    set: fn(&mut RefereeRules, &str) -> Option<()>,
}

/// A setting with a value for each word.
macro_rules! words {
    ($name:literal, $about:literal, $($field:ident).+, $takes:literal, $($word:literal = $value:expr),+) => {
        Setting {
            name: $name,
            about: $about,
            takes: $takes,
            get: |rules| {
                let words = [$(($word, $value)),+];
                let found = words.into_iter().find(|(_, value)| *value == rules.$($field).+);
                found.map_or(String::new(), |(word, _)| word.to_owned())
            },
            set: |rules, text| {
                rules.$($field).+ = match text {
                    $($word => $value,)+
                    _ => return None,
                };
                Some(())
            },
        }
    };
}

/// A setting that is a number or `none`.
macro_rules! limit {
    ($name:literal, $about:literal, $field:ident) => {
        Setting {
            name: $name,
            about: $about,
            takes: "a number from 1, or none",
            get: |rules| rules.limits.$field.map_or("none".to_owned(), |n| n.to_string()),
            set: |rules, text| {
                rules.limits.$field = match text {
                    "none" => None,
                    number => Some(number.parse().ok().filter(|&n| n > 0)?),
                };
                Some(())
            },
        }
    };
}

static SETTINGS: [Setting; 15] = [
    words!(
        "reason",
        "the reason of a refusal that the mover hears: none, the exact one, or whether a stone is there",
        reason,
        "never, always or stones",
        "never" = ReasonTold::Never,
        "always" = ReasonTold::Always,
        "stones" = ReasonTold::Stones
    ),
    words!(
        "captor",
        "what the captor hears: the number, the points, or the number and the points it had been shown",
        captor,
        "number, points or shown",
        "number" = CaptorHears::Number,
        "points" = CaptorHears::Points,
        "shown" = CaptorHears::Shown
    ),
    words!(
        "tries",
        "what the opponent hears of refused tries: nothing, each one, or their number after the turn",
        tries,
        "nothing, each or count",
        "nothing" = TriesHeard::Nothing,
        "each" = TriesHeard::Each,
        "count" = TriesHeard::Count
    ),
    words!(
        "atari",
        "when atari is announced: never, after a new atari, or after every move with a chain in atari",
        atari,
        "never, new or every",
        "never" = AtariCalls::Never,
        "new" = AtariCalls::New,
        "every" = AtariCalls::Every
    ),
    words!(
        "pass",
        "whether the opponent can tell a pass from a move",
        pass,
        "announced or unannounced",
        "announced" = PassHeard::Announced,
        "unannounced" = PassHeard::Unannounced
    ),
    words!(
        "counts",
        "whether the numbers of stones of both sides are announced after each move",
        counts,
        "hidden or announced",
        "hidden" = false,
        "announced" = true
    ),
    words!(
        "ko",
        "the illegal repetition: of the board before the opponent's move, or of any earlier board",
        ko,
        "simple or superko",
        "simple" = KoRule::Simple,
        "superko" = KoRule::PositionalSuperko
    ),
    words!(
        "repetition",
        "what happens when a legal move repeats an earlier board",
        repetition,
        "allowed or draw",
        "allowed" = Repetition::Allowed,
        "draw" = Repetition::Draw
    ),
    Setting {
        name: "komi",
        about: "points for White",
        takes: "whole or half points, such as 6.5",
        get: |rules| rules.komi.to_string(),
        set: |rules, text| {
            rules.komi = text.parse().ok()?;
            Some(())
        },
    },
    words!(
        "tie",
        "who wins when the points are equal",
        tie,
        "draw or white",
        "draw" = Tie::Draw,
        "white" = Tie::White
    ),
    limit!("try-limit", "refused tries allowed in one turn; one more is a forfeit", tries),
    limit!("move-limit", "moves in a game; after that the board is counted as it stands", moves),
    limit!(
        "steps-per-point",
        "moves and refused tries together, for each point of the board; then the board is counted. \
         With it, a refused try stands between two passes",
        steps_per_point
    ),
    Setting {
        name: "time",
        about: "seconds of each side for the whole game",
        takes: "seconds a side, or none",
        get: |rules| rules.clock.main.map_or("none".to_owned(), |t| t.as_secs_f64().to_string()),
        set: |rules, text| {
            rules.clock.main = match text {
                "none" => None,
                seconds => Some(read_seconds(seconds)?),
            };
            Some(())
        },
    },
    words!(
        "refused-clock",
        "the clock during a refused try: it counts only the mover's time, or the referee's time too",
        clock.refused,
        "mover or referee",
        "mover" = RefusedCost::Mover,
        "referee" = RefusedCost::Referee
    ),
];

fn read_seconds(text: &str) -> Option<Duration> {
    let seconds = text.parse::<f64>().ok().filter(|&s| s > 0.0)?;
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_reads_back() {
        for preset in Preset::ALL {
            assert_eq!(preset.rules().to_string(), preset.name());
            assert_eq!(preset.name().parse(), Ok(preset.rules()));
        }
    }

    #[test]
    fn every_single_override_reads_back() {
        let values = [
            "reason=always",
            "captor=shown",
            "tries=count",
            "atari=new",
            "pass=unannounced",
            "counts=announced",
            "ko=superko",
            "repetition=draw",
            "komi=-7",
            "tie=white",
            "try-limit=50",
            "move-limit=400",
            "steps-per-point=3",
            "time=90.5",
            "refused-clock=referee",
        ];
        for (setting, word) in SETTINGS.iter().zip(values) {
            assert!(word.starts_with(setting.name), "{word} is not of {}", setting.name);
            let rules: RefereeRules = word.parse().unwrap();
            assert_ne!(rules, RefereeRules::default(), "{word}");
            assert_eq!(rules.to_string().parse(), Ok(rules), "{word}");
        }
        let all: RefereeRules = values.join(",").parse().unwrap();
        assert_eq!(all.to_string().parse(), Ok(all));
    }

    #[test]
    fn errors_say_what_is_possible() {
        let said = |text: &str| text.parse::<RefereeRules>().unwrap_err().to_string();
        assert!(said("hamburger").contains("hamburg, openspiel"));
        assert!(said("common atari").contains("setting=value"));
        assert!(said("common atori=new").contains("atari"));
        assert_eq!(said("atari=old"), "`old` is no value of `atari`; it takes never, new or every");
        assert!(said("try-limit=0").contains("from 1"));
        assert!(said("komi=3.3").contains("half points"));
        assert!(said("time=-5").contains("seconds"));
    }
}
