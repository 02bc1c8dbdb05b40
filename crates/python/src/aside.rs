//! Long work in a thread of its own, so that Ctrl-C can end it.

use crate::errors::{PlayerError, VoidError};
use crate::player::wait;
use crate::python_player::FirstError;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};

/// Does the work, which looks at the flag that Ctrl-C and the first error of a Python player set. Raises that error, or
/// the interrupt, when the work has ended.
pub(crate) fn aside<T: Send + 'static>(
    py: Python<'_>,
    first_error: &Arc<FirstError>,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = channel();
    let errors = Arc::clone(first_error);
    let worker = std::thread::spawn(move || {
        // The receiver waits until this thread has ended.
        let _ = sender.send(work(&errors.stop));
    });
    let receiver = Mutex::new(receiver);
    let mut interrupt = None;
    let done = loop {
        match py.detach(|| wait(&receiver)) {
            Ok(done) => break Some(done),
            Err(RecvTimeoutError::Disconnected) => break None,
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = py.check_signals() {
                    interrupt.get_or_insert(error);
                    first_error.stop.store(true, Ordering::Relaxed);
                }
            }
        }
    };
    // The thread has sent its result or panicked, so this does not wait for games.
    let ended = py.detach(|| worker.join());
    if let Some(error) = first_error.take() {
        return Err(raised(py, error));
    }
    match (interrupt, done, ended) {
        (Some(error), _, _) => Err(error),
        (None, Some(done), Ok(())) => Ok(done),
        (None, _, _) => Err(VoidError::new_err("the work stopped with a panic")),
    }
}

/// The exception that a Python player raised, as the cause of one that says where it came from. Ctrl-C stays
/// what it is.
fn raised(py: Python<'_>, cause: PyErr) -> PyErr {
    if cause.is_instance_of::<PyKeyboardInterrupt>(py) {
        return cause;
    }
    let what = format!("a Python player failed, and the games stopped: {cause}");
    let error = PlayerError::new_err(what);
    error.set_cause(py, Some(cause));
    error
}
