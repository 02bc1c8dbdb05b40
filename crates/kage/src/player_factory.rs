//! The player that a spec on the command line names: a built-in one, or a program.

use crate::args::spec_error;
use kage_arena::{Budget, SeatedPlayer};
use kage_gtp::{GtpPlayer, SauPlayer, SightedGtp, Timeouts, WireLog};
use kage_phantom::{Player, PlayerError, SightedPlayer};
use kage_players::PlayerSpec;

/// The ways to seat a program, by the word before its command line.
const ENGINES: [&str; 3] = ["gtp:", "sau:", "sighted:"];

/// The time of a turn is divided by this number of tries. When it runs low, tries are shorter.
const TRIES_A_TURN: u32 = 3;

/// Does the spec name a program?
pub(crate) fn is_engine(spec: &str) -> bool {
    ENGINES.iter().any(|word| spec.starts_with(word))
}

/// Does it name a player that is told the true position?
pub(crate) fn is_sighted(spec: &str) -> bool {
    spec.starts_with("sighted:") || kage_players::is_sighted(spec)
}

/// Seats the player that a spec names.
pub(crate) fn seat(
    spec: &str,
    seed: u64,
    log: Option<WireLog>,
) -> Result<SeatedPlayer, PlayerError> {
    if let Some(command) = spec.strip_prefix("sighted:") {
        return Ok(SeatedPlayer::Sighted(Box::new(SightedGtp::start(
            command,
            Timeouts::default(),
            log,
        )?)));
    }
    if let Some(command) = spec.strip_prefix("gtp:") {
        return Ok(SeatedPlayer::Blind(Box::new(GtpPlayer::start(
            command,
            Timeouts::default(),
            log,
        )?)));
    }
    if let Some(command) = spec.strip_prefix("sau:") {
        return Ok(SeatedPlayer::Blind(Box::new(SauPlayer::start(
            command,
            Timeouts::default(),
            log,
        )?)));
    }
    if kage_players::is_sighted(spec) {
        return ours_sighted(spec, seed).map(SeatedPlayer::Sighted);
    }
    ours(spec, seed).map(SeatedPlayer::Blind)
}

/// Seats a player that must be blind.
pub(crate) fn blind(spec: &str, seed: u64) -> Result<Box<dyn Player>, PlayerError> {
    let sighted = || {
        PlayerError::Infrastructure(format!(
            "`{spec}` sees the whole board, and this seat is for players that do not"
        ))
    };
    if is_sighted(spec) {
        return Err(sighted());
    }
    match seat(spec, seed, None)? {
        SeatedPlayer::Blind(player) => Ok(player),
        SeatedPlayer::Sighted(_) => Err(sighted()),
    }
}

fn ours(spec: &str, seed: u64) -> Result<Box<dyn Player>, PlayerError> {
    kage_players::seat(spec, seed).map_err(|error| PlayerError::Infrastructure(spec_error(&error)))
}

/// Seats a built-in player that sees the board.
pub(crate) fn ours_sighted(spec: &str, seed: u64) -> Result<Box<dyn SightedPlayer>, PlayerError> {
    let seated = kage_players::seat_sighted(spec, seed);
    seated.map_err(|error| PlayerError::Infrastructure(spec_error(&error)))
}

/// The spec with the budget of the games, if it searches and has none of its own. A clock for the whole
/// game needs no option: the player is told the time that is left and takes its share.
pub(crate) fn with_budget(spec: &str, budget: &Budget) -> String {
    // Another kind of spec, such as an engine's command line, has no such budget.
    let Ok(player) = spec.parse::<PlayerSpec>() else { return spec.to_owned() };
    let entry = player.entry();
    let spends = entry.is_ok_and(|entry| entry.options.iter().any(|o| o.name == "playouts"));
    if !spends
        || ["playouts", "time", "bank", "clock"].iter().any(|name| player.option(name).is_some())
    {
        return spec.to_owned();
    }
    let tries = f64::from(TRIES_A_TURN);
    let (option, value) = match (budget.playouts, budget.time_per_move) {
        (Some(playouts), _) => ("playouts", playouts.to_string()),
        (_, Some(seconds)) => ("time", (seconds / tries).to_string()),
        (None, None) => return spec.to_owned(),
    };
    player.with_default(option, &value).to_string()
}
