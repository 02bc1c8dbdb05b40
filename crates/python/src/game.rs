//! A game of Phantom Go.

use crate::dice::Dice;
use crate::errors::{ActionError, GameOverError, RulesError, StateError, TurnError, VoidError};
use crate::heard::Heard;
use crate::play::{Play, Terms};
use crate::record::PyRecord;
use crate::view::PyView;
use crate::witness::PyWitness;
use crate::{action, planes};
use kage_goban::{BoardSize, Color, Point};
use kage_phantom::{Choice, RefereeRules, Setup, usual_handicap};
use kage_referee::{RefereeError, SessionError};
use numpy::{PyArray1, PyArray3};
use pyo3::prelude::*;
use std::hash::{BuildHasher, Hasher, RandomState};

/// A game of Phantom Go.
///
/// Black and White each see their own board. The referee alone sees both. A step is a try or a pass. A try that is not
/// legal on the referee's board is refused, and the same seat tries again. A refused try is a step like any other
/// and no exception.
///
/// An action is a number: the points row by row from A1, then a pass. A text such as "E5" or "pass" is understood
/// too. A seat is "black" or "white".
///
/// rules: a preset, with settings that differ from it, such as "common atari=every".
/// size: the lines of the board, from 2 to 19.
/// komi: points for White; by default those of the rules.
/// handicap: the number of Black's handicap stones on their usual points, or a list of points.
/// seed: the seed of `random_action` and `worlds`; by default a new one.
/// max_steps: after so many steps the game is cut off, without a result.
///
/// >>> import kage_go
/// >>> game = kage_go.Game(size=5)
/// >>> game.step("C3")
/// Heard('C3 is legal')
/// >>> game.step("C3").refused, game.to_play
/// (True, 'white')
/// >>> game.step("pass"), game.step("pass")
/// (Heard('you pass'), Heard('you pass'))
/// >>> game.over, game.result, game.returns
/// (True, 'B+18.5', (1.0, -1.0))
#[pyclass(name = "Game", module = "kage_go")]
pub(crate) struct PyGame {
    play: Play,
    seed: u64,
}

impl PyGame {
    fn seed_for(&self, seed: Option<u64>) -> u64 {
        seed.unwrap_or_else(|| {
            let steps = self.play.choices().len() as u64;
            Dice::new(self.seed.wrapping_add(steps)).seed()
        })
    }

    fn hear(&mut self, seat: Color, choice: Choice) -> PyResult<Heard> {
        let size = self.size();
        let heard = self.play.hear(seat, choice).map_err(|error| exception(error, &self.play))?;
        let first = heard[seat].first();
        first
            .map(|news| Heard::new(size, *news))
            .ok_or_else(|| VoidError::new_err("nothing was heard"))
    }

    fn size(&self) -> BoardSize {
        self.play.terms().setup.size()
    }
}

/// What a session objects to, as an exception.
fn exception(error: SessionError, play: &Play) -> PyErr {
    match error {
        SessionError::Refused(RefereeError::GameOver) => {
            let how = match play.session().outcome() {
                Some(outcome) => format!("the game is over: {outcome}"),
                None => format!("the game was cut off after {} steps", play.choices().len()),
            };
            GameOverError::new_err(how)
        }
        SessionError::Refused(RefereeError::NotYourTurn) => {
            let turn = play.to_move().map_or("nobody", action::seat_name);
            TurnError::new_err(format!("{turn} is to play, not the other seat"))
        }
        SessionError::Refused(error @ RefereeError::OffBoard(_)) => {
            ActionError::new_err(error.to_string())
        }
        SessionError::Misheard(_) => VoidError::new_err(error.to_string()),
    }
}

/// Reads the rules of a game.
pub(crate) fn read_rules(rules: &str, komi: Option<f64>) -> PyResult<RefereeRules> {
    let mut rules: RefereeRules =
        rules.parse().map_err(|error| RulesError::new_err(format!("rules: {error}")))?;
    if let Some(komi) = komi {
        let read = komi.to_string().parse();
        rules.komi = read.map_err(|error| RulesError::new_err(format!("{komi}: {error}")))?;
    }
    Ok(rules)
}

