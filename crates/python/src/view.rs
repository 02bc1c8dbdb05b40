//! What one seat knows.

use crate::action::{number, seat_name};
use crate::arrays::{of_set, shaped};
use crate::errors::ActionError;
use crate::heard::Heard;
use crate::{action, information_state, planes, worlds};
use kage_goban::{Color, Point};
use kage_phantom::{Choice, Knowledge, Seat};
use numpy::{PyArray1, PyArray2, PyArray3};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};

/// What one seat knows of a game: everything that it heard, and what follows from it. A view never changes.
///
/// Python players are given a view. It is made from what the seat heard alone, and nothing leads from it to the
/// true position. Its representation draws the board: X and O are certain stones, ? is a refused try whose reason
/// is open, ! a stone that may have been captured.
///
/// >>> import kage_go
/// >>> game = kage_go.Game(size=3)
/// >>> _ = game.step("B2"); _ = game.step("A1"); _ = game.step("A1")
/// >>> game.view("black")
/// <kage_go.View of black, black to play
///    A B C
///  3 . . . 3
///  2 . X . 2
///  1 O . . 1
///    A B C>
#[pyclass(name = "View", module = "kage_go", frozen)]
pub(crate) struct PyView {
    seat: Seat,
    /// The game was cut off.
    truncated: bool,
}

impl PyView {
    pub(crate) fn new(seat: Seat, truncated: bool) -> PyView {
        PyView { seat, truncated }
    }

    pub(crate) const fn seat_of(&self) -> &Seat {
        &self.seat
    }

    pub(crate) fn is_over(&self) -> bool {
        self.truncated || self.seat.outcome().is_some()
    }
}

/// A seat's view as planes.
pub(crate) fn observation<'py>(py: Python<'py>, seat: &Seat) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let lines = usize::from(seat.size().get());
    let mut bytes = vec![0; planes::NAMES.len() * seat.size().area()];
    planes::write(seat, &mut bytes);
    shaped(py, bytes, [planes::NAMES.len(), lines, lines])
}

/// Worlds that fit what a seat heard.
pub(crate) fn worlds<'py>(
    py: Python<'py>,
    seat: &Seat,
    n: usize,
    sampler: &str,
    seed: u64,
) -> PyResult<Bound<'py, PyArray3<i8>>> {
    let lines = usize::from(seat.size().get());
    shaped(py, worlds::draw(py, seat, n, sampler, seed)?, [n, lines, lines])
}

