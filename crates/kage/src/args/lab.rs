//! Measuring, and learning.

use super::Form;
use super::values::{board_size, chance, positive, rate, seconds, shape};
use crate::prior_name::PriorName;
use clap::{Subcommand, ValueEnum};
use kage_goban::BoardSize;
use kage_net::Shape;
use kage_phantom::RefereeRules;
use std::path::PathBuf;

/// `kage bench`
#[derive(Subcommand, Debug)]
pub(crate) enum Bench {
    /// Uniformly random games from the empty board
    Playouts(Playouts),
    /// Worlds that fit what a seat has heard, at moments of recorded games
    Worlds(BenchWorlds),
    /// How near worlds come to the truth of recorded games
    Belief(BenchBelief),
    /// The table in the browser: many games of scripted players at once
    Server(BenchServer),
    /// Whether threats are worth what playouts say, at positions of recorded games
    Threats(BenchThreats),
    /// How fast a net looks and learns
    Net(BenchNet),
}

/// `kage bench net`
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:
  kage selfplay --player kage:playouts=100 --games 20 --notes 64 --out few.kage
  kage bench net few.kage")]
pub(crate) struct BenchNet {
    /// A file of self-play on 9x9, of 20 games or more
    #[arg(value_name = "FILE")]
    pub(crate) data: PathBuf,
    /// Pairs of convolutions
    #[arg(long, default_value = "4", value_name = "N")]
    pub(crate) blocks: usize,
    /// Maps between them
    #[arg(long, default_value = "32", value_name = "N")]
    pub(crate) channels: usize,
    /// How long to measure each
    #[arg(long, default_value = "3", value_name = "S", value_parser = seconds)]
    pub(crate) seconds: f64,
    /// Print one JSON object instead
    #[arg(long)]
    pub(crate) json: bool,
}

