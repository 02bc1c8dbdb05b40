//! A training by self-play repeats, and finds what is right where that is known.

#![allow(clippy::unwrap_used, reason = "test helpers")]

use kage_goban::{BoardSize, Color};
use kage_net::{Choices, Inference, Input, Look, Net, Planes, Shape, open_points};
use kage_phantom::{PlayerError, Preset, RefereeRules, Setup, View};
use kage_train::{
    GROUP, IfExists, Opponent, Opponents, Schedule, SelfPlayConfig, SelfPlayFiles, SelfPlayRun,
    TrainError, UpdateMetrics, checkpoint_path,
};
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn sizes(lines: &[u8]) -> Vec<BoardSize> {
    lines.iter().map(|lines| BoardSize::new(*lines).unwrap()).collect()
}

fn config(threads: usize) -> SelfPlayConfig {
    let mut rules = Preset::Common.rules();
    rules.limits.moves = Some(20);
    SelfPlayConfig {
        games: 6 * GROUP,
        update: 2 * GROUP,
        critic_warmup: GROUP,
        lambda: 0.8,
        lead_weight: 0.002,
        clip: 0.2,
        entropy: "0.1:0.02:128".parse().unwrap(),
        anchor: Schedule::constant(0.05),
        anchor_games: 4 * GROUP,
        certain: 0.9,
        rate: Schedule::constant(0.001),
        critic_rate: Schedule::constant(0.002),
        batch: 100,
        critic_batch: 100,
        opponent_share: 0.3,
        league_share: 0.3,
        league_games: 2 * GROUP,
        league_size: 2,
        sizes: sizes(&[3, 5]),
        rules: vec![RefereeRules::default(), rules],
        yardstick_every: 0,
        yardstick_games: 1,
        threads,
        seed: 5,
    }
}

fn opponent(spec: &'static str) -> Opponent {
    let seat = move |seed| {
        kage_players::seat(spec, seed)
            .map_err(|error| PlayerError::Infrastructure(error.to_string()))
    };
    Opponent { label: spec.to_owned(), seat: Box::new(seat) }
}

fn nets() -> [Net; 2] {
    let net = |input| Net::new(Shape { input, blocks: 1, channels: 8 }, 3);
    [net(Input::View), net(Input::Table)]
}

fn files(folder: &Path, name: &str) -> SelfPlayFiles {
    let critic = Some(folder.join(format!("{name}-critic.net")));
    SelfPlayFiles { net: folder.join(format!("{name}.net")), critic }
}

/// Begins or resumes a run, and makes so many updates.
fn train(
    config: &SelfPlayConfig,
    files: &SelfPlayFiles,
    updates: usize,
) -> Result<Vec<UpdateMetrics>, TrainError> {
    let opponents = Opponents { training: vec![opponent("random")], ..Opponents::default() };
    let [net, critic] = nets();
    let mut run = SelfPlayRun::begin(config, &opponents, files, net, critic, IfExists::Keep)?;
    let mut all = Vec::new();
    for _ in 0..updates {
        all.push(run.update(&AtomicBool::new(false))?.unwrap());
    }
    // An update that is stopped changes nothing.
    assert_eq!(run.update(&AtomicBool::new(true))?, None);
    run.save()?;
    Ok(all)
}

#[test]
fn a_run_that_was_stopped_gives_the_same_nets() {
    let folder = tempfile::tempdir().unwrap();
    let whole = files(folder.path(), "whole");
    let metrics = train(&config(2), &whole, 3).unwrap();
    let last = &metrics[2];
    assert_eq!(last.games, 6 * GROUP);
    assert!(last.learned > 500 && last.learned < last.tries, "{last:?}");
    assert!(last.entropy > 0.5 && last.anchor > 0.0 && last.norm > 0.0, "{last:?}");
    assert!(last.opponents["random"].games > 0 && last.opponents["the league"].games > 0);
    assert_eq!(metrics[0].entropy, 0.0, "at first only the critic learns");

    let parts = files(folder.path(), "parts");
    let first = train(&config(1), &parts, 1).unwrap();
    let rest = train(&config(2), &parts, 2).unwrap();
    assert_eq!([first, rest].concat(), metrics);
    let bytes = |path: &Path| std::fs::read(path).unwrap();
    assert_eq!(bytes(&whole.net), bytes(&parts.net));
    assert_eq!(bytes(whole.critic.as_deref().unwrap()), bytes(parts.critic.as_deref().unwrap()));
    let checkpoints = [&whole, &parts].map(|files| bytes(&checkpoint_path(&files.net)));
    assert_eq!(checkpoints[0], checkpoints[1]);

    let other = SelfPlayConfig { lambda: 0.7, ..config(1) };
    assert!(matches!(train(&other, &parts, 1), Err(TrainError::Checkpoint(..))));
    std::fs::remove_file(checkpoint_path(&parts.net)).unwrap();
    assert!(matches!(train(&config(1), &parts, 1), Err(TrainError::Exists(_))));
}

/// The chance that Black begins with its best stone, the centre of 3x3.
fn centre(net: &Net) -> f32 {
    let setup = Setup::even(BoardSize::new(3).unwrap());
    let view = View::new(RefereeRules::default(), &setup, Color::Black);
    let look = Look { planes: &Planes::of_view(&view), symmetry: 0 };
    let output = Inference::new(net).evaluate(&[look]).remove(0);
    let choices = Choices::of(&output, open_points(&view));
    choices.chance(4)
}

/// On 3x3, Black's stone in the centre wins with komi 6.5. It is found from nothing.
#[test]
fn the_centre_of_3x3_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let config = SelfPlayConfig {
        games: 256 * GROUP,
        update: 16 * GROUP,
        critic_warmup: 0,
        entropy: Schedule::constant(0.01),
        anchor: Schedule::constant(0.0),
        rate: Schedule::constant(0.002),
        critic_rate: Schedule::constant(0.004),
        opponent_share: 0.0,
        league_share: 0.1,
        league_games: 32 * GROUP,
        batch: 96,
        critic_batch: 96,
        sizes: sizes(&[3]),
        rules: vec![RefereeRules::default()],
        ..config(2)
    };
    let [net, critic] = nets();
    let (opponents, files) = (Opponents::default(), files(folder.path(), "small"));
    let before = centre(&net);
    let mut run =
        SelfPlayRun::begin(&config, &opponents, &files, net, critic, IfExists::Keep).unwrap();
    let mut metrics = Vec::new();
    while !run.is_done() {
        metrics.extend(run.update(&AtomicBool::new(false)).unwrap());
    }
    run.save().unwrap();
    let net = Net::from_bytes(&std::fs::read(&files.net).unwrap()).unwrap();
    let (first, last) = (&metrics[0], &metrics[metrics.len() - 1]);
    assert!(centre(&net) > 0.5 && before < 0.2, "{before} {}: {last:?}", centre(&net));
    assert!(last.explained > first.explained + 0.2, "{} {}", first.explained, last.explained);
    assert!(last.hidden < 0.9 * first.hidden, "{} {}", first.hidden, last.hidden);
}
