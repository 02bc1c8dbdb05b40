//! Spec strings: `name` or `name:option=value,option=value`.

use kage_search::Purse;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// What is wrong with a spec.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpecError {
    /// No player has this name.
    Name {
        /// What was asked for.
        name: String,
        /// The nearest name there is.
        nearest: &'static str,
    },
    /// Not of the form `option=value`.
    Word(String),
    /// The player has no such option.
    Option {
        /// The player.
        player: &'static str,
        /// What was asked for.
        option: String,
        /// What he has.
        has: String,
    },
    /// The option does not take this value.
    Value {
        /// The option.
        option: String,
        /// What was given.
        value: String,
        /// What it takes.
        takes: String,
    },
    /// An option that the player cannot do without.
    Missing(&'static str),
    /// Two options that exclude each other.
    Both(&'static str, &'static str),
    /// The player sees the board, and the seat is for the blind.
    Sighted(&'static str),
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::Name { name, nearest } => write!(
                f,
                "there is no player `{name}`; did you mean `{nearest}`? `kage players` lists all"
            ),
            SpecError::Missing(option) => write!(f, "the option `{option}` must be given"),
            SpecError::Word(word) => write!(f, "`{word}` is not of the form option=value"),
            SpecError::Option { player, option, has } => {
                write!(f, "`{player}` has no option `{option}`; it has: {has}")
            }
            SpecError::Value { option, value, takes } => {
                write!(f, "`{value}` is no value of `{option}`; it takes {takes}")
            }
            SpecError::Both(one, other) => write!(f, "`{one}` and `{other}` exclude each other"),
            SpecError::Sighted(player) => write!(
                f,
                "`{player}` is told the truth, and cannot sit where only the blind may: use it in `kage match` or `kage gtp`"
            ),
        }
    }
}

impl std::error::Error for SpecError {}

/// The options of a spec, to be taken out one by one.
#[derive(Clone, Default, Debug)]
pub(crate) struct Options {
    left: BTreeMap<String, String>,
    /// What the player spends from, if it is not his alone.
    pub(crate) purse: Option<SharedPurse>,
}

/// A purse that several players of one spec spend from.
#[derive(Clone, Debug)]
pub(crate) struct SharedPurse {
    pub(crate) purse: Purse,
    /// How many times less than his share this one takes.
    pub(crate) thrift: u64,
}

/// The option whose value is the rest of the spec: another spec.
pub(crate) const REST: &str = "then";

