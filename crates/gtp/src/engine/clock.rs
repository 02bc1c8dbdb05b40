//! The clock, as GTP describes it.

use kage_goban::{ByColor, Color};
use std::time::Duration;

/// The remaining time of both sides, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Clock {
    start: Option<Duration>,
    left: ByColor<Option<Duration>>,
}

impl Clock {
    /// `time_settings`: main time, then byo-yomi time for so many stones, in seconds. `None` if the arguments are not numbers.
    ///
    /// A byo-yomi time for no stones means no limit.
    pub(super) fn from_settings(main: &str, extra: &str, stones: &str) -> Option<Clock> {
        let (main, extra) = (read_seconds(main)?, read_seconds(extra)?);
        let stones: u32 = stones.parse().ok()?;
        let limited = stones > 0 || extra.is_zero();
        // A player is told one time. Without a main time this is one period of byo-yomi.
        let start = if main.is_zero() { extra } else { main };
        let start = limited.then_some(start);
        Some(Clock { start, left: ByColor { black: start, white: start } })
    }

    /// `time_left`: the remaining time, and the stones left in the period.
    pub(super) fn set(&mut self, color: Color, time: &str, stones: &str) -> Option<()> {
        let _: u32 = stones.parse().ok()?;
        self.left[color] = Some(read_seconds(time)?);
        Some(())
    }

    /// A new game begins.
    pub(super) fn reset(&mut self) {
        self.left = ByColor { black: self.start, white: self.start };
    }

    pub(super) fn left(&self, color: Color) -> Option<Duration> {
        self.left[color]
    }

    /// Subtracts the time that a player used.
    pub(super) fn spend(&mut self, color: Color, spent: Duration) {
        self.left[color] = self.left[color].map(|left| left.saturating_sub(spent));
    }
}

/// Parses seconds. The specification has whole seconds; fractions are accepted too. Negative values
/// count as zero.
fn read_seconds(text: &str) -> Option<Duration> {
    let seconds = text.parse::<f64>().ok()?.max(0.0);
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings() {
        let start =
            |main, extra, stones| Clock::from_settings(main, extra, stones).map(|c| c.start);
        let seconds = Duration::from_secs;
        assert_eq!(start("60", "0", "0"), Some(Some(seconds(60))));
        assert_eq!(start("0", "30", "5"), Some(Some(seconds(30))));
        assert_eq!(start("0", "1", "0"), Some(None), "no limit");
        assert_eq!(start("0", "0", "0"), Some(Some(seconds(0))), "no time at all");
        for (main, extra, stones) in [("x", "0", "0"), ("1", "0", "-1"), ("inf", "0", "0")] {
            assert_eq!(start(main, extra, stones), None);
        }
    }

    #[test]
    fn time_runs() {
        let mut clock = Clock::from_settings("10", "0", "0").unwrap();
        clock.spend(Color::Black, Duration::from_secs(4));
        assert_eq!(clock.left(Color::Black), Some(Duration::from_secs(6)));
        clock.set(Color::Black, "-1", "0").unwrap();
        assert_eq!(clock.left(Color::Black), Some(Duration::ZERO));
        clock.reset();
        assert_eq!(clock.left(Color::Black), Some(Duration::from_secs(10)));
    }
}
