//! Sets of points and boards as numpy arrays. Row 0 is line 1, column 0 is A.

use crate::action::number;
use kage_goban::{Board, BoardSize, Color, Move, PointSet, Position};
use numpy::ndarray::{Array, IntoDimension};
use numpy::{Element, IntoPyArray, PyArray, PyArray1, PyArray2};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The numbers of an empty point and of stones in arrays of boards.
pub(crate) const EMPTY: i8 = 0;
pub(crate) const BLACK: i8 = 1;
pub(crate) const WHITE: i8 = 2;

/// An array of these numbers in this shape.
pub(crate) fn shaped<'py, T: Element, D: IntoDimension>(
    py: Python<'py>,
    numbers: Vec<T>,
    shape: D,
) -> PyResult<Bound<'py, PyArray<T, D::Dim>>> {
    let array = Array::from_shape_vec(shape.into_dimension(), numbers);
    let array = array.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    Ok(array.into_pyarray(py))
}

/// A set of points as a board of bools.
pub(crate) fn of_set<'py>(
    py: Python<'py>,
    size: BoardSize,
    set: &PointSet,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let lines = usize::from(size.get());
    let mut marks = vec![false; size.area()];
    for point in *set {
        marks[number(size, point)] = true;
    }
    shaped(py, marks, [lines, lines])
}

/// Writes the stones of a board, one number a point.
pub(crate) fn write_board(board: &Board, to: &mut [i8]) {
    to.fill(EMPTY);
    for (color, mark) in [(Color::Black, BLACK), (Color::White, WHITE)] {
        for point in board.stones(color) {
            to[number(board.size(), point)] = mark;
        }
    }
}

/// The stones of a board.
pub(crate) fn of_board<'py>(py: Python<'py>, board: &Board) -> PyResult<Bound<'py, PyArray2<i8>>> {
    let lines = usize::from(board.size().get());
    let mut stones = vec![EMPTY; board.size().area()];
    write_board(board, &mut stones);
    shaped(py, stones, [lines, lines])
}

/// The points where the side to move may play, and whether it may pass, as a row of bools.
pub(crate) fn of_legal<'py>(py: Python<'py>, position: &Position) -> Bound<'py, PyArray1<bool>> {
    let size = position.size();
    let mut legal = vec![false; size.area() + 1];
    for point in position.legal_points() {
        legal[number(size, point)] = true;
    }
    legal[size.area()] = position.check(Move::Pass).is_ok();
    PyArray1::from_vec(py, legal)
}

/// The numbers of the points of a set, in order.
pub(crate) fn numbers(size: BoardSize, set: &PointSet) -> Vec<usize> {
    set.iter().map(|point| number(size, point)).collect()
}
