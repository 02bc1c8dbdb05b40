//! Actions and seats as Python gives them.
//!
//! An action is a number: the points row by row from A1, and last a pass. As input it may also be text, such
//! as `"E5"` or `"pass"`.

use crate::errors::ActionError;
use kage_goban::{BoardSize, Color, Move, Point};
use kage_phantom::Choice;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// The number of actions: one for each point, and a pass.
pub(crate) fn count(size: BoardSize) -> usize {
    size.area() + 1
}

/// The number of a point among the points of a board.
pub(crate) fn number(size: BoardSize, point: Point) -> usize {
    usize::from(size.get()) * usize::from(point.row()) + usize::from(point.col())
}

/// The number of a move.
pub(crate) fn of_move(size: BoardSize, play: Move) -> usize {
    match play {
        Move::Play(point) => number(size, point),
        Move::Pass => size.area(),
    }
}

/// The number of a choice; a resignation is no action and has none.
pub(crate) fn of_choice(size: BoardSize, choice: Choice) -> Option<usize> {
    match choice {
        Choice::Try(point) => Some(number(size, point)),
        Choice::Pass => Some(size.area()),
        Choice::Resign => None,
    }
}

/// The choice with this number; `None` if there is none.
pub(crate) fn choice(size: BoardSize, number: usize) -> Option<Choice> {
    let lines = usize::from(size.get());
    if number == size.area() {
        return Some(Choice::Pass);
    }
    let point = Point::new((number % lines) as u8, u8::try_from(number / lines).ok()?)?;
    (number < size.area()).then_some(Choice::Try(point))
}

/// Reads an action.
pub(crate) fn read(action: &Bound<'_, PyAny>, size: BoardSize) -> PyResult<Choice> {
    if let Ok(text) = action.cast::<PyString>() {
        return of_text(text.to_str()?, size);
    }
    let number = action.extract::<i64>().map_err(|_| wrong(&action.to_string(), size))?;
    let known = usize::try_from(number).ok().and_then(|number| choice(size, number));
    known.ok_or_else(|| wrong(&number.to_string(), size))
}

fn of_text(text: &str, size: BoardSize) -> PyResult<Choice> {
    if text.eq_ignore_ascii_case("pass") {
        return Ok(Choice::Pass);
    }
    match text.parse::<Point>() {
        Ok(point) if size.contains(point) => Ok(Choice::Try(point)),
        _ => Err(wrong(&format!("{text:?}"), size)),
    }
}

fn wrong(action: &str, size: BoardSize) -> PyErr {
    let pass = size.area();
    ActionError::new_err(format!(
        "{action} is no action on {size}: give a number from 0 to {} (points row by row from A1), {pass} (pass), \
         or a text such as \"B2\" or \"pass\"",
        pass - 1
    ))
}

/// Reads a seat.
pub(crate) fn seat(name: &str) -> PyResult<Color> {
    match name {
        "black" => Ok(Color::Black),
        "white" => Ok(Color::White),
        _ => {
            Err(PyValueError::new_err(format!("{name:?} is no seat: give \"black\" or \"white\"")))
        }
    }
}

/// The name of a seat.
pub(crate) const fn seat_name(seat: Color) -> &'static str {
    match seat {
        Color::Black => "black",
        Color::White => "white",
    }
}
