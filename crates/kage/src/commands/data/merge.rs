//! `kage data merge`: files of self-play merged into one.

use super::command_line;
use crate::args::DataMerge;
use crate::failure::Failure;
use crate::files;
use std::io::BufWriter;

pub(crate) fn run(options: &DataMerge) -> Result<(), Failure> {
    let (out, command) = (&options.out, command_line());
    let games = files::save_with(out, options.force, |file| {
        kage_data::merge(&options.files, &command, BufWriter::new(file), out)
            .map_err(|error| Failure::Other(error.to_string()))
    })?;
    anstream::eprintln!("{}: {games} games", out.display());
    Ok(())
}
