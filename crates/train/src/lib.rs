//! Training: nets and priors, from finished games.
//!
//! This crate sees the true position of games that are over, so it is on the truth side of the firewall: no
//! player can reach it. Players get weights. It has no command line and prints nothing; it is given players
//! and names none.
//!
//! | file | what it has |
//! |---|---|
//! | `dataset` | [`Dataset`]: training examples from files of self-play |
//! | `teacher` | [`Teacher`]: a policy whose chances are learned, in place of the choices that were made |
//! | `supervised` | [`TrainingRun`]: a net trained on a dataset (`kage train net`) |
//! | `selfplay` | [`SelfPlayRun`]: a net trained by self-play with a critic (`kage train selfplay`) |
//! | `selfplay/config` | [`SelfPlayConfig`]: how |
//! | `selfplay/seats` | who plays a side |
//! | `selfplay/actor` | games, many at once |
//! | `selfplay/review` | the training examples of a finished game |
//! | `selfplay/update` | the games and the steps of an update |
//! | `selfplay/metrics` | [`UpdateMetrics`]: what is written about it |
//! | `metrics_log` | [`MetricsLog`]: these as lines of JSON |
//! | `report` | [`training_page`]: these as curves |
//! | `schedule` | [`Schedule`]: a number that changes with the number of games |
//! | `returns` | [`Value`] and [`lambda_returns`] |
//! | `checkpoint` | [`Checkpoint`]: what a run resumes from, in one format |
//! | `opponent_prior` | [`PriorDataset`]: how opponents play, for beliefs (`kage train prior`) |
//! | `error` | [`TrainError`] |

mod checkpoint;
mod dataset;
mod error;
mod metrics_log;
mod opponent_prior;
mod report;
mod returns;
mod schedule;
mod selfplay;
mod supervised;
mod teacher;

pub use checkpoint::{Checkpoint, CheckpointError, Fingerprint, checkpoint_path};
pub use dataset::Dataset;
pub use error::TrainError;
pub use metrics_log::MetricsLog;
pub use opponent_prior::{PriorConfig, PriorDataset, PriorReport};
pub use report::{training_page, update_in_words};
pub use returns::{Value, lambda_returns};
pub use schedule::{ParseScheduleError, Schedule};
pub use selfplay::{
    GROUP, Opponent, Opponents, Points, SeatOpponent, SelfPlayConfig, SelfPlayFiles, SelfPlayRun,
    UpdateMetrics,
};
pub use supervised::{MeanLosses, SupervisedConfig, SupervisedReport, TrainingRun};
pub use teacher::Teacher;

use kage_net::Net;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Reads a net from a file.
pub fn load_net(path: &Path) -> Result<Net, TrainError> {
    let bytes = fs::read(path).map_err(|error| TrainError::Read(path.to_owned(), error))?;
    Net::from_bytes(&bytes).map_err(|error| TrainError::Net(path.to_owned(), error))
}

/// What happens to a file that exists already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IfExists {
    /// It is replaced.
    Replace,
    /// It stays, and that is an error.
    Keep,
}

/// Writes a file whole or not at all.
fn write_whole(path: &Path, bytes: &[u8], existing: IfExists) -> Result<(), TrainError> {
    let fail = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => TrainError::Exists(path.to_owned()),
        _ => TrainError::Write(path.to_owned(), error),
    };
    let mut file = kage_arena::unfinished(path).map_err(fail)?;
    file.write_all(bytes).map_err(fail)?;
    file.as_file().sync_all().map_err(fail)?;
    let kept = match existing {
        IfExists::Replace => file.persist(path),
        IfExists::Keep => file.persist_noclobber(path),
    };
    kept.map(drop).map_err(|error| fail(error.error))
}
