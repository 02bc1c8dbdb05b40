//! Worlds that fit a view, as boards.

use crate::arrays::write_board;
use kage_belief::{
    Health, History, LogLinearPrior, Metaposition, Options, Sampler, Uniform, World,
};
use kage_phantom::Seat;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// Worlds drawn between two looks at the signals of the process.
const BETWEEN_SIGNALS: usize = 64;

/// The names of the samplers.
const NAMES: &str = "\"history\", \"history-flat\", \"metaposition\" or \"uniform\"";

fn named(sampler: &str, seed: u64) -> PyResult<Box<dyn Sampler + Send>> {
    let options = Options::default().with_seed(seed);
    match sampler {
        "history" => {
            let prior = LogLinearPrior::embedded()
                .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
            Ok(Box::new(History::with_prior(options, prior)))
        }
        "history-flat" => Ok(Box::new(History::new(options))),
        "metaposition" => Ok(Box::new(Metaposition::new(options))),
        "uniform" => Ok(Box::new(Uniform::new(options))),
        _ => Err(PyValueError::new_err(format!("{sampler:?} is no sampler: give {NAMES}"))),
    }
}

/// Draws boards that fit what a seat heard, one after the other in one list. Ctrl-C ends it.
pub(crate) fn draw(
    py: Python<'_>,
    seat: &Seat,
    count: usize,
    sampler: &str,
    seed: u64,
) -> PyResult<Vec<i8>> {
    let mut sampler = named(sampler, seed)?;
    let area = seat.size().area();
    let mut boards = Vec::with_capacity(count.min(1 << 16) * area);
    py.detach(|| sampler.update(seat));
    while boards.len() < count * area {
        py.check_signals()?;
        if sampler.health() == Health::Nothing {
            return Err(PyRuntimeError::new_err("no world fits this view"));
        }
        let missing = count - boards.len() / area;
        let before = boards.len();
        py.detach(|| {
            sampler.draw(missing.min(BETWEEN_SIGNALS), &mut |world: World| {
                let end = boards.len();
                boards.resize(end + area, 0);
                write_board(world.board(), &mut boards[end..]);
            });
        });
        if boards.len() == before {
            return Err(PyRuntimeError::new_err("no world fits this view"));
        }
    }
    Ok(boards)
}
