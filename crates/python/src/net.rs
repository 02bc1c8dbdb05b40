//! Nets: evaluation of many views at once, and weights as numpy arrays.

use crate::action::{count, number, of_choice};
use crate::arrays::shaped;
use crate::errors::NetError;
use crate::view::PyView;
use kage_goban::BoardSize;
use kage_net::{FileError, Input, Layout, Net, Planes, PolicyNet, Shape};
use kage_phantom::{Prediction, Seat};
use numpy::{PyArray1, PyArrayDyn, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::path::PathBuf;

/// A net of Kage: a policy that sees a view and nothing else.
///
/// >>> import kage_go
/// >>> net = kage_go.Net.built_in()
/// >>> game = kage_go.Game(size=9)
/// >>> net.predict([game.view()])["hidden"].shape
/// (1, 9, 9)
/// >>> same = net.with_weights(net.weights())
/// >>> same.hash == net.hash
/// True
#[pyclass(name = "Net", module = "kage_go", frozen)]
pub(crate) struct PyNet {
    bytes: Vec<u8>,
    net: PolicyNet,
}

fn wrong(error: FileError) -> PyErr {
    NetError::new_err(error.to_string())
}

impl PyNet {
    fn of(bytes: Vec<u8>) -> PyResult<PyNet> {
        let net = PolicyNet::from_bytes(&bytes).map_err(wrong)?;
        Ok(PyNet { bytes, net })
    }

    /// The views, if they are all of one size that the net plays.
    fn one_size(&self, views: &[PyRef<'_, PyView>]) -> PyResult<BoardSize> {
        let size = one_size(views)?;
        if !self.net.plays(size) {
            return Err(NetError::new_err(format!("this net does not play boards of {size}")));
        }
        Ok(size)
    }
}

fn one_size(views: &[PyRef<'_, PyView>]) -> PyResult<BoardSize> {
    let first = views.first().ok_or_else(|| NetError::new_err("there are no views"))?;
    let size = first.seat_of().size();
    if views.iter().any(|view| view.seat_of().size() != size) {
        return Err(NetError::new_err("the views are of boards of different sizes"));
    }
    Ok(size)
}

/// The arrays of some predictions.
struct Outputs {
    win: Vec<f32>,
    scores: Vec<f32>,
    choices: Vec<f32>,
    hidden: Vec<f32>,
}

impl Outputs {
    fn of(size: BoardSize, predictions: &[Prediction]) -> Outputs {
        let (area, actions, n) = (size.area(), count(size), predictions.len());
        let mut outputs = Outputs {
            win: predictions.iter().map(|told| told.win as f32).collect(),
            scores: vec![f32::NAN; n * area],
            choices: vec![0.0; n * actions],
            hidden: vec![0.0; n * area],
        };
        for (at, told) in predictions.iter().enumerate() {
            for &(point, score) in &told.advantages {
                outputs.scores[at * area + number(size, point)] = score as f32;
            }
            for &(point, chance) in &told.hidden {
                outputs.hidden[at * area + number(size, point)] = chance as f32;
            }
            for &(choice, chance) in &told.choices {
                if let Some(action) = of_choice(size, choice) {
                    outputs.choices[at * actions + action] = chance as f32;
                }
            }
            if told.choices.is_empty() {
                outputs.choices[at * actions..][..actions].fill(f32::NAN);
            }
        }
        outputs
    }
}

#[pymethods]
impl PyNet {
    /// A net that is built in; by default the one that players use.
    #[staticmethod]
    #[pyo3(signature = (name = None))]
    fn built_in(name: Option<&str>) -> PyResult<PyNet> {
        let name = name.or_else(|| PolicyNet::built_in_names().next()).unwrap_or_default();
        let bytes = PolicyNet::built_in_bytes(name).ok_or_else(|| {
            let names: Vec<&str> = PolicyNet::built_in_names().collect();
            NetError::new_err(format!("there is no net {name:?}; built in: {}", names.join(", ")))
        })?;
        PyNet::of(bytes.to_vec())
    }

    /// A net that has learned nothing, for boards of any size.
    #[staticmethod]
    #[pyo3(signature = (blocks = 3, channels = 32, seed = 1))]
    fn untrained(blocks: usize, channels: usize, seed: u64) -> PyResult<PyNet> {
        let shape = Shape { input: Input::View, blocks, channels };
        if !shape.is_sound() {
            return Err(NetError::new_err(Shape::SOUND));
        }
        PyNet::of(Net::new(shape, seed).to_bytes())
    }

    /// A net from the bytes of its file.
    #[staticmethod]
    fn from_bytes(bytes: &[u8]) -> PyResult<PyNet> {
        PyNet::of(bytes.to_vec())
    }

    /// A net from its file.
    #[staticmethod]
    fn load(path: PathBuf) -> PyResult<PyNet> {
        PyNet::of(std::fs::read(path)?)
    }

    /// Writes the net to a file. The spec "policy:net=FILE" plays with it, and "kage:net=FILE" searches with it.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        Ok(std::fs::write(path, &self.bytes)?)
    }

    /// The bytes of its file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.bytes)
    }

    /// The identity of the net, to be printed beside results.
    #[getter]
    fn hash(&self) -> String {
        self.net.hash()
    }

    /// Whether it evaluates boards of this size.
    fn plays(&self, size: i64) -> PyResult<bool> {
        Ok(self.net.plays(crate::game::read_size(size)?))
    }

    /// Evaluates views of one board size, as the mean of several symmetries (from 1 to 8). Returns arrays, one row a view:
    /// "win" (n), "hidden" (n, size, size) the probability of a hidden stone, "scores" (n, size, size) how good a try
    /// looks (only differences mean something), and "choices" (n, actions) the chance of each action, a pass last, 0
    /// where the net would not play, NaN if the net knows no chances.
    #[pyo3(signature = (views, symmetries = 8))]
    #[expect(clippy::needless_pass_by_value, reason = "values from Python are owned")]
    fn predict<'py>(
        &self,
        py: Python<'py>,
        views: Vec<PyRef<'py, PyView>>,
        symmetries: u8,
    ) -> PyResult<Bound<'py, PyDict>> {
        let size = self.one_size(&views)?;
        let seats: Vec<&Seat> = views.iter().map(|view| view.seat_of()).collect();
        let outputs = py.detach(|| {
            let views: Vec<&kage_phantom::View> = seats.iter().map(|seat| seat.view()).collect();
            let told = self.net.predict(&views, symmetries.clamp(1, 8));
            let told: Vec<Prediction> = told.into_iter().map(Option::unwrap_or_default).collect();
            Outputs::of(size, &told)
        });
        let (n, lines) = (views.len(), usize::from(size.get()));
        let arrays = PyDict::new(py);
        arrays.set_item("win", PyArray1::from_vec(py, outputs.win))?;
        arrays.set_item("hidden", shaped(py, outputs.hidden, [n, lines, lines])?)?;
        arrays.set_item("scores", shaped(py, outputs.scores, [n, lines, lines])?)?;
        arrays.set_item("choices", shaped(py, outputs.choices, [n, count(size)])?)?;
        Ok(arrays)
    }

    /// What a net for boards of any size is given for some views: planes of shape (n, 21, size, size), and numbers of
    /// the whole game of shape (n, 34). docs/nets.md describes them.
    #[expect(clippy::needless_pass_by_value, reason = "values from Python are owned")]
    #[staticmethod]
    fn inputs<'py>(
        py: Python<'py>,
        views: Vec<PyRef<'py, PyView>>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (n, lines) = (views.len(), usize::from(one_size(&views)?.get()));
        let planes: Vec<Planes> =
            views.iter().map(|view| Planes::of_view(view.seat_of().view())).collect();
        let by_point: Vec<f32> = planes.iter().flat_map(Planes::by_point).collect();
        let globals: Vec<f32> =
            planes.iter().flat_map(|planes| planes.globals().to_vec()).collect();
        let (maps, numbers) = (by_point.len() / (n * lines * lines), globals.len() / n);
        let by_point = shaped(py, by_point, [n, maps, lines, lines])?;
        Ok((by_point.into_any(), shaped(py, globals, [n, numbers])?.into_any()))
    }

    /// The weights, as float32 arrays by name, in the order of the file. A kernel has taps (row by row), inputs and
    /// outputs.
    fn weights<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let layout = Layout::of(&self.bytes).map_err(wrong)?;
        let mut rest = &self.bytes[layout.head..];
        let weights = PyDict::new(py);
        for tensor in layout.tensors {
            let (own, after) = rest.split_at(4 * tensor.weights());
            rest = after;
            let floats = own
                .chunks_exact(4)
                .map(|four| f32::from_le_bytes(four.try_into().unwrap_or_default()));
            weights.set_item(tensor.name, shaped(py, floats.collect(), tensor.shape)?)?;
        }
        Ok(weights)
    }

    /// A net of the same form with other weights: arrays by name, as `weights` returns them. All must be there, have
    /// the right shape, and be finite.
    fn with_weights(&self, weights: &Bound<'_, PyDict>) -> PyResult<PyNet> {
        let layout = Layout::of(&self.bytes).map_err(wrong)?;
        let mut bytes = self.bytes[..layout.head].to_vec();
        for tensor in &layout.tensors {
            let array = weights.get_item(&tensor.name)?;
            let array =
                array.ok_or_else(|| NetError::new_err(format!("{} is missing", tensor.name)))?;
            write_floats(&tensor.name, &tensor.shape, &array, &mut bytes)?;
        }
        if weights.len() != layout.tensors.len() {
            let known = |name: &str| layout.tensors.iter().any(|tensor| tensor.name == name);
            let names = weights.keys().extract::<Vec<String>>()?;
            let unknown: Vec<String> = names.into_iter().filter(|name| !known(name)).collect();
            return Err(NetError::new_err(format!("this net has no {}", unknown.join(", "))));
        }
        PyNet::of(bytes)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((py.get_type::<PyNet>().getattr("from_bytes")?, (self.to_bytes(py),)))
    }

    fn __repr__(&self) -> String {
        format!("<kage_go.Net {}>", self.net.hash())
    }
}

/// Reads an array of this shape and appends its numbers.
fn write_floats(
    name: &str,
    shape: &[usize],
    array: &Bound<'_, PyAny>,
    to: &mut Vec<u8>,
) -> PyResult<()> {
    let floats: PyReadonlyArrayDyn<'_, f32> = array.extract().map_err(|_| {
        NetError::new_err(format!("{name} is no numpy array of float32: {}", kind_of(array)))
    })?;
    if floats.shape() != shape {
        let found = floats.shape();
        return Err(NetError::new_err(format!("{name} has shape {found:?} instead of {shape:?}")));
    }
    let in_order = floats.as_array();
    to.extend(in_order.iter().flat_map(|float| float.to_le_bytes()));
    Ok(())
}

fn kind_of(object: &Bound<'_, PyAny>) -> String {
    match object.cast::<PyArrayDyn<f64>>() {
        Ok(array) => format!("float64 of shape {:?}; use .astype(\"float32\")", array.shape()),
        Err(_) => object.get_type().to_string(),
    }
}
