//! A game after its end.

use crate::action::{number, seat_name};
use crate::arrays::of_board;
use kage_record::{Transcript, to_sgf, to_text};
use kage_referee::{Record, TurnEnd};
use numpy::PyArray2;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// A turn: the seat, its refused tries with their reasons, and how the turn ended: an action, "resign", "forfeit" or
/// None.
#[derive(IntoPyObject)]
enum End {
    Action(usize),
    Word(&'static str),
    Open(()),
}

/// A turn as Python sees it.
type Turn = (&'static str, Vec<(usize, &'static str)>, End);

/// A game after its end, with everything that was hidden.
///
/// >>> import kage_go
/// >>> game = kage_go.Game(size=3)
/// >>> for action in ["B2", "B2", "pass", "pass"]:
/// ...     _ = game.step(action)
/// >>> record = game.record()
/// >>> record.turns
/// [('black', [], 4), ('white', [(4, 'opponent stone')], 9), ('black', [], 9)]
/// >>> record.result
/// 'B+2.5'
#[pyclass(name = "Record", module = "kage_go", frozen)]
pub(crate) struct PyRecord(Record);

impl PyRecord {
    pub(crate) fn new(record: Record) -> PyRecord {
        PyRecord(record)
    }
}

#[pymethods]
impl PyRecord {
    /// The result, as in SGF; "?" if the game was cut off.
    #[getter]
    fn result(&self) -> String {
        self.0.outcome().to_string()
    }

    /// Black's lead in points, komi included, as the last position is counted.
    #[getter]
    fn lead(&self) -> f64 {
        f64::from(self.0.score().lead()) / 2.0
    }

    /// The last true position, of shape (size, size): 0 empty, 1 black, 2 white.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        of_board(py, self.0.position().board())
    }

    /// The turns: the seat, its refused tries with their reasons, and the action that ended the turn (or "resign",
    /// "forfeit", or None if the game was cut off in this turn).
    #[getter]
    fn turns(&self) -> Vec<Turn> {
        let size = self.0.setup().size();
        let turn = |turn: &kage_referee::Turn| {
            let refused = turn.refused.iter();
            let refused = refused.map(|(point, why)| (number(size, *point), why.word())).collect();
            let end = match turn.end {
                TurnEnd::Play { point, .. } => End::Action(number(size, point)),
                TurnEnd::Pass => End::Action(size.area()),
                TurnEnd::Resign => End::Word("resign"),
                TurnEnd::Forfeit(_) => End::Word("forfeit"),
                TurnEnd::Open => End::Open(()),
            };
            (seat_name(turn.color), refused, end)
        };
        self.0.turns().iter().map(turn).collect()
    }

    /// The game as SGF. Refused tries are in the property PGT.
    fn sgf(&self) -> PyResult<String> {
        let tree = to_sgf(&Transcript::of(&self.0));
        let tree = tree.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(format!("{tree}\n"))
    }

    /// The game as plain text, one line a turn, with refused tries in brackets.
    fn text(&self) -> String {
        to_text(&Transcript::of(&self.0))
    }

    fn __repr__(&self) -> String {
        let (size, turns) = (self.0.setup().size(), self.0.turns().len());
        format!("<kage_go.Record {size}, {turns} turns, {}>", self.result())
    }
}
