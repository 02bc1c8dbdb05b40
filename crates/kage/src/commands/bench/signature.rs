//! `kage bench signature`: what every player chooses at fixed seeds.

use crate::args::BenchSignature;
use crate::failure::Failure;
use crate::render::progress;
use kage_lab::{Instructions, SIGNED, signature_text, signatures};
use std::io::Write;

pub(crate) fn run(options: &BenchSignature) -> Result<(), Failure> {
    Instructions::from(options.instructions).force()?;
    let named = |spec: &&str| match &options.player {
        Some(player) => spec.split(':').next() == Some(player),
        None => true,
    };
    let specs: Vec<&str> = SIGNED.into_iter().filter(named).collect();
    if specs.is_empty() {
        return Err(Failure::Usage(format!(
            "no player is signed as `{}`; `kage players` lists all",
            options.player.as_deref().unwrap_or_default()
        )));
    }
    let bar = progress::bar(specs.len() as u64, "{bar:30} {pos}/{len} players, {elapsed}");
    let signed =
        signatures(&specs, usize::from(options.threads), |done| bar.set_position(done as u64));
    bar.finish_and_clear();
    std::io::stdout().lock().write_all(signature_text(&signed?).as_bytes())?;
    Ok(())
}
