//! The command line, as plain data.

use crate::prior_name::PriorName;
use clap::{Parser, Subcommand, ValueEnum};
use kage_goban::{BoardSize, Color};
use kage_phantom::RefereeRules;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Phantom Go: Go in the dark, with a referee.
///
/// Each player sees only his own stones. On a turn he proposes a point; the referee, who alone
/// sees all, answers "legal" or "illegal" and announces captures. A refused player tries again.
///
/// Without a command, Kage starts its table in the browser (`kage serve`).
#[derive(Parser, Debug)]
#[command(name = "kage", version, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const EXAMPLES: &str = "Examples:
  kage                                     play in the browser; others can join
  kage serve --listen 0.0.0.0:4747         ... from other machines of the network too
  kage play                                play a game in the terminal
  kage replay suites/games/borsboom-b4.txt what happened, on three boards
  kage replay game.sgf --at 20             ... after move 20
  kage convert game.txt game.sgf           text to SGF; any viewer opens it
  kage analyze g.sgf --seat b --at 29      what a player would do there, and why
  kage worlds g.sgf --seat b --at 30       what may be true, as Black heard it
  kage match all-as-first random           two players, many games
  kage solve suites/threats/ladders.txt    tactical problems, read and proved
  kage tournament cup.toml                 many players; interrupted, it goes on
  kage reproduce borsboom-3.1              a published table, played again
  kage selfplay --player all-as-first:playouts=100 --games 1000 --out games.kage
  kage export games.kage --out games.npz   views, truth and results, for numpy
  kage rules                               the rule sets and what each setting means
  kage bench belief suites/games/*.txt     how near worlds come to the truth
  kage bench playouts                      random games a second on this machine";

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Open the table in the browser: play bots and friends, watch, replay, referee
    Serve(Serve),
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
    /// Play a tournament from a file; run it again and it goes on
    Tournament(Tournament),
    /// Write the report of a tournament: Markdown, or a page with every game to replay
    Report(Report),
    /// Play the experiments of the literature again, beside the published figures
    Reproduce(Reproduce),
    /// Read tactical problems on a visible board: goals, threats, sente
    Solve(Solve),
    /// Measure how fast this machine is
    #[command(subcommand)]
    Bench(Bench),
    /// Play many games and keep every try of them, to learn from
    Selfplay(SelfPlay),
    /// Say what a file of self-play has, or print one game of it
    Data(Data),
    /// Write self-play as arrays for numpy
    Export(Export),
    /// Learn from games how opponents play, to weigh worlds with
    Train(Train),
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
        Command::Serve(Serve::default())
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

const LISTEN: &str = "127.0.0.1:4747";
const RATE: u32 = 50;

impl Default for Serve {
    fn default() -> Serve {
        let listen = SocketAddr::from(([127, 0, 0, 1], 4747));
        Serve { listen, no_open: false, data: None, origin: None, rate: RATE, max_size: None }
    }
}

/// The address of a site: no path behind it.
fn origin(text: &str) -> Result<String, String> {
    let name = text.strip_prefix("https://").or(text.strip_prefix("http://"));
    match name {
        Some(name) if !name.is_empty() && !name.contains(['/', ' ']) => Ok(text.to_owned()),
        _ => Err("an address such as https://go.example.org, with nothing behind it".to_owned()),
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
    /// At least 400 games a pairing
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
}

impl std::fmt::Display for SamplerKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            SamplerKind::Uniform => "uniform",
            SamplerKind::Metaposition => "metaposition",
            SamplerKind::History => "history",
        })
    }
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

fn chance(text: &str) -> Result<f64, String> {
    let chance = text.parse().ok().filter(|chance| (0.0..=1.0).contains(chance));
    chance.ok_or_else(|| "a chance is a number from 0 to 1".to_owned())
}

fn even(text: &str) -> Result<u32, String> {
    let games = text.parse().ok().filter(|games: &u32| *games > 0 && games.is_multiple_of(2));
    games.ok_or_else(|| "games come in pairs with colours swapped: an even number".to_owned())
}

fn setting(text: &str) -> Result<(String, u64), String> {
    let (name, value) = text.split_once('=').ok_or("a value is set as name=number")?;
    let number = value.parse().ok().filter(|number| *number > 0);
    let number = number.ok_or_else(|| format!("`{value}` is not a whole number from 1"))?;
    Ok((name.to_owned(), number))
}

fn positive(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number > 0 && number <= 1_000_000);
    number.ok_or_else(|| "a whole number from 1 to 1000000".to_owned())
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
