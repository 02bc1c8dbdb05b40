//! Points of the players, in all and against each other.

use crate::{Interval, Results, wilson95};

/// One player's part of a tournament.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// The player, by its place in the list of entrants.
    pub entrant: usize,
    /// Its games against all others.
    pub tally: WinDrawLoss,
}

/// One player's games: won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct WinDrawLoss {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl WinDrawLoss {
    /// All games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// A point for a win, a half for a draw.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// Points a game, with the 95% interval.
    pub fn interval(&self) -> Interval {
        wilson95(self.points(), self.games())
    }

    /// Both together.
    #[must_use]
    pub const fn plus(&self, other: &WinDrawLoss) -> WinDrawLoss {
        WinDrawLoss {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }

    /// The same games, as the other side counts them.
    #[must_use]
    pub const fn reversed(&self) -> WinDrawLoss {
        WinDrawLoss { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    pub(crate) fn add(&mut self, side: usize, winner: Option<usize>) {
        match winner {
            None => self.draws += 1,
            Some(winner) if winner == side => self.wins += 1,
            Some(_) => self.losses += 1,
        }
    }
}

impl Results {
    /// The players, the best rate first; equal rates keep the order of the entrants.
    pub fn standings(&self) -> Vec<Standing> {
        let entrants = 0..self.conditions.entrants.len();
        let mut all: Vec<Standing> = entrants
            .map(|entrant| Standing { entrant, tally: self.tally(entrant, None) })
            .collect();
        let rate = |standing: &Standing| standing.tally.interval().rate;
        all.sort_by(|a, b| rate(b).total_cmp(&rate(a)));
        all
    }

    /// A player's games against another, or against all.
    pub fn tally(&self, entrant: usize, opponent: Option<usize>) -> WinDrawLoss {
        let mut tally = WinDrawLoss::default();
        for game in &self.games {
            let players = self.conditions.pairings[game.pairing].players;
            for side in [0, 1] {
                let meets = opponent.is_none_or(|opponent| players[1 - side] == opponent);
                if players[side] == entrant && meets {
                    tally.add(side, game.row.winner);
                }
            }
        }
        tally
    }
}
