//! A tournament's TOML file: its form, its checks, and errors with their place.
//!
//! The arena knows no specs of players: the caller checks them.
//!
//! | file | what it has |
//! |---|---|
//! | `config/file` | the file as it is written |
//! | `config/reader` | the checks of its values |
//! | `config/error` | [`ConfigError`] |

mod error;
mod file;
mod reader;

pub use error::ConfigError;

use crate::{Budget, Conditions, Entrant, Pairing, Sprt, Terms};
use file::ConfigFile;
use kage_goban::BoardSize;
use kage_phantom::RefereeRules;
use reader::Reader;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The pairings.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Default, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every player meets every other.
    #[default]
    RoundRobin,
    /// One player meets every other.
    Gauntlet,
    /// Two players meet until a sequential test decides whether the first is better.
    Sprt,
}

/// A tournament's file, checked.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// Its title.
    pub title: String,
    /// The format of the pairings.
    pub format: Format,
    /// The rules, komi included.
    pub rules: RefereeRules,
    /// The board.
    pub size: BoardSize,
    /// The players' budget.
    pub budget: Budget,
    /// How many games run at once.
    pub concurrency: u32,
    /// The seed.
    pub seed: u64,
    /// The folder of the store.
    pub store: PathBuf,
    /// The players.
    pub entrants: Vec<Entrant>,
    /// The pairings, with their numbers of games.
    pub pairings: Vec<Pairing>,
    /// The test that ends a pairing.
    pub sprt: Option<Sprt>,
}

/// Why the caller rejects a spec.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objection {
    /// What is wrong and what to do, as text.
    pub what: String,
    /// The part of the spec that is wrong, if it is not all of it.
    pub word: Option<String>,
}

impl Config {
    /// Reads a file's text. `enter` checks the spec of a player, and returns its entrant or why the
    /// spec is wrong.
    pub fn read(
        path: &Path,
        text: &str,
        enter: impl Fn(&str, &Budget) -> Result<Entrant, Objection>,
    ) -> Result<Config, ConfigError> {
        let reader = Reader { file: path, text };
        let file: ConfigFile = toml::from_str(text).map_err(|error| reader.toml(&error))?;
        let size = reader.size(file.size.as_ref())?;
        let budget = reader.budget(&file)?;
        let entrants = reader.entrants(&file, |spec| enter(spec, &budget))?;
        Ok(Config {
            title: file.title.clone().unwrap_or_else(|| stem(path)),
            format: file.format(),
            sprt: reader.sprt(&file)?,
            rules: reader.rules(&file)?,
            size,
            budget,
            concurrency: reader.concurrency(file.concurrency.as_ref())?,
            seed: file.seed,
            store: reader.store(file.store.as_ref())?,
            pairings: reader.pairings(&file)?,
            entrants,
        })
    }

    /// The terms of every game.
    pub fn terms(&self) -> Terms {
        self.budget.terms(self.rules, self.size)
    }

    /// How the tournament is played, in full.
    pub fn conditions(&self, version: &str, machine: &str) -> Conditions {
        let terms = self.terms();
        Conditions {
            title: self.title.clone(),
            rules: terms.rules.to_string(),
            size: self.size.get(),
            time: terms.time.to_string(),
            seed: self.seed,
            sprt: self.sprt.map(|test| test.to_string()),
            version: version.to_owned(),
            machine: machine.to_owned(),
            entrants: self.entrants.clone(),
            pairings: self.pairings.clone(),
        }
    }
}

