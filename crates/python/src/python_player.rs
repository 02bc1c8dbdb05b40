//! A Python object as a player of the arena. It is given views, and nothing else.

use crate::action;
use crate::view::PyView;
use kage_phantom::{Choice, Player, PlayerError, Seat};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The first exception of a Python player. It ends the match and is raised by it.
#[derive(Default)]
pub(crate) struct FirstError {
    error: Mutex<Option<PyErr>>,
    /// Set with the error: no further game starts.
    pub(crate) stop: AtomicBool,
}

impl FirstError {
    fn keep(&self, error: PyErr) {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.stop.store(true, Ordering::Relaxed);
    }

    pub(crate) fn take(&self) -> Option<PyErr> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A Python callable as a player. One object plays all its games, several at once if the match has threads.
pub(crate) struct PythonPlayer {
    pub(crate) name: String,
    pub(crate) callable: Arc<Py<PyAny>>,
    pub(crate) first_error: Arc<FirstError>,
}

impl PythonPlayer {
    fn ask(&self, py: Python<'_>, seat: &Seat) -> PyResult<Choice> {
        let view = Bound::new(py, PyView::new(seat.clone(), false))?;
        let told = self.callable.bind(py).call1((view,))?;
        if told.cast::<PyString>().is_ok_and(|text| text == "resign") {
            return Ok(Choice::Resign);
        }
        if told.is_none() {
            return Err(PyTypeError::new_err("the player returned None instead of an action"));
        }
        action::read(&told, seat.size())
    }
}

impl Player for PythonPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, seat: &Seat, _: Option<Duration>) -> Result<Choice, PlayerError> {
        Python::attach(|py| self.ask(py, seat)).map_err(|error| {
            let what = format!("{}: {error}", self.name);
            self.first_error.keep(error);
            PlayerError::Infrastructure(what)
        })
    }
}
