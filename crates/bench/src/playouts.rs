//! `kage-bench playouts`.

use std::fmt;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use kage_goban::BoardSize;
use kage_playout::WrongSize;
use serde_json::{Value, json};

use crate::go_game_board::GoGameBoard;
use crate::kage::{Instructions, Kage};
use crate::measure::{Best, Totals};

/// The mean length of a uniformly random game on 9x9, passes included.
const MEAN_PLIES: f64 = 111.06;
/// Games between two readings of the clock.
const CHUNK: u64 = 4000;

/// Why a run has no result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum BenchError {
    /// The playouts and the world have different sizes.
    Size(WrongSize),
    /// A thread panicked.
    Panicked,
    /// The mean length of a side's games is wrong, so its rules are others.
    Length { side: &'static str, mean: f64 },
    /// The mean scores of Kage and of the other library differ, so their rules do.
    Lead { ours: f64, theirs: f64 },
}

impl fmt::Display for BenchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BenchError::Size(error) => error.fmt(f),
            BenchError::Panicked => f.write_str("a thread panicked"),
            BenchError::Length { side, mean } => {
                write!(f, "{side}: mean length {mean:.2}, not {MEAN_PLIES}: other rules?")
            }
            BenchError::Lead { ours, theirs } => {
                write!(f, "Black leads by {ours:.2} here and by {theirs:.2} there: other rules?")
            }
        }
    }
}

impl std::error::Error for BenchError {}

impl From<WrongSize> for BenchError {
    fn from(error: WrongSize) -> BenchError {
        BenchError::Size(error)
    }
}

/// The options of a run.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Seconds for each side, over all rounds
    #[arg(long, default_value_t = 6.0)]
    seconds: f64,
    /// Rounds in which the sides take turns; the best one counts
    #[arg(long, default_value_t = 30)]
    rounds: u32,
    /// Measure Kage with this many threads too
    #[arg(long)]
    threads: Option<u64>,
    /// Kage with portable code only
    #[arg(long)]
    portable: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Play this many games once, without a clock: for callgrind
    #[arg(long, value_name = "GAMES")]
    fixed: Option<u64>,
    /// Only one side
    #[arg(long)]
    only: Option<Side>,
}

