//! `kage gtp`: a player of Kage's as a GTP engine.

use crate::args::Engine as Options;
use crate::failure::Failure;
use crate::player_factory::{SeatSpec, sighted};
use kage_gtp::{Engine, Factory, Identity, SightedFactory};
use kage_players::PlayerSpec;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let identity = Identity {
        name: format!("Kage {}", options.player),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let rules = options.rules.unwrap_or_default();
    let mut engine = match SeatSpec::read(&options.player)? {
        SeatSpec::BuiltIn(spec) if spec.is_sighted() => {
            Engine::sighted(identity, sighted_factory(spec, options.seed)?)
        }
        _ => Engine::new(identity, factory(options)?),
    }
    .with_rules(rules);
    engine.serve(std::io::stdin().lock(), std::io::stdout().lock())?;
    Ok(())
}

/// Makes a player for each game, with seeds that follow from the first, so that a session can be
/// repeated.
pub(super) fn factory(options: &Options) -> Result<Factory, Failure> {
    let (spec, seed) = (SeatSpec::read(&options.player)?, options.seed);
    spec.blind(seed)?;
    let mut games = 0_u64;
    Ok(Box::new(move || {
        games += 1;
        spec.blind(seed.wrapping_add(games))
    }))
}

/// The same for a player that sees the board.
fn sighted_factory(spec: PlayerSpec, seed: u64) -> Result<SightedFactory, Failure> {
    sighted(&spec, seed)?;
    let mut games = 0_u64;
    Ok(Box::new(move || {
        games += 1;
        sighted(&spec, seed.wrapping_add(games))
    }))
}
