//! The clock, as GTP describes it: main time, then byo-yomi periods for so many stones each.

use kage_goban::{ByColor, Color};
use std::time::Duration;

/// In byo-yomi a player is told at most the time of this many stones. A player takes about a twentieth
/// of what it is told for each try, and makes up to three tries a turn.
const STONES_AHEAD: u32 = 7;

/// The remaining time of both sides, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Clock {
    start: Option<SideClock>,
    left: ByColor<Option<SideClock>>,
}

/// The remaining time of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SideClock {
    main: Duration,
    byo_yomi: Period,
    /// What is left of the present period; it counts once there is no main time.
    period: Period,
}

/// A time for a number of stones; 0 stones: there is no byo-yomi.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Period {
    time: Duration,
    stones: u32,
}

impl Period {
    /// The part of it that a player may count on for its next stones.
    fn ahead(self) -> Duration {
        match self.stones {
            0 => Duration::ZERO,
            stones => self.time * stones.min(STONES_AHEAD) / stones,
        }
    }
}

impl SideClock {
    const fn new(main: Duration, byo_yomi: Period) -> SideClock {
        SideClock { main, byo_yomi, period: byo_yomi }
    }

    fn left(&self) -> Duration {
        self.main + self.period.ahead()
    }

    /// Time passes: of the main time first, then of the period.
    fn spend(&mut self, spent: Duration) {
        let beyond = spent.saturating_sub(self.main);
        self.main = self.main.saturating_sub(spent);
        self.period.time = self.period.time.saturating_sub(beyond);
    }

    /// A stone was played. After the last stone of a period another one begins.
    fn count_stone(&mut self) {
        if !self.main.is_zero() || self.period.stones == 0 {
            return;
        }
        self.period.stones -= 1;
        if self.period.stones == 0 {
            self.period = self.byo_yomi;
        }
    }
}

impl Clock {
    /// `time_settings`: main time, then byo-yomi time for so many stones, in seconds. `None` if the arguments are not numbers.
    ///
    /// A byo-yomi time for no stones means no limit.
    pub(super) fn from_settings(main: &str, extra: &str, stones: &str) -> Option<Clock> {
        let (main, time) = (read_seconds(main)?, read_seconds(extra)?);
        let stones: u32 = stones.parse().ok()?;
        let limited = stones > 0 || time.is_zero();
        let stones = if time.is_zero() { 0 } else { stones };
        let start = limited.then_some(SideClock::new(main, Period { time, stones }));
        Some(Clock { start, left: ByColor { black: start, white: start } })
    }

    /// `time_left`: the remaining time, and the stones left in the period; 0 stones: it is main time.
    pub(super) fn set(&mut self, color: Color, time: &str, stones: &str) -> Option<()> {
        let (time, stones) = (read_seconds(time)?, stones.parse().ok()?);
        let byo_yomi = self.start.map(|start| start.byo_yomi).unwrap_or_default();
        let mut side = SideClock::new(time, byo_yomi);
        if stones > 0 {
            side.main = Duration::ZERO;
            side.period = Period { time, stones };
            // Without `time_settings` the periods are taken to be like this one.
            if byo_yomi.stones == 0 {
                side.byo_yomi = side.period;
            }
        }
        self.left[color] = Some(side);
        Some(())
    }

    /// A new game begins.
    pub(super) fn reset(&mut self) {
        self.left = ByColor { black: self.start, white: self.start };
    }

    /// The time that a player may count on.
    pub(super) fn left(&self, color: Color) -> Option<Duration> {
        self.left[color].as_ref().map(SideClock::left)
    }

    /// Subtracts the time that a player used.
    pub(super) fn spend(&mut self, color: Color, spent: Duration) {
        if let Some(side) = &mut self.left[color] {
            side.spend(spent);
        }
    }

    /// A player has made a move, which counts as a stone of its period.
    pub(super) fn count_stone(&mut self, color: Color) {
        if let Some(side) = &mut self.left[color] {
            side.count_stone();
        }
    }
}

