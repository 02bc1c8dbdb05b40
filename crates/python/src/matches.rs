//! Matches in the arena, with its statistics.

use crate::errors::{PlayerError, StateError, VoidError};
use crate::game::{read_rules, read_size};
use crate::player::{read_spec, wait};
use crate::python_player::{FirstError, PythonPlayer};
use kage_arena::{
    Budget, Contestant, Interval, Match, MatchError, MatchReport, Pairs, SeatRequest, SeatedPlayer,
    elo_interval,
};
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};

/// A player of a match: the spec of a built-in one, or a name and a Python callable.
fn contestant(
    name: &str,
    player: &Bound<'_, PyAny>,
    first_error: &Arc<FirstError>,
) -> PyResult<Contestant> {
    let label = name.to_owned();
    if player.cast::<PyString>().is_ok() {
        let spec = read_spec(name)?;
        let seat = move |to: SeatRequest| match spec.seat(to.seed) {
            Ok(player) => Ok(SeatedPlayer::Blind(player)),
            Err(error) => Err(kage_phantom::PlayerError::Infrastructure(error.to_string())),
        };
        return Ok(Contestant { label, seat: Box::new(seat) });
    }
    let callable = Arc::new(player.clone().unbind());
    let (name, first_error) = (label.clone(), Arc::clone(first_error));
    let seat = move |_: SeatRequest| {
        let (name, callable) = (name.clone(), Arc::clone(&callable));
        let first_error = Arc::clone(&first_error);
        Ok(SeatedPlayer::Blind(Box::new(PythonPlayer { name, callable, first_error })))
    };
    Ok(Contestant { label, seat: Box::new(seat) })
}

/// Plays a match and returns its report as JSON. `kage_go.match` is the function for users.
#[pyfunction]
#[pyo3(signature = (names, players, games, rules, size, komi, threads, seed, time_per_move, store))]
#[expect(clippy::too_many_arguments, reason = "the Python function in front of it names them")]
#[expect(clippy::needless_pass_by_value, reason = "values from Python are owned")]
pub(crate) fn _match(
    py: Python<'_>,
    names: (String, String),
    players: (Bound<'_, PyAny>, Bound<'_, PyAny>),
    games: u32,
    rules: &str,
    size: i64,
    komi: Option<f64>,
    threads: u32,
    seed: u64,
    time_per_move: Option<f64>,
    store: Option<PathBuf>,
) -> PyResult<String> {
    if time_per_move.is_some_and(|seconds| !(seconds.is_finite() && seconds > 0.0)) {
        return Err(PyValueError::new_err("time_per_move: give a number of seconds above zero"));
    }
    if games == 0 {
        return Err(PyValueError::new_err("games: a match has at least one game"));
    }
    let first_error = Arc::new(FirstError::default());
    let contestants = [
        contestant(&names.0, &players.0, &first_error)?,
        contestant(&names.1, &players.1, &first_error)?,
    ];
    let rules = read_rules(rules, komi)?;
    let terms = Budget { time_per_move, ..Budget::default() }.terms(rules, read_size(size)?);
    let contest =
        Match { contestants, terms, games, seed, concurrency: threads.max(1), store, decide: None };
    let report = run(py, contest, &first_error)?;
    Ok(told(&report).to_string())
}

/// Plays the match in a thread of its own, so that Ctrl-C can end it. What was played is in the store.
fn run(py: Python<'_>, contest: Match, first_error: &Arc<FirstError>) -> PyResult<MatchReport> {
    let (sender, receiver) = channel();
    let errors = Arc::clone(first_error);
    let worker = std::thread::spawn(move || {
        // The receiver waits until this thread has ended.
        let _ = sender.send(contest.run(&errors.stop, |_| {}));
    });
    let receiver = Mutex::new(receiver);
    let mut interrupt = None;
    let played = loop {
        match py.detach(|| wait(&receiver)) {
            Ok(played) => break Some(played),
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
    match (interrupt, played, ended) {
        (Some(error), _, _) => Err(error),
        (None, Some(Ok(report)), Ok(())) => Ok(report),
        (None, Some(Err(MatchError::Store(error))), _) => {
            Err(StateError::new_err(error.to_string()))
        }
        (None, Some(Err(error)), _) => Err(VoidError::new_err(error.to_string())),
        (None, _, _) => Err(VoidError::new_err("the match stopped with a panic")),
    }
}

/// The exception that a Python player raised, as the cause of one that says where it came from. Ctrl-C stays
/// what it is.
fn raised(py: Python<'_>, cause: PyErr) -> PyErr {
    if cause.is_instance_of::<PyKeyboardInterrupt>(py) {
        return cause;
    }
    let error =
        PlayerError::new_err(format!("a Python player failed, and the match stopped: {cause}"));
    error.set_cause(py, Some(cause));
    error
}

/// A report with the statistics of its pairs.
fn told(report: &MatchReport) -> Value {
    let pairs = Pairs::of(&report.games);
    let Interval { rate, low, high } = pairs.interval95();
    json!({
        "report": report,
        "pairs": { "games": pairs.games(), "rate": rate, "low": low, "high": high },
        "elo": elo_interval(&pairs.interval95()),
    })
}
