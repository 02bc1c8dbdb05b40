//! A number that changes with the number of games.

use std::fmt;
use std::str::FromStr;

/// A number, or one that goes straight from a first to a last value and stays there: `0.1:0.02:200000` goes from
/// 0.1 to 0.02 in 200,000 games.
///
/// ```
/// use kage_train::Schedule;
/// let falls: Schedule = "0.1:0.02:200000".parse().unwrap();
/// assert_eq!(falls.at(0), 0.1);
/// assert!((falls.at(100_000) - 0.06).abs() < 1e-7);
/// assert_eq!(falls.at(300_000), 0.02);
/// assert_eq!(falls.to_string(), "0.1:0.02:200000");
/// assert_eq!("0.5".parse::<Schedule>().unwrap().at(1_000), 0.5);
/// assert!("0.5:".parse::<Schedule>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Schedule {
    first: f32,
    last: f32,
    games: u64,
}

/// The text is not a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseScheduleError;

impl fmt::Display for ParseScheduleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("takes a number from 0 on, or FIRST:LAST:GAMES, for example 0.1:0.02:200000")
    }
}

impl std::error::Error for ParseScheduleError {}

impl Schedule {
    /// The same number always.
    pub const fn constant(value: f32) -> Schedule {
        Schedule { first: value, last: value, games: 0 }
    }

    /// The number after so many games.
    pub fn at(&self, games: u64) -> f32 {
        if games >= self.games {
            return self.last;
        }
        let part = (games as f64 / self.games as f64) as f32;
        self.first + part * (self.last - self.first)
    }
}

impl FromStr for Schedule {
    type Err = ParseScheduleError;

    fn from_str(text: &str) -> Result<Schedule, ParseScheduleError> {
        let value = |text: &str| {
            let value: f32 = text.parse().map_err(|_| ParseScheduleError)?;
            (value.is_finite() && value >= 0.0).then_some(value).ok_or(ParseScheduleError)
        };
        match text.split(':').collect::<Vec<&str>>()[..] {
            [one] => Ok(Schedule::constant(value(one)?)),
            [first, last, games] => Ok(Schedule {
                first: value(first)?,
                last: value(last)?,
                games: games.parse().map_err(|_| ParseScheduleError)?,
            }),
            _ => Err(ParseScheduleError),
        }
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Schedule { first, last, games } = self;
        if first == last { write!(f, "{last}") } else { write!(f, "{first}:{last}:{games}") }
    }
}
