//! A summary of a tournament.

use crate::Results;
use serde_json::{Value, json};

impl Results {
    /// The tournament without its single games, as JSON.
    pub fn summary(&self) -> Value {
        let conditions = &self.conditions;
        let standings = self.standings().into_iter().map(|standing| {
            let (tally, interval) = (standing.tally, standing.tally.interval());
            json!({
                "player": conditions.name(standing.entrant),
                "games": tally.games(),
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
                "points": tally.points(),
                "rate": interval.rate,
                "wilson95": [interval.low, interval.high],
            })
        });
        let pairings = conditions.pairings.iter().enumerate().map(|(place, pairing)| {
            let [first, second] = pairing.players;
            let tally = self.tally(first, Some(second));
            json!({
                "players": [conditions.name(first), conditions.name(second)],
                "games_wanted": pairing.games,
                "games": self.of_pairing(place).len(),
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
                "ended": self.why_ended(place),
            })
        });
        json!({
            "conditions": conditions,
            "finished": self.finished(),
            "standings": standings.collect::<Vec<_>>(),
            "pairings": pairings.collect::<Vec<_>>(),
            "voids": self.voids,
        })
    }
}
