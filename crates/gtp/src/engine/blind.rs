//! A game by Phantom Go commands: a referee at the other end says what the player hears.

use super::{CommandError, Factory};
use crate::seat::{Announced, HostedPlayer, accepted};
use kage_goban::{ByColor, Color, Move, Point, PointSet};
use kage_phantom::{
    Answer, Choice, Lost, Observation, Outcome, Player, RefereeRules, Refusal, Seat, Setup, Sound,
    Taken, View,
};
use std::time::Duration;

/// A game whose truth is elsewhere.
pub(super) struct BlindGame {
    seat: HostedPlayer,
    /// What the player last proposed and has not been answered.
    proposed: Option<Point>,
}

impl BlindGame {
    pub(super) fn new(
        rules: RefereeRules,
        setup: &Setup,
        color: Color,
        factory: &mut Factory,
    ) -> Result<BlindGame, CommandError> {
        let seat = HostedPlayer::new(factory()?, Seat::new(rules, setup, color))?;
        Ok(BlindGame { seat, proposed: None })
    }

    pub(super) fn color(&self) -> Color {
        self.seat.told().color()
    }

    pub(super) fn player(&self) -> &dyn Player {
        self.seat.player()
    }

    /// What the player knows, with all that has been said.
    pub(super) fn view(&self) -> Result<View, CommandError> {
        Ok(self.seat.heard()?.view().clone())
    }

    /// `PG-SuggestMove`, with the tries refused so far in this turn.
    pub(super) fn suggest(
        &mut self,
        tried: &[Point],
        left: Option<Duration>,
    ) -> Result<Choice, CommandError> {
        let view = self.view()?;
        if view.outcome().is_some() {
            return Err(CommandError::GameOver);
        }
        if view.turn() != view.color() {
            return Err(CommandError::OpponentsTurn);
        }
        for point in self.new_refusals(&view, tried) {
            self.seat.hear(Observation::Mine(Answer::Refused { point, reason: None }))?;
        }
        let choice = self.seat.choose(left)?;
        self.proposed = if let Choice::Try(point) = choice { Some(point) } else { None };
        Ok(choice)
    }

    /// The tries that the player has not heard of as refused: those that are new, and the last one
    /// if the player made it a second time.
    fn new_refusals(&mut self, view: &View, tried: &[Point]) -> Vec<Point> {
        let again = self.proposed.take();
        let known: PointSet = view.tried().iter().copied().collect();
        let mut fresh: Vec<Point> = Vec::new();
        for &point in tried {
            let new = !known.contains(point) || again == Some(point);
            if new && !fresh.contains(&point) {
                fresh.push(point);
            }
        }
        fresh
    }

    /// `PG-Refused`: a try was refused, and why.
    pub(super) fn refused(
        &mut self,
        point: Point,
        reason: Option<Refusal>,
    ) -> Result<(), CommandError> {
        self.seat.hear(Observation::Mine(Answer::Refused { point, reason }))?;
        self.proposed = None;
        Ok(())
    }

    /// `PG-MovePlayed` with an argument.
    pub(super) fn accepted(&mut self, play: Move) -> Result<(), CommandError> {
        self.seat.announce(accepted(play, Taken::default()))?;
        self.proposed = None;
        Ok(())
    }

    /// `PG-MovePlayed` without an argument, and `PG-Passed`.
    pub(super) fn moved(&mut self, what: Announced) -> Result<(), CommandError> {
        Ok(self.seat.announce(what.taking(Lost::NONE))?)
    }

    /// `PG-TriedMove`.
    pub(super) fn tried(&mut self) -> Result<(), CommandError> {
        Ok(self.seat.hear(Observation::Theirs(Sound::Tried))?)
    }

    /// `PG-GameOver`.
    pub(super) fn over(&mut self, outcome: Outcome) -> Result<(), CommandError> {
        Ok(self.seat.hear(Observation::Over(outcome))?)
    }

    /// `PG-StonesTaken`: part of the opponent's move.
    pub(super) fn stones_taken(&mut self, points: PointSet) -> Result<(), CommandError> {
        let stones = Lost::of(self.seat.told(), points).ok_or(CommandError::NotMyStones)?;
        self.amend("the opponent's move", |observation| match observation {
            Observation::Theirs(Sound::Moved { passed: false, lost, .. }) => {
                *lost = stones;
                Some(())
            }
            _ => None,
        })
    }

    /// `PG-Caught`: part of the player's move.
    pub(super) fn caught(&mut self, number: u32, points: PointSet) -> Result<(), CommandError> {
        self.amend("a stone I played", |observation| match observation {
            Observation::Mine(Answer::Accepted { play: Move::Play(point), taken, .. })
                if !points.contains(*point) =>
            {
                *taken = Taken { number, points };
                Some(())
            }
            _ => None,
        })
    }

    /// `PG-Tries`: part of the opponent's move.
    pub(super) fn tries(&mut self, number: u32) -> Result<(), CommandError> {
        self.amend("the opponent's move", |observation| match observation {
            Observation::Theirs(Sound::Moved { tries, .. }) => {
                *tries = Some(number);
                Some(())
            }
            _ => None,
        })
    }

    /// `PG-Atari`: part of any move.
    pub(super) fn atari(&mut self) -> Result<(), CommandError> {
        self.amend("a move", |observation| match observation {
            Observation::Mine(Answer::Accepted { atari, .. })
            | Observation::Theirs(Sound::Moved { atari, .. }) => {
                *atari = true;
                Some(())
            }
            _ => None,
        })
    }

    /// `PG-Stones`: part of any move.
    pub(super) fn stones(&mut self, counts: ByColor<u32>) -> Result<(), CommandError> {
        self.amend("a move", |observation| match observation {
            Observation::Mine(Answer::Accepted { stones, .. })
            | Observation::Theirs(Sound::Moved { stones, .. }) => {
                *stones = Some(counts);
                Some(())
            }
            _ => None,
        })
    }

    /// Completes the observation of a move, if there is one to complete and the result fits.
    fn amend(
        &mut self,
        what: &'static str,
        change: impl FnOnce(&mut Observation) -> Option<()>,
    ) -> Result<(), CommandError> {
        self.seat.amend(change)?.ok_or(CommandError::MustFollow(what))
    }
}
