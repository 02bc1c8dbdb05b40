//! Priors of worlds, by the names of the command line.

use kage_belief::{Flat, LogLinearPrior, Prior, WeightsError};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// A prior by name: `flat`, `learned`, or a file of weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PriorChoice {
    /// All worlds are equally likely.
    Flat,
    /// The weights that are built in.
    Learned,
    /// The weights of a file.
    File(PathBuf),
}

/// A prior cannot be loaded.
#[derive(Debug)]
pub enum PriorError {
    /// The weights that are built in are broken.
    BuiltIn(WeightsError),
    /// The file cannot be read.
    Read(PathBuf, std::io::Error),
    /// The file has no weights.
    Weights(PathBuf, WeightsError),
}

impl fmt::Display for PriorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PriorError::BuiltIn(error) => error.fmt(f),
            PriorError::Read(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            PriorError::Weights(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for PriorError {}

impl FromStr for PriorChoice {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<PriorChoice, Self::Err> {
        Ok(match text {
            "flat" => PriorChoice::Flat,
            "learned" => PriorChoice::Learned,
            file => PriorChoice::File(PathBuf::from(file)),
        })
    }
}

impl fmt::Display for PriorChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PriorChoice::Flat => f.write_str("flat"),
            PriorChoice::Learned => f.write_str("learned"),
            PriorChoice::File(file) => file.display().fmt(f),
        }
    }
}

impl PriorChoice {
    /// The prior itself.
    pub fn prior(&self) -> Result<Box<dyn Prior + Send>, PriorError> {
        Ok(match self {
            PriorChoice::Flat => Box::new(Flat),
            PriorChoice::Learned => {
                Box::new(LogLinearPrior::embedded().map_err(PriorError::BuiltIn)?)
            }
            PriorChoice::File(file) => {
                let text = std::fs::read_to_string(file)
                    .map_err(|error| PriorError::Read(file.clone(), error))?;
                let learned = LogLinearPrior::from_toml(&text);
                Box::new(learned.map_err(|error| PriorError::Weights(file.clone(), error))?)
            }
        })
    }
}
