//! How many views a net evaluates in a second, and how many tries it learns from.

use kage_goban::{BoardSize, Move};
use kage_net::{
    ChoiceOptions, ChoiceTarget, Input, Net, Optimizer, Planes, PolicyNet, Shape, StepOptions,
    TrainingExample, open_points,
};
use kage_parallel::WorkerPanicked;
use kage_phantom::{Misheard, RefereeRules, Setup, Table, View, Views};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use std::fmt;
use std::hint::black_box;
use std::time::Instant;

/// Views evaluated together, as many as games that are played at once in training.
const TOGETHER: usize = 32;
/// Views in all, from random games of all lengths.
const VIEWS: usize = 256;

/// Why a rate is not worth anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetRateError {
    /// The shape is not one that nets have.
    Shape,
    /// The loss did not fall.
    NothingLearned,
    /// The net cannot evaluate boards of this size.
    Size(BoardSize),
    /// A random game could not be followed: a defect of the program.
    Hearing(Misheard),
    /// A worker panicked.
    Worker(WorkerPanicked),
}

impl fmt::Display for NetRateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetRateError::Shape => f.write_str(Shape::SOUND),
            NetRateError::NothingLearned => {
                f.write_str("the net has learned nothing: measure for longer")
            }
            NetRateError::Worker(error) => error.fmt(f),
            NetRateError::Hearing(error) => write!(f, "a random game: {error}"),
            NetRateError::Size(size) => write!(f, "the net cannot evaluate boards of {size}"),
        }
    }
}

impl std::error::Error for NetRateError {}

impl From<WorkerPanicked> for NetRateError {
    fn from(error: WorkerPanicked) -> NetRateError {
        NetRateError::Worker(error)
    }
}

impl From<Misheard> for NetRateError {
    fn from(error: Misheard) -> NetRateError {
        NetRateError::Hearing(error)
    }
}

/// What was measured.
#[derive(Clone, PartialEq, Serialize, Debug)]
pub struct NetRate {
    /// The net: its name or shape.
    pub net: String,
    /// The identity of its bytes.
    pub hash: String,
    /// Lines of the board.
    pub lines: u8,
    /// For how long each was measured.
    pub seconds: f64,
    /// Views evaluated in a second, planes included, many together.
    pub views_per_second: f64,
    /// The same, one after the other.
    pub single_views_per_second: f64,
    /// Tries learned from in a second, if the net can be trained.
    pub tries_learned_per_second: Option<f64>,
}

/// Views of random games with everything heard.
fn random_views(size: BoardSize) -> Result<Vec<View>, Misheard> {
    let (rules, setup) = (RefereeRules::default(), Setup::even(size));
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let one = |index: usize| {
        let mut table = Table::new(setup.position(rules.ko));
        let mut views = Views::new(rules, &setup);
        for _ in 0..2 * size.area() * index / VIEWS {
            let point = size.points().nth(random.random_range(0..size.area()));
            let ruled = point.and_then(|point| table.rule(&rules, Move::Play(point)).ok());
            if let Some((_, heard)) = ruled {
                views.hear(&heard)?;
            }
        }
        Ok(views[table.position().turn()].clone())
    };
    (0..VIEWS).map(one).collect()
}

impl NetRate {
    /// Measures the evaluation of a net, on one thread.
    pub fn of_net(
        label: &str,
        net: &PolicyNet,
        size: BoardSize,
        seconds: f64,
    ) -> Result<NetRate, NetRateError> {
        if !net.plays(size) {
            return Err(NetRateError::Size(size));
        }
        let views = random_views(size)?;
        let views: Vec<&View> = views.iter().collect();
        let measure = |together: usize| {
            let groups = rate(seconds, views.chunks_exact(together).cycle(), |views| {
                black_box(net.evaluate_all(views));
                Ok(())
            })?;
            Ok::<f64, WorkerPanicked>(groups * together as f64)
        };
        Ok(NetRate {
            net: label.to_owned(),
            hash: net.hash(),
            lines: size.get(),
            seconds,
            views_per_second: measure(TOGETHER)?,
            single_views_per_second: measure(1)?,
            tries_learned_per_second: None,
        })
    }

    /// Measures an untrained net of a shape, and how fast it learns.
    pub fn of_shape(
        blocks: usize,
        channels: usize,
        size: BoardSize,
        seconds: f64,
    ) -> Result<NetRate, NetRateError> {
        let shape = Shape { input: Input::View, blocks, channels };
        if !shape.is_sound() {
            return Err(NetRateError::Shape);
        }
        let net = Net::new(shape, 1);
        let label = format!("{blocks}x{channels}, {} weights", shape.weights());
        let prepared = PolicyNet::from_bytes(&net.to_bytes()).map_err(|_| NetRateError::Shape)?;
        let rate = NetRate::of_net(&label, &prepared, size, seconds)?;
        let tries_learned_per_second = Some(learned(net, size, seconds)?);
        Ok(NetRate { tries_learned_per_second, ..rate })
    }
}

/// How many tries a net learns from in a second. They are used again and again, so the loss must fall.
fn learned(net: Net, size: BoardSize, seconds: f64) -> Result<f64, NetRateError> {
    let example = |view: &View| {
        let open = open_points(view);
        let choice = ChoiceTarget::Imitate { open, chances: vec![(0, 1.0)] };
        TrainingExample { choice, win: Some(1.0), ..TrainingExample::of(Planes::of_view(view), 3) }
    };
    let examples: Vec<TrainingExample> = random_views(size)?.iter().map(example).collect();
    let batch: Vec<&TrainingExample> = examples.iter().collect();
    let before = Optimizer::new(net.clone()).test(&examples, 1)?;
    let mut optimizer = Optimizer::new(net);
    let choices = ChoiceOptions::default();
    let options = StepOptions { rate: 0.001, decay: 0.01, norm: 1.0, choices };
    let steps =
        rate(seconds, std::iter::repeat(()), |()| optimizer.step(&batch, options, 1).map(drop))?;
    if optimizer.test(&examples, 1)?.total(choices) >= before.total(choices) {
        return Err(NetRateError::NothingLearned);
    }
    Ok(steps * batch.len() as f64)
}

/// How many of these are done in a second.
fn rate<T>(
    seconds: f64,
    all: impl Iterator<Item = T>,
    mut each: impl FnMut(T) -> Result<(), WorkerPanicked>,
) -> Result<f64, WorkerPanicked> {
    let begun = Instant::now();
    let mut count = 0_u32;
    for one in all.take_while(|_| begun.elapsed().as_secs_f64() < seconds) {
        each(one)?;
        count += 1;
    }
    Ok(f64::from(count) / begun.elapsed().as_secs_f64())
}
