//! `kage match`: two players, many games.

use crate::args::{Form, Match as Options};
use crate::failure::Failure;
use crate::player_factory::SeatSpec;
use crate::render::{match_report, progress};
use crate::{files, interrupt};
use indicatif::ProgressBar;
use kage_arena::{Budget, Contestant, Match, MatchEvent, SeatRequest, Sprt, Terms, decide_by};
use kage_gtp::WireLog;
use kage_phantom::{PlayerError, RefereeRules};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    for folder in options.sgf_dir.iter().chain(&options.log) {
        std::fs::create_dir_all(folder).map_err(|error| Failure::Write(folder.clone(), error))?;
    }
    let games = Match {
        contestants: [contestant(&options.first, options)?, contestant(&options.second, options)?],
        terms: terms(options),
        games: options.games,
        seed: options.seed,
        concurrency: options.concurrency,
        store: options.json.clone(),
        decide: sprt(&options.sprt)?.map(decide_by),
    };
    let stop = interrupt::stop_on_interrupt();
    let bar = progress::games(options.games);
    let mut failed = None;
    let report = games.run(&stop, |event| {
        show(&bar, &event);
        if let (MatchEvent::Game(_, row, record), Some(folder)) = (&event, &options.sgf_dir) {
            let path = folder.join(format!("game-{:04}.sgf", row.game + 1));
            let game = games.transcript(row, record);
            failed = failed.take().or(save(&path, &game).err());
        }
    });
    bar.finish_and_clear();
    let mut text = match_report::in_words(&report?);
    if stop.load(Ordering::Relaxed) {
        let again =
            if options.json.is_some() { "; run the same command again to continue" } else { "" };
        text += &format!("Stopped{again}.\n");
    }
    anstream::stdout().lock().write_all(text.as_bytes())?;
    failed.map_or(Ok(()), Err)
}

/// Shows on the terminal what happened.
fn show(bar: &ProgressBar, event: &MatchEvent<'_>) {
    let say = |line: &str| bar.suspend(|| anstream::eprintln!("{line}"));
    match event {
        MatchEvent::Resumed(report) => {
            bar.set_position(report.games.len() as u64);
            say(&format!("going on after {} games", report.games.len()));
        }
        MatchEvent::Void(what) => say(&format!("void, played again: {what}")),
        MatchEvent::Game(report, row, _) => {
            bar.set_position(report.games.len() as u64);
            bar.set_message(match_report::standing(report));
            if let Some(forfeit) = match_report::forfeit(report, row) {
                say(&forfeit);
            }
        }
    }
}

/// The sequential test that `--sprt` names.
fn sprt(values: &[(String, f64)]) -> Result<Option<Sprt>, Failure> {
    if values.is_empty() {
        return Ok(None);
    }
    let (mut elo0, mut elo1, mut alpha, mut beta) = (0.0, None, 0.05, 0.05);
    for (name, value) in values {
        match name.as_str() {
            "elo0" => elo0 = *value,
            "elo1" => elo1 = Some(*value),
            "alpha" => alpha = *value,
            "beta" => beta = *value,
            _ => {
                let what = format!("--sprt has no value `{name}`; it has elo0, elo1, alpha, beta");
                return Err(Failure::Usage(what));
            }
        }
    }
    let Some(elo1) = elo1 else {
        return Err(Failure::Usage("--sprt needs elo1: --sprt elo0=0 elo1=10".to_owned()));
    };
    let test = Sprt::new(elo0, elo1, alpha, beta);
    test.map(Some).map_err(|error| Failure::Usage(format!("--sprt: {error}")))
}

fn save(path: &Path, game: &kage_record::Transcript) -> Result<(), Failure> {
    files::save(path, &files::in_form(game, Form::Sgf, path)?, true)
}

pub(crate) fn terms(options: &Options) -> Terms {
    let mut rules: RefereeRules = options.rules;
    rules.komi = options.komi.unwrap_or(rules.komi);
    budget(options).terms(rules, options.size)
}

fn budget(options: &Options) -> Budget {
    let Options { playouts, time_per_move, clock, .. } = *options;
    Budget { playouts, time_per_move, clock }
}

/// A player as the command line names it. It is seated once before the first game, to find errors
/// early.
pub(crate) fn contestant(spec: &str, options: &Options) -> Result<Contestant, Failure> {
    let spec = SeatSpec::read(spec)?.with_budget(&budget(options));
    let wire_logs = options.log.clone().filter(|_| spec.is_program());
    spec.seat(0, None)?;
    let label = spec.to_string();
    let seat = move |to: SeatRequest| spec.seat(to.seed, wire_log(&wire_logs, to)?);
    Ok(Contestant { label, seat: Box::new(seat) })
}

/// The log of the lines between Kage and an engine in a game.
fn wire_log(folder: &Option<PathBuf>, to: SeatRequest) -> Result<Option<WireLog>, PlayerError> {
    let Some(folder) = folder else { return Ok(None) };
    let color = to.color.to_string().to_ascii_lowercase();
    let path = folder.join(format!("game-{:04}-{color}.log", to.game + 1));
    let fail =
        |error| PlayerError::Infrastructure(format!("cannot write {}: {error}", path.display()));
    // The log of a game that is played again follows that of the void one.
    let file = File::options().create(true).append(true).open(&path).map_err(fail)?;
    Ok(Some(WireLog::new(file)))
}
