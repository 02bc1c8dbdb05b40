//! Files of self-play games: made, and read as arrays, some games at a time.

use crate::action::{count, of_choice};
use crate::arrays::{shaped, write_board};
use crate::aside::aside;
use crate::errors::{StateError, VoidError};
use crate::game::{read_rules, read_size};
use crate::matches::contestant;
use crate::planes;
use crate::python_player::FirstError;
use kage_arena::Budget;
use kage_data::{DataError, Reader, Sample, SelfPlay, replay};
use kage_goban::BoardSize;
use kage_phantom::{RefereeRules, Setup};
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

fn damaged(error: &DataError) -> PyErr {
    StateError::new_err(error.to_string())
}

/// Reads games one after the other. `kage_go.data.load` is for users.
#[pyclass(name = "_GamesReader", module = "kage_go", frozen)]
pub(crate) struct PyGamesReader {
    header: String,
    rules: RefereeRules,
    setup: Setup,
    reading: Mutex<Reading>,
}

struct Reading {
    reader: Reader<BufReader<File>>,
    /// The number of the next game.
    next: u32,
}

/// The tries of some games, a row each.
struct Rows {
    size: BoardSize,
    observations: Vec<u8>,
    masks: Vec<bool>,
    truth: Vec<i8>,
    actions: Vec<i32>,
    refused: Vec<bool>,
    seats: Vec<i8>,
    results: Vec<i8>,
    leads: Vec<f32>,
    games: Vec<u32>,
    steps: Vec<u32>,
}

impl Rows {
    fn new(size: BoardSize) -> Rows {
        Rows {
            size,
            observations: Vec::new(),
            masks: Vec::new(),
            truth: Vec::new(),
            actions: Vec::new(),
            refused: Vec::new(),
            seats: Vec::new(),
            results: Vec::new(),
            leads: Vec::new(),
            games: Vec::new(),
            steps: Vec::new(),
        }
    }

    fn push(&mut self, sample: &Sample<'_>) {
        let (area, row) = (self.size.area(), self.actions.len());
        let planes = planes::NAMES.len() * area;
        self.observations.resize((row + 1) * planes, 0);
        planes::write(sample.view, &mut self.observations[row * planes..]);
        self.masks.resize((row + 1) * count(self.size), false);
        planes::write_mask(sample.view, false, &mut self.masks[row * count(self.size)..]);
        self.truth.resize((row + 1) * area, 0);
        write_board(sample.truth.board(), &mut self.truth[row * area..]);
        self.actions.push(of_choice(self.size, sample.choice).map_or(-1, |action| action as i32));
        self.refused.push(sample.refused.is_some());
        self.seats.push(sample.color() as i8);
        self.results.push(sample.result());
        self.leads.push(sample.lead().map_or(f32::NAN, |lead| lead as f32));
        self.games.push(sample.game);
        self.steps.push(sample.number as u32);
    }

    fn told(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let (n, lines) = (self.actions.len(), usize::from(self.size.get()));
        let boards = [n, planes::NAMES.len(), lines, lines];
        let arrays = PyDict::new(py);
        arrays.set_item("observation", shaped(py, self.observations, boards)?)?;
        arrays.set_item("action_mask", shaped(py, self.masks, [n, count(self.size)])?)?;
        arrays.set_item("truth", shaped(py, self.truth, [n, lines, lines])?)?;
        arrays.set_item("action", PyArray1::from_vec(py, self.actions))?;
        arrays.set_item("refused", PyArray1::from_vec(py, self.refused))?;
        arrays.set_item("seat", PyArray1::from_vec(py, self.seats))?;
        arrays.set_item("result", PyArray1::from_vec(py, self.results))?;
        arrays.set_item("lead", PyArray1::from_vec(py, self.leads))?;
        arrays.set_item("game", PyArray1::from_vec(py, self.games))?;
        arrays.set_item("step", PyArray1::from_vec(py, self.steps))?;
        Ok(arrays)
    }
}

#[pymethods]
impl PyGamesReader {
    #[new]
    fn new(path: PathBuf) -> PyResult<PyGamesReader> {
        let reader = Reader::new(BufReader::new(File::open(path)?)).map_err(|e| damaged(&e))?;
        let header = reader.header();
        let rules = header.referee_rules().map_err(|error| damaged(&error))?;
        let setup = header.setup().map_err(|error| damaged(&error))?;
        let header = serde_json::to_string(header)
            .map_err(|error| StateError::new_err(error.to_string()))?;
        Ok(PyGamesReader { header, rules, setup, reading: Mutex::new(Reading { reader, next: 0 }) })
    }

    /// Who played, and under which rules, as JSON.
    #[getter]
    fn header(&self) -> &str {
        &self.header
    }

    /// The tries of the next games as arrays, a row each; None at the end of the file.
    fn next_games<'py>(&self, py: Python<'py>, games: u32) -> PyResult<Option<Bound<'py, PyDict>>> {
        let rows = py.detach(|| self.read(games)).map_err(|error| damaged(&error))?;
        rows.map(|rows| rows.told(py)).transpose()
    }
}

impl PyGamesReader {
    fn read(&self, games: u32) -> Result<Option<Rows>, DataError> {
        let mut reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let mut rows = Rows::new(self.setup.size());
        let first = reading.next;
        while reading.next < first.saturating_add(games) {
            let Some(game) = reading.reader.next_game()? else { break };
            let number = reading.next;
            replay(&game, number, self.rules, self.setup, |sample| rows.push(sample))?;
            reading.next += 1;
        }
        Ok((reading.next > first).then_some(rows))
    }
}

/// Plays games into a file and returns how many it has. `kage_go.data.make` is for users.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the Python function in front of it names them")]
#[expect(clippy::needless_pass_by_value, reason = "values from Python are owned")]
pub(crate) fn _make_games(
    py: Python<'_>,
    path: PathBuf,
    names: (String, String),
    players: (Bound<'_, PyAny>, Bound<'_, PyAny>),
    games: u32,
    rules: &str,
    size: i64,
    threads: u32,
    seed: u64,
) -> PyResult<u32> {
    if games == 0 {
        return Err(PyValueError::new_err("games: make at least one game"));
    }
    let first_error = Arc::new(FirstError::default());
    let players = [
        contestant(&names.0, &players.0, &first_error)?,
        contestant(&names.1, &players.1, &first_error)?,
    ];
    let terms = Budget::default().terms(read_rules(rules, None)?, read_size(size)?);
    let run = SelfPlay { players, terms, games, seed, concurrency: threads.max(1), notes: 0 };
    let made =
        aside(py, &first_error, move |stop| run.run(&path, "kage_go.data.make", stop, |_| {}))?;
    made.map_err(|error| match error {
        DataError::Void { .. } => VoidError::new_err(error.to_string()),
        error => damaged(&error),
    })
}