fn stem(file: &Path) -> String {
    file.file_stem().map_or("tournament".into(), |name| name.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAYERS: &str = "[[player]]\nspec = \"cat\"\n[[player]]\nspec = \"dog\"\n";

    /// Only these two can be seated.
    fn enter(spec: &str, _: &Budget) -> Result<Entrant, Objection> {
        let word = spec.split(':').next().unwrap_or(spec);
        if ["cat", "dog"].contains(&word) {
            return Ok(Entrant { name: String::new(), spec: spec.to_owned(), sighted: false });
        }
        Err(Objection { what: format!("no player `{word}`"), word: Some(word.to_owned()) })
    }

    fn read(text: &str) -> Result<Config, ConfigError> {
        Config::read(Path::new("cups/cup.toml"), text, enter)
    }

    #[test]
    fn what_is_left_out_has_a_default() {
        let config = read(PLAYERS).unwrap();
        assert_eq!(config.title, "cup");
        assert_eq!(config.store, Path::new("cups/cup.kage"));
        assert_eq!(config.pairings, [Pairing { players: [0, 1], games: 100 }]);
        assert_eq!(config.conditions("1", "here").rules, "borsboom try-limit=162 move-limit=486");
        let config = read(&format!("store = \"old\"\n{PLAYERS}")).unwrap();
        assert_eq!(config.store, Path::new("cups/old.kage"));
    }

    #[test]
    fn a_gauntlet_has_a_hero() {
        let third = "[[player]]\nname = \"tom\"\nspec = \"cat:old\"\n";
        let text = format!("format = \"gauntlet\"\nhero = \"tom\"\n{PLAYERS}{third}");
        let players: Vec<[usize; 2]> =
            read(&text).unwrap().pairings.iter().map(|pairing| pairing.players).collect();
        assert_eq!(players, [[2, 0], [2, 1]]);
        let all = read(&format!("{PLAYERS}{third}")).unwrap().pairings;
        assert_eq!(all.len(), 3);
    }

    #[test]
    fn a_test_is_between_two() {
        let test = |text: &str| read(text).map(|config| config.sprt);
        let head = "format = \"sprt\"\n";
        let default = Sprt::new(0.0, 30.0, 0.05, 0.05).ok();
        assert_eq!(test(&format!("{head}{PLAYERS}")), Ok(default));
        let other = test(&format!("{head}[sprt]\nelo1 = 100\n{PLAYERS}")).unwrap().unwrap();
        assert_eq!((other.elo0, other.elo1), (0.0, 100.0));
        let third = "[[player]]\nname = \"tom\"\nspec = \"cat:old\"\n";
        let error = test(&format!("{head}{PLAYERS}{third}")).unwrap_err().to_string();
        assert!(error.contains("cup.toml:6:1: a test is between two players"), "{error}");
        let error = test(&format!("{head}[sprt]\nelo1 = -5\n{PLAYERS}")).unwrap_err().to_string();
        assert!(error.contains("cup.toml:2:1: elo0=0, elo1=-5 make no test"), "{error}");
        let error = test(&format!("[sprt]\nelo1 = 5\n{PLAYERS}")).unwrap_err().to_string();
        assert!(error.contains("cup.toml:1:1: only `format = \"sprt\"`"), "{error}");
    }

    #[test]
    #[allow(clippy::too_many_lines, reason = "a list of cases")]
    fn errors_point_at_their_place() {
        let cases = [
            (
                "gmaes = 100\n",
                "cups/cup.toml:1:1: there is no key `gmaes` here; did you mean `games`? Allowed: ",
                "   1 | gmaes = 100\n     | ^^^^^",
            ),
            (
                "games = \"100\"\n",
                "cups/cup.toml:1:9: invalid type: string \"100\", expected a whole number from 0\n",
                "   1 | games = \"100\"\n     |         ^^^^^",
            ),
            (
                "# odd\ngames = 7\n",
                "cups/cup.toml:2:9: games come in pairs with colours swapped: take an even number, \
                 such as 8\n",
                "   2 | games = 7\n     |         ^",
            ),
            (
                "size = 25\n",
                "cups/cup.toml:1:8: a board has from 2 to 19 lines\n",
                "   1 | size = 25\n     |        ^^",
            ),
            (
                "\trules = \"common atori=new\" # loud\n",
                "cups/cup.toml:1:18: rules have no setting `atori`; they have: ",
                "   1 | \trules = \"common atori=new\" # loud\n     | \t                ^^^^^",
            ),
            (
                "format = \"roundrobin\"\n",
                "cups/cup.toml:1:10: there is no value `roundrobin` here; did you mean \
                 `round-robin`? ",
                "   1 | format = \"roundrobin\"\n     |          ^^^^^^^^^^^^",
            ),
            (
                "[[player]]\nspec = \"dog\"\n",
                "cups/cup.toml:6:8: there are two players `dog`; give one of them another `name`\n",
                "   6 | spec = \"dog\"\n     |        ^^^^^",
            ),
            (
                "[[player]]\nname = \"Ümit\"\nspec = \"bird:small\"\n",
                "cups/cup.toml:3:9: no player `bird`\n",
                "   3 | spec = \"bird:small\"\n     |         ^^^^",
            ),
            (
                "title = \"open\n",
                "cups/cup.toml:1:14: invalid basic string",
                "   1 | title = \"open\n     |              ^",
            ),
        ];
        for (text, what, mark) in cases {
            let error = read(&format!("{text}{PLAYERS}")).unwrap_err().to_string();
            assert!(error.starts_with(what) && error.ends_with(mark), "{error}\nfor\n{text}");
        }
        let error = read("games = 2").unwrap_err().to_string();
        assert!(error.starts_with("cups/cup.toml: a tournament needs two players"), "{error}");
    }
}
