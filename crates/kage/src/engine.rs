//! `kage gtp`, `kage sau` and `kage check-engine`: Kage as an engine, and others tested as one.

use crate::args::{CheckEngine, Engine as Options};
use crate::failure::Failure;
use crate::seating;
use kage_gtp::{Engine, Factory, Identity, Patience, SauEngine, SightedFactory, check_engine};
use kage_phantom::Preset;
use std::io::Write;

pub(crate) fn gtp(options: &Options) -> Result<(), Failure> {
    let identity = Identity {
        name: format!("Kage {}", options.player),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let rules = options.rules.unwrap_or_default();
    let mut engine = match kage_players::is_sighted(&options.player) {
        true => Engine::sighted(identity, sighted_factory(options)?),
        false => Engine::new(identity, factory(options)?),
    }
    .with_rules(rules);
    engine.serve(std::io::stdin().lock(), std::io::stdout().lock())?;
    Ok(())
}

pub(crate) fn sau(options: &Options) -> Result<(), Failure> {
    let rules = options.rules.unwrap_or(Preset::Collegiate.rules());
    let mut engine = SauEngine::new("Kage", factory(options)?).with_rules(rules);
    let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
    engine.serve(input, output, std::io::stderr().lock())?;
    Ok(())
}

/// Makes a player for each game, with seeds that follow from the first, so that a session can be
/// repeated.
fn factory(options: &Options) -> Result<Factory, Failure> {
    let (spec, seed) = (options.player.clone(), options.seed);
    seating::blind(&spec, seed)?;
    let mut games = 0_u64;
    Ok(Box::new(move || {
        games += 1;
        seating::blind(&spec, seed.wrapping_add(games))
    }))
}

/// The same for a player who sees the board.
fn sighted_factory(options: &Options) -> Result<SightedFactory, Failure> {
    let (spec, seed) = (options.player.clone(), options.seed);
    seating::ours_sighted(&spec, seed)?;
    let mut games = 0_u64;
    Ok(Box::new(move || {
        games += 1;
        seating::ours_sighted(&spec, seed.wrapping_add(games))
    }))
}

pub(crate) fn check(options: &CheckEngine) -> Result<(), Failure> {
    let report = check_engine(&options.command, Patience::default());
    write!(anstream::stdout(), "{report}")?;
    if report.passed() {
        return Ok(());
    }
    Err(Failure::Other(format!("`{}` does not pass", options.command)))
}