/// Reads the size of a board.
pub(crate) fn read_size(lines: i64) -> PyResult<BoardSize> {
    let size = u8::try_from(lines).ok().and_then(BoardSize::new);
    size.ok_or_else(|| RulesError::new_err(format!("size {lines}: a board has from 2 to 19 lines")))
}

/// How many handicap stones there are, or where.
#[derive(FromPyObject)]
pub(crate) enum Handicap {
    Number(i64),
    Points(Vec<String>),
}

impl Handicap {
    pub(crate) fn setup(self, size: BoardSize) -> PyResult<Setup> {
        let points = match self {
            Handicap::Number(0) => return Ok(Setup::even(size)),
            Handicap::Number(stones) => {
                let known =
                    usize::try_from(stones).ok().and_then(|stones| usual_handicap(size, stones));
                known.ok_or_else(|| {
                    RulesError::new_err(format!(
                        "handicap {stones}: there are no usual points for it on {size}; give 0 or a list of points"
                    ))
                })?
            }
            Handicap::Points(names) => {
                let read = |name: &String| {
                    name.parse::<Point>()
                        .map_err(|error| RulesError::new_err(format!("handicap {name:?}: {error}")))
                };
                names.iter().map(read).collect::<PyResult<_>>()?
            }
        };
        Setup::handicap(size, points).map_err(|error| RulesError::new_err(error.to_string()))
    }
}

