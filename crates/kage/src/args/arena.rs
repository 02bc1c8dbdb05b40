//! Many games.

use super::values::{board_size, even, minutes, seconds, setting};
use kage_goban::BoardSize;
use kage_phantom::RefereeRules;
use std::path::PathBuf;

/// `kage match`
#[derive(clap::Args, Debug)]
#[command(
    after_help = "A player is a spec such as all-as-first:playouts=2000 (see `kage players`). \
Colours alternate; games 1 and 2, 3 and 4 ... have the same seed, each player his own. With --json the match is kept \
after each game: interrupt it at any time, run the same command again, and it goes on."
)]
pub(crate) struct Match {
    /// The first player
    pub(crate) first: String,
    /// The second player
    pub(crate) second: String,
    /// How many games; an even number gives both the same colours
    #[arg(long, default_value = "100", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// Rules: a preset, then settings (see `kage rules`)
    #[arg(long, default_value = "borsboom", value_name = "RULES")]
    pub(crate) rules: RefereeRules,
    /// Lines of the board, from 2 to 19
    #[arg(long, default_value = "9", value_name = "N", value_parser = board_size)]
    pub(crate) size: BoardSize,
    /// Komi, instead of the rules' own
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub(crate) komi: Option<kage_goban::Komi>,
    /// Seconds for each turn, all its tries together. Who takes longer forfeits; our players whose
    /// specs have no budget think for a part of it
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with = "clock")]
    pub(crate) time_per_move: Option<f64>,
    /// Minutes a side for the whole game, likewise
    #[arg(long, value_name = "MINUTES", value_parser = minutes)]
    pub(crate) clock: Option<f64>,
    /// Playouts for each try, for both players, unless their specs say otherwise
    #[arg(long, value_name = "N")]
    pub(crate) playouts: Option<u64>,
    /// Games at once
    #[arg(long, default_value = "1", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) concurrency: u32,
    /// Write each game here as SGF
    #[arg(long, value_name = "DIR")]
    pub(crate) sgf_dir: Option<PathBuf>,
    /// Write the lines exchanged with each engine here, a file a game
    #[arg(long, value_name = "DIR")]
    pub(crate) log: Option<PathBuf>,
    /// The seed of the match
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Keep the match in this file, and go on from it
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
}

/// `kage tournament`
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:
  kage tournament --example > cup.toml     a file to start from
  kage tournament cup.toml                 play it; the games go to the folder cup.kage

Interrupt it at any time: the same command goes on. A larger `games` makes it longer.
Exit codes: 0 played or interrupted, 1 failed (also if a pairing stopped), 2 a mistake in the file.")]
pub(crate) struct Tournament {
    /// The tournament's TOML file
    #[arg(required_unless_present = "example")]
    pub(crate) file: Option<PathBuf>,
    /// Print one JSON object at the end instead of tables
    #[arg(long)]
    pub(crate) json: bool,
    /// Print a file to start from, and leave
    #[arg(long, conflicts_with_all = ["file", "json"])]
    pub(crate) example: bool,
}

/// `kage reproduce`
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  kage reproduce                             list the experiments\n  \
kage reproduce borsboom-3.1                one, in minutes\n  \
kage reproduce borsboom- --full            all whose names begin so, 400 games a pairing\n  \
kage reproduce borsboom-3.7 --set bank=600000\n\n\
Beside the store, NAME.md has the table and the report, NAME.html every game to replay. Interrupt it at \
any time: the same command goes on."
)]
pub(crate) struct Reproduce {
    /// Which; all are listed if none is named. `borsboom-` stands for all that begin so
    pub(crate) names: Vec<String>,
    /// Few games at small budgets, in minutes; this is the default
    #[arg(long, conflicts_with = "full")]
    pub(crate) quick: bool,
    /// At least 400 games a pairing; 200 where nothing was published
    #[arg(long)]
    pub(crate) full: bool,
    /// Games a pairing instead, an even number
    #[arg(long, value_name = "N", value_parser = even)]
    pub(crate) games: Option<u32>,
    /// Another budget: a value of the experiment's, such as bank=100000
    #[arg(long, value_name = "VALUE=N", value_parser = setting)]
    pub(crate) set: Vec<(String, u64)>,
    /// The folder for stores and reports
    #[arg(long, value_name = "DIR", default_value = "reproduced")]
    pub(crate) out: PathBuf,
    /// Games at once
    #[arg(long, default_value = "2", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) concurrency: u32,
    /// The seed
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Print the tables as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `kage report`
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  kage report classic.kage --html classic.html\n\n\
Without --html and --markdown the Markdown goes to standard output. The page needs no other file and \
no network.")]
pub(crate) struct Report {
    /// The folder of a tournament (see `kage tournament`), or a file with its results as JSON
    pub(crate) store: PathBuf,
    /// Write the page here
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Write the Markdown here
    #[arg(long, value_name = "FILE")]
    pub(crate) markdown: Option<PathBuf>,
    /// Replace these files if they are there
    #[arg(long)]
    pub(crate) force: bool,
}