#[pymethods]
impl PyView {
    /// Whose view it is: "black" or "white".
    #[getter]
    fn seat(&self) -> &'static str {
        seat_name(self.seat.color())
    }

    /// The lines of the board.
    #[getter]
    fn size(&self) -> u8 {
        self.seat.size().get()
    }

    /// The rules, as text.
    #[getter]
    fn rules(&self) -> String {
        self.seat.rules().to_string()
    }

    /// Points for White.
    #[getter]
    fn komi(&self) -> f64 {
        f64::from(self.seat.rules().komi.half_points()) / 2.0
    }

    /// The points of Black's handicap stones.
    #[getter]
    fn handicap(&self) -> Vec<usize> {
        crate::arrays::numbers(self.seat.size(), &self.seat.setup().stones(Color::Black))
    }

    /// The seat to play; None when the game is over.
    #[getter]
    fn to_play(&self) -> Option<&'static str> {
        (!self.over()).then(|| seat_name(self.seat.turn()))
    }

    /// Whether the game is over, or was cut off.
    #[getter]
    fn over(&self) -> bool {
        self.is_over()
    }

    /// The result, as in SGF; None while the game goes on, or if it was cut off.
    #[getter]
    fn result(&self) -> Option<String> {
        self.seat.outcome().map(ToString::to_string)
    }

    /// The number of moves and passes of both sides so far.
    #[getter]
    fn moves(&self) -> u32 {
        self.seat.moves()
    }

    /// The seat's own stones: bools of shape (size, size), row 0 is line 1.
    #[getter]
    fn mine<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        of_set(py, self.seat.size(), &self.seat.mine())
    }

    /// The opponent's stones that are certain.
    #[getter]
    fn theirs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        of_set(py, self.seat.size(), &self.seat.theirs())
    }

    /// The points that are certainly empty. Unknown points are not among them.
    #[getter]
    fn empty<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        of_set(py, self.seat.size(), &self.seat.empty())
    }

    /// Points where the opponent had a stone, or a try was refused, until a capture that may have included it.
    #[getter]
    fn perhaps_taken<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        of_set(py, self.seat.size(), &self.seat.perhaps_taken())
    }

    /// The points that were refused in this turn, in order.
    #[getter]
    fn tried(&self) -> Vec<usize> {
        self.seat.tried().iter().map(|&point| number(self.seat.size(), point)).collect()
    }

    /// The number of the opponent's stones on the board. If passes are not announced, there may be fewer.
    #[getter]
    fn their_stones(&self) -> u32 {
        self.seat.their_stones().at_most
    }

    /// How many stones of the opponent the seat has captured.
    #[getter]
    fn taken(&self) -> u32 {
        self.seat.taken()
    }

    /// How many stones the seat has lost.
    #[getter]
    fn lost(&self) -> u32 {
        self.seat.lost()
    }

    /// What the seat knows of a point: "mine", "theirs", "empty", "refused", "perhaps taken", "was empty" or "unknown".
    fn at(&self, point: &Bound<'_, PyAny>) -> PyResult<&'static str> {
        Ok(match self.seat.at(self.point(point)?) {
            Knowledge::Mine => "mine",
            Knowledge::Theirs => "theirs",
            Knowledge::Empty => "empty",
            Knowledge::Refused(_) => "refused",
            Knowledge::PerhapsTaken => "perhaps taken",
            Knowledge::WasEmpty(_) => "was empty",
            Knowledge::Unknown => "unknown",
        })
    }

    /// The actions that the seat may usefully take. See `Game.mask`.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut mask = vec![false; action::count(self.seat.size())];
        planes::write_mask(&self.seat, self.truncated, &mut mask);
        PyArray1::from_vec(py, mask)
    }

    /// The view as planes of bytes, of shape (planes, size, size); `kage_go.PLANES` names them.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        observation(py, &self.seat)
    }

    /// Everything that the seat heard, in order.
    #[getter]
    fn heard(&self) -> Vec<Heard> {
        let size = self.seat.size();
        self.seat.log().iter().map(|news| Heard::new(size, *news)).collect()
    }

    /// Everything that the seat heard, in order, as text: with perfect recall. Two views have the same text exactly if
    /// the seat cannot tell them apart.
    fn information_state(&self) -> String {
        information_state::text(&self.seat)
    }

    /// The same as numbers, a row for each thing that was heard. If `length` is given, there are that many rows, and
    /// those after the last thing heard are zero.
    #[pyo3(signature = (length = None))]
    fn information_state_tensor<'py>(
        &self,
        py: Python<'py>,
        length: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let width = information_state::row_length(self.seat.size());
        let mut rows = information_state::rows(&self.seat);
        let length = length.unwrap_or(self.seat.log().len());
        if rows.len() > length * width {
            let heard = self.seat.log().len();
            let what = format!("length {length}: the seat has heard more, {heard} things");
            return Err(PyValueError::new_err(what));
        }
        rows.resize(length * width, 0.0);
        shaped(py, rows, [length, width])
    }

    /// Boards that fit what the seat heard, of shape (n, size, size): 0 empty, 1 black, 2 white.
    ///
    /// sampler: "history" (complete games in which the seat would have heard the same, weighted by how opponents
    /// play), "history-flat" (all such games equally likely), "metaposition" (boards that fit the present view), or
    /// "uniform" (stones at random points).
    #[pyo3(signature = (n = 32, sampler = "history", seed = 0))]
    fn worlds<'py>(
        &self,
        py: Python<'py>,
        n: usize,
        sampler: &str,
        seed: u64,
    ) -> PyResult<Bound<'py, PyArray3<i8>>> {
        worlds(py, &self.seat, n, sampler, seed)
    }

    /// Games of both seats that the seat cannot tell from its own: for each, the actions of all steps in order. A
    /// `Game` of the same rules that takes these actions gives the seat an equal view. They are drawn as worlds of
    /// the sampler "history" are.
    #[pyo3(signature = (n = 1, seed = 0))]
    fn histories(&self, py: Python<'_>, n: usize, seed: u64) -> PyResult<Vec<Vec<usize>>> {
        worlds::histories(py, &self.seat, n, seed)
    }

    /// A view never changes, so that a copy is the view itself.
    fn __copy__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: PyRef<'py, Self>, _memo: &Bound<'py, PyAny>) -> PyRef<'py, Self> {
        slf
    }

    fn __eq__(&self, other: &PyView) -> bool {
        self.seat == other.seat && self.truncated == other.truncated
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        information_state::text(&self.seat).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let turn = match (self.to_play(), self.result()) {
            (Some(seat), _) => format!("{seat} to play"),
            (None, Some(result)) => result,
            (None, None) => "cut off".to_owned(),
        };
        format!("<kage_go.View of {}, {turn}\n{}>", self.seat(), self.seat.to_string().trim_end())
    }
}

impl PyView {
    fn point(&self, point: &Bound<'_, PyAny>) -> PyResult<Point> {
        match action::read(point, self.seat.size())? {
            Choice::Try(point) => Ok(point),
            Choice::Pass | Choice::Resign => Err(ActionError::new_err("a pass is no point")),
        }
    }
}
