//! `kage report`: the report of a tournament.

use crate::args::Report;
use crate::failure::Failure;
use crate::files;
use kage_arena::pages::{Replays, Study, html, markdown};
use kage_arena::{Results, load};
use std::fs;
use std::io::Write;
use std::path::Path;

pub(crate) fn run(options: &Report) -> Result<(), Failure> {
    let results = read(&options.store)?;
    let fail = |error| Failure::Other(format!("{}: {error}", options.store.display()));
    let replays = if options.all_games { Replays::All } else { Replays::WorthSeeing };
    let study = Study::of(&results, replays).map_err(fail)?;
    if let Some(path) = &options.html {
        files::put(path, &html(&study), options.force)?;
    }
    if let Some(path) = &options.markdown {
        files::put(path, &markdown(&study), options.force)?;
    }
    if options.html.is_none() && options.markdown.is_none() {
        anstream::stdout().lock().write_all(markdown(&study).as_bytes())?;
    }
    Ok(())
}

/// A tournament from its folder, or from a file with its results as JSON.
fn read(path: &Path) -> Result<Results, Failure> {
    if path.is_dir() {
        return load(path).map_err(|error| Failure::Other(error.to_string()));
    }
    let bytes = fs::read(path).map_err(|error| Failure::Read(path.to_owned(), error))?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let what = "no tournament's folder and no results as JSON";
        Failure::Other(format!("{}: {what} ({error})", path.display()))
    })
}
