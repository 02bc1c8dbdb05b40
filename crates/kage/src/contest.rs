//! `kage match`: two players, many games.

use crate::args::{Form, Match as Options};
use crate::failure::Failure;
use crate::{files, interrupt, seating};
use indicatif::{ProgressBar, ProgressStyle};
use kage_arena::{Budget, Contestant, Invitation, Match, PlayerRow, Progress, Report, Terms};
use kage_gtp::WireLog;
use kage_phantom::{PlayerError, RefereeRules};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

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
    let stop = interrupt::stop_on_interrupt();
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

fn terms(options: &Options) -> Terms {
    let mut rules: RefereeRules = options.rules;
    rules.komi = options.komi.unwrap_or(rules.komi);
    budget(options).terms(rules, options.size)
}

fn budget(options: &Options) -> Budget {
    let Options { playouts, time_per_move, clock, .. } = *options;
    Budget { playouts, time_per_move, clock }
}

/// A player as the command line names him, seated once before the first game to see that he can be.
fn contestant(spec: &str, options: &Options) -> Result<Contestant, Failure> {
    let label = seating::with_budget(spec, &budget(options), options.size);
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

fn progress_bar(games: u32) -> ProgressBar {
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
