//! `kage data export`: self-play as arrays for numpy.

use super::{failure, note_cut, open};
use crate::args::{DataExport, Side};
use crate::failure::Failure;
use crate::files;
use kage_data::{Selection, export};
use kage_goban::Color;
use std::io::BufWriter;

pub(crate) fn run(options: &DataExport) -> Result<(), Failure> {
    if options.out.exists() && !options.force {
        return Err(Failure::Exists(options.out.clone()));
    }
    let (mut reader, bar) = open(&options.file)?;
    let selection = Selection {
        side: match options.side {
            Side::Both => None,
            Side::Black => Some(Color::Black),
            Side::White => Some(Color::White),
        },
        every: options.every,
        chance: options.sample,
        seed: options.seed,
        most: options.max_tries.unwrap_or(u64::MAX),
    };
    let exported = files::save_with(&options.out, options.force, |file| {
        let done = export(&mut reader, &selection, BufWriter::new(file));
        done.map(|(_, exported)| exported).map_err(|error| failure(&options.file, &error))
    });
    bar.finish_and_clear();
    note_cut(&reader, &options.file);
    let exported = exported?;
    let (file, tries, games) = (options.out.display(), exported.tries, exported.games);
    anstream::eprintln!("{file}: {tries} tries of {games} games");
    Ok(())
}
