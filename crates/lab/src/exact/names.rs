//! The choices of a run by name.

use super::game::{Tries, Worth};
use super::solve::Solver;
use std::fmt;
use std::str::FromStr;

/// There is no choice of this name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NameError {
    /// The names that there are.
    takes: &'static str,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it takes {}", self.takes)
    }
}

impl std::error::Error for NameError {}

macro_rules! names {
    ($choice:ty, $takes:literal, $($word:literal = $value:expr),+) => {
        impl $choice {
            /// Its name in text.
            pub fn word(self) -> &'static str {
                let words = [$(($word, $value)),+];
                words.into_iter().find(|(_, value)| *value == self).map_or("", |(word, _)| word)
            }
        }

        impl FromStr for $choice {
            type Err = NameError;

            fn from_str(text: &str) -> Result<$choice, NameError> {
                match text {
                    $($word => Ok($value),)+
                    _ => Err(NameError { takes: $takes }),
                }
            }
        }
    };
}

names!(
    Tries,
    "useful, fresh or all",
    "useful" = Tries::Useful,
    "fresh" = Tries::Fresh,
    "all" = Tries::All
);
names!(Worth, "result or points", "result" = Worth::Result, "points" = Worth::Points);
names!(Solver, "cfr or lp", "cfr" = Solver::Regrets, "lp" = Solver::LinearProgram);
