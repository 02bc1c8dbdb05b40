//! The games and the steps of an update.

use super::actor::{FinishedGame, LiveGame, play};
use super::metrics::{Points, UpdateMetrics, explained_variance};
use super::review::{ReviewedGame, Reviewers};
use super::seats::{Nets, Pairing};
use super::{GROUP, Opponent, SelfPlayRun};
use crate::TrainError;
use kage_data::{PlayError, game_seed, play_in_order};
use kage_goban::{BoardSize, Color};
use kage_net::{
    ChoiceOptions, ChoiceTarget, Inference, Losses, Optimizer, StepOptions, TrainingExample,
};
use kage_phantom::{RefereeRules, Setup};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// The weight decay.
const DECAY: f32 = 0.01;
/// The largest norm of a gradient.
const NORM: f32 = 1.0;
/// A game without a limit of its own is counted after so many moves for each point of the board.
const MOVES_A_POINT: u32 = 3;
/// The seeds of yardsticks are their own.
const YARDSTICKS: u64 = 0x5ca1_ab1e_0000_0000;

/// What was played for an update.
#[derive(Default)]
pub(super) struct Played {
    net: Vec<TrainingExample>,
    critic: Vec<TrainingExample>,
    expected: Vec<(f32, f32)>,
    metrics: UpdateMetrics,
}

impl Played {
    fn add_game(&mut self, game: ReviewedGame) {
        self.net.extend(game.net);
        self.critic.extend(game.critic);
        self.expected.extend(game.expected);
    }

    fn add(&mut self, part: Played) {
        self.net.extend(part.net);
        self.critic.extend(part.critic);
        self.expected.extend(part.expected);
        self.metrics.add_games(part.metrics);
    }
}

/// What all groups of games share.
struct GameGroups<'a> {
    nets: Nets<'a>,
    opponents: &'a [Opponent],
    seed: u64,
    sizes: &'a [BoardSize],
    rules: &'a [RefereeRules],
    shares: [f64; 2],
}

impl GameGroups<'_> {
    /// Plays a group of games. `None` if it was stopped.
    fn group(
        &self,
        group: u64,
        pairing: impl Fn(&mut ChaCha8Rng, u64) -> Pairing,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<FinishedGame>>, TrainError> {
        let mut random = ChaCha8Rng::seed_from_u64(game_seed(!self.seed, group));
        let size = self.sizes[random.random_range(0..self.sizes.len())];
        let begin = |number: u64| {
            let seed = game_seed(self.seed, number);
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut rules = self.rules[random.random_range(0..self.rules.len())];
            rules.limits.moves.get_or_insert(MOVES_A_POINT * size.area() as u32);
            let pairing = pairing(&mut random, number);
            let other = match pairing {
                Pairing::Opponent(_, index) => Some((self.opponents[index].seat)(seed)),
                _ => None,
            };
            let terms = (rules, Setup::even(size));
            let game = other
                .transpose()
                .and_then(|other| LiveGame::begin(number, pairing, terms, other, random));
            game.map_err(|error| TrainError::Play { game: number, error: PlayError::Seat(error) })
        };
        let games = (group * GROUP..(group + 1) * GROUP).map(begin);
        play(games.collect::<Result<Vec<LiveGame>, TrainError>>()?, &self.nets, stop)
    }
}

