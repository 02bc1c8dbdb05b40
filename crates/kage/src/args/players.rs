//! Asking and seating players.

use super::table::OPPONENT;
use super::values::board_size;
use crate::prior_name::PriorName;
use kage_goban::{BoardSize, Color};
use kage_phantom::RefereeRules;
use std::path::PathBuf;

/// `kage analyze`
#[derive(clap::Args, Debug)]
pub(crate) struct Analyze {
    /// An SGF file or a text game; - for standard input
    pub(crate) file: PathBuf,
    /// Whose seat: b or w
    #[arg(long, value_name = "COLOR")]
    pub(crate) seat: Color,
    /// Before which move: one of that seat's, or the one after the last
    #[arg(long, value_name = "MOVE")]
    pub(crate) at: usize,
    /// After how many of that turn's refused tries
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) tries: usize,
    /// Who is asked (see `kage players`)
    #[arg(long, value_name = "SPEC", default_value = OPPONENT)]
    pub(crate) player: String,
    /// His seed
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Print one JSON object instead
    #[arg(long)]
    pub(crate) json: bool,
    /// Also write a page with the candidates and the search tree to unfold
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Replace that page if there is one
    #[arg(long)]
    pub(crate) force: bool,
    /// Which game of a file that holds several
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) game: usize,
}

/// `kage worlds`
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  kage worlds suites/games/borsboom-b4.txt --seat b --at 30")]
pub(crate) struct Worlds {
    /// The game, SGF or text; `-` is standard input
    pub(crate) file: PathBuf,
    /// Whose ears: black or white
    #[arg(long, value_name = "COLOR")]
    pub(crate) seat: Color,
    /// After how many moves
    #[arg(long, value_name = "MOVE")]
    pub(crate) at: usize,
    /// How many worlds to draw
    #[arg(long, default_value = "2000", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) count: u32,
    /// How worlds are weighed: flat, learned, or a file that `kage train` wrote
    #[arg(long, default_value = "flat", value_name = "NAME")]
    pub(crate) prior: PriorName,
    /// The seed of the sampler
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Print one JSON object instead
    #[arg(long)]
    pub(crate) json: bool,
    /// Which game of a file that holds several
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) game: usize,
}

/// `kage gtp` and `kage sau`
#[derive(clap::Args, Debug)]
pub(crate) struct Engine {
    /// Who plays (see `kage players`)
    #[arg(long, value_name = "SPEC", default_value = OPPONENT)]
    pub(crate) player: String,
    /// The rules until the other side names others (see `kage rules`)
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<RefereeRules>,
    /// The player's seed
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
}

/// `kage solve`
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  kage solve suites/threats/ladders.txt\n  kage solve --suite suites/threats --json"
)]
pub(crate) struct Solve {
    /// A file of problems
    #[arg(required_unless_present = "suite", conflicts_with = "suite")]
    pub(crate) file: Option<PathBuf>,
    /// All problems of a folder, as a table
    #[arg(long, value_name = "DIR")]
    pub(crate) suite: Option<PathBuf>,
    /// Moves that one search may try before it gives up
    #[arg(long, default_value = "1000000", value_name = "N")]
    pub(crate) limit: u64,
    /// Solve each problem so many times; the best time is shown
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) runs: u32,
    /// Print one JSON object instead
    #[arg(long)]
    pub(crate) json: bool,
}

/// `kage check-engine`
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  kage check-engine \"python3 examples/phantom_bot.py\"")]
pub(crate) struct CheckEngine {
    /// The command line that starts it
    pub(crate) command: String,
}

/// `kage referee`
#[derive(clap::Args, Debug)]
pub(crate) struct Referee {
    /// Who plays (see `kage players`)
    #[arg(long, value_name = "SPEC", default_value = OPPONENT)]
    pub(crate) player: String,
    /// His colour: black or white
    #[arg(long, default_value = "black", value_name = "COLOR")]
    pub(crate) seat: Color,
    /// Lines of the board, from 2 to 19
    #[arg(long, default_value = "9", value_name = "N", value_parser = board_size)]
    pub(crate) size: BoardSize,
    /// What the human referee says aloud: a preset, then settings (see `kage rules`)
    #[arg(long, default_value = "borsboom", value_name = "RULES")]
    pub(crate) rules: RefereeRules,
    /// The player's seed
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
}

/// `kage players`
#[derive(clap::Args, Debug)]
pub(crate) struct Players {
    /// Only this player, with all his options
    pub(crate) name: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