impl Options {
    fn instructions(&self) -> Instructions {
        if self.portable { Instructions::Portable } else { Instructions::Best }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Side {
    Kage,
    #[value(name = "go_game_board")]
    GoGameBoard,
}

/// Measures, checks and prints.
pub(crate) fn run(options: &Options) -> Result<(), BenchError> {
    let mut kage = Kage::new(BoardSize::NINE, 1, options.instructions());
    let mut other = GoGameBoard::new(1);
    let wanted = |side| options.only.is_none_or(|only| only == side);
    let round = Duration::from_secs_f64(options.seconds / f64::from(options.rounds.max(1)));
    let (mut ours, mut theirs) = (Best::default(), Best::default());
    let rounds = if options.fixed.is_some() { 1 } else { options.rounds.max(1) };
    for _ in 0..rounds {
        if wanted(Side::Kage) {
            let (totals, time) = timed(options.fixed, round, |games| Ok(kage.play(games)?))?;
            ours.add(totals, time);
        }
        if wanted(Side::GoGameBoard) {
            let (totals, time) = timed(options.fixed, round, |games| Ok(other.play(games)))?;
            theirs.add(totals, time);
        }
    }
    let sides = [(Side::Kage, "kage", ours), (Side::GoGameBoard, "go_game_board", theirs)];
    for (side, name, best) in sides {
        if wanted(side) {
            check(name, &best.total)?;
        }
    }
    if ours.total.games.min(theirs.total.games) > 0 {
        check_alike(&ours.total, &theirs.total)?;
    }
    let threaded = options.threads.map(|threads| many(threads, options)).transpose()?;
    print(options, &kage.path(), &ours, &theirs, threaded);
    Ok(())
}

/// Plays for a while, or a fixed number of games.
fn timed(
    fixed: Option<u64>,
    round: Duration,
    mut play: impl FnMut(u64) -> Result<Totals, BenchError>,
) -> Result<(Totals, Duration), BenchError> {
    let start = Instant::now();
    let mut total = Totals::default();
    loop {
        total.add(play(fixed.unwrap_or(CHUNK))?);
        if fixed.is_some() || start.elapsed() >= round {
            return Ok((total, start.elapsed()));
        }
    }
}

/// Kage's playouts a second with one thread and with many. They take turns; the best round of each
/// counts.
fn many(threads: u64, options: &Options) -> Result<(f64, f64), BenchError> {
    let round = Duration::from_secs_f64(options.seconds / f64::from(options.rounds.max(1)));
    let speed = |threads: u64| -> Result<f64, BenchError> {
        let start = Instant::now();
        let work = |thread| {
            let mut kage = Kage::new(BoardSize::NINE, 100 + thread, options.instructions());
            let mut games = 0;
            while start.elapsed() < round {
                games += kage.play(CHUNK)?.games;
            }
            Ok::<u64, BenchError>(games)
        };
        let games: u64 = std::thread::scope(|scope| {
            let all: Vec<_> =
                (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
            all.into_iter()
                .map(|thread| thread.join().map_err(|_| BenchError::Panicked)?)
                .sum::<Result<u64, BenchError>>()
        })?;
        Ok(games as f64 / start.elapsed().as_secs_f64())
    };
    let (mut one, mut all) = (0.0_f64, 0.0_f64);
    for _ in 0..options.rounds.max(1) {
        one = one.max(speed(1)?);
        all = all.max(speed(threads)?);
    }
    Ok((one, all))
}

/// Checks that a side plays by the expected rules.
fn check(side: &'static str, total: &Totals) -> Result<(), BenchError> {
    // Six standard errors (a game's length has a standard deviation of 16 or so).
    let slack = 100.0 / (total.games as f64).sqrt() + 0.02;
    let off = total.mean_plies() - MEAN_PLIES;
    if off.abs() > slack {
        return Err(BenchError::Length { side, mean: total.mean_plies() });
    }
    Ok(())
}

/// Checks that both sides have the same mean score.
fn check_alike(ours: &Totals, theirs: &Totals) -> Result<(), BenchError> {
    // A game's lead has a standard deviation of some 45 points.
    let slack = 6.0 * 45.0 * (1.0 / ours.games as f64 + 1.0 / theirs.games as f64).sqrt();
    let (ours, theirs) = (ours.mean_lead(), theirs.mean_lead());
    if (ours - theirs).abs() > slack {
        return Err(BenchError::Lead { ours, theirs });
    }
    Ok(())
}

#[allow(clippy::print_stdout, reason = "the report goes to standard output")]
fn print(options: &Options, path: &str, ours: &Best, theirs: &Best, threaded: Option<(f64, f64)>) {
    let threaded = threaded.zip(options.threads);
    if options.json {
        println!("{:#}", as_json(path, ours, theirs, threaded));
        return;
    }
    println!("9x9, empty board, one thread; playouts a second in the best round\n");
    println!("{:24} {:>12} {:>10} {:>10} {:>12}", "", "playouts/s", "plies", "lead", "games");
    for (name, best) in [(format!("kage ({path})"), ours), ("go_game_board 0.1.1".into(), theirs)] {
        if best.total.games > 0 {
            let Best { speed, total } = best;
            let (plies, lead) = (total.mean_plies(), total.mean_lead());
            println!("{name:24} {speed:>12.0} {plies:>10.2} {lead:>10.2} {:>12}", total.games);
        }
    }
    let ratio = ours.speed / theirs.speed;
    if ratio.is_finite() && ratio > 0.0 {
        println!("\nratio {ratio:.2}");
    }
    if let Some(((one, all), threads)) = threaded {
        println!("{threads} threads: {all:.0} a second, {:.2} times one thread's", all / one);
    }
}

fn as_json(path: &str, ours: &Best, theirs: &Best, threaded: Option<((f64, f64), u64)>) -> Value {
    let side = |best: &Best| {
        json!({
            "games": best.total.games,
            "mean_plies": best.total.mean_plies(),
            "mean_lead": best.total.mean_lead(),
            "capped": best.total.capped,
        })
    };
    let mut object = json!({
        "kage": ours.speed,
        "go_game_board": theirs.speed,
        "ratio": ours.speed / theirs.speed,
        "path": path,
        "details": { "kage": side(ours), "go_game_board": side(theirs) },
    });
    if let Some(((one, all), threads)) = threaded {
        object["threads"] = json!({ "count": threads, "one": one, "all": all, "gain": all / one });
    }
    object
}
