//! `kage-bench playouts`.

use std::error::Error;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use kage_goban::BoardSize;
use serde_json::json;

use crate::go_game_board::GoGameBoard;
use crate::kage::Kage;
use crate::measure::{Best, Tally};

/// The mean length of an evenly random game on 9x9, passes included.
const MEAN_PLIES: f64 = 111.06;
/// Games played between two looks at the clock.
const CHUNK: u64 = 4000;

/// How to measure.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Seconds for each side, over all rounds
    #[arg(long, default_value_t = 6.0)]
    seconds: f64,
    /// Rounds, in which the sides take turns; the best one counts
    #[arg(long, default_value_t = 30)]
    rounds: u32,
    /// Kage's threads in a second measurement
    #[arg(long)]
    threads: Option<u64>,
    /// Kage without special instructions
    #[arg(long)]
    portable: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Play this many games once, with no clock: for callgrind
    #[arg(long, value_name = "GAMES")]
    fixed: Option<u64>,
    /// Only one side
    #[arg(long)]
    only: Option<Side>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Side {
    Kage,
    #[value(name = "go_game_board")]
    GoGameBoard,
}

/// Measures, checks and prints.
pub(crate) fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let mut kage = Kage::new(BoardSize::NINE, 1, options.portable);
    let mut other = GoGameBoard::new(1);
    let wanted = |side| options.only.is_none_or(|only| only == side);
    let round = Duration::from_secs_f64(options.seconds / f64::from(options.rounds.max(1)));
    let (mut ours, mut theirs) = (Best::default(), Best::default());
    let rounds = if options.fixed.is_some() { 1 } else { options.rounds.max(1) };
    for _ in 0..rounds {
        if wanted(Side::Kage) {
            let (tally, time) = timed(options.fixed, round, |games| Ok(kage.play(games)?))?;
            ours.add(tally, time);
        }
        if wanted(Side::GoGameBoard) {
            let (tally, time) = timed(options.fixed, round, |games| Ok(other.play(games)))?;
            theirs.add(tally, time);
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
    mut play: impl FnMut(u64) -> Result<Tally, Box<dyn Error>>,
) -> Result<(Tally, Duration), Box<dyn Error>> {
    let start = Instant::now();
    let mut total = Tally::default();
    loop {
        total.add(play(fixed.unwrap_or(CHUNK))?);
        if fixed.is_some() || start.elapsed() >= round {
            return Ok((total, start.elapsed()));
        }
    }
}

/// Kage's playouts a second with one thread and with many, in turns; the best of each.
fn many(threads: u64, options: &Options) -> Result<(f64, f64), Box<dyn Error>> {
    let round = Duration::from_secs_f64(options.seconds / f64::from(options.rounds.max(1)));
    let speed = |threads: u64| -> Result<f64, Box<dyn Error>> {
        let start = Instant::now();
        let work = |thread| {
            let mut kage = Kage::new(BoardSize::NINE, 100 + thread, options.portable);
            let mut games = 0;
            while start.elapsed() < round {
                games += kage.play(CHUNK).map_err(|error| error.to_string())?.games;
            }
            Ok::<u64, String>(games)
        };
        let games: u64 = std::thread::scope(|scope| {
            let all: Vec<_> =
                (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
            all.into_iter()
                .map(|thread| thread.join().map_err(|_| "a thread panicked")?)
                .sum::<Result<u64, String>>()
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

/// Did the side play the game we mean?
fn check(name: &str, total: &Tally) -> Result<(), String> {
    // Six standard errors (a game's length has a standard deviation of 16 or so).
    let slack = 100.0 / (total.games as f64).sqrt() + 0.02;
    let off = total.mean_plies() - MEAN_PLIES;
    if off.abs() > slack {
        let mean = total.mean_plies();
        return Err(format!("{name}: mean length {mean:.2}, not {MEAN_PLIES}: other rules?"));
    }
    Ok(())
}

/// Do the sides agree on the score?
fn check_alike(ours: &Tally, theirs: &Tally) -> Result<(), String> {
    // A game's lead has a standard deviation of some 45 points.
    let slack = 6.0 * 45.0 * (1.0 / ours.games as f64 + 1.0 / theirs.games as f64).sqrt();
    let (a, b) = (ours.mean_lead(), theirs.mean_lead());
    if (a - b).abs() > slack {
        return Err(format!("Black leads by {a:.2} here and by {b:.2} there: other rules?"));
    }
    Ok(())
}

#[allow(clippy::print_stdout)]
fn print(options: &Options, path: &str, ours: &Best, theirs: &Best, threaded: Option<(f64, f64)>) {
    let ratio = ours.speed / theirs.speed;
    if options.json {
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
            "ratio": ratio,
            "path": path,
            "details": { "kage": side(ours), "go_game_board": side(theirs) },
        });
        if let (Some((one, all)), Some(threads)) = (threaded, options.threads) {
            object["threads"] =
                json!({ "count": threads, "one": one, "all": all, "gain": all / one });
        }
        println!("{object:#}");
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
    if ratio.is_finite() && ratio > 0.0 {
        println!("\nratio {ratio:.2}");
    }
    if let (Some((one, all)), Some(threads)) = (threaded, options.threads) {
        println!("{threads} threads: {all:.0} a second, {:.2} times one thread's", all / one);
    }
}
