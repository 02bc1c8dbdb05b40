//! Who a word on the command line stands for: a player of our own, or a program.

use kage_arena::Seat;
use kage_gtp::{GtpPlayer, Patience, SauPlayer, SightedGtp, WireLog};
use kage_phantom::{Player, PlayerError};

/// The ways to seat a program, by the word before its command line.
const ENGINES: [&str; 3] = ["gtp:", "sau:", "sighted:"];

/// Does the spec name a program?
pub(crate) fn is_engine(spec: &str) -> bool {
    ENGINES.iter().any(|word| spec.starts_with(word))
}

/// Seats the player that a spec names.
pub(crate) fn seat(spec: &str, seed: u64, log: Option<WireLog>) -> Result<Seat, PlayerError> {
    if let Some(command) = spec.strip_prefix("sighted:") {
        return Ok(Seat::Sighted(Box::new(SightedGtp::start(command, Patience::default(), log)?)));
    }
    if let Some(command) = spec.strip_prefix("gtp:") {
        return Ok(Seat::Blind(Box::new(GtpPlayer::start(command, Patience::default(), log)?)));
    }
    if let Some(command) = spec.strip_prefix("sau:") {
        return Ok(Seat::Blind(Box::new(SauPlayer::start(command, Patience::default(), log)?)));
    }
    ours(spec, seed).map(Seat::Blind)
}

/// Seats a player who must be blind.
pub(crate) fn blind(spec: &str, seed: u64) -> Result<Box<dyn Player>, PlayerError> {
    match seat(spec, seed, None)? {
        Seat::Blind(player) => Ok(player),
        Seat::Sighted(player) => Err(PlayerError::House(format!(
            "{} is told the truth, and cannot sit where only the blind may",
            player.name()
        ))),
    }
}

fn ours(spec: &str, seed: u64) -> Result<Box<dyn Player>, PlayerError> {
    kage_players::seat(spec, seed).map_err(|error| PlayerError::House(error.to_string()))
}
