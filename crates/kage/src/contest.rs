//! `kage match`: two players, many games.

use crate::args::{Form, Match as Options};
use crate::failure::Failure;
use crate::files;
use crate::seating;
use indicatif::{ProgressBar, ProgressStyle};
use kage_arena::{Contestant, Invitation, Match, PlayerRow, Progress, Report, Terms, Time};
use kage_gtp::WireLog;
use kage_phantom::{PlayerError, RefereeRules, Setup};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Refused tries a turn and moves a game for each point of the board, where the rules set none:
/// nobody needs more, and a player who never stops must not stop the match.
const TRIES_PER_POINT: u32 = 2;
const MOVES_PER_POINT: u32 = 6;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    for folder in options.sgf_dir.iter().chain(&options.log) {
        std::fs::create_dir_all(folder).map_err(|error| Failure::Write(folder.clone(), error))?;
    }
    let contest = Match {
        contestants: [contestant(&options.first, options)?, contestant(&options.second, options)?],
        terms: terms(options),
        games: options.games,
        seed: options.seed,
        concurrency: options.concurrency,
        store: options.json.clone(),
    };
    let stop = stop_on_interrupt();
    let bar = progress_bar(options.games);
    let mut failed = None;
    let report = contest.run(&stop, |progress| match progress {
        Progress::Resumed(report) => {
            bar.set_position(report.games.len() as u64);
            bar.suspend(|| anstream::eprintln!("going on after {} games", report.games.len()));
        }
        Progress::Void(what) => bar.suspend(|| anstream::eprintln!("void, played again: {what}")),
        Progress::Game(report, row, record) => {
            bar.set_position(report.games.len() as u64);
            bar.set_message(standing(report));
            if let Some(folder) = &options.sgf_dir {
                let path = folder.join(format!("game-{:04}.sgf", row.game + 1));
                let game = contest.transcript(row, record);
                failed = failed.take().or(save(&path, &game).err());
            }
        }
    });
    bar.finish_and_clear();
    let report = report.map_err(|error| Failure::Other(error.to_string()))?;
    show(&report, stop.load(Ordering::Relaxed), options)?;
    failed.map_or(Ok(()), Err)
}

fn save(path: &Path, game: &kage_record::Transcript) -> Result<(), Failure> {
    files::save(path, &files::in_form(game, Form::Sgf, path)?, true)
}

pub(crate) fn terms(options: &Options) -> Terms {
    let mut rules: RefereeRules = options.rules;
    rules.komi = options.komi.unwrap_or(rules.komi);
    let points = options.size.area() as u32;
    rules.limits.tries = rules.limits.tries.or(Some(TRIES_PER_POINT * points));
    rules.limits.moves = rules.limits.moves.or(Some(MOVES_PER_POINT * points));
    let time = match (options.time_per_move, options.clock, rules.clock.main) {
        (Some(seconds), _, _) => Time::PerMove(Duration::from_secs_f64(seconds)),
        (_, Some(minutes), _) => Time::PerGame(Duration::from_secs_f64(60.0 * minutes)),
        (_, _, Some(main)) => Time::PerGame(main),
        _ => Time::Free,
    };
    Terms { rules, setup: Setup::even(options.size), time }
}

/// A player as the command line names him, seated once before the first game to see that he can be.
pub(crate) fn contestant(spec: &str, options: &Options) -> Result<Contestant, Failure> {
    let label = with_budget(spec, options);
    let wire_logs = options.log.clone().filter(|_| seating::is_engine(spec));
    let spec = label.clone();
    let seat = move |to: Invitation| seating::seat(&spec, to.seed, wire_log(&wire_logs, to)?);
    seating::seat(&label, 0, None)?;
    Ok(Contestant { label, seat: Box::new(seat) })
}

