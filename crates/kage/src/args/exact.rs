//! Exact values on tiny boards.

use super::values::{positive, rate, seconds};
use kage_goban::Komi;
use kage_lab::exact::{Certificate, GameConfig, Shape, SolveConfig, Solver, Tries, Worth};
use kage_phantom::RefereeRules;
use std::path::PathBuf;
use std::time::Duration;

const SOLVE_GAME_HELP: &str = r#"The value is what the game is worth to Black if both sides play as well as possible: 1 is a certain win,
-1 a certain loss. The game is counted as it stands after --cap accepted moves. docs/exact.md says what is
solved, how, and what came out.

Examples:
  kage solve-game 2x2 --rules borsboom --komi 0.5
  kage solve-game 2x3 --rules hamburg --komi 0.5 --cap 8 --checkpoint run.exact
  kage solve-game 2x2 --rules "borsboom try-limit=3" --komi 0.5 --cap 6 --tries all --json
  kage solve-game 2x2 --komi 0.5 --cap 8 --solver lp
  kage solve-game 2x2 --komi 0.5 --cap 8 --certificate 2x2.cert
  kage solve-game --check 2x2.cert"#;

/// `kage solve-game`
#[derive(clap::Args, Debug)]
#[command(after_help = SOLVE_GAME_HELP)]
pub(crate) struct SolveGame {
    /// The board: rows x columns, at most nine points
    #[arg(value_name = "BOARD", required_unless_present = "check")]
    pub(crate) board: Option<Shape>,
    /// Rules: a preset, then settings (see `kage rules`)
    #[arg(long, default_value = "borsboom", value_name = "RULES")]
    pub(crate) rules: RefereeRules,
    /// Komi, instead of that of the rules
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub(crate) komi: Option<Komi>,
    /// The most accepted moves of a game; by default 12 on 2x2, 8 on 2x3, 6 on 3x3
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=60))]
    pub(crate) cap: Option<u8>,
    /// How many caps to solve, up to that one
    #[arg(long, default_value = "3", value_name = "N", value_parser = clap::value_parser!(u8).range(1..=60))]
    caps: u8,
    /// The tries that the game has: useful (points that may be legal, as far as the player can know),
    /// fresh (points without an own stone, not refused in this turn), or all (needs a try-limit)
    #[arg(long, default_value = "useful", value_name = "NAME")]
    tries: Tries,
    /// What a game is worth: its result (1, 0 or -1), or Black's lead in points
    #[arg(long, default_value = "result", value_name = "NAME")]
    worth: Worth,
    /// The method: cfr (counterfactual regrets, PCFR+) or lp (a linear program, slow on large games)
    #[arg(long, default_value = "cfr", value_name = "NAME")]
    solver: Solver,
    /// Stop when the bounds of the value are this close
    #[arg(long, default_value = "0.0001", value_name = "X", value_parser = rate)]
    target: f32,
    /// The gigabytes that may be used; by default four fifths of what is free
    #[arg(long, value_name = "GB", value_parser = positive)]
    memory: Option<usize>,
    /// A file to save the run in; the same command resumes from it
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// How often it is saved
    #[arg(long, default_value = "30", value_name = "S", value_parser = seconds)]
    save_every: f64,
    /// Write both strategies at the largest cap
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Replace that file if there is one
    #[arg(long)]
    pub(crate) force: bool,
    /// Check a certificate instead, by slow means that share no code with the solver
    #[arg(long, value_name = "FILE", exclusive = true)]
    pub(crate) check: Option<PathBuf>,
    /// Print one JSON object instead
    #[arg(long)]
    pub(crate) json: bool,
}

impl SolveGame {
    /// How the game on this board is solved, if so many bytes are free.
    pub(crate) fn config(&self, shape: Shape, free: u64) -> SolveConfig {
        let komi = self.komi.unwrap_or(self.rules.komi);
        let game = GameConfig {
            shape,
            rules: RefereeRules { komi, ..self.rules },
            cap: self.cap.unwrap_or(match shape.points() {
                ..=4 => 12,
                5..=6 => 8,
                _ => 6,
            }),
            tries: self.tries,
            worth: self.worth,
        };
        let certificate = match self.certificate {
            Some(_) => Certificate::Written,
            None => Certificate::Omitted,
        };
        SolveConfig {
            game,
            caps: self.caps,
            solver: self.solver,
            target: f64::from(self.target),
            memory: self.memory.map_or(free / 5 * 4, |gigabytes| gigabytes as u64 * 1_000_000_000),
            certificate,
            checkpoint: self.checkpoint.clone(),
            save_every: Duration::from_secs_f64(self.save_every),
        }
    }
}
