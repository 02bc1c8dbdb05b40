//! A tournament as a person writes it: a TOML file, and errors that point into it.
//!
//! The arena names no players: who can be seated, and by which spec, is told by the caller.

use crate::{Budget, Conditions, Entrant, Pairing, Sprt, Terms};
use kage_goban::{BoardSize, Komi};
use kage_phantom::{RefereeRules, RulesError, nearest};
use serde::Deserialize;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// Who meets whom.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Default, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everyone meets everyone.
    #[default]
    RoundRobin,
    /// One player meets each other one.
    Gauntlet,
    /// Two players meet until it is known whether the first is better.
    Sprt,
}

/// A tournament as a person writes it, checked.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// Its title.
    pub title: String,
    /// Who meets whom, in a word.
    pub format: Format,
    /// The rules, komi included.
    pub rules: RefereeRules,
    /// The board.
    pub size: BoardSize,
    /// How long players think.
    pub budget: Budget,
    /// How many games at once.
    pub concurrency: u32,
    /// The seed.
    pub seed: u64,
    /// The folder of the store.
    pub store: PathBuf,
    /// The players.
    pub entrants: Vec<Entrant>,
    /// Who meets whom, and how often.
    pub pairings: Vec<Pairing>,
    /// The test that ends a pairing.
    pub sprt: Option<Sprt>,
}

/// What the caller has against a spec.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objection {
    /// What is wrong, and what to do.
    pub what: String,
    /// The part of the spec that is wrong, if it is not all of it.
    pub word: Option<String>,
}

/// What is wrong with a file, where, and what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigError {
    file: PathBuf,
    what: String,
    place: Option<Place>,
}

/// A place in a file, with the line it is in.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Place {
    line: usize,
    /// In characters, from 0.
    column: usize,
    width: usize,
    text: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.display();
        let Some(place) = &self.place else { return write!(f, "{file}: {}", self.what) };
        let Place { line, column, width, text } = place;
        writeln!(f, "{file}:{line}:{}: {}", column + 1, self.what)?;
        writeln!(f, "{line:4} | {text}")?;
        // Tabs stay tabs, so that the mark is under its place whatever their width.
        let blank = |letter: char| if letter == '\t' { '\t' } else { ' ' };
        let before: String = text.chars().take(*column).map(blank).collect();
        write!(f, "     | {before}{}", "^".repeat(*width))
    }
}

impl std::error::Error for ConfigError {}

