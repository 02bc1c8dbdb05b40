//! `kage data`: files of self-play.

mod export;
mod make;
mod merge;
mod show;

use crate::args::Data;
use crate::failure::Failure;
use indicatif::{ProgressBar, ProgressBarIter, ProgressStyle};
use kage_data::{DataError, Reader};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

pub(crate) fn run(options: &Data) -> Result<(), Failure> {
    match options {
        Data::Make(options) => make::run(options),
        Data::Show(options) => show::run(options),
        Data::Export(options) => export::run(options),
        Data::Merge(options) => merge::run(options),
    }
}

/// A data file, read through a progress bar.
pub(crate) type DataFile = Reader<ProgressBarIter<BufReader<File>>>;

/// Opens a file with a progress bar.
pub(crate) fn open(path: &Path) -> Result<(DataFile, ProgressBar), Failure> {
    let fail = |error| Failure::Read(path.to_owned(), error);
    let file = File::open(path).map_err(fail)?;
    let bar = ProgressBar::new(file.metadata().map_err(fail)?.len());
    let style = "{bar:30} {bytes}/{total_bytes}, {elapsed} of {duration}";
    bar.set_style(ProgressStyle::with_template(style).unwrap_or(ProgressStyle::default_bar()));
    let reader = Reader::new(bar.wrap_read(BufReader::new(file)));
    Ok((reader.map_err(|error| failure(path, &error))?, bar))
}

/// The error of a data file, with its path.
pub(crate) fn failure(path: &Path, error: &DataError) -> Failure {
    Failure::Other(format!("{}: {error}", path.display()))
}

/// Tells the user that a file was cut off. It is read up to that place.
pub(crate) fn note_cut(reader: &DataFile, path: &Path) {
    if reader.is_cut() {
        anstream::eprintln!(
            "note: {} was cut off: it is good up to byte {}; the `kage data make` that wrote it \
             continues from there",
            path.display(),
            reader.good_bytes()
        );
    }
}

/// The command line, as it is noted in files.
fn command_line() -> String {
    std::env::args().collect::<Vec<String>>().join(" ")
}
