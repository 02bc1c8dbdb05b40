//! Training.

use super::values::{board_size, chance, positive, rate};
use clap::Subcommand;
use kage_goban::BoardSize;
use kage_phantom::{Preset, RefereeRules};
use kage_train::{Schedule, SelfPlayConfig, SelfPlayFiles, SupervisedConfig};
use std::path::PathBuf;

/// `kage train`
#[derive(Subcommand, Debug)]
pub(crate) enum Train {
    /// Learn from games how opponents play, to weight the sampled worlds
    Prior(TrainPrior),
    /// Train a net on files of self-play
    Net(TrainNet),
    /// Train a net by self-play, with a critic that sees both boards
    Selfplay(Box<TrainSelfplay>),
    /// Draw the curves of a training by self-play
    Report(TrainReport),
}

/// `kage train prior`
#[derive(clap::Args, Debug)]
#[command(after_help = "One game of ten is held out as a test. Only games on 9x9 are used.

Examples:
  kage data make --player all-as-first:playouts=1000 --games 300 --notes 0 --out games.kage
  kage train prior games.kage --out weights.toml
  kage bench belief other-games.kage --sampler history --prior flat,weights.toml")]
pub(crate) struct TrainPrior {
    /// Files of self-play, or game files
    #[arg(required = true, value_name = "FILE")]
    pub(crate) data: Vec<PathBuf>,
    /// The file of weights to write
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Use only the first games
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) games: Option<usize>,
    /// The number of passes through all games
    #[arg(long, default_value = "3", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) passes: u32,
    /// The seed of the order
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// `kage train net`
#[derive(clap::Args, Debug)]
#[command(after_help = "You can interrupt the command at any time: the same command continues.

Examples:
  kage data make --player policy:temperature=0.003 --games 2000 --notes 0 --out games.kage
  kage train net games.kage --out cloned.net
  kage train net games.kage --teacher f --temperature 0.003 --out cloned.net")]
