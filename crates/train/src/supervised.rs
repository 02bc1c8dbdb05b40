//! A net trained on a dataset.
//!
//! A pass goes through all examples in an order that depends on the seed and the number of the pass alone.
//! The state is kept in a checkpoint beside the net until the net is written. So a run that was stopped
//! continues and gives the same net, byte for byte.

use crate::checkpoint::Hasher;
use crate::{Checkpoint, Dataset, Fingerprint, IfExists, TrainError, checkpoint_path, write_whole};
use kage_net::{ChoiceOptions, Losses, Net, Optimizer, StepOptions, TrainingExample};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Steps between two checkpoints.
const CHECKPOINT_STEPS: u64 = 500;
/// The last learning rate, as a share of the first. The rate falls along a cosine.
const LAST_RATE: f32 = 0.05;
/// The weight decay.
const DECAY: f32 = 0.01;
/// The largest norm of a gradient.
const NORM: f32 = 1.0;

/// How a net is trained on a dataset.
#[derive(Clone, PartialEq, Debug)]
pub struct SupervisedConfig {
    /// How many times all examples are used.
    pub passes: u32,
    /// The number of examples of a step.
    pub batch: usize,
    /// The first learning rate.
    pub rate: f32,
    /// The number of threads. It changes nothing but the time.
    pub threads: usize,
    /// The seed of the order.
    pub seed: u64,
    /// What the dataset's teacher depends on, if it has one: a run resumes with the same teacher only.
    pub teacher: Option<String>,
}

/// A training on a dataset.
pub struct TrainingRun<'a> {
    config: &'a SupervisedConfig,
    dataset: &'a Dataset,
    start: &'a Net,
    out: &'a Path,
    fingerprint: Fingerprint,
    optimizer: Optimizer,
    checkpoint: PathBuf,
    steps_a_pass: u64,
}

impl<'a> TrainingRun<'a> {
    /// Begins with a net, or resumes from a checkpoint. The data files are those of the dataset; a run
    /// resumes only with the same files.
    pub fn begin(
        config: &'a SupervisedConfig,
        start: &'a Net,
        dataset: &'a Dataset,
        files: &[PathBuf],
        out: &'a Path,
    ) -> Result<TrainingRun<'a>, TrainError> {
        let fingerprint = fingerprint(config, start, files)?;
        let checkpoint = checkpoint_path(out);
        let resumed = Checkpoint::load(&checkpoint, fingerprint, 1)?;
        let optimizer = resumed.and_then(|mut resumed| resumed.optimizers.pop());
        let optimizer = optimizer.unwrap_or_else(|| Optimizer::new(start.clone()));
        let steps_a_pass = dataset.training.len().div_ceil(config.batch) as u64;
        let run = TrainingRun {
            config,
            dataset,
            start,
            out,
            fingerprint,
            optimizer,
            checkpoint,
            steps_a_pass,
        };
        Ok(run)
    }

    /// The number of steps so far.
    pub fn steps(&self) -> u64 {
        self.optimizer.steps()
    }

    /// The number of steps of the whole run.
    pub fn all_steps(&self) -> u64 {
        self.steps_a_pass * u64::from(self.config.passes)
    }

    /// Whether all steps are done.
    pub fn is_done(&self) -> bool {
        self.steps() >= self.all_steps()
    }

    /// Trains until all steps are done or `stop` is set. `tell` hears the losses of each step.
    pub fn train(
        &mut self,
        stop: &AtomicBool,
        mut tell: impl FnMut(u64, &MeanLosses),
    ) -> Result<(), TrainError> {
        while !self.is_done() && !stop.load(Ordering::Relaxed) {
            self.pass(stop, &mut tell)?;
        }
        Ok(())
    }

    /// The rest of a pass.
    fn pass(
        &mut self,
        stop: &AtomicBool,
        tell: &mut impl FnMut(u64, &MeanLosses),
    ) -> Result<(), TrainError> {
        let (dataset, config) = (self.dataset, self.config);
        let done = self.steps() % self.steps_a_pass;
        let order = self.order(self.steps() / self.steps_a_pass);
        for batch in order.chunks(config.batch).skip(done as usize) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let turned = |&(index, symmetry): &(usize, u8)| TrainingExample {
                symmetry,
                ..dataset.training[index].clone()
            };
            let batch: Vec<TrainingExample> = batch.iter().map(turned).collect();
            let batch: Vec<&TrainingExample> = batch.iter().collect();
            let (rate, choices) = (self.rate(), ChoiceOptions::default());
            let options = StepOptions { rate, decay: DECAY, norm: NORM, choices };
            let losses = self.optimizer.step(&batch, options, config.threads)?.losses;
            if !losses.total(choices).is_finite() {
                let after = format!("step {}", self.steps());
                return Err(TrainError::Diverged { after, rate: config.rate });
            }
            tell(self.steps(), &MeanLosses::of(&losses));
            if self.steps().is_multiple_of(CHECKPOINT_STEPS) {
                self.save()?;
            }
        }
        self.save()
    }

    /// The order of a pass: which example, and under which random symmetry.
    fn order(&self, pass: u64) -> Vec<(usize, u8)> {
        let mut random = ChaCha8Rng::seed_from_u64(self.config.seed.wrapping_add(pass << 32));
        let examples = 0..self.dataset.training.len();
        let mut order: Vec<(usize, u8)> =
            examples.map(|index| (index, random.random_range(0..8))).collect();
        order.shuffle(&mut random);
        order
    }

    /// The learning rate of the next step.
    fn rate(&self) -> f32 {
        let part = self.steps() as f32 / self.all_steps() as f32;
        let fall = 0.5 + 0.5 * (std::f32::consts::PI * part).cos();
        self.config.rate * (LAST_RATE + (1.0 - LAST_RATE) * fall)
    }

    fn save(&self) -> Result<(), TrainError> {
        let (fingerprint, progress) = (self.fingerprint, self.steps());
        let optimizers = vec![self.optimizer.clone()];
        let nets = Vec::new();
        Checkpoint { fingerprint, progress, optimizers, nets }.save(&self.checkpoint)
    }

    /// Writes the net, tests it on the games that were held out, and removes the checkpoint.
    pub fn finish(self, existing: IfExists) -> Result<SupervisedReport, TrainError> {
        write_whole(self.out, &self.optimizer.net.to_bytes(), existing)?;
        let held_out = &self.dataset.held_out;
        let after = self.optimizer.test(held_out, self.config.threads)?;
        let before = Optimizer::new(self.start.clone()).test(held_out, self.config.threads)?;
        fs::remove_file(&self.checkpoint)
            .map_err(|error| TrainError::Write(self.checkpoint.clone(), error))?;
        Ok(SupervisedReport {
            steps: self.optimizer.steps(),
            tries: self.dataset.training.len(),
            held_out_tries: held_out.len(),
            weights: self.optimizer.net.shape().weights(),
            held_out: MeanLosses::of(&after),
            before: MeanLosses::of(&before),
        })
    }
}

