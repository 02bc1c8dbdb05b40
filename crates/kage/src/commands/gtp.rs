//! `kage gtp`: a player of Kage's as a GTP engine.

use crate::args::Engine as Options;
use crate::failure::Failure;
use crate::player_factory;
use kage_gtp::{Engine, Factory, Identity, SightedFactory};

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
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

/// Makes a player for each game, with seeds that follow from the first, so that a session can be
/// repeated.
pub(super) fn factory(options: &Options) -> Result<Factory, Failure> {
    let (spec, seed) = (options.player.clone(), options.seed);
    player_factory::blind(&spec, seed)?;
    let mut games = 0_u64;
    Ok(Box::new(move || {
        games += 1;
        player_factory::blind(&spec, seed.wrapping_add(games))
    }))
}

/// The same for a player that sees the board.
fn sighted_factory(options: &Options) -> Result<SightedFactory, Failure> {
    let (spec, seed) = (options.player.clone(), options.seed);
    player_factory::ours_sighted(&spec, seed)?;
    let mut games = 0_u64;
    Ok(Box::new(move || {
        games += 1;
        player_factory::ours_sighted(&spec, seed.wrapping_add(games))
    }))
}
