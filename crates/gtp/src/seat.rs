//! A hosted player and what it has heard.

use kage_goban::Move;
use kage_phantom::{
    Answer, Choice, HearingError, Lost, Observation, Player, PlayerError, Seat, Sound, Taken,
};
use std::fmt;
use std::time::Duration;

/// A player failed, or was told something that cannot have happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatError {
    /// The player failed.
    Player(PlayerError),
    /// What the player was told cannot have happened.
    Hearing(HearingError),
}

impl fmt::Display for SeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatError::Player(error) => write!(f, "the player failed: {error}"),
            SeatError::Hearing(error) => write!(f, "this cannot be: {error}"),
        }
    }
}

impl std::error::Error for SeatError {}

impl From<PlayerError> for SeatError {
    fn from(error: PlayerError) -> SeatError {
        SeatError::Player(error)
    }
}

impl From<HearingError> for SeatError {
    fn from(error: HearingError) -> SeatError {
        SeatError::Hearing(error)
    }
}

/// A seat with one more observation.
///
/// Every observation that this crate folds into a seat goes through this function.
pub(crate) fn fold(mut seat: Seat, observation: &Observation) -> Result<Seat, HearingError> {
    seat.hear(observation)?;
    Ok(seat)
}

/// What the opponent is said to have done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Announced {
    /// A move, which may be a pass where passes are not announced.
    Move,
    /// A pass.
    Pass,
}

impl Announced {
    /// The opponent's move, with the stones that it took.
    pub(crate) fn taking(self, lost: Lost) -> Observation {
        let passed = self == Announced::Pass;
        Observation::Theirs(Sound::Moved { passed, tries: None, lost, atari: false, stones: None })
    }
}

/// The seat's own move was accepted, with the stones that it took.
pub(crate) fn accepted(play: Move, taken: Taken) -> Observation {
    Observation::Mine(Answer::Accepted { play, taken, atari: false, stones: None })
}

/// A hosted player and what it has heard.
///
/// The observation of one move may come in several lines, and no line says that it is the last. So it
/// is *pending* until a line comes that does not belong to it. Then the player hears it.
pub(crate) struct HostedPlayer {
    player: Box<dyn Player>,
    /// What the player has been told.
    seat: Seat,
    /// An observation that later lines may complete. It fits the view.
    pending: Option<Observation>,
}

impl HostedPlayer {
    /// Seats a player at the start of a game.
    pub(crate) fn new(mut player: Box<dyn Player>, seat: Seat) -> Result<HostedPlayer, SeatError> {
        player.begin(&seat)?;
        Ok(HostedPlayer { player, seat, pending: None })
    }

    pub(crate) fn player(&self) -> &dyn Player {
        self.player.as_ref()
    }

    /// What the player has been told. A pending observation is not part of it.
    pub(crate) const fn told(&self) -> &Seat {
        &self.seat
    }

    /// All that has been said, with a pending observation.
    pub(crate) fn heard(&self) -> Result<Seat, HearingError> {
        self.pending.iter().try_fold(self.seat.clone(), fold)
    }

    /// Takes an observation that is complete.
    pub(crate) fn hear(&mut self, observation: Observation) -> Result<(), SeatError> {
        self.announce(observation)?;
        self.settle()
    }

    /// Takes an observation that later lines may complete. What was pending is complete now. If the
    /// observation cannot be, nothing changes.
    pub(crate) fn announce(&mut self, observation: Observation) -> Result<(), SeatError> {
        fold(self.heard()?, &observation)?;
        self.settle()?;
        self.pending = Some(observation);
        Ok(())
    }

    /// Changes the pending observation; `None` if there is none, or if the change does not apply to
    /// it. If the result cannot be, nothing changes.
    pub(crate) fn amend(
        &mut self,
        change: impl FnOnce(&mut Observation) -> Option<()>,
    ) -> Result<Option<()>, SeatError> {
        let Some(mut observation) = self.pending else { return Ok(None) };
        if change(&mut observation).is_none() {
            return Ok(None);
        }
        fold(self.seat.clone(), &observation)?;
        self.pending = Some(observation);
        Ok(Some(()))
    }

    /// Tells the player what was pending.
    pub(crate) fn settle(&mut self) -> Result<(), SeatError> {
        let Some(observation) = self.pending.take() else { return Ok(()) };
        self.seat = fold(self.seat.clone(), &observation)?;
        Ok(self.player.hear(&self.seat, &observation)?)
    }

    /// Asks the player for a try, after it has heard everything.
    pub(crate) fn choose(&mut self, left: Option<Duration>) -> Result<Choice, SeatError> {
        self.settle()?;
        Ok(self.player.choose(&self.seat, left)?)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use kage_goban::{BoardSize, Color};
    use kage_phantom::{RefereeRules, Setup};

    /// Passes, and notes whether it was told anything.
    struct Passer;

    impl Player for Passer {
        fn name(&self) -> String {
            "passer".to_owned()
        }

        fn choose(&mut self, _: &Seat, _: Option<Duration>) -> Result<Choice, PlayerError> {
            Ok(Choice::Pass)
        }
    }

    #[test]
    fn a_move_is_pending_until_something_else_is_said() {
        let setup = Setup::even(BoardSize::NINE);
        let start = Seat::new(RefereeRules::default(), &setup, Color::Black);
        let mut seat = HostedPlayer::new(Box::new(Passer), start.clone()).unwrap();
        let play: Move = Move::Play("E5".parse().unwrap());
        seat.announce(accepted(play, Taken::default())).unwrap();
        assert_eq!(seat.told(), &start);
        let heard = seat.heard().unwrap();
        assert_eq!(heard.mine().len(), 1);
        // More stones than the opponent has: nothing changes.
        let too_many = seat.amend(|observation| {
            *observation = accepted(play, Taken { number: 3, ..Taken::default() });
            Some(())
        });
        assert!(matches!(too_many, Err(SeatError::Hearing(_))), "{too_many:?}");
        assert_eq!(seat.amend(|_| None), Ok(None));
        let twice = seat.announce(accepted(play, Taken::default()));
        assert!(matches!(twice, Err(SeatError::Hearing(_))), "{twice:?}");
        assert_eq!((seat.told(), seat.heard().unwrap()), (&start, heard.clone()));
        seat.announce(Announced::Move.taking(Lost::NONE)).unwrap();
        assert_eq!(seat.told(), &heard);
        seat.choose(None).unwrap();
        assert_eq!(seat.told(), &seat.heard().unwrap());
        assert_eq!(seat.amend(|_| Some(())), Ok(None), "nothing is pending");
    }
}
