//! Many games at once, in arrays that are used again and again.

use crate::action::{self, count};
use crate::dice::Dice;
use crate::errors::{ActionError, GameOverError, PlayerError, VoidError};
use crate::game::{Handicap, fresh_seed, read_rules, read_size};
use crate::planes;
use crate::play::Terms;
use crate::player::{read_spec, wait};
use crate::vector_game::{Agent, Autoreset, Plan, Row, Trouble, VectorGame};
use crate::workers::Workers;
use kage_goban::BoardSize;
use numpy::{Element, PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};

/// The arrays of all games, in this order. A step writes them, a row for each game.
type Arrays = (
    Py<PyArray4<u8>>,
    Py<PyArray4<u8>>,
    Py<PyArray2<bool>>,
    Py<PyArray2<f32>>,
    Py<PyArray1<i8>>,
    Py<PyArray1<bool>>,
    Py<PyArray1<bool>>,
);

fn new_arrays(py: Python<'_>, games: usize, size: BoardSize) -> Arrays {
    let (lines, planes) = (usize::from(size.get()), planes::NAMES.len());
    let boards = [games, planes, lines, lines];
    fn flat<T: Element>(py: Python<'_>, games: usize) -> Py<PyArray1<T>> {
        PyArray1::zeros(py, [games], false).unbind()
    }
    (
        PyArray4::zeros(py, boards, false).unbind(),
        PyArray4::zeros(py, boards, false).unbind(),
        PyArray2::zeros(py, [games, count(size)], false).unbind(),
        PyArray2::zeros(py, [games, 2], false).unbind(),
        flat(py, games),
        flat(py, games),
        flat(py, games),
    )
}

/// What the games do at once.
#[derive(Clone, Copy)]
enum Work<'a> {
    /// The games whose marks are set begin again.
    Reset(&'a [bool]),
    /// Every game takes its action.
    Step(&'a [i64]),
}

impl Work<'_> {
    fn of_one(
        self,
        plan: &Plan,
        at: usize,
        game: &mut VectorGame,
        row: &mut Row<'_>,
        stop: &AtomicBool,
    ) -> Result<(), Trouble> {
        match self {
            Work::Reset(marks) if marks[at] => game.reset(plan, row, stop),
            Work::Reset(_) => Ok(()),
            // Actions have been checked, so none is negative.
            Work::Step(actions) => game.step(plan, actions[at] as usize, row, stop),
        }
    }
}

/// Many games at once. `kage_go.VectorEnv` is the class for users.
#[pyclass(name = "_Vector", module = "kage_go")]
pub(crate) struct PyVector {
    plan: Plan,
    /// A player need not be shared between threads, so they are behind a lock that nobody waits for.
    games: Mutex<Vec<VectorGame>>,
    arrays: Arrays,
    threads: usize,
    workers: Workers,
    /// A step was cut short, so that only a reset can go on.
    broken: bool,
}

fn read_autoreset(name: &str) -> PyResult<Autoreset> {
    match name {
        "NextStep" => Ok(Autoreset::NextStep),
        "SameStep" => Ok(Autoreset::SameStep),
        "Disabled" => Ok(Autoreset::Disabled),
        _ => Err(PyValueError::new_err(format!(
            "autoreset_mode {name:?}: give \"NextStep\", \"SameStep\" or \"Disabled\""
        ))),
    }
}

fn read_agent(name: &str) -> PyResult<Agent> {
    match name {
        "random" => Ok(Agent::Random),
        _ => action::seat(name).map(Agent::Fixed).map_err(|_| {
            PyValueError::new_err(format!(
                "agent {name:?}: give \"black\", \"white\" or \"random\""
            ))
        }),
    }
}

fn games_of(games: &mut Mutex<Vec<VectorGame>>) -> &mut Vec<VectorGame> {
    games.get_mut().unwrap_or_else(PoisonError::into_inner)
}

