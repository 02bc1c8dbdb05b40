//! Files of self-play.

use super::Form;
use super::values::{board_size, chance};
use clap::{Subcommand, ValueEnum};
use kage_goban::BoardSize;
use kage_phantom::RefereeRules;
use std::path::PathBuf;

/// `kage data`
#[derive(Subcommand, Debug)]
pub(crate) enum Data {
    /// Play many games and write every try of them to a file
    Make(DataMake),
    /// Describe a file, or print one game of it
    Show(DataShow),
    /// Write the tries of a file as arrays for numpy
    Export(DataExport),
    /// Merge files into one
    Merge(DataMerge),
}

/// `kage data make`
#[derive(clap::Args, Debug)]
#[command(
    after_help = "A game depends on the seed and its number alone. You can interrupt the command at any \
time: the same command continues, and a larger --games adds games. docs/selfplay.md describes the format.

Examples:
  kage data make --player all-as-first:playouts=100 --games 20 --out games.kage"
)]
pub(crate) struct DataMake {
    /// The player (see `kage players`). A player that sees the whole board is refused
    #[arg(long, value_name = "SPEC")]
    pub(crate) player: String,
    /// The opponent, if it is another player. They take turns at Black
    #[arg(long, value_name = "SPEC")]
    pub(crate) against: Option<String>,
    /// The number of games that the file shall have
    #[arg(long, default_value = "1000", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// The file to write or to continue
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Rules: a preset, then settings (see `kage rules`)
    #[arg(long, default_value = "borsboom", value_name = "RULES")]
    pub(crate) rules: RefereeRules,
    /// Lines of the board, from 2 to 19
    #[arg(long, default_value = "9", value_name = "N", value_parser = board_size)]
    pub(crate) size: BoardSize,
    /// Komi, instead of that of the rules
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub(crate) komi: Option<kage_goban::Komi>,
    /// Playouts for each try, for players whose specs have no budget
    #[arg(long, value_name = "N")]
    pub(crate) playouts: Option<u64>,
    /// The seed of all games
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// The number of games at once; by default the number of cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) concurrency: Option<u32>,
    /// The number of candidates of each try to note, with values and playouts; 0 for no notes
    #[arg(long, default_value = "8", value_name = "K", value_parser = clap::value_parser!(u8).range(0..=i64::from(kage_data::MOST_NOTED)))]
    pub(crate) notes: u8,
}

/// `kage data show`
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  kage data show games.kage
  kage data show games.kage --game 12 | kage replay -")]
pub(crate) struct DataShow {
    /// A file that `kage data make` wrote
    pub(crate) file: PathBuf,
    /// Print one JSON object instead of text
    #[arg(long, conflicts_with = "game")]
    pub(crate) json: bool,
    /// Print this game, counted from 0 as in the arrays
    #[arg(long, value_name = "N")]
    pub(crate) game: Option<u32>,
    /// The form of the game
    #[arg(long, value_name = "FORM", default_value = "text", requires = "game")]
    pub(crate) form: Form,
}

/// `kage data export`
#[derive(clap::Args, Debug)]
#[command(after_help = "In Python: numpy.load('games.npz')['truth'].shape
docs/selfplay.md describes the arrays.

Examples:
  kage data export games.kage --out games.npz
  kage data export games.kage --out some.npz --side black --every 10")]
pub(crate) struct DataExport {
    /// A file that `kage data make` wrote
    pub(crate) file: PathBuf,
    /// The .npz file to write
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// The side whose tries are written
    #[arg(long, value_name = "SIDE", default_value = "both")]
    pub(crate) side: Side,
    /// Write every K-th of these tries, counted over the whole file
    #[arg(long, value_name = "K", default_value = "1", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) every: u64,
    /// Write each of these tries with this probability
    #[arg(long, value_name = "P", default_value = "1", value_parser = chance)]
    pub(crate) sample: f64,
    /// The seed of --sample
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,
    /// Write at most this many tries
    #[arg(long, value_name = "N")]
    pub(crate) max_tries: Option<u64>,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// `kage data merge`
#[derive(clap::Args, Debug)]
#[command(
    after_help = "The files must have the same players, rules, size and notes, and different seeds. \
Nothing can be added to a merged file.

Examples:
  kage data merge one.kage two.kage --out both.kage"
)]
pub(crate) struct DataMerge {
    /// Files that `kage data make` wrote
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// Which side's tries are meant.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// The tries of both sides
    Both,
    /// Black's
    Black,
    /// White's
    White,
}
