//! The true position of a live game.

use crate::action::{number, of_move, seat_name};
use crate::arrays::{of_board, of_legal};
use kage_goban::{BoardSize, ByColor, PointSet, area};
use kage_phantom::Ruling;
use kage_referee::Witness;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A ruling as Python sees it: the seat, its action, and the reason if it was refused.
type Seen = (&'static str, usize, Option<&'static str>);

/// The true position of a live game, for spectators, critics and `state()`. It is made with its game by
/// `Game.with_witness`. Whoever shows it to a player has ended the game as a game.
#[pyclass(name = "Witness", module = "kage_go", frozen)]
pub(crate) struct PyWitness(Mutex<Watch>);

struct Watch {
    witness: Witness,
    /// Rulings that nobody has asked for yet.
    unread: Vec<Ruling>,
}

impl PyWitness {
    pub(crate) fn new(witness: Witness) -> PyWitness {
        PyWitness(Mutex::new(Watch { witness, unread: Vec::new() }))
    }

    fn watch(&self) -> MutexGuard<'_, Watch> {
        let mut watch = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let news = watch.witness.news();
        watch.unread.extend(news);
        watch
    }
}

#[pymethods]
impl PyWitness {
    /// The true position, of shape (size, size): 0 empty, 1 black, 2 white. Row 0 is line 1.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        of_board(py, self.watch().witness.position().board())
    }

    /// The actions that are legal on the true position for the side to play.
    #[getter]
    fn legal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        of_legal(py, self.watch().witness.position())
    }

    /// The area of Black and of White, if the game ended now. Komi is not included.
    #[getter]
    fn area(&self) -> (u32, u32) {
        let ByColor { black, white } =
            area(self.watch().witness.position().board(), &PointSet::EMPTY);
        (black, white)
    }

    /// What was ruled since the last call: the seat, its action, and the reason if it was refused.
    fn news(&self) -> Vec<Seen> {
        let mut watch = self.watch();
        let size = watch.witness.position().size();
        watch.unread.drain(..).map(|ruling| seen(size, &ruling)).collect()
    }

    fn __repr__(&self) -> String {
        format!("<kage_go.Witness, {} moves>", self.watch().witness.position().moves())
    }
}

fn seen(size: BoardSize, ruling: &Ruling) -> Seen {
    match *ruling {
        Ruling::Refused { mover, point, reason } => {
            (seat_name(mover), number(size, point), Some(reason.word()))
        }
        Ruling::Accepted { mover, play, .. } => (seat_name(mover), of_move(size, play), None),
    }
}
