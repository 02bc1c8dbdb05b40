//! A player in a game.

use kage_goban::Color;
use kage_phantom::{Player, PlayerError, RefereeRules, Seat, Setup, SightedPlayer};

/// A player in a game. A player that sees the true position is marked `sighted` in every result.
pub enum SeatedPlayer {
    /// Hears what the rules let it hear.
    Blind(Box<dyn Player>),
    /// Sees the true position.
    Sighted(Box<dyn SightedPlayer>),
}

impl SeatedPlayer {
    /// The player's name, with `(sighted)` where it belongs.
    pub fn name(&self) -> String {
        match self {
            SeatedPlayer::Blind(player) => player.name(),
            SeatedPlayer::Sighted(player) => format!("{} (sighted)", player.name()),
        }
    }

    /// A game begins.
    pub(crate) fn begin(
        &mut self,
        rules: &RefereeRules,
        setup: &Setup,
        color: Color,
        seat: &Seat,
    ) -> Result<(), PlayerError> {
        match self {
            SeatedPlayer::Blind(player) => player.begin(seat),
            SeatedPlayer::Sighted(player) => player.begin(rules, setup, color),
        }
    }
}