/// Games of one seed have seeds of their own.
fn seed_of(seed: u64, game: usize) -> u64 {
    seed.wrapping_add((game as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

#[pymethods]
impl PyVector {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "the Python class in front of it names them")]
    fn new(
        py: Python<'_>,
        num_envs: usize,
        rules: &str,
        size: i64,
        komi: Option<f64>,
        handicap: Handicap,
        max_steps: Option<u32>,
        opponent: Option<&str>,
        agent: &str,
        threads: usize,
        autoreset: &str,
    ) -> PyResult<PyVector> {
        if num_envs == 0 || threads == 0 {
            return Err(PyValueError::new_err("num_envs and threads are at least 1"));
        }
        let size = read_size(size)?;
        let setup = handicap.setup(size)?;
        let terms = Terms { rules: read_rules(rules, komi)?, setup, max_steps };
        let plan = Plan {
            terms,
            opponent: opponent.map(read_spec).transpose()?,
            agent: read_agent(agent)?,
            autoreset: read_autoreset(autoreset)?,
        };
        let seed = fresh_seed();
        let games = (0..num_envs).map(|game| VectorGame::new(&plan, seed_of(seed, game)));
        let games = Mutex::new(games.collect());
        let arrays = new_arrays(py, num_envs, size);
        Ok(PyVector { plan, games, arrays, threads, workers: Workers::default(), broken: true })
    }

    /// The arrays that each step writes: observations, final observations, masks, rewards, seats, terminated, truncated.
    fn arrays(&self, py: Python<'_>) -> Arrays {
        let (a, b, c, d, e, f, g) = &self.arrays;
        let (a, b, c) = (a.clone_ref(py), b.clone_ref(py), c.clone_ref(py));
        (a, b, c, d.clone_ref(py), e.clone_ref(py), f.clone_ref(py), g.clone_ref(py))
    }

    /// Begins the games whose marks are set again, with new seeds if one is given.
    #[expect(clippy::needless_pass_by_value, reason = "values from Python are owned")]
    fn reset(
        &mut self,
        py: Python<'_>,
        seed: Option<u64>,
        marks: PyReadonlyArray1<'_, bool>,
    ) -> PyResult<()> {
        let marks = marks.as_slice()?;
        let (found, games) = (marks.len(), games_of(&mut self.games).len());
        if found != games {
            return Err(PyValueError::new_err(format!("{found} marks for {games} games")));
        }
        if self.broken && !marks.iter().all(|mark| *mark) {
            return Err(GameOverError::new_err("a step was interrupted: reset all games"));
        }
        if let Some(seed) = seed {
            for (at, game) in
                games_of(&mut self.games).iter_mut().enumerate().filter(|(at, _)| marks[*at])
            {
                game.set_seed(seed_of(seed, at));
            }
        }
        self.broken = false;
        self.work(py, Work::Reset(marks))
    }

    /// One action of each mask, each with the same chance; a pass where a mask is empty.
    fn random_actions<'py>(
        &self,
        py: Python<'py>,
        seed: u64,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let actions = count(self.plan.terms.setup.size());
        let mut dice = Dice::new(seed);
        let masks = self.arrays.2.bind(py).try_readonly();
        let masks = masks.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let chosen = masks.as_slice()?.chunks_exact(actions).map(|mask| {
            let open = mask.iter().map(|open| usize::from(*open)).sum();
            let mut left = dice.below(open);
            let at = mask.iter().position(|open| {
                let here = *open && left == 0;
                left -= usize::from(*open && !here);
                here
            });
            at.unwrap_or(actions - 1) as i64
        });
        Ok(PyArray1::from_iter(py, chosen))
    }

    /// One step of every game.
    #[expect(clippy::needless_pass_by_value, reason = "values from Python are owned")]
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let actions = actions.as_slice()?;
        self.check(actions)?;
        self.work(py, Work::Step(actions))
    }
}

impl PyVector {
    /// Finds what is wrong with the actions of a step, before anything changes.
    fn check(&mut self, actions: &[i64]) -> PyResult<()> {
        let most = count(self.plan.terms.setup.size());
        let games = games_of(&mut self.games).len();
        if actions.len() != games {
            let found = actions.len();
            return Err(ActionError::new_err(format!("{found} actions for {games} games")));
        }
        let is_action = |action: i64| usize::try_from(action).is_ok_and(|action| action < most);
        if let Some(at) = actions.iter().position(|action| !is_action(*action)) {
            let (action, last) = (actions[at], most - 1);
            let what =
                format!("game {at}: {action} is no action: they are from 0 to {last} (pass)");
            return Err(ActionError::new_err(what));
        }
        if self.broken {
            return Err(GameOverError::new_err("call reset first"));
        }
        let ended = games_of(&mut self.games).iter().position(VectorGame::has_ended);
        match ended.filter(|_| self.plan.autoreset == Autoreset::Disabled) {
            Some(at) => Err(GameOverError::new_err(format!("game {at} is over: reset it"))),
            None => Ok(()),
        }
    }

