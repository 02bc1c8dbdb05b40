//! The command line, as plain data.

mod arena;
mod bench;
mod data;
mod exact;
mod groups;
mod players;
mod renamed;
mod table;
mod train;
mod values;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;

pub(crate) use arena::*;
pub(crate) use bench::*;
pub(crate) use data::*;
pub(crate) use exact::*;
pub(crate) use players::*;
pub(crate) use renamed::spec_error;
pub(crate) use table::*;
pub(crate) use train::*;

/// Phantom Go: Go in which each player sees only its own stones.
///
/// On its turn a player tries a point. The referee, which sees both sides' stones, answers "legal" or
/// "illegal" and announces captures. After an illegal try the same player tries another point.
///
/// Without a command, Kage opens its table in the browser (`kage serve`).
#[derive(Parser, Debug)]
#[command(name = "kage", version, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const EXAMPLES: &str = "`kage players` lists the players, `kage rules` the rule sets. The strongest player is also named
`kage`: `kage players kage` shows its options. The folder docs/ has a page for each topic.

Examples:
  kage                                                 play in the browser on this computer
  kage play                                            play a game in the terminal
  kage replay suites/games/borsboom-b4.txt --at 20     a recorded game, on three boards
  kage match all-as-first random --playouts 100        two players, many games, with a 95% interval
  kage gtp --player kage:time=1                        a player as a GTP engine
  kage COMMAND --help                                  what a command does, with examples";

impl Args {
    /// Reads the command line. An error comes with a hint if an old name was used.
    pub(crate) fn read(words: &[OsString]) -> Result<Args, (clap::Error, Option<String>)> {
        let mut command = Args::grouped();
        let parsed = command
            .try_get_matches_from_mut(words)
            .and_then(|matches| Args::from_arg_matches(&matches));
        parsed.map_err(|error| {
            let words = words.iter().skip(1).map(|word| word.to_string_lossy().into_owned());
            let hint = renamed::hint(&error, &words.collect::<Vec<_>>());
            (error.format(&mut command), hint)
        })
    }

    /// The command line, with the commands in groups.
    pub(crate) fn grouped() -> clap::Command {
        groups::grouped(Args::command())
    }
}

const GTP_HELP: &str = "Examples:
  kage gtp                                 for any controller: plain GTP, and the PG- commands
  kage gtp --player all-as-first:playouts=1000 --rules common";

const SAU_HELP: &str = "Examples:
  kage sau --player all-as-first:playouts=1000";

const BENCH_HELP: &str = "Examples:
  kage bench playouts --seconds 0.2
  kage bench worlds suites/games/borsboom-b4.txt --moves 20 --seconds 0.02";

const DATA_HELP: &str = "Examples:
  kage data make --player all-as-first:playouts=100 --games 20 --out games.kage
  kage data show games.kage
  kage data export games.kage --out games.npz";

const TRAIN_HELP: &str = "Examples:
  kage train prior games.kage --out weights.toml
  kage train net games.kage --out small.net
  kage train selfplay --games 50000 --out own.net";

const COMPLETIONS_HELP: &str = "Examples:
  kage completions bash > kage.bash
  kage completions zsh > _kage";

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Open the table in the browser: play bots and friends, watch, replay, referee
    Serve(Serve),
    /// Play a game of Phantom Go in the terminal
    Play(Play),
    /// Run a recorded game through the referee and show all three boards
    Replay(Replay),
    /// Turn a game file into the other form: SGF or text
    Convert(Convert),
    /// List the rule sets, or explain each setting of one
    Rules(Rules),
    /// Ask a player what it would do at a moment of a recorded game, and why
    Analyze(Analyze),
    /// Sample worlds, positions that fit what one side has heard, at a moment of a recorded game
    Worlds(Worlds),
    /// Be a GTP engine on standard input and output: plain Go, or Phantom Go with the PG- commands
    #[command(after_help = GTP_HELP)]
    Gtp(Engine),
    /// Be an engine of the student contest protocol on standard input and output
    #[command(after_help = SAU_HELP)]
    Sau(Engine),
    /// Test whether a program is a correct engine
    CheckEngine(CheckEngine),
    /// Let Kage play one side at real boards: you type what the human referee says
    Referee(Referee),
    /// List the players, their options and their sources
    Players(Players),
    /// Play two players against each other, many games
    Match(Match),
    /// Play a tournament from a file, or continue it
    Tournament(Tournament),
    /// Write the report of a tournament: Markdown, or a page with every game to replay
    Report(Report),
    /// Play published experiments again, and compare the results with the published tables
    Reproduce(Reproduce),
    /// Solve tactical problems on a fully visible board: goals, threats, sente
    Solve(Solve),
    /// Find the exact value of Phantom Go on a tiny board, and how to play it
    SolveGame(SolveGame),
    /// Measure speed and the quality of beliefs
    #[command(subcommand, after_help = BENCH_HELP)]
    Bench(Bench),
    /// Make files of self-play, describe, export and merge them
    #[command(subcommand, after_help = DATA_HELP)]
    Data(Data),
    /// Train a prior or a net
    #[command(subcommand, after_help = TRAIN_HELP)]
    Train(Train),
    /// Print the completion script of a shell
    #[command(after_help = COMPLETIONS_HELP)]
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Args::grouped().debug_assert();
    }

    /// The words of an example as a shell would split them, up to a pipe or a redirection.
    fn words(example: &str) -> Vec<String> {
        let mut words = vec![String::new()];
        let mut quoted = false;
        for letter in example.chars() {
            match letter {
                '"' => quoted = !quoted,
                ' ' if !quoted => words.push(String::new()),
                _ => words.last_mut().unwrap().push(letter),
            }
        }
        words.into_iter().take_while(|word| word != ">" && word != "|").collect()
    }

    fn check_examples(command: &clap::Command, path: &str) {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let is_leaf = command.get_subcommands().next().is_none();
        assert!(help.contains("Examples:\n") || !is_leaf, "{path} has no examples");
        let examples = help.split_once("Examples:\n").map_or("", |(_, examples)| examples);
        for line in examples.lines().filter(|line| !line.trim().is_empty()) {
            let example = line.trim().split("  ").next().unwrap();
            if !example.starts_with("kage COMMAND") {
                let parsed = Args::grouped().try_get_matches_from(words(example));
                parsed.unwrap_or_else(|error| panic!("{path}: `{example}`: {error}"));
            }
        }
        for sub in command.get_subcommands() {
            check_examples(sub, &format!("{path} {}", sub.get_name()));
        }
    }

    #[test]
    fn every_example_of_every_help_can_be_parsed() {
        check_examples(&Args::command(), "kage");
    }
}