/// Parses seconds. The specification has whole seconds; fractions are accepted too. Negative values
/// count as zero.
fn read_seconds(text: &str) -> Option<Duration> {
    let seconds = text.parse::<f64>().ok()?.max(0.0);
    // A longer time than a clock can have is an error too; no sum of times may overflow.
    Duration::try_from_secs_f64(seconds).ok().filter(|time| *time <= LONGEST)
}

/// The longest time that is accepted: a hundred years.
const LONGEST: Duration = Duration::from_secs(100 * 366 * 24 * 3600);

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Color = Color::Black;

    fn clock(main: &str, extra: &str, stones: &str) -> Clock {
        Clock::from_settings(main, extra, stones).unwrap()
    }

    fn seconds(seconds: f64) -> Option<Duration> {
        Some(Duration::from_secs_f64(seconds))
    }

    #[test]
    fn settings() {
        let left = |main, extra, stones| clock(main, extra, stones).left(BLACK);
        assert_eq!(left("60", "0", "0"), seconds(60.0));
        assert_eq!(left("0", "30", "5"), seconds(30.0));
        assert_eq!(left("60", "30", "5"), seconds(90.0), "byo-yomi comes after the main time");
        assert_eq!(
            left("60", "300", "25"),
            seconds(144.0),
            "84 seconds for the first seven stones"
        );
        assert_eq!(left("0", "1", "0"), None, "no limit");
        assert_eq!(left("0", "0", "0"), seconds(0.0), "no time at all");
        for (main, extra, stones) in
            [("x", "0", "0"), ("1", "0", "-1"), ("inf", "0", "0"), ("1e19", "0", "0")]
        {
            assert_eq!(Clock::from_settings(main, extra, stones), None);
        }
    }

    #[test]
    fn time_runs() {
        let mut clock = clock("10", "0", "0");
        clock.spend(BLACK, Duration::from_secs(4));
        clock.count_stone(BLACK);
        assert_eq!(clock.left(BLACK), seconds(6.0));
        assert_eq!(clock.left(Color::White), seconds(10.0));
        clock.set(BLACK, "-1", "0").unwrap();
        assert_eq!(clock.left(BLACK), seconds(0.0));
        clock.reset();
        assert_eq!(clock.left(BLACK), seconds(10.0));
    }

    #[test]
    fn periods_follow_the_main_time() {
        let mut clock = clock("10", "6", "2");
        clock.spend(BLACK, Duration::from_secs(11));
        assert_eq!(clock.left(BLACK), seconds(5.0));
        clock.count_stone(BLACK);
        assert_eq!(clock.left(BLACK), seconds(5.0), "one stone is left in this period");
        clock.spend(BLACK, Duration::from_secs(4));
        clock.count_stone(BLACK);
        assert_eq!(clock.left(BLACK), seconds(6.0), "another period");
        clock.spend(BLACK, Duration::from_secs(7));
        assert_eq!(clock.left(BLACK), seconds(0.0), "too late");
    }

    #[test]
    fn time_left_knows_main_time_from_a_period() {
        let mut clock = clock("600", "30", "5");
        clock.set(BLACK, "100", "0").unwrap();
        assert_eq!(clock.left(BLACK), seconds(130.0));
        clock.set(BLACK, "20", "2").unwrap();
        assert_eq!(clock.left(BLACK), seconds(20.0));
        clock.set(BLACK, "20", "14").unwrap();
        assert_eq!(clock.left(BLACK), seconds(10.0), "twenty seconds are for fourteen stones");
        let mut unset = Clock::default();
        unset.set(BLACK, "20", "1").unwrap();
        unset.spend(BLACK, Duration::from_secs(5));
        unset.count_stone(BLACK);
        assert_eq!(unset.left(BLACK), seconds(20.0), "periods like the one that was told");
    }
}
