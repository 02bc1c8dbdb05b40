//! The clocks of a game. This file does not read the time: the caller says how much was used.

use crate::json::seat_word;
use kage_goban::{ByColor, Color};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The time settings of a game, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct TimeControl {
    /// Main time for the whole game.
    pub(crate) main: u32,
    /// Added after each move (Fischer).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) increment: Option<u32>,
    /// The number of byo-yomi periods after the main time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) periods: Option<u32>,
    /// The length of a period. A move within a period restores the whole period.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) period: Option<u32>,
}

impl TimeControl {
    /// Sudden death.
    pub(crate) const fn plain(main: u32) -> TimeControl {
        TimeControl { main, increment: None, periods: None, period: None }
    }

    /// Checks the settings.
    pub(crate) fn check(&self) -> Result<(), ClockError> {
        let byo_yomi = self.periods.is_some() || self.period.is_some();
        let small =
            |time: Option<u32>, most: u32| time.is_none_or(|time| (1..=most).contains(&time));
        if self.main > 86_400 || !small(self.increment, 3_600) || !small(self.period, 3_600) {
            Err(ClockError::TooLong)
        } else if !small(self.periods, 100) || self.periods.is_some() != self.period.is_some() {
            Err(ClockError::Periods)
        } else if byo_yomi && self.increment.is_some() {
            Err(ClockError::IncrementAndPeriods)
        } else if self.main == 0 && !byo_yomi && self.increment.is_none() {
            Err(ClockError::NoTime)
        } else {
            Ok(())
        }
    }
}

/// Why the settings of a clock are refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClockError {
    TooLong,
    Periods,
    IncrementAndPeriods,
    NoTime,
}

impl fmt::Display for ClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ClockError::TooLong => {
                "main time is at most a day; increments and periods are at most an hour"
            }
            ClockError::Periods => {
                "byo-yomi needs a number of periods, from 1 to 100, and the length of a period"
            }
            ClockError::IncrementAndPeriods => "a clock has an increment or byo-yomi, not both",
            ClockError::NoTime => "a clock needs main time, an increment or byo-yomi",
        })
    }
}

impl std::error::Error for ClockError {}

/// What one side has left, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SideClock {
    main: u64,
    periods: u64,
    /// Used of the present period.
    used: u64,
}

/// Both sides' clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clocks {
    control: TimeControl,
    sides: ByColor<SideClock>,
}

impl Clocks {
    pub(crate) fn new(control: TimeControl) -> Clocks {
        // Without main time, an increment is there for the first move too.
        let first = if control.main == 0 { control.increment.unwrap_or(0) } else { control.main };
        let main = 1_000 * u64::from(first);
        let clock = SideClock { main, periods: u64::from(control.periods.unwrap_or(0)), used: 0 };
        Clocks { control, sides: ByColor { black: clock, white: clock } }
    }

    fn period(&self) -> u64 {
        1_000 * u64::from(self.control.period.unwrap_or(0))
    }

    /// How long a side may still think before its time is up, in milliseconds.
    pub(crate) fn left(&self, seat: Color) -> u64 {
        let clock = &self.sides[seat];
        clock.main + (clock.periods * self.period()).saturating_sub(clock.used)
    }

    /// Takes thinking time, in milliseconds, from a side's clock.
    pub(crate) fn spend(&mut self, seat: Color, time: u64) {
        let period = self.period();
        let clock = &mut self.sides[seat];
        let over = time.saturating_sub(clock.main);
        clock.main = clock.main.saturating_sub(time);
        clock.used += over;
        while clock.periods > 0 && period > 0 && clock.used >= period {
            clock.periods -= 1;
            clock.used -= period;
        }
    }

    /// Adds the increment after an accepted move, and restores the byo-yomi period.
    pub(crate) fn add_increment(&mut self, seat: Color) {
        let clock = &mut self.sides[seat];
        clock.used = 0;
        clock.main += 1_000 * u64::from(self.control.increment.unwrap_or(0));
    }

    /// The clocks as the page gets them. `thinking` is how long the running side has been thinking,
    /// in milliseconds.
    pub(crate) fn shown(&self, running: Option<Color>, thinking: u64) -> ClocksShown {
        let mut now = *self;
        if let Some(seat) = running {
            now.spend(seat, thinking);
        }
        let side = |seat: Color| {
            let SideClock { main, periods, used } = now.sides[seat];
            let in_period = main == 0 && periods > 0;
            let left = if in_period { now.period().saturating_sub(used) } else { main };
            SideShown { left, in_period, periods: self.control.periods.map(|_| periods) }
        };
        ClocksShown {
            black: side(Color::Black),
            white: side(Color::White),
            running: running.map(seat_word),
        }
    }
}

/// The clocks, as the page gets them.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub(crate) struct ClocksShown {
    black: SideShown,
    white: SideShown,
    running: Option<&'static str>,
}

#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "camelCase")]
struct SideShown {
    left: u64,
    in_period: bool,
    periods: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks(main: u32, increment: Option<u32>, byo_yomi: Option<(u32, u32)>) -> Clocks {
        let (periods, period) = byo_yomi.unzip();
        let control = TimeControl { main, increment, periods, period };
        assert_eq!(control.check(), Ok(()));
        Clocks::new(control)
    }

    #[test]
    fn sudden_death_runs_out() {
        let mut clocks = clocks(10, None, None);
        clocks.spend(Color::Black, 9_000);
        clocks.add_increment(Color::Black);
        assert_eq!((clocks.left(Color::Black), clocks.left(Color::White)), (1_000, 10_000));
        clocks.spend(Color::Black, 1_500);
        assert_eq!(clocks.left(Color::Black), 0);
    }

    #[test]
    fn a_move_gets_the_increment_and_a_refused_try_does_not() {
        let mut clocks = clocks(10, Some(5), None);
        clocks.spend(Color::White, 2_000);
        assert_eq!(clocks.left(Color::White), 8_000);
        clocks.add_increment(Color::White);
        assert_eq!(clocks.left(Color::White), 13_000);
    }

    #[test]
    fn a_move_restores_its_period_and_long_thinking_uses_periods_up() {
        let mut clocks = clocks(1, None, Some((3, 10)));
        assert_eq!(clocks.left(Color::Black), 31_000);
        clocks.spend(Color::Black, 9_000);
        // After a refused try the period continues.
        assert_eq!(clocks.left(Color::Black), 22_000);
        clocks.add_increment(Color::Black);
        assert_eq!(clocks.left(Color::Black), 30_000);
        clocks.spend(Color::Black, 25_000);
        clocks.add_increment(Color::Black);
        assert_eq!(clocks.left(Color::Black), 10_000);
        clocks.spend(Color::Black, 10_000);
        assert_eq!(clocks.left(Color::Black), 0);
    }

    #[test]
    fn impossible_clocks_are_refused() {
        let check = |text: &str| serde_json::from_str::<TimeControl>(text).unwrap().check();
        assert_eq!(check(r#"{"main":600}"#), Ok(()));
        for text in [
            r#"{"main":0}"#,
            r#"{"main":90000}"#,
            r#"{"main":1,"increment":0}"#,
            r#"{"main":1,"periods":3}"#,
            r#"{"main":1,"periods":3,"period":9,"increment":1}"#,
        ] {
            assert!(check(text).is_err(), "{text}");
        }
    }
}
