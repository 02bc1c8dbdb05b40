//! The arguments of the commands about single games.

use super::values::board_size;
use clap::ValueEnum;
use kage_goban::{BoardSize, Color};
use kage_phantom::RefereeRules;
use std::net::SocketAddr;
use std::path::PathBuf;

/// The strongest player on 9x9, with a budget that is small enough for quick answers.
pub(crate) const OPPONENT: &str = "kage:playouts=20000";
/// The same where somebody may set a clock.
pub(super) const CLOCKED_OPPONENT: &str = "kage:playouts=20000,clock=20";

const PLAY_HELP: &str = r"Examples:
  kage play                                you are Black on 9x9
  kage play --size 5 --opponent random     a short first game
  kage play --color white --save mine.sgf  keep the game
  kage play --opponent kage:time=5         a stronger opponent: five seconds for each try";

/// `kage play`
#[derive(clap::Args, Debug)]
#[command(after_help = PLAY_HELP)]
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
    /// Your opponent (see `kage players`)
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

const SERVE_HELP: &str = r"Every move is on disk before it is answered. Stop the server at any moment and start it again: all
games continue. With --listen 0.0.0.0:4747 other people open http://ADDRESS:4747, where ADDRESS is
that of this machine in your network. docs/web.md has more, also for a server on the internet.

Examples:
  kage serve                               play in the browser on this computer
  kage serve --listen 0.0.0.0:4747         play with others on your network
  kage serve --no-open --data games        keep the games in the folder `games`";

/// `kage serve`
#[derive(clap::Args, Debug)]
#[command(after_help = SERVE_HELP)]
pub(crate) struct Serve {
    /// Address and port to listen on. 0.0.0.0:4747 opens the table to the local network; port 0 is any
    /// free port
    #[arg(long, default_value = LISTEN, value_name = "ADDR:PORT")]
    pub(crate) listen: SocketAddr,
    /// Do not open a browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// The folder in which the server keeps its games [default on Linux: ~/.local/share/kage; the
    /// server prints it when it starts]
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// The public URL, if the server is behind a proxy with TLS
    #[arg(long, value_name = "URL", value_parser = origin)]
    pub(crate) origin: Option<String>,
    /// How many requests a second the server answers to one client; 0 is no limit
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

const REPLAY_HELP: &str = r"The text form has a line a turn, `b (D5 E4) E6`: the refused tries in brackets, then the move. In
SGF the tries are in the private property PGT.

Examples:
  kage replay suites/games/borsboom-b4.txt            all turns, and the last boards
  kage replay suites/games/borsboom-b4.txt --at 20    what Black knew, the truth, what White knew
  kage replay suites/games/borsboom-b4.txt --json     for programs";

/// `kage replay`
#[derive(clap::Args, Debug)]
#[command(after_help = REPLAY_HELP)]
pub(crate) struct Replay {
    /// An SGF file or a text game; - for standard input
    pub(crate) file: PathBuf,
    /// Print one JSON object instead of text
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

const CONVERT_HELP: &str = r"Examples:
  kage convert suites/games/borsboom-b4.txt game.sgf  text to SGF; any viewer opens it
  kage convert suites/games/borsboom-b4.txt           to standard output";

/// `kage convert`
#[derive(clap::Args, Debug)]
#[command(after_help = CONVERT_HELP)]
pub(crate) struct Convert {
    /// An SGF file or a text game; - for standard input
    pub(crate) from: PathBuf,
    /// The file to write: SGF, or text if it ends in .txt; standard output if left out or -
    pub(crate) to: Option<PathBuf>,
    /// The form to write; without this option the name of the file decides
    #[arg(long, value_name = "FORM")]
    pub(crate) form: Option<Form>,
    /// Replace the file if it exists
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

const RULES_HELP: &str = r"Examples:
  kage rules                               the presets
  kage rules common                        every setting of one
  kage rules common komi=7.5 atari=every   with changes";

/// `kage rules`
#[derive(clap::Args, Debug)]
#[command(after_help = RULES_HELP)]
pub(crate) struct Rules {
    /// Rules to explain: a preset, then settings, such as "common komi=7.5"
    pub(crate) rules: Vec<String>,
    /// Print JSON instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// The address of a site, without a path.
fn origin(text: &str) -> Result<String, String> {
    let name = text.strip_prefix("https://").or(text.strip_prefix("http://"));
    match name {
        Some(name) if !name.is_empty() && !name.contains(['/', ' ']) => Ok(text.to_owned()),
        _ => Err("an address such as https://go.example.org, with nothing behind it".to_owned()),
    }
}