impl Place {
    fn of(text: &str, span: Range<usize>) -> Place {
        let start = span.start.min(text.len());
        let line_start = text[..start].rfind('\n').map_or(0, |end| end + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |end| start + end);
        let marked = &text[start..span.end.clamp(start, line_end)];
        Place {
            line: text[..start].matches('\n').count() + 1,
            column: text[line_start..start].chars().count(),
            width: marked.trim_end().chars().count().max(1),
            text: text[line_start..line_end].trim_end().to_owned(),
        }
    }
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Sheet {
    title: Option<String>,
    format: Option<Spanned<Format>>,
    hero: Option<Spanned<String>>,
    games: Option<Spanned<u32>>,
    rules: Option<Spanned<String>>,
    size: Option<Spanned<u32>>,
    komi: Option<Spanned<f64>>,
    playouts: Option<Spanned<u64>>,
    time_per_move: Option<Spanned<f64>>,
    clock: Option<Spanned<f64>>,
    concurrency: Option<Spanned<u32>>,
    #[serde(default = "one")]
    seed: u64,
    store: Option<Spanned<String>>,
    sprt: Option<Spanned<SprtSheet>>,
    #[serde(default)]
    player: Vec<Spanned<PlayerSheet>>,
}

impl Sheet {
    fn format(&self) -> Format {
        self.format.as_ref().map_or(Format::default(), |format| *format.get_ref())
    }
}

#[derive(Deserialize, Clone, Copy)]
#[serde(deny_unknown_fields, default)]
struct SprtSheet {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

impl Default for SprtSheet {
    fn default() -> SprtSheet {
        SprtSheet { elo0: 0.0, elo1: 30.0, alpha: 0.05, beta: 0.05 }
    }
}

const fn one() -> u64 {
    1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerSheet {
    name: Option<Spanned<String>>,
    spec: Spanned<String>,
}

impl PlayerSheet {
    /// What the tables call him, and where that is written.
    fn name(&self) -> &Spanned<String> {
        self.name.as_ref().unwrap_or(&self.spec)
    }
}

/// Games a pairing when the file does not say.
const GAMES: u32 = 100;

impl Config {
    /// Reads a file's text. `enter` says what spec and seat a player of the file has, or what is
    /// wrong with him.
    pub fn read(
        file: &Path,
        text: &str,
        enter: impl Fn(&str, &Budget, BoardSize) -> Result<Entrant, Objection>,
    ) -> Result<Config, ConfigError> {
        let reader = Reader { file, text };
        let sheet: Sheet = toml::from_str(text).map_err(|error| reader.toml(&error))?;
        let size = reader.size(sheet.size.as_ref())?;
        let budget = reader.budget(&sheet)?;
        let entrants = reader.entrants(&sheet, |spec| enter(spec, &budget, size))?;
        Ok(Config {
            title: sheet.title.clone().unwrap_or_else(|| stem(file)),
            format: sheet.format(),
            sprt: reader.sprt(&sheet)?,
            rules: reader.rules(&sheet)?,
            size,
            budget,
            concurrency: reader.concurrency(sheet.concurrency.as_ref())?,
            seed: sheet.seed,
            store: reader.store(sheet.store.as_ref())?,
            pairings: reader.pairings(&sheet)?,
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

/// A file that is being read.
struct Reader<'a> {
    file: &'a Path,
    text: &'a str,
}

impl Reader<'_> {
    fn error(&self, span: Option<Range<usize>>, what: impl Into<String>) -> ConfigError {
        let place = span.map(|span| Place::of(self.text, span));
        ConfigError { file: self.file.to_owned(), what: what.into(), place }
    }

    /// The error at a value, or at a word of it.
    fn at<T>(
        &self,
        value: &Spanned<T>,
        word: Option<&str>,
        what: impl Into<String>,
    ) -> ConfigError {
        let Range { start, end } = value.span();
        let inner = word.filter(|word| !word.is_empty());
        let found = inner.and_then(|word| Some((self.text.get(start..end)?.find(word)?, word)));
        let span = match found {
            Some((offset, word)) => start + offset..start + offset + word.len(),
            None => start..end,
        };
        self.error(Some(span), what)
    }

    /// What the TOML reader says, in plainer words and with the nearest key.
    fn toml(&self, error: &toml::de::Error) -> ConfigError {
        let message = error.message();
        let words: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
        let what = match words.split_first() {
            Some((word, known)) if message.starts_with("unknown ") && !known.is_empty() => {
                let kind = if message.starts_with("unknown field") { "key" } else { "value" };
                let (near, all) = (nearest(word, known.iter().copied()), known.join(", "));
                format!("there is no {kind} `{word}` here; did you mean `{near}`? There are: {all}")
            }
            _ => plain(message),
        };
        self.error(error.span(), what)
    }

    fn size(&self, size: Option<&Spanned<u32>>) -> Result<BoardSize, ConfigError> {
        let Some(lines) = size else { return Ok(BoardSize::NINE) };
        let size = u8::try_from(*lines.get_ref()).ok().and_then(BoardSize::new);
        size.ok_or_else(|| self.at(lines, None, "a board has from 2 to 19 lines"))
    }

    fn rules(&self, sheet: &Sheet) -> Result<RefereeRules, ConfigError> {
        let mut rules = match &sheet.rules {
            None => RefereeRules::default(),
            Some(text) => text.get_ref().parse().map_err(|error: RulesError| {
                let what = format!("{error}; `kage rules` explains them");
                self.at(text, Some(culprit(&error)), what)
            })?,
        };
        if let Some(points) = &sheet.komi {
            let komi = points.get_ref().to_string().parse::<Komi>();
            rules.komi = komi.map_err(|error| self.at(points, None, error.to_string()))?;
        }
        Ok(rules)
    }

    fn budget(&self, sheet: &Sheet) -> Result<Budget, ConfigError> {
        if let (Some(_), Some(clock)) = (&sheet.time_per_move, &sheet.clock) {
            let what = "`clock` and `time-per-move` exclude each other; keep one of them";
            return Err(self.at(clock, None, what));
        }
        let playouts = sheet.playouts.as_ref();
        if let Some(none) = playouts.filter(|playouts| *playouts.get_ref() == 0) {
            return Err(self.at(none, None, "playouts are a whole number from 1"));
        }
        let time = self.between(
            sheet.time_per_move.as_ref(),
            0.01..=86_400.0,
            "a number of seconds from 0.01 to 86400",
        )?;
        let clock = self.between(
            sheet.clock.as_ref(),
            0.001..=10_000.0,
            "a number of minutes from 0.001 to 10000",
        )?;
        let playouts = playouts.map(|playouts| *playouts.get_ref());
        Ok(Budget { playouts, time_per_move: time, clock })
    }

    fn between(
        &self,
        value: Option<&Spanned<f64>>,
        range: std::ops::RangeInclusive<f64>,
        takes: &str,
    ) -> Result<Option<f64>, ConfigError> {
        let Some(value) = value else { return Ok(None) };
        let number = *value.get_ref();
        if range.contains(&number) {
            return Ok(Some(number));
        }
        Err(self.at(value, None, format!("this takes {takes}")))
    }

    fn concurrency(&self, value: Option<&Spanned<u32>>) -> Result<u32, ConfigError> {
        let Some(value) = value else { return Ok(1) };
        match *value.get_ref() {
            games @ 1..=64 => Ok(games),
            _ => Err(self.at(value, None, "from 1 to 64 games can be played at once")),
        }
    }

    /// The folder beside the file.
    fn store(&self, name: Option<&Spanned<String>>) -> Result<PathBuf, ConfigError> {
        let folder = self.file.parent().unwrap_or(Path::new(""));
        let name = match name {
            None => stem(self.file),
            Some(name) if name.get_ref().trim().is_empty() => {
                return Err(self.at(name, None, "a store needs a name, or leave the line out"));
            }
            Some(name) => name.get_ref().clone(),
        };
        let ending = if name.ends_with(".kage") { "" } else { ".kage" };
        Ok(folder.join(name + ending))
    }

    fn entrants(
        &self,
        sheet: &Sheet,
        enter: impl Fn(&str) -> Result<Entrant, Objection>,
    ) -> Result<Vec<Entrant>, ConfigError> {
        let mut all: Vec<Entrant> = Vec::new();
        for player in sheet.player.iter().map(Spanned::get_ref) {
            let (name, spec) = (player.name(), &player.spec);
            if name.get_ref().trim().is_empty() {
                return Err(self.at(name, None, "a player needs a name"));
            }
            if all.iter().any(|other| other.name == *name.get_ref()) {
                let what = format!(
                    "there are two players `{}`; give one of them another `name`",
                    name.get_ref()
                );
                return Err(self.at(name, None, what));
            }
            let entered = enter(spec.get_ref());
            let entrant =
                entered.map_err(|Objection { what, word }| self.at(spec, word.as_deref(), what))?;
            all.push(Entrant { name: name.get_ref().clone(), ..entrant });
        }
        Ok(all)
    }

    fn pairings(&self, sheet: &Sheet) -> Result<Vec<Pairing>, ConfigError> {
        let games = match &sheet.games {
            None => GAMES,
            Some(games) if *games.get_ref() == 0 || games.get_ref() % 2 == 1 => {
                let more = games.get_ref().saturating_add(1);
                let what = format!(
                    "games come in pairs with colours swapped: take an even number, such as {more}"
                );
                return Err(self.at(games, None, what));
            }
            Some(games) => *games.get_ref(),
        };
        let count = sheet.player.len();
        if count < 2 {
            let what = "a tournament needs two players: add a [[player]] with a `spec` for each";
            return Err(self.error(sheet.player.last().map(Spanned::span), what));
        }
        let hero = self.hero(sheet)?;
        let format = sheet.format();
        let meets = |first: usize, second: usize| match format {
            Format::RoundRobin | Format::Sprt => first < second,
            Format::Gauntlet => first == hero && second != hero,
        };
        let all = (0..count).flat_map(|first| (0..count).map(move |second| [first, second]));
        let pairs = all.filter(|[first, second]| meets(*first, *second));
        Ok(pairs.map(|players| Pairing { players, games }).collect())
    }

    /// The test that ends the pairing, where there is one.
    fn sprt(&self, sheet: &Sheet) -> Result<Option<Sprt>, ConfigError> {
        if sheet.format() != Format::Sprt {
            let Some(stray) = &sheet.sprt else { return Ok(None) };
            let what = "only `format = \"sprt\"` has this table: write that, or take it out";
            return Err(self.at(stray, None, what));
        }
        if let Some(third) = sheet.player.get(2) {
            let what = "a test is between two players: take the others out";
            return Err(self.at(third, None, what));
        }
        let numbers = sheet.sprt.as_ref().map_or_else(SprtSheet::default, |table| *table.get_ref());
        let test = Sprt::new(numbers.elo0, numbers.elo1, numbers.alpha, numbers.beta);
        let place = sheet.sprt.as_ref().map(Spanned::span);
        test.map(Some).map_err(|error| self.error(place, error.to_string()))
    }

    /// The player who meets all others in a gauntlet.
    fn hero(&self, sheet: &Sheet) -> Result<usize, ConfigError> {
        let Some(hero) = &sheet.hero else { return Ok(0) };
        if sheet.format() != Format::Gauntlet {
            let what =
                "only a gauntlet has a `hero`: write format = \"gauntlet\", or take this out";
            return Err(self.at(hero, None, what));
        }
        let names = || sheet.player.iter().map(|player| player.get_ref().name().get_ref().as_str());
        names().position(|name| name == hero.get_ref()).ok_or_else(|| {
            let near = nearest(hero.get_ref(), names());
            let what = format!("no player is named `{}`; did you mean `{near}`?", hero.get_ref());
            self.at(hero, None, what)
        })
    }
}

/// The word of a rules text that is wrong.
fn culprit(error: &RulesError) -> &str {
    match error {
        RulesError::Preset(word) | RulesError::Word(word) | RulesError::Setting(word) => word,
        RulesError::Value { value, .. } => value,
    }
}

/// A message without the names of our types.
fn plain(message: &str) -> String {
    let kinds = [
        ("expected u32", "expected a whole number from 0"),
        ("expected u64", "expected a whole number from 0"),
        ("expected f64", "expected a number"),
        ("missing field", "a key is missing:"),
        ("expected a sequence", "expected a list: write [[player]], with two brackets"),
    ];
    let words = kinds.iter().fold(message.to_owned(), |text, (from, to)| text.replace(from, to));
    words.lines().collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAYERS: &str = "[[player]]\nspec = \"cat\"\n[[player]]\nspec = \"dog\"\n";

    /// Only these two can be seated.
    fn enter(spec: &str, _: &Budget, _: BoardSize) -> Result<Entrant, Objection> {
        let word = spec.split(':').next().unwrap_or(spec);
        if ["cat", "dog"].contains(&word) {
            return Ok(Entrant { name: String::new(), spec: spec.to_owned(), sighted: false });
        }
        Err(Objection { what: format!("who is {word}?"), word: Some(word.to_owned()) })
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
    fn errors_point_at_their_place() {
        let cases = [
            (
                "gmaes = 100\n",
                "cups/cup.toml:1:1: there is no key `gmaes` here; did you mean `games`? There are: ",
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
                "cups/cup.toml:3:9: who is bird?\n",
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
