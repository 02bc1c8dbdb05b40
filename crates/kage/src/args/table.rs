//! Playing, and what has to do with single games.

use super::values::board_size;
use clap::ValueEnum;
use kage_goban::{BoardSize, Color};
use kage_phantom::RefereeRules;
use std::net::SocketAddr;
use std::path::PathBuf;

/// The strongest there is, at a budget that lets it answer at once.
pub(super) const OPPONENT: &str = "kage:playouts=20000";

/// `kage play`
#[derive(clap::Args, Debug)]
pub(crate) struct Play {
    /// Your colour: black or white
    #[arg(long, default_value = "black", value_name = "COLOR")]
    pub(crate) color: Color,
    /// Lines of the board, from 2 to 19
    #[arg(long, default_value = "9", value_name = "N", value_parser = board_size)]
    pub(crate) size: BoardSize,
    /// Rules: a preset, then settings, such as "common komi=7.5" (see `kage rules`)
    #[arg(long, default_value = "borsboom", value_name = "RULES")]
    pub(crate) rules: RefereeRules,
    /// Who plays against you (see `kage players`)
    #[arg(long, default_value = OPPONENT, value_name = "SPEC")]
    pub(crate) opponent: String,
    /// The opponent's seed; the same seed gives the same opponent. Random if left out
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Write the game to this new file when it is over: SGF, or text if it ends in .txt
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
}

const LISTEN: &str = "127.0.0.1:4747";
const RATE: u32 = 50;

/// `kage serve`
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Games are on disk before anyone hears of a move: stop it at any moment, start \
it again, and every game goes on. docs/web.md says how to open it to a club or to the world."
)]
pub(crate) struct Serve {
    /// Where to listen; 0.0.0.0:4747 opens it to the network, port 0 takes any that is free
    #[arg(long, default_value = LISTEN, value_name = "ADDR:PORT")]
    pub(crate) listen: SocketAddr,
    /// Do not open a browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// The folder for the games [default: kage in your data folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// The address that people use, if a proxy with TLS stands before it
    #[arg(long, value_name = "URL", value_parser = origin)]
    pub(crate) origin: Option<String>,
    /// Requests a second that one client may make; 0 is no limit
    #[arg(long, default_value_t = RATE, value_name = "N")]
    pub(crate) rate: u32,
    /// The most disk space for the games, in megabytes
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_size: Option<u32>,
}

impl Default for Serve {
    fn default() -> Serve {
        let listen = SocketAddr::from(([127, 0, 0, 1], 4747));
        Serve { listen, no_open: false, data: None, origin: None, rate: RATE, max_size: None }
    }
}

/// `kage replay`
#[derive(clap::Args, Debug)]
#[command(after_help = "The text form has a line a turn, `b (D5 E4) E6`: tries that were refused \
in brackets, then the move. In SGF the tries are in the private property PGT.")]
pub(crate) struct Replay {
    /// An SGF file or a text game; - for standard input
    pub(crate) file: PathBuf,
    /// Print one JSON object instead
    #[arg(long)]
    pub(crate) json: bool,
    /// Show the boards as they were after this move, and stop there
    #[arg(long, value_name = "MOVE", conflicts_with_all = ["json", "all"])]
    pub(crate) at: Option<usize>,
    /// Show the boards after every move
    #[arg(long, conflicts_with = "json")]
    pub(crate) all: bool,
    /// Which game of a file that holds several
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) game: usize,
}

/// `kage convert`
#[derive(clap::Args, Debug)]
pub(crate) struct Convert {
    /// An SGF file or a text game; - for standard input
    pub(crate) from: PathBuf,
    /// Where to write: SGF, or text if it ends in .txt; standard output if left out
    pub(crate) to: Option<PathBuf>,
    /// The form to write, whatever the file's name
    #[arg(long, value_name = "FORM")]
    pub(crate) form: Option<Form>,
    /// Replace the file if there is one
    #[arg(long)]
    pub(crate) force: bool,
    /// Which game of a file that holds several
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) game: usize,
}

/// A form of game files.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// SGF, for any viewer
    Sgf,
    /// One line a turn
    Text,
}

/// `kage rules`
#[derive(clap::Args, Debug)]
pub(crate) struct Rules {
    /// Rules to explain: a preset, then settings, such as "common komi=7.5"
    pub(crate) rules: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The address of a site: no path behind it.
fn origin(text: &str) -> Result<String, String> {
    let name = text.strip_prefix("https://").or(text.strip_prefix("http://"));
    match name {
        Some(name) if !name.is_empty() && !name.contains(['/', ' ']) => Ok(text.to_owned()),
        _ => Err("an address such as https://go.example.org, with nothing behind it".to_owned()),
    }
}
