//! `kage train selfplay`: a net trained by self-play, with a critic that sees both boards.

use super::if_exists;
use crate::args::TrainSelfplay;
use crate::failure::Failure;
use crate::interrupt;
use crate::player_factory::SeatSpec;
use crate::render::progress;
use kage_net::{Input, Net, Shape};
use kage_phantom::PlayerError;
use kage_train::{
    MetricsLog, Opponent, Opponents, SelfPlayRun, TrainError, load_net, update_in_words,
};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The least time between two checkpoints.
const CHECKPOINT: Duration = Duration::from_secs(120);

pub(crate) fn run(options: &TrainSelfplay) -> Result<(), Failure> {
    let net = start(options, options.from.as_deref(), Input::View)?;
    let critic = start(options, options.critic_from.as_deref(), Input::Table)?;
    let (config, opponents, files) = (options.config(), opponents(options)?, options.files());
    let existing = if_exists(options.force);
    let mut run = SelfPlayRun::begin(&config, &opponents, &files, net, critic, existing)?;
    if run.games() > 0 {
        anstream::eprintln!("continuing after {} games", run.games());
    }
    let log = MetricsLog::open(metrics_path(&options.out), run.games())?;
    let stop = interrupt::stop_on_interrupt();
    let bar = progress::games(options.games.min(u64::from(u32::MAX)) as u32);
    bar.set_position(run.games());
    let mut saved = Instant::now();
    while !run.is_done() && !stop.load(Ordering::Relaxed) {
        let Some(metrics) = run.update(&stop)? else { break };
        log.add(&metrics)?;
        bar.set_position(run.games());
        let words = update_in_words(&metrics);
        bar.suspend(|| anstream::eprintln!("{words}"));
        if saved.elapsed() > CHECKPOINT {
            run.save()?;
            saved = Instant::now();
        }
    }
    bar.finish_and_clear();
    run.save()?;
    if !run.is_done() {
        anstream::eprintln!("Stopped after {} games; the same command continues.", run.games());
    }
    Ok(())
}

/// The metrics of the run that writes a net: the same name with `.jsonl` added.
fn metrics_path(net: &Path) -> PathBuf {
    let mut path = net.to_owned().into_os_string();
    path.push(".jsonl");
    PathBuf::from(path)
}

/// The net or the critic that the training begins with.
fn start(options: &TrainSelfplay, from: Option<&Path>, input: Input) -> Result<Net, Failure> {
    let TrainSelfplay { blocks, channels, seed, .. } = *options;
    let shape = Shape { input, blocks, channels };
    let Some(path) = from else {
        return if shape.is_sound() {
            Ok(Net::new(shape, seed))
        } else {
            Err(TrainError::Shape.into())
        };
    };
    let net = load_net(path)?;
    if net.shape().input == input {
        return Ok(net);
    }
    let what = if input == Input::View { "a critic, not a net that plays" } else { "not a critic" };
    Err(Failure::Other(format!("{}: this is {what}", path.display())))
}

/// The other players. Each is seated once before the first game, to find errors early.
fn opponents(options: &TrainSelfplay) -> Result<Opponents, Failure> {
    let opponent = |spec: &String| {
        let player = SeatSpec::read(spec)?;
        player.blind(options.seed)?;
        Ok(Opponent { label: spec.clone(), seat: Box::new(move |seed| player.blind(seed)) })
    };
    Ok(Opponents {
        training: options.opponent.iter().map(opponent).collect::<Result<_, PlayerError>>()?,
        yardsticks: options.yardstick.iter().map(opponent).collect::<Result<_, PlayerError>>()?,
    })
}
