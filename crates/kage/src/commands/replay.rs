//! `kage replay`: a recorded game through the referee, on three boards.

use crate::args::Replay;
use crate::failure::Failure;
use crate::files;
use crate::render::replay::{Frame, Shown, boards_and_turns, heading, summary};
use crate::render::replay_json::ReplayReport;
use kage_record::replay_with_views;
use std::io::Write;

pub(crate) fn run(options: &Replay) -> Result<(), Failure> {
    let (game, _) = files::load(&options.file, options.game)?;
    let mut frames = Vec::new();
    let record = replay_with_views(&game, |moment| frames.push(Frame::of(&moment)))
        .map_err(|error| Failure::Impossible(options.file.clone(), error))?;
    let mut out = anstream::stdout().lock();
    if options.json {
        files::write_json(&mut out, &ReplayReport::of(&record))?;
        return Ok(());
    }
    let moves = record.turns().len();
    if let Some(wanted) = options.at.filter(|&at| at > moves) {
        return Err(Failure::NoSuchMove { file: options.file.clone(), wanted, moves });
    }
    let shown = match (options.all, options.at) {
        (true, _) => Shown::AfterEveryMove,
        (false, at) => Shown::AfterMove(at.unwrap_or(moves)),
    };
    write!(out, "{}{}", heading(&game), boards_and_turns(&record, &frames, shown))?;
    if options.at.is_none() {
        write!(out, "{}", summary(&game, &record))?;
    }
    Ok(())
}
