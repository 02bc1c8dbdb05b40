//! `kage train net`: a net from files of self-play.

use super::{dataset, if_exists};
use crate::args::TrainNet;
use crate::failure::Failure;
use crate::{files, interrupt};
use indicatif::{ProgressBar, ProgressStyle};
use kage_net::{Input, Net, NetPolicy, Shape};
use kage_train::{
    MeanLosses, SupervisedConfig, SupervisedReport, Teacher, TrainError, TrainingRun, load_net,
};

/// A teacher's chances are the mean of this many symmetries.
const TEACHER_SYMMETRIES: u8 = 2;

pub(crate) fn run(options: &TrainNet) -> Result<(), Failure> {
    let start = start(options)?;
    if options.out.exists() && !options.force {
        return Err(Failure::Exists(options.out.clone()));
    }
    let policy = options.teacher.as_deref().map(net_policy).transpose()?;
    let teacher =
        policy.as_ref().map(|policy| Teacher { policy, temperature: options.temperature });
    let dataset = dataset(&options.data, teacher)?;
    let taught =
        policy.as_ref().map(|policy| format!("{} {}", policy.net.hash(), options.temperature));
    let config = SupervisedConfig { teacher: taught, ..options.config() };
    let stop = interrupt::stop_on_interrupt();
    let mut run = TrainingRun::begin(&config, &start, &dataset, &options.data, &options.out)?;
    let (bar, all) = (progress_bar(&run), run.all_steps());
    let trained = run.train(&stop, |step, losses| {
        bar.set_position(step);
        bar.set_message(in_words(losses));
    });
    bar.finish_and_clear();
    trained?;
    if !run.is_done() {
        let steps = run.steps();
        anstream::eprintln!("Stopped after {steps} of {all} steps; the same command continues.");
        return Ok(());
    }
    let report = run.finish(if_exists(options.force))?;
    files::say(&report, options.json, || report_in_words(&report))
}

/// A net whose chances are learned.
fn net_policy(name: &str) -> Result<NetPolicy, Failure> {
    Ok(NetPolicy { net: files::policy_net(name)?, symmetries: TEACHER_SYMMETRIES })
}

/// The net that the training begins with.
fn start(options: &TrainNet) -> Result<Net, TrainError> {
    let shape = Shape { input: Input::View, blocks: options.blocks, channels: options.channels };
    if !shape.is_sound() {
        return Err(TrainError::Shape);
    }
    let Some(path) = &options.from else { return Ok(Net::new(shape, options.seed)) };
    let net = load_net(path)?;
    if net.shape() == shape {
        return Ok(net);
    }
    Err(TrainError::OtherShape { path: path.clone(), shape: net.shape() })
}

fn progress_bar(run: &TrainingRun<'_>) -> ProgressBar {
    if run.steps() > 0 {
        anstream::eprintln!("continuing after {} steps", run.steps());
    }
    let bar = ProgressBar::new(run.all_steps());
    let style = ProgressStyle::with_template("{bar:30} {percent}%, {elapsed} of {duration} {msg}");
    bar.set_style(style.unwrap_or(ProgressStyle::default_bar()));
    bar.set_position(run.steps());
    bar
}

fn in_words(losses: &MeanLosses) -> String {
    let MeanLosses { choice, hidden, owner, win, .. } = losses;
    format!("choices {choice:.3}, hidden stones {hidden:.4}, owner {owner:.3}, result {win:.3}")
}

fn report_in_words(report: &SupervisedReport) -> String {
    let SupervisedReport { steps, tries, weights, held_out_tries, held_out, before } = report;
    format!(
        "{steps} steps, {tries} tries, {weights} weights\n\
         Losses on {held_out_tries} tries that were held out: {}\n  before the training: {}\n",
        in_words(held_out),
        in_words(before)
    )
}
