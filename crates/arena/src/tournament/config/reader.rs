//! Reads a tournament's file: checks each value, and points at mistakes.

use super::error::FilePlace;
use super::file::{ConfigFile, SprtTable};
use super::{ConfigError, Format, Objection, stem};
use crate::{Budget, Entrant, Pairing, Sprt};
use kage_goban::{BoardSize, Komi};
use kage_phantom::{RefereeRules, RulesError, nearest};
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// Games a pairing when the file does not say.
const GAMES: u32 = 100;

/// The file being read.
pub(super) struct Reader<'a> {
    pub(super) file: &'a Path,
    pub(super) text: &'a str,
}

impl Reader<'_> {
    fn error(&self, span: Option<Range<usize>>, what: impl Into<String>) -> ConfigError {
        let place = span.map(|span| FilePlace::of(self.text, span));
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

    /// The error of the TOML parser, in plainer words and with the nearest key.
    pub(super) fn toml(&self, error: &toml::de::Error) -> ConfigError {
        let message = error.message();
        let words: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
        let what = match words.split_first() {
            Some((word, known)) if message.starts_with("unknown ") && !known.is_empty() => {
                let kind = if message.starts_with("unknown field") { "key" } else { "value" };
                let (near, all) = (nearest(word, known.iter().copied()), known.join(", "));
                format!("there is no {kind} `{word}` here; did you mean `{near}`? Allowed: {all}")
            }
            _ => plain(message),
        };
        self.error(error.span(), what)
    }

    pub(super) fn size(&self, size: Option<&Spanned<u32>>) -> Result<BoardSize, ConfigError> {
        let Some(lines) = size else { return Ok(BoardSize::NINE) };
        let size = u8::try_from(*lines.get_ref()).ok().and_then(BoardSize::new);
        size.ok_or_else(|| self.at(lines, None, "a board has from 2 to 19 lines"))
    }

    pub(super) fn rules(&self, file: &ConfigFile) -> Result<RefereeRules, ConfigError> {
        let mut rules = match &file.rules {
            None => RefereeRules::default(),
            Some(text) => text.get_ref().parse().map_err(|error: RulesError| {
                let what = format!("{error}; `kage rules` explains them");
                self.at(text, Some(culprit(&error)), what)
            })?,
        };
        if let Some(points) = &file.komi {
            let komi = points.get_ref().to_string().parse::<Komi>();
            rules.komi = komi.map_err(|error| self.at(points, None, error.to_string()))?;
        }
        Ok(rules)
    }

    pub(super) fn budget(&self, file: &ConfigFile) -> Result<Budget, ConfigError> {
        if let (Some(_), Some(clock)) = (&file.time_per_move, &file.clock) {
            let what = "`clock` and `time-per-move` exclude each other; keep one of them";
            return Err(self.at(clock, None, what));
        }
        let playouts = file.playouts.as_ref();
        if let Some(none) = playouts.filter(|playouts| *playouts.get_ref() == 0) {
            return Err(self.at(none, None, "playouts are a whole number from 1"));
        }
        let time = self.between(
            file.time_per_move.as_ref(),
            0.01..=86_400.0,
            "a number of seconds from 0.01 to 86400",
        )?;
        let clock = self.between(
            file.clock.as_ref(),
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

    pub(super) fn concurrency(&self, value: Option<&Spanned<u32>>) -> Result<u32, ConfigError> {
        let Some(value) = value else { return Ok(1) };
        match *value.get_ref() {
            games @ 1..=64 => Ok(games),
            _ => Err(self.at(value, None, "from 1 to 64 games can be played at once")),
        }
    }

    /// The folder of the store, beside the file.
    pub(super) fn store(&self, name: Option<&Spanned<String>>) -> Result<PathBuf, ConfigError> {
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

    pub(super) fn entrants(
        &self,
        file: &ConfigFile,
        enter: impl Fn(&str) -> Result<Entrant, Objection>,
    ) -> Result<Vec<Entrant>, ConfigError> {
        let mut all: Vec<Entrant> = Vec::new();
        for player in file.player.iter().map(Spanned::get_ref) {
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

    pub(super) fn pairings(&self, file: &ConfigFile) -> Result<Vec<Pairing>, ConfigError> {
        let games = match &file.games {
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
        let count = file.player.len();
        if count < 2 {
            let what = "a tournament needs two players: add a [[player]] with a `spec` for each";
            return Err(self.error(file.player.last().map(Spanned::span), what));
        }
        let hero = self.hero(file)?;
        let format = file.format();
        let meets = |first: usize, second: usize| match format {
            Format::RoundRobin | Format::Sprt => first < second,
            Format::Gauntlet => first == hero && second != hero,
        };
        let all = (0..count).flat_map(|first| (0..count).map(move |second| [first, second]));
        let pairs = all.filter(|[first, second]| meets(*first, *second));
        Ok(pairs.map(|players| Pairing { players, games }).collect())
    }

    /// The test that ends the pairing, if there is one.
    pub(super) fn sprt(&self, file: &ConfigFile) -> Result<Option<Sprt>, ConfigError> {
        if file.format() != Format::Sprt {
            let Some(stray) = &file.sprt else { return Ok(None) };
            let what = "only `format = \"sprt\"` has this table: write that, or take it out";
            return Err(self.at(stray, None, what));
        }
        if let Some(third) = file.player.get(2) {
            let what = "a test is between two players: take the others out";
            return Err(self.at(third, None, what));
        }
        let numbers = file.sprt.as_ref().map_or_else(SprtTable::default, |table| *table.get_ref());
        let test = Sprt::new(numbers.elo0, numbers.elo1, numbers.alpha, numbers.beta);
        let place = file.sprt.as_ref().map(Spanned::span);
        test.map(Some).map_err(|error| self.error(place, error.to_string()))
    }

    /// The player that meets all others in a gauntlet.
    fn hero(&self, file: &ConfigFile) -> Result<usize, ConfigError> {
        let Some(hero) = &file.hero else { return Ok(0) };
        if file.format() != Format::Gauntlet {
            let what =
                "only a gauntlet has a `hero`: write format = \"gauntlet\", or take this out";
            return Err(self.at(hero, None, what));
        }
        let names = || file.player.iter().map(|player| player.get_ref().name().get_ref().as_str());
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

/// A message without Rust type names.
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