pub(crate) struct TrainNet {
    /// Files of self-play, whose players are imitated
    #[arg(required = true, value_name = "FILE")]
    pub(crate) data: Vec<PathBuf>,
    /// The net to write. The file with `.training` added to its name is the checkpoint
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// The net at the start; by default one with random weights
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// Learn the chances of this net instead of the choices in the files: a file or the name of a built-in net
    #[arg(long, value_name = "NET")]
    pub(crate) teacher: Option<String>,
    /// The softmax temperature of the teacher, in win rate
    #[arg(long, default_value = "0.01", value_name = "X", requires = "teacher")]
    pub(crate) temperature: f64,
    /// Residual blocks: pairs of convolutions
    #[arg(long, default_value = "5", value_name = "N")]
    pub(crate) blocks: usize,
    /// Channels: maps between convolutions
    #[arg(long, default_value = "32", value_name = "N")]
    pub(crate) channels: usize,
    /// The number of passes through all tries
    #[arg(long, default_value = "3", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) passes: u32,
    /// The number of tries in one training step
    #[arg(long, default_value = "128", value_name = "N", value_parser = positive)]
    pub(crate) batch: usize,
    /// The first learning rate
    #[arg(long, default_value = "0.002", value_name = "X", value_parser = rate)]
    pub(crate) rate: f32,
    /// Threads; by default the number of cores. They change nothing but the time
    #[arg(long, value_name = "N", value_parser = positive)]
    threads: Option<usize>,
    /// The seed of the first weights and of the order
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Replace the net if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

impl TrainNet {
    /// How the net is trained.
    pub(crate) fn config(&self) -> SupervisedConfig {
        let TrainNet { passes, batch, rate, seed, .. } = *self;
        let threads = self.threads.unwrap_or_else(cores);
        SupervisedConfig { passes, batch, rate, seed, threads, teacher: None }
    }
}

/// `kage train selfplay`
#[derive(clap::Args, Debug)]
#[command(
    after_help = "You can interrupt the command at any time: the same command continues, and a larger \
--games adds games. A schedule is a number, or FIRST:LAST:GAMES for one that changes. \
docs/training.md describes the method.

Examples:
  kage train selfplay --from cloned.net --games 50000 --out own.net
  kage train report own.net.jsonl --out own.html
  kage match policy:net=own.net,temperature=0.01 policy:temperature=0.003 --games 400"
)]
pub(crate) struct TrainSelfplay {
    /// The net to write. The files with `.training` and `.jsonl` added to its name are the checkpoint and the
    /// metrics
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Also write the critic
    #[arg(long, value_name = "FILE")]
    pub(crate) critic: Option<PathBuf>,
    /// A net to begin with; by default a random one
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// The critic at the start; by default one with random weights
    #[arg(long, value_name = "FILE")]
    pub(crate) critic_from: Option<PathBuf>,
    /// Residual blocks of random nets
    #[arg(long, default_value = "5", value_name = "N")]
    pub(crate) blocks: usize,
    /// Channels of random nets
    #[arg(long, default_value = "32", value_name = "N")]
    pub(crate) channels: usize,
    /// The number of games
    #[arg(long, default_value = "10000", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// Games of an update; a multiple of 32 is played
    #[arg(long, default_value = "512", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) update: u64,
    /// The number of games from which only the critic learns
    #[arg(long, default_value = "2048", value_name = "N")]
    pub(crate) critic_warmup: u64,
    /// Lambda of the returns: the weight of later turns; with 1 the end of the game alone counts
    #[arg(long, default_value = "0.8", value_name = "X", value_parser = chance)]
    pub(crate) lambda: f64,
    /// The worth of a point of the lead beside the result, as a share of a game
    #[arg(long, default_value = "0.002", value_name = "X", value_parser = chance)]
    pub(crate) lead: f64,
    /// How far the chance of a choice may move in an update, as a share of it
    #[arg(long, default_value = "0.2", value_name = "X", value_parser = rate)]
    pub(crate) clip: f32,
    /// The reward of a nat of entropy, in units of normalized advantages
    #[arg(long, default_value = "0.01", value_name = "SCHEDULE")]
    pub(crate) entropy: Schedule,
    /// Weight of the KL divergence from the anchor net; at the start this is the first net
    #[arg(long, default_value = "0", value_name = "SCHEDULE")]
    pub(crate) anchor: Schedule,
    /// Every N games the present net becomes the anchor net; 0: never
    #[arg(long, default_value = "0", value_name = "N")]
    pub(crate) anchor_games: u64,
    /// Choices with a larger chance are not learned from
    #[arg(long, default_value = "0.9", value_name = "X", value_parser = rate)]
    pub(crate) certain: f32,
    /// The learning rate of the net
    #[arg(long, default_value = "0.00006", value_name = "SCHEDULE")]
    pub(crate) rate: Schedule,
    /// The learning rate of the critic
    #[arg(long, default_value = "0.0005", value_name = "SCHEDULE")]
    pub(crate) critic_rate: Schedule,
    /// Examples of a step of the net
    #[arg(long, default_value = "3072", value_name = "N", value_parser = positive)]
    pub(crate) batch: usize,
    /// Examples of a step of the critic
    #[arg(long, default_value = "512", value_name = "N", value_parser = positive)]
    pub(crate) critic_batch: usize,
    /// Another player to play against (see `kage players`); may be given several times
    #[arg(long, value_name = "SPEC")]
    pub(crate) opponent: Vec<String>,
    /// The share of games against these players
    #[arg(long, default_value = "0.1", value_name = "X", value_parser = chance)]
    pub(crate) opponent_share: f64,
    /// The share of games against earlier nets of the run
    #[arg(long, default_value = "0.15", value_name = "X", value_parser = chance)]
    pub(crate) league_share: f64,
    /// Every N games the present net joins the league
    #[arg(long, default_value = "8192", value_name = "N")]
    pub(crate) league_games: u64,
    /// The number of nets in the league, at most
    #[arg(long, default_value = "6", value_name = "N", value_parser = positive)]
    pub(crate) league_size: usize,
    /// Lines of the board. Several are drawn at random, each as often as it is given
    #[arg(long, default_value = "9", value_name = "N", value_delimiter = ',', value_parser = board_size)]
    pub(crate) size: Vec<BoardSize>,
    /// Rules: a preset, then settings (see `kage rules`). Several are drawn at random; by default every
    /// preset, and borsboom half of the time
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Vec<RefereeRules>,
    /// A player that the net is measured against on 9x9; may be given several times
    #[arg(long, value_name = "SPEC")]
    pub(crate) yardstick: Vec<String>,
    /// Every N games the net plays the yardsticks; 0: never
    #[arg(long, default_value = "16384", value_name = "N")]
    pub(crate) yardstick_every: u64,
    /// Games against each yardstick; a multiple of 32 is played
    #[arg(long, default_value = "96", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) yardstick_games: u64,
    /// Threads; by default the number of cores. They change nothing but the time
    #[arg(long, value_name = "N", value_parser = positive)]
    threads: Option<usize>,
    /// The seed of the games and of the training
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Replace the net if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// `kage train report`
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  kage train report own.net.jsonl --out own.html")]
pub(crate) struct TrainReport {
    /// The metrics that `kage train selfplay` has written
    #[arg(value_name = "FILE")]
    pub(crate) metrics: PathBuf,
    /// The page to write
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Replace the page if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

impl TrainSelfplay {
    /// How the net is trained.
    pub(crate) fn config(&self) -> SelfPlayConfig {
        SelfPlayConfig {
            games: self.games,
            update: self.update,
            critic_warmup: self.critic_warmup,
            lambda: self.lambda,
            lead_weight: self.lead,
            clip: self.clip,
            entropy: self.entropy,
            anchor: self.anchor,
            anchor_games: self.anchor_games,
            certain: self.certain,
            rate: self.rate,
            critic_rate: self.critic_rate,
            batch: self.batch,
            critic_batch: self.critic_batch,
            opponent_share: self.opponent_share,
            league_share: self.league_share,
            league_games: self.league_games,
            league_size: self.league_size,
            sizes: self.size.clone(),
            rules: if self.rules.is_empty() { all_rules() } else { self.rules.clone() },
            yardstick_every: self.yardstick_every,
            yardstick_games: self.yardstick_games,
            threads: self.threads.unwrap_or_else(cores),
            seed: self.seed,
        }
    }

    /// The files that it writes.
    pub(crate) fn files(&self) -> SelfPlayFiles {
        SelfPlayFiles { net: self.out.clone(), critic: self.critic.clone() }
    }
}

/// Every preset, and borsboom as often as all others together.
fn all_rules() -> Vec<RefereeRules> {
    let others = Preset::ALL.into_iter().filter(|preset| *preset != Preset::Borsboom);
    others.flat_map(|preset| [preset, Preset::Borsboom]).map(Preset::rules).collect()
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
