//! `kage sau`: a player of Kage's as an engine of the student contest.

use super::gtp::factory;
use crate::args::Engine as Options;
use crate::failure::Failure;
use kage_gtp::SauEngine;
use kage_phantom::Preset;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let rules = options.rules.unwrap_or(Preset::Collegiate.rules());
    let mut engine = SauEngine::new("Kage", factory(options)?).with_rules(rules);
    let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
    engine.serve(input, output, std::io::stderr().lock())?;
    Ok(())
}
