//! A net trained by self-play: policy gradient with a critic that sees both boards.
//!
//! The run goes in updates: some games with the present nets, then some steps on their examples. An update
//! depends on the state, the seed and its number alone, and the whole state is kept in a checkpoint. So a run
//! that was stopped continues with the same games and gives the same nets.

mod actor;
mod config;
mod metrics;
mod review;
mod seats;
mod update;

pub use config::{Opponent, Opponents, SeatOpponent, SelfPlayConfig, SelfPlayFiles};
pub use metrics::{Points, UpdateMetrics};

use crate::{Checkpoint, Fingerprint, IfExists, TrainError, checkpoint_path, write_whole};
use config::fingerprint;
use kage_net::{Net, Optimizer};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// Games that are played together, on boards of one size.
pub const GROUP: u64 = 32;

/// A training by self-play.
pub struct SelfPlayRun<'a> {
    config: &'a SelfPlayConfig,
    opponents: &'a Opponents,
    files: &'a SelfPlayFiles,
    fingerprint: Fingerprint,
    checkpoint: PathBuf,
    net: Optimizer,
    critic: Optimizer,
    /// The net that choices are held near.
    anchor: Net,
    /// Earlier nets, the oldest first.
    league: Vec<Net>,
    games: u64,
}

impl<'a> SelfPlayRun<'a> {
    /// Begins with a net and a critic, or resumes from a checkpoint.
    pub fn begin(
        config: &'a SelfPlayConfig,
        opponents: &'a Opponents,
        files: &'a SelfPlayFiles,
        net: Net,
        critic: Net,
        existing: IfExists,
    ) -> Result<SelfPlayRun<'a>, TrainError> {
        for opponent in opponents.training.iter().chain(&opponents.yardsticks) {
            (opponent.seat)(0).map_err(|error| TrainError::Seat(opponent.label.clone(), error))?;
        }
        let fingerprint = fingerprint(config, opponents, [&net, &critic]);
        let checkpoint = checkpoint_path(&files.net);
        let resumed = Checkpoint::load(&checkpoint, fingerprint, 2)?;
        if resumed.is_none() && existing == IfExists::Keep && files.net.exists() {
            return Err(TrainError::Exists(files.net.clone()));
        }
        let games = resumed.as_ref().map_or(0, |resumed| resumed.progress);
        let (optimizers, nets) =
            resumed.map_or_else(Default::default, |resumed| (resumed.optimizers, resumed.nets));
        let (mut optimizers, mut nets) = (optimizers.into_iter(), nets.into_iter());
        let anchor = nets.next().unwrap_or_else(|| net.clone());
        let net = optimizers.next().unwrap_or_else(|| Optimizer::new(net));
        let critic = optimizers.next().unwrap_or_else(|| Optimizer::new(critic));
        let league = nets.collect();
        let run = SelfPlayRun {
            config,
            opponents,
            files,
            fingerprint,
            checkpoint,
            net,
            critic,
            anchor,
            league,
            games,
        };
        Ok(run)
    }

    /// The number of games so far.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Whether all games are played.
    pub const fn is_done(&self) -> bool {
        self.games >= self.config.games
    }

    /// Some games, then the steps on their examples. `None` if it was stopped; then nothing has changed.
    pub fn update(&mut self, stop: &AtomicBool) -> Result<Option<UpdateMetrics>, TrainError> {
        let before = self.games;
        let Some(played) = self.play(stop)? else { return Ok(None) };
        let mut metrics = self.learn(played)?;
        self.games += self.games_an_update();
        metrics.games = self.games;
        let after = self.games;
        let crossed = |every: u64| every > 0 && after / every > before / every;
        if crossed(self.config.league_games) {
            self.join_league();
        }
        if crossed(self.config.anchor_games) {
            self.anchor = self.net.net.clone();
        }
        if crossed(self.config.yardstick_every) {
            metrics.yardsticks = self.play_yardsticks(stop)?;
        }
        Ok(Some(metrics))
    }

    /// Whole groups.
    fn games_an_update(&self) -> u64 {
        self.config.update.next_multiple_of(GROUP)
    }

    /// The present net joins the league. If there are too many, one between the oldest and the newest leaves,
    /// each time another one.
    fn join_league(&mut self) {
        let most = self.config.league_size;
        self.league.push(self.net.ema());
        if self.league.len() > most {
            let updates = (self.games / self.games_an_update()) as usize;
            self.league.remove(updates % most.max(1));
        }
    }

    /// Writes the checkpoint, and the averaged nets.
    pub fn save(&self) -> Result<(), TrainError> {
        let optimizers = vec![self.net.clone(), self.critic.clone()];
        let nets = [std::slice::from_ref(&self.anchor), &self.league].concat();
        let (fingerprint, progress) = (self.fingerprint, self.games);
        Checkpoint { fingerprint, progress, optimizers, nets }.save(&self.checkpoint)?;
        write_whole(&self.files.net, &self.net.ema().to_bytes(), IfExists::Replace)?;
        let critic = self.critic.ema().to_bytes();
        let path = self.files.critic.as_ref();
        path.map_or(Ok(()), |path| write_whole(path, &critic, IfExists::Replace))
    }
}
