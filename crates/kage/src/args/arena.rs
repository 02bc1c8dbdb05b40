//! Many games.

use super::values::{board_size, even, minutes, number, seconds, setting};
use kage_goban::BoardSize;
use kage_lab::Effort;
use kage_phantom::RefereeRules;
use std::path::PathBuf;

const MATCH_HELP: &str = r#"A player is a spec such as all-as-first:playouts=2000 (see `kage players`). An engine is
gtp:COMMAND or sau:COMMAND, or sighted:COMMAND if it is told the true position. Colours alternate.
The result is the win rate of the first player with Wilson's 95% interval.

Games 1 and 2 have one seed, games 3 and 4 the next, and so on; each player gets its own from it.
With --json the match is stored after each game: interrupt it at any time with Ctrl-C, and run the
same command again to continue.

Examples:
  kage match all-as-first random --playouts 100 --games 4
  kage match kage all-as-first --time-per-move 1 --games 200 --json match.json
  kage match all-as-first random --playouts 100 --games 4 --rules "common komi=7.5"
  kage match all-as-first random --playouts 100 --sprt elo0=0 elo1=100 --size 7
  kage match "gtp:python3 examples/phantom_bot.py" random --games 10 --sgf-dir games"#;

/// `kage match`
#[derive(clap::Args, Debug)]
#[command(after_help = MATCH_HELP)]
pub(crate) struct Match {
    /// The first player
    pub(crate) first: String,
    /// The second player
    pub(crate) second: String,
    /// The number of games; with an even number both play each colour equally often
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
    /// Seconds for each turn, all its tries together. A player that takes longer forfeits. A built-in player
    /// without a budget in its spec uses a part of this time for each try
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with = "clock")]
    pub(crate) time_per_move: Option<f64>,
    /// Minutes of each side for the whole game. A player that takes longer forfeits. A built-in player
    /// without a budget in its spec takes a twentieth of the time left for each try (option `clock`)
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
    /// Write what was sent to and received from each engine here, one file for each game
    #[arg(long, value_name = "DIR")]
    pub(crate) log: Option<PathBuf>,
    /// Stop when a sequential test has decided between two Elo differences, after --games at the latest.
    /// alpha and beta, the chances of a wrong result, are 0.05 unless given
    #[arg(long, num_args = 1..=4, value_name = "VALUE=X", value_parser = number)]
    pub(crate) sprt: Vec<(String, f64)>,
    /// The seed of the match
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Store the match in this file; if the file exists, continue that match
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
}

const TOURNAMENT_HELP: &str = r"Interrupt it at any time with Ctrl-C, and run the same command again to continue. A larger `games`
makes it longer. docs/tournaments.md explains the file.
Exit codes: 0 played or interrupted, 1 failed (also if a pairing stopped), 2 an error in the file.

Examples:
  kage tournament --example > cup.toml     a file to start from
  kage tournament cup.toml                 play it; the games go to the folder cup.kage";

/// `kage tournament`
#[derive(clap::Args, Debug)]
#[command(after_help = TOURNAMENT_HELP)]
pub(crate) struct Tournament {
    /// The tournament's TOML file
    #[arg(required_unless_present = "example")]
    pub(crate) file: Option<PathBuf>,
    /// Print one JSON object at the end instead of tables
    #[arg(long)]
    pub(crate) json: bool,
    /// Print an example of such a file, and exit
    #[arg(long, conflicts_with_all = ["file", "json"])]
    pub(crate) example: bool,
}

const REPRODUCE_HELP: &str = r"The folder also gets NAME.md, with the table and the report, and NAME.html, with all games to replay.
The table names the rules, the budgets, the seed and the number of games, so that it can be cited.
Interrupt it at any time with Ctrl-C, and run the same command again to continue.

With --compact only results are kept, a few bytes a game, one file for each experiment, scale and value. A
run goes on from these files alone, also on another machine. --page makes a page of them.

Examples:
  kage reproduce                                list the experiments
  kage reproduce borsboom-3.1                   one, in minutes
  kage reproduce borsboom-3. --scale small      all Borsboom tables at small budgets
  kage reproduce borsboom-3.7 --set bank=600000 --set uct=600000
  kage reproduce borsboom-3. --scale full --compact runs/published --hours 40 --close 200
  kage reproduce --compact suites/published --page docs/published.md";

/// `kage reproduce`
#[derive(clap::Args, Debug)]
#[command(after_help = REPRODUCE_HELP)]
pub(crate) struct Reproduce {
    /// The experiments to play, in this order; without a name all are listed with their games. A name that ends in `-` or `.` means all that begin so
    pub(crate) names: Vec<String>,
    /// The budgets and the number of games: quick (in minutes), small (in hours) or full (the published ones, in days)
    #[arg(long, default_value = "quick", value_parser = str::parse::<Effort>)]
    pub(crate) scale: Effort,
    /// Games a pairing instead, an even number
    #[arg(long, value_name = "N", value_parser = even)]
    pub(crate) games: Option<u32>,
    /// Change a budget value of the experiment, such as bank=100000
    #[arg(long, value_name = "VALUE=N", value_parser = setting)]
    pub(crate) set: Vec<(String, u64)>,
    /// The folder for stores and reports
    #[arg(long, value_name = "DIR", default_value = "reproduced")]
    pub(crate) out: PathBuf,
    /// Keep results alone, in this folder; one game at a time
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "json", "concurrency"])]
    pub(crate) compact: Option<PathBuf>,
    /// With --compact, stop when the games in the folder have taken N hours in all
    #[arg(long, value_name = "HOURS", requires = "compact")]
    pub(crate) hours: Option<f64>,
    /// With --compact, so many games for pairings whose result is close after the games of the scale: undecided, or p from 0.01 to 0.2
    #[arg(long, value_name = "N", requires = "compact", value_parser = even)]
    pub(crate) close: Option<u32>,
    /// Make a page of the results in the folder of --compact, and pictures in images/published beside it; plays nothing
    #[arg(long, value_name = "FILE", requires = "compact", conflicts_with = "names")]
    pub(crate) page: Option<PathBuf>,
    /// Games at once
    #[arg(long, default_value = "2", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) concurrency: u32,
    /// The seed
    #[arg(long, default_value = "1", value_name = "N")]
    pub(crate) seed: u64,
    /// Print JSON instead of tables
    #[arg(long)]
    pub(crate) json: bool,
}

const REPORT_HELP: &str = r"Without --html and --markdown the Markdown goes to standard output. The page needs no other file and
no network. Of more than 200 games it replays the 200 most worth seeing: forfeits, and the closest, the
longest and the shortest.

Examples:
  kage report cup.kage                     Markdown on standard output
  kage report cup.kage --html cup.html     a page with games to replay";

/// `kage report`
#[derive(clap::Args, Debug)]
#[command(after_help = REPORT_HELP)]
pub(crate) struct Report {
    /// The folder of a tournament (see `kage tournament`), or a file with its results as JSON
    pub(crate) store: PathBuf,
    /// Write the page here; - is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Write the Markdown here; - is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) markdown: Option<PathBuf>,
    /// Replay every game in the page, however large it gets (some 3 kB a game)
    #[arg(long)]
    pub(crate) all_games: bool,
    /// Replace these files if they exist
    #[arg(long)]
    pub(crate) force: bool,
}
