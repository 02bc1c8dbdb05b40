//! The spec of a game: its seats, its rules and who may watch. It never changes.

use crate::clock::{ClockError, TimeControl};
use crate::json;
use kage_goban::{BoardSize, ByColor, Color, Komi, PointSet};
use kage_phantom::{RefereeRules, RulesError, Setup, usual_handicap};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The kind of a game.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// A guest against a bot.
    Bot,
    /// Two guests.
    Friend,
    /// Two bots.
    Exhibition,
    /// People at real boards; an operator enters what they say.
    Desk,
}

/// A seat of a game.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
pub(crate) struct Seat {
    /// The player's name; `None` while the seat is empty.
    pub(crate) name: Option<String>,
    /// The level, if it is a bot.
    pub(crate) bot: Option<String>,
    /// The bot's seed.
    pub(crate) seed: u64,
    /// The cookie of the browser that holds it.
    pub(crate) guest: Option<String>,
    /// The token that opens the seat's stream.
    pub(crate) token: Option<String>,
}

/// A game before its first event.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub(crate) struct Spec {
    pub(crate) id: String,
    pub(crate) kind: Kind,
    pub(crate) size: u8,
    #[serde(with = "json::text")]
    pub(crate) rules: RefereeRules,
    #[serde(with = "json::points")]
    pub(crate) handicap: PointSet,
    pub(crate) clock: Option<TimeControl>,
    pub(crate) undo: bool,
    pub(crate) delay: Option<u32>,
    pub(crate) listed: bool,
    /// Milliseconds since 1970.
    pub(crate) created: u64,
    #[serde(flatten, with = "json::sides")]
    pub(crate) seats: ByColor<Seat>,
    /// The token of the operator, at a desk.
    pub(crate) desk: Option<String>,
    /// The token that takes the empty seat.
    pub(crate) invite: Option<String>,
    /// Two games with the colours swapped that count as one, if this is one of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) pair: Option<Pair>,
}

/// The place of a game in a pair.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
pub(crate) struct Pair {
    /// The id of the first game, if this is the second.
    pub(crate) first: Option<String>,
}

impl Spec {
    /// The board before the first try.
    pub(crate) fn setup(&self) -> Setup {
        let size = self.board_size();
        // The stones were checked when the game was asked for.
        Setup::handicap(size, self.handicap).unwrap_or(Setup::even(size))
    }

    pub(crate) fn board_size(&self) -> BoardSize {
        BoardSize::new(self.size).unwrap_or(BoardSize::NINE)
    }

    /// The same game with the colours swapped, and with these names.
    pub(crate) fn swapped(&self, names: &ByColor<Option<String>>) -> Spec {
        let mut next = self.clone();
        let taken = |seat: Color| Seat { name: names[seat].clone(), ..self.seats[seat].clone() };
        next.seats = ByColor::new(|seat| taken(!seat));
        next
    }
}

/// The settings of a game, checked.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Terms {
    pub(crate) size: u8,
    pub(crate) rules: RefereeRules,
    pub(crate) handicap: PointSet,
    pub(crate) clock: Option<TimeControl>,
}

/// The settings of a game, as a client asks for them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct AskedTerms<'a> {
    pub(crate) size: u8,
    pub(crate) rules: &'a str,
    pub(crate) komi: Option<f64>,
    pub(crate) handicap: u8,
    pub(crate) clock: Option<TimeControl>,
}

/// Why settings are refused.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum TermsError {
    Size,
    Rules(RulesError),
    Komi,
    KomiTooLarge { size: BoardSize },
    Handicap { stones: u8, size: BoardSize },
    Clock(ClockError),
}

impl TermsError {
    /// The code of the error in messages.
    pub(crate) const fn code(&self) -> &'static str {
        match self {
            TermsError::Size => "bad-size",
            TermsError::Rules(_) => "bad-rules",
            TermsError::Komi | TermsError::KomiTooLarge { .. } => "bad-komi",
            TermsError::Handicap { .. } => "bad-handicap",
            TermsError::Clock(_) => "bad-clock",
        }
    }
}

impl fmt::Display for TermsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TermsError::Size => f.write_str("a board has 2 to 19 lines"),
            TermsError::Rules(error) => error.fmt(f),
            TermsError::Komi => f.write_str("komi is a number of half points, such as 6.5"),
            TermsError::KomiTooLarge { size } => {
                write!(f, "komi on {size} is at most its {} points", size.area())
            }
            TermsError::Handicap { stones, size } => {
                write!(f, "there are no usual points for {stones} stones on {size}")
            }
            TermsError::Clock(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TermsError {}

impl AskedTerms<'_> {
    /// Checks the settings.
    pub(crate) fn check(&self) -> Result<Terms, TermsError> {
        let size = BoardSize::new(self.size);
        let size = size.ok_or(TermsError::Size)?;
        let mut rules: RefereeRules = self.rules.parse().map_err(TermsError::Rules)?;
        if let Some(komi) = self.komi {
            rules.komi = read_komi(komi, size)?;
        }
        let clock = self.clock.or(rules.clock.main.map(|main| {
            let seconds = u32::try_from(main.as_secs()).unwrap_or(u32::MAX);
            TimeControl::plain(seconds.max(1))
        }));
        clock.map_or(Ok(()), |clock| clock.check()).map_err(TermsError::Clock)?;
        let handicap = self.stones(size)?;
        Ok(Terms { size: size.get(), rules, handicap, clock })
    }

    fn stones(&self, size: BoardSize) -> Result<PointSet, TermsError> {
        if self.handicap == 0 {
            return Ok(PointSet::EMPTY);
        }
        let points = usual_handicap(size, usize::from(self.handicap));
        let error = TermsError::Handicap { stones: self.handicap, size };
        points.map(PointSet::from_iter).ok_or(error)
    }
}

/// A komi of more than all points would decide the game before it begins.
fn read_komi(komi: f64, size: BoardSize) -> Result<Komi, TermsError> {
    let halves = komi * 2.0;
    if halves.fract() != 0.0 {
        return Err(TermsError::Komi);
    }
    if komi.abs() > size.area() as f64 {
        return Err(TermsError::KomiTooLarge { size });
    }
    Ok(Komi::from_half_points(halves as i16))
}

/// The most handicap stones on a board of this size.
pub(crate) fn most_handicap(size: BoardSize) -> usize {
    (2..=9).rev().find(|&stones| usual_handicap(size, stones).is_some()).unwrap_or(0)
}
