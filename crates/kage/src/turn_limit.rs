//! A player that answers within a given time a turn, however many of its tries are refused.

use kage_phantom::{Answer, Choice, Explanation, Observation, Player, PlayerError, Seat};
use std::time::{Duration, Instant};

/// A player with a time limit for each turn. The player is told that its clock shows the rest of the turn. A
/// search takes at most half of what its clock shows for a try, so the tries of a turn get shorter and shorter.
pub(crate) struct TurnLimit {
    player: Box<dyn Player>,
    limit: Duration,
    /// What the tries of this turn have taken.
    spent: Duration,
}

impl TurnLimit {
    pub(crate) fn new(player: Box<dyn Player>, limit: Duration) -> TurnLimit {
        TurnLimit { player, limit, spent: Duration::ZERO }
    }
}

impl Player for TurnLimit {
    fn name(&self) -> String {
        self.player.name()
    }

    fn begin(&mut self, seat: &Seat) -> Result<(), PlayerError> {
        self.spent = Duration::ZERO;
        self.player.begin(seat)
    }

    fn choose(&mut self, seat: &Seat, left: Option<Duration>) -> Result<Choice, PlayerError> {
        let start = Instant::now();
        let rest = self.limit.saturating_sub(self.spent);
        let choice = self.player.choose(seat, Some(left.map_or(rest, |left| left.min(rest))));
        self.spent += start.elapsed();
        choice
    }

    fn hear(&mut self, seat: &Seat, news: &Observation) -> Result<(), PlayerError> {
        if let Observation::Mine(Answer::Accepted { .. }) = news {
            self.spent = Duration::ZERO;
        }
        self.player.hear(seat, news)
    }

    fn explain(&self) -> Option<&Explanation> {
        self.player.explain()
    }
}
