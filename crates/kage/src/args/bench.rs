//! Measuring.

use super::values::{board_size, positive, seconds};
use clap::{Subcommand, ValueEnum};
use kage_goban::BoardSize;
use kage_lab::{Instructions, PriorChoice, SamplerKind};
use std::path::PathBuf;

/// `kage bench`
#[derive(Subcommand, Debug)]
pub(crate) enum Bench {
    /// Speed of uniformly random games from the empty board
    Playouts(Playouts),
    /// Speed and effective sample size of worlds, at moments of recorded games
    Worlds(BenchWorlds),
    /// What every player chooses at fixed seeds, as one hash a player
    Signature(BenchSignature),
    /// How well worlds predict the hidden stones of recorded games
    Belief(BenchBelief),
    /// The server of the table in the browser, with many games of scripted players at once
    Server(BenchServer),
    /// Whether playouts over-value threats, in positions of recorded games
    Threats(BenchThreats),
    /// Speed of evaluation and of training of a net
    Net(BenchNet),
    /// Speed of views, and how much of what a seat can know they know
    View(BenchView),
}

const SIGNATURE_HELP: &str = r"The output equals suites/signatures.txt unless the play of a player has changed. It is the same for
any number of threads and any instructions.

Examples:
  kage bench signature
  kage bench signature --threads 2 | diff suites/signatures.txt -
  kage bench signature --player policy --instructions portable";

/// `kage bench signature`
#[derive(clap::Args, Debug)]
#[command(after_help = SIGNATURE_HELP)]
pub(crate) struct BenchSignature {
    /// Only this player
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Option<String>,
    /// How many players are asked at once
    #[arg(long, default_value = "1", value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// The instructions of the processor that may be used
    #[arg(long, default_value = "best", value_name = "NAME")]
    pub(crate) instructions: InstructionsName,
}

/// Instructions of the processor.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InstructionsName {
    /// The best that the processor has
    Best,
    /// Those that every processor has
    Portable,
    /// AVX2 and FMA
    Avx2,
    /// AVX-512
    Avx512,
}

impl From<InstructionsName> for Instructions {
    fn from(name: InstructionsName) -> Instructions {
        match name {
            InstructionsName::Best => Instructions::Best,
            InstructionsName::Portable => Instructions::Portable,
            InstructionsName::Avx2 => Instructions::Avx2,
            InstructionsName::Avx512 => Instructions::Avx512,
        }
    }
}

const BENCH_NET_HELP: &str = r"Examples:
  kage bench net --seconds 0.5              the default net, and an untrained one beside it
  kage bench net --net f --blocks 4 --seconds 0.5";