    /// Does the work of all games, without the interpreter.
    fn work(&mut self, py: Python<'_>, work: Work<'_>) -> PyResult<()> {
        let (observations, finals, masks, rewards, to_play, terminated, truncated) = &self.arrays;
        let busy = |_| PyRuntimeError::new_err("an array of this VectorEnv is in use elsewhere");
        let mut observations = observations.bind(py).try_readwrite().map_err(busy)?;
        let mut finals = finals.bind(py).try_readwrite().map_err(busy)?;
        let mut masks = masks.bind(py).try_readwrite().map_err(busy)?;
        let mut rewards = rewards.bind(py).try_readwrite().map_err(busy)?;
        let mut to_play = to_play.bind(py).try_readwrite().map_err(busy)?;
        let mut terminated = terminated.bind(py).try_readwrite().map_err(busy)?;
        let mut truncated = truncated.bind(py).try_readwrite().map_err(busy)?;
        let whole = Row {
            observation: observations.as_slice_mut()?,
            final_observation: finals.as_slice_mut()?,
            mask: masks.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            to_play: to_play.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
        };
        let rows = whole.of_games(self.plan.terms.setup.size());
        let jobs = games_of(&mut self.games).iter_mut().zip(rows).enumerate();
        let jobs = jobs.map(|(at, (game, row))| Job { at, game, row }).collect();
        let team =
            Team { plan: &self.plan, work, threads: self.threads, stop: AtomicBool::new(false) };
        let done = team.run(py, jobs, &mut self.workers);
        self.broken = done.is_err();
        done
    }
}

/// The part of one game.
struct Job<'a> {
    at: usize,
    game: &'a mut VectorGame,
    row: Row<'a>,
}

/// Work that is shared by threads.
struct Team<'a> {
    plan: &'a Plan,
    work: Work<'a>,
    threads: usize,
    /// Set by Ctrl-C.
    stop: AtomicBool,
}

impl Team<'_> {
    fn run(&self, py: Python<'_>, jobs: Vec<Job<'_>>, workers: &mut Workers) -> PyResult<()> {
        let guarded = |jobs, workers: &mut Workers| {
            let done = catch_unwind(AssertUnwindSafe(|| self.all(jobs, workers)));
            done.unwrap_or_else(|_| Err(VoidError::new_err("a game stopped with a panic")))
        };
        if self.plan.opponent.is_none() {
            return py.detach(|| guarded(jobs, workers));
        }
        // An opponent may think for long, so the signals are looked at meanwhile.
        py.detach(|| {
            std::thread::scope(|scope| {
                let (sender, receiver) = channel();
                scope.spawn(move || sender.send(guarded(jobs, workers)));
                let receiver = Mutex::new(receiver);
                let mut interrupt = None;
                loop {
                    match wait(&receiver) {
                        Ok(done) => return interrupt.map_or(done, Err),
                        Err(RecvTimeoutError::Disconnected) => {
                            return Err(VoidError::new_err("a step was lost"));
                        }
                        Err(RecvTimeoutError::Timeout) => {
                            if let Err(error) = signals() {
                                interrupt.get_or_insert(error);
                                self.stop.store(true, Ordering::Relaxed);
                            }
                        }
                    }
                }
            })
        })
    }

    fn all(&self, mut jobs: Vec<Job<'_>>, workers: &mut Workers) -> PyResult<()> {
        let one = |job: &mut Job<'_>| {
            let done = self.work.of_one(self.plan, job.at, job.game, &mut job.row, &self.stop);
            done.map_err(|trouble| exception(job.at, &trouble))
        };
        if self.threads == 1 {
            return jobs.iter_mut().try_for_each(one);
        }
        let pool = workers.pool(self.threads);
        let pool = pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let each = jobs.len().div_ceil(4 * self.threads).max(1);
        pool.install(|| {
            jobs.par_chunks_mut(each).try_for_each(|jobs| jobs.iter_mut().try_for_each(one))
        })
    }
}

/// Looks at the signals of the process.
fn signals() -> PyResult<()> {
    Python::attach(|py| {
        py.check_signals()?;
        Ok(())
    })
}

fn exception(at: usize, trouble: &Trouble) -> PyErr {
    match trouble {
        Trouble::Opponent(_) => PlayerError::new_err(format!("game {at}: {trouble}")),
        Trouble::Session(_) | Trouble::Stopped => {
            VoidError::new_err(format!("game {at}: {trouble}"))
        }
    }
}
