//! Models of the opponent: priors of its moves, and how one is learned.

mod features;
mod log_linear;
mod pattern;
mod prior;
mod prior_cache;
mod trainer;

pub use log_linear::{LogLinearPrior, WeightsError};
pub use prior::{Flat, MoveContext, Prior};
pub(crate) use prior_cache::PriorCache;
pub use trainer::{Score, Trainer, TrainingError};
