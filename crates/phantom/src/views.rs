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

/// Both seats' views of one game.
///
/// Live games, replays and imagined games all fold what was heard through it, so that no error is
/// dropped on the way. It holds no truth: each view has only what its own seat heard.
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
pub struct Views(ByColor<View>);

impl Views {
    /// What both seats know before the first try.
    pub fn new(rules: RefereeRules, setup: &Setup) -> Views {
        Views(ByColor::new(|color| View::new(rules, setup, color)))
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

    /// Folds in one thing that one seat heard. On an error its view is as before.
    pub fn hear_one(&mut self, seat: Color, news: &Observation) -> Result<(), Misheard> {
        self.0[seat].update(news).map_err(|error| Misheard { seat, error })
    }
}

impl Index<Color> for Views {
    type Output = View;

    fn index(&self, seat: Color) -> &View {
        &self.0[seat]
    }
}

/// Both seats of one game: their views, and the logs of what they heard.
///
/// Live games and replays fold what was heard through it; what is imagined has [`Views`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seats(ByColor<Seat>);

impl Seats {
    /// Both seats before the first try.
    pub fn new(rules: RefereeRules, setup: &Setup) -> Seats {
        Seats(ByColor::new(|color| Seat::new(rules, setup, color)))
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
        self.0[seat].hear(news).map_err(|error| Misheard { seat, error })
    }
}

impl Index<Color> for Seats {
    type Output = Seat;

    fn index(&self, seat: Color) -> &Seat {
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
