//! The command line, as plain data.

mod arena;
mod lab;
mod players;
mod table;
mod values;

use clap::{Parser, Subcommand};

pub(crate) use arena::*;
pub(crate) use lab::*;
pub(crate) use players::*;
pub(crate) use table::*;

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
    /// Learn from self-play what a view tells of tries, hidden stones and the result: a small net
    TrainNet(TrainNet),
    /// Have a net play against itself and others, and learn what its tries were worth
    Practise(Practise),
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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Args::command().debug_assert();
    }
}
