//! `kage bench signature`: what every player chooses at fixed seeds.

use crate::args::BenchSignature;
use crate::failure::Failure;
use crate::render::progress;
use kage_lab::{Instructions, signature_text, signatures, signed};
use std::io::Write;

pub(crate) fn run(options: &BenchSignature) -> Result<(), Failure> {
    Instructions::from(options.instructions).force()?;
    let mut specs = signed()?;
    specs.retain(|spec| options.player.as_ref().is_none_or(|player| spec.name() == player));
    if specs.is_empty() {
        return Err(Failure::Usage(format!(
            "no player is signed as `{}`; `kage players` lists all",
            options.player.as_deref().unwrap_or_default()
        )));
    }
    let bar = progress::bar(specs.len() as u64, "{bar:30} {pos}/{len} players, {elapsed}");
    let threads = usize::from(options.threads);
    let found = signatures(&specs, threads, |done| bar.set_position(done as u64));
    bar.finish_and_clear();
    std::io::stdout().lock().write_all(signature_text(&found?).as_bytes())?;
    Ok(())
}
