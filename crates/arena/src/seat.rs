//! A player at the table.

use kage_goban::Color;
use kage_phantom::{Player, PlayerError, RefereeRules, Setup, SightedPlayer, View};

/// A player at the table. The word follows the result everywhere: who was told the truth is
/// called sighted.
pub enum Seat {
    /// Hears what the rules let him hear.
    Blind(Box<dyn Player>),
    /// Is told the truth.
    Sighted(Box<dyn SightedPlayer>),
}

impl Seat {
    /// The player's name, with `(sighted)` where it belongs.
    pub fn name(&self) -> String {
        match self {
            Seat::Blind(player) => player.name(),
            Seat::Sighted(player) => format!("{} (sighted)", player.name()),
        }
    }

    /// A game begins.
    pub(crate) fn begin(
        &mut self,
        rules: &RefereeRules,
        setup: &Setup,
        color: Color,
        view: &View,
    ) -> Result<(), PlayerError> {
        match self {
            Seat::Blind(player) => player.begin(view),
            Seat::Sighted(player) => player.begin(rules, setup, color),
        }
    }
}
