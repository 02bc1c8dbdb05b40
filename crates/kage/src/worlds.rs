//! `kage worlds`: what may be true.
use crate::args::Worlds;
use crate::failure::Failure;
pub(crate) fn run(_: &Worlds) -> Result<(), Failure> {
    Ok(())
}
