//! Why a search has no result.

use crate::WorkerPanicked;
use kage_phantom::PlayerError;
use kage_playout::{WorldError, WrongSize};
use std::fmt;

/// Why a search has no result. A part of a result is never returned, because the caller could not
/// see that the rest is missing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchError {
    /// A worker thread panicked.
    Worker(WorkerPanicked),
    /// A playout could not start from a world.
    World(WorldError),
    /// A world is on a board of another size.
    Size(WrongSize),
    /// Another program that the search uses has failed.
    Program(PlayerError),
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchError::Worker(error) => error.fmt(f),
            SearchError::World(error) => write!(f, "a playout could not start: {error}"),
            SearchError::Size(error) => error.fmt(f),
            SearchError::Program(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SearchError {}

impl From<WorkerPanicked> for SearchError {
    fn from(error: WorkerPanicked) -> SearchError {
        SearchError::Worker(error)
    }
}

impl From<WorldError> for SearchError {
    fn from(error: WorldError) -> SearchError {
        SearchError::World(error)
    }
}

impl From<WrongSize> for SearchError {
    fn from(error: WrongSize) -> SearchError {
        SearchError::Size(error)
    }
}