/// `kage bench threats`
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:
  kage bench threats suites/games/*.txt --playouts 2000

docs/tactics.md says what is measured.")]
pub(crate) struct BenchThreats {
    /// Game files, SGF or text, and files of self-play
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// After each K-th move of a game
    #[arg(long, default_value = "5", value_name = "K", value_parser = positive)]
    pub(crate) every: usize,
    /// Only the first games
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) games: Option<usize>,
    /// Playouts for each position
    #[arg(long, default_value = "10000", value_name = "N", value_parser = positive)]
    pub(crate) playouts: usize,
    /// The seed of the playouts
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Print one JSON object instead
    #[arg(long)]
    pub(crate) json: bool,
}

/// `kage bench server`
#[derive(clap::Args, Debug)]
#[command(
    after_help = "The server runs in a process of its own, on a folder of its own. Every answer is \
on disk before it is sent. docs/web.md has the figures of our machine."
)]
pub(crate) struct BenchServer {
    /// How many games at once, two sockets each
    #[arg(long, default_value = "500", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) games: u32,
    /// How long; games that run then are played to their end
    #[arg(long, default_value = "60", value_name = "S", value_parser = seconds)]
    pub(crate) seconds: f64,
    /// How long a player thinks before a try, on average
    #[arg(long, default_value = "1", value_name = "S", value_parser = seconds)]
    pub(crate) pause: f64,
    /// The seed of the players
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Print one JSON object instead
    #[arg(long)]
    pub(crate) json: bool,
}

/// `kage bench belief`
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:
  kage bench belief suites/games/*.txt --every 3
  kage bench belief games.kage --sampler history --prior flat,learned --games 20

docs/belief-quality.md says what is measured, and what came of it.")]
pub(crate) struct BenchBelief {
    /// Game files, SGF or text, and files of self-play
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Which samplers, side by side
    #[arg(
        long = "sampler",
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "uniform,metaposition,history"
    )]
    pub(crate) samplers: Vec<SamplerKind>,
    /// Which priors of histories, side by side: flat, learned, or a file that `kage train` wrote
    #[arg(
        long = "prior",
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "flat,learned"
    )]
    pub(crate) priors: Vec<PriorName>,
    /// How many worlds to draw at each moment
    #[arg(long, default_value = "200", value_name = "N", value_parser = positive)]
    pub(crate) worlds: usize,
    /// How many histories the sampler keeps side by side
    #[arg(long, default_value = "32", value_name = "N", value_parser = positive)]
    pub(crate) chains: usize,
    /// Before each K-th move of a seat's own
    #[arg(long, default_value = "1", value_name = "K", value_parser = positive)]
    pub(crate) every: usize,
    /// Only the first games
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) games: Option<usize>,
    /// The seed of the samplers
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Print one JSON object instead
    #[arg(long)]
    pub(crate) json: bool,
    /// Also write a page with the plots
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Replace that page if there is one
    #[arg(long)]
    pub(crate) force: bool,
}

/// A sampler of worlds.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SamplerKind {
    /// Scatters the missing stones
    Uniform,
    /// Boards that fit the latest view
    Metaposition,
    /// Histories that sounded exactly like the game
    History,
    /// The net that is built in, which looks at the view of a 9x9 board and draws no worlds
    Net,
}

/// `kage train`
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:
  kage selfplay --player all-as-first:playouts=1000,scoring=win --games 300 --notes 0 --out games.kage
  kage train games.kage --out weights.toml
  kage bench belief other-games.kage --sampler history --prior flat,weights.toml

One game in ten is held out to test with. Only games on 9x9 are learned from.")]
pub(crate) struct Train {
    /// Files of self-play, or game files
    #[arg(required = true, value_name = "FILE")]
    pub(crate) data: Vec<PathBuf>,
    /// The file of weights to write
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Only the first games
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) games: Option<usize>,
    /// How often to go through all games
    #[arg(long, default_value = "3", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) passes: u32,
    /// The seed of the order to learn in
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Print one JSON object instead
    #[arg(long)]
    pub(crate) json: bool,
    /// Replace the file if there is one
    #[arg(long)]
    pub(crate) force: bool,
}

/// `kage train-net`
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Example:\n  kage selfplay --player kage:playouts=1000 --games 2000 --notes 64 --out games.kage\n  \
kage train-net games.kage --out small.net"
)]
pub(crate) struct TrainNet {
    /// Files of self-play on 9x9, best with `--notes 64`
    #[arg(required = true, value_name = "FILE")]
    pub(crate) data: Vec<PathBuf>,
    /// The net to write; beside it, a file that ends in `.training` lets the same command go on
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// A net to begin with, instead of one that knows nothing
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// Pairs of convolutions
    #[arg(long, default_value = "4", value_name = "N")]
    pub(crate) blocks: usize,
    /// Maps between them
    #[arg(long, default_value = "32", value_name = "N")]
    pub(crate) channels: usize,
    /// How often to go through all tries
    #[arg(long, default_value = "3", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) passes: u32,
    /// Tries a step
    #[arg(long, default_value = "128", value_name = "N", value_parser = positive)]
    pub(crate) batch: usize,
    /// How far a step goes at first
    #[arg(long, default_value = "0.002", value_name = "X", value_parser = rate)]
    pub(crate) rate: f32,
    /// Threads; as many as there are cores if left out. They change nothing but the time
    #[arg(long, value_name = "N", value_parser = positive)]
    threads: Option<usize>,
    /// The seed of the first weights and of the order to learn in
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Print one JSON object instead
    #[arg(long)]
    pub(crate) json: bool,
    /// Replace the net if there is one
    #[arg(long)]
    pub(crate) force: bool,
}

impl TrainNet {
    /// Threads to use.
    pub(crate) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(cores)
    }
}

/// `kage practise`
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Interrupt it at any time: the same command goes on, and a larger --games adds more.\n\n\
Example:\n  kage practise --games 50000 --out own.net\n  kage match instinct:net=own.net,temperature=0.001 instinct:temperature=0.001 --games 400"
)]
pub(crate) struct Practise {
    /// The net to write, now and then; beside it, a file that ends in `.training`, to go on from
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Where to write the judge too
    #[arg(long, value_name = "FILE")]
    pub(crate) judge: Option<PathBuf>,
    /// A net to begin with, instead of the one built in
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// A judge to begin with, instead of one who knows nothing
    #[arg(long, value_name = "FILE")]
    pub(crate) judge_from: Option<PathBuf>,
    /// Let the net grow first, to so many blocks of so many channels: it says the same, and can learn more
    #[arg(long, value_name = "BLOCKSxCHANNELS", value_parser = shape)]
    pub(crate) grow: Option<Shape>,
    /// The same for the judge
    #[arg(long, value_name = "BLOCKSxCHANNELS", value_parser = shape)]
    pub(crate) grow_judge: Option<Shape>,
    /// How many games
    #[arg(long, default_value = "10000", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// Of two tries, one that gains so much more (as a share of a game) is e times as likely
    #[arg(long, default_value = "0.003", value_name = "X", value_parser = rate)]
    pub(crate) temperature: f32,
    /// Games from which the judge alone learns, before its judgement is worth something
    #[arg(long, default_value = "2000", value_name = "N")]
    pub(crate) warm: u64,
    /// Of a game, moments that the judge learns from
    #[arg(long, default_value = "40", value_name = "N", value_parser = positive)]
    pub(crate) moments: usize,
    /// Of a game, tries that the net learns from
    #[arg(long, default_value = "30", value_name = "N", value_parser = positive)]
    pub(crate) tries: usize,
    /// Of each of those, points that the judge is asked about
    #[arg(long, default_value = "16", value_name = "N", value_parser = positive)]
    pub(crate) points: usize,
    /// How often the net learns from each of them
    #[arg(long, default_value = "2", value_name = "N", value_parser = positive)]
    pub(crate) passes: usize,
    /// What a point of the lead is worth beside the result, as a share of a game
    #[arg(long, default_value = "0.005", value_name = "X", value_parser = chance)]
    pub(crate) lead: f64,
    /// How far what later turns came to is passed back from turn to turn; at 1 the end alone counts
    #[arg(long, default_value = "0.7", value_name = "X", value_parser = chance)]
    pub(crate) hindsight: f64,
    /// Somebody else to play against, now and then (see `kage players`); may be given several times
    #[arg(long, value_name = "SPEC")]
    pub(crate) partner: Vec<String>,
    /// The share of games against partners
    #[arg(long, default_value = "0.3", value_name = "X", value_parser = chance)]
    pub(crate) partners: f64,
    /// Tries a step
    #[arg(long, default_value = "256", value_name = "N", value_parser = positive)]
    pub(crate) batch: usize,
    /// How far a step goes, at first; less and less the more games there were
    #[arg(long, default_value = "0.0005", value_name = "X", value_parser = rate)]
    pub(crate) rate: f32,
    /// Rules: a preset, then settings (see `kage rules`); given several times, they take turns
    #[arg(long, default_value = "borsboom", value_name = "RULES")]
    pub(crate) rules: Vec<RefereeRules>,
    /// Threads; as many as there are cores if left out. They change nothing but the time
    #[arg(long, value_name = "N", value_parser = positive)]
    threads: Option<usize>,
    /// The seed of the games and of what is learned from
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Replace the net if there is one
    #[arg(long)]
    pub(crate) force: bool,
}

impl Practise {
    /// Threads to use.
    pub(crate) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(cores)
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// `kage bench worlds`
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  kage bench worlds suites/games/*.txt --moves 20,40,60")]
pub(crate) struct BenchWorlds {
    /// Game files, SGF or text
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// After which moves, from both seats; a game that is shorter is left out
    #[arg(long, default_value = "20,40,60", value_name = "N,N", value_delimiter = ',')]
    pub(crate) moves: Vec<usize>,
    /// How worlds are weighed: flat, learned, or a file that `kage train` wrote
    #[arg(long, default_value = "flat", value_name = "NAME")]
    pub(crate) prior: PriorName,
    /// How long to measure at each
    #[arg(long, default_value = "1", value_name = "S", value_parser = seconds)]
    pub(crate) seconds: f64,
    /// The seed of the sampler
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Print one JSON object instead
    #[arg(long)]
    pub(crate) json: bool,
}

/// `kage bench playouts`
#[derive(clap::Args, Debug)]
pub(crate) struct Playouts {
    /// Lines of the board, from 2 to 19
    #[arg(long, default_value = "9", value_name = "N", value_parser = board_size)]
    pub(crate) size: BoardSize,
    /// How long to measure
    #[arg(long, default_value = "3", value_name = "S", value_parser = seconds)]
    pub(crate) seconds: f64,
    /// How many threads
    #[arg(long, default_value = "1", value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// Hidden white stones to be placed before each game; first moves are then noted too, as
    /// players need it
    #[arg(long, default_value = "0", value_name = "K")]
    pub(crate) hidden: u16,
    /// The seed of the games
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Use plain instructions only, whatever the processor has
    #[arg(long)]
    pub(crate) portable: bool,
    /// Print one JSON object instead
    #[arg(long)]
    pub(crate) json: bool,
}

/// `kage selfplay`
#[derive(clap::Args, Debug)]
#[command(
    after_help = "A game depends on the seed and its number alone. Interrupt it at any time: the \
same command goes on, and a larger --games adds more. docs/selfplay.md has the format."
)]
pub(crate) struct SelfPlay {
    /// Who plays (see `kage players`); he must be blind
    #[arg(long, value_name = "SPEC")]
    pub(crate) player: String,
    /// Who plays against him, if not he himself; they take turns at Black
    #[arg(long, value_name = "SPEC")]
    pub(crate) against: Option<String>,
    /// How many games the file is to have
    #[arg(long, default_value = "1000", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// The file to write, or to go on with
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Rules: a preset, then settings (see `kage rules`)
    #[arg(long, default_value = "borsboom", value_name = "RULES")]
    pub(crate) rules: RefereeRules,
    /// Lines of the board, from 2 to 19
    #[arg(long, default_value = "9", value_name = "N", value_parser = board_size)]
    pub(crate) size: BoardSize,
    /// Komi, instead of the rules' own
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub(crate) komi: Option<kage_goban::Komi>,
    /// Playouts for each try, for players whose specs have no budget
    #[arg(long, value_name = "N")]
    pub(crate) playouts: Option<u64>,
    /// The seed of all games
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Games at once; as many as there are cores if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) concurrency: Option<u32>,
    /// How many candidates of each try to note, with their values and playouts; 0 for no notes
    #[arg(long, default_value = "8", value_name = "K", value_parser = clap::value_parser!(u8).range(0..=i64::from(kage_data::MOST_NOTED)))]
    pub(crate) notes: u8,
}

/// `kage data`
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  kage data games.kage --game 12 | kage replay -")]
pub(crate) struct Data {
    /// A file that `kage selfplay` wrote
    pub(crate) file: PathBuf,
    /// Print one JSON object instead
    #[arg(long, conflicts_with = "game")]
    pub(crate) json: bool,
    /// Print this game, counted from 0 as in the arrays
    #[arg(long, value_name = "N")]
    pub(crate) game: Option<u32>,
    /// The form of the game
    #[arg(long, value_name = "FORM", default_value = "text", requires = "game")]
    pub(crate) form: Form,
}

/// `kage export`
#[derive(clap::Args, Debug)]
#[command(
    after_help = "In Python:\n  import numpy; tries = numpy.load('games.npz'); tries['truth'].shape\n\
docs/selfplay.md says what each array means."
)]
pub(crate) struct Export {
    /// A file that `kage selfplay` wrote
    pub(crate) file: PathBuf,
    /// The .npz file to write
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Whose tries
    #[arg(long, value_name = "SIDE", default_value = "both")]
    pub(crate) side: Side,
    /// Only each K-th of those tries, counted through the file
    #[arg(long, value_name = "K", default_value = "1", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) every: u64,
    /// Each of those with this chance, from 0 to 1
    #[arg(long, value_name = "P", default_value = "1", value_parser = chance)]
    pub(crate) sample: f64,
    /// The seed of that chance
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,
    /// No more than this
    #[arg(long, value_name = "N")]
    pub(crate) max_tries: Option<u64>,
    /// Replace the file if there is one
    #[arg(long)]
    pub(crate) force: bool,
}

/// Whose tries are meant.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// Both sides'
    Both,
    /// Black's
    Black,
    /// White's
    White,
}

impl std::fmt::Display for SamplerKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            SamplerKind::Uniform => "uniform",
            SamplerKind::Metaposition => "metaposition",
            SamplerKind::History => "history",
            SamplerKind::Net => "net",
        })
    }
}
