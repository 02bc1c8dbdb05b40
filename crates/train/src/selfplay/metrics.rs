//! What is written about each update.

use super::actor::FinishedGame;
use super::config::Opponent;
use super::seats::Pairing;
use kage_goban::Color;
use kage_net::Losses;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Points of some games.
#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize, Debug)]
pub struct Points {
    /// Points: 1 for a win, a half for a game without a winner.
    pub won: f64,
    /// Games.
    pub games: u32,
}

/// What is written about an update, as one line of JSON.
#[derive(Clone, Default, PartialEq, Serialize, Deserialize, Debug)]
pub struct UpdateMetrics {
    /// Games of the run so far.
    pub games: u64,
    /// Tries of the net in the games of this update, and those that it learned from.
    pub tries: u64,
    /// Tries that were learned from.
    pub learned: u64,
    /// Moves a game.
    pub moves: f64,
    /// The share of games that Black won.
    pub black: f64,
    /// The mean entropy of choices, in nats.
    pub entropy: f64,
    /// How far choices moved in the update, in nats.
    pub moved: f64,
    /// The distance from the older net, in nats.
    pub anchor: f64,
    /// The share of choices that moved as far as the clip allows.
    pub clipped: f64,
    /// The mean norm of the gradients.
    pub norm: f64,
    /// The spread of advantages before they are normalized.
    pub spread: f64,
    /// The share of the variance of returns that the critic explains.
    pub explained: f64,
    /// The loss of the net: hidden stones, in nats a point.
    pub hidden: f64,
    /// The owner of points.
    pub owner: f64,
    /// The opponent's next stone, in nats.
    pub next: f64,
    /// The result, in nats.
    pub win: f64,
    /// The loss of the critic: the result, in nats.
    pub critic_win: f64,
    /// The owner of points.
    pub critic_owner: f64,
    /// The learning rate.
    pub rate: f32,
    /// Points against opponents, by their name; the league is one.
    pub opponents: BTreeMap<String, Points>,
    /// Points against the yardsticks, if they were played.
    pub yardsticks: BTreeMap<String, Points>,
}

impl UpdateMetrics {
    /// Adds the losses of the net.
    pub(super) fn of_net(&mut self, losses: &Losses) {
        self.entropy = losses.entropy.mean();
        self.moved = losses.moved.mean();
        self.anchor = losses.anchor.mean();
        self.clipped = losses.clipped.mean();
        self.hidden = losses.hidden.mean();
        self.owner = losses.owner.mean();
        self.next = losses.next.mean();
        self.win = losses.win.mean();
    }

    /// Adds what was counted of other games.
    pub(super) fn add_games(&mut self, other: UpdateMetrics) {
        self.tries += other.tries;
        self.moves += other.moves;
        self.black += other.black;
        for (label, points) in other.opponents {
            let met = self.opponents.entry(label).or_default();
            met.won += points.won;
            met.games += points.games;
        }
    }

    /// Adds the result of a game.
    pub(super) fn of_game(&mut self, game: &FinishedGame, opponents: &[Opponent]) {
        let outcome = game.record.outcome();
        let points = |side: Color| match outcome.winner {
            None => 0.5,
            Some(winner) => f64::from(u8::from(winner == side)),
        };
        self.tries += game.tries.len() as u64;
        self.moves += game.turns.len() as f64;
        self.black += points(Color::Black);
        let (label, color) = match game.pairing {
            Pairing::Itself => return,
            Pairing::League(color, _) => ("the league".to_owned(), color),
            Pairing::Opponent(color, index) => (opponents[index].label.clone(), color),
        };
        let met = self.opponents.entry(label).or_default();
        met.won += points(color);
        met.games += 1;
    }
}

/// How much of the variance of returns is explained by what was expected.
pub(super) fn explained_variance(expected: &[(f32, f32)]) -> f64 {
    let count = expected.len().max(1) as f64;
    let variance = |values: &dyn Fn(&(f32, f32)) -> f64| {
        let mean = expected.iter().map(values).sum::<f64>() / count;
        expected.iter().map(|pair| (values(pair) - mean).powi(2)).sum::<f64>() / count
    };
    let of_returns = variance(&|(_, came)| f64::from(*came));
    1.0 - variance(&|(expected, came)| f64::from(came - expected)) / of_returns.max(1e-12)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explained_is_what_is_not_left_over() {
        assert!((explained_variance(&[(0.0, 0.0), (1.0, 1.0)]) - 1.0).abs() < 1e-9);
        assert!(explained_variance(&[(0.5, 0.0), (0.5, 1.0)]).abs() < 1e-9);
        assert!(explained_variance(&[(1.0, 0.0), (0.0, 1.0)]) < -2.9);
    }
}
