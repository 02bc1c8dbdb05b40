//! Matches in the arena, with its statistics.

use crate::aside::aside;
use crate::errors::{StateError, VoidError};
use crate::game::{read_rules, read_size};
use crate::player::read_spec;
use crate::python_player::{FirstError, PythonPlayer};
use kage_arena::{
    Budget, Contestant, Interval, Match, MatchError, MatchReport, Pairs, SeatRequest, SeatedPlayer,
    elo_interval,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;

/// A player of a match: the spec of a built-in one, or a name and a Python callable.
pub(crate) fn contestant(
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
    match aside(py, &first_error, move |stop| contest.run(stop, |_| {}))? {
        Ok(report) => Ok(told(&report).to_string()),
        Err(MatchError::Store(error)) => Err(StateError::new_err(error.to_string())),
        Err(error) => Err(VoidError::new_err(error.to_string())),
    }
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
