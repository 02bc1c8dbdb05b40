//! The command line, as plain data.

use clap::{Parser, Subcommand, ValueEnum};
use kage_goban::{BoardSize, Color};
use kage_phantom::RefereeRules;
use std::path::PathBuf;

/// Phantom Go: Go in the dark, with a referee.
///
/// Each player sees only his own stones. On a turn he proposes a point; the referee, who alone
/// sees all, answers "legal" or "illegal" and announces captures. A refused player tries again.
///
/// Without a command, Kage starts a game in the terminal.
#[derive(Parser, Debug)]
#[command(name = "kage", version, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const EXAMPLES: &str = "Examples:
  kage                                     play a game in the terminal
  kage replay suites/games/borsboom-b4.txt what happened, on three boards
  kage replay game.sgf --at 20             ... after move 20
  kage convert game.txt game.sgf           text to SGF; any viewer opens it
  kage analyze g.sgf --seat b --at 29      what a player would do there, and why
  kage worlds g.sgf --seat b --at 30       what may be true, as Black heard it
  kage match all-as-first random           two players, many games
  kage rules                               the rule sets and what each setting means
  kage bench playouts                      random games a second on this machine";

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Play a game in the terminal, in the dark
    Play(Play),
    /// Run a recorded game through the referee and show all three boards
    Replay(Replay),
    /// Turn a game file into the other form: SGF or text
    Convert(Convert),
    /// List the rule sets, or explain one
    Rules(Rules),
    /// Ask a player what he would do at a moment of a recorded game, and why
    Analyze(Analyze),
    /// Draw what may be true at a moment of a recorded game, as one seat heard it
    Worlds(Worlds),
    /// Speak GTP on standard input and output: plain, or with the PG- commands
    Gtp(Engine),
    /// Speak the student contest protocol on standard input and output
    Sau(Engine),
    /// Test whether a program can be seated as an engine
    CheckEngine(CheckEngine),
    /// The operator's desk: a player against someone elsewhere, with a human referee between
    Referee(Referee),
    /// List the players, their options and where they come from
    Players(Players),
    /// Play two players against each other, many games
    Match(Match),
    /// Measure how fast this machine is
    #[command(subcommand)]
    Bench(Bench),
    /// Print the completion script of a shell
    #[command(
        after_help = "Example:\n  kage completions bash > ~/.local/share/bash-completion/completions/kage"
    )]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

impl Default for Command {
    fn default() -> Command {
        Command::Play(Play::default())
    }
}

/// A sparring partner who answers at once.
const OPPONENT: &str = "all-as-first:playouts=20000";

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

impl Default for Play {
    fn default() -> Play {
        Play {
            color: Color::Black,
            size: BoardSize::NINE,
            rules: RefereeRules::default(),
            opponent: OPPONENT.to_owned(),
            seed: None,
            save: None,
        }
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

/// `kage bench`
#[derive(Subcommand, Debug)]
pub(crate) enum Bench {
    /// Uniformly random games from the empty board
    Playouts(Playouts),
    /// Worlds that fit what a seat has heard, at moments of recorded games
    Worlds(BenchWorlds),
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

fn board_size(text: &str) -> Result<BoardSize, String> {
    let lines = text.parse().ok().and_then(BoardSize::new);
    lines.ok_or_else(|| "a board has from 2 to 19 lines".to_owned())
}

fn minutes(text: &str) -> Result<f64, String> {
    let minutes = text.parse::<f64>().ok().filter(|m| (0.001..=10_000.0).contains(m));
    minutes.ok_or_else(|| "a number of minutes from 0.001 to 10000".to_owned())
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().ok().filter(|s| (0.01..=86_400.0).contains(s));
    seconds.ok_or_else(|| "a number of seconds from 0.01 to 86400".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Args::command().debug_assert();
    }
}
