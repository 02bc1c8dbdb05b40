//! Spec strings: `name` or `name:option=value,option=value`.

use kage_search::{Budget, BudgetPool, CLOCK_DIVISOR};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// What is wrong with a spec.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpecError {
    /// No player has this name.
    Name {
        /// What was asked for.
        name: String,
        /// The nearest existing name.
        nearest: &'static str,
    },
    /// Not of the form `option=value`.
    Word(String),
    /// An option is given twice.
    Twice(String),
    /// The player has no such option.
    Option {
        /// The player.
        player: &'static str,
        /// What was asked for.
        option: String,
        /// What it has.
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
    /// An option that the player needs is missing.
    Missing(&'static str),
    /// Two options that exclude each other.
    Both(&'static str, &'static str),
    /// The player sees the board, but the seat is for a blind player.
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
            SpecError::Twice(option) => write!(f, "the option `{option}` is given twice"),
            SpecError::Option { player, option, has } => {
                write!(f, "`{player}` has no option `{option}`; it has: {has}")
            }
            SpecError::Value { option, value, takes } => {
                write!(f, "`{option}` cannot be `{value}`; it takes {takes}")
            }
            SpecError::Both(one, other) => write!(f, "`{one}` and `{other}` exclude each other"),
            SpecError::Sighted(player) => write!(
                f,
                "`{player}` sees the whole board, so it cannot take a blind seat: use it in `kage match` or `kage gtp`"
            ),
        }
    }
}

impl std::error::Error for SpecError {}

/// A player's name and its options, as a person writes them. It prints back exactly as it was written.
///
/// ```
/// use kage_players::PlayerSpec;
///
/// let spec: PlayerSpec = "hybrid:switch=5,then=uct-late:playouts=10k".parse().unwrap();
/// assert_eq!(spec.name(), "hybrid");
/// assert_eq!(spec.option("then"), Some("uct-late:playouts=10k"), "the rest is a spec");
/// assert_eq!(spec.to_string(), "hybrid:switch=5,then=uct-late:playouts=10k");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    text: String,
    name: String,
    options: Vec<(String, String)>,
}

/// The option whose value is the rest of the spec: another spec.
const REST: &str = "then";

impl FromStr for PlayerSpec {
    type Err = SpecError;

    /// Reads `name` or `name:option=value,option=value`. The value of `then` is everything after
    /// it.
    fn from_str(text: &str) -> Result<PlayerSpec, SpecError> {
        let (name, mut rest) = text.split_once(':').unwrap_or((text, ""));
        let mut options: Vec<(String, String)> = Vec::new();
        while !rest.is_empty() {
            let (word, after) = match rest.starts_with(&format!("{REST}=")) {
                true => (rest, ""),
                false => rest.split_once(',').unwrap_or((rest, "")),
            };
            let (option, value) =
                word.split_once('=').ok_or_else(|| SpecError::Word(word.to_owned()))?;
            let option = option.trim().to_owned();
            if options.iter().any(|(other, _)| *other == option) {
                return Err(SpecError::Twice(option));
            }
            options.push((option, value.trim().to_owned()));
            rest = after;
        }
        Ok(PlayerSpec { text: text.to_owned(), name: name.to_owned(), options })
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PlayerSpec {
    /// The player's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value of an option, if it is given.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|(option, _)| option == name).map(|(_, value)| value.as_str())
    }

    /// The same player with an option that the spec does not give. It is written before the others,
    /// because the value of `then` is everything after it.
    #[must_use]
    pub fn with_default(&self, option: &str, value: &str) -> PlayerSpec {
        if self.option(option).is_some() {
            return self.clone();
        }
        let own = self.text.split_once(':').map_or("", |(_, own)| own);
        let comma = if own.is_empty() { "" } else { "," };
        let text = format!("{}:{option}={value}{comma}{own}", self.name);
        let given = (option.to_owned(), value.to_owned());
        let options = std::iter::once(given).chain(self.options.iter().cloned()).collect();
        PlayerSpec { text, name: self.name.clone(), options }
    }
}

/// The options of a spec, taken out one by one. An option that is left at the end is an error.
#[derive(Clone, Debug)]
pub(crate) struct OptionReader {
    left: BTreeMap<String, String>,
    /// The budget of the player, if it shares one with others.
    pub(crate) budget: Option<BudgetShare>,
    /// The playouts for each try where there is neither a budget nor a clock.
    pub(crate) usual_playouts: u64,
}

/// The playouts for each try of most players where there is neither a budget nor a clock.
const USUAL_PLAYOUTS: u64 = 10_000;

/// A budget that several players of one spec spend from.
#[derive(Clone, Debug)]
pub(crate) struct BudgetShare {
    pub(crate) pool: BudgetPool,
    /// This player takes its share divided by this; the rest is saved for later.
    pub(crate) divisor: u64,
}

impl OptionReader {
    pub(crate) fn new(spec: &PlayerSpec, budget: Option<BudgetShare>) -> OptionReader {
        let left = spec.options.iter().cloned().collect();
        OptionReader { left, budget, usual_playouts: USUAL_PLAYOUTS }
    }

