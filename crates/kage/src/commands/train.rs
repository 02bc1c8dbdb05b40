//! `kage train`: priors and nets.

mod net;
mod prior;
mod report;
mod selfplay;

use super::data;
use crate::args::Train;
use crate::failure::Failure;
use kage_train::{Dataset, IfExists, Teacher, TrainError};
use std::path::PathBuf;

pub(crate) fn run(options: &Train) -> Result<(), Failure> {
    match options {
        Train::Prior(options) => prior::run(options),
        Train::Net(options) => net::run(options),
        Train::Selfplay(options) => selfplay::run(options),
        Train::Report(options) => report::run(options),
    }
}

/// The examples of some files of self-play, enough to train on.
pub(crate) fn dataset(paths: &[PathBuf], teacher: Option<Teacher<'_>>) -> Result<Dataset, Failure> {
    let mut dataset = Dataset::default();
    for path in paths {
        let (mut reader, bar) = data::open(path)?;
        dataset.add(&mut reader, path, teacher)?;
        bar.finish_and_clear();
        data::note_cut(&reader, path);
    }
    dataset.check()?;
    Ok(dataset)
}

/// What `--force` means.
fn if_exists(force: bool) -> IfExists {
    if force { IfExists::Replace } else { IfExists::Keep }
}

impl From<TrainError> for Failure {
    fn from(error: TrainError) -> Failure {
        Failure::Other(error.to_string())
    }
}
