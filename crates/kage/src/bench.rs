//! `kage bench`.

use crate::args::Bench;
use crate::failure::Failure;

pub(crate) fn run(options: &Bench) -> Result<(), Failure> {
    let Bench::Playouts(_) = options;
    Ok(())
}
