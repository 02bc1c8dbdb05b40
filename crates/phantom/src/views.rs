//! Both seats of one game, and the one place where what they hear is folded in.

use crate::{HearingError, Observation, RefereeRules, Seat, Setup, View};
use kage_goban::{ByColor, Color};
use std::fmt;
use std::ops::Index;

/// A seat was told something that cannot be: the referee, or the line to the seat, is at fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Misheard {
    /// The seat.
    pub seat: Color,
    /// What cannot be.
    pub error: HearingError,
}

impl fmt::Display for Misheard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "what {} was told does not fit: {}", self.seat, self.error)
    }
}

impl std::error::Error for Misheard {}

/// What follows one seat of a game: its [`View`], or its [`Seat`].
pub trait Hears {
    /// What the seat has before the first try.
    fn before(rules: RefereeRules, setup: &Setup, seat: Color) -> Self;

    /// Folds in what the seat heard. On an error nothing has changed.
    fn fold(&mut self, news: &Observation) -> Result<(), HearingError>;
}

impl Hears for View {
    fn before(rules: RefereeRules, setup: &Setup, seat: Color) -> View {
        View::new(rules, setup, seat)
    }

    fn fold(&mut self, news: &Observation) -> Result<(), HearingError> {
        self.update(news)
    }
}

impl Hears for Seat {
    fn before(rules: RefereeRules, setup: &Setup, seat: Color) -> Seat {
        Seat::new(rules, setup, seat)
    }

    fn fold(&mut self, news: &Observation) -> Result<(), HearingError> {
        self.hear(news)
    }
}

/// Both seats' views of one game, for games that are imagined.
pub type Views = BothSeats<View>;

/// Both seats of one game, their views and the logs of what they heard, for live games and replays.
pub type Seats = BothSeats<Seat>;

/// Both seats of one game.
///
/// Live games, replays and imagined games all fold what was heard through it, so that no error is
/// dropped on the way. It holds no truth: each seat has only what it heard itself.
///
/// ```
/// use kage_goban::{BoardSize, Color, Move};
/// use kage_phantom::{Knowledge, RefereeRules, Setup, Table, Views};
///
/// let (rules, setup) = (RefereeRules::default(), Setup::even(BoardSize::NINE));
/// let mut views = Views::new(rules, &setup);
/// let mut table = Table::new(setup.position(rules.ko));
/// let e5 = "E5".parse().unwrap();
/// let (_, heard) = table.rule(&rules, Move::Play(e5)).unwrap();
/// views.hear(&heard).unwrap();
/// assert_eq!(views[Color::Black].at(e5), Knowledge::Mine);
/// assert_eq!(views[Color::White].at(e5), Knowledge::WasEmpty(0));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BothSeats<T>(ByColor<T>);

impl<T: Hears> BothSeats<T> {
    /// Both seats before the first try.
    pub fn new(rules: RefereeRules, setup: &Setup) -> BothSeats<T> {
        BothSeats(ByColor::new(|seat| T::before(rules, setup, seat)))
    }

    /// Folds in what each seat heard, in order. On an error the rest is not folded in.
    pub fn hear<L>(&mut self, heard: &ByColor<L>) -> Result<(), Misheard>
    where
        for<'a> &'a L: IntoIterator<Item = &'a Observation>,
    {
        for seat in Color::BOTH {
            for news in &heard[seat] {
                self.hear_one(seat, news)?;
            }
        }
        Ok(())
    }

    /// Folds in one thing that one seat heard. On an error the seat is as before.
    pub fn hear_one(&mut self, seat: Color, news: &Observation) -> Result<(), Misheard> {
        self.0[seat].fold(news).map_err(|error| Misheard { seat, error })
    }
}

impl<T> Index<Color> for BothSeats<T> {
    type Output = T;

    fn index(&self, seat: Color) -> &T {
        &self.0[seat]
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use crate::{Answer, Sound};
    use kage_goban::BoardSize;

    #[test]
    fn an_error_names_the_seat_and_leaves_its_view() {
        let mut views = Views::new(RefereeRules::default(), &Setup::even(BoardSize::NINE));
        let before = views.clone();
        let refused = Answer::Refused { point: "E5".parse().unwrap(), reason: None };
        let heard =
            ByColor { black: Some(Observation::Theirs(Sound::Tried)), white: None::<Observation> };
        let error = views.hear(&heard).unwrap_err();
        assert_eq!(error, Misheard { seat: Color::Black, error: HearingError::NotTheirTurn });
        assert_eq!(views, before);
        let error = views.hear_one(Color::White, &Observation::Mine(refused)).unwrap_err();
        assert_eq!(error.seat, Color::White);
        assert!(error.to_string().contains("White"), "{error}");
    }
}
