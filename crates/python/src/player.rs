//! The players of Kage as Python objects.

use crate::action::{number, of_choice};
use crate::arrays::shaped;
use crate::errors::{PlayerError, SpecError};
use crate::view::PyView;
use kage_goban::BoardSize;
use kage_phantom::{Candidate, Choice, Explanation, Player, Seat};
use kage_players::PlayerSpec;
use numpy::PyArray2;
use pyo3::prelude::*;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The time between two looks at the signals of the process.
pub(crate) const BETWEEN_SIGNALS: Duration = Duration::from_millis(50);

/// A choice as Python sees it: an action, or "resign".
#[derive(Clone, Copy, IntoPyObject)]
pub(crate) enum Chosen {
    Action(usize),
    Word(&'static str),
}

impl Chosen {
    pub(crate) fn of(size: BoardSize, choice: Choice) -> Chosen {
        of_choice(size, choice).map_or(Chosen::Word("resign"), Chosen::Action)
    }
}

/// Reads the spec of a blind player.
pub(crate) fn read_spec(text: &str) -> PyResult<PlayerSpec> {
    let spec: PlayerSpec = text.parse().map_err(|error| wrong_spec(&error))?;
    // A player is made once, to find errors early.
    spec.seat(0).map_err(|error| wrong_spec(&error))?;
    Ok(spec)
}

fn wrong_spec(error: &kage_players::SpecError) -> PyErr {
    SpecError::new_err(error.to_string())
}

/// A player that follows one game.
struct Follower {
    player: Box<dyn Player>,
    /// What it has heard of the game that it follows.
    seat: Option<Seat>,
}

impl Follower {
    /// Brings the player to this moment: it hears what is new, or begins another game.
    fn catch_up(&mut self, to: &Seat) -> Result<(), kage_phantom::PlayerError> {
        let known = self.seat.take().filter(|seat| continues(seat, to));
        let mut seat = match known {
            Some(seat) => seat,
            None => {
                let seat = Seat::new(*to.rules(), to.setup(), to.color());
                self.player.begin(&seat)?;
                seat
            }
        };
        for news in &to.log()[seat.log().len()..] {
            let heard = seat.hear(news);
            heard.map_err(|error| kage_phantom::PlayerError::Fault(error.to_string()))?;
            self.player.hear(&seat, news)?;
        }
        self.seat = Some(seat);
        Ok(())
    }

    fn choose(&mut self, seat: &Seat) -> Result<Choice, kage_phantom::PlayerError> {
        self.catch_up(seat)?;
        self.player.choose(seat, None)
    }
}

/// Whether one moment of a seat can be followed by another.
fn continues(before: &Seat, after: &Seat) -> bool {
    (before.rules(), before.setup(), before.color())
        == (after.rules(), after.setup(), after.color())
        && after.log().starts_with(before.log())
}

/// A player of Kage, named by a spec such as "all-as-first:playouts=1000".
///
/// >>> import kage_go
/// >>> player = kage_go.Player("all-as-first:playouts=100", seed=1)
/// >>> game = kage_go.Game(size=5)
/// >>> action = player.choose(game.view())
/// >>> 0 <= action <= 25
/// True
/// >>> player.explanation.playouts
/// 100
#[pyclass(name = "Player", module = "kage_go", frozen)]
pub(crate) struct PyPlayer {
    spec: PlayerSpec,
    seed: u64,
    /// `None` before the first choice, and while or after a choice that was interrupted.
    follower: Mutex<Option<Follower>>,
    explanation: Mutex<Option<PyExplanation>>,
}

impl PyPlayer {
    pub(crate) fn spec_text(&self) -> String {
        self.spec.to_string()
    }

    fn follower(&self) -> PyResult<Follower> {
        let kept = self.follower.lock().unwrap_or_else(PoisonError::into_inner).take();
        match kept {
            Some(follower) => Ok(follower),
            None => {
                let player = self.spec.seat(self.seed).map_err(|error| wrong_spec(&error))?;
                Ok(Follower { player, seat: None })
            }
        }
    }

    /// Lets the player choose in a thread of its own, so that Ctrl-C can end the wait. An interrupted player is lost,
    /// and the next choice makes a new one.
    fn choose_aside(&self, py: Python<'_>, seat: Seat) -> PyResult<Choice> {
        let mut follower = self.follower()?;
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let chosen = follower.choose(&seat);
            // Nobody waits any more after an interrupt.
            let _ = sender.send((chosen, follower));
        });
        let receiver = Mutex::new(receiver);
        loop {
            match py.detach(|| wait(&receiver)) {
                Ok((chosen, follower)) => {
                    let told = follower.player.explain().cloned();
                    let size = follower.seat.as_ref().map(|seat| seat.size());
                    let told = told.zip(size).map(|(told, size)| PyExplanation { told, size });
                    *self.explanation.lock().unwrap_or_else(PoisonError::into_inner) = told;
                    *self.follower.lock().unwrap_or_else(PoisonError::into_inner) = Some(follower);
                    let failed = |error: kage_phantom::PlayerError| {
                        PlayerError::new_err(format!("{}: {error}", self.spec))
                    };
                    return chosen.map_err(failed);
                }
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PlayerError::new_err(format!(
                        "{} stopped with a panic",
                        self.spec
                    )));
                }
            }
        }
    }
}