    /// Takes an option out as text.
    pub(crate) fn text(&mut self, name: &str) -> Option<String> {
        self.left.remove(name)
    }

    /// Is this option given and not yet taken out?
    pub(crate) fn has(&self, name: &str) -> bool {
        self.left.contains_key(name)
    }

    /// Accepts a second name of an option. There is one: papers on tree search count simulations, which
    /// are playouts here.
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

    /// The budget of a player whose options give none: the clock rule of the 2007 thesis, and without
    /// a clock its usual number of playouts.
    pub(crate) const fn usual_budget(&self) -> Budget {
        Budget::Clock { divisor: CLOCK_DIVISOR, unclocked: self.usual_playouts }
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

    /// The first option that was not taken out.
    pub(crate) fn left_over(&self) -> Option<&str> {
        self.left.keys().next().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reader(text: &str) -> OptionReader {
        OptionReader::new(&text.parse().unwrap(), None)
    }

    #[test]
    fn the_rest_is_a_spec() {
        let mut options = reader("x:switch=5,then=uct-late:playouts=10k,scoring=win");
        assert_eq!(options.text("then").as_deref(), Some("uct-late:playouts=10k,scoring=win"));
        assert_eq!(options.number("switch"), Ok(Some(5)));
        assert_eq!(options.left_over(), None);
    }

    #[test]
    fn specs_print_back_exactly() {
        for text in ["random", "random:", "x:a=1,b= 2 ,then=y:a=3", "x:a="] {
            assert_eq!(text.parse::<PlayerSpec>().unwrap().to_string(), text);
        }
        assert_eq!("x:a".parse::<PlayerSpec>(), Err(SpecError::Word("a".to_owned())));
        assert_eq!("x:a=1,a=2".parse::<PlayerSpec>(), Err(SpecError::Twice("a".to_owned())));
    }

    #[test]
    fn a_default_does_not_replace_what_is_given() {
        let spec: PlayerSpec = "x:a=1,then=y:b=2".parse().unwrap();
        assert_eq!(spec.with_default("a", "9"), spec);
        let with = spec.with_default("b", "3");
        assert_eq!(with.to_string(), "x:b=3,a=1,then=y:b=2");
        assert_eq!(with.option("b"), Some("3"));
        assert_eq!(with, with.to_string().parse().unwrap());
        let bare: PlayerSpec = "x".parse().unwrap();
        assert_eq!(bare.with_default("b", "3").to_string(), "x:b=3");
    }

    #[test]
    fn numbers() {
        let read = |text: &str| reader(&format!("x:n={text}")).number("n");
        assert_eq!(read("10k"), Ok(Some(10_000)));
        assert_eq!(read("2m"), Ok(Some(2_000_000)));
        for bad in ["", "k", "-1", "1.5", "99999999999999999999", "99999999999999999m"] {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert!(reader("x:n=0").count("n").is_err());
    }
}
