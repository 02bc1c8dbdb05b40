//! How much thinking a try may cost.

use std::ops::Range;
use std::time::{Duration, Instant};

/// How much thinking a try may cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Budget {
    /// So many playouts for each try.
    Playouts(u64),
    /// So much time for each try.
    Time(Duration),
    /// So many playouts for the whole game: each try takes a twentieth of what is left.
    Bank(u64),
}

/// The share of the bank that a try takes, as in the 2007 thesis: one in so many.
const BANK_SHARE: u64 = 20;
/// Playouts of a thread between two looks at the clock.
const CHUNK: u64 = 512;
/// Playouts of a thread where nobody looks at a clock: enough to keep all lanes full.
const PART: u64 = 4096;

impl Budget {
    /// The budget of the next try. A bank is drawn upon. Where there is a clock, no try takes more
    /// than half of what it has left.
    pub fn draw(&mut self, left: Option<Duration>) -> Meter {
        let most = left.map(|left| left / 2);
        let (end, time) = match self {
            Budget::Playouts(playouts) => (*playouts, most),
            Budget::Bank(bank) => {
                let share = (*bank / BANK_SHARE).max(1);
                *bank = bank.saturating_sub(share);
                (share, most)
            }
            Budget::Time(time) => (u64::MAX, Some(most.map_or(*time, |most| most.min(*time)))),
        };
        Meter { at: 0, end, until: time.map(|time| Instant::now() + time) }
    }
}

/// What is left of a budget: hands out the numbers of the playouts to be made.
#[derive(Clone, Copy, Debug)]
pub struct Meter {
    at: u64,
    end: u64,
    until: Option<Instant>,
}

impl Meter {
    /// A number of playouts.
    pub const fn playouts(playouts: u64) -> Meter {
        Meter { at: 0, end: playouts, until: None }
    }

    /// How many playouts to ask for at once, for each thread: few where the clock is looked at.
    pub fn part(&self) -> u64 {
        if self.until.is_some() { CHUNK } else { PART }
    }

    /// The next playouts to make, at most so many; `None` when the budget is spent. There is
    /// always a first.
    pub fn next(&mut self, most: u64) -> Option<Range<u64>> {
        let late = self.until.is_some_and(|until| Instant::now() >= until);
        if self.at >= self.end || late && self.at > 0 {
            return None;
        }
        let range = self.at..self.at.saturating_add(most.max(1)).min(self.end);
        self.at = range.end;
        Some(range)
    }

    /// One of several equal shares of a fresh budget, by number; time is not divided.
    #[must_use]
    pub fn share(self, index: u64, shares: u64) -> Meter {
        if self.end == u64::MAX {
            return self;
        }
        let end = self.end / shares + u64::from(index < self.end % shares);
        Meter { at: 0, end, until: self.until }
    }

    /// The number of playouts handed out so far.
    pub const fn spent(&self) -> u64 {
        self.at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playouts_are_handed_out_once() {
        let mut meter = Meter::playouts(10);
        assert_eq!(meter.next(4), Some(0..4));
        assert_eq!(meter.next(100), Some(4..10));
        assert_eq!(meter.next(100), None);
    }

    #[test]
    fn a_bank_gives_a_twentieth() {
        let mut bank = Budget::Bank(1000);
        assert_eq!(bank.draw(None).next(u64::MAX), Some(0..50));
        assert_eq!(bank.draw(None).next(u64::MAX), Some(0..47));
        let mut empty = Budget::Bank(0);
        assert_eq!(empty.draw(None).next(u64::MAX), Some(0..1), "there is always one");
    }

    #[test]
    fn shares_add_up() {
        let ends = (0..3).map(|index| Meter::playouts(10).share(index, 3).next(100));
        assert_eq!(ends.collect::<Vec<_>>(), [Some(0..4), Some(0..3), Some(0..3)]);
    }

    #[test]
    fn time_ends() {
        let mut meter = Budget::Time(Duration::from_millis(5)).draw(None);
        let start = Instant::now();
        while meter.next(100).is_some() {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(start.elapsed() < Duration::from_millis(500));
    }
}
