//! The clocks of a game. Nothing here looks at the time: who runs the game says how much was used.

use crate::json::seat_word;
use kage_goban::{ByColor, Color};
use serde::{Deserialize, Serialize};

/// How time is measured, as it is asked for, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct TimeControl {
    /// For the whole game.
    pub(crate) main: u32,
    /// Added after each move (Fischer).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) increment: Option<u32>,
    /// How many periods there are after the main time (byo-yomi).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) periods: Option<u32>,
    /// How long a period is; a move within it gets it back whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) period: Option<u32>,
}

impl TimeControl {
    /// Sudden death.
    pub(crate) const fn plain(main: u32) -> TimeControl {
        TimeControl { main, increment: None, periods: None, period: None }
    }

    /// What is wrong with it, if anything.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        let byo_yomi = self.periods.is_some() || self.period.is_some();
        let small =
            |time: Option<u32>, most: u32| time.is_none_or(|time| (1..=most).contains(&time));
        if self.main > 86_400 || !small(self.increment, 3_600) || !small(self.period, 3_600) {
            Some("a clock has at most a day of main time, and an hour for anything else")
        } else if !small(self.periods, 100) || self.periods.is_some() != self.period.is_some() {
            Some("byo-yomi needs a number of periods, from 1 to 100, and the length of one")
        } else if byo_yomi && self.increment.is_some() {
            Some("a clock has an increment or byo-yomi, not both")
        } else if self.main == 0 && !byo_yomi && self.increment.is_none() {
            Some("a clock without any time is lost before the game begins")
        } else {
            None
        }
    }
}

/// What one side has left, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Purse {
    main: u64,
    periods: u64,
    /// Of the present period.
    used: u64,
}

/// Both sides' clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clocks {
    control: TimeControl,
    purses: ByColor<Purse>,
}

impl Clocks {
    pub(crate) fn new(control: TimeControl) -> Clocks {
        // Without main time, an increment is there for the first move too.
        let first = if control.main == 0 { control.increment.unwrap_or(0) } else { control.main };
        let main = 1_000 * u64::from(first);
        let purse = Purse { main, periods: u64::from(control.periods.unwrap_or(0)), used: 0 };
        Clocks { control, purses: ByColor { black: purse, white: purse } }
    }

    fn period(&self) -> u64 {
        1_000 * u64::from(self.control.period.unwrap_or(0))
    }

    /// How long this side may still think before its time is up.
    pub(crate) fn left(&self, seat: Color) -> u64 {
        let purse = &self.purses[seat];
        purse.main + (purse.periods * self.period()).saturating_sub(purse.used)
    }

    /// This side has thought so long.
    pub(crate) fn spend(&mut self, seat: Color, time: u64) {
        let period = self.period();
        let purse = &mut self.purses[seat];
        let over = time.saturating_sub(purse.main);
        purse.main = purse.main.saturating_sub(time);
        purse.used += over;
        while purse.periods > 0 && period > 0 && purse.used >= period {
            purse.periods -= 1;
            purse.used -= period;
        }
    }

    /// This side's move stands.
    pub(crate) fn moved(&mut self, seat: Color) {
        let purse = &mut self.purses[seat];
        purse.used = 0;
        purse.main += 1_000 * u64::from(self.control.increment.unwrap_or(0));
    }

    /// The clocks for the page, if this side has been thinking for so long.
    pub(crate) fn shown(&self, running: Option<Color>, thinking: u64) -> ClocksShown {
        let mut now = *self;
        if let Some(seat) = running {
            now.spend(seat, thinking);
        }
        let side = |seat: Color| {
            let Purse { main, periods, used } = now.purses[seat];
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

/// The clocks, for the page.
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
        assert_eq!(control.fault(), None);
        Clocks::new(control)
    }

    #[test]
    fn sudden_death_runs_out() {
        let mut clocks = clocks(10, None, None);
        clocks.spend(Color::Black, 9_000);
        clocks.moved(Color::Black);
        assert_eq!((clocks.left(Color::Black), clocks.left(Color::White)), (1_000, 10_000));
        clocks.spend(Color::Black, 1_500);
        assert_eq!(clocks.left(Color::Black), 0);
    }

    #[test]
    fn an_increment_comes_with_the_move_not_with_the_try() {
        let mut clocks = clocks(10, Some(5), None);
        clocks.spend(Color::White, 2_000);
        assert_eq!(clocks.left(Color::White), 8_000);
        clocks.moved(Color::White);
        assert_eq!(clocks.left(Color::White), 13_000);
    }

    #[test]
    fn a_period_comes_back_whole_and_a_long_thought_costs_some() {
        let mut clocks = clocks(1, None, Some((3, 10)));
        assert_eq!(clocks.left(Color::Black), 31_000);
        clocks.spend(Color::Black, 9_000);
        // A refused try: the period goes on.
        assert_eq!(clocks.left(Color::Black), 22_000);
        clocks.moved(Color::Black);
        assert_eq!(clocks.left(Color::Black), 30_000);
        clocks.spend(Color::Black, 25_000);
        clocks.moved(Color::Black);
        assert_eq!(clocks.left(Color::Black), 10_000);
        clocks.spend(Color::Black, 10_000);
        assert_eq!(clocks.left(Color::Black), 0);
    }

    #[test]
    fn clocks_that_make_no_sense_are_named() {
        let fault = |text: &str| serde_json::from_str::<TimeControl>(text).unwrap().fault();
        assert_eq!(fault(r#"{"main":600}"#), None);
        for text in [
            r#"{"main":0}"#,
            r#"{"main":90000}"#,
            r#"{"main":1,"increment":0}"#,
            r#"{"main":1,"periods":3}"#,
            r#"{"main":1,"periods":3,"period":9,"increment":1}"#,
        ] {
            assert!(fault(text).is_some(), "{text}");
        }
    }
}
