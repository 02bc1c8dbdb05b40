//! The arguments of the commands about players.

use super::table::{CLOCKED_OPPONENT, OPPONENT};
use super::values::board_size;
use kage_goban::{BoardSize, Color};
use kage_lab::PriorChoice;
use kage_phantom::RefereeRules;
use std::path::PathBuf;

const ANALYZE_HELP: &str = r"Examples:
  kage analyze suites/games/borsboom-b4.txt --seat b --at 29 --player all-as-first:playouts=2000
  kage analyze suites/games/borsboom-b4.txt --seat b --at 29 --player uct-late --html tree.html";

/// `kage analyze`
#[derive(clap::Args, Debug)]
#[command(after_help = ANALYZE_HELP)]
pub(crate) struct Analyze {
    /// An SGF file or a text game; - for standard input
    pub(crate) file: PathBuf,
    /// The seat: black or white, also b or w
    #[arg(long, value_name = "COLOR")]
    pub(crate) seat: Color,
    /// The number of the move to analyze: one of that seat's, or the one after the last
    #[arg(long, value_name = "MOVE")]
    pub(crate) at: usize,
    /// Analyze the moment after this many refused tries of that turn
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) tries: usize,
    /// The player (see `kage players`)
    #[arg(long, value_name = "SPEC", default_value = OPPONENT)]
    pub(crate) player: String,
    /// The player's seed
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Also write a page with the candidates and the search tree to unfold
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Replace the page if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Which game of a file that holds several
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) game: usize,
}

const WORLDS_HELP: &str = r"Examples:
  kage worlds suites/games/borsboom-b4.txt --seat b --at 30
  kage worlds suites/games/borsboom-b4.txt --seat w --at 31 --prior learned --json";

/// `kage worlds`
#[derive(clap::Args, Debug)]
#[command(after_help = WORLDS_HELP)]
pub(crate) struct Worlds {
    /// The game, SGF or text; `-` is standard input
    pub(crate) file: PathBuf,
    /// The seat: black or white
    #[arg(long, value_name = "COLOR")]
    pub(crate) seat: Color,
    /// The number of moves that were made before
    #[arg(long, value_name = "MOVE")]
    pub(crate) at: usize,
    /// How many worlds to draw
    #[arg(long, default_value = "2000", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) count: u32,
    /// The prior of worlds: flat, learned, or a file that `kage train prior` wrote
    #[arg(long, default_value = "flat", value_name = "NAME")]
    pub(crate) prior: PriorChoice,
    /// The seed of the sampler
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Which game of a file that holds several
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) game: usize,
}

/// `kage gtp` and `kage sau`
#[derive(clap::Args, Debug)]
pub(crate) struct Engine {
    /// The player (see `kage players`). It obeys `time_settings` and `time_left` if its spec has the
    /// option `clock` or no budget
    #[arg(long, value_name = "SPEC", default_value = CLOCKED_OPPONENT)]
    pub(crate) player: String,
    /// The rules at the start (see `kage rules`): borsboom by default, for `kage sau` collegiate. The
    /// GTP command PG-Rules changes them
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<RefereeRules>,
    /// The player's seed
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
}

const SOLVE_HELP: &str = r"Examples:
  kage solve suites/threats/ladders.txt         each problem with its board
  kage solve --suite suites/threats --json      all of them, for programs";

/// `kage solve`
#[derive(clap::Args, Debug)]
#[command(after_help = SOLVE_HELP)]
pub(crate) struct Solve {
    /// A file of problems
    #[arg(required_unless_present = "suite", conflicts_with = "suite")]
    pub(crate) file: Option<PathBuf>,
    /// Solve all problems of this folder, and print a table
    #[arg(long, value_name = "DIR")]
    pub(crate) suite: Option<PathBuf>,
    /// Moves that one search may try before it gives up
    #[arg(long, default_value = "1000000", value_name = "N")]
    pub(crate) limit: u64,
    /// Solve each problem this many times, and show the best time
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) runs: u32,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

const CHECK_ENGINE_HELP: &str = r#"Sends the engine the commands of short games, and reports every deviation from GTP and from the
PG- commands (docs/gtp-extensions.md). The exit code is 0 if there is none.

Examples:
  kage check-engine "python3 examples/phantom_bot.py""#;

/// `kage check-engine`
#[derive(clap::Args, Debug)]
#[command(after_help = CHECK_ENGINE_HELP)]
pub(crate) struct CheckEngine {
    /// The command that starts the engine
    pub(crate) command: String,
}

const REFEREE_HELP: &str = r"Examples:
  kage referee --seat white --rules common      Kage has White; the referee uses other rules
  kage referee --player random --size 5         a small board, to learn the commands";

/// `kage referee`
#[derive(clap::Args, Debug)]
#[command(after_help = REFEREE_HELP)]
pub(crate) struct Referee {
    /// The player (see `kage players`)
    #[arg(long, value_name = "SPEC", default_value = OPPONENT)]
    pub(crate) player: String,
    /// The player's colour: black or white
    #[arg(long, default_value = "black", value_name = "COLOR")]
    pub(crate) seat: Color,
    /// Lines of the board, from 2 to 19
    #[arg(long, default_value = "9", value_name = "N", value_parser = board_size)]
    pub(crate) size: BoardSize,
    /// The rules, which say what the referee announces: a preset, then settings (see `kage rules`)
    #[arg(long, default_value = "borsboom", value_name = "RULES")]
    pub(crate) rules: RefereeRules,
    /// The player's seed
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
}

const PLAYERS_HELP: &str = r"Examples:
  kage players                             one line a player
  kage players uct-late                    all options of one";

/// `kage players`
#[derive(clap::Args, Debug)]
#[command(after_help = PLAYERS_HELP)]
pub(crate) struct Players {
    /// Only this player, with all its options
    pub(crate) name: Option<String>,
    /// Print JSON instead of text
    #[arg(long)]
    pub(crate) json: bool,
}
