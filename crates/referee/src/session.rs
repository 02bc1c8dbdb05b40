//! A live game with both seats' views.

use crate::{Heard, Record, Referee, RefereeError, Witness};
use kage_goban::Color;
use kage_phantom::{Choice, Forfeit, Misheard, Outcome, RefereeRules, Seat, Seats, Setup, View};
use std::fmt;

/// What was asked of a session did not happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SessionError {
    /// The referee did not take it. Nothing has happened.
    Refused(RefereeError),
    /// What a seat was told does not fit its view: the referee is at fault, and the game is void.
    Misheard(Misheard),
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionError::Refused(error) => error.fmt(f),
            SessionError::Misheard(error) => write!(f, "the referee contradicts itself: {error}"),
        }
    }
}

impl std::error::Error for SessionError {}

impl From<RefereeError> for SessionError {
    fn from(error: RefereeError) -> SessionError {
        SessionError::Refused(error)
    }
}

impl From<Misheard> for SessionError {
    fn from(error: Misheard) -> SessionError {
        SessionError::Misheard(error)
    }
}

/// A referee and both seats' views: a live game as everyone but the players needs it. It has no
/// getter for the truth either.
///
/// ```
/// use kage_goban::{BoardSize, Color};
/// use kage_phantom::{Choice, RefereeRules, Setup};
/// use kage_referee::Session;
///
/// let (mut session, _) = Session::new(RefereeRules::default(), Setup::even(BoardSize::NINE));
/// let e5 = "E5".parse().unwrap();
/// session.hear(Color::Black, Choice::Try(e5)).unwrap();
/// session.hear(Color::White, Choice::Try(e5)).unwrap();
/// assert_eq!(session.view(Color::White).tried(), [e5], "refused: White tries again");
/// assert_eq!(session.to_move(), Some(Color::White));
/// ```
#[derive(Debug)]
pub struct Session {
    referee: Referee,
    seats: Seats,
}

impl Session {
    /// Begins a game. The witness sees everything; drop it if nobody may.
    pub fn new(rules: RefereeRules, setup: Setup) -> (Session, Witness) {
        let (referee, witness) = Referee::new(rules, setup);
        (Session { referee, seats: Seats::new(rules, &setup) }, witness)
    }

    /// The rules of the game.
    pub const fn rules(&self) -> &RefereeRules {
        self.referee.rules()
    }

    /// The start of the game.
    pub const fn setup(&self) -> &Setup {
        self.referee.setup()
    }

    /// Whose turn it is; `None` when the game is over.
    pub fn to_move(&self) -> Option<Color> {
        self.referee.to_move()
    }

    /// The result, once the game is over.
    pub const fn outcome(&self) -> Option<&Outcome> {
        self.referee.outcome()
    }

    /// What a seat knows.
    pub fn view(&self, seat: Color) -> &View {
        &self.seats[seat]
    }

    /// A seat: what it knows, and the log of what it heard.
    pub fn seat(&self, seat: Color) -> &Seat {
        &self.seats[seat]
    }

    /// Both seats.
    pub const fn seats(&self) -> &Seats {
        &self.seats
    }

    /// Hears what a seat wishes to do, rules on it, and folds what each seat hears into its view.
    pub fn hear(&mut self, seat: Color, choice: Choice) -> Result<Heard, SessionError> {
        let heard = self.referee.hear(seat, choice)?;
        self.seats.hear(&heard)?;
        Ok(heard)
    }

    /// A seat forfeits: its time is up, or it does not behave.
    pub fn forfeit(&mut self, seat: Color, why: Forfeit) -> Result<Heard, SessionError> {
        let heard = self.referee.forfeit(seat, why)?;
        self.seats.hear(&heard)?;
        Ok(heard)
    }

    /// The players agree on a result, with a margin in half points if they name one.
    pub fn agree(
        &mut self,
        winner: Option<Color>,
        margin: Option<u32>,
    ) -> Result<Heard, SessionError> {
        let heard = self.referee.agree(winner, margin)?;
        self.seats.hear(&heard)?;
        Ok(heard)
    }

    /// Ends the referee's work and opens the truth; both seats come with it.
    pub fn finish(self) -> (Record, Seats) {
        (self.referee.finish(), self.seats)
    }
}
