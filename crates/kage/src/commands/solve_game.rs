//! `kage solve-game`: exact values on tiny boards, and certificates of them.

use crate::args::SolveGame;
use crate::failure::Failure;
use crate::render::progress;
use crate::{files, interrupt, machine};
use kage_lab::exact::{Progress, SolveRun, Watch, check, solution_json, solution_text, solve};
use std::path::Path;
use std::sync::atomic::Ordering;

pub(crate) fn run(options: &SolveGame) -> Result<(), Failure> {
    let Some(board) = options.board else {
        return options.check.as_deref().map_or(Ok(()), check_file);
    };
    let config = options.config(board, machine::free_memory());
    let stop = interrupt::stop_on_interrupt();
    let bar = progress::bar(1000, "{bar:30} {msg}, {elapsed}");
    let mut begun = false;
    let mut watch = |progress: Progress| {
        let Progress { cap, iterations, .. } = progress;
        if !std::mem::replace(&mut begun, true) && iterations > 0 {
            anstream::eprintln!("continuing at cap {cap} after {iterations} iterations");
        }
        bar.set_position((1000.0 * progress.share_done(config.target)) as u64);
        bar.set_message(progress.to_string());
        if stop.load(Ordering::Relaxed) { Watch::Stop } else { Watch::Continue }
    };
    let solved = solve(&config, &mut watch)?;
    bar.finish_and_clear();
    if let SolveRun::Stopped { cap, iterations } = solved.run {
        let next = match &config.checkpoint {
            Some(file) => format!("the same command continues from {}", file.display()),
            None => "nothing is kept; --checkpoint FILE would keep it".to_owned(),
        };
        let what = format!("stopped at cap {cap} after {iterations} iterations; {next}");
        return Err(Failure::Other(what));
    }
    if let (Some(file), Some(text)) = (&options.certificate, &solved.certificate) {
        files::save(file, text, options.force)?;
    }
    files::say(&solution_json(&config, &solved.caps), options.json, || {
        solution_text(&config, &solved.caps)
    })
}

fn check_file(path: &Path) -> Result<(), Failure> {
    let text = std::fs::read_to_string(path);
    let text = text.map_err(|error| Failure::Read(path.to_owned(), error))?;
    let checked =
        check(&text).map_err(|error| Failure::Other(format!("{}: {error}", path.display())))?;
    anstream::println!("{checked}");
    if checked.holds() {
        return Ok(());
    }
    Err(Failure::Other(format!("{}: the claimed bounds do not hold", path.display())))
}
