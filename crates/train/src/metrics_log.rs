//! The metrics of a run as lines of JSON, one for each update.

use crate::{IfExists, TrainError, UpdateMetrics, write_whole};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file of metrics. Lines of updates that a run makes again, because it resumed from before them, are
/// removed when it is opened.
#[derive(Debug)]
pub struct MetricsLog {
    path: PathBuf,
}

impl MetricsLog {
    /// Opens the metrics of a run that has played so many games.
    pub fn open(path: PathBuf, games: u64) -> Result<MetricsLog, TrainError> {
        let kept = match MetricsLog::read(&path) {
            Ok(all) => all.into_iter().filter(|metrics| metrics.games <= games).collect(),
            Err(TrainError::Read(_, error)) if error.kind() == io::ErrorKind::NotFound => {
                Vec::new()
            }
            Err(error) => return Err(error),
        };
        let lines: Vec<String> =
            kept.iter().map(|metrics| line(&path, metrics)).collect::<Result<_, TrainError>>()?;
        write_whole(&path, lines.concat().as_bytes(), IfExists::Replace)?;
        Ok(MetricsLog { path })
    }

    /// Adds the metrics of an update.
    pub fn add(&self, metrics: &UpdateMetrics) -> Result<(), TrainError> {
        let line = line(&self.path, metrics)?;
        let written = OpenOptions::new()
            .append(true)
            .open(&self.path)
            .and_then(|mut file| file.write_all(line.as_bytes()));
        written.map_err(|error| TrainError::Write(self.path.clone(), error))
    }

    /// Reads metrics. A last line that is cut off is left out.
    pub fn read(path: &Path) -> Result<Vec<UpdateMetrics>, TrainError> {
        let fail = |error| TrainError::Read(path.to_owned(), error);
        let text = fs::read_to_string(path).map_err(fail)?;
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let parse = |line| serde_json::from_str(line).map_err(io::Error::from).map_err(fail);
        whole.lines().map(parse).collect()
    }
}

fn line(path: &Path, metrics: &UpdateMetrics) -> Result<String, TrainError> {
    let line = serde_json::to_string(metrics).map_err(io::Error::from);
    line.map(|line| line + "\n").map_err(|error| TrainError::Write(path.to_owned(), error))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;

    #[test]
    fn lines_that_are_made_again_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("metrics.jsonl");
        let of = |games| UpdateMetrics { games, entropy: 1.5, ..UpdateMetrics::default() };
        let log = MetricsLog::open(path.clone(), 0).unwrap();
        for games in [32, 64, 96] {
            log.add(&of(games)).unwrap();
        }
        let mut text = fs::read_to_string(&path).unwrap();
        text += "{\"games\":12";
        fs::write(&path, text).unwrap();
        assert_eq!(MetricsLog::read(&path).unwrap(), [of(32), of(64), of(96)]);
        MetricsLog::open(path.clone(), 64).unwrap();
        assert_eq!(MetricsLog::read(&path).unwrap(), [of(32), of(64)]);
        fs::write(&path, "nonsense\n").unwrap();
        assert!(MetricsLog::open(path, 64).is_err());
    }
}