fn fingerprint(
    config: &SupervisedConfig,
    start: &Net,
    files: &[PathBuf],
) -> Result<Fingerprint, TrainError> {
    let SupervisedConfig { passes, batch, rate, threads: _, seed, teacher } = config;
    let mut hasher = Hasher::default();
    hasher.add(b"supervised");
    hasher.add(&start.to_bytes());
    hasher.add(format!("{passes} {batch} {rate} {seed}").as_bytes());
    teacher.iter().for_each(|teacher| hasher.add(teacher.as_bytes()));
    for path in files {
        let fail = |error| TrainError::Read(path.clone(), error);
        hasher.add_file(File::open(path).map_err(fail)?).map_err(fail)?;
    }
    Ok(hasher.finish())
}

/// The mean losses of a try.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub struct MeanLosses {
    /// Of choices, in nats.
    pub choice: f64,
    /// Of hidden stones, in nats a point.
    pub hidden: f64,
    /// Of the owner of points, squared.
    pub owner: f64,
    /// Of the opponent's next stone, in nats.
    pub next: f64,
    /// Of the result, in nats.
    pub win: f64,
    /// Of the lead, in lines of the board.
    pub lead: f64,
    /// The weighted sum that training minimizes.
    pub total: f64,
}

impl MeanLosses {
    /// The means.
    pub fn of(losses: &Losses) -> MeanLosses {
        MeanLosses {
            choice: losses.choice.mean(),
            hidden: losses.hidden.mean(),
            owner: losses.owner.mean(),
            next: losses.next.mean(),
            win: losses.win.mean(),
            lead: losses.lead.mean(),
            total: losses.total(ChoiceOptions::default()),
        }
    }
}

/// The result of a run.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct SupervisedReport {
    /// The number of steps.
    pub steps: u64,
    /// The number of training examples.
    pub tries: usize,
    /// The number of examples that were held out.
    pub held_out_tries: usize,
    /// The number of weights of the net.
    pub weights: usize,
    /// The losses of the net on the examples that were held out.
    pub held_out: MeanLosses,
    /// The same for the net before the training.
    pub before: MeanLosses,
}
