//! Who plays a side of a game of self-play.

use super::config::Opponent;
use kage_goban::{ByColor, Color};
use kage_net::{Inference, Side};
use kage_phantom::Player;
use rand::{Rng, RngExt};

/// The nets that play.
pub(super) struct Nets<'a> {
    /// The net that learns.
    pub(super) learner: &'a Inference,
    /// Earlier nets.
    pub(super) league: &'a [Inference],
}

/// Who plays a side.
pub(super) enum LiveSeat {
    /// The net that learns.
    Learner,
    /// An earlier net, by its index.
    Past(usize),
    /// Another player.
    Other(Box<dyn Player>),
}

/// Who plays a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pairing {
    /// The net with itself.
    Itself,
    /// The net, of this colour, with an earlier one.
    League(Color, usize),
    /// The net, of this colour, with another player.
    Opponent(Color, usize),
}

impl Nets<'_> {
    pub(super) fn of(&self, seat: &LiveSeat) -> Option<&Inference> {
        match seat {
            LiveSeat::Learner => Some(self.learner),
            LiveSeat::Past(index) => self.league.get(*index),
            LiveSeat::Other(_) => None,
        }
    }
}

impl Pairing {
    /// Draws who plays.
    pub(super) fn draw(
        [opponents, league]: [f64; 2],
        nets: &Nets<'_>,
        others: &[Opponent],
        random: &mut impl Rng,
    ) -> Pairing {
        let share: f64 = random.random();
        let color = if random.random() { Color::Black } else { Color::White };
        let (many, past) = (others.len(), nets.league.len());
        if share < opponents && many > 0 {
            return Pairing::Opponent(color, random.random_range(0..many));
        }
        if share < opponents + league && past > 0 {
            return Pairing::League(color, random.random_range(0..past));
        }
        Pairing::Itself
    }

    /// What a critic is told of the sides.
    pub(super) fn sides(self) -> ByColor<Side> {
        let (learner, other) = match self {
            Pairing::Itself => return ByColor::default(),
            Pairing::League(color, _) => (color, Side::Past),
            Pairing::Opponent(color, _) => (color, Side::Other),
        };
        ByColor::new(|color| if color == learner { Side::Learner } else { other })
    }
}