/// Waits for a while.
pub(crate) fn wait<T>(receiver: &Mutex<Receiver<T>>) -> Result<T, RecvTimeoutError> {
    receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(BETWEEN_SIGNALS)
}

#[pymethods]
impl PyPlayer {
    #[new]
    #[pyo3(signature = (spec, seed = 1))]
    fn new(spec: &str, seed: u64) -> PyResult<PyPlayer> {
        let spec = read_spec(spec)?;
        let (follower, explanation) = (Mutex::new(None), Mutex::new(None));
        Ok(PyPlayer { spec, seed, follower, explanation })
    }

    /// The spec.
    #[getter]
    fn name(&self) -> String {
        self.spec_text()
    }

    /// The seed of its random numbers.
    #[getter]
    const fn seed(&self) -> u64 {
        self.seed
    }

    /// Chooses an action from a view, or "resign". A view of the same game, later, goes on with what the player has
    /// built up; any other view begins another game. Other Python threads run meanwhile.
    fn choose(&self, py: Python<'_>, view: &PyView) -> PyResult<Chosen> {
        let seat = view.seat_of();
        if view.is_over() {
            return Err(crate::errors::GameOverError::new_err("the game is over"));
        }
        if seat.turn() != seat.color() {
            return Err(crate::errors::TurnError::new_err(
                "it is not the turn of this view's seat",
            ));
        }
        let choice = self.choose_aside(py, seat.clone())?;
        Ok(Chosen::of(seat.size(), choice))
    }

    /// The same as `choose`.
    fn __call__(&self, py: Python<'_>, view: &PyView) -> PyResult<Chosen> {
        self.choose(py, view)
    }

    /// Why it chose as it last did; None if it cannot say.
    #[getter]
    fn explanation(&self) -> Option<PyExplanation> {
        self.explanation.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn __repr__(&self) -> String {
        format!("kage_go.Player({:?}, seed={})", self.spec_text(), self.seed)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String, u64))> {
        let player = slf.get();
        Ok((slf.getattr("__class__")?, (player.spec_text(), player.seed)))
    }
}

/// Why a player chose as it did.
#[pyclass(name = "Explanation", module = "kage_go", frozen)]
#[derive(Clone)]
pub(crate) struct PyExplanation {
    told: Explanation,
    size: BoardSize,
}

/// A candidate as Python sees it: the action, its value by the player's own measure, its visits, the probability of
/// the choice, and the names of heuristics.
type Told = (Chosen, f64, u64, f64, Vec<&'static str>);

#[pymethods]
impl PyExplanation {
    /// The playouts spent on the choice.
    #[getter]
    fn playouts(&self) -> u64 {
        self.told.playouts
    }

    /// What the player could have done, what it chose first: tuples of the action (or "resign"), its value by the
    /// player's own measure, on how many playouts that rests, the probability that the player chooses it, and the
    /// names of heuristics that had a say.
    #[getter]
    fn candidates(&self) -> Vec<Told> {
        let told = |candidate: &Candidate| {
            let Candidate { choice, value, visits, probability, ref reasons } = *candidate;
            (Chosen::of(self.size, choice), value, visits, probability, reasons.clone())
        };
        self.told.candidates.iter().map(told).collect()
    }

    /// The probability of a hidden stone that the player gave each point, of shape (size, size); NaN where it said
    /// nothing.
    #[getter]
    fn hidden<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let lines = usize::from(self.size.get());
        let mut chances = vec![f64::NAN; self.size.area()];
        for &(point, chance) in &self.told.hidden {
            chances[number(self.size, point)] = chance;
        }
        shaped(py, chances, [lines, lines])
    }

    fn __repr__(&self) -> String {
        let (playouts, candidates) = (self.told.playouts, self.told.candidates.len());
        format!("<kage_go.Explanation, {playouts} playouts, {candidates} candidates>")
    }
}

/// Every player there is: its name, what it does, where it comes from, and its options (name, values, default, what it
/// does).
#[pyfunction]
pub(crate) fn _registry() -> Vec<RegistryRow> {
    let row = |entry: &kage_players::PlayerEntry| {
        let options = entry.options.iter();
        let options =
            options.map(|option| (option.name, option.takes, option.default, option.about));
        (entry.name, entry.about, entry.source, options.collect())
    };
    kage_players::REGISTRY.iter().filter(|entry| !entry.is_sighted()).map(row).collect()
}

type OptionRow = (&'static str, &'static str, &'static str, &'static str);
type RegistryRow = (&'static str, &'static str, &'static str, Vec<OptionRow>);