impl SelfPlayRun<'_> {
    /// Plays the games of an update. `None` if it was stopped.
    pub(super) fn play(&self, stop: &AtomicBool) -> Result<Option<Played>, TrainError> {
        let config = self.config;
        let league: Vec<Inference> = self.league.iter().map(Inference::new).collect();
        let learner = Inference::new(&self.net.net);
        let all = GameGroups {
            nets: Nets { learner: &learner, league: &league },
            opponents: &self.opponents.training,
            seed: config.seed,
            sizes: &config.sizes,
            rules: &config.rules,
            shares: [config.opponent_share, config.league_share],
        };
        let critic = Inference::new(&self.critic.ema());
        let anchor = (config.anchor.at(self.games) > 0.0).then(|| Inference::new(&self.anchor));
        let reviewers = Reviewers { critic: &critic, anchor: anchor.as_ref() };
        let pairing = |random: &mut ChaCha8Rng, _: u64| {
            Pairing::draw(all.shares, &all.nets, all.opponents, random)
        };
        let group = |group: u64| all.group(group, pairing, stop);
        let first = self.games / GROUP;
        let groups = first..first + self.games_an_update() / GROUP;
        let mut played = Played::default();
        let reviewed = |number: u64| {
            let Some(games) = group(number)? else { return Ok(None) };
            let mut part = Played::default();
            games.iter().for_each(|game| part.metrics.of_game(game, all.opponents));
            games.into_iter().for_each(|game| part.add_game(reviewers.review(config, game)));
            Ok(Some(part))
        };
        play_in_order(groups, config.threads, stop, reviewed, |_, part| {
            played.add(part);
            Ok::<(), TrainError>(())
        })?;
        Ok((!stop.load(Ordering::Relaxed)).then_some(played))
    }

    /// The steps of an update.
    pub(super) fn learn(&mut self, played: Played) -> Result<UpdateMetrics, TrainError> {
        let Played { mut net, critic, expected, mut metrics } = played;
        let (config, games) = (self.config, self.games);
        let mut random = ChaCha8Rng::seed_from_u64(game_seed(config.seed ^ 1, games));
        let count = self.games_an_update() as f64;
        (metrics.moves, metrics.black) = (metrics.moves / count, metrics.black / count);
        metrics.explained = explained_variance(&expected);
        metrics.spread = normalize(&mut net);
        metrics.learned = net.len() as u64;
        metrics.rate = config.rate.at(games);
        let (entropy, anchor) = (config.entropy.at(games), config.anchor.at(games));
        let choices = ChoiceOptions { clip: config.clip, entropy, anchor };
        let options = StepOptions { rate: metrics.rate, decay: DECAY, norm: NORM, choices };
        if games >= config.critic_warmup {
            let (losses, norm) = self.pass(&net, options, Learner::Net, &mut random)?;
            metrics.of_net(&losses);
            metrics.norm = norm;
        }
        let options = StepOptions { rate: config.critic_rate.at(games), ..options };
        let (losses, norm) = self.pass(&critic, options, Learner::Critic, &mut random)?;
        (metrics.critic_win, metrics.critic_owner) = (losses.win.mean(), losses.owner.mean());
        if !(norm + metrics.norm).is_finite() {
            let after = format!("{games} games");
            return Err(TrainError::Diverged { after, rate: metrics.rate });
        }
        Ok(metrics)
    }

    /// One pass through examples in a random order. Returns the losses before the steps, and the mean norm of
    /// the gradients.
    fn pass(
        &mut self,
        examples: &[TrainingExample],
        options: StepOptions,
        learner: Learner,
        random: &mut ChaCha8Rng,
    ) -> Result<(Losses, f64), TrainError> {
        let config = self.config;
        let (optimizer, batch): (&mut Optimizer, usize) = match learner {
            Learner::Net => (&mut self.net, config.batch),
            Learner::Critic => (&mut self.critic, config.critic_batch),
        };
        let mut order: Vec<&TrainingExample> = examples.iter().collect();
        order.shuffle(random);
        // Steps of about equal size, so that the last one is as good as the others.
        let steps = order.len().div_ceil(batch).max(1);
        let (mut losses, mut norms) = (Losses::default(), 0.0);
        for batch in order.chunks(order.len().div_ceil(steps).max(1)) {
            let step = optimizer.step(batch, options, config.threads)?;
            losses.add(&step.losses);
            norms += step.norm;
        }
        Ok((losses, norms / steps as f64))
    }

    /// Games of the averaged net against the yardsticks.
    pub(super) fn play_yardsticks(
        &self,
        stop: &AtomicBool,
    ) -> Result<BTreeMap<String, Points>, TrainError> {
        let learner = Inference::new(&self.net.ema());
        let mut results = BTreeMap::new();
        for (index, yardstick) in self.opponents.yardsticks.iter().enumerate() {
            let all = GameGroups {
                nets: Nets { learner: &learner, league: &[] },
                opponents: std::slice::from_ref(yardstick),
                seed: YARDSTICKS ^ self.games ^ ((index as u64) << 48),
                sizes: &[BoardSize::NINE],
                rules: &[RefereeRules::default()],
                shares: [1.0, 0.0],
            };
            let pairing = |_: &mut ChaCha8Rng, number: u64| {
                let even = number.is_multiple_of(2);
                Pairing::Opponent(if even { Color::Black } else { Color::White }, 0)
            };
            let groups = 0..self.config.yardstick_games.div_ceil(GROUP);
            let mut metrics = UpdateMetrics::default();
            let group = |group: u64| all.group(group, pairing, stop);
            play_in_order(groups, self.config.threads, stop, group, |_, games| {
                games.iter().for_each(|game| metrics.of_game(game, all.opponents));
                Ok::<(), TrainError>(())
            })?;
            results.extend(metrics.opponents);
        }
        Ok(results)
    }
}

/// Which net a pass is for.
#[derive(Clone, Copy)]
enum Learner {
    Net,
    Critic,
}

/// Gives the advantages a mean of 0 and a spread of 1. Returns the spread that they had.
fn normalize(examples: &mut [TrainingExample]) -> f64 {
    let mut all: Vec<&mut f32> = examples
        .iter_mut()
        .filter_map(|example| match &mut example.choice {
            ChoiceTarget::Improve { advantage, .. } => Some(advantage),
            _ => None,
        })
        .collect();
    let count = all.len().max(1) as f64;
    let mean = all.iter().map(|advantage| f64::from(**advantage)).sum::<f64>() / count;
    let squares = all.iter().map(|advantage| (f64::from(**advantage) - mean).powi(2));
    let spread = (squares.sum::<f64>() / count).sqrt();
    for advantage in &mut all {
        **advantage = ((f64::from(**advantage) - mean) / (spread + 1e-6)) as f32;
    }
    spread
}
