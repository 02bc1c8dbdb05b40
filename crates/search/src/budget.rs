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
/// Playouts between two looks at the clock.
const CHUNK: u64 = 512;

impl Budget {
    /// The budget of the next try. A bank is drawn upon; time is never more than half of what the
    /// clock has left.
    pub fn draw(&mut self, left: Option<Duration>) -> Meter {
        match self {
            Budget::Playouts(playouts) => Meter::playouts(*playouts),
            Budget::Bank(bank) => {
                let share = (*bank / BANK_SHARE).max(1);
                *bank = bank.saturating_sub(share);
                Meter::playouts(share)
            }
            Budget::Time(time) => {
                let time = left.map_or(*time, |left| (*time).min(left / 2));
                Meter { at: 0, end: u64::MAX, until: Some(Instant::now() + time) }
            }
        }
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

    /// The next playouts to make, at most so many; `None` when the budget is spent. There is
    /// always a first.
    pub fn next(&mut self, most: u64) -> Option<Range<u64>> {
        let late = self.until.is_some_and(|until| Instant::now() >= until);
        if self.at >= self.end || late && self.at > 0 {
            return None;
        }
        let chunk = if self.until.is_some() { most.min(CHUNK) } else { most };
        let range = self.at..self.at.saturating_add(chunk).min(self.end);
        self.at = range.end;
        Some(range)
    }

    /// One of several equal parts of a fresh budget, by number; time is not divided.
    #[must_use]
    pub fn part(self, index: u64, parts: u64) -> Meter {
        if self.until.is_some() {
            return self;
        }
        let share = self.end / parts + u64::from(index < self.end % parts);
        Meter { at: 0, end: share, until: None }
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
    fn parts_add_up() {
        let ends = (0..3).map(|index| Meter::playouts(10).part(index, 3).next(100));
        assert_eq!(ends.collect::<Vec<_>>(), [Some(0..4), Some(0..3), Some(0..3)]);
    }

    #[test]
    fn time_ends() {
        let mut meter = Budget::Time(Duration::from_millis(5)).draw(None);
        let start = Instant::now();
        while meter.next(u64::MAX).is_some() {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(start.elapsed() < Duration::from_millis(500));
    }
}