/// A seed that nobody has asked for.
pub(crate) fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// The state of a pickled game: rules, size, handicap points, limit of steps, seed, and all choices.
type Pickled = (String, u8, Vec<String>, Option<u32>, u64, Vec<(String, String)>);

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (rules = "borsboom", size = 9, komi = None, handicap = Handicap::Number(0), seed = None, max_steps = None))]
    fn new(
        rules: &str,
        size: i64,
        komi: Option<f64>,
        handicap: Handicap,
        seed: Option<u64>,
        max_steps: Option<u32>,
    ) -> PyResult<PyGame> {
        let (rules, setup) = (read_rules(rules, komi)?, handicap.setup(read_size(size)?)?);
        let play = Play::new(Terms { rules, setup, max_steps });
        Ok(PyGame { play, seed: seed.unwrap_or_else(fresh_seed) })
    }

    /// A game, and the witness of its true position. No other object shows the true position of a live game.
    ///
    /// >>> import kage_go
    /// >>> game, witness = kage_go.Game.with_witness(size=3)
    /// >>> _ = game.step("B2")
    /// >>> witness.board
    /// array([[0, 0, 0],
    ///        [0, 1, 0],
    ///        [0, 0, 0]], dtype=int8)
    #[staticmethod]
    #[pyo3(signature = (rules = "borsboom", size = 9, komi = None, handicap = Handicap::Number(0), seed = None, max_steps = None))]
    fn with_witness(
        rules: &str,
        size: i64,
        komi: Option<f64>,
        handicap: Handicap,
        seed: Option<u64>,
        max_steps: Option<u32>,
    ) -> PyResult<(PyGame, PyWitness)> {
        let (rules, setup) = (read_rules(rules, komi)?, handicap.setup(read_size(size)?)?);
        let (play, witness) = Play::watched(Terms { rules, setup, max_steps });
        let game = PyGame { play, seed: seed.unwrap_or_else(fresh_seed) };
        Ok((game, PyWitness::new(witness)))
    }

    /// Tries a point or passes, for the seat to play. Returns what that seat hears. If a seat is given, it must be the
    /// one to play.
    #[pyo3(signature = (action, seat = None))]
    fn step(&mut self, action: &Bound<'_, PyAny>, seat: Option<&str>) -> PyResult<Heard> {
        let choice = action::read(action, self.size())?;
        let seat = match seat {
            Some(name) => action::seat(name)?,
            // When the game is over, either seat hears that.
            None => self.play.to_move().unwrap_or(Color::Black),
        };
        self.hear(seat, choice)
    }

    /// A seat resigns. It may do so at any time.
    fn resign(&mut self, seat: &str) -> PyResult<()> {
        let seat = action::seat(seat)?;
        self.hear(seat, Choice::Resign).map(|_| ())
    }

    /// The seat to play; None when the game is over.
    #[getter]
    fn to_play(&self) -> Option<&'static str> {
        self.play.to_move().map(action::seat_name)
    }

    /// Whether the game is over, or was cut off.
    #[getter]
    fn over(&self) -> bool {
        self.play.to_move().is_none()
    }

    /// Whether the game was cut off by `max_steps`.
    #[getter]
    fn truncated(&self) -> bool {
        self.play.is_truncated()
    }

    /// The result, as in SGF: "B+2.5", "W+R", "0" for a draw. None while the game goes on, or if it was cut off.
    #[getter]
    fn result(&self) -> Option<String> {
        self.play.session().outcome().map(ToString::to_string)
    }

    /// The returns of Black and White: 1.0 for a win, -1.0 for a loss, else 0.0.
    #[getter]
    fn returns(&self) -> (f32, f32) {
        (self.play.worth(Color::Black), self.play.worth(Color::White))
    }

    /// The number of moves and passes so far.
    #[getter]
    fn moves(&self) -> u32 {
        self.play.seat(Color::Black).moves()
    }

    /// The number of steps so far: moves, passes and refused tries.
    #[getter]
    fn steps(&self) -> usize {
        self.play.choices().len()
    }

    /// The rules, as text.
    #[getter]
    fn rules(&self) -> String {
        self.play.terms().rules.to_string()
    }

    /// The lines of the board.
    #[getter(size)]
    fn lines(&self) -> u8 {
        self.size().get()
    }

    /// Points for White.
    #[getter]
    fn komi(&self) -> f64 {
        f64::from(self.play.terms().rules.komi.half_points()) / 2.0
    }

    /// The number of actions: one for each point, and a pass.
    #[getter]
    fn num_actions(&self) -> usize {
        action::count(self.size())
    }

    /// The actions that a seat may usefully take, from its view alone: an array of bools, the points row by row from A1
    /// and last a pass. Own stones, certain stones of the opponent, and points refused in this turn are False. All
    /// are False if the seat is not to play. By default it is the seat to play.
    #[pyo3(signature = (seat = None))]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&str>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mut mask = vec![false; action::count(self.size())];
        let view = self.play.seat(self.seat_or_turn(seat)?);
        planes::write_mask(view, self.play.is_truncated(), &mut mask);
        Ok(PyArray1::from_vec(py, mask))
    }

    /// A seat's view as planes of bytes, of shape (planes, size, size); `kage_go.PLANES` names them. By default it is
    /// the seat to play.
    #[pyo3(signature = (seat = None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&str>,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        crate::view::observation(py, self.play.seat(self.seat_or_turn(seat)?))
    }

    /// What a seat knows. By default it is the seat to play.
    #[pyo3(signature = (seat = None))]
    fn view(&self, seat: Option<&str>) -> PyResult<PyView> {
        let seat = self.play.seat(self.seat_or_turn(seat)?).clone();
        Ok(PyView::new(seat, self.play.is_truncated()))
    }

    /// Everything that a seat heard, in order, as text: with perfect recall.
    #[pyo3(signature = (seat = None))]
    fn information_state(&self, seat: Option<&str>) -> PyResult<String> {
        Ok(crate::information_state::text(self.play.seat(self.seat_or_turn(seat)?)))
    }

    /// Boards that fit what a seat heard, of shape (n, size, size): 0 empty, 1 black, 2 white. See `View.worlds`.
    #[pyo3(signature = (seat = None, n = 32, sampler = "history", seed = None))]
    fn worlds<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&str>,
        n: usize,
        sampler: &str,
        seed: Option<u64>,
    ) -> PyResult<Bound<'py, PyArray3<i8>>> {
        let seat = self.play.seat(self.seat_or_turn(seat)?).clone();
        crate::view::worlds(py, &seat, n, sampler, self.seed_for(seed))
    }

    /// One of the actions of the mask of the seat to play, each with the same chance. It depends on the seed and on the
    /// number of steps.
    fn random_action(&self) -> PyResult<usize> {
        let turn = self.play.to_move();
        let turn = turn.ok_or_else(|| exception(RefereeError::GameOver.into(), &self.play))?;
        let open = planes::open_points(self.play.seat(turn));
        let chosen = Dice::new(self.seed_for(None)).below(open.len() + 1);
        let point = open.iter().nth(chosen).map(|point| action::number(self.size(), point));
        Ok(point.unwrap_or(self.size().area()))
    }

    /// The whole game with everything that was hidden, after its end.
    fn record(&self) -> PyResult<PyRecord> {
        if self.play.to_move().is_some() {
            return Err(GameOverError::new_err(
                "the game goes on: its record is secret until the end",
            ));
        }
        let record = self.play.record().map_err(|error| exception(error, &self.play))?;
        Ok(PyRecord::new(record))
    }

    /// The same game, from which another one can go on. It has no witness.
    fn copy(&self) -> PyResult<PyGame> {
        let play = self.play.copied().map_err(|error| exception(error, &self.play))?;
        Ok(PyGame { play, seed: self.seed })
    }

    fn __copy__(&self) -> PyResult<PyGame> {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<PyGame> {
        self.copy()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Pickled,))> {
        let Terms { rules, setup, max_steps } = *self.play.terms();
        let stones = setup.stones(Color::Black).iter().map(|point| point.to_string()).collect();
        let name = |&(seat, choice): &(Color, Choice)| {
            (action::seat_name(seat).to_owned(), choice.to_string())
        };
        let choices = self.play.choices().iter().map(name).collect();
        let state = (rules.to_string(), setup.size().get(), stones, max_steps, self.seed, choices);
        Ok((py.get_type::<PyGame>().getattr("_restore")?, (state,)))
    }

    /// Restores a pickled game.
    #[staticmethod]
    fn _restore(state: &Bound<'_, PyAny>) -> PyResult<PyGame> {
        let foreign = |why: &dyn std::fmt::Display| {
            StateError::new_err(format!("not a game of this version of kage_go: {why}"))
        };
        let (rules, lines, stones, max_steps, seed, choices): Pickled =
            state.extract().map_err(|error| foreign(&error))?;
        let rules = read_rules(&rules, None)?;
        let setup = match stones.is_empty() {
            true => Setup::even(read_size(lines.into())?),
            false => Handicap::Points(stones).setup(read_size(lines.into())?)?,
        };
        let read = |(seat, choice): &(String, String)| {
            let choice = match choice.as_str() {
                "resign" => Choice::Resign,
                "pass" => Choice::Pass,
                point => Choice::Try(point.parse().map_err(|error| foreign(&error))?),
            };
            Ok((action::seat(seat)?, choice))
        };
        let choices: Vec<(Color, Choice)> = choices.iter().map(read).collect::<PyResult<_>>()?;
        let terms = Terms { rules, setup, max_steps };
        let play = Play::replay(terms, &choices).map_err(|error| foreign(&error))?;
        Ok(PyGame { play, seed })
    }

    fn __repr__(&self) -> String {
        let (size, rules, steps) = (self.size(), self.rules(), self.steps());
        let state = match (self.play.to_move(), self.result()) {
            (Some(seat), _) => format!("{} to play", action::seat_name(seat)),
            (None, Some(result)) => result,
            (None, None) => "cut off".to_owned(),
        };
        format!("<kage_go.Game {size}, {rules}, {steps} steps, {state}>")
    }
}

impl PyGame {
    /// The seat of this name, or the one to play. When the game is over, a name is needed.
    fn seat_or_turn(&self, seat: Option<&str>) -> PyResult<Color> {
        match seat {
            Some(name) => action::seat(name),
            None => self.play.to_move().ok_or_else(|| {
                GameOverError::new_err("the game is over, and nobody is to play: name a seat")
            }),
        }
    }
}
