//! What a tournament shows of one player.

use crate::{Interval, Rating, WinDrawLoss, wilson95};
use kage_goban::ByColor;
use kage_phantom::Refusal;

/// Refused tries, by their true reason.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Refusals([u32; 4]);

impl Refusals {
    /// The number for a reason.
    pub const fn of(&self, reason: Refusal) -> u32 {
        self.0[reason as usize]
    }

    /// The number for all reasons.
    pub fn all(&self) -> u32 {
        self.0.iter().sum()
    }

    /// The share of refusals for another reason than an opponent's stone, with Wilson's 95% interval.
    pub fn not_their_stone(&self) -> Interval {
        wilson95(f64::from(self.all() - self.of(Refusal::OpponentStone)), self.all())
    }

    /// Both together.
    #[must_use]
    pub fn plus(&self, other: &Refusals) -> Refusals {
        Refusals(std::array::from_fn(|reason| self.0[reason] + other.0[reason]))
    }

    pub(super) fn add(&mut self, reason: Refusal) {
        self.0[reason as usize] += 1;
    }
}

/// The share of the opponent's stones that a player was certain of after a move, over its games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct KnownShare {
    /// The number of moves of both sides.
    pub moves: usize,
    /// The number of games that lasted so long, with stones of the opponent on the board.
    pub games: usize,
    /// The mean share.
    pub mean: f64,
    /// The lower quartile.
    pub low: f64,
    /// The upper quartile.
    pub high: f64,
}

/// What a tournament shows of one player.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerStudy {
    /// The rating, if there are ratings.
    pub rating: Option<Rating>,
    /// The games, by colour.
    pub tally: ByColor<WinDrawLoss>,
    /// Games lost by forfeit.
    pub forfeits: u32,
    /// The lead in each counted game.
    pub leads: Vec<f64>,
    /// The moves, passes included.
    pub moves: u64,
    /// The seconds used.
    pub seconds: f64,
    /// The playouts, as the player reports them.
    pub playouts: u64,
    /// The refused tries.
    pub refusals: Refusals,
    /// What the player knew as the games went on; empty for a sighted player.
    pub knowing: Vec<KnownShare>,
}

impl PlayerStudy {
    /// All games.
    pub const fn total(&self) -> WinDrawLoss {
        self.tally.black.plus(&self.tally.white)
    }

    /// A sum divided by the player's moves.
    pub fn per_move(&self, sum: f64) -> f64 {
        sum / self.moves.max(1) as f64
    }
}
