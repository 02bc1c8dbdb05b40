//! What a game is before anyone has moved: seats, rules and who may look.

use crate::clock::TimeControl;
use crate::json;
use kage_goban::{BoardSize, ByColor, Color, Komi, PointSet};
use kage_phantom::{RefereeRules, Setup, usual_handicap};
use serde::{Deserialize, Serialize};

/// What sort of game it is.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// A guest against a bot.
    Bot,
    /// Two guests.
    Friend,
    /// Two bots.
    Exhibition,
    /// People at real boards, entered by an operator.
    Desk,
}

/// Who sits where.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
pub(crate) struct Seat {
    /// What to call him; `None` while the seat is empty.
    pub(crate) name: Option<String>,
    /// The level, if it is a bot.
    pub(crate) bot: Option<String>,
    /// The bot's seed.
    pub(crate) seed: u64,
    /// The browser that holds it, by its cookie.
    pub(crate) guest: Option<String>,
    /// Opens the seat's stream.
    pub(crate) token: Option<String>,
}

/// A game before the first try. It never changes.
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
    pub(crate) black: Seat,
    pub(crate) white: Seat,
    /// Opens the operator's stream, at a desk.
    pub(crate) desk: Option<String>,
    /// Takes the empty seat.
    pub(crate) invite: Option<String>,
}

impl Spec {
    pub(crate) const fn seat(&self, seat: Color) -> &Seat {
        match seat {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    pub(crate) const fn seat_mut(&mut self, seat: Color) -> &mut Seat {
        match seat {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }

    pub(crate) fn setup(&self) -> Setup {
        let size = self.board_size();
        // The stones were checked when the game was asked for.
        Setup::handicap(size, self.handicap).unwrap_or(Setup::even(size))
    }

    pub(crate) fn board_size(&self) -> BoardSize {
        BoardSize::new(self.size).unwrap_or(BoardSize::NINE)
    }

    /// The same table with other people in the seats: colours swapped.
    pub(crate) fn swapped(&self, names: &ByColor<Option<String>>) -> Spec {
        let mut next = self.clone();
        let taken = |seat: Color| Seat { name: names[seat].clone(), ..self.seat(seat).clone() };
        (next.black, next.white) = (taken(Color::White), taken(Color::Black));
        next
    }
}

/// What may be chosen about any game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Terms {
    pub(crate) size: u8,
    pub(crate) rules: RefereeRules,
    pub(crate) handicap: PointSet,
    pub(crate) clock: Option<TimeControl>,
}

/// The same, as it is asked for.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct AskedTerms<'a> {
    pub(crate) size: u8,
    pub(crate) rules: &'a str,
    pub(crate) komi: Option<f64>,
    pub(crate) handicap: u8,
    pub(crate) clock: Option<TimeControl>,
}

/// Why a game cannot be: a code, and words.
pub(crate) type BadTerms = (&'static str, String);

impl AskedTerms<'_> {
    /// Checks everything.
    pub(crate) fn check(&self) -> Result<Terms, BadTerms> {
        let size = BoardSize::new(self.size);
        let size = size.ok_or_else(|| ("bad-size", "a board has 2 to 19 lines".to_owned()))?;
        let mut rules: RefereeRules =
            self.rules.parse().map_err(|error| ("bad-rules", format!("{error}")))?;
        if let Some(komi) = self.komi {
            rules.komi = read_komi(komi)?;
        }
        let clock = self.clock.or(rules.clock.main.map(|main| {
            let seconds = u32::try_from(main.as_secs()).unwrap_or(u32::MAX);
            TimeControl::plain(seconds.max(1))
        }));
        if let Some(fault) = clock.and_then(|clock| clock.fault()) {
            return Err(("bad-clock", fault.to_owned()));
        }
        let handicap = self.stones(size)?;
        Ok(Terms { size: size.get(), rules, handicap, clock })
    }

    fn stones(&self, size: BoardSize) -> Result<PointSet, BadTerms> {
        if self.handicap == 0 {
            return Ok(PointSet::EMPTY);
        }
        let points = usual_handicap(size, usize::from(self.handicap));
        points.map(PointSet::from_iter).ok_or_else(|| {
            let say = format!("there are no usual points for {} stones on {size}", self.handicap);
            ("bad-handicap", say)
        })
    }
}

fn read_komi(komi: f64) -> Result<Komi, BadTerms> {
    let halves = komi * 2.0;
    if halves.fract() == 0.0 && halves.abs() <= 1_000.0 {
        Ok(Komi::from_half_points(halves as i16))
    } else {
        Err(("bad-komi", "komi is whole or half points, such as 6.5".to_owned()))
    }
}

/// The most handicap stones on a board.
pub(crate) fn most_handicap(size: BoardSize) -> usize {
    (2..=9).rev().find(|&stones| usual_handicap(size, stones).is_some()).unwrap_or(0)
}