impl Options {
    /// Reads `option=value,option=value`. The value of `then` is all that follows it.
    pub(crate) fn read(text: &str) -> Result<Options, SpecError> {
        let mut options = BTreeMap::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (word, after) = match rest.starts_with(&format!("{REST}=")) {
                true => (rest, ""),
                false => rest.split_once(',').unwrap_or((rest, "")),
            };
            let (name, value) =
                word.split_once('=').ok_or_else(|| SpecError::Word(word.to_owned()))?;
            options.insert(name.trim().to_owned(), value.trim().to_owned());
            rest = after;
        }
        Ok(Options { left: options, purse: None })
    }

    /// Takes an option out as text.
    pub(crate) fn text(&mut self, name: &str) -> Option<String> {
        self.left.remove(name)
    }

    /// Lets an option go by a second name.
    pub(crate) fn alias(
        &mut self,
        second: &'static str,
        name: &'static str,
    ) -> Result<(), SpecError> {
        let Some(value) = self.text(second) else { return Ok(()) };
        match self.left.insert(name.to_owned(), value) {
            None => Ok(()),
            Some(_) => Err(SpecError::Both(second, name)),
        }
    }

    /// Takes out an option that is one of some words.
    pub(crate) fn word<T: Copy>(
        &mut self,
        name: &str,
        words: &[(&str, T)],
    ) -> Result<Option<T>, SpecError> {
        let Some(value) = self.text(name) else { return Ok(None) };
        match words.iter().find(|(word, _)| *word == value) {
            Some((_, meaning)) => Ok(Some(*meaning)),
            None => {
                let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                Err(SpecError::Value { option: name.to_owned(), value, takes: words.join(" or ") })
            }
        }
    }

    /// Takes out a whole number. `10k` and `2m` are read as thousands and millions.
    pub(crate) fn number(&mut self, name: &str) -> Result<Option<u64>, SpecError> {
        self.parse(name, "a whole number, such as 10000 or 10k", |text| {
            let (digits, times) = match text.strip_suffix(['k', 'm']) {
                Some(digits) if text.ends_with('k') => (digits, 1_000),
                Some(digits) => (digits, 1_000_000),
                None => (text, 1),
            };
            digits.parse::<u64>().ok()?.checked_mul(times)
        })
    }

    /// Takes out a whole number that is not zero.
    pub(crate) fn count(&mut self, name: &str) -> Result<Option<u64>, SpecError> {
        self.count_to(name, u64::MAX)
    }

    /// Takes out a whole number from 1 to a limit.
    pub(crate) fn count_to(&mut self, name: &str, most: u64) -> Result<Option<u64>, SpecError> {
        let value = self.left.get(name).cloned().unwrap_or_default();
        match self.number(name)? {
            Some(number) if number == 0 || number > most => {
                let option = name.to_owned();
                let takes = match most {
                    u64::MAX => "a whole number from 1".to_owned(),
                    most => format!("a whole number from 1 to {most}"),
                };
                Err(SpecError::Value { option, value, takes })
            }
            number => Ok(number),
        }
    }

    /// Takes out a number that is not negative.
    pub(crate) fn decimal(&mut self, name: &str) -> Result<Option<f64>, SpecError> {
        let good = |n: &f64| n.is_finite() && *n >= 0.0;
        self.parse(name, "a number from 0", |text| text.parse().ok().filter(good))
    }

    /// Takes out a number of either sign.
    pub(crate) fn signed(&mut self, name: &str) -> Result<Option<f64>, SpecError> {
        let read = |text: &str| text.parse().ok().filter(|n: &f64| n.is_finite());
        self.parse(name, "a number, also a negative one", read)
    }

    /// Is one of these given?
    pub(crate) fn has_any(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.left.contains_key(*name))
    }

    /// Gives an option a value.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        self.left.insert(name.to_owned(), value.to_owned());
    }

    /// Takes out a number of seconds.
    pub(crate) fn seconds(&mut self, name: &str) -> Result<Option<Duration>, SpecError> {
        self.parse(name, "seconds, such as 0.5", |text| {
            let seconds = text.parse::<f64>().ok().filter(|s| *s > 0.0)?;
            Duration::try_from_secs_f64(seconds).ok()
        })
    }

    fn parse<T>(
        &mut self,
        name: &str,
        takes: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, SpecError> {
        let Some(value) = self.text(name) else { return Ok(None) };
        match read(&value) {
            Some(read) => Ok(Some(read)),
            None => {
                Err(SpecError::Value { option: name.to_owned(), value, takes: takes.to_owned() })
            }
        }
    }

    /// The first option nobody has taken.
    pub(crate) fn left_over(&self) -> Option<&str> {
        self.left.keys().next().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_a_spec() {
        let mut options = Options::read("switch=5,then=uct-late:playouts=10k,scoring=win").unwrap();
        assert_eq!(options.text("then").as_deref(), Some("uct-late:playouts=10k,scoring=win"));
        assert_eq!(options.number("switch"), Ok(Some(5)));
        assert_eq!(options.left_over(), None);
    }

    #[test]
    fn numbers() {
        let read = |text: &str| Options::read(&format!("n={text}")).unwrap().number("n");
        assert_eq!(read("10k"), Ok(Some(10_000)));
        assert_eq!(read("2m"), Ok(Some(2_000_000)));
        for bad in ["", "k", "-1", "1.5", "99999999999999999999", "99999999999999999m"] {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert!(Options::read("n=0").unwrap().count("n").is_err());
    }
}