/// Where the lines between Kage and an engine are written in a game.
fn wire_log(folder: &Option<PathBuf>, to: Invitation) -> Result<Option<WireLog>, PlayerError> {
    let Some(folder) = folder else { return Ok(None) };
    let color = to.color.to_string().to_ascii_lowercase();
    let path = folder.join(format!("game-{:04}-{color}.log", to.game + 1));
    let fail = |error| PlayerError::House(format!("cannot write {}: {error}", path.display()));
    // A game that was void and is played again goes after the first one.
    let file = File::options().create(true).append(true).open(&path).map_err(fail)?;
    Ok(Some(WireLog::new(file)))
}

/// The spec with the budget of the match, if it searches and has none of its own.
fn with_budget(spec: &str, options: &Options) -> String {
    let (name, own) = spec.split_once(':').unwrap_or((spec, ""));
    // What follows `then=` is another player's.
    let own_options = own.split(',').take_while(|option| !option.starts_with("then="));
    let budgets = ["playouts=", "time=", "bank="];
    let mut own_budgets =
        own_options.filter(|option| budgets.iter().any(|b| option.starts_with(b)));
    if own_budgets.next().is_some() || name == "random" || seating::is_engine(spec) {
        return spec.to_owned();
    }
    let tries = f64::from(TRIES_A_TURN);
    let moves = options.size.area() as f64 / 2.0;
    let budget = match (options.playouts, options.time_per_move, options.clock) {
        (Some(playouts), _, _) => format!("playouts={playouts}"),
        (_, Some(seconds), _) => format!("time={}", seconds / tries),
        (_, _, Some(minutes)) => format!("time={}", 60.0 * minutes / moves / tries),
        _ => return spec.to_owned(),
    };
    // First, because `then` takes all that follows it.
    let rest = if own.is_empty() { String::new() } else { format!(",{own}") };
    format!("{name}:{budget}{rest}")
}

/// Tries a turn that a time a move is divided by; a clock that runs low cuts them short anyway.
const TRIES_A_TURN: u32 = 3;

/// The first Ctrl-C stops the match after what is done; the second one leaves at once.
pub(crate) fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // Without a handler an interrupt just ends the program, and the store still has all games.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    stop
}

pub(crate) fn progress_bar(games: u32) -> ProgressBar {
    let bar = ProgressBar::new(u64::from(games));
    let style = "{bar:30} {pos}/{len} games, {elapsed} of {duration}  {msg}";
    bar.set_style(ProgressStyle::with_template(style).unwrap_or(ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

fn standing(report: &Report) -> String {
    let [first, second] = [&report.players[0], &report.players[1]];
    format!("{}-{}", first.wins, second.wins)
}

fn show(report: &Report, stopped: bool, options: &Options) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{} games: {}", report.games.len(), report.terms)?;
    for row in &report.players {
        writeln!(out, "\n{}", row.player)?;
        write!(out, "{}", describe(row))?;
    }
    for void in &report.voids {
        writeln!(out, "void: {void}")?;
    }
    if report.games.len() < 200 {
        writeln!(out, "\nUnder 200 games this is a hint, not a claim.")?;
    }
    if stopped {
        let again = if options.json.is_some() { "; the same command goes on" } else { "" };
        writeln!(out, "Stopped{again}.")?;
    }
    Ok(())
}

fn describe(row: &PlayerRow) -> String {
    let [low, high] = row.wilson95.map(|rate| 100.0 * rate);
    let mut text = format!(
        "  {} wins ({} as Black, {} as White), {} losses, {} draws: {:.1}%, 95% interval {low:.1} to {high:.1}%\n",
        row.wins,
        row.wins_as_black,
        row.wins_as_white,
        row.losses,
        row.draws,
        100.0 * row.rate
    );
    text += &format!(
        "  mean score {:+.1}, {:.2} refused tries a move, {:.3} s a move\n",
        row.mean_score, row.refused_per_move, row.seconds_per_move
    );
    if row.forfeits + row.voids > 0 {
        text += &format!("  {} forfeits, {} voids\n", row.forfeits, row.voids);
    }
    text
}