/// `kage bench net`
#[derive(clap::Args, Debug)]
#[command(after_help = BENCH_NET_HELP)]
pub(crate) struct BenchNet {
    /// Built-in nets by name, or files; by default the default one
    #[arg(long, value_name = "NET")]
    pub(crate) net: Vec<String>,
    /// Pairs of convolutions of an untrained net beside them
    #[arg(long, default_value = "5", value_name = "N")]
    pub(crate) blocks: usize,
    /// Its maps between them
    #[arg(long, default_value = "32", value_name = "N")]
    pub(crate) channels: usize,
    /// Lines of the board
    #[arg(long, default_value = "9", value_name = "N", value_parser = board_size)]
    pub(crate) size: BoardSize,
    /// The instructions of the processor that may be used
    #[arg(long, default_value = "best", value_name = "NAME")]
    pub(crate) instructions: InstructionsName,
    /// How long to measure each
    #[arg(long, default_value = "3", value_name = "S", value_parser = seconds)]
    pub(crate) seconds: f64,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

const BENCH_VIEW_HELP: &str = r"The speed is that of random games on 9x9 and 19x19. The sharpness is that of random games on 5x5:
the share of what all positions that fit have in common. docs/rules.md says what a view knows.

Examples:
  kage bench view --seconds 0.2 --games 2
  kage bench view --json
  kage bench view suites/games/*.txt --seconds 0.2 --games 0    how much was known in these games";

/// `kage bench view`
#[derive(clap::Args, Debug)]
#[command(after_help = BENCH_VIEW_HELP)]
pub(crate) struct BenchView {
    /// Game files, SGF or text, and files of self-play: what the views knew in them
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// How long to measure each speed
    #[arg(long, default_value = "2", value_name = "S", value_parser = seconds)]
    pub(crate) seconds: f64,
    /// Games on 5x5 under each preset; 0 measures speed only
    #[arg(long, default_value = "20", value_name = "N")]
    pub(crate) games: u64,
    /// The seed of the games
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

const BENCH_THREATS_HELP: &str = r"docs/tactics.md explains what is measured.

Examples:
  kage bench threats suites/games/*.txt --every 20 --playouts 100
  kage bench threats suites/games/*.txt --playouts 10000";

/// `kage bench threats`
#[derive(clap::Args, Debug)]
#[command(after_help = BENCH_THREATS_HELP)]
pub(crate) struct BenchThreats {
    /// Game files, SGF or text, and files of self-play
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Measure after every K-th move of a game
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
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

const BENCH_SERVER_HELP: &str = r"The command starts a server of its own, with a temporary folder. The server writes every event to disk
before it sends the answer. docs/web.md has the results of one machine.

Examples:
  kage bench server                             500 games at once, for a minute
  kage bench server --games 50 --seconds 10";

/// `kage bench server`
#[derive(clap::Args, Debug)]
#[command(after_help = BENCH_SERVER_HELP)]
pub(crate) struct BenchServer {
    /// How many games at once, two sockets each
    #[arg(long, default_value = "500", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) games: u32,
    /// For how many seconds new games begin. Then the running games are played to their end
    #[arg(long, default_value = "60", value_name = "S", value_parser = seconds)]
    pub(crate) seconds: f64,
    /// How long a player thinks before a try, on average
    #[arg(long, default_value = "1", value_name = "S", value_parser = seconds)]
    pub(crate) pause: f64,
    /// The seed of the players
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

const BENCH_BELIEF_HELP: &str = r"docs/belief-quality.md explains what is measured, and has results.

Examples:
  kage bench belief suites/games/borsboom-b4.txt --sampler uniform,metaposition --worlds 20
  kage bench belief games.kage --sampler history --prior flat,learned --games 20";

/// `kage bench belief`
#[derive(clap::Args, Debug)]
#[command(after_help = BENCH_BELIEF_HELP)]
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
    pub(crate) samplers: Vec<SamplerName>,
    /// Which priors of histories, side by side: flat, learned, or a file that `kage train prior` wrote
    #[arg(
        long = "prior",
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "flat,learned"
    )]
    pub(crate) priors: Vec<PriorChoice>,
    /// How many worlds to draw at each moment
    #[arg(long, default_value = "200", value_name = "N", value_parser = positive)]
    pub(crate) worlds: usize,
    /// How many histories the sampler keeps side by side
    #[arg(long, default_value = "32", value_name = "N", value_parser = positive)]
    pub(crate) chains: usize,
    /// Measure before every K-th move of a seat
    #[arg(long, default_value = "1", value_name = "K", value_parser = positive)]
    pub(crate) every: usize,
    /// Only the first games
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) games: Option<usize>,
    /// The seed of the samplers
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Also write a page with the plots
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Replace the page if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// A sampler of worlds.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SamplerName {
    /// Certain stones, and the missing ones at random points
    Uniform,
    /// Boards that fit the latest view
    Metaposition,
    /// Histories in which the seat hears exactly what it heard in the game
    History,
    /// The built-in net, for boards that it can evaluate; it predicts hidden stones from the view, without worlds
    Net,
}

impl From<SamplerName> for SamplerKind {
    fn from(name: SamplerName) -> SamplerKind {
        match name {
            SamplerName::Uniform => SamplerKind::Uniform,
            SamplerName::Metaposition => SamplerKind::Metaposition,
            SamplerName::History => SamplerKind::History,
            SamplerName::Net => SamplerKind::Net,
        }
    }
}

const BENCH_WORLDS_HELP: &str = r"Examples:
  kage bench worlds suites/games/*.txt --moves 20,40 --seconds 0.02";

/// `kage bench worlds`
#[derive(clap::Args, Debug)]
#[command(after_help = BENCH_WORLDS_HELP)]
pub(crate) struct BenchWorlds {
    /// Game files, SGF or text
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Measure after these moves, for both seats; shorter games are left out
    #[arg(long, default_value = "20,40,60", value_name = "N,N", value_delimiter = ',')]
    pub(crate) moves: Vec<usize>,
    /// The prior of worlds: flat, learned, or a file that `kage train prior` wrote
    #[arg(long, default_value = "flat", value_name = "NAME")]
    pub(crate) prior: PriorChoice,
    /// How long to measure after each of these moves
    #[arg(long, default_value = "1", value_name = "S", value_parser = seconds)]
    pub(crate) seconds: f64,
    /// The seed of the sampler
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

const PLAYOUTS_HELP: &str = r"Examples:
  kage bench playouts --seconds 0.2
  kage bench playouts --size 19 --threads 2 --json";

/// `kage bench playouts`
#[derive(clap::Args, Debug)]
#[command(after_help = PLAYOUTS_HELP)]
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
    /// Hidden white stones that are placed before each game. Then first moves are recorded too, as in
    /// the search of a player
    #[arg(long, default_value = "0", value_name = "K")]
    pub(crate) hidden: u16,
    /// The seed of the games
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Use no SIMD instructions
    #[arg(long)]
    pub(crate) portable: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}
