//! The extension module of the Python package `kage-go`: games, views and worlds as Python objects and
//! numpy arrays.
//!
//! | file | what it has |
//! |---|---|
//! | `errors` | the exceptions of the package, raised from here |
//! | `action` | actions: numbers and texts of points and passes |
//! | `arrays` | sets of points and boards as numpy arrays |
//! | `play` | `Play`: a game with everything a Python game remembers |
//! | `game` | the class `Game` |
//! | `heard` | the class `Heard`: one thing that a seat heard |
//! | `view` | the class `View` |
//! | `planes` | a view as planes of bytes, and the mask of its actions |
//! | `information_state` | everything that a seat heard as text and as numbers |
//! | `worlds` | worlds that fit a view, as boards |
//! | `record` | the class `Record`: a game after its end |
//! | `witness` | the class `Witness`: the true position of a live game |
//! | `player` | the classes `Player` and `Explanation` |
//! | `python_player` | a Python object as a player of the arena |
//! | `aside` | long work in a thread of its own, so that Ctrl-C can end it |
//! | `matches` | matches in the arena, with its statistics |
//! | `net` | the class `Net`: evaluation, and weights as arrays |
//! | `games_file` | files of self-play games: made, and read as arrays, some games at a time |
//! | `vector` | the class `_Vector`: many games at once, in arrays |
//! | `vector_game` | one of these games, with an opponent that may be built in |
//! | `workers` | threads that work on them |
//! | `dice` | random numbers that depend on a seed alone |
//!
//! This crate is on the side of the truth: it has the referee. A Python player is given a `View`, and no
//! attribute of a `View` leads to a game. The crate knows no rules of its own, and no Python framework: adapters
//! are in `python/kage_go`. Its tests are in `python/tests`.

mod action;
mod arrays;
mod aside;
mod dice;
mod errors;
mod game;
mod games_file;
mod heard;
mod information_state;
mod matches;
mod net;
mod planes;
mod play;
mod player;
mod python_player;
mod record;
mod vector;
mod vector_game;
mod view;
mod witness;
mod workers;
mod worlds;

/// The engine of the package `kage_go`. Import `kage_go` instead.
#[pyo3::pymodule]
mod _kage_go {
    #[pymodule_export]
    use super::game::PyGame;
    #[pymodule_export]
    use super::games_file::{_make_games, PyGamesReader};
    #[pymodule_export]
    use super::heard::Heard;
    #[pymodule_export]
    use super::matches::_match;
    #[pymodule_export]
    use super::net::PyNet;
    #[pymodule_export]
    use super::player::{_registry, PyExplanation, PyPlayer};
    #[pymodule_export]
    use super::record::PyRecord;
    #[pymodule_export]
    use super::vector::PyVector;
    #[pymodule_export]
    use super::view::PyView;
    #[pymodule_export]
    use super::witness::PyWitness;

    use super::{arrays, planes};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("PLANES", pyo3::types::PyTuple::new(module.py(), planes::NAMES)?)?;
        module.add("EMPTY", arrays::EMPTY)?;
        module.add("BLACK", arrays::BLACK)?;
        module.add("WHITE", arrays::WHITE)
    }
}
