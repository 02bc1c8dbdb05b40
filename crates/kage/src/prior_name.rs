//! Priors of worlds, as they are named on the command line.

use crate::failure::Failure;
use kage_belief::{Flat, Learned, Prior};
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// A prior by name: `flat`, `learned`, or a file of weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PriorName {
    Flat,
    Learned,
    File(String),
}

impl FromStr for PriorName {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<PriorName, Self::Err> {
        Ok(match text {
            "flat" => PriorName::Flat,
            "learned" => PriorName::Learned,
            file => PriorName::File(file.to_owned()),
        })
    }
}

impl fmt::Display for PriorName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PriorName::Flat => "flat",
            PriorName::Learned => "learned",
            PriorName::File(file) => file,
        })
    }
}

impl PriorName {
    /// The prior itself.
    pub(crate) fn prior(&self) -> Result<Box<dyn Prior + Send>, Failure> {
        Ok(match self {
            PriorName::Flat => Box::new(Flat),
            PriorName::Learned => {
                Box::new(Learned::embedded().map_err(|error| Failure::Other(error.to_string()))?)
            }
            PriorName::File(file) => {
                let path = Path::new(file);
                let text = std::fs::read_to_string(path)
                    .map_err(|error| Failure::Read(path.to_owned(), error))?;
                let learned = Learned::from_toml(&text);
                Box::new(learned.map_err(|error| Failure::Other(format!("{file}: {error}")))?)
            }
        })
    }
}
