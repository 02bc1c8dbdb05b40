//! Who a word on the command line stands for: a player of our own, or a program.

use kage_arena::{Budget, Seat};
use kage_goban::BoardSize;
use kage_gtp::{GtpPlayer, Patience, SauPlayer, SightedGtp, WireLog};
use kage_phantom::{Player, PlayerError, SightedPlayer};

/// The ways to seat a program, by the word before its command line.
const ENGINES: [&str; 3] = ["gtp:", "sau:", "sighted:"];

/// Tries a turn that a time a move is divided by; a clock that runs low cuts them short anyway.
const TRIES_A_TURN: u32 = 3;

/// Does the spec name a program?
pub(crate) fn is_engine(spec: &str) -> bool {
    ENGINES.iter().any(|word| spec.starts_with(word))
}

/// Does it name someone who is told the truth?
pub(crate) fn is_sighted(spec: &str) -> bool {
    spec.starts_with("sighted:") || kage_players::is_sighted(spec)
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
    if kage_players::is_sighted(spec) {
        return ours_sighted(spec, seed).map(Seat::Sighted);
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

/// Seats a player of our own who sees the board.
pub(crate) fn ours_sighted(spec: &str, seed: u64) -> Result<Box<dyn SightedPlayer>, PlayerError> {
    let seated = kage_players::seat_sighted(spec, seed);
    seated.map_err(|error| PlayerError::House(error.to_string()))
}

/// The spec with the budget of the games, if it searches and has none of its own.
pub(crate) fn with_budget(spec: &str, budget: &Budget, size: BoardSize) -> String {
    let (name, own) = spec.split_once(':').unwrap_or((spec, ""));
    // What follows `then=` is another player's.
    let own_options = own.split(',').take_while(|option| !option.starts_with("then="));
    let budgets = ["playouts=", "time=", "bank="];
    let mut own_budgets =
        own_options.filter(|option| budgets.iter().any(|b| option.starts_with(b)));
    let entry = kage_players::CATALOGUE.iter().find(|entry| entry.name == name);
    let spends = entry.is_some_and(|entry| entry.options.iter().any(|o| o.name == "playouts"));
    if own_budgets.next().is_some() || !spends {
        return spec.to_owned();
    }
    let tries = f64::from(TRIES_A_TURN);
    let moves = size.area() as f64 / 2.0;
    let budget = match (budget.playouts, budget.time_per_move, budget.clock) {
        (Some(playouts), _, _) => format!("playouts={playouts}"),
        (_, Some(seconds), _) => format!("time={}", seconds / tries),
        (_, _, Some(minutes)) => format!("time={}", 60.0 * minutes / moves / tries),
        _ => return spec.to_owned(),
    };
    // First, because `then` takes all that follows it.
    let rest = if own.is_empty() { String::new() } else { format!(",{own}") };
    format!("{name}:{budget}{rest}")
}
