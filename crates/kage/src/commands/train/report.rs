//! `kage train report`: the curves of a training by self-play.

use crate::args::TrainReport;
use crate::failure::Failure;
use crate::files;
use kage_train::{MetricsLog, training_page};

pub(crate) fn run(options: &TrainReport) -> Result<(), Failure> {
    let metrics = MetricsLog::read(&options.metrics)?;
    let name = options.metrics.display().to_string();
    files::save(&options.out, &training_page(&name, &metrics), options.force)
}
