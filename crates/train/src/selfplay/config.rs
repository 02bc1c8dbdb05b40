//! How a net is trained by self-play.

use crate::{Fingerprint, Schedule, checkpoint::Hasher};
use kage_goban::BoardSize;
use kage_net::Net;
use kage_phantom::{Player, PlayerError, RefereeRules};
use std::path::PathBuf;

/// How a net is trained by self-play.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlayConfig {
    /// The number of games.
    pub games: u64,
    /// The number of games of an update; a multiple of [`GROUP`](super::GROUP) is played.
    pub update: u64,
    /// The number of games from which only the critic learns.
    pub critic_warmup: u64,
    /// The weight of later turns in a return; with 1 the end of the game alone counts.
    pub lambda: f64,
    /// The worth of a point of the lead, as a share of a game.
    pub lead_weight: f64,
    /// How far the chance of a choice may move in one update, as a share of it.
    pub clip: f32,
    /// The reward of a nat of entropy.
    pub entropy: Schedule,
    /// The weight of the KL divergence from the anchor net; at the start this is the first net.
    pub anchor: Schedule,
    /// Every so many games the present net becomes the anchor net; 0 for never.
    pub anchor_games: u64,
    /// Tries with a larger chance are not learned from.
    pub certain: f32,
    /// The learning rate of the net.
    pub rate: Schedule,
    /// The learning rate of the critic.
    pub critic_rate: Schedule,
    /// The number of examples of a step of the net.
    pub batch: usize,
    /// The number of examples of a step of the critic, which has no noise of choices.
    pub critic_batch: usize,
    /// The share of games against other players.
    pub opponent_share: f64,
    /// The share of games against earlier nets of the run.
    pub league_share: f64,
    /// Every so many games the present net joins the league.
    pub league_games: u64,
    /// The largest number of nets in the league.
    pub league_size: usize,
    /// The sizes of boards, drawn at random for each group of games. Several times the same makes it
    /// likelier.
    pub sizes: Vec<BoardSize>,
    /// The rules, drawn at random for each game. At least one.
    pub rules: Vec<RefereeRules>,
    /// Every so many games the net plays the yardsticks; 0 for never.
    pub yardstick_every: u64,
    /// Games against each yardstick.
    pub yardstick_games: u64,
    /// The number of threads. It changes nothing but the time.
    pub threads: usize,
    /// The seed.
    pub seed: u64,
}

/// Makes a player from a seed.
pub type SeatOpponent = dyn Fn(u64) -> Result<Box<dyn Player>, PlayerError> + Send + Sync;

/// Another player that the net plays against.
pub struct Opponent {
    /// Its name.
    pub label: String,
    /// Makes the player for one game.
    pub seat: Box<SeatOpponent>,
}

/// The players that are not the net.
#[derive(Default)]
pub struct Opponents {
    /// Those of a share of the games.
    pub training: Vec<Opponent>,
    /// Those that the net is measured against.
    pub yardsticks: Vec<Opponent>,
}

/// The files that a run writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlayFiles {
    /// The net.
    pub net: PathBuf,
    /// The critic, if it is written too.
    pub critic: Option<PathBuf>,
}

/// Everything that the result of a run depends on, but the number of games and of threads.
pub(super) fn fingerprint(
    config: &SelfPlayConfig,
    opponents: &Opponents,
    start: [&Net; 2],
) -> Fingerprint {
    // More games continue the same run, and threads change nothing. Yardsticks only measure.
    let same = SelfPlayConfig { games: 0, threads: 0, yardstick_every: 0, ..config.clone() };
    let same = SelfPlayConfig { yardstick_games: 0, rules: Vec::new(), ..same };
    let mut hasher = Hasher::default();
    hasher.add(b"self-play 2");
    start.iter().for_each(|net| hasher.add(&net.to_bytes()));
    hasher.add(format!("{same:?}").as_bytes());
    config.rules.iter().for_each(|rules| hasher.add(rules.to_string().as_bytes()));
    opponents.training.iter().for_each(|opponent| hasher.add(opponent.label.as_bytes()));
    hasher.finish()
}
